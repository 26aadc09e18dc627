"""A scene as SVG text."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import blake2b
from itertools import pairwise
from xml.sax.saxutils import escape, quoteattr

from ..shapes import Line
from .drawables import Box, Disc, Drawable, Scene, Shape, Text

FONT = "'DejaVu Sans Condensed','Segoe UI','Helvetica Neue',Arial,sans-serif"
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ROUND = 'stroke-linejoin="round"'


def svg(scene: Scene, width: float | None = None) -> str:
    """Return a picture as SVG, *width* pixels wide or as wide as its frame."""
    painter = _Painter(scene)
    w, h = scene.size
    fixed = f' width="{_n(width)}" height="{_n(width * h / w)}"' if width else ""
    groups = [
        f'<g class="{name}">{"".join(map(painter.painted, layer))}</g>'
        for name, layer in scene.layers.items()
    ]
    label = quoteattr(_clean(scene.title))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(w)} {_n(h)}"{fixed}'
        f' role="img" aria-label={label} font-family="{FONT}">'
        f"{painter.definitions()}{''.join(groups)}</svg>"
    )


class _Painter:
    """Turns drawables into SVG; a path that is drawn more than once is written down once."""

    def __init__(self, scene: Scene) -> None:
        shapes = [d for layer in scene.layers.values() for d in layer if isinstance(d, Shape)]
        often = Counter((id(shape.rings), shape.closed) for shape in shapes)
        self.paths: dict[tuple[int, bool], tuple[str, str]] = {}
        for shape in shapes:
            key = (id(shape.rings), shape.closed)
            if often[key] > 1 and key not in self.paths:
                path = path_text(shape.rings, shape.closed)
                # The name is made from the path itself: two pictures on one page may share it.
                name = "p" + blake2b(path.encode(), digest_size=6).hexdigest()
                self.paths[key] = (name, path)

    def definitions(self) -> str:
        """Return the paths that are used more than once."""
        paths = (f'<path id="{name}" d="{path}"/>' for name, path in self.paths.values())
        return f"<defs>{''.join(paths)}</defs>"

    def painted(self, drawable: Drawable) -> str:
        """Return one drawable as SVG."""
        match drawable:
            case Shape():
                return self._shape(drawable)
            case Disc():
                return _disc(drawable)
            case Box():
                return _box(drawable)
            case Text():
                return _text(drawable)

    def _shape(self, shape: Shape) -> str:
        look = _look(shape.fill, shape.stroke, shape.width, shape.dash) + f" {ROUND}"
        defined = self.paths.get((id(shape.rings), shape.closed))
        if defined:
            return _element("use", f'href="#{defined[0]}" {look}', shape.title)
        return _element("path", f'd="{path_text(shape.rings, shape.closed)}" {look}', shape.title)


def _disc(disc: Disc) -> str:
    place = f'cx="{_n(disc.x)}" cy="{_n(disc.y)}" r="{_n(disc.radius)}"'
    look = _look(disc.fill, disc.stroke, disc.width, disc.dash)
    return _element("circle", f"{place} {look}{_opacity(disc.opacity)}", disc.title)


def _box(box: Box) -> str:
    place = f'x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.width)}" height="{_n(box.height)}"'
    look = _look(box.fill, box.stroke, 1.0, ())
    return _element("rect", f'{place} rx="{_n(box.radius)}" {look}{_opacity(box.opacity)}', "")


def _text(text: Text) -> str:
    # Not every viewer centres text upwards and downwards: the baseline is put where it belongs.
    place = f'x="{_n(text.x)}" y="{_n(text.y + 0.36 * text.size)}" font-size="{_n(text.size)}"'
    bold = ' font-weight="700"' if text.bold else ""
    anchor = f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
    body = f"{escape(_clean(text.text))}</text>"
    plain = f'<text pointer-events="none" {place}{bold}{anchor} fill="{text.colour}">{body}'
    if not text.halo:
        return plain
    halo = f'fill="none" stroke="{text.halo}" stroke-width="2.2" {ROUND}'
    return f'<text pointer-events="none" {place}{bold}{anchor} {halo}>{body}{plain}'


def _element(tag: str, attributes: str, title: str) -> str:
    if not title:
        return f"<{tag} {attributes}/>"
    return f"<{tag} {attributes}><title>{escape(_clean(title))}</title></{tag}>"


def _look(fill: str | None, stroke: str | None, width: float, dash: tuple[float, ...]) -> str:
    look = f'fill="{fill or "none"}"'
    if stroke:
        look += f' stroke="{stroke}" stroke-width="{_n(width)}"'
    if dash:
        look += f' stroke-dasharray="{" ".join(map(_n, dash))}"'
    return look


def _opacity(opacity: float) -> str:
    return f' opacity="{_n(opacity)}"' if opacity < 1 else ""


def path_text(rings: tuple[Line, ...], closed: bool) -> str:
    """Return rings as steps from point to point, which is half as long as their places.

    >>> path_text((((1.0, 1.0), (3.5, 1.0), (3.5, 2.0)),), True)
    'M1 1l2.5 0 0 1z'
    """
    return "".join(_ring(ring) + ("z" if closed else "") for ring in rings)


def _ring(ring: Line) -> str:
    places = [(round(x * 10), round(y * 10)) for x, y in ring]
    steps = [
        f"{_n((bx - ax) / 10)} {_n((by - ay) / 10)}" for (ax, ay), (bx, by) in pairwise(places)
    ]
    return f"M{_n(places[0][0] / 10)} {_n(places[0][1] / 10)}l{' '.join(steps)}"


def _n(number: float) -> str:
    """Return a number as short as possible.

    >>> _n(2.0), _n(0.25)
    ('2', '0.25')
    """
    return f"{number:.2f}".rstrip("0").rstrip(".") if number % 1 else str(int(number))


def _clean(text: str) -> str:
    return NOT_XML.sub("\ufffd", text)
