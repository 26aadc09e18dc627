"""Games in sentences: what belongs together is one line, and every mode is told to its end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conformance.table import Table, set_up

from risknb.game import Game
from risknb.moves import Step
from risknb.notation import parse_step
from risknb.story import groups, tell

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.rgn"))
NAMES = ["Ada", "Ben", "Cleo"]


def lines(table: Table, *steps: str) -> list[str]:
    """What is told of the steps played from here."""
    start, made = table.state.copy(), []
    for text in steps:
        move, chance = parse_step(table.board, text)
        made.append(Step(table.state.actor, move, chance))
        table.push(text)
    return list(tell(NAMES[: start.seats], start, made))


def told(game: Game) -> list[str]:
    return list(tell(game.players, game.at(0), game.steps))


# -- battles -------------------------------------------------------------------------------------
THROWS = "ala>kam*3=611:52", "ala>kam*3=651:43"


def test_a_battle_that_goes_on_shows_its_last_throw() -> None:
    table = set_up("ala:a9 kam:b5 *:c1")
    assert lines(table, THROWS[0]) == [
        "Ada attacked Kamchatka from Alaska: 6 1 1 against 5 2. Ada lost 1, Ben 1."
    ]
    assert lines(table, "ala>kam*3=651:43", "ala>kam*2=66:55") == [
        "Ada attacked Kamchatka from Alaska: 6 6 against 5 5. Ben lost 2. In 2 throws Ben lost 4. "
        "Ada took Kamchatka. Ben is out."
    ]


def test_a_battle_that_is_won_is_one_line() -> None:
    table = set_up("ala:a9 kam:b3 jap:b1 *:c1")
    assert lines(table, *THROWS, "!4", "kam>jap*3=111:6") == [
        "Ada took Kamchatka with 4 armies from Alaska. Ada lost 1, Ben 3.",
        "Ada attacked Japan from Kamchatka: 1 1 1 against 6. Ada lost 1.",
    ]


def test_a_battle_that_is_left_is_called_off_or_lost() -> None:
    table = set_up("ala:a9 bra:a2 kam:b9 *:c1")
    assert lines(table, *THROWS, "bra>ven*1=1:6", "--") == [
        "Ada called off the attack on Kamchatka from Alaska. Ada lost 1, Ben 3.",
        "Ada failed to take Venezuela from Brazil. Ada lost 1.",
    ]


def test_another_origin_is_another_battle() -> None:
    table = set_up("ala:a9 jap:a9 kam:b9 *:c1")
    found = lines(table, *THROWS, "jap>kam*3=611:52")
    assert [line.split(".")[0] for line in found] == [
        "Ada called off the attack on Kamchatka from Alaska",
        "Ada attacked Kamchatka from Japan: 6 1 1 against 5 2",
    ]


def test_a_capture_tells_the_continent_won() -> None:
    table = set_up("SA:a1 bra:a9 ven:c1 *:b1")
    assert lines(table, "bra>ven*3=666:1", "!3") == [
        "Ada took Venezuela with 3 armies from Brazil and holds South America. Cleo lost 1. "
        "Cleo is out."
    ]


def test_a_capture_tells_the_continent_broken() -> None:
    table = set_up("SA:b1 naf:a9 *:c1")
    assert lines(table, "naf>bra*3=666:1", "!3") == [
        "Ada took Brazil with 3 armies from North Africa and broke Ben's South America. Ben lost 1."
    ]


def test_a_player_put_out_leaves_cards_that_are_counted_and_not_named() -> None:
    """ELIM-01: the cards of a player who is out go to the victor."""
    table = set_up("ala:a9 kam:b1 *:c1", "h:|bra.per|")
    assert lines(table, "ala>kam*3=666:1", "!3") == [
        "Ada took Kamchatka with 3 armies from Alaska. Ben lost 1. Ben is out. Ada got 2 cards."
    ]


def test_what_was_told_of_a_capture_is_not_told_again() -> None:
    table = set_up("SA:b1 naf:a9 *:c1")
    assert lines(table, "naf>bra*3=666:1")[0].endswith("took Brazil and broke Ben's South America.")
    assert lines(table, "!3") == ["Ada moved 3 armies into Brazil."]


def test_nothing_is_lost_while_dice_may_still_change() -> None:
    """EXP-05: the commander turns a die to a six."""
    table = set_up("ala:a9 kam:b6 *:c1", commander=True)
    assert lines(table, "ala>kam*3=421:33") == [
        "Ada attacked Kamchatka from Alaska: 4 2 1 against 3 3."
    ]
    assert lines(table, "^2") == ["Ada's commander turned the 2 to a 6. Ben lost 2."]


def test_the_defender_who_chooses_dice_belongs_to_the_battle() -> None:
    """COMB-05: the defender may choose how many dice to roll."""
    table = set_up("ala:a9 kam:b2 *:c1", defend="ask")
    assert lines(table, "ala>kam*3") == ["Ada attacked Kamchatka from Alaska with 3 dice."]
    assert lines(table, "d1=666:5") == ["Ben defended Kamchatka: 6 6 6 against 5. Ben lost 1."]


# -- the other parts of a turn -------------------------------------------------------------------
def test_armies_placed_one_after_the_other_are_one_line() -> None:
    table = set_up("kam:a1 sia:a1 *:b1", "r:6,0,0", phase="R")
    assert lines(table, "kam+2", "sia+1", "kam+3") == [
        "Ada placed 5 armies on Kamchatka and 1 on Siam."
    ]


@pytest.mark.parametrize(
    ("edition", "steps"),
    [("2018", ["--=bra", "ala~nwt:2"]), ("2010", ["--", "ala~nwt:2=bra"])],
)
def test_a_turn_ends_in_one_line(edition: str, steps: list[str]) -> None:
    """CARD-01: who has taken a territory draws a card, before or after the last move."""
    table = set_up("ala:a9 nwt:a1 kam:b1 jap:b1 *:c1", edition=edition)
    table.push("ala>kam*3=666:1", "!3")
    assert lines(table, *steps) == [
        "Ada moved 2 armies from Alaska to Northwest Territory and drew a card.",
        "-- Turn 10, Ben",
    ]


def test_to_go_on_without_a_move_is_not_told() -> None:
    assert lines(set_up("ala:a9 *:b1 kam:c1"), "--", "--") == ["-- Turn 10, Ben"]


def test_a_card_drawn_without_a_move_stands_alone() -> None:
    table = set_up("ala:a9 kam:b1 jap:b1 *:c1")
    table.push("ala>kam*3=666:1", "!3")
    assert lines(table, "--=bra", "--") == ["Ada drew a card.", "-- Turn 10, Ben"]


# -- whole games ---------------------------------------------------------------------------------
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_game_is_told_to_its_end(path: Path) -> None:
    game = Game.load(path)
    found = list(groups(game.players, game.at(0), game.steps))
    assert [now.step for group in found for now in group.moments] == game.steps
    assert [group.open for group in found] == [False] * (len(found) - 1) + [True]
    sentences = [group.text for group in found if group.text]
    assert all(re.fullmatch(r"[A-Z].*\.", line) for line in sentences)
    winners = [game.players[seat] for seat in game.state.winners]
    assert re.search(r" wins?: ", sentences[-1])
    assert all(name in sentences[-1] for name in winners)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_what_battles_cost_adds_up(path: Path) -> None:
    """Every army thrown off the board is told once, in the battle it fell in."""
    game = Game.load(path)
    found = list(groups(game.players, game.at(0), game.steps))
    battles = [group for group in found if group.part == "battle"]
    fallen = sum(sum(g.whole.before.armies) - sum(g.whole.after.armies) for g in battles)
    numbers = re.findall(r"(?:lost|, [\w ]+) (\d+)(?=[.,])", " ".join(g.text for g in battles))
    assert sum(map(int, numbers)) == fallen


def test_every_turn_has_its_heading() -> None:
    game = Game.load(next(path for path in GOLDEN if path.stem == "2010-domination"))
    headings = [line for line in told(game) if line.startswith("-- Turn")]
    assert [int(line.split()[2].rstrip(",")) for line in headings] == [
        *range(1, game.state.turn + 1)
    ]


def test_a_mission_is_shown_in_words() -> None:
    mission = next(path for path in GOLDEN if path.stem == "2003-mission")
    shown = [line for line in told(Game.load(mission)) if "showed a mission" in line]
    assert shown
    assert all(re.search(r": (hold|take|get|trade|break|stand|have)", s) for s in shown)


@pytest.mark.parametrize("edition", ["2003", "2018"])
def test_the_two_rolls_before_the_first_turn_are_told_apart(edition: str) -> None:
    """SETUP-02, SETUP-05: the first roll is for placing, the second for the first turn."""
    game = Game(NAMES, edition=edition, seed=3, options={"setup": "deal", "placing": "auto"})
    rolled = [line for line in told(game) if "dice were rolled" in line]
    assert {line.split(",")[0] for line in rolled} == {
        "To see who places first", "To see who takes the first turn",
    }  # fmt: skip
    assert "the first turn" in rolled[-1]
