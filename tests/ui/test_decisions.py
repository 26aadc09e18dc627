"""What a player needs to see and may take back in the modes, by the app's plain methods."""

from __future__ import annotations

from random import Random

import pytest

from risknb import goals
from risknb.game import Game
from risknb.moves import ClaimMission, Place
from risknb.odds.battles import battle
from risknb.rules import missions, perform
from risknb.state import Phase
from risknb.ui import App, Settings, keys, pieces, review
from risknb.ui.choice import attack_targets, places
from risknb.ui.offers import passing

from .player import act, play_turns

DEALT = {"setup": "deal", "placing": "auto"}
PEOPLE = ["Ada", "Ben", "Cleo"]
RUSHERS = {"Ben": "rusher", "Cleo": "rusher"}


def against_bots(**more: object) -> Game:
    return Game(PEOPLE, seed=1, options=DEALT, bots=RUSHERS, **more)  # type: ignore[arg-type]


def about_to_throw() -> App:
    """Somebody with real dice who has just said to roll."""
    app = App(Game(PEOPLE, seed=1, options=DEALT), Settings(typed_dice=True))
    app.ready()
    src = next(at for at in places(app.state) if app.state.hostile[at])
    app.place(territory=src)
    app.choose(src, attack_targets(app.state, src)[0])
    app.roll()
    assert app.asking is not None
    return app


# -- typed dice ----------------------------------------------------------------------------------
def test_a_throw_is_called_off_before_its_dice_are_typed() -> None:
    app = about_to_throw()
    steps = len(app.game.steps)
    assert not app.bar.undo.disabled
    app.panel.typing.field.value = "6x:1"
    app.panel.typing.enter.click()
    assert "no dice" in app.message
    app.panel.typing.back.click()
    assert app.asking is None
    assert not app.message, "what was wrong with the dice is over"
    assert len(app.game.steps) == steps
    assert "roll once, or blitz" in app.prompt


def test_a_turn_finished_by_a_bot_stops_where_dice_are_typed_in() -> None:
    app = App(Game(PEOPLE, seed=1, options=DEALT), Settings(typed_dice=True))
    app.ready()
    app.finish_turn()
    assert app.asking is not None
    assert "type them in" in app.prompt


def test_one_die_is_asked_for_in_other_words_than_a_battle() -> None:
    app = about_to_throw()
    assert "a colon" in app.panel.typing.says.value
    app.undo()
    game = Game(["Ada", "Ben"], edition="2003", mode="two-player-active", seed=5)
    app = App(game, Settings(typed_dice=True))
    app.finish_set_up()
    app.ready()
    app.state.stances = (app.state.seat, -1, -1, -1)
    app.place(territory=places(app.state)[0])
    assert app.state.phase is Phase.ALLIES
    app.panel.cards[Phase.ALLIES].offers.box.children[0].click()  # type: ignore[attr-defined]
    assert "One digit" in app.panel.typing.says.value


# -- undo ----------------------------------------------------------------------------------------
def test_nobody_takes_back_a_step_behind_the_curtain() -> None:
    app = App(Game(PEOPLE, seed=1, options=DEALT, training=True))
    app.ready()
    app.place(territory=places(app.state)[0])
    app.end_turn()
    steps = len(app.game.steps)
    assert app.curtain
    assert app.game.can_pop()
    assert app.bar.undo.disabled
    app._page_says(None, {"type": "key", "key": "u"}, [])
    assert len(app.game.steps) == steps
    assert "pass the screen" in app.message


def test_nobody_takes_back_what_a_bot_did() -> None:
    app = App(against_bots(), playing=False)
    while app.human_decides or not app.game.can_pop():
        app.bot_move()
    steps = len(app.game.steps)
    assert app.bar.undo.disabled
    app._page_says(None, {"type": "key", "key": "u"}, [])
    assert len(app.game.steps) == steps
    assert app.message.startswith("It is ")


