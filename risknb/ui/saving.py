"""Where the screen keeps games, so that a killed kernel loses nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..game import Game


def _saves() -> Any:
    """The module that knows the folder of saved games."""
    from .. import saves

    return saves


def keep(game: Game) -> Path | None:
    """Write every step of a game to disk from now on; ``None`` where nothing can be written."""
    try:
        path = Path(_saves().new_path(game))
        game.autosave(path)
    except OSError:
        return None
    return path


def last_game() -> Path | None:
    """The newest game that was not finished."""
    found = _saves().unfinished()
    return Path(found[0]) if found else None


def resume(path: Path | None = None) -> Game:
    """Go on with a saved game, the newest where none is named."""
    game = _saves().resume(path)
    assert isinstance(game, Game)
    return game


def hints_closed() -> bool:
    """Whether the hints were closed for good."""
    return (Path(_saves().folder()) / "no-hints").exists()


def close_hints() -> None:
    """Remember that no hints are wanted any more."""
    mark = Path(_saves().folder()) / "no-hints"
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        return
