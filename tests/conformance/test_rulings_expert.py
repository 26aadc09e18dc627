"""Rulings on the expert variations."""

from __future__ import annotations

import pytest

from risknb.moves import Advance, Place
from risknb.rules import IllegalMove
from risknb.state import HIDDEN

from .table import Table, new_game, set_up, turn_of

EDITIONS = ("2003", "2010", "five-army", "2018")


# -- twelve armies at most -----------------------------------------------------------------------
@pytest.mark.rule("AMB-EXP-1")
def test_the_cap_holds_while_starting_armies_are_placed() -> None:
    table = set_up("ala:a12 NA:a1 SA:b1 *:c1", "r:3,3,3 q:1,0,0 o:a", phase="P", army_cap=True)
    assert not table.legal("ala+1")
    assert table.legal("alb+1")


@pytest.mark.rule("AMB-EXP-1")
def test_a_whole_set_up_stays_below_the_cap() -> None:
    table = new_game("2018", army_cap=True).play_to("R")
    assert max(table.state.armies) == 12
    assert sum(table.state.armies) == 3 * 35


@pytest.mark.rule("AMB-EXP-1")
def test_the_cap_holds_for_reinforcements() -> None:
    table = set_up("ala:a11 NA:a1 SA:b1 *:c1", "r:5,0,0", phase="R", army_cap=True)
    assert table.legal("ala+1")
    assert not table.legal("ala+2")


@pytest.mark.rule("AMB-EXP-1")
def test_the_cap_holds_for_reinforced_allies() -> None:
    table = set_up(
        "ala:a1 EU:c11 *:b1", "al:a---", edition="2003", mode="two-player-active", players=2,
        phase="L", army_cap=True,
    ).push("&c=4")  # fmt: skip
    assert table.legal("ice+1")
    assert not table.legal("ice+2")


@pytest.mark.rule("AMB-EXP-1")
def test_the_cap_holds_for_moving_in_beyond_the_minimum() -> None:
    table = set_up("ala:a20 kam:b1 SA:b1 *:c1", army_cap=True).push("ala>kam*3=666:1")
    assert table.moves() == [f"!{armies}" for armies in range(3, 13)]


@pytest.mark.rule("AMB-EXP-1")
def test_the_cap_holds_for_the_move_at_the_end() -> None:
    table = set_up("ala:a9 alb:a11 nwt:a12 SA:b1 *:c1", phase="F", army_cap=True)
    assert table.legal("ala~alb:1")
    assert not table.legal("ala~alb:2")
    assert not table.legal("ala~nwt:1")


@pytest.mark.rule("AMB-EXP-2")
def test_only_armies_that_fit_nowhere_are_lost() -> None:
    table = set_up("ala:a12 alb:a11 SA:b1 *:c1", "r:5,0,0", phase="R", army_cap=True)
    assert not table.legal("--"), "one fits in Alberta"
    assert table.moves() == table.moves(Place) == ["alb+1"]
    table.push("alb+1")
    assert table.moves() == ["--"]
    assert table.push("--").phase == "A"
    assert (table.reserve("a"), table.armies("a")) == (0, 24)


@pytest.mark.rule("AMB-EXP-2")
@pytest.mark.parametrize(("before", "after"), [(9, 11), (10, 12), (11, 12), (12, 12)])
def test_what_does_not_fit_of_the_two_extra_armies_is_lost(before: int, after: int) -> None:
    table = turn_of("a", f"ala:a{before} AU:a1 *:b1 SA:c1", "h:ala.alb.wus||", army_cap=True)
    reserve = table.reserve("a")
    table.push("x:ala,alb,wus@ala")
    assert (table.on("ala"), table.reserve("a")) == (f"a{after}", reserve + 4)


@pytest.mark.rule("AMB-EXP-3")
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_the_minimum_always_fits(dice: int) -> None:
    table = set_up("ala:a12 kam:b1 SA:b1 *:c1", army_cap=True)
    table.push(f"ala>kam*{dice}={'6' * dice}:1")
    assert table.moves(Advance)[0] == f"!{dice}"
    assert table.push(f"!{dice}").on("kam") == f"a{dice}"


