"""Two players: passive and active neutrals, the neutral army of forty (N03, NA, N40)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from risknb.moves import Attack, Bribe, Fortify, Levy, Place, Trade

from .table import Table, new_game, set_up, turn_of

PASSIVE = ("2003", "five-army", "2018")

# Green is a, Red is b; the neutrals of the active game are c (gray), d (blue), e and f.
LAND = "ala:a9 kam:c2 jap:d5 yak:e3 irk:f3 NA:a1 *:b1"


def active(fields: str = "", land: str = LAND, **rest: Any) -> Table:
    """Seat a attacks in a game with active neutrals."""
    return set_up(land, fields, edition="2003", mode="two-player-active", players=2, **rest)


def active_turn(fields: str = "", land: str = LAND, **rest: Any) -> Table:
    """The start of a's turn in a game with active neutrals."""
    return turn_of("a", land, fields, edition="2003", mode="two-player-active", players=2, **rest)


def passive(land: str, edition: str = "2003", **rest: Any) -> Table:
    return set_up(land, edition=edition, mode="two-player", players=2, **rest)


# -- set-up of 2003 ------------------------------------------------------------------------------
def placements(table: Table) -> list[tuple[str, Counter[str]]]:
    """Who placed how many armies of which colour in each round of the set-up."""
    rounds: list[tuple[str, Counter[str]]] = []
    while table.phase == "P":
        if not rounds or rounds[-1][0] != table.seat:
            rounds.append((table.seat, Counter()))
        move = table.moves(Place)[0]
        rounds[-1][1][table.on(move[:3])[0]] += int(move[4:])
        table.push(move)
    return rounds


@pytest.mark.rule("N03-02", "N03-03")
@pytest.mark.parametrize("mode", ["two-player", "two-player-active"])
def test_alternately_three_own_armies_and_one_of_each_neutral(mode: str) -> None:
    table = new_game("2003", mode, 2).push("first=26").play_to("P")
    assert table.seat == "b"
    rounds = placements(table)
    assert [seat for seat, _ in rounds] == ["b", "a"] * 9
    for seat, placed in rounds:
        assert placed == {seat: 3, "c": 1, "d": 1, "e": 1, "f": 1}
    assert [table.armies(army) for army in "abcdef"] == [36, 36, 24, 24, 24, 24]


@pytest.mark.rule("N03-03")
def test_own_armies_are_split_as_wanted_and_neutrals_stand_on_their_own() -> None:
    table = new_game("2003", "two-player", 2).push("first=61").play_to("P")
    mine = [code for code in table.board.codes if table.on(code)[0] == "a"]
    theirs = next(code for code in table.board.codes if table.on(code)[0] == "b")
    assert table.legal(f"{mine[0]}+3")
    assert not table.legal(f"{theirs}+1")
    table.push(f"{mine[0]}+1", f"{mine[1]}+1", f"{mine[2]}+1")
    assert not table.legal(f"{mine[0]}+1")
    gray = [code for code in table.board.codes if table.on(code)[0] == "c"]
    assert not table.legal(f"{gray[0]}+2")
    table.push(f"{gray[1]}+1")
    assert table.on(gray[1]) == "c2"
    assert not table.legal(f"{gray[0]}+1")


@pytest.mark.rule("N03-04")
@pytest.mark.parametrize("mode", ["two-player", "two-player-active"])
def test_a_new_roll_decides_who_begins(mode: str) -> None:
    table = new_game("2003", mode, 2).push("first=61").play_to("P")
    table.play_to("O")
    assert table.push("first=44").phase == "O"
    assert table.push("first=25").seat == "b"
    assert table.phase == "R"


# -- passive neutrals ----------------------------------------------------------------------------
@pytest.mark.rule("N03-01")
@pytest.mark.parametrize("mode", ["two-player", "two-player-active"])
def test_eliminating_the_opponent_wins_with_neutrals_alive(mode: str) -> None:
    land = "ala:a9 kam:b1 NA:a1 EU:d1 AF:e1 SA:f1 *:c1"
    table = set_up(land, edition="2003", mode=mode, players=2).push("ala>kam*3=666:1")
    assert table.result == "a.conquest"


@pytest.mark.rule("N03-01")
def test_eliminating_all_neutrals_does_not_win() -> None:
    table = passive("ala:a9 kam:c1 NA:a1 *:b1").push("ala>kam*3=666:1", "!3")
    assert table.holds("c") == table.holds("d") == 0
    assert table.result is None


