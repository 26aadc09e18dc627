"""Where games are kept: one folder of files, and the newest unfinished game in it."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

from .game import Game
from .record import SaveError, remove_key

SUFFIX = ".rgn"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def folder() -> Path:
    """The folder of saved games: ``$RISKNB_SAVES``, or ``risknb-games`` where the notebook runs."""
    return Path(os.environ.get("RISKNB_SAVES") or "risknb-games")


def path_of(name: str) -> Path:
    """The file of a saved game by its name, never outside the folder.

    :raises ValueError: a name has other than letters, digits, dots, lines and dashes.
    """
    if not NAME.fullmatch(name):
        raise ValueError(f"a saved game's name has letters, digits, '.', '_', '-': {name[:70]!r}")
    return folder() / f"{name.removesuffix(SUFFIX)}{SUFFIX}"


def new_path(game: Game) -> Path:
    """A file for a new game, named after its edition, mode and the time; the folder is made."""
    folder().mkdir(parents=True, exist_ok=True)
    edition = re.sub(r"[^A-Za-z0-9]+", "-", game.rules.edition)[:20].strip("-")
    stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{edition}-{game.rules.mode}"
    number = 1
    while (path := folder() / f"{stem}-{number}{SUFFIX}").exists():
        number += 1
    return path


def unfinished() -> list[Path]:
    """The files of games still going on, the newest first: they have a key beside them."""
    found = [path for path in folder().glob(f"*{SUFFIX}") if Path(f"{path}.key").exists()]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def resume(path: str | os.PathLike[str] | None = None) -> Game:
    """Go on with a saved game: the newest unfinished one, unless a file or a name is given.

    :raises SaveError: there is none, it is damaged, or another notebook has it open.
    """
    if isinstance(path, str) and NAME.fullmatch(path) and not os.path.exists(path):
        path = path_of(path)
    if path is not None:
        return Game.resume(path)
    refused = f"no unfinished game lies in {folder()}"
    for candidate in unfinished():
        try:
            game = Game.resume(candidate)
        except SaveError as problem:
            refused = f"{candidate.name}: {problem}"
            continue
        if not game.state.over:
            return game
        remove_key(candidate)  # killed in the moment between the last step and this
    raise SaveError(refused)
