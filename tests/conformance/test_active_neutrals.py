"""Two players with active neutrals: bribes, allies, moods (NA)."""

from __future__ import annotations

from typing import Any

import pytest

from risknb.moves import Attack, Bribe, Fortify, Levy, Trade

from .table import Table, new_game, set_up, turn_of

# Green is a, Red is b; the neutrals of the active game are c (gray), d (blue), e and f.
LAND = "ala:a9 kam:c2 jap:d5 yak:e3 irk:f3 NA:a1 *:b1"


def active(fields: str = "", land: str = LAND, **rest: Any) -> Table:
    """Seat a attacks in a game with active neutrals."""
    return set_up(land, fields, edition="2003", mode="two-player-active", players=2, **rest)


def active_turn(fields: str = "", land: str = LAND, **rest: Any) -> Table:
    """The start of a's turn in a game with active neutrals."""
    return turn_of("a", land, fields, edition="2003", mode="two-player-active", players=2, **rest)


# -- active neutrals: the beginning of a turn ----------------------------------------------------
@pytest.mark.rule("NA-01")
def test_all_neutrals_start_uninvolved() -> None:
    table = new_game("2003", "two-player-active", 2).play_to("R")
    assert [table.stance(army) for army in "cdef"] == ["-", "-", "-", "-"]


@pytest.mark.rule("NA-01", "NA-06")
def test_only_the_seat_it_is_allied_with_commands_a_neutral() -> None:
    for stances, commands in (("al:a---", True), ("al:b---", False), ("al:----", False)):
        assert bool(active(stances).moves(Attack, src="kam")) == commands


@pytest.mark.rule("NA-02")
def test_the_order_of_a_turn_with_allies() -> None:
    table = active_turn("al:a--- h:ala.arg.egy.grn.ont|")
    assert table.phase == "R"
    assert table.moves(Bribe)
    table.push("$d:grn", "x:ala,arg,egy")
    assert table.moves(Bribe) == []
    assert not table.legal("$d:ont")
    assert table.moves(Levy) == []
    table.push(f"ala+{table.reserve('a')}")
    assert table.phase == "L"
    assert table.moves(Attack) == []
    table.push("&c=2", "kam+2", "--")
    assert table.phase == "A"
    assert table.moves(Levy) == []
    table.push("--")
    assert table.phase == "F"
    assert table.moves(Fortify, src="kam") == []
    table.push("--")
    assert table.phase == "Y"
    assert table.moves(Fortify, src="ala") == []
    assert table.push("--").seat == "b"


@pytest.mark.rule("NA-02", "NA-10")
def test_the_card_comes_last_after_the_allies_moves() -> None:
    table = active("al:a---", "ala:a9 kam:c2 alb:b1 NA:a1 *:b1")
    table.push("ala>alb*3=666:1", "!3")
    assert not table.needs_luck("--")
    table.push("--")
    assert not table.needs_luck("--")
    table.push("--")
    assert (table.phase, table.needs_luck("--")) == ("Y", True)
    assert table.push("--=w1").hand("a") == "w1"


@pytest.mark.rule("NA-02")
def test_no_bribes_after_the_first_army_is_placed() -> None:
    table = active_turn("h:grn|").push("ala+1")
    assert table.moves(Bribe) == []
    assert not table.legal("$c:grn")


@pytest.mark.rule("NA-03", "T-NEUT-1")
def test_a_card_makes_an_uninvolved_neutral_an_ally() -> None:
    table = active_turn("h:grn.ont|per")
    assert not table.legal("$f:per")  # another's card
    table.push("$f:grn")
    assert table.stance("f") == "a"
    assert len(table.state.bribes[3]) == 1
    assert table.hand("a") == "ont"
    assert "grn" not in table.state.seen_by(1).text()


@pytest.mark.rule("NA-03", "T-NEUT-2")
def test_the_opponents_ally_takes_one_card_to_leave_and_two_to_come_over() -> None:
    table = active_turn("al:b--- h:grn.ont|").push("$c:grn")
    assert table.stance("c") == "-"
    assert table.push("$c:ont").stance("c") == "a"


