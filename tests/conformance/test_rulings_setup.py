"""Rulings on the set-up and the order of play."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import pytest

from risknb.moves import DealTerritories, Place
from risknb.rules import IllegalMove, chances

from .table import Table, new_game, parse_move


def first_moves(table: Table) -> str:
    """Make the first legal move while the phase lasts; returns the seats that moved."""
    phase, seats = table.phase, ""
    while table.phase == phase:
        seats += table.seat
        table.push(table.moves()[0])
    return seats


@pytest.mark.rule("AMB-SET-1")
def test_only_the_tied_roll_again() -> None:
    table = new_game("2003", players=4).push("first=4646")
    assert table.phase == "O"
    with pytest.raises(IllegalMove):
        table.push("first=1252")
    table.push("first=33", "first=25")
    assert (table.phase, table.seat) == ("C", "d")


@pytest.mark.rule("AMB-SET-1")
def test_a_tie_below_the_highest_die_is_no_tie() -> None:
    assert new_game("2003", players=4).push("first=4464").seat == "c"


@pytest.mark.rule("AMB-SET-2")
def test_two_players_of_2010_start_with_one_army_on_each_territory() -> None:
    table = new_game("2010", players=2).push("dealer=a", "deal=" + "ab" * 21)
    assert (table.holds("a"), table.holds("b")) == (21, 21)
    assert set(table.state.armies) == {1}
    assert (table.phase, table.seat, table.reserve("a"), table.reserve("b")) == ("R", "b", 0, 7)


@pytest.mark.rule("AMB-SET-3")
@pytest.mark.parametrize(("edition", "mode"), [("2010", None), ("five-army", "secret-mission")])
def test_the_dealer_is_a_random_seat_on_record(edition: str, mode: str | None) -> None:
    table = new_game(edition, mode, players=3)
    assert table.moves() == ["dealer"]
    found = chances(table.state, parse_move(table.board, "dealer"))
    assert found is not None
    assert [(chance.seat, share) for chance, share in found] == [  # type: ignore[union-attr]
        (seat, Fraction(1, 3)) for seat in range(3)
    ]
    assert "g:c" in table.push("dealer=c").state.text(full=True).split()


@pytest.mark.rule("AMB-SET-3")
@pytest.mark.parametrize("dealer", "abc")
def test_the_youngest_is_the_first_seat_whoever_deals(dealer: str) -> None:
    table = new_game("five-army", "secret-mission").push(f"dealer={dealer}")
    table.lucky("missions")
    table.lucky("deal")
    assert (table.phase, table.seat) == ("P", "a")


def dealt_for_two(edition: str) -> Table:
    """Two players and a neutral, dealt; b has rolled highest."""
    table = new_game(edition, "two-player", players=2).push("first=26")
    table.lucky("deal")
    return table


@pytest.mark.rule("AMB-SET-4")
def test_two_players_of_2018_roll_for_placing_and_again_for_the_first_turn() -> None:
    table = dealt_for_two("2018")
    assert (table.phase, table.seat) == ("P", "b")
    first_moves(table)
    assert table.phase == "O"
    table.push("first=51")
    assert (table.phase, table.seat) == ("R", "a")


@pytest.mark.rule("AMB-SET-4")
def test_two_players_of_five_army_begin_with_who_placed_first() -> None:
    table = dealt_for_two("five-army")
    assert (table.phase, table.seat) == ("P", "b")
    first_moves(table)
    assert (table.phase, table.seat) == ("R", "b")


@pytest.mark.rule("AMB-SET-5")
def test_neutral_armies_of_five_army_come_last_and_begin_with_the_first_placer() -> None:
    table = dealt_for_two("five-army")
    while table.reserve("a") or table.reserve("b"):
        assert table.reserve("c") == 26
        table.push(table.moves()[-1])
    assert (table.phase, table.seat) == ("P", "b")
    assert first_moves(table) == "ba" * 13
    assert table.armies("c") == 40


@pytest.mark.rule("AMB-SET-6")
@pytest.mark.parametrize("edition", ["2018", "five-army"])
def test_the_three_piles_of_a_two_player_game_are_no_decision(edition: str) -> None:
    table = new_game(edition, "two-player", players=2).push("first=26")
    assert table.moves() == ["deal"]
    found = chances(table.state, DealTerritories())
    assert found is not None
    assert found.count == factorial(42) // factorial(14) ** 3
    table.lucky("deal")
    assert (table.phase, table.moves(Place)) == ("P", table.moves())


@pytest.mark.rule("AMB-SET-6")
@pytest.mark.parametrize("mode", ["two-player", "two-player-active"])
def test_the_four_neutrals_have_the_unused_colours_and_are_dealt_at_random(mode: str) -> None:
    table = new_game("2003", mode, players=2).push("first=61")
    assert table.moves() == ["deal"]
    found = chances(table.state, DealTerritories())
    assert found is not None
    assert found.count == factorial(42) // (factorial(9) ** 2 * factorial(6) ** 4)
    assert len(set(table.state.rules.colours)) == table.state.sides == 6


@pytest.mark.rule("AMB-SET-7")
def test_capital_of_five_army_claims_and_the_first_placer_starts() -> None:
    table = new_game("five-army", "capital").push("first=262")
    assert (table.phase, table.seat) == ("C", "b")
    for phase in "CPH":
        assert table.phase == phase
        first_moves(table)
    assert (table.phase, table.seat) == ("R", "b")


@pytest.mark.rule("AMB-SET-8")
def test_placing_goes_on_left_of_the_last_claimer() -> None:
    table = new_game("2003", players=4).push("first=6111")
    assert first_moves(table) == ("abcd" * 11)[:42]
    assert first_moves(table) == ("cdab" * 20)[:78]
    assert [table.armies(seat) for seat in "abcd"] == [30] * 4


@pytest.mark.rule("AMB-SET-8")
def test_who_has_nothing_left_to_place_is_skipped() -> None:
    table = new_game("five-army", "secret-mission", players=4).push("dealer=a")
    table.lucky("missions")
    table.lucky("deal")
    assert [table.holds(seat) for seat in "abcd"] == [10, 11, 11, 10]
    assert first_moves(table) == "abcd" * 19 + "ad"
