"""Plane geometry that every board needs: smooth borders that two neighbours share exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import shapely
from shapely import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, polygonize, unary_union

Coords = npt.NDArray[np.float64]
Lands = dict[str, BaseGeometry]

SMOOTHING_ROUNDS = 2
SMOOTHING_TOLERANCE = 0.3


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """Return the polygons of which *shape* is made."""
    parts = getattr(shape, "geoms", [shape])
    return [part for part in parts if isinstance(part, Polygon) and not part.is_empty]


def lines(shape: BaseGeometry) -> list[LineString]:
    """Return the lines of which *shape* is made."""
    parts = getattr(shape, "geoms", [shape])
    return [part for part in parts if isinstance(part, LineString) and not part.is_empty]


def largest(shape: BaseGeometry) -> Polygon:
    """Return the largest polygon of *shape*."""
    return max(polygons(shape), key=lambda part: part.area)


def dealt_out(
    net: BaseGeometry, parts: Iterable[tuple[str, BaseGeometry]]
) -> tuple[Lands, list[Polygon]]:
    """Cut the plane along *net*; give each face to the land it lies in, and return the rest."""
    names, shapes = zip(*parts, strict=True)
    tree = shapely.STRtree(shapes)
    faces: dict[str, list[Polygon]] = {name: [] for name in names}
    nobodys: list[Polygon] = []
    for face in polygonize(net):
        found = tree.query(face.representative_point(), predicate="within")
        (faces[names[found[0]]] if len(found) else nobodys).append(face)
    return {name: unary_union(some) for name, some in faces.items()}, nobodys


def edge_matched(lands: Lands, grid: float) -> Lands:
    """Return the lands with the same points on both sides of every border."""
    snapped = {name: shapely.set_precision(land, grid) for name, land in lands.items()}
    net = shapely.union_all([land.boundary for land in snapped.values()], grid_size=grid)
    return dealt_out(net, snapped.items())[0]


def smoothed(lands: Lands) -> Lands:
    """Round the borders off arc by arc, so that both sides of a border stay the same."""
    arcs = [_rounded(arc) for arc in _arcs(lands.values())]
    round_lands, _ = dealt_out(unary_union(arcs), lands.items())
    return {
        name: MultiPolygon(sorted(polygons(land), key=lambda part: -part.area))
        for name, land in round_lands.items()
    }


def _arcs(lands: Iterable[BaseGeometry]) -> list[Coords]:
    """Return the border lines between the points where three lands (or coast and border) meet."""
    merged = linemerge(unary_union([land.boundary for land in lands]))
    return [np.array(line.coords) for line in lines(merged)]


def _rounded(arc: Coords) -> LineString:
    if tuple(arc[0]) < tuple(arc[-1]):
        arc = arc[::-1]  # thinning depends on the direction, which must not depend on chance
    line = LineString(corner_cut(arc, SMOOTHING_ROUNDS)).simplify(SMOOTHING_TOLERANCE)
    return LineString(np.round(np.array(line.coords), 1))


def corner_cut(arc: Coords, rounds: int) -> Coords:
    """Cut the corners of a line (Chaikin's way); the ends of an open line stay fixed."""
    closed = np.allclose(arc[0], arc[-1])
    for _ in range(rounds):
        start, end = arc[:-1], arc[1:]
        cut = np.empty((2 * len(start), 2))
        cut[0::2] = 0.75 * start + 0.25 * end
        cut[1::2] = 0.25 * start + 0.75 * end
        ends = (cut, cut[:1]) if closed else (arc[:1], cut[1:-1], arc[-1:])
        arc = np.vstack(ends)
    return arc


def frontiers(lands: Lands, pairs: Iterable[tuple[str, str]]) -> list[list[int]]:
    """Return the borders that the *pairs* of territories share, as flat tenths."""
    shared = [
        shapely.line_merge(lands[a].boundary.intersection(lands[b].boundary)) for a, b in pairs
    ]
    return [tenths(line.coords) for border in shared for line in lines(border)]


def rings(land: BaseGeometry) -> list[list[int]]:
    """Return the coasts and borders of *land* as flat tenths, without the closing point."""
    return [tenths(list(part.exterior.coords)[:-1]) for part in polygons(land)]


def tenths(coords: Iterable[Sequence[float]]) -> list[int]:
    """Return points as a flat list x, y, x, y ... in tenths of a unit.

    >>> tenths([(1.0, 2.5)])
    [10, 25]
    """
    return [round(float(value) * 10) for point in coords for value in point[:2]]


def curve(points: Iterable[Sequence[float]]) -> Coords:
    """Return a smooth line through *points*: a bow through three, a spline through more."""
    knots = np.array(list(points), float)
    if len(knots) < 3:
        return knots
    return _bow(*knots) if len(knots) == 3 else _spline(knots)


def _bow(first: Coords, through: Coords, last: Coords) -> Coords:
    pull = 2 * through - 0.5 * (first + last)
    s = np.linspace(0, 1, 9)[:, None]
    return (1 - s) ** 2 * first + 2 * s * (1 - s) * pull + s**2 * last


def _spline(knots: Coords, steps: int = 6) -> Coords:
    """Return a Catmull-Rom spline, its ends continued straight."""
    k = np.vstack([2 * knots[0] - knots[1], knots, 2 * knots[-1] - knots[-2]])
    s = np.linspace(0, 1, steps, endpoint=False)[:, None]
    spans = zip(k, k[1:], k[2:], k[3:], strict=False)
    parts = [_span(a, b, c, d, s) for a, b, c, d in spans]
    return np.vstack([*parts, knots[-1:]])


def _span(a: Coords, b: Coords, c: Coords, d: Coords, s: Coords) -> Coords:
    square, cube = 2 * a - 5 * b + 4 * c - d, -a + 3 * b - 3 * c + d
    return np.asarray(0.5 * (2 * b + (-a + c) * s + square * s * s + cube * s**3))


def between_shores(path: LineString, a: BaseGeometry, b: BaseGeometry) -> LineString:
    """Return the part of *path* that runs over water from *a* to *b*."""
    wet = lines(path.difference(a.union(b)))
    across = [part for part in wet if part.distance(a) < 0.05 and part.distance(b) < 0.05]
    if not across:
        raise ValueError("a sea line does not reach both shores")
    return max(across, key=lambda part: part.length)


def inscribed(land: Polygon) -> tuple[Point, float]:
    """Return centre and radius of the largest circle within *land*."""
    radius_line = shapely.maximum_inscribed_circle(land, tolerance=0.1)
    return Point(radius_line.coords[0]), float(radius_line.length)