@pytest.mark.rule("NA-03")
def test_several_neutrals_may_be_bribed_in_a_turn() -> None:
    table = active_turn("h:grn.ont.per|").push("$c:grn", "$d:ont", "$e:per")
    assert [table.stance(army) for army in "cdef"] == ["a", "a", "a", "-"]


@pytest.mark.rule("NA-03", "T-NEUT-3")
def test_a_neutral_with_five_cards_takes_no_more() -> None:
    table = active_turn("h:grn| b:bala.balb.acam.aeus.anwt|||")
    assert not table.legal("$c:grn")
    assert table.legal("$d:grn")


@pytest.mark.rule("NA-04")
def test_allied_land_brings_no_reinforcements() -> None:
    land = "ala:a1 AU:c1 AF:c1 SA:c1 *:b1"
    alone, allied = active_turn("", land), active_turn("al:a---", land)
    assert alone.reserve("a") == allied.reserve("a") == 3
    mixed = active_turn("al:a---", "wau:c1 AU:a1 *:b1")
    assert mixed.reserve("a") == 3


@pytest.mark.rule("NA-05")
def test_a_die_for_an_ally_is_placed_on_its_own_territories() -> None:
    table = active_turn("al:aa--").push("ala+8")
    assert set(table.moves(Levy)) == {"&c", "&d"}
    table.push("&d=4")
    assert (table.reserve("d"), table.reserve("a")) == (4, 0)
    assert not table.legal("ala+1")
    assert not table.legal("kam+1")
    assert not table.legal("--")
    table.push("jap+3", "jap+1")
    assert table.on("jap") == "d9"
    assert not table.legal("&d")
    assert table.legal("&c")
    assert table.push("--").phase == "A"  # an ally need not be reinforced
    assert table.on("kam") == "c2"


@pytest.mark.rule("NA-05")
def test_an_ally_gets_nothing_but_the_die() -> None:
    table = active_turn("al:a---", "ala:a1 AU:c1 AF:c1 *:b1").push("ala+3")
    assert table.reserve("c") == 0
    assert table.push("&c=1").reserve("c") == 1


# -- active neutrals: invasions ------------------------------------------------------------------
@pytest.mark.rule("NA-06")
def test_allies_attack_the_opponent_neutrals_and_other_allies() -> None:
    land = "kam:c5 jap:d1 yak:e1 mon:b1 NA:a1 *:b1"
    table = active("al:aa--", land)
    assert {move[4:7] for move in table.moves(Attack, src="kam")} == {"jap", "yak", "mon", "irk"}
    table.push("kam>mon*3=666:1", "!3")
    assert table.on("mon") == "c3"


@pytest.mark.rule("NA-07")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    ("before", "after"), [("-", "b"), ("a", "-"), ("b", "b")], ids=["uninvolved", "ally", "foe"]
)
def test_a_die_of_one_to_four_is_a_step_away(face: int, before: str, after: str) -> None:
    table = active(f"al:{before}---" if before != "-" else "").push("ala>kam*1=1:66", "/")
    assert table.moves() == ["?c"]
    table.push(f"?c={face}")
    assert table.stance("c") == (after if face <= 4 else before)
    assert table.phase == "A"


@pytest.mark.rule("NA-07")
@pytest.mark.parametrize("end", ["conquest", "call off", "end of attacks"])
def test_every_end_of_an_invasion_brings_the_roll(end: str) -> None:
    table = active("", "ala:a9 kam:c1 jap:c1 NA:a1 *:b1")
    if end == "conquest":
        table.push("ala>kam*3=666:1", "!3")
    else:
        table.push("ala>kam*1=1:6")
        assert table.phase == "A"
        table.push("/" if end == "call off" else "--")
    assert table.phase == "T"
    table.push("?c=1")
    assert table.stance("c") == "b"


@pytest.mark.rule("NA-07")
def test_an_attack_on_the_opponent_by_own_troops_brings_no_roll() -> None:
    table = active("", "ala:a9 kam:b1 jap:c1 NA:a1 *:b1").push("ala>kam*1=1:6")
    assert table.phase == "A"
    assert not table.legal("/")
    assert table.push("ala>kam*3=666:1", "!3").phase == "A"
    assert not table.legal("/")