@pytest.mark.rule("N03-05", "N40-04")
@pytest.mark.parametrize("edition", PASSIVE)
def test_the_opponent_rolls_for_an_attacked_neutral(edition: str) -> None:
    table = passive("ala:a9 kam:c2 NA:a1 *:b1", edition, defend="ask").push("ala>kam*3")
    assert (table.phase, table.actor) == ("E", "b")
    assert table.legal("d1")
    assert table.legal("d2")
    assert table.push("d2=111:66").on("kam") == "c2"


@pytest.mark.rule("N03-05", "N40-04")
@pytest.mark.parametrize("edition", PASSIVE)
def test_passive_neutrals_never_move_attack_or_grow(edition: str) -> None:
    table = passive("ala:a9 kam:c9 jap:c9 yak:c1 NA:a1 *:b1", edition, phase="F")
    order = ""
    for _ in range(4):
        assert table.moves(Fortify, src="kam") == []
        table.push("--")
        order += table.seat
        assert not any(move.startswith(("kam", "jap", "yak")) for move in table.moves())
        own = "ala" if table.seat == "a" else "wau"
        table.push(f"{own}+{table.reserve(table.seat)}")
        assert table.moves(Attack, src="kam") == []
        table.push("--")
    assert order == "baba"
    assert [table.on(at) for at in ("kam", "jap", "yak")] == ["c9", "c9", "c1"]
    assert table.reserve("c") == 0


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
    table = active_turn("al:a--- h:ala.arg.egy.grn|")
    assert table.phase == "R"
    assert table.moves(Bribe)
    table.push("$d:grn", "x:ala,arg,egy")
    assert table.moves(Bribe) == []
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


# -- the neutral army of forty -------------------------------------------------------------------
@pytest.mark.rule("N40-02")
def test_2018_places_two_own_armies_then_one_neutral() -> None:
    table = new_game("2018", "two-player", 2).push("first=62").play_to("P")
    rounds = placements(table)
    assert [seat for seat, _ in rounds] == ["a", "b"] * 13
    assert all(placed == {seat: 2, "c": 1} for seat, placed in rounds)


@pytest.mark.rule("N40-02")
def test_the_five_army_edition_places_own_armies_first_then_the_neutrals() -> None:
    table = new_game("five-army", "two-player", 2).push("first=62").play_to("P")
    rounds = placements(table)
    assert [seat for seat, _ in rounds] == ["a", "b"] * 26
    assert all(placed == {seat: 2} for seat, placed in rounds[:26])
    assert all(placed == {"c": 1} for seat, placed in rounds[26:])


@pytest.mark.rule("N40-02")
def test_two_own_armies_may_go_on_two_territories() -> None:
    table = new_game("2018", "two-player", 2).push("first=62").play_to("P")
    mine = [code for code in table.board.codes if table.on(code)[0] == "a"]
    assert table.legal(f"{mine[0]}+2")
    table.push(f"{mine[0]}+1", f"{mine[1]}+1")
    assert {table.on(move[:3])[0] for move in table.moves(Place)} == {"c"}


@pytest.mark.rule("N40-01", "N40-03")
@pytest.mark.parametrize("edition", ["five-army", "2018"])
def test_the_wild_cards_are_back_before_play(edition: str) -> None:
    table = new_game(edition, "two-player", 2).play_to("R")
    assert {42, 43} <= set(table.state.deck)


@pytest.mark.rule("N40-05", "T-WIN-1")
@pytest.mark.parametrize("edition", ["five-army", "2018"])
def test_taking_the_opponents_last_territory_wins(edition: str) -> None:
    table = passive("ala:a9 kam:b1 NA:a1 *:c1", edition).push("ala>kam*3=666:1")
    assert table.result == "a.conquest"
    assert table.holds("c") > 0


@pytest.mark.rule("N40-05")
@pytest.mark.parametrize("edition", ["five-army", "2018"])
def test_play_goes_on_when_the_neutral_is_gone(edition: str) -> None:
    table = passive("ala:a9 kam:c1 NA:a1 *:b1", edition).push("ala>kam*3=666:1", "!3")
    assert table.holds("c") == 0
    assert (table.result, table.phase) == (None, "A")
    table.push("--=bra", "--")
    assert table.seat == "b"
