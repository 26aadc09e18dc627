"""The class: seeds for everyone, the short game, a pupil's export and the pool of all exports."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

import pandas as pd

from .. import frames
from ..frames import FrameError, Pool
from ..game import Game
from ..seeds import derive
from . import workbook
from .classdata import games_in
from .numbers import is_open
from .plots import choose
from .questions import LessonError
from .telling import Note
from .trials import clean_alias, rolls_in, table_of_rolls

#: Seeds short enough to be read out and typed in.
SEEDS: Final = 1_000_000
BOARDS: Final = {"duel": ("rusher",), "archipelago": ("rusher", "turtle")}
#: The first game of all: its territories are dealt, so that the same seed is the same deal, and it
#: goes without cards, so that its rules fit into a few lines.
OPTIONS: Final[dict[str, dict[str, Any]]] = {"duel": {"setup": "deal", "cards": False}}
NAMES: Final = {"rusher": "Rex", "turtle": "Tess", "builder": "Bea", "planner": "Paula"}


def class_seed(name: str, pupil: Any = None) -> int:
    """A seed for a whole class: the same for everyone, or with *pupil* another for everybody.

    Whoever has no alias yet (``...``) gets a seed of their own as well, by chance; it stays the
    same in this folder. Otherwise all who write no code would hand in the same dice.

    >>> class_seed("7b monday") == class_seed("  7B Monday ")
    True
    >>> class_seed("7b monday", "fox") == class_seed("7b monday", "owl")
    False
    """
    own = "" if pupil is None else workbook.current().own_luck() if is_open(pupil) else pupil
    words = [" ".join(str(part).split()).casefold() for part in (name, own)]
    if not words[0]:
        raise LessonError("a class needs a name, like 7b monday")
    return int(derive("\n".join(words), "class"), 16) % SEEDS


def short_game(
    player: str = "You",
    *,
    seed: int | str | None = None,
    board: str = "duel",
    against: Sequence[str] | None = None,
    played_by: str | None = None,
) -> Game:
    """A game of about ten minutes on a small board against bots.

    "duel" has six territories, which are dealt, one bot and no cards; "archipelago" has more of
    all. ``rk.play(game)`` shows it; with *played_by* a bot plays your part too, and the game is
    over at once.
    """
    if board not in BOARDS:
        raise LessonError(f"short games are on {' or '.join(BOARDS)}, not on {str(board)[:20]}")
    bots = BOARDS[board] if against is None else tuple(against)
    names = _names(bots, player)
    seats: dict[str | int, Any] = dict(zip(names, bots, strict=True))
    if played_by is not None:
        seats[player] = played_by
    options = OPTIONS.get(board)
    game = Game(
        [player, *names], edition="2018", board=board, seed=seed, bots=seats, options=options
    )
    return game.play()


def _names(bots: Sequence[str], player: str) -> list[str]:
    """A name for every bot, unlike all others at the table."""
    names = [player]
    for at, bot in enumerate(bots, 1):
        name = NAMES.get(bot.split(":")[0], f"Bot {at}")
        names.append(f"{name} {at}" if name in names else name)
    return names[1:]


# -- files ---------------------------------------------------------------------------------------
def export(
    data: Game | pd.DataFrame, alias: Any = ..., folder: str | os.PathLike[str] = "."
) -> Note:
    """Write your data for the class pool: one small file with your alias, no names, no times.

    *data* is a game or your throws. Without an alias nothing is written.
    """
    if is_open(alias):
        return Note("Nothing written yet. Choose an alias first, not your name: fox-7, say.")
    name = clean_alias(alias)
    table = _own_rolls(data, name)
    if table.empty:
        return Note("Nothing written: there are no throws yet.")
    target = Path(folder) / f"{name}-{table['game'].iloc[0][-8:]}.csv"
    target.parent.mkdir(parents=True, exist_ok=True)
    table.to_csv(target, index=False)
    return Note(f"{len(table)} throws written to {target.name}. Hand this file in.")


def _own_rolls(data: Game | pd.DataFrame, alias: str) -> pd.DataFrame:
    """The rolls of a game with aliases for all players, or throws under an alias."""
    if isinstance(data, pd.DataFrame):
        return table_of_rolls(rolls_in(data), alias=alias)
    rolls = frames.rolls(data)
    rename = {name: alias if seat == 0 else f"bot-{seat}" for seat, name in enumerate(data.players)}
    for column in ("attacker", "defender"):
        rolls[column] = rolls[column].astype("str").map(lambda name: rename.get(name, name))
    return frames.cast("rolls", rolls)


@dataclass(frozen=True)
class ClassPool(Pool):
    """The pool of a class; *instead_of* says what the sample class stands in for."""

    instead_of: str = ""

    def __str__(self) -> str:
        if not self.instead_of:
            return super().__str__()
        return f"No {self.instead_of} yet. The sample class: {super().__str__()}"


def pool(
    pattern: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    *,
    wanted: str | Sequence[str] = (),
) -> ClassPool:
    """All exports of the class as one table; without a pattern the sample class that ships.

    Put the files into a folder and give ``"folder/*.csv"``. A game handed in twice is taken once;
    files that cannot be used are left out. Both are said in ``.refused``. Where nothing matches
    the sample class is taken, and the pool says so: absent pupils can work too. *wanted*: what a
    lesson needs, ``"games"`` or throws such as ``"3:2"``; files without any of it are not enough.
    """
    if pattern is not None:
        try:
            found = ClassPool(**vars(frames.pool(pattern)))
        except FrameError as problem:
            if not isinstance(pattern, (str, os.PathLike)) or _has_files(pattern):
                raise LessonError(str(problem)) from None
            return _sample(f"files in {os.fspath(pattern)}")
        kinds = [wanted] if isinstance(wanted, str) else [*wanted]
        if not kinds or any(_holds(found.frame, kind) for kind in kinds):
            return found
        words = " or ".join(kind if kind == "games" else f"throws of {kind}" for kind in kinds)
        return _sample(f"{words} in {_told(pattern)}")
    return _sample()


def _sample(instead_of: str = "") -> ClassPool:
    """The sample class that ships."""
    with as_file(files("risknb.data") / "class") as folder:
        found = frames.pool(Path(folder) / "*.csv")
    return ClassPool(**vars(found), instead_of=instead_of)


def _holds(rolls: pd.DataFrame, wanted: str) -> bool:
    """Whether throws of a kind are there, like "3:2", or throws made in "games"."""
    if wanted == "games":
        return not games_in(rolls).empty
    attack, defend = map(int, wanted.split(":"))
    return not choose(rolls, attack, defend).empty


def _told(pattern: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> str:
    return os.fspath(pattern) if isinstance(pattern, (str, os.PathLike)) else "these files"


def _has_files(pattern: str | os.PathLike[str]) -> bool:
    place = Path(os.fspath(pattern))
    return any(place.iterdir()) if place.is_dir() else any(place.parent.glob(place.name))
