"""How a board is drawn: outlines, badges, labels and sea lines, in units of the drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .reading import UNSEEN, Entry

Point = tuple[float, float]
Line = tuple[Point, ...]

LABEL = rf"[^{UNSEEN}]{{1,40}}"


class Outline(NamedTuple):
    """One territory as drawn: its land, where its badge sits and how its name is set."""

    rings: tuple[Line, ...]
    badge: Point
    label: Point
    lines: tuple[str, ...]
    at_sea: bool
    bounds: tuple[float, float, float, float]
    """Left, top, right and bottom of the land."""


class SeaLine(NamedTuple):
    """A dashed line between two shores.

    A line that leaves over the left or right edge (*wrap*) has two paths, from either shore.
    """

    a: int
    b: int
    wrap: bool
    paths: tuple[Line, ...]


class Shapes(NamedTuple):
    """The whole drawing of a board."""

    size: tuple[float, float]
    badge_radius: float
    legend: Point
    outlines: tuple[Outline, ...]
    sea_lines: tuple[SeaLine, ...]
    lakes: tuple[Line, ...]
    frontiers: tuple[Line, ...]
    graticule: tuple[Line, ...]

    def without(self, a: int, b: int) -> Shapes:
        """Return the drawing without the sea line between *a* and *b*."""
        kept = tuple(line for line in self.sea_lines if {line.a, line.b} != {a, b})
        return self._replace(sea_lines=kept)


def shapes(entry: Entry, codes: Sequence[str], sea: frozenset[tuple[int, int]]) -> Shapes:
    """Read the drawing of the territories *codes*, whose sea edges are *sea*."""
    width, height = _point(entry.at("size"), (10_000, 10_000), low=100)
    size = (width, height)
    return Shapes(
        size,
        entry.at("badge_radius").number(2, 50),
        _point(entry.at("legend"), size),
        _outlines(entry.at("territories"), codes, size),
        _sea_lines(entry.at("sea_lines"), codes, sea, size),
        *(_lines(entry, key, size) for key in ("lakes", "frontiers", "graticule")),
    )


def _outlines(entry: Entry, codes: Sequence[str], size: Point) -> tuple[Outline, ...]:
    for code, outline in entry.pairs():
        if code not in codes:
            outline.wrong("is the drawing of no territory of this board")
    return tuple(_outline(entry.at(code), size) for code in codes)


def _outline(entry: Entry, size: Point) -> Outline:
    rings = tuple(_line(ring, size, least=3) for ring in entry.at("rings").entries(most=200))
    if not rings:
        entry.wrong("has no land")
    badge = _point(entry.at("badge"), size)
    if not any(inside(ring, *badge) for ring in rings):
        entry.at("badge").wrong("lies outside the territory")
    return Outline(
        rings,
        badge,
        _point(entry.at("label"), size),
        tuple(text.text(LABEL, "a short text") for text in entry.at("lines").entries(most=4)),
        entry.has("at_sea") and entry.at("at_sea").flag(),
        _bounds(rings),
    )


def _bounds(rings: tuple[Line, ...]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(point for ring in rings for point in ring), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _sea_lines(
    entry: Entry, codes: Sequence[str], sea: frozenset[tuple[int, int]], size: Point
) -> tuple[SeaLine, ...]:
    lines = tuple(_sea_line(line, codes, size) for line in entry.entries(most=2_000))
    drawn = [(line.a, line.b) for line in lines]
    for a, b in sorted(sea.symmetric_difference(drawn)):
        wrong = "is not drawn" if (a, b) in sea else "is drawn, but is no sea edge of the board"
        entry.wrong(f"the line {codes[a]} - {codes[b]} {wrong}")
    if len(drawn) > len(sea):
        entry.wrong("a line is drawn twice")
    return lines


def _sea_line(entry: Entry, codes: Sequence[str], size: Point) -> SeaLine:
    ends = entry.at("between").entries(most=2)
    if len(ends) != 2 or not all(end.value in codes for end in ends):
        entry.at("between").wrong("must name the codes of two territories")
    a, b = (codes.index(end.value) for end in ends)
    paths = tuple(_line(path, size, least=2) for path in entry.at("paths").entries(most=2))
    wrap = entry.has("wrap") and entry.at("wrap").flag()
    if len(paths) != 1 + wrap:
        entry.at("paths").wrong("must hold one path, or two where the line wraps around")
    return SeaLine(a, b, wrap, paths) if a < b else SeaLine(b, a, wrap, paths[::-1])


def _lines(entry: Entry, key: str, size: Point) -> tuple[Line, ...]:
    if not entry.has(key):
        return ()
    return tuple(_line(line, size, least=2) for line in entry.at(key).entries(most=500))


def _line(entry: Entry, size: Point, least: int) -> Line:
    """Read a flat list x, y, x, y ... in tenths of a unit."""
    flat = entry.entries(most=20_000)
    if len(flat) % 2 or len(flat) < 2 * least:
        entry.wrong(f"must hold x and y of {least} points or more")
    xs = [number.whole(-1_000, round(size[0] * 10) + 1_000) / 10 for number in flat[::2]]
    ys = [number.whole(-1_000, round(size[1] * 10) + 1_000) / 10 for number in flat[1::2]]
    return tuple(zip(xs, ys, strict=True))


def _point(entry: Entry, size: Point, low: float = 0) -> Point:
    both = entry.entries(most=2)
    if len(both) != 2:
        entry.wrong("must hold x and y")
    return both[0].number(low, size[0]), both[1].number(low, size[1])


def sides(ring: Line) -> Iterator[tuple[Point, Point]]:
    """Yield the straight sides of a ring, back to its first point."""
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def inside(ring: Line, x: float, y: float) -> bool:
    """Tell whether a point lies in *ring*, by counting the edges right of it.

    >>> inside(((0, 0), (2, 0), (2, 2), (0, 2)), 1, 1)
    True
    """
    odd = False
    px, py = ring[-1]
    for qx, qy in ring:
        if (py > y) != (qy > y) and x < (qx - px) * (y - py) / (qy - py) + px:
            odd = not odd
        px, py = qx, qy
    return odd
