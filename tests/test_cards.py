"""Territory cards: all 13,244 three-card hands against a second count, and what sets bring."""

from __future__ import annotations

from itertools import combinations
from math import comb

import naive
import pytest

from risknb import board, cards
from risknb.editions import EDITIONS, rules_for

CLASSIC = board.load("classic")
SMALL = [board.load("duel"), board.load("archipelago")]


@pytest.mark.parametrize("deck", ["A", "B"])
def test_all_13244_hands_of_three(deck: str) -> None:
    """CARD-03, AMB-CARD-1: each hand is a set or not, as a second reading of the rule says."""
    hands = list(combinations(cards.all_cards(CLASSIC), 3))
    assert len(hands) == comb(44, 3) == 13_244
    for hand in hands:
        worth = naive.readings([naive.symbol(CLASSIC, deck, card) for card in hand])
        assert cards.is_set(CLASSIC, deck, hand) == bool(worth), hand
        assert set(cards.card_readings(CLASSIC, deck, hand)) == worth, hand


@pytest.mark.parametrize("deck", ["A", "B"])
def test_how_many_hands_are_sets(deck: str) -> None:
    """CARD-03: counted without looking at a card: 14 of each symbol and two wild ones."""
    alike, mixed = 3 * comb(14, 3), 14**3
    one_wild, two_wild = 2 * comb(42, 2), 42
    found = sum(
        cards.is_set(CLASSIC, deck, hand) for hand in combinations(cards.all_cards(CLASSIC), 3)
    )
    assert found == alike + mixed + one_wild + two_wild == 5_600
    fixed = [
        cards.card_readings(CLASSIC, deck, hand)
        for hand in combinations(range(CLASSIC.size), 3)
    ]
    assert [fixed.count((value,)) for value in (4, 6, 8, 10)] == [comb(14, 3)] * 3 + [14**3]


def test_five_cards_always_hold_a_set() -> None:
    """CARD-05: five cards without three alike have one of each, or a wild card helps."""
    kinds = ["i"] * 5 + ["c"] * 5 + ["a"] * 5 + ["w"] * 2
    for five in set(combinations(kinds, 5)):
        assert any(naive.readings(three) for three in combinations(five, 3)), five
    for four in [("i", "i", "c", "c"), ("a", "a", "i", "i")]:
        assert not any(naive.readings(three) for three in combinations(four, 3))


@pytest.mark.parametrize("table", SMALL, ids=lambda b: b.name)
@pytest.mark.parametrize("deck", ["A", "B"])
def test_small_boards_have_whole_decks(table: board.Board, deck: str) -> None:
    """COMP-03: a card a territory and two wild ones; every hand reads as it should."""
    assert len(cards.all_cards(table)) == table.size + 2
    for hand in combinations(cards.all_cards(table), 3):
        worth = naive.readings([naive.symbol(table, deck, card) for card in hand])
        assert cards.is_set(table, deck, hand) == bool(worth)


def test_every_symbol_14_times() -> None:
    for deck in ("A", "B"):
        symbols = cards.symbols(CLASSIC, deck)
        assert [symbols.count(kind) for kind in range(4)] == [14, 14, 14, 2]


@pytest.mark.parametrize(
    ("symbols", "values"),
    [
        ((0, 0, 0), (4,)),
        ((1, 1, 1), (6,)),
        ((2, 2, 2), (8,)),
        ((0, 1, 2), (10,)),
        ((0, 0, 1), ()),
        ((0, 1, 3), (10,)),
        ((0, 0, 3), (4,)),
        ((1, 3, 3), (10, 6)),
    ],
)
def test_readings_of_the_fixed_table(symbols: tuple[int, ...], values: tuple[int, ...]) -> None:
    """CARD-12, AMB-CARD-3: the best reading first."""
    assert cards.readings(symbols) == values


@pytest.mark.parametrize("edition", EDITIONS)
def test_set_values_rise_as_printed(edition: str) -> None:
    """T-CARD-3, T-CARD-4, T-CARD-6: the printed numbers, then five more each time."""
    rules = rules_for(edition, "domination", players=3)
    printed = [4, 6, 8, 10, 15, 20, 25, 30] if edition == "2018" else [4, 6, 8, 10, 12, 15, 20, 25]
    assert [cards.rising_value(rules, traded) for traded in range(8)] == printed
    rises = [cards.rising_value(rules, n + 1) - cards.rising_value(rules, n) for n in range(7, 99)]
    assert set(rises) == {5}


def test_expert_sets_rise_by_one() -> None:
    """EXP-01."""
    rules = rules_for("2018", players=3, options={"expert_sets": True})
    assert [cards.rising_value(rules, traded) for traded in (0, 1, 2, 50)] == [4, 5, 6, 54]


def test_sets_of_a_hand() -> None:
    """A hand lists each of its sets once; ``has_set`` agrees with the list."""
    for hand in combinations(range(0, 44, 4), 4):
        listed = list(cards.sets(CLASSIC, "A", hand))
        assert listed == [h for h in combinations(hand, 3) if cards.is_set(CLASSIC, "A", h)]
        assert cards.has_set(CLASSIC, "A", hand) == bool(listed)
    assert not cards.is_set(CLASSIC, "A", (0, 1))
