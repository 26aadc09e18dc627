"""Rulings on battles, conquest and elimination."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from risknb.board import load
from risknb.cards import WILD, sets, symbols
from risknb.moves import Advance, Place
from risknb.rules import IllegalMove

from .table import Table, set_up

EDITIONS = ("2003", "2010", "five-army", "2018")
INFANTRY = ("ala", "arg", "ice", "egy")  # in both decks
CAVALRY = ("grn", "ont", "ura", "yak")  # in both decks


def spoils(edition: str, mine: int, won: int, **options: Any) -> Table:
    """a has eliminated b: *mine* infantry cards of a's own, *won* cavalry cards of b's."""
    hands = f"do:p h:{'.'.join(INFANTRY[:mine])}|{'.'.join(CAVALRY[:won])}|"
    table = set_up("eaf:a6 saf:a2 mad:b1 *:c2", hands, edition=edition, **options)
    return table.push("eaf>mad*3=666:1", "!3")


def trade(*cards: str) -> str:
    return "x:" + ",".join(cards[:3])


# -- dice ----------------------------------------------------------------------------------------
@pytest.mark.rule("AMB-COMB-1")
def test_the_defender_chooses_before_anybody_rolls() -> None:
    table = set_up("ala:a4 kam:b3 *:c1", defend="ask")
    with pytest.raises(IllegalMove):
        table.push("ala>kam*3=651:42")
    assert not table.needs_luck("ala>kam*3")
    table.push("ala>kam*3")
    assert (table.actor, table.moves(), table.state.rolled) == ("b", ["d1", "d2"], None)
    assert table.push("d1=651:4").on("kam") == "b2"


@pytest.mark.rule("AMB-COMB-1")
def test_the_number_of_dice_is_fixed_by_the_choice() -> None:
    table = set_up("ala:a4 kam:b3 *:c1", defend="ask").push("ala>kam*3")
    with pytest.raises(IllegalMove):
        table.push("d1=651:42")


@pytest.mark.rule("AMB-COMB-2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_defence_is_two_dice_where_possible(edition: str) -> None:
    strong = set_up("ala:a4 kam:b2 *:c1", edition=edition)
    with pytest.raises(IllegalMove):
        strong.push("ala>kam*3=651:4")
    assert strong.push("ala>kam*3=651:42").actor == "a"
    weak = set_up("ala:a4 kam:b1 *:c1", edition=edition)
    with pytest.raises(IllegalMove):
        weak.push("ala>kam*3=651:42")
    assert weak.push("ala>kam*3=651:6").actor == "a"


# -- moving in -----------------------------------------------------------------------------------
@pytest.mark.rule("AMB-COMB-3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_comes_between_conquest_and_moving_in(edition: str) -> None:
    table = set_up("ala:a6 alb:a4 kam:b1 nwt:b1 *:c1", edition=edition)
    table.push("ala>kam*3=651:4")
    assert table.moves() == table.moves(Advance) == ["!3", "!4", "!5"]
    for move in ("alb>nwt*3", "ala+1", "ala~alb:1", "--"):
        assert not table.legal(move)


@pytest.mark.rule("AMB-COMB-4")
def test_an_elimination_goes_from_moving_in_to_cards_to_placing_to_attacking() -> None:
    table = set_up("eaf:a6 saf:a2 mad:b1 *:c2", "do:p h:ala.arg.ice|grn.ont|")
    table.push("eaf>mad*3=666:1")
    assert (table.hand("b"), table.hand("a")) == ("grn.ont", "ala.arg.ice"), "first move in"
    table.push("!3")
    assert (table.hand("b"), table.hand("a")) == ("", "ala.grn.ont.arg.ice")
    assert not table.legal("eaf>con*2"), "then trade"
    assert not table.legal("mad+1")
    table.push("x:ala,arg,ice")
    assert table.moves() == table.moves(Place), "then place"
    table.push("mad+4")
    assert (table.on("mad"), table.phase) == ("a7", "A")
    assert table.legal("eaf>con*2")


@pytest.mark.rule("AMB-COMB-9", "AMB-CARD-10")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_conquest_that_ends_the_game_moves_the_minimum_in_by_itself(edition: str) -> None:
    table = set_up("*:a2 ala:a9 kam:b2", "h:arg|bra.per|", edition=edition)
    undrawn = table.state.deck
    table.push("ala>kam*2=66:11")
    assert table.result == "a.conquest"
    assert (table.on("kam"), table.on("ala")) == ("a2", "a7")
    assert (table.hand("a"), table.hand("b"), table.state.deck) == ("arg", "bra.per", undrawn)


# -- trading after an elimination ----------------------------------------------------------------
@pytest.mark.rule("AMB-COMB-5")
@pytest.mark.parametrize("edition", ["2003", "five-army", "2018"])
@pytest.mark.parametrize(("mine", "won"), [(4, 3), (3, 3)])
def test_trading_stops_at_four_cards_or_fewer(edition: str, mine: int, won: int) -> None:
    table = spoils(edition, mine, won).push(trade(*CAVALRY))
    assert table.hand("a").count(".") == mine - 1
    assert not table.legal(trade(*INFANTRY)), "though it is a set"
    assert table.moves() == table.moves(Place)


@pytest.mark.rule("AMB-COMB-5")
@pytest.mark.parametrize(("mine", "won"), [(4, 3), (3, 3)])
def test_trading_may_go_on_in_2010(mine: int, won: int) -> None:
    table = spoils("2010", mine, won).push(trade(*CAVALRY))
    assert table.legal(trade(*INFANTRY))
    assert table.push(trade(*INFANTRY)).reserve("a") == 4 + 6


@pytest.mark.rule("AMB-COMB-5")
@pytest.mark.parametrize("edition", EDITIONS)
def test_trading_does_not_stop_at_five_cards(edition: str) -> None:
    table = spoils(edition, 4, 4).push(trade(*INFANTRY))
    assert table.hand("a").count(".") == 4
    assert not table.legal("mad+1")
    assert table.legal(trade(*CAVALRY))


@pytest.mark.rule("AMB-COMB-6")
@pytest.mark.parametrize("deck", "AB")
def test_every_five_cards_hold_a_set(deck: str) -> None:
    board = load("classic")
    shown = symbols(board, deck)
    by_symbol = [[card for card, s in enumerate(shown) if s == symbol] for symbol in range(4)]
    hands = [
        [by_symbol[symbol][mix[:i].count(symbol)] for i, symbol in enumerate(mix)]
        for mix in combinations_with_replacement(range(4), 5)
        if mix.count(WILD) <= 2
    ]
    assert len(hands) == 21 + 15 + 10
    assert all(any(sets(board, deck, hand)) for hand in hands)


@pytest.mark.rule("AMB-COMB-8")
@pytest.mark.parametrize(("mine", "won"), [(1, 3), (0, 3)])
def test_three_or_four_cards_are_kept_after_an_elimination(mine: int, won: int) -> None:
    table = spoils("2018", mine, won)
    assert table.phase == "A"
    assert not table.legal(trade(*CAVALRY))


@pytest.mark.rule("AMB-COMB-8")
@pytest.mark.parametrize(("mine", "won"), [(1, 3), (0, 3)])
def test_an_option_allows_any_set_after_an_elimination(mine: int, won: int) -> None:
    table = spoils("2018", mine, won, trade_after_elimination="any")
    assert table.legal("--"), "it may, it need not"
    assert table.push(trade(*CAVALRY)).reserve("a") == 4
    assert table.push("mad+4").phase == "A"


# -- an ally's conquests -------------------------------------------------------------------------
ACTIVE: dict[str, Any] = {"edition": "2003", "mode": "two-player-active", "players": 2}


@pytest.mark.rule("AMB-COMB-7")
def test_who_commands_the_ally_takes_the_cards() -> None:
    table = set_up("NA:a2 SA:b2 eaf:c6 mad:d1 *:e2", "al:a--- b:|aala.bper|| h:ice|yak", **ACTIVE)
    table.push("eaf>mad*3=666:1", "!3")
    assert (table.hand("a"), table.hand("b")) == ("ala.per.ice", "yak")
    assert table.on("mad") == "c3"


@pytest.mark.rule("AMB-COMB-7")
def test_who_commands_the_ally_that_takes_the_last_territory_wins() -> None:
    table = set_up("NA:a2 eaf:c6 mad:b1 *:e2", "al:a---", **ACTIVE)
    assert table.push("eaf>mad*3=666:1").result == "a.conquest"
