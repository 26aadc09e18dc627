"""Games as tables: every throw, battle, turn and territory in pandas, also of a game going on.

>>> import risknb as rk
>>> game = rk.Game(["Ada", "Ben", "Cleo"], edition="2018", seed=7)
>>> int(rk.frames.turns(game)["armies"].sum())
0

Every function takes one game, several, or a mapping of ids to games. ``dictionary()`` says what
the columns mean.
"""

from .columns import TABLES, FrameError, cast, dictionary, dictionary_text, need, table_of
from .fighting import battles, rolls
from .files import Pool, export, pool, read, read_tables, tables
from .holding import continents, territories, turns
from .people import games, players, steps

__all__ = [
    "TABLES",
    "FrameError",
    "Pool",
    "battles",
    "cast",
    "continents",
    "dictionary",
    "dictionary_text",
    "export",
    "games",
    "need",
    "players",
    "pool",
    "read",
    "read_tables",
    "rolls",
    "steps",
    "table_of",
    "tables",
    "territories",
    "turns",
]


def __dir__() -> list[str]:
    return sorted(__all__)
