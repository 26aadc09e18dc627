"""The drawing of the classic board: Natural Earth's countries, joined, cut, warped, smoothed."""

from __future__ import annotations

import geometry
import natural_earth
import numpy as np
import placing
import shapely
import world_places as places
from boardfile import Document, frontier_pairs
from geometry import Lands, largest, polygons
from natural_earth import Feature
from shapely import LineString, MultiPolygon, Point, Polygon
from shapely.affinity import scale, translate
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize, unary_union
from world_lands import CUTS, NOWHERE, SEEDS, territory_of
from world_warp import HEIGHT, WIDTH, spot, warp, warped

Piece = tuple[str, Polygon]
Spot = tuple[float, float]

DEGREE_GRID = 1e-5
UNIT_GRID = 1e-4
SLIVER = 0.02
"""Gaps between countries up to so many square degrees are closed."""
SIMPLIFICATION = 2.2
SMALLEST = 16.0
"""Islands below so many square units are left out."""


def shapes(board: Document) -> Document:
    """Return the drawing of the classic *board*."""
    codes = [territory["code"] for territory in board["territories"]]
    degrees = territories(natural_earth.countries(), codes)
    drawn = Drawn({code: warped(land) for code, land in degrees.items()})
    return {
        "size": [WIDTH, HEIGHT],
        "badge_radius": placing.BADGE_RADIUS,
        "legend": [14, 426],
        "territories": _outlines(board, drawn),
        "sea_lines": [drawn.around_the_edge(), *map(drawn.sea_line, places.SEA_WAYS)],
        "lakes": _lakes(natural_earth.lakes()),
        "frontiers": geometry.frontiers(drawn.lands, frontier_pairs(board)),
        "graticule": _graticule(),
    }


def territories(countries: list[Feature], codes: list[str]) -> Lands:
    """Return the territories in degrees, with the same points on both sides of every border."""
    pieces = [piece for country in countries for piece in _pieces(country)]
    pieces.sort(key=lambda piece: codes.index(piece[0]))
    borders = [shapely.set_precision(polygon.boundary, DEGREE_GRID) for _, polygon in pieces]
    lands, gaps = geometry.dealt_out(shapely.union_all(borders, grid_size=DEGREE_GRID), pieces)
    for gap in gaps:
        if gap.area < SLIVER:
            _close(gap, lands)
    return lands


def _pieces(country: Feature) -> list[Piece]:
    shape = shapely.make_valid(country.shape)
    if country.name == "Russia":  # its far east lies beyond the 180th meridian
        parts = [translate(p, 360) if p.centroid.x < -90 else p for p in polygons(shape)]
        shape = unary_union(parts)
    if country.name in SEEDS:
        return _cut(country.name, shape)
    owners = [(_owner(country.name, part), part) for part in polygons(shape)]
    if any(owner is None for owner, _ in owners):
        raise ValueError(f"{country.name} belongs to no territory")
    return [(owner, part) for owner, part in owners if owner]


def _owner(country: str, part: Polygon) -> str | None:
    return territory_of(country, part.centroid.x, part.centroid.y)


def _cut(country: str, shape: BaseGeometry) -> list[Piece]:
    """Cut a country along its lines; what holds no seed goes to its region or the nearest piece."""
    seeds = {code: [Point(seed) for seed in some] for code, some in SEEDS[country].items()}
    seeded: list[Piece] = []
    rest: list[Polygon] = []
    for face in _faces(country, shape):
        owners = [code for code, some in seeds.items() if any(map(face.contains, some))]
        if owners:
            seeded.append((owners[0], face))
        else:
            rest.append(face)
    pieces = list(seeded)
    for face in rest:
        owner = _owner(country, face)
        if owner is None:
            owner = min(pieces, key=lambda piece: face.distance(piece[1]))[0]
        if owner != NOWHERE:
            pieces.append((owner, face))
    return pieces


def _faces(country: str, shape: BaseGeometry) -> list[Polygon]:
    lines = [LineString(line) for line in CUTS.get(country, ())]
    faces: list[Polygon] = []
    for part in polygons(shape):
        across = [line for line in lines if line.intersects(part)]
        if across and part.area > 20:
            net = unary_union([part.boundary, *across])
            faces += [f for f in polygonize(net) if f.representative_point().within(part)]
        else:
            faces.append(part)
    return faces


def _close(gap: Polygon, lands: Lands) -> None:
    """Give a sliver to the neighbour with which it shares the longest border."""
    touching = [code for code, land in lands.items() if land.distance(gap) == 0]
    if touching:
        shared = {c: lands[c].boundary.intersection(gap.boundary).length for c in touching}
        nearest = max(shared, key=shared.__getitem__)
        lands[nearest] = unary_union([lands[nearest], gap])


