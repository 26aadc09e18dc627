"""How typical mistakes come to their answers, so that a check knows them when it sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

from .. import odds

Law = dict[tuple[int, int], Fraction]
Faces = tuple[int, ...]


def ties_to_attacker(mine: Faces, theirs: Faces) -> tuple[int, int]:
    """Losses if a tie were the attacker's."""
    pairs = list(zip(sorted(mine)[::-1], sorted(theirs)[::-1], strict=False))
    killed = sum(a >= d for a, d in pairs)
    return len(pairs) - killed, killed


def sums_compared(mine: Faces, theirs: Faces) -> tuple[int, int]:
    """Losses if the dice were added up."""
    pairs = min(len(mine), len(theirs))
    return (0, pairs) if sum(mine) > sum(theirs) else (pairs, 0)


Judge = Callable[[Faces, Faces], tuple[int, int]]


@lru_cache(maxsize=64)
def throw(attack: int, defend: int, judge: Judge) -> Law:
    """The law of one throw under a wrong rule."""
    faces, law = range(1, 7), dict[tuple[int, int], Fraction]()
    one = Fraction(1, 6 ** (attack + defend))
    for mine in product(faces, repeat=attack):
        for theirs in product(faces, repeat=defend):
            lost = judge(mine, theirs)
            law[lost] = law.get(lost, Fraction(0)) + one
    return law


def battle(armies: int, defenders: int, judge: Judge) -> Fraction:
    """Chance to take a territory under a wrong rule of comparing dice."""
    if defenders <= 0:
        return Fraction(1)
    if armies <= 1:
        return Fraction(0)
    law = throw(min(3, armies - 1), min(2, defenders), judge)
    return sum(
        (p * battle(armies - mine, defenders - killed, judge) for (mine, killed), p in law.items()),
        Fraction(0),
    )


def all_armies(armies: int, defenders: int) -> Any:
    """Chance if no army had to stay."""
    return odds.win(armies + 1, defenders, exact=True)


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
