"""Where the screen keeps games, so that a killed kernel loses nothing."""

from __future__ import annotations

from pathlib import Path
from weakref import WeakValueDictionary

from .. import saves
from ..game import Game
from ..record import SaveError

_open: WeakValueDictionary[Path, Game] = WeakValueDictionary()


def keep(game: Game) -> str:
    """Write every step of a game to disk from now on; says what is wrong where that cannot be."""
    if game.file is not None or game.state.over:
        return ""
    try:
        path = saves.new_path(game)
        game.autosave(path)
        _open[path.resolve()] = game
    except (OSError, SaveError) as problem:
        return f"This game is not saved: {str(problem)[:160]}"
    return ""


def last_game() -> Path | None:
    """The newest game that was not finished."""
    return next(iter(saves.unfinished()), None)


def resume(path: Path | None = None) -> Game:
    """Go on with a saved game, the newest where none is named."""
    if path is not None and path.resolve() in _open:
        return _open[path.resolve()]  # still open in this notebook: that very game
    return saves.resume(path)


def hints_closed() -> bool:
    """Whether the hints were closed for good."""
    return (saves.folder() / "no-hints").exists()


def close_hints() -> None:
    """Remember that no hints are wanted any more."""
    mark = saves.folder() / "no-hints"
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        return
