"""Odds of card sets and of deals, against exhaustive counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from risknb import odds
from risknb.board import load
from risknb.cards import all_cards, has_set, sets
from risknb.rules.turn import territory_armies


# -- sets ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("deck", ["A", "B"])
def test_three_cards_counted_one_by_one(deck: str) -> None:
    """CARD-03: three alike, one of each, or a wild card with any two."""
    board = load("classic")
    hands = list(combinations(all_cards(board), 3))
    good = sum(has_set(board, deck, hand) for hand in hands)
    assert odds.set_chance(3, deck=deck, exact=True) == Fraction(good, len(hands))


@pytest.mark.parametrize("name", ["duel", "archipelago"])
@pytest.mark.parametrize("cards", range(7))
def test_small_decks_counted_one_by_one(name: str, cards: int) -> None:
    board = load(name)
    hands = list(combinations(all_cards(board), cards))
    good = sum(any(sets(board, "A", hand)) for hand in hands)
    assert odds.set_chance(cards, board=name, exact=True) == Fraction(good, len(hands))


def test_the_figures_of_the_classic_deck() -> None:
    assert odds.set_chance(3, exact=True) == Fraction(200, 473)
    assert odds.set_chance(4, exact=True) == Fraction(15844, 19393)
    assert odds.set_chance(3) == pytest.approx(0.4228, abs=1e-4)


def test_five_cards_always_hold_a_set() -> None:
    """CARD-05."""
    assert [odds.set_chance(n) for n in (0, 1, 2)] == [0, 0, 0]
    assert {odds.set_chance(n, exact=True) for n in range(5, 45)} == {1}


def test_the_mean_wait_for_a_set() -> None:
    three, four = (odds.set_chance(n, exact=True) for n in (3, 4))
    assert odds.expected_cards_until_set(exact=True) == 3 + (1 - three) + (1 - four)
    assert round(odds.expected_cards_until_set(), 3) == 3.760


# -- deals ---------------------------------------------------------------------------------------
def duel_deals() -> list[tuple[set[int], set[int]]]:
    """Every way to deal the six territories of the small board to two."""
    land = set(range(6))
    return [(set(mine), land - set(mine)) for mine in combinations(sorted(land), 3)]


def test_a_small_deal_counted_one_by_one() -> None:
    board, deals = load("duel"), duel_deals()
    law = odds.deal(2, board="duel", exact=True)
    whole = [set(continent.members) for continent in board.continents]
    for seat in (0, 1):
        for continent, members in zip(board.continents, whole, strict=True):
            held = sum(members <= deal[seat] for deal in deals)
            assert law[seat].continents[continent.name] == Fraction(held, len(deals))
        some = sum(any(members <= deal[seat] for members in whole) for deal in deals)
        assert law[seat].any_continent == Fraction(some, len(deals))
    either = sum(any(m <= mine or m <= theirs for m in whole) for mine, theirs in deals)
    assert law.somebody == Fraction(either, len(deals))


def hands_of(name: str, share: int) -> list[tuple[int, ...]]:
    return list(combinations(range(load(name).size), share))


def test_first_reinforcements_counted_one_by_one() -> None:
    """REIN-01, REIN-03: a third of the territories, and the continents held whole."""
    board = load("archipelago")
    law = odds.deal(2, board="archipelago", exact=True)[0]
    hands = hands_of("archipelago", law.territories)
    counts: dict[int, int] = {}
    for hand in map(set, hands):
        bonus = sum(c.bonus for c in board.continents if set(c.members) <= hand)
        armies = territory_armies(law.territories) + bonus
        counts[armies] = counts.get(armies, 0) + 1
    assert law.reinforcements == {n: Fraction(k, len(hands)) for n, k in sorted(counts.items())}
    mean = sum(n * k for n, k in counts.items())
    assert law.mean_reinforcements == Fraction(mean, len(hands))


def test_three_on_the_archipelago_counted_one_by_one() -> None:
    """Somebody holds a continent, though shares differ (SETUP-09) and two may hold one each."""
    board = load("archipelago")
    law = odds.deal(3, board="archipelago", exact=True)
    shares = [seat.territories for seat in law.seats]
    whole = [set(continent.members) for continent in board.continents]
    lucky = total = 0
    for first in combinations(range(board.size), shares[0]):
        rest = [at for at in range(board.size) if at not in first]
        if any(members <= set(first) for members in whole):
            lucky += comb(len(rest), shares[1])
        else:
            lucky += _lucky_splits(rest, shares[1], whole)
        total += comb(len(rest), shares[1])
    assert law.somebody == Fraction(lucky, total)


def _lucky_splits(rest: list[int], share: int, whole: list[set[int]]) -> int:
    """Ways to split the rest so that one of two holds a continent; few continents are left."""
    open_ = [members for members in whole if members <= set(rest)]
    if not open_:
        return 0
    return sum(
        any(m <= set(second) or not m & set(second) for m in open_)
        for second in combinations(rest, share)
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_deal_on_the_classic_board(seats: int) -> None:
    """SETUP-09: the first dealt to get what is over."""
    law = odds.deal(seats, exact=True)
    shares = [seat.territories for seat in law.seats]
    assert len(law) == seats
    assert sum(shares) == 42
    assert shares == sorted(shares, reverse=True)
    for seat in law.seats:
        australia = Fraction(comb(38, seat.territories - 4), comb(42, seat.territories))
        assert seat.continents["Australia"] == australia
        assert sum(seat.reinforcements.values()) == 1
        assert max(seat.continents.values()) <= seat.any_continent <= law.somebody
        assert seat.any_continent <= sum(seat.continents.values())


def test_neutrals_take_their_share() -> None:
    """N03-02: nine territories for each of two players, six for each of four neutrals."""
    law = odds.deal(2, edition="2003", mode="two-player")
    assert [seat.territories for seat in law.seats] == [9, 9]
    assert law.somebody < odds.deal(2).somebody


def test_floats_are_the_fractions() -> None:
    close, exact = odds.deal(4), odds.deal(4, exact=True)
    assert close.somebody == float(exact.somebody)
    assert close[3].mean_reinforcements == pytest.approx(float(exact[3].mean_reinforcements))
