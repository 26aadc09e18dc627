"""How typical mistakes come to their answers, so that a check knows them when it sees them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

from .. import odds
from .wrong_rules import Rule, law


def battle(armies: int, defenders: int, rule: Rule) -> Fraction:
    """Chance to take a territory under a wrong rule of comparing dice."""
    if defenders <= 0:
        return Fraction(1)
    if armies <= 1:
        return Fraction(0)
    throw = law(rule, min(3, armies - 1), min(2, defenders))
    return sum(
        (
            p * battle(armies - mine, defenders - killed, rule)
            for (mine, killed), p in throw.items()
        ),
        Fraction(0),
    )


def all_armies(armies: int, defenders: int) -> Any:
    """Chance if no army had to stay."""
    return odds.win(armies + 1, defenders, exact=True) if defenders else Fraction(1)


def all_fresh(armies: int, defenders: Sequence[int]) -> Any:
    """A march where every battle begins with all armies."""
    return prod(odds.win(armies, held, exact=True) for held in defenders)


def no_losses(armies: int, defenders: Sequence[int]) -> Any:
    """A march where an army stays in every territory but none is lost in battle."""
    left = [armies - number for number in range(len(defenders))]
    return prod(odds.win(n, held, exact=True) for n, held in zip(left, defenders, strict=True))


def nobody_stays(armies: int, defenders: Sequence[int]) -> Fraction:
    """A march where all armies left go on, the one that must stay behind as well."""
    if not defenders:
        return Fraction(1)
    if armies < 2:
        return Fraction(0)
    left = odds.battle(armies, defenders[0], exact=True).survivors
    return sum((p * nobody_stays(n, defenders[1:]) for n, p in left.items()), Fraction(0))


# -- cards ---------------------------------------------------------------------------------------
def no_wild(cards: str) -> bool:
    """Whether a hand holds a set, wild cards forgotten."""
    return any(cards.count(symbol) >= 3 for symbol in "ICA") or all(s in cards for s in "ICA")


def first_three(cards: str) -> bool:
    """Whether a hand holds a set, judged by its first three cards."""
    return len(cards) >= 3 and ("W" in cards[:3] or len(set(cards[:3])) != 2)


def alike_only(cards: str) -> bool:
    """Whether a hand holds a set, one of each kind forgotten."""
    return any(cards.count(symbol) + cards.count("W") >= 3 for symbol in "ICA")
