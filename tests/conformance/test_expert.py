"""The five expert variations, each switched on alone (EXP)."""

from __future__ import annotations

import pytest

from risknb.editions import EDITIONS
from risknb.moves import Command, Fortify, Place, Reroll

from .table import set_up, turn_of


@pytest.mark.rule("EXP-01", "T-EXP-1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_set_values_rise_by_one(edition: str) -> None:
    values = []
    for traded in range(7):
        hand = f"h:ala.arg.egy|| s:{traded}"
        table = turn_of("a", "wau:a1 *:b1", hand, edition=edition, expert_sets=True)
        values.append(table.push("x:ala,arg,egy").reserve("a") - 3)
    assert values == [4, 5, 6, 7, 8, 9, 10]


@pytest.mark.rule("EXP-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_moves_from_several_territories_to_several_others(edition: str) -> None:
    land = "ala:a8 nwt:a3 ont:a1 grn:a1 bra:a4 per:a1 *:b1"
    table = set_up(land, edition=edition, phase="F", multi_fortify=True)
    table.push("ala~nwt:2", "ala~grn:3", "nwt~ont:4", "bra~per:3")
    assert table.phase == "F"
    assert [table.on(at) for at in ("ala", "nwt", "ont", "grn")] == ["a3", "a1", "a5", "a4"]
    assert not table.legal("ala~per:1")  # no path of own territories
    assert not table.legal("nwt~ala:1")  # one stays
    assert table.push("--").seat == "b"


@pytest.mark.rule("EXP-02")
@pytest.mark.parametrize("edition", ["2003", "2010"])
def test_the_card_is_drawn_when_the_moves_are_over(edition: str) -> None:
    table = set_up("ala:a9 kam:b1 nwt:a1 *:c1", edition=edition, multi_fortify=True)
    table.push("ala>kam*3=666:1", "!3", "--")
    assert not table.needs_luck("ala~nwt:1")
    table.push("ala~nwt:1")
    assert table.push("--=bra").hand("a") == "bra"


@pytest.mark.rule("EXP-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_at_most_twelve_armies_on_a_territory(edition: str) -> None:
    table = turn_of("a", "ala:a11 nwt:a9 *:b1", edition=edition, army_cap=True)
    assert not table.legal("ala+2")
    table.push("ala+1")
    assert table.moves(Place) == ["nwt+1", "nwt+2"]
    assert not table.legal("--")
    table.push("nwt+2")
    assert (table.on("ala"), table.on("nwt"), table.phase) == ("a12", "a11", "A")
    table.push("--")
    assert table.moves(Fortify) == ["ala~nwt:1"]


@pytest.mark.rule("EXP-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_armies_that_fit_nowhere_are_lost(edition: str) -> None:
    table = turn_of("a", "ala:a12 nwt:a11 *:b1", edition=edition, army_cap=True)
    assert not table.legal("--")
    table.push("nwt+1")
    assert table.reserve("a") == 2
    assert table.moves() == ["--"]
    table.push("--")
    assert (table.phase, table.reserve("a"), table.armies("a")) == ("A", 0, 24)


@pytest.mark.rule("EXP-03")
def test_without_the_variation_there_is_no_limit() -> None:
    table = turn_of("a", "ala:a12 *:b1")
    assert table.push("ala+3").on("ala") == "a15"


# -- re-roll -------------------------------------------------------------------------------------
@pytest.mark.rule("EXP-04")
@pytest.mark.parametrize("card", ["ala", "kam"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_of_the_origin_or_the_target_re_rolls_one_die(edition: str, card: str) -> None:
    table = set_up("ala:a9 kam:b4 *:c1", f"h:{card}||", edition=edition, reroll=True)
    assert not table.legal("r1")  # no die is rolled yet
    table.push("ala>kam*3=421:33")
    assert table.moves() == ["r1", "r2", "r3", "--"]
    assert (table.on("ala"), table.on("kam")) == ("a9", "b4")
    table.push("r2=6")
    assert (table.on("ala"), table.on("kam")) == ("a9", "b2")
    assert table.hand("a") == card


@pytest.mark.rule("EXP-04")
def test_the_new_value_stands_and_there_is_one_re_roll_a_battle() -> None:
    table = set_up("ala:a9 kam:b4 *:c1", "h:ala.kam||", reroll=True)
    table.push("ala>kam*3=661:55", "r1=1")
    assert (table.on("ala"), table.on("kam"), table.phase) == ("a8", "b3", "A")
    table.push("ala>kam*3=111:66")
    assert table.moves(Reroll) == ["r1", "r2", "r3"]  # a new battle, a new re-roll


@pytest.mark.rule("EXP-04")
def test_other_cards_and_wild_cards_give_no_re_roll() -> None:
    table = set_up("ala:a9 kam:b4 *:c1", "h:bra.w1||", reroll=True).push("ala>kam*3=421:33")
    assert table.moves(Reroll) == []
    assert not table.legal("r1")
    assert table.push("--").on("kam") == "b3"


@pytest.mark.rule("EXP-04")
def test_several_cards_may_be_shown_in_a_turn() -> None:
    table = set_up("ala:a9 kam:b4 bra:a9 ven:b4 *:c1", "h:ala.bra||", reroll=True)
    table.push("ala>kam*1=1:66", "r1=6", "bra>ven*1=1:55")
    assert table.moves(Reroll) == ["r1"]
    assert table.push("r1=6").on("ven") == "b3"


@pytest.mark.rule("EXP-04")
def test_the_card_is_shown_and_returns_when_the_attack_ends() -> None:
    table = set_up("ala:a9 kam:b4 bra:a9 ven:b4 *:c1", "h:ala.per||", reroll=True)
    assert "ala.?1" not in table.state.seen_by(1).text()
    table.push("ala>kam*1=1:66", "r1=6")
    assert "ala.?1" in table.state.seen_by(1).text()
    table.push("ala>kam*1=1:66", "--")
    assert "ala.?1" in table.state.seen_by(1).text()  # the attack goes on
    table.push("bra>ven*1=1:55", "--")
    assert "ala.?1" not in table.state.seen_by(1).text()
    assert table.hand("a") == "ala.per"


@pytest.mark.rule("EXP-04")
def test_there_is_no_re_roll_in_defence() -> None:
    table = set_up("ala:a9 kam:b4 *:c1", "h:|ala.kam|", reroll=True)
    table.push("ala>kam*3=666:11")
    assert (table.phase, table.actor, table.on("kam")) == ("A", "a", "b2")


# -- commander -----------------------------------------------------------------------------------
@pytest.mark.rule("EXP-05")
@pytest.mark.parametrize("edition", EDITIONS)
def test_once_a_turn_one_die_is_turned_to_six(edition: str) -> None:
    table = set_up("ala:a9 kam:b6 *:c1", edition=edition, commander=True)
    assert not table.legal("^1")  # no die is rolled yet
    table.push("ala>kam*3=521:55")
    assert table.moves() == ["^1", "^2", "^3", "--"]
    table.push("^2")
    assert (table.on("ala"), table.on("kam")) == ("a8", "b5")
    table.push("ala>kam*3=521:55")
    assert (table.on("ala"), table.on("kam"), table.phase) == ("a6", "b5", "A")


@pytest.mark.rule("EXP-05")
@pytest.mark.parametrize(("die", "lost"), [("^1", (1, 1)), ("^2", (0, 2)), ("^3", (0, 2))])
def test_the_die_that_is_named_is_turned(die: str, lost: tuple[int, int]) -> None:
    table = set_up("ala:a9 kam:b6 *:c1", commander=True).push("ala>kam*3=511:54", die)
    assert (table.on("ala"), table.on("kam")) == (f"a{9 - lost[0]}", f"b{6 - lost[1]}")


@pytest.mark.rule("EXP-05")
def test_the_commander_is_kept_when_the_dice_stand_and_comes_back_next_turn() -> None:
    table = set_up("ala:a9 kam:b6 *:c1", commander=True)
    table.push("ala>kam*1=5:55", "--")
    assert table.on("ala") == "a8"
    table.push("ala>kam*1=5:55")
    assert table.moves(Command) == ["^1"]
    table.push("^1", "--", "--", "kam+3")
    table.push("kam>ala*1=1:66")
    assert table.moves(Command) == ["^1"]


@pytest.mark.rule("EXP-05")
def test_the_defender_has_no_commander() -> None:
    table = set_up("ala:a9 kam:b6 *:c1", commander=True, defend="ask")
    table.push("ala>kam*3", "d2=111:11")
    assert (table.phase, table.actor) == ("X", "a")
    assert table.moves(Command) == ["^1", "^2", "^3"]