@pytest.mark.rule("NA-07")
def test_german_timing_rolls_after_all_combat_once_for_each() -> None:
    land = "ala:a9 kam:c1 jap:c1 yak:d3 NA:a1 *:b1"
    table = active("", land, status_roll="end_of_combat")
    table.push("ala>kam*3=666:1", "!5", "kam>jap*1=1:6", "kam>yak*1=1:66")
    assert table.phase == "A"
    table.push("--")
    assert table.moves() == ["?c"]
    table.push("?c=1")
    assert table.moves() == ["?d"]
    assert table.push("?d=1").phase == "F"


@pytest.mark.rule("T-NEUT-4")
def test_green_fails_to_invade_quebec() -> None:
    """Gray is uninvolved; a three drives it to Red."""
    land = "ont:a2 que:c2 NA:a1 *:b1"
    table = active("", land).push("ont>que*1=2:65")
    assert table.on("ont") == "a1"
    table.push("/", "?c=3")
    assert table.stance("c") == "b"


@pytest.mark.rule("T-NEUT-5", "NA-10")
def test_greens_ally_blue_invades_australia() -> None:
    """A five keeps Blue at Green's side; Green gets no card for Blue's conquest."""
    land = "sia:d5 ino:b1 NA:a1 *:b1"
    table = active("al:-a--", land).push("sia>ino*3=666:1", "!3")
    assert table.on("ino") == "d3"
    assert table.moves() == ["?d"]
    table.push("?d=5")
    assert table.stance("d") == "a"
    table.push("--", "--")
    assert table.phase == "Y"
    assert not table.needs_luck("--")
    table.push("--")
    assert (table.seat, table.hand("a"), len(table.state.deck)) == ("b", "", 44)


@pytest.mark.rule("T-NEUT-6", "NA-07")
def test_an_ally_against_a_neutral_is_two_dice() -> None:
    land = "sia:d5 ino:c2 NA:a1 *:b1"
    table = active("al:-a--", land).push("sia>ino*1=1:66", "/")
    rolled = []
    while table.phase == "T":
        army = table.moves()[0]
        rolled.append(army)
        table.push(f"{army}={5 if army == '?d' else 2}")
    assert sorted(rolled) == ["?c", "?d"]
    assert (table.stance("c"), table.stance("d")) == ("b", "a")


@pytest.mark.rule("NA-08")
@pytest.mark.parametrize("by", ["own troops", "an ally"])
def test_eliminating_a_neutral_gives_its_cards(by: str) -> None:
    land = f"ala:{'a9' if by == 'own troops' else 'd9'} kam:c1 NA:a1 *:b1 jap:d1"
    table = active("al:-a-- b:bgrn.aont||| h:per|", land)
    table.push("ala>kam*3=666:1", "!3")
    assert table.hand("a") == "grn.ont.per"
    assert table.state.bribes[0] == ()
    assert table.hand("b") == ""


@pytest.mark.rule("NA-09")
def test_one_connected_move_for_oneself_then_one_for_each_ally() -> None:
    land = "ala:a5 nwt:a1 kam:c5 jap:c1 mon:c1 yak:d5 sib:d1 NA:b1 *:b1"
    table = active("al:aa--", land, phase="F")
    assert {move[:3] for move in table.moves(Fortify)} == {"ala"}
    table.push("ala~nwt:2")
    assert table.phase == "Y"
    assert {move[:3] for move in table.moves(Fortify)} == {"kam", "yak"}
    assert table.legal("kam~mon:4")
    table.push("kam~jap:4")
    assert {move[:3] for move in table.moves(Fortify)} == {"yak"}
    table.push("yak~sib:1", "--")
    assert table.seat == "b"


@pytest.mark.rule("NA-10")
def test_own_troops_earn_a_card() -> None:
    table = active("", "ala:a9 kam:b1 NA:a1 *:b1").push("ala>kam*3=666:1", "!3", "--")
    assert table.needs_luck("--")
    assert table.push("--=bra").hand("a") == "bra"


@pytest.mark.rule("NA-02")
def test_trading_and_placing_as_in_the_main_game() -> None:
    table = active_turn("h:ala.arg.egy|")
    assert table.moves(Trade) == ["x:ala,arg,egy"]
