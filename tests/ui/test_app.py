"""The app by its plain methods: what a click means, what is shown, what goes wrong."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any, ClassVar

import pytest

from risknb.game import Game
from risknb.moves import Move
from risknb.rules import IllegalMove, legal_moves
from risknb.state import Phase, View
from risknb.ui import App, Settings, play, review
from risknb.ui.choice import attack_sources, attack_targets, places

DEALT = {"setup": "deal", "placing": "auto"}


def against_bots(**more: Any) -> Game:
    bots = {"Ben": "rusher", "Cleo": "rusher"}
    return Game(["Ada", "Ben", "Cleo"], seed=1, options=DEALT, bots=bots, **more)


def hot_seat(**more: Any) -> Game:
    return Game(["Ada", "Ben", "Cleo"], seed=1, options={**DEALT, **more})


def to_attack(app: App) -> tuple[int, int]:
    """Place everything at a border; returns an origin and a target."""
    src = next(at for at in places(app.state) if app.state.hostile[at])
    app.place(territory=src)
    return src, attack_targets(app.state, src)[0]


def page(app: App) -> str:
    """All text that is in the page now, without what is not shown."""
    panel = app.panel
    texts = [panel.prompt, panel.players, panel.hand.head, panel.hand.cards, panel.hand.text]
    texts += [panel.missions.text, panel.curtain.text, app.tabs.story, app.bar.title]
    return " ".join(widget.value for widget in texts)


# -- clicks --------------------------------------------------------------------------------------
def test_a_click_places_one_army() -> None:
    app = App(against_bots())
    at = places(app.state)[0]
    before = app.state.armies[at]
    app.click(at)
    assert app.state.armies[at] == before + 1


def test_a_click_on_somebody_elses_land_says_why_not() -> None:
    app = App(against_bots())
    steps = len(app.game.steps)
    app.click(next(at for at, owner in enumerate(app.state.owners) if owner))
    assert "not yours" in app.message
    assert "not yours" in app.panel.prompt.value
    assert len(app.game.steps) == steps


def test_a_click_on_an_enemy_chooses_the_strongest_neighbour() -> None:
    app = App(against_bots())
    _src, dst = to_attack(app)
    app.choose()
    app.click(dst)
    near = [at for at in app.game.board.borders[dst] if at in attack_sources(app.state)]
    assert app.choice.dst == dst
    assert app.choice.src == max(near, key=lambda at: app.state.armies[at])


def test_roll_blitz_and_move_in() -> None:
    app = App(against_bots())
    src, dst = to_attack(app)
    app.choose(src, dst)
    app.roll()
    assert app.throw is not None
    if app.state.phase is Phase.ATTACK:
        app.choose(src, dst)
        app.blitz()
    if app.state.phase is Phase.ADVANCE:
        app.advance()
        assert app.game.owner(dst) == "Ada"
    app.end_turn()
    assert app.state.actor == 0
    assert app.state.turn > 3


def test_a_blitz_stops_where_it_is_told_to() -> None:
    app = App(against_bots())
    src, dst = to_attack(app)
    app.choose(src, dst)
    app.blitz(stop=app.state.armies[src] - 1)
    assert app.state.phase in (Phase.ATTACK, Phase.ADVANCE)
    assert app.state.armies[src] >= 2


def test_a_blitz_goes_on_while_a_bot_chooses_its_dice() -> None:
    options = {**DEALT, "defend": "ask"}
    bots = {"Ben": "planner", "Cleo": "planner"}
    app = App(Game(["Ada", "Ben", "Cleo"], seed=1, options=options, bots=bots))
    while app.state.phase is Phase.DEFEND:
        app.push("d1")
    src, dst = to_attack(app)
    app.choose(src, dst)
    app.blitz()
    assert app.state.phase is Phase.ADVANCE or app.state.armies[src] == 1


def test_what_was_chosen_stays_chosen_after_a_throw() -> None:
    app = App(against_bots())
    src = max(places(app.state), key=lambda at: (app.state.hostile[at], app.state.armies[at]))
    app.place(territory=src)
    dst = max(attack_targets(app.state, src), key=lambda at: app.state.armies[at])
    app.choose(src, dst)
    app.roll()
    assert app.state.phase is Phase.ATTACK
    assert (app.choice.src, app.choice.dst) == (src, dst)


def test_a_wrong_call_raises_and_a_wrong_button_tells() -> None:
    app = App(against_bots())
    with pytest.raises(IllegalMove):
        app.push("--")
    app.post(app.go_on)()
    assert app.message.startswith("Now it is time to") or "armies to place" in app.message
    assert "role=\"alert\"" in app.panel.prompt.value


def test_undo_takes_back_own_decisions_only() -> None:
    app = App(against_bots())
    at = places(app.state)[0]
    before = app.state.armies[at]
    app.click(at)
    app.undo()
    assert app.state.armies[at] == before
    with pytest.raises(ValueError, match="taken back"):
        app.undo()


def test_the_story_shows_a_moment_and_comes_back() -> None:
    app = App(against_bots())
    app.click(places(app.state)[0])
    now = app.state.armies[:]
    app.show_moment(5)
    assert list(app.shown().armies) != now
    assert "after step 5" in app.prompt
    app.back_to_now()
    assert list(app.shown().armies) == now


# -- secrets -------------------------------------------------------------------------------------
def test_nothing_private_is_in_the_page_before_the_screen_is_passed() -> None:
    game = hot_seat()
    app = App(game)
    app.ready()
    while game.state.turn < 8:  # people who only attack a little, until somebody holds cards
        if app.curtain:
            app.ready()
        app.finish_turn()
    seat = app.state.actor
    assert app.curtain
    assert app.state.hands[seat]
    assert "Your hand" not in page(app)
    assert app.panel.hand.cards.value == ""
    app.ready()
    assert app.panel.hand.cards.value == ""  # covered until asked for
    app.toggle_hand()
    assert app.game.board.names[min(app.state.hands[seat])] in app.panel.hand.cards.value


def test_missions_are_shown_only_after_show_me() -> None:
    game = Game(["Ada", "Ben", "Cleo"], edition="five-army", mode="secret-mission", seed=4)
    app = App(game)
    while app.state.turn < 1:
        app.finish_set_up()
    app.ready()
    assert "<li>" not in app.panel.missions.text.value
    app.toggle_mission()
    assert "<li>" in app.panel.missions.text.value


def test_clicks_wait_until_the_screen_is_passed() -> None:
    app = App(hot_seat())
    steps = len(app.game.steps)
    app.click(places(app.state)[0])
    assert len(app.game.steps) == steps
    assert "pass the screen" in app.message


def test_the_attack_card_names_both_sides_before_and_after_a_throw() -> None:
    app = App(against_bots())
    src, dst = to_attack(app)
    app.choose(src=src, dst=dst)
    figures = app.panel.cards[Phase.ATTACK].figures  # type: ignore[attr-defined]
    defender = app.game.players[app.state.owners[dst]]
    assert "No roll yet" in figures.value
    assert f"{defender} holds: " in figures.value
    assert "you capture: " in figures.value
    app.roll()
    assert "Last roll: " in figures.value
    assert f">{defender}</span>" in figures.value


def test_cards_that_cannot_be_played_are_told_in_a_line() -> None:
    app = App(against_bots())
    while len(app.state.hands[0]) != 2 or not app.human_decides:
        app.bot_move()
    hand = app.panel.hand
    assert "rk-strip" in hand.cards.value
    assert "rk-later" in hand.box._dom_classes
    while app.game.best_trade() is None or not app.human_decides:
        app.bot_move()
    assert "rk-cards" in hand.cards.value
    assert "rk-later" not in hand.box._dom_classes


def test_what_the_pointer_shows_goes_when_it_leaves_the_map() -> None:
    app = App(against_bots())
    shapes = app.game.board.shapes
    assert shapes is not None
    x, y = (v * app.map.scale for v in shapes.outlines[7].badge)
    app.map.widget[-1]._handle_frontend_event(None, {"event": "mouse_move", "x": x, "y": y}, [])
    assert app.hover == 7
    app.map.widget[-1]._handle_frontend_event(None, {"event": "mouse_out", "x": x, "y": y}, [])
    assert app.hover is None
    assert app._marks().hover is None


def test_odds_can_be_hidden_everywhere() -> None:
    app = App(against_bots(), Settings(odds=False))
    src, dst = to_attack(app)
    app.choose(src, dst)
    app.hover = dst
    card = app.panel.cards[Phase.ATTACK]
    assert "%" not in card.figures.value + card.until.description  # type: ignore[attr-defined]
    assert "rk-room" in card.figures.value  # type: ignore[attr-defined]
    assert app._marks().note == ""


# -- what goes wrong -----------------------------------------------------------------------------
class Broken:
    """A bot that fails."""

    def choose(self, view: View) -> Move:
        raise RuntimeError("no idea")


def test_a_bot_that_fails_is_named_and_replaced() -> None:
    game = Game(["Ada", "Ben", "Cleo"], seed=2, options=DEALT, bots={"Ben": Broken()})
    app = App(game)
    while not app.alert and app.state.turn < 5:
        app.finish_turn()
    assert "Ben's bot failed (RuntimeError: no idea)" in app.alert
    assert not app.state.over
    assert app.human_decides


def test_names_are_escaped() -> None:
    names = ["<b>Ada</b>", "Ben & <script>x</script>", "Cleo"]
    app = App(Game(names, seed=1, options=DEALT, bots={2: "rusher"}))
    text = page(app) + app.panel.curtain.text.value
    assert "<script>" not in text
    assert "<b>Ada" not in text
    assert "&lt;b&gt;Ada" in text


def test_an_error_in_the_screen_is_shown_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(against_bots())
    monkeypatch.setattr(app.panel, "show", lambda: 1 / 0)
    app.click(places(app.state)[0])
    assert "ZeroDivisionError" in app.panel.prompt.value


# -- dice that people throw ----------------------------------------------------------------------
def test_typed_dice_are_asked_for() -> None:
    app = App(against_bots(), Settings(typed_dice=True))
    for _ in range(200):
        if app.human_decides and app.asking is None:
            break
        attack, defend = _wanted(app)
        app.type_dice(f"{'1' * attack}:{'6' * defend}")
    src, dst = to_attack(app)
    app.choose(src, dst)
    before = app.state.armies[src]
    app.roll()
    assert app.asking is not None
    assert "type them in" in app.prompt
    attack, defend = _wanted(app)
    app.type_dice(f"{'1' * attack}:{'6' * defend}")
    assert app.state.armies[src] == before - min(attack, defend)


def _wanted(app: App) -> tuple[int, int]:
    from risknb.moves import Attack
    from risknb.rules.combat import most_defence

    move = app.asking
    assert isinstance(move, Attack)
    return move.dice, most_defence(app.state, move.dst)


# -- bots in the background ----------------------------------------------------------------------
def test_bots_play_in_a_task_within_the_message_budget(counted: list[str]) -> None:
    async def watch() -> tuple[App, float]:
        names = ["Ada", "Ben", "Cleo"]
        game = Game(names, seed=5, options=DEALT, bots=dict.fromkeys(names, "planner"))
        app = App(game, Settings(speed=4))
        counted.clear()
        began = time.monotonic()
        await asyncio.wait_for(app.idle(), 60)
        return app, time.monotonic() - began

    app, seconds = asyncio.run(watch())
    assert app.state.over
    assert "wins" in app.panel.prompt.value
    assert len(counted) <= 50 * max(1.0, seconds) + 40


def test_the_bot_whose_turn_it_is_is_shown_as_thinking() -> None:
    app = App(against_bots())
    with app.quietly():
        app.finish_turn()
    app.runner.thinking = 0  # the runner is still at the seat before
    assert app.thinking == app.state.actor != 0
    app.runner.thinking = -1
    assert app.thinking == -1


def test_pause_step_and_hurry() -> None:
    async def watch() -> None:
        game = against_bots()
        app = App(game, Settings(speed=0))
        app.pause()
        await app.idle()
        steps = len(game.steps)
        app.step()
        await app.idle()
        assert len(game.steps) > steps or app.human_decides
        app.hurry()
        await asyncio.wait_for(app.idle(), 20)
        assert app.human_decides

    asyncio.run(watch())


class Pondering:
    """A bot that thinks until somebody clicks; it notes whether that came while it thought."""

    def __init__(self) -> None:
        self.clicked = threading.Event()
        self.answered = False

    def choose(self, view: View) -> Move:
        self.answered = self.clicked.wait(10)
        return next(iter(legal_moves(view)))


def test_a_click_is_taken_while_a_bot_thinks() -> None:
    async def watch() -> None:
        thinker = Pondering()
        game = Game(["Ada", "Ben", "Cleo"], seed=2, options=DEALT, bots={1: thinker, 2: thinker})
        app = App(game, Settings(speed=4))
        if app.human_decides:
            app.finish_turn()
        await asyncio.sleep(0)
        app.post(thinker.clicked.set)()
        while not thinker.answered:
            await asyncio.sleep(0.01)
        app.pause()
        await app.idle()
        assert thinker.answered

    asyncio.run(asyncio.wait_for(watch(), 30))


# -- doors ---------------------------------------------------------------------------------------
def test_play_without_anything_offers_a_good_first_game() -> None:
    app = play()
    form = app.form
    assert form is not None
    form.start()
    assert app.playing
    assert app.game.players == ("Ada", "Ben", "Cleo")
    assert app.game.rules.edition == "2018"
    assert app.game.file is not None  # every step is on disk


def test_play_goes_on_with_a_game_and_refuses_options_for_it() -> None:
    game = against_bots()
    assert play(game).game is game
    with pytest.raises(ValueError, match="seed"):
        play(against_bots(), seed=3)


def test_the_form_says_what_does_not_fit() -> None:
    app = play()
    assert app.form is not None
    app.form.choices["defend_dice"].value = 1
    app.form.defend.value = False
    app.form.start()
    assert not app.playing
    assert "with one there is nothing to choose" in app.form.summary.value


def test_a_review_steps_jumps_and_branches() -> None:
    names = ["Ada", "Ben", "Cleo"]
    game = Game(names, seed=5, options=DEALT, bots=dict.fromkeys(names, "planner")).play()
    app = review(game)
    replay = app.reviewing
    assert replay is not None
    replay.go(0)
    replay.kind.value = "taken"
    replay.jump(1)
    assert " took " in replay.text.value
    replay.go(10)
    replay.branch()
    assert app.game is not game
    assert app.game.steps[:10] == game.steps[:10]


def test_the_map_can_be_a_plain_picture() -> None:
    app = App(against_bots(), Settings(canvas=False))
    assert app.map.widget.value.startswith("<svg")
    app.panel.cards[Phase.REINFORCE].where.value = places(app.state)[0]  # type: ignore[attr-defined]
    app.place()
    assert app.state.phase is Phase.ATTACK


def test_the_saved_notebook_has_a_picture_without_secrets() -> None:
    app = App(against_bots())
    assert 'class="rk-still"' in app.still.text()
    assert "data:image/svg+xml" in app.still.text()


def test_the_saved_picture_follows_turn_by_turn() -> None:
    class Handle:
        pictures: ClassVar[list[object]] = []

        def update(self, picture: object) -> None:
            self.pictures.append(picture)

    app = App(against_bots())
    app.still.show()
    app.still._handle = Handle()
    for _ in range(2):
        app.click(places(app.state)[0])
    assert Handle.pictures == []
    app.finish_turn()
    assert len(Handle.pictures) == 1


def test_charts_and_the_luck_ledger_are_drawn_when_their_tab_is_open() -> None:
    names = ["<i>Ada</i>", "Ben", "Cleo"]
    game = Game(names, seed=5, options=DEALT, bots=dict.fromkeys(names, "planner"))
    game.play(turns=6)
    app = App(game)
    assert app.tabs.charts.value == ""
    app.tabs.bar.value = "Charts"
    assert app.tabs.charts.value.count("<img alt=") == 6
    assert "&lt;i&gt;Ada" in app.tabs.charts.value
    assert "<i>Ada" not in app.tabs.charts.value
