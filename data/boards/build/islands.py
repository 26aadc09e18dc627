"""Small invented boards: rough coasts and a few towns become lands that look grown."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import geometry
import numpy as np
import placing
import shapely
from boardfile import Document, edges, frontier_pairs
from geometry import Coords, Lands
from shapely import LineString, MultiPoint, Point, Polygon
from shapely.ops import unary_union

Spot = tuple[float, float]

STEP = 5.0
GRID = 1e-4
CHIP = 14.0
RUGGED_ROUNDS = 3
RUGGEDNESS = 0.12
CLEAR_OF_BORDERS = 14.0


@dataclass(frozen=True)
class Sketch:
    """A board as one would sketch it: coasts with few corners, a town for every territory."""

    size: Spot
    legend: Spot
    coasts: tuple[tuple[Spot, ...], ...]
    towns: dict[str, Spot]
    roughness: float
    seed: int
    badges: dict[str, Spot] = field(default_factory=dict)
    names: dict[str, Spot] = field(default_factory=dict)
    sea_ways: dict[tuple[str, str], tuple[Spot, ...]] = field(default_factory=dict)


def shapes(sketch: Sketch, board: Document) -> Document:
    """Return the drawing of *board* after its sketch."""
    lands = grown(sketch)
    codes = [territory["code"] for territory in board["territories"]]
    lands = {code: lands[code] for code in codes}
    badges = {code: placing.badge(lands[code], sketch.badges.get(code)) for code in codes}
    names = {t["code"]: [t["name"]] for t in board["territories"]}
    labels = placing.Names(lands, badges, names, sketch.names, sketch.size, CHIP).placed()
    return {
        "size": list(sketch.size),
        "badge_radius": placing.BADGE_RADIUS,
        "legend": list(sketch.legend),
        "territories": {
            code: {
                "badge": list(badges[code]),
                "label": list(labels[code][0]),
                "lines": names[code],
                **({"at_sea": True} if labels[code][1] else {}),
                "rings": geometry.rings(lands[code]),
            }
            for code in codes
        },
        "sea_lines": [_sea_line(sketch, lands, a, b) for a, b in edges(board, "sea")],
        "frontiers": geometry.frontiers(lands, frontier_pairs(board)),
        "graticule": _grid_lines(sketch),
    }


def grown(sketch: Sketch) -> Lands:
    """Return the lands: each coast parted among its towns, then the whole sheet crumpled."""
    chance = np.random.default_rng(sketch.seed)
    lands: Lands = {}
    for coast in sketch.coasts:
        lands |= _parted(_rugged(coast, chance), sketch.towns)
    crumple = Crumple(sketch.roughness, chance)
    bent = {
        code: shapely.transform(shapely.segmentize(land, STEP), crumple)
        for code, land in geometry.edge_matched(lands, GRID).items()
    }
    if not all(land.is_valid for land in bent.values()):
        raise ValueError("the sheet was crumpled too much: try another seed or less roughness")
    return geometry.smoothed(geometry.edge_matched(bent, GRID))


def _rugged(coast: tuple[Spot, ...], chance: np.random.Generator) -> Polygon:
    """Return a coast with bays and capes: every side is bent in its middle, again and again."""
    points = geometry.corner_cut(np.array([*coast, coast[0]]), 1)
    for _ in range(RUGGED_ROUNDS):
        start, end = points[:-1], points[1:]
        across = (end - start)[:, ::-1] * (-1, 1)
        middle = (start + end) / 2 + across * chance.normal(0, RUGGEDNESS, (len(start), 1))
        points = np.vstack([np.stack([start, middle], axis=1).reshape(-1, 2), points[:1]])
    if not Polygon(points).is_valid:
        raise ValueError("a coast crosses itself: try another seed")
    return Polygon(points)


def _parted(outline: Polygon, towns: dict[str, Spot]) -> Lands:
    """Give every point of *outline* to the nearest town that lies in it."""
    inner = {code: Point(town) for code, town in towns.items() if outline.contains(Point(town))}
    if len(inner) == 1:
        return dict.fromkeys(inner, outline)
    cells = shapely.voronoi_polygons(MultiPoint(list(inner.values())), extend_to=outline.buffer(50))
    found: Lands = {}
    for code, town in inner.items():
        cell = next(cell for cell in geometry.polygons(cells) if cell.contains(town))
        found[code] = cell.intersection(outline)
    return found


class Crumple:
    """Moves every point of the sheet a little, neighbours alike, so that no border tears."""

    def __init__(self, roughness: float, chance: np.random.Generator) -> None:
        self.waves: list[tuple[Coords, Coords, float]] = []
        for length, share in ((150.0, 1.0), (70.0, 0.55), (34.0, 0.30), (17.0, 0.13)):
            for _ in range(4):
                angle, phase, push = chance.uniform(0, 2 * math.pi, 3)
                wave = 2 * math.pi / length * np.array([math.cos(angle), math.sin(angle)])
                direction = np.array([math.cos(push), math.sin(push)]) * roughness * share
                self.waves.append((wave, direction, float(phase)))

    def __call__(self, points: Coords) -> Coords:
        moved = points.copy()
        for wave, direction, phase in self.waves:
            moved += np.sin(points @ wave + phase)[:, None] * direction
        return moved


def _sea_line(sketch: Sketch, lands: Lands, a: str, b: str) -> Document:
    way = sketch.sea_ways.get((a, b)) or _short_way(lands, a, b)
    path = geometry.between_shores(LineString(geometry.curve(way)), lands[a], lands[b])
    return {"between": [a, b], "paths": [geometry.tenths(path.simplify(0.15).coords)]}


def _short_way(lands: Lands, a: str, b: str) -> tuple[Spot, ...]:
    """Return the shortest crossing away from other lands, bowed a little."""
    others = unary_union([land for code, land in lands.items() if code not in (a, b)])
    near = others.buffer(CLEAR_OF_BORDERS)
    open_shores = [lands[code].difference(near) for code in (a, b)]
    start, end = np.array(shapely.shortest_line(*open_shores).coords)
    dx, dy = end - start
    middle = (start + end) / 2 + 0.1 * np.array([dy, -dx])
    return tuple((float(x), float(y)) for x, y in (start, middle, end))


def _grid_lines(sketch: Sketch, wide: float = 80.0) -> list[list[int]]:
    """Return the faint grid of the sea, bent as if the sheet were a globe."""
    width, height = sketch.size
    bulge = np.linspace(-1, 1, 13)
    upright = [
        np.column_stack((x + (x - width / 2) * -0.04 * bulge**2, (bulge + 1) * height / 2))
        for x in np.arange(wide / 2, width, wide)
    ]
    level = [
        np.column_stack(((bulge + 1) * width / 2, y + (y - height / 2) * -0.04 * bulge**2))
        for y in np.arange(wide / 2, height, wide)
    ]
    return [geometry.tenths(line) for line in (*upright, *level)]
