"""Places on the classic board that were set by hand: badges, names, sea lines, islands, lakes."""

from __future__ import annotations

from typing import NamedTuple

Spot = tuple[float, float]
Waypoint = tuple[float, float] | tuple[float, float, str]


class Enlarged(NamedTuple):
    """An island too small to click: how far it is stretched, moved and thickened, in units."""

    wide: float
    high: float
    dx: float
    dy: float
    thicker: float


ISLANDS = {
    "ice": Enlarged(1.80, 1.75, 4, 3, 0.0),
    "gbr": Enlarged(1.22, 1.18, -9, -1, 0.3),
    "jap": Enlarged(1.55, 1.35, 9, 2, 2.4),
    "mad": Enlarged(1.60, 1.25, 10, 3, 0.0),
    "ngu": Enlarged(1.28, 1.28, 8, -1, 0.6),
}

# How many polygons of a territory are drawn at most; the rest would be specks.
MOST_POLYGONS = {
    "jap": 4, "sia": 1, "grn": 1, "egy": 1, "ven": 2, "mad": 1, "ice": 1,
    "gbr": 2, "que": 3, "alb": 2, "mea": 2, "sca": 1, "wus": 1, "eus": 1,
}  # fmt: skip

# Names that are set in two lines.
TWO_LINES = ("cam", "eus", "wus", "weu", "eau", "wau")

# Lakes that are drawn, by a point (lon, lat) near their middle.
LAKES: tuple[Spot, ...] = (
    (-87.8, 47.5), (-82.3, 45.0), (-86.8, 44.0), (-81.2, 42.2), (-77.7, 43.7),
    (-97.8, 52.6), (107.7, 53.4), (32.9, -1.1), (31.5, 60.9),
)  # fmt: skip

# Where a badge should sit (lon, lat); it is still moved to clear ground.
BADGES: dict[str, Spot] = {
    "ala": (-153, 65.8),
    "cam": (-101.5, 21.5),
    "eus": (-87, 38.6),
    "grn": (-41, 73),
    "nwt": (-124, 64.3),
    "ont": (-89, 51.3),
    "que": (-72, 54.4),
    "wus": (-111.5, 42.2),
    "arg": (-64.5, -33.5),
    "per": (-66, -16),
    "ven": (-73.0, 5.2),
    "gbr": (-1.8, 52.6),
    "neu": (12.5, 52.6),
    "sca": (16.5, 66.6),
    "seu": (21.6, 43.0),
    "ukr": (41, 54.5),
    "weu": (2.0, 46.6),
    "eaf": (37, 9.3),
    "egy": (16.5, 27.3),
    "naf": (0, 21.5),
    "afg": (63, 42.5),
    "chi": (106, 34.6),
    "ind": (78, 24.5),
    "irk": (103.5, 57.9),
    "kam": (171, 66.6),
    "mea": (44.5, 26.5),
    "mon": (108, 47.2),
    "sia": (103, 16),
    "sib": (93, 63),
    "ura": (68, 61.5),
    "yak": (128, 67.2),
    "eau": (146, -24.5),
    "wau": (123, -23.5),
}

# The middle of a name, seen from its badge, where the best of the usual places is not good.
NAMES: dict[str, Spot] = {
    "ala": (0, 18),
    "cam": (0, -23),
    "eus": (2, 22.5),
    "nwt": (61, 0),
    "ont": (0, -17.5),
    "wus": (0, 22.5),
    "per": (-27, -27),
    "ven": (40, -3),
    "gbr": (-58, 13),
    "ice": (-5, 21.5),
    "neu": (4, 18.5),
    "sca": (-1, 18),
    "seu": (-3, -18),
    "weu": (-23, 31),
    "eaf": (0, 18),
    "egy": (30, 0),
    "mad": (41, 1),
    "irk": (1, 17.5),
    "jap": (29, 0),
    "kam": (-1, 18),
    "sia": (0, -17.5),
    "ura": (0, 18),
    "ino": (46, -21),
    "ngu": (13, -25),
    "wau": (0, 22.5),
}

# The one sea line that leaves the map: where it starts on either side of the Bering Strait.
AROUND = ("ala", (-161.5, 64.9)), ("kam", (185.5, 66.6))

# Sea lines through (lon, lat); a third entry ties the point to an enlarged island.
SEA_WAYS: dict[tuple[str, str], tuple[Waypoint, ...]] = {
    ("nwt", "grn"): ((-69, 67.5), (-60, 69.6), (-45, 70.5)),
    ("ont", "grn"): (
        (-88.5, 55.5), (-85.5, 59.6), (-79.8, 63.0), (-74.5, 63.3), (-69, 61.7), (-62, 60.9),
        (-48, 62.5),
    ),
    ("que", "grn"): ((-62.5, 56.5), (-55, 57.8), (-46, 61.2)),
    ("grn", "ice"): ((-34, 67.5), (-28, 67.0), (-21, 65.5, "ice")),
    ("ice", "gbr"): ((-15.6, 64.7, "ice"), (-10.2, 61.6), (-4.6, 57.9, "gbr")),
    ("ice", "sca"): ((-16, 65.4, "ice"), (-3, 65.9), (8.5, 62.8)),
    ("gbr", "sca"): ((-3.0, 57.4, "gbr"), (2, 58.9), (7.5, 59.3)),
    ("gbr", "neu"): ((0.2, 52.6, "gbr"), (3.6, 53.6), (8.0, 52.8)),
    ("gbr", "weu"): ((-3.6, 51.2, "gbr"), (-3.3, 49.7), (-2.4, 47.9)),
    ("sca", "neu"): ((14.2, 56.2), (14.6, 55.0), (15.4, 53.6)),
    ("weu", "naf"): ((-3.6, 38.0), (-3.6, 36.0), (-4.2, 34.2)),
    ("seu", "naf"): ((13.9, 37.4), (11.6, 37.2), (9.2, 36.0)),
    ("seu", "egy"): ((22.3, 37.6), (23.6, 34.8), (23.0, 31.6)),
    ("bra", "naf"): ((-37, -6.5), (-27, 1.0), (-11.5, 7.0)),
    ("eaf", "mea"): ((42.0, 11.0), (44.6, 14.0)),
    ("eaf", "mad"): ((39, -9.5), (43.5, -11.2), (48.3, -15.4, "mad")),
    ("saf", "mad"): ((34.5, -20.5), (39.5, -21.8), (44.8, -21.0, "mad")),
    ("kam", "jap"): ((136.0, 46.0), (138.8, 45.0), (141.6, 43.0, "jap")),
    ("mon", "jap"): ((128.4, 36.6), (131.0, 36.4), (133.5, 34.8, "jap")),
    ("sia", "ino"): ((102.6, 3.2), (102.9, 1.2), (102.5, -1.2)),
    ("ino", "ngu"): ((120.4, -2.6), (126.0, -4.6), (133.5, -2.8, "ngu")),
    ("ino", "wau"): ((112.8, -7.4), (117.4, -12.6), (124.0, -20.0)),
    ("ngu", "wau"): ((139.2, -7.0, "ngu"), (136.6, -9.6), (133.4, -13.6)),
    ("ngu", "eau"): ((145.8, -8.0, "ngu"), (147.0, -12.6), (143.2, -15.5)),
}  # fmt: skip