class Drawn:
    """The territories in units, with what lies along their shores."""

    def __init__(self, lands: Lands) -> None:
        middle = {code: largest(lands[code]).centroid for code in places.ISLANDS}
        self.middle = {code: (point.x, point.y) for code, point in middle.items()}
        shown = {code: self._shown(code, land) for code, land in lands.items()}
        matched = geometry.edge_matched(shown, UNIT_GRID)
        simple = shapely.coverage_simplify(list(matched.values()), SIMPLIFICATION)
        worth = [[p for p in polygons(land) if p.area >= 0.6 * SMALLEST] for land in simple]
        self.lands = geometry.smoothed(dict(zip(lands, map(MultiPolygon, worth), strict=True)))

    def _shown(self, code: str, land: BaseGeometry) -> MultiPolygon:
        """Enlarge the island, leave the specks out."""
        if code in places.ISLANDS:
            wide, high, dx, dy, thicker = places.ISLANDS[code]
            land = translate(scale(land, wide, high, origin=self.middle[code]), dx, dy)
            land = land.buffer(thicker, join_style="round") if thicker else land
        parts = [part for part in polygons(shapely.make_valid(land)) if part.area >= SMALLEST]
        parts.sort(key=lambda part: -part.area)
        parts = parts[: places.MOST_POLYGONS.get(code)]
        filled = [Polygon(part.exterior) for part in parts]
        return MultiPolygon(filled if code in places.ISLANDS else parts)

    def spot(self, lon: float, lat: float, island: str | None = None) -> Spot:
        """Return a point in units, which moves along with an enlarged *island*."""
        x, y = spot(lon, lat)
        if island is None:
            return x, y
        wide, high, dx, dy, _ = places.ISLANDS[island]
        left, top = self.middle[island]
        return left + (x - left) * wide + dx, top + (y - top) * high + dy

    def sea_line(self, ends: tuple[str, str]) -> Document:
        """Return the sea line between two territories, from shore to shore."""
        a, b = ends
        way = LineString(geometry.curve(self.spot(*point) for point in places.SEA_WAYS[ends]))
        path = geometry.between_shores(way, self.lands[a], self.lands[b]).simplify(0.15)
        return {"between": [a, b], "paths": [geometry.tenths(path.coords)]}

    def around_the_edge(self) -> Document:
        """Return the sea line that leaves the map on one side and comes back on the other."""
        starts = {code: spot(*point) for code, point in places.AROUND}
        height = sum(y for _, y in starts.values()) / 2 - 3
        paths = []
        for (code, start), edge in zip(starts.items(), (0, WIDTH), strict=True):
            wet = geometry.lines(LineString([start, (edge, height)]).difference(self.lands[code]))
            paths.append(geometry.tenths(max(wet, key=lambda line: line.length).coords))
        return {"between": list(starts), "wrap": True, "paths": paths}


def _outlines(board: Document, drawn: Drawn) -> Document:
    lands = drawn.lands
    names = {t["code"]: _name_lines(t["code"], t["name"]) for t in board["territories"]}
    badges = {code: placing.badge(lands[code], _wanted(code)) for code in lands}
    labels = placing.Names(lands, badges, names, places.NAMES, (WIDTH, HEIGHT)).placed()
    return {
        code: {
            "badge": list(badges[code]),
            "label": list(labels[code][0]),
            "lines": names[code],
            **({"at_sea": True} if labels[code][1] else {}),
            "rings": geometry.rings(lands[code]),
        }
        for code in lands
    }


def _name_lines(code: str, name: str) -> list[str]:
    return name.split(" ", 1) if code in places.TWO_LINES else [name]


def _wanted(code: str) -> Spot | None:
    return spot(*places.BADGES[code]) if code in places.BADGES else None


def _lakes(lakes: list[Feature]) -> list[list[int]]:
    found = []
    for part in (p for lake in lakes for p in polygons(shapely.make_valid(lake.shape))):
        middle = part.centroid
        far = min((middle.x - x) ** 2 + (middle.y - y) ** 2 for x, y in places.LAKES)
        shape = warped(part)
        if far <= 0.6 and shape.area > 6:
            shore = geometry.corner_cut(np.array(shape.simplify(0.9).exterior.coords), 2)
            line = np.round(np.array(LineString(shore).simplify(0.15).coords), 1)
            found.append(geometry.tenths(line[:-1]))
    return found


def _graticule() -> list[list[int]]:
    lats, lons = np.linspace(-57, 84, 60), np.linspace(-175, 197, 120)
    meridians = [warp(np.full(60, float(lon)), lats) for lon in range(-150, 181, 30)]
    parallels = [warp(lons, np.full(120, float(lat))) for lat in range(-40, 81, 20)]
    bent = [LineString(np.column_stack(line)).simplify(0.6) for line in (*meridians, *parallels)]
    return [geometry.tenths(line.coords) for line in bent]
