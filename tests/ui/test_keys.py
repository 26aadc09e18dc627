"""The keyboard: every key does what the help says, and arrows walk over the map."""

from __future__ import annotations

import pytest

from risknb.game import Game
from risknb.state import Phase
from risknb.ui import App
from risknb.ui.choice import attack_targets, places
from risknb.ui.keys import HELP, press

DEALT = {"setup": "deal", "placing": "auto"}


@pytest.fixture
def app() -> App:
    bots = {"Ben": "rusher", "Cleo": "rusher"}
    return App(Game(["Ada", "Ben", "Cleo"], seed=1, options=DEALT, bots=bots))


def key(app: App, *names: str) -> None:
    """Press keys as the page reports them."""
    for name in names:
        app._page_says(None, {"type": "key", "key": name}, [])


def test_a_whole_turn_by_keys(app: App) -> None:
    turn = app.state.turn
    key(app, "ArrowRight", "Enter", "p")
    assert app.state.phase is Phase.ATTACK
    key(app, "e")
    assert app.state.phase is Phase.FORTIFY
    key(app, "e")
    assert app.state.turn > turn


def test_attack_keys(app: App) -> None:
    src = next(at for at in places(app.state) if app.state.hostile[at])
    app.place(territory=src)
    app.choose(src, attack_targets(app.state, src)[0])
    key(app, "2")
    assert app.choice.dice == 2
    steps = len(app.game.steps)
    key(app, "r")
    assert len(app.game.steps) == steps + 1
    if app.state.phase is Phase.ATTACK:
        app.choose(src, attack_targets(app.state, src)[0])
        key(app, "b")
    if app.state.phase is Phase.ADVANCE:
        key(app, "Enter")
    assert app.state.phase is Phase.ATTACK


def test_arrows_reach_every_territory(app: App) -> None:
    """From anywhere, arrows alone lead everywhere: nobody needs a mouse."""
    ways = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown")
    reached, edge = {0}, [0]
    while edge:
        here = edge.pop()
        for way in ways:
            app.choice.walking = here
            press(app, way)
            there = app.choice.walking
            if there not in reached:
                reached.add(there)
                edge.append(there)
    assert len(reached) == app.game.board.size


def test_where_the_keyboard_stands_is_told(app: App) -> None:
    key(app, "ArrowRight")
    at = app.choice.walking
    assert at is not None
    assert app.game.board.names[at] in app.spoken.value


def test_escape_chooses_nothing(app: App) -> None:
    app.click(places(app.state)[0])
    key(app, "ArrowRight", "Escape")
    assert (app.choice.src, app.choice.walking) == (None, None)


def test_help_lists_the_keys(app: App) -> None:
    key(app, "?")
    assert app.help_shown
    assert all(what in app.bar.help.value for _, what in HELP)


def test_unknown_keys_do_nothing(app: App) -> None:
    steps = len(app.game.steps)
    key(app, "q", "F", "Shift", "")
    assert len(app.game.steps) == steps
    assert not app.alert
