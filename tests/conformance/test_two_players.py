"""Two players with passive neutrals: four of them, or one of forty armies (N03, N40)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from risknb.moves import Attack, Fortify, Place

from .table import Table, new_game, set_up

PASSIVE = ("2003", "five-army", "2018")


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