# -- re-rolls ------------------------------------------------------------------------------------
LAND = "ala:a9 nwt:a5 kam:b5 yak:b3 *:c3"


def thrown(hand: str, dice: str = "651:52", **options: bool) -> Table:
    """a has rolled from Alaska against Kamchatka."""
    return set_up(LAND, f"h:{hand}|bra|", **(options or {"reroll": True})).push(f"ala>kam*3={dice}")


@pytest.mark.rule("AMB-EXP-4")
def test_a_re_roll_comes_after_both_rolls_and_before_losses() -> None:
    table = thrown("ala.per")
    assert (table.phase, table.actor) == ("X", "a")
    assert (table.on("ala"), table.on("kam")) == ("a9", "b5")
    assert table.moves() == ["r1", "r2", "r3", "--"], "three dice of one's own, none of the other's"
    table.push("r3=6")
    assert (table.on("ala"), table.on("kam"), table.phase) == ("a9", "b3", "A")


@pytest.mark.rule("AMB-EXP-4")
def test_the_new_value_stands() -> None:
    table = thrown("ala.per").push("r1=1")
    assert (table.on("ala"), table.on("kam")) == ("a7", "b5"), "5 against 5, 1 against 2"


@pytest.mark.rule("AMB-EXP-4")
def test_one_die_is_rolled_again_once_a_battle() -> None:
    table = thrown("ala.kam").push("r1=1")
    assert table.phase == "A", "though another card is left"
    assert table.push("ala>kam*3=651:52").legal("r1"), "the next throw is another battle"


@pytest.mark.rule("AMB-EXP-4")
def test_the_defender_rolls_nothing_again() -> None:
    table = set_up(LAND, "h:|ala.kam|", reroll=True).push("ala>kam*3=651:52")
    assert (table.phase, table.on("ala"), table.on("kam")) == ("A", "a9", "b3")


@pytest.mark.rule("AMB-EXP-5")
def test_a_shown_card_is_seen_and_cannot_be_traded() -> None:
    table = thrown("ala.alb.wus").push("r1=6")
    assert table.state.seen_by(1).hands[0].count(HIDDEN) == 2
    assert table.board.index("ala") in table.state.seen_by(1).hands[0]
    assert not table.legal("x:ala,alb,wus")


@pytest.mark.rule("AMB-EXP-5")
def test_a_shown_card_returns_to_the_hand_before_a_forced_trade() -> None:
    table = set_up("ala:a9 kam:b1 *:c3", "h:ala.alb.wus|bra.per|", reroll=True)
    table.push("ala>kam*3=111:5", "r1=6", "!3")
    assert (table.phase, table.state.shown) == ("S", ())
    assert table.state.seen_by(2).hands[0] == (HIDDEN,) * 5
    assert table.push("x:ala,alb,wus@ala").hand("a") == "bra.per"


@pytest.mark.rule("AMB-EXP-9")
def test_a_wild_card_gives_no_re_roll() -> None:
    assert thrown("w1.w2.per").moves() == ["--"]


# -- the commander -------------------------------------------------------------------------------
@pytest.mark.rule("AMB-EXP-6")
def test_the_commander_acts_after_both_rolls() -> None:
    table = thrown("per", "541:63", commander=True)
    assert (table.phase, table.on("ala"), table.on("kam")) == ("X", "a9", "b5")
    assert table.moves() == ["^1", "^2", "^3", "--"]
    table.push("^3")
    assert (table.on("ala"), table.on("kam")) == ("a8", "b4"), "6 against 6 lost, 5 against 3 won"


