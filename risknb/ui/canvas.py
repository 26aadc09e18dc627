"""A scene on ipycanvas: one canvas a layer, and only the layers that changed are painted again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import ipycanvas.canvas as ipycanvas_canvas
from ipycanvas import Canvas, MultiCanvas, Path2D

from ..board import Board
from ..scene import LAYERS, Box, Disc, Drawable, Layer, Scene, Shape, Text
from ..scene.painting import FONT, path_text
from ..shapes import Line

#: Backing pixels a unit of the drawing; a canvas is never finer or coarser than this.
FINEST, COARSEST = 2.6, 0.6
_LOCK = threading.RLock()
_SET = ipycanvas_canvas.COMMANDS["set"]


@contextmanager
def hold() -> Iterator[None]:
    """Send all drawing commands as one message.

    ``ipycanvas.hold_canvas`` lacks the ``finally``: an error inside it freezes every canvas.
    """
    with _LOCK:
        manager = ipycanvas_canvas._CANVAS_MANAGER
        outer, manager._caching = manager._caching, True
        try:
            yield
        finally:
            if not outer:
                try:
                    manager.flush()
                finally:
                    manager._caching = False


def forget_client() -> None:
    """Start anew for a page that was just loaded: it has no current canvas, whatever was sent."""
    ipycanvas_canvas._CANVAS_MANAGER._current_canvas = None


class Brush:
    """Paints drawables on one canvas and remembers what is set there already."""

    def __init__(self, canvas: Canvas, paths: Paths) -> None:
        self.canvas = canvas
        self.paths = paths
        self._manager = ipycanvas_canvas._CANVAS_MANAGER
        self._set: dict[str, object] = {}
        self._dash: tuple[float, ...] = ()

    def forget(self) -> None:
        """The canvas is a new one or was resized: nothing is set."""
        self._set.clear()
        self._dash = ()

    def style(self, **wanted: object) -> None:
        for name, value in wanted.items():
            if self._set.get(name) != value:
                # Past the canvas's own traits: they would be checked and announced, 1000 a picture.
                self._manager.send_command(self.canvas, [_SET, [Canvas.ATTRS[name], value]])
                self._set[name] = value

    def dash(self, dash: tuple[float, ...]) -> None:
        if dash != self._dash:
            self.canvas.set_line_dash(list(dash))
            self._dash = dash

    def paint(self, layer: Layer, scale: float) -> None:
        """Paint a whole layer anew."""
        self.canvas.reset_transform()
        self.canvas.clear()
        self.canvas.set_transform(scale, 0, 0, scale, 0, 0)
        self.style(line_join="round", text_baseline="alphabetic")
        for drawable in layer:
            _PAINT[type(drawable)](self, drawable)

    def shape(self, shape: Shape) -> None:
        path = self.paths.get(shape.rings, shape.closed)
        if shape.fill:
            self.style(fill_style=shape.fill)
            if path is not None:
                self.canvas.fill(path)
            else:
                for ring in shape.rings:
                    self.canvas.fill_polygon(list(ring))
        if shape.stroke:
            self.style(stroke_style=shape.stroke, line_width=shape.width)
            self.dash(shape.dash)
            if path is not None:
                self.canvas.stroke(path)
            else:
                draw = self.canvas.stroke_polygon if shape.closed else self.canvas.stroke_lines
                for ring in shape.rings:
                    draw(list(ring))

    def disc(self, disc: Disc) -> None:
        if disc.radius <= 0:
            return  # a radius below zero would kill the canvas until the page is loaded again
        self.style(global_alpha=disc.opacity)
        if disc.fill:
            self.style(fill_style=disc.fill)
            self.canvas.fill_circle(disc.x, disc.y, disc.radius)
        if disc.stroke:
            self.style(stroke_style=disc.stroke, line_width=disc.width)
            self.dash(disc.dash)
            self.canvas.stroke_circle(disc.x, disc.y, disc.radius)
        self.style(global_alpha=1.0)

    def box(self, box: Box) -> None:
        self.style(global_alpha=box.opacity, fill_style=box.fill)
        if box.radius <= 0:
            self.canvas.fill_rect(box.x, box.y, box.width, box.height)
        else:
            self._round(box)
            self.canvas.fill()
        if box.stroke:
            self.style(stroke_style=box.stroke, line_width=1.0)
            self.dash(())
            if box.radius > 0:
                self.canvas.stroke()
            else:
                self.canvas.stroke_rect(box.x, box.y, box.width, box.height)
        self.style(global_alpha=1.0)

    def _round(self, box: Box) -> None:
        x, y, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
        radius = min(box.radius, box.width / 2, box.height / 2)
        canvas = self.canvas
        canvas.begin_path()
        canvas.move_to(x + radius, y)
        canvas.arc_to(right, y, right, bottom, radius)
        canvas.arc_to(right, bottom, x, bottom, radius)
        canvas.arc_to(x, bottom, x, y, radius)
        canvas.arc_to(x, y, right, y, radius)
        canvas.close_path()

    def text(self, text: Text) -> None:
        weight = "bold " if text.bold else ""
        self.style(font=f"{weight}{text.size:g}px {FONT}", text_align=_ALIGN[text.anchor])
        y = text.y + 0.36 * text.size
        if text.halo:
            self.style(stroke_style=text.halo, line_width=2.2)
            self.dash(())
            self.canvas.stroke_text(text.text, text.x, y)
        self.style(fill_style=text.colour)
        self.canvas.fill_text(text.text, text.x, y)


_ALIGN = {"start": "start", "middle": "center", "end": "end"}
_PAINT: dict[type[Drawable], Callable[[Brush, Any], None]] = {
    Shape: Brush.shape,
    Disc: Brush.disc,
    Box: Brush.box,
    Text: Brush.text,
}


class Paths:
    """The board's own lines, sent to the page once and drawn by name from then on."""

    def __init__(self, board: Board) -> None:
        shapes = board.shapes
        self._rings: dict[int, tuple[Line, ...]] = {}
        for rings in (
            *(outline.rings for outline in shapes.outlines),
            *(line.paths for line in shapes.sea_lines),
            shapes.lakes,
            shapes.frontiers,
            shapes.graticule,
        ):
            self._rings[id(rings)] = rings
        self._made: dict[tuple[int, bool], Path2D] = {}

    def get(self, rings: tuple[Line, ...], closed: bool) -> Path2D | None:
        """The path of rings that belong to the board; ``None`` for any others."""
        if not rings or id(rings) not in self._rings:
            return None
        key = (id(rings), closed)
        if key not in self._made:
            self._made[key] = Path2D(path_text(rings, closed))
        return self._made[key]


