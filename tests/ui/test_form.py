"""The form for a new game: whatever it offers can be played."""

from __future__ import annotations

import os

import pytest

from risknb import Game, saves
from risknb.editions import EDITIONS, modes
from risknb.scene.look import DARK
from risknb.ui import play
from risknb.ui.controls import shown
from risknb.ui.newgame import BOARDS, NewGame

EVERY = [(edition, mode) for edition in EDITIONS for mode in modes(edition)]


@pytest.fixture
def form() -> NewGame:
    found = play().form
    assert found is not None
    return found


@pytest.mark.parametrize(("edition", "mode"), EVERY)
def test_every_mode_starts_with_the_options_it_is_offered_with(
    form: NewGame, edition: str, mode: str
) -> None:
    form.edition.value = edition
    form.mode.value = mode
    game = form.game()
    assert (game.rules.edition, game.rules.mode) == (edition, mode)
    assert len(game.players) in form.allowed()


@pytest.mark.parametrize(("edition", "mode"), EVERY)
def test_every_mode_starts_claimed_placed_by_hand_and_with_the_defender_asked(
    form: NewGame, edition: str, mode: str
) -> None:
    form.edition.value = edition
    form.mode.value = mode
    form.deal.value = form.auto.value = form.defend.value = False
    assert form.game().rules.defend == "ask"


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_starts(form: NewGame, board: str) -> None:
    form.board.value = board
    assert form.game().board.name == board


def test_rare_options_reach_the_rules(form: NewGame) -> None:
    form.choices["defend_dice"].value = 1
    form.choices["east_africa_line"].value = False
    rules = form.game().rules
    assert (rules.defend_dice, rules.east_africa_line) == (1, False)


def test_seats_follow_the_mode(form: NewGame) -> None:
    form.mode.value = "two-player"
    assert len(form.seats) == 2
    assert form.more_seats.disabled
    form.mode.value = "domination"
    assert len(form.seats) == 3
    for _ in range(9):
        form._add()
    assert len(form.seats) == 6


def test_a_wrong_name_is_told_and_nothing_starts(form: NewGame) -> None:
    form.seats[1].name.value = form.seats[0].name.value
    form.start()
    assert "same name" in form.summary.value
    assert not form.app.playing


def test_the_same_seed_is_the_same_deal(form: NewGame) -> None:
    form.seed.value = "class 7b"
    assert form.game().state.owners == form.game().state.owners


def test_the_last_game_is_offered_and_goes_on(form: NewGame) -> None:
    form.start()
    steps = len(form.app.game.steps)
    again = play().form
    assert again is not None
    assert "rk-hidden" not in again.resume._dom_classes
    again._resume()
    assert len(again.app.game.steps) >= steps
    assert again.app.game is form.app.game  # it was still open here


def test_a_damaged_game_does_not_hide_the_one_before(form: NewGame) -> None:
    """The panel says what a warning would say, which nobody sees behind a button."""
    for name, age in (("older", 50), ("newer", 10)):
        path = saves.path_of(name)
        path.parent.mkdir(exist_ok=True)
        Game(["Ada", "Ben"], board="duel", seed=1).save(path)
        os.utime(path, (1_000_000_000 - age,) * 2)
    saves.path_of("newer").write_text('[Format "1"]\n')
    form._resume()
    assert form.app.game.file == os.path.abspath(saves.path_of("older"))
    assert "A newer game is left out: newer.rgn: " in form.app.panel.prompt.value


def test_the_running_game_is_offered_once(form: NewGame) -> None:
    form.start()
    form.app.open_new_game()
    again = form.app.form
    assert again is not None
    assert shown(again.back)
    assert not shown(again.resume)


def test_hints_closed_for_good_stay_closed(form: NewGame) -> None:
    assert form.hints.value
    form.start()
    form.app.close_hints()
    again = play().form
    assert again is not None
    assert not again.hints.value


def test_every_seat_has_another_colour_and_two_change_places(form: NewGame) -> None:
    form.seats[0].colour.value = 2
    assert [seat.worn for seat in form.seats] == [2, 1, 0]
    assert [seat.colour.value for seat in form.seats] == [2, 1, 0]
    form._add()
    form.seats[3].colour.value = 5
    form._remove()
    form._add()
    assert form.game().colours == (2, 1, 0, 3)
    form._add()
    form.start()
    assert form.app.colours.chosen == (2, 1, 0, 3, 4)


def test_the_board_in_the_form_follows_the_theme(form: NewGame) -> None:
    light = form.thumb.value
    form.app.aid.dark = True
    assert DARK.sea in form.thumb.value
    assert DARK.sea not in light


def test_only_options_that_the_rules_take_here_are_offered(form: NewGame) -> None:
    offered = [name for name, box in (form.expert | form.asked).items() if shown(box)]
    assert "commander" in offered
    assert not {"status_roll", "mission_deck", "capital_short"} & set(offered)
    form.mode.value = "capital"
    assert not shown(form.expert["capital_short"])  # CAP: three players need them all
    form._add()
    assert shown(form.expert["capital_short"])
    form.expert["reroll"].value = True
    form.cards.value = False
    assert not shown(form.expert["reroll"])
    assert not form.game().rules.reroll
    form.cards.value = True
    assert form.game().rules.reroll


def test_a_line_that_a_board_has_not_is_not_asked_about(form: NewGame) -> None:
    assert shown(form.asked["east_africa_line"])
    form.choices["east_africa_line"].value = False
    form.board.value = "duel"
    assert not shown(form.asked["east_africa_line"])
    assert form.game().board.name == "duel"


def test_where_nothing_can_be_claimed_the_form_says_dealt(form: NewGame) -> None:
    form.deal.value = False
    assert "territories claimed" in form.summary.value
    form.mode.value = "two-player"
    assert form.deal.disabled
    assert "territories dealt" in form.summary.value
    assert form.game().rules.setup == "deal"
