"""The keyboard: which key does what, and how arrows walk over the map."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import TYPE_CHECKING

from ..board import Board
from ..state import Phase

if TYPE_CHECKING:
    from .app import App

HELP = (
    ("Arrows", "walk from territory to territory"),
    ("Enter", "choose the territory, or the main button"),
    ("Esc", "choose nothing, back to now"),
    ("1 2 3", "number of dice"),
    ("R", "roll once"),
    ("B", "blitz until it is decided"),
    ("N", "blitz until so many are left"),
    ("P", "place the armies"),
    ("M", "move the armies"),
    ("T", "trade the set"),
    ("H", "show or hide the hand"),
    ("U", "undo"),
    ("E", "next part of the turn"),
    ("Space", "pause the bots"),
    ("?", "this help"),
)
_WAYS = {
    "ArrowRight": (1.0, 0.0),
    "ArrowLeft": (-1.0, 0.0),
    "ArrowUp": (0.0, -1.0),
    "ArrowDown": (0.0, 1.0),
}


def press(app: App, key: str) -> None:
    """Do what a key stands for."""
    if key in _WAYS:
        walk(app, key)
    elif key in ("1", "2", "3"):
        app.choice.dice = int(key)
    key = key if len(key) > 1 else key.lower()
    if key in _SPECIAL:
        _SPECIAL[key](app)
    elif key in _KEYS:
        getattr(app, _KEYS[key])()


def walk(app: App, key: str) -> None:
    """Go to the neighbour that lies most in an arrow's direction."""
    here = app.choice.walking
    if here is None:
        here = app.choice.src if app.choice.src is not None else _home(app)
        app.choice.walking = here
        return
    app.choice.walking = _neighbour(app.game.board, here, *_WAYS[key])


def _home(app: App) -> int:
    """Where walking begins: the strongest territory of whoever decides."""
    state = app.state
    own = [at for at, owner in enumerate(state.owners) if owner == state.actor]
    return max(own or range(state.board.size), key=lambda at: state.armies[at])


def _neighbour(board: Board, here: int, dx: float, dy: float) -> int:
    """The best territory that way: a neighbour first, else the nearest of all."""
    places = [outline.badge for outline in board.shapes.outlines]
    x, y = places[here]

    def along(at: int) -> float:
        ax, ay = places[at][0] - x, places[at][1] - y
        if abs(ax) > board.shapes.size[0] / 2:
            ax -= board.shapes.size[0] if ax > 0 else -board.shapes.size[0]
        return (ax * dx + ay * dy) / (hypot(ax, ay) or 1.0)

    near = [at for at in board.borders[here] if along(at) > 0.35]
    if near:
        return max(near, key=along)
    others = [at for at in range(board.size) if at != here and along(at) > 0.7]
    return min(others, key=lambda at: hypot(places[at][0] - x, places[at][1] - y), default=here)


def _enter(app: App) -> None:
    """Choose the territory walked to; without one, the main button."""
    usual = app.panel.usual
    there = app.choice.walking is not None and app.choice.walking != app.choice.src
    if app.curtain:
        if app.panel.curtain.settled:
            app.ready()
    elif app.state.phase is Phase.ADVANCE and app.human_decides:
        app.advance()
    elif usual is not None and not (there and app.state.phase is Phase.HEADQUARTERS):
        app.push(usual)
    elif app.choice.walking is not None:
        at = app.choice.walking
        app.click(at)
        app.choice.walking = at


def _escape(app: App) -> None:
    app.show_moment(None)
    app.choice.clear()
    app.choice.walking = None
    app.message = app.alert = ""


def _place(app: App) -> None:
    if app.state.phase in (Phase.CLAIM, Phase.PLACE):
        app.panel.starting.act()
    else:
        app.place(app.choice.amount(app.state)[2])


_SPECIAL: dict[str, Callable[[App], None]] = {"Enter": _enter, "Escape": _escape, "p": _place}
#: Keys that stand for one method of the app.
_KEYS = {
    "r": "roll", "b": "blitz", "n": "blitz_until", "m": "fortify", "t": "trade",
    "h": "toggle_hand", "u": "undo", "e": "go_on", " ": "pause", "?": "toggle_help",
}  # fmt: skip