@pytest.mark.rule("AMB-EXP-6")
def test_the_commander_acts_once_a_turn_not_once_a_battle() -> None:
    table = thrown("per", "541:63", commander=True).push("^3", "ala>kam*3=111:66")
    assert table.phase == "A", "no second decision"
    again = thrown("ala", "541:63", commander=True, reroll=True)
    again.push("^3", "ala>kam*3=541:63", "r1=1")
    assert again.phase == "A", "a re-roll does not bring him back"
    saved = thrown("per", "541:63", commander=True).push("--", "ala>kam*3=541:63")
    assert saved.legal("^1"), "who lets the dice stand keeps him for later"
    later = turn_of("a", LAND, "do:k", commander=True)
    later.push(f"ala+{later.reserve('a')}", "ala>kam*3=541:63")
    assert later.legal("^1"), "and he is back in the next turn"


@pytest.mark.rule("AMB-EXP-4", "AMB-EXP-6")
def test_a_re_roll_comes_before_the_commander() -> None:
    table = thrown("ala", "541:63", commander=True, reroll=True)
    both = table.copy().push("r1=1")
    assert both.moves() == ["^1", "^2", "^3", "--"]
    assert both.push("^1").phase == "A"
    assert table.push("^1").phase == "A", "after the commander nothing is rolled again"


@pytest.mark.rule("AMB-EXP-6")
def test_the_commander_does_not_defend() -> None:
    table = thrown("", "541:63", commander=True)
    assert table.actor == "a"
    with pytest.raises(IllegalMove):
        table.push("^4")


# -- many moves ----------------------------------------------------------------------------------
@pytest.mark.rule("AMB-EXP-7")
@pytest.mark.parametrize("edition", EDITIONS)
def test_moves_go_on_until_pass(edition: str) -> None:
    table = set_up(
        "ala:a5 nwt:a1 ont:a3 jap:a4 *:b3 SA:c1", phase="F", edition=edition, multi_fortify=True
    )
    table.push("ala~ont:4", "ont~nwt:2", "ont~ala:1", "ala~nwt:1")
    assert [table.on(code) for code in ("ala", "nwt", "ont", "jap")] == ["a1", "a4", "a4", "a4"]
    assert not table.legal("ala~nwt:1"), "one stays"
    assert not table.legal("nwt~jap:1"), "no way of own territories"
    assert table.push("--").seat == "b"


@pytest.mark.rule("AMB-EXP-7")
@pytest.mark.parametrize("edition", ["2003", "2010"])
def test_the_last_card_of_a_turn_waits_for_the_pass(edition: str) -> None:
    table = set_up(
        "ala:a5 nwt:a1 *:b3 SA:c1", "do:c", phase="F", edition=edition, multi_fortify=True
    )
    table.push("ala~nwt:1", "ala~nwt:1")
    assert table.push("--=bra").hand("a") == "bra"


@pytest.mark.rule("AMB-EXP-7")
def test_many_moves_keep_the_cap() -> None:
    table = set_up(
        "ala:a9 nwt:a5 ont:a4 *:b3 SA:c1", phase="F", multi_fortify=True, army_cap=True
    ).push("ala~nwt:7")
    assert not table.legal("ont~nwt:1")
    assert table.legal("nwt~ont:8")


# -- values of sets ------------------------------------------------------------------------------
@pytest.mark.rule("AMB-EXP-8")
@pytest.mark.parametrize("edition", EDITIONS)
def test_expert_values_replace_the_editions_table(edition: str) -> None:
    worth = []
    for traded in range(8):
        fields = f"h:ala.arg.ice|| s:{traded}"
        table = turn_of("a", "AU:a2 *:b2 AS:c2", fields, edition=edition, expert_sets=True)
        before = table.reserve("a")
        worth.append(table.push("x:ala,arg,ice").reserve("a") - before)
    assert worth == [4, 5, 6, 7, 8, 9, 10, 11]


@pytest.mark.rule("AMB-EXP-8")
def test_a_pictured_territory_still_brings_two_armies() -> None:
    table = turn_of("a", "NA:a2 *:b2 AS:c2", "h:ala.arg.ice|| s:4", expert_sets=True)
    before = table.reserve("a")
    table.push("x:ala,arg,ice@ala")
    assert (table.on("ala"), table.reserve("a") - before) == ("a4", 8)