@pytest.mark.parametrize("training", [False, True])
def test_undo_is_offered_exactly_where_a_step_may_be_taken_back(training: bool) -> None:
    app, luck = App(against_bots(training=training)), Random(3)
    seen = set()
    for _ in range(30):
        act(app, luck)
        assert app.bar.undo.disabled is not app.game.can_pop()
        seen.add(app.bar.undo.disabled)
    assert training or seen == {True, False}


def test_the_story_tells_what_came_instead_of_a_step_taken_back() -> None:
    app = App(against_bots())
    one, other = places(app.state)[:2]
    app.click(one)
    app.tabs.bar.value = "Cards"  # nobody reads the story meanwhile
    app.undo()
    app.click(other)
    assert app.game.board.names[other] in app.story.catch_up()[-1].text


def test_a_bot_finishes_the_whole_turn_though_bots_choose_their_dice() -> None:
    app = App(Game(PEOPLE, seed=1, options={**DEALT, "defend": "ask"}, bots=RUSHERS))
    while app.state.actor or app.state.phase is Phase.DEFEND:
        app.bot_move()
    turn = app.state.turn
    with app.quietly():
        app.finish_turn()
    assert app.state.turn == turn + 1


# -- keys belong to what is on the screen --------------------------------------------------------
def key(app: App, name: str) -> None:
    app._page_says(None, {"type": "key", "key": name}, [])


def test_keys_do_not_reach_a_game_behind_the_form() -> None:
    app = App(against_bots())
    app.choose(src=places(app.state)[0])
    steps = len(app.game.steps)
    app.open_new_game()
    key(app, "p")
    assert len(app.game.steps) == steps
    app.show_game()
    key(app, "p")
    assert len(app.game.steps) == steps + 1


def test_keys_step_through_a_review() -> None:
    game = against_bots()
    game.play()
    app = review(game)
    steps = len(game.steps)
    shown = app.reviewing
    assert shown is not None
    for name, at in (("Home", 0), ("ArrowRight", 1), ("End", steps), ("ArrowLeft", steps - 1)):
        key(app, name)
        assert shown.at == at
    assert len(game.steps) == steps


def test_a_game_that_was_only_looked_at_goes_on_with_its_bots() -> None:
    game = against_bots()
    game.play()
    app = review(game)
    key(app, "Escape")
    assert app.reviewing is None
    assert app.game.file is not None, "it is saved from now on"
    turn = app.state.turn
    app.finish_turn()
    assert app.human_decides
    assert app.state.turn > turn


def test_enter_is_the_main_button() -> None:
    game = Game(PEOPLE, edition="2018", mode="capital", seed=5, options=DEALT, bots=RUSHERS)
    app = App(game)
    assert app.state.phase is Phase.HEADQUARTERS
    at = places(app.state)[0]
    app.choice.walking = at
    keys.press(app, "Enter")
    assert app.choice.src == at
    assert app.state.headquarters[0] < 0, "the first Enter chooses, the second decides"
    keys.press(app, "Enter")
    assert app.state.headquarters[0] == at


# -- what the modes need to show -----------------------------------------------------------------
def test_neutral_armies_show_their_stance_and_their_cards() -> None:
    game = Game(["Ada", "Ben"], edition="2003", mode="two-player-active", seed=5)
    app = App(game)
    app.finish_set_up()
    assert app.panel.players.value.count("uninvolved") == 4
    app.state.stances = (1, -1, -1, -1)
    app.state.bribes = (((1, 3), (1, 4)), (), (), ())
    app.changed()
    row = app.panel.players.value.split("Neutral C")[1].split("<tr>")[0]
    assert "with Ben" in row
    assert "<td>2<td>" in row


