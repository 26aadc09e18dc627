"""Figures and functions behind the exercises of lessons 1 to 5, from ``risknb.odds``."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import ceil
from typing import Final

from .. import odds
from ..odds.throw import sorted_rolls
from .wrong_rules import Rule, law

FACES: Final = range(1, 7)
#: The value in the table of the paper of 1997 for three dice against two, defender loses two.
PRINTED: Final = Fraction(259, 1000)
#: How wide a 95 % interval is, in standard deviations, and the half width that lesson 3 asks for.
Z, HALF_WIDTH = 1.96, 0.03
DEFENDERS: Final = 5
#: The hint for the most common mistake of all.
TIES: Final = "Did you give the ties to the attacker? A tie belongs to the defender."


# -- figures -------------------------------------------------------------------------------------
def one_on_one(sides: int = 6) -> Fraction:
    """Chance that one attacking die beats one defending die."""
    return odds.roll(1, 1, sides=sides)[0, 1]


def both() -> Fraction:
    """Chance that three dice against two cost the defender two armies."""
    return odds.roll(3, 2)[0, 2]


def pair_won(place: int) -> Fraction:
    """Chance that the attacker wins the first (0) or second (1) pair, three dice against two."""
    return sum(
        (
            p * q
            for mine, p in sorted_rolls(3, 6)
            for theirs, q in sorted_rolls(2, 6)
            if mine[-1 - place] > theirs[-1 - place]
        ),
        Fraction(0),
    )


def tied_pair_won(place: int) -> Fraction:
    """The same with ties given to the attacker."""
    return sum(
        (
            p * q
            for mine, p in sorted_rolls(3, 6)
            for theirs, q in sorted_rolls(2, 6)
            if mine[-1 - place] >= theirs[-1 - place]
        ),
        Fraction(0),
    )


@lru_cache(maxsize=1)
def pair_ways() -> dict[tuple[int, int], int]:
    """How many throws of three dice against two go which way in both pairs: 1 won, 0 tied, -1 lost.

    >>> pair_ways()[1, 1]
    2890
    """
    ways: Counter[tuple[int, int]] = Counter()
    for faces in product(FACES, repeat=5):
        mine, theirs = sorted(faces[:3], reverse=True), sorted(faces[3:], reverse=True)
        first, second = ((a > d) - (a < d) for a, d in zip(mine, theirs, strict=False))
        ways[first, second] += 1
    return dict(ways)


def throws_needed(chance: Fraction, z: float = Z, half_width: float = HALF_WIDTH) -> int:
    """Throws until the interval of a share has so small a half width."""
    return ceil(z**2 * float(chance * (1 - chance)) / half_width**2)


def mean_losses(rule: Rule | None = None) -> tuple[Fraction, Fraction]:
    """Mean losses of attacker and defender in one throw of three dice against two."""
    if rule is None:
        attacker, defender = odds.roll(3, 2).expected_losses
        return attacker, defender
    wrong = law(rule, 3, 2)
    a, d = (sum((p * lost[side] for lost, p in wrong.items()), Fraction(0)) for side in (0, 1))
    return a, d


# -- functions that pupils write -----------------------------------------------------------------
def attacker_wins(attack: int, defend: int) -> bool:
    """Whether the attacker wins, one die each."""
    return attack > defend


def highest_at_most(face: int, dice: int) -> Fraction:
    """Chance that no die of several shows more than a face."""
    return Fraction(face, 6) ** dice


def second_given_first(both_won: Fraction, first_won: Fraction) -> Fraction:
    """Chance of the second pair when the first is won."""
    return both_won / first_won


def mean(chances: dict[int, Fraction]) -> Fraction:
    """The mean of values with their chances."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def dice_cases() -> list[tuple[int, int]]:
    return list(product(FACES, FACES))


def highest_cases() -> list[tuple[int, int]]:
    return list(product(FACES, (1, 2, 3)))


def throw_cases() -> list[tuple[list[int], list[int]]]:
    sample = list(product(FACES, repeat=5))[::37]
    return [(list(faces[:3]), list(faces[3:])) for faces in sample]


def given_cases() -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(1, 4), Fraction(1, 2)), (both(), pair_won(0)), (Fraction(1, 10), Fraction(1))]


def mean_cases() -> list[tuple[dict[int, Fraction]]]:
    third, half = Fraction(1, 3), Fraction(1, 2)
    lost = {attacker: chance for (attacker, _), chance in odds.roll(3, 2).items()}
    return [({0: half, 10: half},), ({1: third, 2: third, 6: third},), (lost,)]
