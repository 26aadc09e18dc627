"""The game on the screen: ``play`` and ``review``, and the ``App`` behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..game import Game
from . import saving, screens
from .app import App
from .newgame import default_game
from .replay import Review
from .settings import Settings

__all__ = ["App", "Review", "Settings", "play", "review"]


def play(game: Game | Sequence[str] | None = None, **options: Any) -> App:
    """The game in the notebook.

    Without anything: the form for a new game. With a ``Game``: that game goes on. With players'
    names: a new game at once; *options* are those of ``Game``, and those of the screen (``odds``,
    ``hints``, ``typed_dice``, ``speed``, ``motion``, ``view``, ``canvas``). Every step is saved:
    ``rk.play(rk.resume())`` goes on with the last game.

    >>> import risknb as rk
    >>> app = rk.play(["Ada", "Ben"], board="duel", edition="2010", bots={"Ben": "rusher"}, seed=1)
    >>> app.game.is_bot("Ben"), app.game.file is None
    (True, False)
    """
    ours = {name: options.pop(name) for name in list(options) if name in _SCREEN}
    settings = Settings(**ours)
    if isinstance(game, Game):
        if options:
            raise ValueError(f"a game that exists takes no {', '.join(options)}")
        return _kept(App(game, settings))
    if game is None and not options:
        app = App(default_game(), settings, playing=False)
        app.open_new_game()
        return _shown(app)
    names = ["Ada", "Ben", "Cleo"] if game is None else game
    return _kept(App(Game(names, **options), settings))


def _kept(app: App) -> App:
    """Every step of the game is written to disk from now on."""
    with app.acting():
        app.unsaved = saving.keep(app.game)
    return _shown(app)


def _shown(app: App) -> App:
    """What the same cell showed before steps back."""
    screens.enter(app)
    return app


def review(game: Game) -> App:
    """The replay of a game: step, play, jump, and play on from anywhere.

    >>> import risknb as rk
    >>> app = rk.review(rk.sample_game())
    >>> app.game.outcome()
    Outcome(winners=(0,), reason='conquest')
    """
    app = App(game, playing=False)
    app.open_review()
    return app


_SCREEN = frozenset(Settings.__dataclass_fields__)
