"""What a picture is made of; every painter (SVG, canvas) knows these four and no more."""

from __future__ import annotations

from typing import NamedTuple

from ..shapes import Line


class Shape(NamedTuple):
    """Rings or lines, filled, stroked or both."""

    rings: tuple[Line, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    closed: bool = True
    title: str = ""


class Disc(NamedTuple):
    """A round mark."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    title: str = ""


class Box(NamedTuple):
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: str
    opacity: float = 1.0
    stroke: str | None = None


class Text(NamedTuple):
    """One line of text, centred on y; *anchor* says which end or middle stands at x."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    anchor: str = "middle"
    halo: str | None = None


Drawable = Shape | Disc | Box | Text
Layer = tuple[Drawable, ...]


class Scene(NamedTuple):
    """A picture: layers from bottom to top, in units of a drawing of this size.

    A painter that keeps one canvas a layer repaints only the layers that differ from before.
    """

    size: tuple[float, float]
    base: Layer
    land: Layer
    marks: Layer
    badges: Layer
    legend: Layer
    title: str = ""

    @property
    def layers(self) -> dict[str, Layer]:
        """The layers by name, from bottom to top."""
        return {name: getattr(self, name) for name in LAYERS}


LAYERS = ("base", "land", "marks", "badges", "legend")