def test_a_card_for_a_neutral_army_is_explained_and_one_for_an_ally_warned_of() -> None:
    """NA-03, AMB-ACT-2."""
    game = Game(["Ada", "Ben"], edition="2003", mode="two-player-active", seed=5)
    app = App(game)
    app.finish_set_up()
    app.ready()
    seat = app.state.seat
    app.state.hands[seat] = (3, 4)
    app.state.stances = (seat, -1, -1, -1)
    app.toggle_hand()
    assert "Pick a single card" in app.panel.hand.text.value
    app.pick(3)
    texts = [one.description for one in app.panel.hand.give.children]
    assert texts[:2] == ["Give it to neutral C, your ally already", "Give it to neutral D"]
    app.panel.hand.give.children[1].click()
    assert app.state.stances[1] == seat


def test_hints_point_at_the_map_or_the_card() -> None:
    game = Game(PEOPLE, edition="2018", mode="capital", seed=5, options=DEALT, bots=RUSHERS)
    app = App(game, Settings(hints=True))
    assert "rk-pointed" in app.map_box._dom_classes
    app.click(places(app.state)[0])
    assert "rk-pointed" not in app.map_box._dom_classes
    assert "rk-pointed" in app.panel.place._dom_classes


def test_no_hint_speaks_of_what_is_away_while_dice_are_typed() -> None:
    app = about_to_throw()
    app.settings.hints = True
    app.changed()
    assert "rk-hidden" in app.panel.hints._dom_classes
    app.undo()
    assert "rk-hidden" not in app.panel.hints._dom_classes


def test_dice_that_may_be_changed_are_offered_once_a_face_highest_first() -> None:
    """EXP-05: a six cannot be turned, and equal dice are as good as one another."""
    app = App(Game(PEOPLE, seed=1, options={**DEALT, "commander": True}))
    app.ready()
    src = next(at for at in places(app.state) if app.state.hostile[at])
    app.place(territory=src)
    dst = attack_targets(app.state, src)[0]
    defend = "11"[: min(2, app.state.armies[dst])]
    name = app.game.board.codes
    app.push(f"{name[src]}>{name[dst]}*3=262:{defend}")
    texts = [one.description for one in app.panel.cards[Phase.DECIDE].offers.box.children]
    assert texts == ["Commander: turn the 2 to a six", "Let the dice stand"]


def test_the_set_up_of_two_says_what_goes_where() -> None:
    """N03-03: three armies of one's own, then one for each neutral."""
    app = App(Game(["Ada", "Ben"], edition="2003", mode="two-player", seed=5))
    assert "put 3 armies on territories of yours" in app.prompt
    seat = app.state.actor
    while app.state.quota[seat]:
        app.click(places(app.state)[0])
    assert "now put 1 army for neutral C" in app.prompt


@pytest.mark.parametrize(("bots", "whom"), [(RUSHERS, "me"), ({}, "everybody")])
def test_the_set_up_is_finished_for_whoever_the_button_says(
    bots: dict[str, str], whom: str
) -> None:
    app = App(Game(PEOPLE, seed=1, options={"setup": "claim"}, bots=bots))
    assert app.panel.starting.rest.description == f"Finish the set-up for {whom}"
    app.panel.starting.rest.click()
    assert app.state.turn == 1


def test_the_next_button_says_what_comes_next() -> None:
    game = Game(["Ada", "Ben"], edition="2003", mode="two-player-active", seed=5)
    game.state.phase, game.state.turn = Phase.FORTIFY, 1
    assert passing(game.state) == "End turn ›"
    game.state.stances = (game.state.seat, -1, -1, -1)
    assert passing(game.state) == "Next: allies move ›"


def test_odds_from_a_shared_territory_count_own_armies_alone() -> None:
    """AMB-TEAM-2: only own units fight, and the team mate's may stay behind."""
    game = Game(["Ada", "Ben", "Cleo", "Dev"], edition="2003", mode="team", seed=5)
    state = game.state
    assert state.units is not None
    state.seat = 0
    state.units[0], state.armies[0], state.owners[0] = [3, 0, 2, 0], 5, 0
    state.units[1], state.armies[1], state.owners[1] = [0, 4, 0, 0], 4, 1
    assert pieces.fight(state, 0, 1).win == battle(4, 4).win
    state.units[0] = [5, 0, 0, 0]
    assert pieces.fight(state, 0, 1).win == battle(5, 4).win


