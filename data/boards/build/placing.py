"""Where badges and names go: on clear ground, and never on top of each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import shapely
from geometry import Lands, inscribed, largest
from shapely import Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

Spot = tuple[float, float]

BADGE_RADIUS = 12
FONT_SIZE = 8.6
LINE_HEIGHT = 9.2
NARROW, WIDE = "ilIjtfr ", "mMWw"


def badge(land: BaseGeometry, wanted: Spot | None) -> Spot:
    """Return the point of *land* nearest to the *wanted* one that keeps clear of its border."""
    mainland = largest(land)
    centre, radius = inscribed(mainland)
    core = mainland.buffer(-min(14.5, radius * 0.93))
    target = Point(wanted) if wanted else mainland.centroid
    spot = centre if core.is_empty else Point(shapely.shortest_line(core, target).coords[0])
    return round(spot.x, 1), round(spot.y, 1)


@dataclass
class Names:
    """Places names beside badges, the most cramped territory first."""

    lands: Lands
    badges: dict[str, Spot]
    lines: dict[str, list[str]]
    offsets: dict[str, Spot]
    size: Spot
    chip: float = 0.0
    """How far the owner's letter reaches out at the left of a badge."""
    _taken: list[Polygon] = field(default_factory=list)

    def placed(self) -> dict[str, tuple[Spot, bool]]:
        """Return for each territory the middle of its name, and whether that lies at sea."""
        land = unary_union(list(self.lands.values()))
        radius = {code: inscribed(largest(shape))[1] for code, shape in self.lands.items()}
        found: dict[str, tuple[Spot, bool]] = {}
        for code in sorted(self.lands, key=radius.__getitem__):
            dx, dy = min(
                enumerate(self._offsets(code)),
                key=lambda choice: self._cost(code, choice[1], land) + 0.012 * choice[0],
            )[1]
            frame = self._box(code, (dx, dy))
            self._taken.append(frame)
            x, y = self.badges[code]
            at_sea = frame.intersection(land).area / frame.area <= 0.5
            found[code] = (round(x + dx, 1), round(y + dy, 1)), at_sea
        return found

    def _offsets(self, code: str) -> Iterator[Spot]:
        """Yield places for a name, seen from its badge: below, above, right, left."""
        if code in self.offsets:
            yield self.offsets[code]
            return
        width, height = self._extent(code)
        for dy in (BADGE_RADIUS + 2.2 + height / 2, -(BADGE_RADIUS + 2.2 + height / 2)):
            for dx in (0, -6, 6, -12, 12, -18, 18):
                yield dx, dy
        left = -(BADGE_RADIUS + 3 + width / 2 + self.chip)
        for dx in (BADGE_RADIUS + 3 + width / 2, left):
            for dy in (0, -6, 6, -12, 12):
                yield dx, dy

    def _cost(self, code: str, offset: Spot, land: BaseGeometry) -> float:
        """Weigh a place: foreign land is bad, sea less so, other names and badges worst."""
        frame = self._box(code, offset)
        on_own = frame.intersection(self.lands[code]).area / frame.area
        on_land = frame.intersection(land).area / frame.area
        marks = [self._mark(spot) for spot in self.badges.values()]
        covered = sum(frame.intersection(mark).area for mark in [*marks, *self._taken])
        outside = frame.bounds[0] < 3 or frame.bounds[2] > self.size[0] - 3
        return (
            3.0 * (on_land - on_own)
            + 0.9 * (1 - on_land)
            + 0.02 * abs(offset[0])
            + 8 * covered / frame.area
            + 20 * outside
        )

    def _mark(self, spot: Spot) -> BaseGeometry:
        disc = Point(spot).buffer(BADGE_RADIUS + 1)
        x, y = spot
        chip = box(x - BADGE_RADIUS - self.chip, y - 8, x, y + 8)
        return disc.union(chip) if self.chip else disc

    def _extent(self, code: str) -> Spot:
        lines = self.lines[code]
        return max(map(text_width, lines)), LINE_HEIGHT * len(lines)

    def _box(self, code: str, offset: Spot) -> Polygon:
        (width, height), (x, y) = self._extent(code), self.badges[code]
        x, y = x + offset[0], y + offset[1]
        return box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def text_width(text: str) -> float:
    """Return about how wide *text* is in bold letters of the map's size."""
    letters = (0.33 if c in NARROW else 0.86 if c in WIDE else 0.58 for c in text)
    return sum(letters) * FONT_SIZE
