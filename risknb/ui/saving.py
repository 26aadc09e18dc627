"""Where the screen keeps games, so that a killed kernel loses nothing."""

from __future__ import annotations

import warnings
from pathlib import Path
from weakref import WeakValueDictionary

from .. import saves
from ..game import Game
from ..record import SaveError

#: A warning must fit into the panel.
MOST_TOLD = 240

_open: WeakValueDictionary[Path, Game] = WeakValueDictionary()


def keep(game: Game) -> str:
    """Write every step of a game to disk from now on; says what is wrong where that cannot be."""
    try:
        if game.file is not None:
            game.save(game.file)
        elif not game.state.over:
            path = saves.new_path(game)
            game.autosave(path)
            _open[path.resolve()] = game
    except SaveError as problem:
        return "" if game.save_problem else f"This game is not saved: {str(problem)[:160]}"
    return ""


def report_path(game: Game) -> Path:
    """Where the report of a game goes: beside its record."""
    return Path(game.file).with_suffix(".html") if game.file else saves.folder() / "report.html"


def write_report(game: Game, path: Path, dark: bool) -> Path:
    """Write the story of a game as a page; slow, so it is meant for a thread."""
    from ..charts import report

    path.parent.mkdir(parents=True, exist_ok=True)
    report(game, path, dark=dark)
    return path


def last_game() -> Path | None:
    """The newest game that was not finished."""
    return next(iter(saves.unfinished()), None)


def resume() -> tuple[Game, str]:
    """The newest game that can be gone on with, and what is to be said of it."""
    newest = last_game()
    if newest is not None and newest.resolve() in _open:
        return _open[newest.resolve()], ""  # still open in this notebook: that very game
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        game = saves.resume()
    return game, "; ".join(str(one.message) for one in said)[:MOST_TOLD]


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
