"""Cards in the hand: how likely is a set, and how long does one wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from os import PathLike
from typing import Any

from risknb.board import load
from risknb.cards import WILD, readings, symbols
from risknb.odds import checks


def set_chance(
    cards: int, *, board: str | PathLike[str] = "classic", deck: str = "A", exact: bool = False
) -> Any:
    """Chance that so many random cards of the whole deck hold a set.

    >>> set_chance(3, exact=True), set_chance(4, exact=True), set_chance(5)
    (Fraction(200, 473), Fraction(15844, 19393), 1.0)
    """
    pack = _pack(board, deck)
    cards = checks.whole("cards", cards, 0, sum(pack))
    chance = 1 - _no_set(pack, cards)
    return chance if exact else float(chance)


def expected_cards_until_set(
    *, board: str | PathLike[str] = "classic", deck: str = "A", exact: bool = False
) -> Any:
    """Mean number of cards drawn until the hand holds a set.

    >>> round(expected_cards_until_set(), 3)
    3.76
    """
    pack = _pack(board, deck)
    # A card more is needed as often as the hand of so many cards holds no set.
    mean = sum((_no_set(pack, cards) for cards in range(sum(pack))), Fraction(0))
    return mean if exact else float(mean)


def _pack(board: str | PathLike[str], deck: str) -> tuple[int, ...]:
    """How many cards of the deck show each symbol, the wild ones last."""
    found = load(board)
    checks.one_of("deck", deck, tuple(found.decks))
    shown = symbols(found, deck)
    return tuple(shown.count(symbol) for symbol in range(WILD + 1))


def _no_set(pack: tuple[int, ...], cards: int) -> Fraction:
    """Chance that a random hand of so many cards is without a set."""
    poor = (hand for hand in _hands(pack, cards) if not _holds_set(hand))
    ways = sum(prod(comb(n, k) for n, k in zip(pack, hand, strict=True)) for hand in poor)
    return Fraction(ways, comb(sum(pack), cards))


def _hands(pack: tuple[int, ...], cards: int) -> Iterator[tuple[int, ...]]:
    """Every hand by its number of cards of each symbol."""
    if len(pack) == 1:
        if cards <= pack[0]:
            yield (cards,)
        return
    for first in range(min(pack[0], cards) + 1):
        for rest in _hands(pack[1:], cards - first):
            yield (first, *rest)


def _holds_set(hand: tuple[int, ...]) -> bool:
    # A fourth card of a symbol makes no new kind of set.
    shown = [symbol for symbol, number in enumerate(hand) for _ in range(min(number, 3))]
    return any(readings(three) for three in combinations(shown, 3))
