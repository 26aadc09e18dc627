"""The game of world conquest inside Jupyter: play it, teach with it, open it as data.

>>> import risknb as rk
>>> game = rk.Game(["Ada", "Ben", "Cleo"], edition="2018", seed=7)
"""

from . import board, odds
from .board import BoardError
from .game import Game
from .notation import NotationError
from .players import bot, register
from .record import SaveError
from .rules import IllegalMove
from .state import Phase, State

__version__ = "0.1.0"

__all__ = [
    "BoardError",
    "Game",
    "IllegalMove",
    "NotationError",
    "Phase",
    "SaveError",
    "State",
    "board",
    "bot",
    "odds",
    "register",
]
