"""Which territory a point of the map belongs to."""

from __future__ import annotations

from math import hypot

from ..board import Board
from ..shapes import Line, Outline, Point, inside, sides


def hit(board: Board, x: float, y: float, reach: float = 5.0, badge: float = 1.0) -> int | None:
    """Return the territory at a point: badges first, then land, then the nearest shore.

    *reach* is how far from a shore a click may be, *badge* how much larger badges are drawn.
    """
    radius = board.shapes.badge_radius * badge
    outlines = board.shapes.outlines
    by_badge = [(hypot(x - o.badge[0], y - o.badge[1]), t) for t, o in enumerate(outlines)]
    nearest, territory = min(by_badge)
    if nearest <= radius:
        return territory
    for territory, outline in enumerate(outlines):
        if _near(outline, x, y, 0) and any(inside(ring, x, y) for ring in outline.rings):
            return territory
    return _nearest_shore(outlines, x, y, reach)


def _nearest_shore(outlines: tuple[Outline, ...], x: float, y: float, reach: float) -> int | None:
    shores = [
        (min(_distance(ring, x, y) for ring in outline.rings), territory)
        for territory, outline in enumerate(outlines)
        if _near(outline, x, y, reach)
    ]
    distance, territory = min(shores, default=(reach + 1, None))
    return territory if distance <= reach else None


def _near(outline: Outline, x: float, y: float, reach: float) -> bool:
    left, top, right, bottom = outline.bounds
    return left - reach <= x <= right + reach and top - reach <= y <= bottom + reach


def _distance(ring: Line, x: float, y: float) -> float:
    return min(_from_side(a, b, x, y) for a, b in sides(ring))


def _from_side(a: Point, b: Point, x: float, y: float) -> float:
    """Return the distance of a point from the straight line between *a* and *b*."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = ((x - a[0]) * dx + (y - a[1]) * dy) / length if length else 0.0
    along = max(0.0, min(1.0, along))
    return hypot(x - a[0] - along * dx, y - a[1] - along * dy)
