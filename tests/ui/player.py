"""A person at the screen, for tests without a browser: plays by the app's plain methods."""

from __future__ import annotations

from random import Random

from risknb.state import Phase
from risknb.ui import App
from risknb.ui.choice import MOVING, attack_sources, attack_targets, places
from risknb.ui.offers import offers, passing


def act(app: App, luck: Random) -> None:
    """Do one sensible thing that the screen offers now."""
    if app.curtain:
        app.ready()
        return
    state = app.state
    every = offers(app.game.players, state, app.choice.src)
    if state.phase in (Phase.CLAIM, Phase.PLACE):
        app.click(luck.choice(places(state)))
    elif state.phase is Phase.HEADQUARTERS:
        app.click(luck.choice(places(state)))
        app.push(offers(app.game.players, state, app.choice.src)[-1].move)
    elif state.phase is Phase.ATTACK:
        _attack(app, luck)
    elif state.phase is Phase.ADVANCE:
        app.advance()
    elif state.phase in MOVING:
        _move(app, luck)
    elif app.trade_move() is not None:
        app.trade()
    elif every:
        app.push(luck.choice(every).move)
    elif places(state):
        phase = state.phase
        app.click(luck.choice(places(state)))
        if state.phase is phase and app.choice.amount(state)[1]:
            app.place()
    else:
        assert passing(state), f"nothing to do in {state.text()}"
        app.go_on()


def _attack(app: App, luck: Random) -> None:
    strong = [at for at in attack_sources(app.state) if app.state.armies[at] > 3]
    if not strong or luck.random() < 0.2:
        app.go_on()
        return
    src = luck.choice(strong)
    app.click(src)
    if app.choice.src is None:
        app.click(src)
    app.click(luck.choice(attack_targets(app.state, src)))
    app.blitz() if luck.random() < 0.7 else app.roll()


def _move(app: App, luck: Random) -> None:
    from risknb.ui.choice import move_sources, move_targets

    sources = move_sources(app.state)
    if not sources or luck.random() < 0.5:
        app.go_on()
        return
    src = luck.choice(sources)
    app.choose(src=src, dst=luck.choice(move_targets(app.state, src)))
    app.fortify()


def play_turns(app: App, turns: int, seed: int = 1, most: int = 900) -> None:
    """Play until so many turns have passed, the game is over, or *most* things were done."""
    luck = Random(seed)
    for _ in range(most):
        if app.state.over or app.state.turn > turns:
            return
        act(app, luck)
        if app.failure is not None:
            raise app.failure
        assert not app.alert, app.alert
