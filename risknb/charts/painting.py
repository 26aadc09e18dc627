"""A scene as a PNG picture, for places that show no SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import Any

from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D
from PIL import Image

from ..scene import Box, Disc, Drawable, Scene, Shape, Text
from ..shapes import Line

DPI = 72.0  # a unit of line width is a pixel


def png(scene: Scene, width: int = 1000) -> bytes:
    """Return a picture as PNG, *width* pixels wide; 256 colours are enough and keep it small."""
    scale = width / scene.size[0]
    brush = _Brush(width, round(scene.size[1] * scale), scale)
    for layer in scene.layers.values():
        for drawable in layer:
            brush.paint(drawable)
    size = brush.renderer.width, brush.renderer.height
    picture = Image.frombuffer("RGBA", size, brush.renderer.buffer_rgba()).convert("RGB")
    out = BytesIO()
    _few_colours(picture).save(out, "png")
    return out.getvalue()


def _few_colours(picture: Image.Image) -> Image.Image:
    """Keep the commonest colours exactly; the others, at edges, become the nearest of them."""
    counted: Any = picture.getcolors(picture.width * picture.height)
    palette = Image.new("P", (1, 1))
    common = sorted(counted, reverse=True)[:256]
    palette.putpalette([part for _, colour in common for part in colour])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


class _Brush:
    """Draws straight onto pixels: no figure, no artists, which makes it quick."""

    def __init__(self, width: int, height: int, scale: float) -> None:
        self.renderer: Any = RendererAgg(width, height, DPI)  # type: ignore[no-untyped-call]
        self.scale = scale
        self.place = Affine2D().scale(scale, -scale).translate(0, height)

    def paint(self, drawable: Drawable) -> None:
        match drawable:
            case Shape(rings, fill, stroke, width, dash, closed):
                self._draw(_path(rings, closed), fill, stroke, width, dash)
            case Disc(x, y, radius, fill, stroke, width, dash, opacity):
                self._draw(Path.circle((x, y), radius), fill, stroke, width, dash, opacity)
            case Box(x, y, width, height, radius, fill, opacity, stroke):
                path = Path(list(_round_box(x, y, width, height, radius)), closed=True)
                self._draw(path, fill, stroke, 1.0, (), opacity)
            case Text():
                self._write(drawable)

    def _draw(
        self,
        path: Path,
        fill: str | None,
        stroke: str | None,
        width: float = 1.0,
        dash: Sequence[float] = (),
        opacity: float = 1.0,
    ) -> None:
        style: Any = self.renderer.new_gc()
        style.set_linewidth(width * self.scale if stroke else 0)
        style.set_foreground(to_rgba(stroke or "none", opacity if stroke else 0), isRGBA=True)
        style.set_joinstyle("round")
        style.set_snap(False)  # a thin dash would otherwise vanish between two pixels
        if dash:
            style.set_dashes(0, [part * self.scale for part in dash])
        face = to_rgba(fill, opacity) if fill else None
        self.renderer.draw_path(style, path, self.place, face)

    def _write(self, text: Text) -> None:
        path, wide = _letters(text.text, text.bold)
        left = text.x - wide * text.size * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
        here = Affine2D().scale(text.size, -text.size).translate(left, text.y + 0.36 * text.size)
        placed = here.transform_path(path)
        if text.halo:
            self._draw(placed, None, text.halo, 2.2)
        self._draw(placed, text.colour, None)


def _path(rings: Sequence[Line], closed: bool) -> Path:
    """Return all rings as one path, so that what lies inside another is a hole."""
    parts = [Path([*ring, ring[0]] if closed else list(ring), closed=closed) for ring in rings]
    return Path.make_compound_path(*parts)


def _round_box(
    x: float, y: float, width: float, height: float, radius: float
) -> Iterator[tuple[float, float]]:
    """Return the corners of a box, each cut twice: near enough at this size."""
    r, s = min(radius, width / 2, height / 2), 0.3
    right, bottom = x + width, y + height
    corners = ((x, y, 1, 1), (right, y, -1, 1), (right, bottom, -1, -1), (x, bottom, 1, -1))
    for cx, cy, dx, dy in corners:
        ends = [(cx, cy + dy * r), (cx + dx * r * s, cy + dy * r * s), (cx + dx * r, cy)]
        yield from ends if dx == dy else reversed(ends)
    yield x, y + r


@cache
def _letters(text: str, bold: bool) -> tuple[Path, float]:
    """Return a text of size 1 as a path, and how wide it is."""
    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
    path = TextPath((0, 0), text.replace("$", r"\$"), size=1, prop=font)
    return path, path.get_extents().x1 if len(path.vertices) else 0.0
