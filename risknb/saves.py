"""Where games are kept: one folder of files, and the newest unfinished game in it."""

from __future__ import annotations

import os
import re
import time
import warnings
from collections.abc import Iterator
from importlib.resources import as_file, files
from itertools import count
from pathlib import Path

from .board import Board
from .dice import Dice
from .game import Game
from .record import SaveError, remove_key

SUFFIX = ".rgn"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def folder() -> Path:
    """The folder of saved games: ``$RISKNB_SAVES``, or ``risknb-games`` where the notebook runs."""
    return Path(os.environ.get("RISKNB_SAVES") or "risknb-games").expanduser()


def path_of(name: str) -> Path:
    """The file of a saved game by its name, never outside the folder.

    :raises ValueError: a name has other than letters, digits, dots, lines and dashes.
    """
    if not NAME.fullmatch(name):
        raise ValueError(f"a saved game's name has letters, digits, '.', '_', '-': {name[:70]!r}")
    return folder() / f"{name.removesuffix(SUFFIX)}{SUFFIX}"


def new_path(game: Game) -> Path:
    """An empty file for a new game, named after its edition, mode and the time.

    It is there at once, so that no other notebook that begins in the same second takes its name.

    :raises SaveError: the folder cannot be made or written to.
    """
    edition = re.sub(r"[^A-Za-z0-9]+", "-", game.rules.edition)[:20].strip("-")
    stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{edition}-{game.rules.mode}"
    try:
        folder().mkdir(parents=True, exist_ok=True)
        return next(path for path in _numbered(stem) if _taken(path))
    except OSError as problem:
        raise SaveError(f"{folder()} cannot be written: {problem.strerror}") from None


def _numbered(stem: str) -> Iterator[Path]:
    return (folder() / f"{stem}-{number}{SUFFIX}" for number in count(1))


def _taken(path: Path) -> bool:
    """Make a file, and tell whether nobody else had made it."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def unfinished() -> list[Path]:
    """The files of games still going on, the newest first: they have a key beside them."""
    found = [path for path in folder().glob(f"*{SUFFIX}") if os.path.isfile(f"{path}.key")]
    there = [path for path in found if path.is_file()]
    return sorted(there, key=os.path.getmtime, reverse=True)


def resume(
    path: str | os.PathLike[str] | None = None,
    *,
    board: str | os.PathLike[str] | Board | None = None,
    deck: str | os.PathLike[str] | None = None,
    dice: Dice | None = None,
) -> Game:
    """Go on with a saved game: the newest unfinished one, unless a file or a name is given.

    A *board* or a mission *deck* of one's own has to be named again. A newer game that is damaged
    or open in another notebook is left out with a warning.

    :raises SaveError: there is none, it is damaged, or another notebook has it open.

    >>> import risknb as rk
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     game = rk.Game(["Ada", "Ben", "Cleo"], seed=7, autosave=f"{folder}/club.rgn")
    ...     step = game.push("@ala")
    ...     rk.resume(f"{folder}/club.rgn").owner("Alaska") == game.players[step.seat]
    True
    """
    if isinstance(path, str) and NAME.fullmatch(path) and not os.path.exists(path):
        path = path_of(path)
    if path is not None:
        return Game.resume(path, board=board, deck=deck, dice=dice)
    refused = ""
    for candidate in unfinished():
        try:
            game = Game.resume(candidate, board=board, deck=deck, dice=dice)
        except SaveError as problem:
            refused = refused or f"{candidate.name}: {problem}"
            continue
        if not game.state.over:
            if refused:
                warnings.warn(f"a newer game is left out: {refused}", stacklevel=2)
            return game
        remove_key(candidate)  # killed in the moment between the last step and this
    raise SaveError(refused or f"no unfinished game lies in {folder()}")


def sample_game() -> Game:
    """A finished game of four bots that ships, to try tables and charts on.

    >>> import risknb as rk
    >>> rk.sample_game().outcome()
    Outcome(winners=(0,), reason='conquest')
    """
    with as_file(files("risknb.data") / "games" / "sample.rgn") as path:
        return Game.load(path)
