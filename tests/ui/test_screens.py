"""One panel a game, clicks that count, and colours that everything shares."""

from __future__ import annotations

import asyncio
import re
from base64 import b64decode

import pytest

import risknb as rk
from risknb.charts import look
from risknb.scene.look import PLAYERS, Colours
from risknb.state import Phase
from risknb.ui import App, play, review, screens

DEALT = {"setup": "deal", "placing": "auto"}
BOTS = {"Ben": "rusher", "Cleo": "rusher"}
PEOPLE = ["Ada", "Ben", "Cleo"]


def new_game(**more: object) -> rk.Game:
    return rk.Game(PEOPLE, seed=2, options=DEALT, bots=BOTS, **more)  # type: ignore[arg-type]


def press(app: App, territory: int, times: int = 1) -> None:
    """Click a territory on the canvas, as the page reports it."""
    x, y = app.game.board.shapes.outlines[territory].badge
    for _ in range(times):
        event = {"event": "mouse_down", "x": x, "y": y}
        app.map.widget[-1]._handle_frontend_event(None, event, [])


# -- one panel a game ----------------------------------------------------------------------------
def test_a_game_shown_again_leaves_the_old_panel() -> None:
    game = new_game()
    old = App(game)
    new = App(game)
    assert old.left == old.prompt == screens.ELSEWHERE
    assert screens.ELSEWHERE in old.panel.prompt.value
    assert new.left == ""
    assert new.human_decides
    steps = len(game.steps)
    press(old, game.state.owners.index(0))
    old.panel.next.click()
    assert len(game.steps) == steps, "a panel that was left takes no clicks"
    press(new, game.state.owners.index(0))
    assert len(game.steps) == steps + 1


def test_a_panel_takes_its_game_back() -> None:
    game = new_game()
    old, new = App(game), App(game)
    old.panel.elsewhere.here.click()
    assert (old.left, new.left) == ("", screens.ELSEWHERE)
    steps = len(game.steps)
    press(old, game.state.owners.index(0))
    assert len(game.steps) == steps + 1


def test_a_panel_that_was_left_covers_hand_and_mission() -> None:
    game = rk.Game(["Ada", "Ben"], edition="2010", options=DEALT, seed=4)
    old = App(game)
    old.ready()
    old.toggle_hand()
    App(game)
    assert not old.may_look
    assert not old.hand_shown


def test_a_replay_leaves_the_game_where_it_is_played() -> None:
    game = new_game()
    app = App(game)
    review(game)
    assert app.left == ""


def test_a_cell_that_runs_again_stops_the_bots_of_its_first_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = iter(["1 first", "1 first", "2 second", "1 third"])
    monkeypatch.setattr(screens, "running_cell", lambda: tuple(next(runs).split()))

    async def watch() -> None:
        everybody = dict.fromkeys(PEOPLE, "rusher")
        twins = [play(PEOPLE, options=DEALT, bots=everybody, speed=0) for _ in range(3)]
        await asyncio.sleep(0)
        assert [app.runner.busy for app in twins] == [True] * 3
        assert [app.left for app in twins] == [""] * 3, "another cell, or the same run"
        again = play(PEOPLE, options=DEALT, bots=everybody, speed=0)
        await asyncio.sleep(0.05)
        assert [app.left for app in twins] == ["", screens.AGAIN, ""]
        assert [app.runner.busy for app in (*twins, again)] == [True, False, True, True]
        for app in (*twins, again):
            app.runner.stop()

    asyncio.run(watch())


# -- clicks --------------------------------------------------------------------------------------
def test_every_click_places_an_army() -> None:
    app = App(new_game())
    at = app.state.owners.index(0)
    armies, left = app.state.armies[at], app.state.reserves[0]
    assert app.aid.each_click, "the page hands on fast clicks"
    press(app, at, left - 1)
    assert app.state.armies[at] == armies + left - 1
    press(app, at)
    assert app.state.phase is Phase.ATTACK
    assert not app.aid.each_click, "a double click is one click again"


def test_clicks_on_an_attack_choose_it_and_throw_no_dice() -> None:
    app = App(new_game())
    front = [at for at in range(42) if app.state.owners[at] == 0 and app.state.hostile[at]]
    app.place(territory=front[0])
    enemy = next(at for at in app.game.board.borders[front[0]] if app.state.owners[at] != 0)
    steps = len(app.game.steps)
    press(app, front[0])
    press(app, enemy, 2)
    assert len(app.game.steps) == steps


def test_a_double_click_on_what_moves_armies_counts_once() -> None:
    app = App(new_game())
    attacking = app.panel.cards[Phase.ATTACK]
    for button in (app.panel.next, app.panel.hand.trade, attacking.roll, attacking.blitz):  # type: ignore[attr-defined]
        assert "rk-once" in button._dom_classes


# -- colours -------------------------------------------------------------------------------------
def test_map_panel_story_and_charts_have_the_chosen_colours() -> None:
    app = play(PEOPLE, options=DEALT, bots=BOTS, seed=2, colours=["blue", "rose", "yellow"])
    assert app.game.colours == (4, 5, 3)
    wanted = [Colours(3, (4, 5, 3)).land(seat) for seat in range(3)]
    app.place(territory=app.state.owners.index(0))  # until now only Ada's land was lit
    assert set(wanted) <= {getattr(shape, "fill", "") for shape in app.picture().land}
    saved = b64decode(re.findall("base64,([^\"]+)", app.still.text())[0]).decode()
    assert all(colour in saved for colour in wanted)
    assert PLAYERS[4] in app.panel.players.value, "the chip is the full blue"
    assert PLAYERS[4] in app.tabs.story.value
    turns = rk.frames.turns(app.game)
    assert [who.colour for who in look.people(turns)] == wanted
