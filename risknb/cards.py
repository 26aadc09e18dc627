"""Territory cards: which three make a set, what a set is worth, which deck is in play.

A card is an int: the number of its territory, or ``board.size`` and ``board.size + 1`` for the
two wild cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from .board import SYMBOLS, Board
from .editions import Rules

WILD = 3
#: What the fixed table of mission and team games pays for a reading (CARD-12).
FIXED_VALUES = {(0, 0, 0): 4, (1, 1, 1): 6, (2, 2, 2): 8, (0, 1, 2): 10}


@lru_cache(maxsize=32)
def symbols(board: Board, deck: str) -> tuple[int, ...]:
    """The symbol of every card: 0 infantry, 1 cavalry, 2 artillery, 3 wild."""
    return (*(SYMBOLS.index(symbol) for symbol in board.decks[deck]), WILD, WILD)


def all_cards(board: Board) -> tuple[int, ...]:
    """The whole deck: a card a territory and two wild cards (COMP-03)."""
    return tuple(range(board.size + 2))


@lru_cache(maxsize=64)
def readings(shown: tuple[int, ...]) -> tuple[int, ...]:
    """What three symbols are worth by the fixed table, best first; empty if they are no set.

    Any two cards with a wild one are a set (AMB-CARD-1).

    >>> readings((0, 1, 3)), readings((0, 0, 1))
    ((10,), ())
    """
    options = [range(3) if symbol == WILD else (symbol,) for symbol in shown]
    read = {
        tuple(sorted((a, b, c))) for a in options[0] for b in options[1] for c in options[2]
    }
    return tuple(sorted({FIXED_VALUES[r] for r in read if r in FIXED_VALUES}, reverse=True))


def card_readings(board: Board, deck: str, cards: Sequence[int]) -> tuple[int, ...]:
    """The fixed values of three cards, best first; empty if they are no set."""
    symbol = symbols(board, deck)
    return readings(tuple(sorted(symbol[card] for card in cards)))


def is_set(board: Board, deck: str, cards: Sequence[int]) -> bool:
    """Whether these cards are a set: three alike, one of each, or two and a wild (CARD-03)."""
    return len(cards) == 3 and bool(card_readings(board, deck, cards))


def sets(board: Board, deck: str, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every set in a hand, in the order of its cards; hidden ones, below zero, are in none."""
    symbol = symbols(board, deck)
    for three in combinations(sorted(card for card in hand if card >= 0), 3):
        a, b, c = three
        if readings((symbol[a], symbol[b], symbol[c])):
            yield three


def has_set(board: Board, deck: str, hand: Sequence[int]) -> bool:
    """Whether a hand holds a set; five cards always do (CARD-05)."""
    return any(True for _ in sets(board, deck, hand))


def rising_value(rules: Rules, traded: int) -> int:
    """What the next set is worth when *traded* sets were turned in before (CARD-07)."""
    if rules.expert_sets:
        return 4 + traded
    values = rules.set_values
    if traded < len(values):
        return values[traded]
    return values[-1] + rules.set_step * (traded - len(values) + 1)
