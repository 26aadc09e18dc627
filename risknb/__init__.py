"""The game of world conquest inside Jupyter: play it, teach with it, open it as data.

>>> import risknb as rk
>>> game = rk.Game(["Ada", "Ben", "Cleo"], edition="2018", seed=7)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import board, odds
from .board import BoardError
from .editions import RulesError
from .game import Game
from .notation import NotationError
from .players import bot, register
from .record import SaveError
from .rules import IllegalMove
from .state import Phase, State

if TYPE_CHECKING:
    from . import charts, frames, lessons, luck
    from .batch import check_bot, compare, simulate, tournament
    from .saves import resume, sample_game
    from .ui import play, review

__version__ = "0.1.0"

#: Where a name lives that is fetched when first asked for, so that importing stays quick:
#: a module by its own name, or "module:name".
_LAZY = {
    "charts": "charts",
    "check_bot": "batch:check_bot",
    "compare": "batch:compare",
    "frames": "frames",
    "lessons": "lessons",
    "luck": "luck",
    "play": "ui:play",
    "resume": "saves:resume",
    "review": "ui:review",
    "sample_game": "saves:sample_game",
    "simulate": "batch:simulate",
    "tournament": "batch:tournament",
}

__all__ = [
    "BoardError",
    "Game",
    "IllegalMove",
    "NotationError",
    "Phase",
    "RulesError",
    "SaveError",
    "State",
    "board",
    "bot",
    "charts",
    "check_bot",
    "compare",
    "frames",
    "lessons",
    "luck",
    "odds",
    "play",
    "register",
    "resume",
    "review",
    "sample_game",
    "simulate",
    "tournament",
]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, member = _LAZY[name].partition(":")
    found = import_module(f".{module}", __name__)
    value = globals()[name] = getattr(found, member) if member else found
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