class MapCanvas:
    """The map on screen: paints scenes, and says where it was clicked in units of the drawing."""

    def __init__(self, board: Board) -> None:
        self.scale = 1.0
        self.size = board.shapes.size
        width, height = map(round, self.size)
        self.widget = MultiCanvas(len(LAYERS), width=width, height=height)
        self.widget.layout.width = "100%"
        self.widget.layout.height = "auto"
        self.widget.add_class("rk-map")
        paths = Paths(board)
        self._brushes = [Brush(self.widget[at], paths) for at in range(len(LAYERS))]
        self._painted: dict[str, Layer] = {}
        self._scene: Scene | None = None

    def on_point(
        self, moved: Callable[..., None], pressed: Callable[..., None], left: Callable[[], None]
    ) -> None:
        """Tell *moved* and *pressed* where the pointer is, in units; fingers press too.

        *left* is told that the pointer is not on the map any more.
        """
        self.widget.on_mouse_move(lambda x, y: moved(x / self.scale, y / self.scale))
        self.widget.on_mouse_out(lambda x, y: left())
        self.widget.on_mouse_down(lambda x, y: pressed(x / self.scale, y / self.scale))
        self.widget.on_touch_start(lambda points: self._touched(points, pressed))

    def _touched(self, points: Sequence[tuple[float, float]], pressed: Callable[..., None]) -> None:
        if len(points) == 1:
            pressed(points[0][0] / self.scale, points[0][1] / self.scale)

    def paint(self, scene: Scene) -> int:
        """Show a scene; returns how many layers had to be painted."""
        changed = [
            (at, name)
            for at, name in enumerate(LAYERS)
            if self._painted.get(name) != getattr(scene, name)
        ]
        self._scene = scene
        if changed:
            with hold():
                for at, name in changed:
                    self._brushes[at].paint(getattr(scene, name), self.scale)
                    self._painted[name] = getattr(scene, name)
        return len(changed)

    def repaint(self) -> None:
        """Paint everything: the page was loaded anew, or the canvas has another size."""
        with _LOCK:
            forget_client()
            self._painted.clear()
            for brush in self._brushes:
                brush.forget()
            if self._scene is not None:
                self.paint(self._scene)

    def fit(self, css_width: float, density: float) -> bool:
        """Take as many pixels as the screen shows; tells whether the size changed."""
        wanted = css_width * density / self.size[0]
        scale = min(FINEST, max(COARSEST, round(wanted * 20) / 20))
        if scale == self.scale:
            return False
        self.scale = scale
        self.widget.width = round(self.size[0] * scale)
        self.widget.height = round(self.size[1] * scale)
        self.repaint()
        return True
