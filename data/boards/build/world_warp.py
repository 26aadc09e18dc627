"""From degrees to the classic board's 1000 x 600 units, with room where the small lands are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from geometry import Coords
from shapely.geometry.base import BaseGeometry

WIDTH, HEIGHT = 1000, 600

# Wanted units a degree (relative) at some longitudes, for northern and southern rows: the north
# widens Europe and narrows the Atlantic, the south narrows the Pacific.
NORTHERN = (
    (-169, 2.4), (-140, 2.5), (-122, 3.2), (-75, 3.2), (-58, 2.2), (-45, 1.6), (-28, 1.5),
    (-20, 2.2), (-10, 3.7), (5, 4.2), (35, 3.9), (52, 3.2), (70, 2.8), (100, 2.7), (135, 2.6),
    (150, 2.3), (191, 1.9),
)  # fmt: skip
SOUTHERN = (
    (-169, 2.0), (-112, 2.1), (-92, 3.1), (-75, 3.35), (-36, 3.3), (-28, 2.5), (-20, 3.1),
    (-8, 3.6), (40, 3.6), (50, 3.1), (62, 2.9), (75, 3.1), (95, 3.0), (110, 3.1), (152, 3.1),
    (160, 1.8), (191, 1.3),
)  # fmt: skip
UPWARD = (
    (-57, 2.6), (-42, 3.0), (-35, 3.5), (-10, 3.7), (0, 3.7), (15, 3.8), (28, 4.1), (38, 5.0),
    (48, 5.5), (60, 5.4), (68, 4.8), (74, 3.2), (84, 2.0),
)  # fmt: skip


class Lens(NamedTuple):
    """Enlarges the map around a point, fading out; a strength above 2.24 would fold it."""

    x: float
    y: float
    strength: float
    wide: float
    high: float

    def over(self, x: Coords, y: Coords) -> tuple[Coords, Coords]:
        """Return the points moved away from the lens's centre."""
        dx, dy = x - self.x, y - self.y
        grow = 1 + self.strength * np.exp(-((dx / self.wide) ** 2 + (dy / self.high) ** 2) / 2)
        return self.x + dx * grow, self.y + dy * grow


# Europe, Central America, Oceania; centres in degrees
LENSES = (
    Lens(14, 49, 0.26, 110, 78),
    Lens(-91, 17, 0.50, 48, 40),
    Lens(118, 0, 0.38, 98, 80),
)


def warp(lon: Coords, lat: Coords) -> tuple[Coords, Coords]:
    """Return x and y of points given in degrees; longitudes run from -169 to 191."""
    x, y = _flat(lon, lat)
    for lens in _LENSES_IN_PLACE:
        x, y = lens.over(x, y)
    return x, y


def spot(lon: float, lat: float) -> tuple[float, float]:
    """Return x and y of one point."""
    x, y = warp(np.array(lon, float), np.array(lat, float))
    return float(x), float(y)


def warped(shape: BaseGeometry) -> BaseGeometry:
    """Return a shape in units; long straight borders are bent like everything else."""
    dense = shapely.segmentize(shape, 0.5)
    return shapely.transform(dense, lambda c: np.column_stack(warp(c[:, 0], c[:, 1])))


def _scale(density: tuple[tuple[float, float], ...], low: float, high: float,
           first: float, last: float) -> tuple[Coords, Coords]:  # fmt: skip
    """Return degrees and their places so that every degree gets the room its density asks for."""
    degrees = np.linspace(low, high, 3601)
    knots = np.array(density, float)
    room = np.interp(degrees, knots[:, 0], knots[:, 1])
    place = np.concatenate([[0], np.cumsum((room[1:] + room[:-1]) / 2)])
    return degrees, first + (last - first) * place / place[-1]


_NORTH = _scale(NORTHERN, -169.5, 191, 16, 983)
_SOUTH = _scale(SOUTHERN, -169.5, 191, 16, 986)
_UP = _scale(UPWARD, -57, 84, HEIGHT - 12, 12)


def _flat(lon: Coords, lat: Coords) -> tuple[Coords, Coords]:
    """Return the points before the lenses; between 36 N and 4 S the rows blend."""
    t = np.clip((36 - lat) / 40, 0, 1)
    south = t * t * (3 - 2 * t)
    x = (1 - south) * np.interp(lon, *_NORTH) + south * np.interp(lon, *_SOUTH)
    return x, np.interp(lat, *_UP)


def _in_place() -> tuple[Lens, ...]:
    """Return the lenses with their centres in units, each moved by the lenses before it."""
    placed: list[Lens] = []
    for lens in LENSES:
        x, y = _flat(np.array(lens.x, float), np.array(lens.y, float))
        for before in placed:
            x, y = before.over(x, y)
        placed.append(lens._replace(x=float(x), y=float(y)))
    return tuple(placed)


_LENSES_IN_PLACE = _in_place()
