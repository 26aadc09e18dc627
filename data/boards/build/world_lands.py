"""Which land belongs to which territory of the classic board, in Natural Earth's names."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

Spot = tuple[float, float]

NOWHERE = ""
ANY = "*"


class Region(NamedTuple):
    """Polygons of *country* whose middle lies within the limits belong to *territory*."""

    country: str
    territory: str
    west: float = -inf
    east: float = inf
    south: float = -inf
    north: float = inf

    def holds(self, country: str, lon: float, lat: float) -> bool:
        """Tell whether a polygon of *country* around a point is meant."""
        within = self.west < lon < self.east and self.south < lat < self.north
        return within and self.country in (country, ANY)


# Detached polygons that do not follow their country; the first region that holds one decides.
# Mostly islands too far away to draw.
REGIONS = (
    Region("France", "ven", east=-50, north=6.5),
    Region("France", NOWHERE, east=-40),
    Region("France", NOWHERE, north=30),
    Region("France", NOWHERE, west=15),
    Region("Norway", NOWHERE, south=72.5),
    Region("Norway", NOWHERE, east=0),
    Region("Spain", NOWHERE, east=-12),
    Region("Spain", NOWHERE, north=35.8),
    Region("Portugal", NOWHERE, east=-12),
    Region("Netherlands", NOWHERE, east=-20),
    Region("Chile", NOWHERE, east=-90),
    Region("Ecuador", NOWHERE, east=-85),
    Region("United States of America", NOWHERE, east=-150, north=30),
    Region("United States of America", "ala", west=-169, east=-129, south=50),
    Region("United States of America", NOWHERE, east=-169, south=50),
    Region("United States of America", NOWHERE, west=0, south=50),
    Region("Canada", "nwt", south=60),
    Region("Russia", "ukr", east=25),
    Region("Russia", NOWHERE, south=79),
    Region("Russia", "ura", west=50, east=70, south=70),
    Region("Indonesia", "ngu", west=130.2, south=-7),
    Region("Indonesia", "ngu", west=137),
    Region("Indonesia", "ino"),
    Region("Malaysia", "sia", east=106),
    Region("Malaysia", "ino"),
    Region("Japan", NOWHERE, north=30.5),
    Region("Australia", NOWHERE, north=-50),
    Region("Australia", NOWHERE, east=110),
    Region("Australia", NOWHERE, west=158),
    Region("New Zealand", NOWHERE, north=-48),
    Region("New Zealand", NOWHERE, south=-33),
    Region("New Zealand", NOWHERE, east=0),
    Region("Heard I. and McDonald Is.", NOWHERE),
    Region("S. Geo. and the Is.", NOWHERE),
    Region("Saint Helena", NOWHERE),
    Region("Br. Indian Ocean Ter.", NOWHERE),
    Region("Antarctica", NOWHERE),
    Region("Fr. S. Antarctic Lands", NOWHERE),
    Region(ANY, NOWHERE, west=185),
    Region(ANY, NOWHERE, east=-168.5),
)

# Countries that are cut, along lines (lon, lat) whose ends run past the border on purpose.
CUTS: dict[str, tuple[tuple[Spot, ...], ...]] = {
    "Canada": (
        # the 60th parallel: Northwest Territory | Alberta, Ontario
        ((-145, 60), (-94, 60)),
        # Saskatchewan | Manitoba, which parts Alberta | Ontario
        ((-102, 60), (-102, 55.8), (-101.36, 48.5)),
        # the Ottawa river: Ontario | Quebec
        (
            (-79.5, 52.2), (-79.5, 47.4), (-79, 46.6), (-78.8, 46.35), (-77.4, 46.1),
            (-76.8, 45.85), (-76.4, 45.5), (-74.6, 45.63), (-74.4, 45.5), (-74.2, 44.7),
        ),
    ),
    "United States of America": (
        # Red River, Missouri, 40th parallel, Colorado | Kansas, New Mexico | Texas
        (
            (-97.2, 49.6), (-96.8, 46.65), (-96.55, 46), (-96.5, 43.5), (-96.6, 42.7),
            (-95.93, 41.47), (-95.35, 40), (-102.05, 40), (-102.05, 37), (-103, 37), (-103.06, 32),
            (-106.6, 32), (-106.5, 31.2),
        ),
    ),
    "Australia": (
        # Western Australia with the Northern Territory | the rest
        ((138, -15.5), (138, -26), (129, -26), (129, -33)),
    ),
    "Russia": (
        # Ukraine | Ural: along the mountains
        (
            (68.6, 70.2), (67, 68.75), (65.6, 67.9), (63, 66.6), (60.4, 65.2), (59.4, 63.8),
            (59.3, 62), (59.4, 60.2), (58.7, 58.8), (59.3, 57.3), (58.4, 55.8), (57.4, 54.6),
            (58.5, 53), (58.9, 51.6), (59.8, 49.8),
        ),
        # Ural | Siberia: the divide of Ob and Yenisei, which goes on through Kazakhstan
        (
            (80, 74.5), (80.6, 72.6), (82.6, 70.6), (83.4, 68), (84.6, 65), (84, 62.6),
            (80.5, 60.9), (77.2, 59.6), (76.2, 57.6), (76.6, 55.4), (78.2, 53), (80, 51.6),
            (81.6, 50.2),
        ),
        # Siberia | Yakutsk
        (
            (113.8, 75.2), (112.6, 73.4), (109.6, 72.1), (106.4, 70.2), (106.6, 67), (108.2, 64.8),
            (106.8, 63.2),
        ),
        # Siberia | Irkutsk
        (
            (106.8, 63.2), (104.4, 61.4), (102.6, 58.9), (98.6, 57.6), (96.8, 55.6), (97.2, 53.8),
            (98.7, 52.3), (98.3, 50.8), (98.2, 49.2),
        ),
        # Irkutsk | Yakutsk
        (
            (106.8, 63.2), (109.4, 61.3), (110.4, 59.6), (114, 59.7), (117.4, 59.4), (119.2, 58.2),
            (121.4, 56.6),
        ),
        # Yakutsk | Kamchatka
        (
            (121.4, 56.6), (124.5, 55.8), (128.5, 55.6), (131.6, 56.2), (134.6, 58.2),
            (138.4, 59.8), (140.8, 61.8), (143.4, 63.8), (147, 64.8), (151.6, 65.6), (156.2, 66.8),
            (159.8, 68.4), (162, 69.3), (163.2, 70.8),
        ),
        # Irkutsk | Kamchatka
        ((121.4, 56.6), (120.5, 55.2), (121, 54.2), (121.6, 52.4)),
    ),
    "Kazakhstan": (
        # Ural | Siberia, continued to China so that both touch it
        ((78.2, 53), (80, 51.6), (81.6, 50.2), (83, 49), (83.9, 48), (84.8, 46.4)),
        # Afghanistan | Ural
        (
            (60.6, 52.2), (62.2, 50.4), (64.6, 49), (67.6, 47.6), (70.6, 46), (73.6, 44.8),
            (76.6, 43.8), (79, 42.9), (81.2, 42.3),
        ),
    ),
    "China": (
        # China | Mongolia: Gobi, Great Wall, the sea
        (
            (95.6, 43.6), (97.2, 42.2), (100.4, 41), (103.6, 39.8), (107, 39.4), (110.6, 40.2),
            (114.2, 41.2), (117.4, 40.9), (119.6, 40.1), (120.6, 39.2),
        ),
    ),
}  # fmt: skip

# A point inside each piece of a cut country says whose it is.
SEEDS: dict[str, dict[str, tuple[Spot, ...]]] = {
    "Canada": {
        "nwt": ((-115, 64),),
        "alb": ((-114, 55),),
        "ont": ((-90, 51),),
        "que": ((-72, 52),),
    },
    "United States of America": {
        "wus": ((-112, 40),),
        "eus": ((-85, 36),),
        "ala": ((-150, 65),),
    },
    "Australia": {
        "wau": ((122, -26),),
        "eau": ((146, -28),),
    },
    "Russia": {
        "ukr": ((40, 56),),
        "ura": ((67, 60),),
        "sib": ((95, 62),),
        "yak": ((125, 65),),
        "irk": ((108, 54),),
        "kam": ((135, 50), (160, 65)),
    },
    "Kazakhstan": {
        "afg": ((58, 47),),
        "ura": ((72, 51),),
        "sib": ((84.5, 49),),
    },
    "China": {
        "chi": ((105, 33),),
        "mon": ((125, 45),),
    },
}

# Whole countries.
COUNTRIES = {
    "cam": (
        "Mexico; Guatemala; Belize; El Salvador; Honduras; Nicaragua; Costa Rica; Panama; "
        "Cuba; Jamaica; Haiti; Dominican Rep.; Puerto Rico; Bahamas; Turks and Caicos Is.; "
        "Cayman Is.; U.S. Virgin Is.; British Virgin Is.; Anguilla; St-Martin; Sint Maarten; "
        "St-Barthélemy; St. Kitts and Nevis; Antigua and Barb.; Montserrat; Dominica; "
        "Saint Lucia; St. Vin. and Gren.; Grenada; Barbados"
    ),
    "eus": "Bermuda",
    "grn": "Greenland",
    "que": "St. Pierre and Miquelon",
    "arg": "Argentina; Chile; Uruguay; Paraguay; Falkland Is.; S. Geo. and the Is.",
    "bra": "Brazil",
    "per": "Peru; Ecuador; Bolivia",
    "ven": "Venezuela; Colombia; Guyana; Suriname; Trinidad and Tobago; Aruba; Curaçao",
    "gbr": "United Kingdom; Ireland; Isle of Man; Jersey; Guernsey; Faeroe Is.",
    "ice": "Iceland",
    "neu": (
        "Germany; Poland; Denmark; Netherlands; Belgium; Luxembourg; Switzerland; "
        "Liechtenstein; Austria; Czechia; Slovakia"
    ),
    "sca": "Norway; Sweden; Finland; Åland",
    "seu": (
        "Italy; San Marino; Vatican; Malta; Slovenia; Croatia; Bosnia and Herz.; Serbia; "
        "Kosovo; Montenegro; Albania; Macedonia; Greece; Bulgaria; Romania; Hungary"
    ),
    "ukr": "Ukraine; Belarus; Moldova; Estonia; Latvia; Lithuania; Georgia; Armenia; Azerbaijan",
    "weu": "France; Spain; Portugal; Andorra; Monaco",
    "con": (
        "Dem. Rep. Congo; Congo; Gabon; Eq. Guinea; Cameroon; Central African Rep.; "
        "São Tomé and Principe"
    ),
    "eaf": (
        "Sudan; S. Sudan; Ethiopia; Eritrea; Djibouti; Somalia; Somaliland; Kenya; Uganda; "
        "Rwanda; Burundi; Tanzania; Seychelles"
    ),
    "egy": "Egypt; Libya",
    "mad": "Madagascar; Comoros; Mauritius",
    "naf": (
        "Morocco; W. Sahara; Algeria; Tunisia; Mauritania; Mali; Niger; Chad; Senegal; "
        "Gambia; Guinea-Bissau; Guinea; Sierra Leone; Liberia; Côte d'Ivoire; Burkina Faso; "
        "Ghana; Togo; Benin; Nigeria; Cabo Verde"
    ),
    "saf": (
        "South Africa; Lesotho; eSwatini; Namibia; Botswana; Zimbabwe; Mozambique; Zambia; "
        "Malawi; Angola; Saint Helena"
    ),
    "afg": "Afghanistan; Uzbekistan; Turkmenistan; Tajikistan; Kyrgyzstan",
    "chi": "Taiwan; Hong Kong; Macao",
    "ind": (
        "India; Pakistan; Nepal; Bhutan; Bangladesh; Sri Lanka; Maldives; Siachen Glacier; "
        "Br. Indian Ocean Ter."
    ),
    "jap": "Japan",
    "mea": (
        "Turkey; Cyprus; N. Cyprus; Syria; Lebanon; Israel; Palestine; Jordan; Iraq; Iran; "
        "Kuwait; Saudi Arabia; Bahrain; Qatar; United Arab Emirates; Oman; Yemen"
    ),
    "mon": "Mongolia; North Korea; South Korea",
    "sia": "Myanmar; Thailand; Laos; Cambodia; Vietnam; Singapore",
    "eau": (
        "New Zealand; New Caledonia; Vanuatu; Fiji; Tonga; Samoa; American Samoa; Niue; "
        "Norfolk Island; Cook Is.; Wallis and Futuna Is.; Fr. Polynesia; Pitcairn Is."
    ),
    "ino": (
        "Philippines; Brunei; Timor-Leste; Palau; Indian Ocean Ter.; Guam; N. Mariana Is.; "
        "Micronesia"
    ),
    "ngu": "Papua New Guinea; Solomon Is.; Nauru; Marshall Is.; Kiribati",
    "wau": "Ashmore and Cartier Is.; Heard I. and McDonald Is.",
}

TERRITORY_OF = {country: code for code, some in COUNTRIES.items() for country in some.split("; ")}


def territory_of(country: str, lon: float, lat: float) -> str | None:
    """Return whose a detached polygon is, NOWHERE if it is left out, None if the table is silent.

    >>> territory_of("Japan", 139, 36), territory_of("Japan", 128, 26)
    ('jap', '')
    """
    for region in REGIONS:
        if region.holds(country, lon, lat):
            return region.territory
    return TERRITORY_OF.get(country)