# -- missions ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("edition", "mode"), [("2003", "mission"), ("five-army", "secret-mission")]
)
def test_progress_agrees_with_the_rules(edition: str, mode: str) -> None:
    """Whatever can be counted is enough exactly when the rules say so."""
    game = Game(PEOPLE, edition=edition, mode=mode, seed=4, bots=dict.fromkeys(PEOPLE, "rusher"))
    game.play(turns=25)
    state, checked = game.at(0), set()
    for step in game.steps:
        perform(state, step.move, step.chance)
        for name, wanted in missions.deck_of(state).missions.items() if state.turn else ():
            for condition, value in wanted.items():
                if pairs := goals.counted(state, state.seat, {condition: value}):
                    enough = all(have >= need for have, need in pairs)
                    fulfilled = missions.fulfilled(state, state.seat, {condition: value})
                    assert enough is fulfilled, (name, condition)
                    checked.add(condition)
    assert len(checked) >= 3


def test_a_mission_that_may_be_shown_is_pointed_out_and_named_only_when_asked() -> None:
    """AMB-MIS-8: offered at the right moment, never forced."""
    app = App(Game(PEOPLE, edition="2003", mode="mission", seed=4, bots=RUSHERS))
    app.finish_set_up()
    play_turns(app, 1)
    state = app.state
    state.missions = (("CPT7",), *state.missions[1:])
    state.seat = state.actor = 0
    state.phase, state.fresh, state.placed = Phase.REINFORCE, True, False
    state.reserves[0] = 20
    app.push(Place(state.lands[0][0], 20))
    assert state.phase is Phase.ATTACK
    assert "can be shown now" in app.panel.missions.text.value
    buttons = app.panel.cards[Phase.ATTACK].offers.box  # type: ignore[attr-defined]
    assert buttons.children == ()
    app.toggle_mission()
    assert "of 10" in app.panel.missions.text.value
    buttons.children[0].click()
    assert state.done[0] == ("CPT7",)
    assert app.game.steps[-1].move == ClaimMission("CPT7")


# -- hot seat and the end ------------------------------------------------------------------------
def test_the_first_turn_after_the_set_up_asks_who_is_there() -> None:
    """Whoever placed the last army need not be the one whose turn begins."""
    app = App(Game(PEOPLE, edition="five-army", mode="secret-mission", seed=4))
    assert not app.curtain, "the set-up goes round too fast to ask"
    for seat in (app.state.actor, (app.state.actor + 1) % 3):
        assert app.viewer == seat
        assert f"{PEOPLE[seat]}: your mission" in app.panel.missions.text.value
        app.toggle_mission()
        app.click(places(app.state)[0])
        assert not app.mission_shown
    app.finish_set_up()
    assert app.curtain
    app.ready()
    assert not app.curtain


def test_the_end_tells_the_secret_mission_and_writes_a_report() -> None:
    bots = dict.fromkeys(PEOPLE, "planner")
    app = App(Game(PEOPLE, edition="five-army", mode="secret-mission", seed=2, bots=bots))
    assert app.state.over
    assert app.state.reason == "mission"
    won = app.state.missions[app.state.winners[0]][0]
    assert goals.shown(app.state, won) in app.prompt
    app.panel.over.report.click()
    path = app.notice.removeprefix("The report is in ").removesuffix(".")
    with open(path, encoding="utf-8") as page:
        assert "won in turn" in page.read()


def test_a_report_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = dict.fromkeys(PEOPLE, "rusher")
    app = App(Game(PEOPLE, seed=2, options=DEALT, bots=bots))
    monkeypatch.setattr("risknb.charts.report", lambda *_, **__: 1 / 0)
    app.panel.over.report.click()
    assert "The report cannot be written (ZeroDivisionError" in app.panel.prompt.value
