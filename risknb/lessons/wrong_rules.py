"""What comes out when dice are compared by a wrong rule: the figures behind typical mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

Faces = Sequence[int]
Rule = Callable[[Faces, Faces], tuple[int, int]]


def ties_to_attacker(attack: Faces, defend: Faces) -> tuple[int, int]:
    """Losses if a tie were the attacker's.

    >>> ties_to_attacker([6, 5, 1], [6, 2])
    (0, 2)
    """
    pairs = list(zip(sorted(attack, reverse=True), sorted(defend, reverse=True), strict=False))
    killed = sum(a >= d for a, d in pairs)
    return len(pairs) - killed, killed


def sums_compared(attack: Faces, defend: Faces) -> tuple[int, int]:
    """Losses if the sums of the dice were compared, all or nothing.

    >>> sums_compared([2, 2], [3])
    (0, 1)
    """
    pairs = min(len(attack), len(defend))
    return (0, pairs) if sum(attack) > sum(defend) else (pairs, 0)


def as_they_fell(attack: Faces, defend: Faces) -> tuple[int, int]:
    """Losses if the dice were compared in the order they fell, not the highest first.

    >>> as_they_fell([1, 6], [2, 5])
    (1, 1)
    """
    pairs = list(zip(attack, defend, strict=False))
    killed = sum(a > d for a, d in pairs)
    return len(pairs) - killed, killed


@lru_cache(maxsize=64)
def law(rule: Rule, attack: int, defend: int, sides: int = 6) -> dict[tuple[int, int], Fraction]:
    """All outcomes of one throw under a rule: {(attacker losses, defender losses): chance}.

    >>> law(ties_to_attacker, 1, 1)[0, 1]
    Fraction(7, 12)
    """
    faces = range(1, sides + 1)
    counts: dict[tuple[int, int], int] = {}
    for mine in product(faces, repeat=attack):
        for theirs in product(faces, repeat=defend):
            lost = rule(mine, theirs)
            counts[lost] = counts.get(lost, 0) + 1
    return {lost: Fraction(n, sides ** (attack + defend)) for lost, n in sorted(counts.items())}
