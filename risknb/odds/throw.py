"""One throw of the dice: every outcome with its exact chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise
from math import comb, factorial, lcm, prod, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from risknb.moves import losses
from risknb.odds import checks, show

if TYPE_CHECKING:
    import pandas as pd

MOST_DICE = 3
# Loaded dice and decisions are counted face by face, which takes longer with every face.
MOST_FACES = 20
# Fair dice with more sides are not listed but follow from smaller ones.
LISTED_SIDES = 8
GRID = 2**53
# Two floats nearer than this are the same.
ROUNDING = 1e-14


class Losses(NamedTuple):
    """A pair of numbers: the attacker's and the defender's."""

    attacker: Any
    defender: Any


class RollLaw(dict[tuple[int, int], Fraction]):
    """What one throw does: {(attacker losses, defender losses): chance}."""

    @property
    def expected_losses(self) -> Losses:
        """Mean losses of one throw, as fractions.

        >>> roll(3, 2).expected_losses.attacker == Fraction(7161, 7776)
        True
        """
        mean = [sum(p * pair[side] for pair, p in self.items()) for side in (0, 1)]
        return Losses(*mean)

    @property
    def sd(self) -> float:
        """Standard deviation of either side's losses (they add up to a constant).

        >>> round(roll(3, 2).sd ** 2, 3)
        0.658
        """
        mean = self.expected_losses.attacker
        return sqrt(sum(p * (lost - mean) ** 2 for (lost, _), p in self.items()))

    def to_frame(self) -> pd.DataFrame:
        """One row an outcome: attacker_losses, defender_losses, chance."""
        import pandas as pd

        rows = [(a, d, float(p)) for (a, d), p in self.items()]
        return pd.DataFrame(rows, columns=["attacker_losses", "defender_losses", "chance"])

    def _repr_html_(self) -> str:
        bars = [(f"attacker -{a}, defender -{d}: {p}", float(p)) for (a, d), p in self.items()]
        mean = self.expected_losses
        cost = f"Mean losses: attacker {float(mean[0]):.3f}, defender {float(mean[1]):.3f}"
        return show.card("One throw", [cost], bars)


def roll(
    attack_dice: int,
    defend_dice: int,
    *,
    sides: int = 6,
    attack_weights: Iterable[Any] | None = None,
    defend_weights: Iterable[Any] | None = None,
) -> RollLaw:
    """All outcomes of one throw with their exact chances; weights load the dice.

    >>> roll(3, 2)[0, 2] == Fraction(2890, 7776)
    True
    >>> roll(1, 1)
    {(0, 1): Fraction(5, 12), (1, 0): Fraction(7, 12)}
    """
    dice = dice_of(attack_dice, defend_dice, sides, attack_weights, defend_weights)
    law = exact_law(dice, dice.attack, dice.defend)
    pairs = len(law) - 1
    return RollLaw({(lost, pairs - lost): p for lost, p in enumerate(law)})


@dataclass(frozen=True, slots=True)
class Dice:
    """The most dice of either side, and what their faces weigh (None: a fair die)."""

    attack: int = 3
    defend: int = 2
    sides: int = 6
    attack_weights: tuple[Fraction, ...] | None = None
    defend_weights: tuple[Fraction, ...] | None = None

    @property
    def pairs(self) -> int:
        """Armies that one throw with all dice removes."""
        return min(self.attack, self.defend)


CLASSIC = Dice()


def dice_of(
    attack_dice: int,
    defend_dice: int,
    sides: int = 6,
    attack_weights: Iterable[Any] | None = None,
    defend_weights: Iterable[Any] | None = None,
) -> Dice:
    """The checked dice of a battle.

    >>> dice_of(3, 2) is CLASSIC
    True
    """
    attack = checks.whole("attack_dice", attack_dice, 1, MOST_DICE)
    defend = checks.whole("defend_dice", defend_dice, 1, MOST_DICE)
    loaded = attack_weights is not None or defend_weights is not None
    sides = checks.whole("sides", sides, 1, MOST_FACES if loaded else None)
    if (attack, defend, sides, loaded) == (3, 2, 6, False):
        return CLASSIC
    return Dice(
        attack,
        defend,
        sides,
        checks.weights("attack_weights", attack_weights, sides),
        checks.weights("defend_weights", defend_weights, sides),
    )


def sorted_rolls(
    dice: int, sides: int, weights: tuple[Fraction, ...] | None = None
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every roll of some dice, sorted, with the chance of its faces in any order.

    >>> dict(sorted_rolls(2, 2))
    {(1, 1): Fraction(1, 4), (1, 2): Fraction(1, 2), (2, 2): Fraction(1, 4)}
    """
    face = weights or (Fraction(1, sides),) * sides
    for faces in combinations_with_replacement(range(1, sides + 1), dice):
        orders = factorial(dice) // prod(factorial(n) for n in Counter(faces).values())
        chance = orders * prod(face[f - 1] for f in faces)
        if chance:
            yield faces, Fraction(chance)


@lru_cache(maxsize=256)
def exact_law(dice: Dice, attack: int, defend: int) -> tuple[Fraction, ...]:
    """Chance of each number of attacker losses when so many dice are thrown.

    >>> exact_law(CLASSIC, 1, 1)
    (Fraction(5, 12), Fraction(7, 12))
    """
    if dice.attack_weights is None and dice.defend_weights is None:
        counts = _counted(attack, defend, dice.sides)
        return tuple(Fraction(n, dice.sides ** (attack + defend)) for n in counts)
    mine, total = _ways(attack, dice.sides, dice.attack_weights)
    theirs, more = _ways(defend, dice.sides, dice.defend_weights)
    return tuple(Fraction(n, total * more) for n in _compared(mine, theirs, min(attack, defend)))


def _counted(attack: int, defend: int, sides: int) -> tuple[int, ...]:
    """How many of all throws of fair dice cost the attacker 0, 1, ... armies."""
    if sides <= LISTED_SIDES:
        return _enumerated(attack, defend, sides)
    # Only the order of the faces matters, so the counts are polynomials in the number of
    # sides, of degree attack + defend: small dice, which can be listed, settle them.
    small = [_enumerated(attack, defend, n) for n in range(attack + defend + 1)]
    return tuple(_extended([row[lost] for row in small], sides) for lost in range(len(small[0])))


def _enumerated(attack: int, defend: int, sides: int) -> tuple[int, ...]:
    if not sides:
        return (0,) * (min(attack, defend) + 1)
    mine, theirs = (_ways(dice, sides)[0] for dice in (attack, defend))
    return _compared(mine, theirs, min(attack, defend))


Ways = list[tuple[tuple[int, ...], int]]


def _ways(dice: int, sides: int, weights: tuple[Fraction, ...] | None = None) -> tuple[Ways, int]:
    """Every sorted roll with its weight as a whole number, and what all weigh together."""
    scale = lcm(*(w.denominator for w in weights)) if weights else sides
    total = scale**dice
    return [(faces, int(p * total)) for faces, p in sorted_rolls(dice, sides, weights)], total


def _compared(mine: Ways, theirs: Ways, pairs: int) -> tuple[int, ...]:
    """The weight of all throws in which the attacker loses 0, 1, ... armies."""
    counts = [0] * (pairs + 1)
    for faces, ways in mine:
        for others, more in theirs:
            counts[losses(faces, others)[0]] += ways * more
    return tuple(counts)


def _extended(values: list[int], at: int) -> int:
    """The polynomial through values at 0, 1, 2, ... (Newton's forward differences)."""
    total = 0
    for order in range(len(values)):
        total += comb(at, order) * values[0]
        values = [b - a for a, b in pairwise(values)]
    return total


@lru_cache(maxsize=256)
def float_law(dice: Dice, attack: int, defend: int) -> tuple[float, ...]:
    """The same as floats which add up to 1 exactly, so that no chance leaks away.

    With chances rounded one by one a thousand throws would lose 1e-13; on a common grid
    the most likely outcome takes up the rest without any rounding.

    >>> sum(float_law(CLASSIC, 3, 2))
    1.0
    """
    law = exact_law(dice, attack, defend)
    grid = [round(p * GRID) for p in law]
    likely = max(range(len(law)), key=grid.__getitem__)
    grid[likely] += GRID - sum(grid)
    return tuple(n / GRID for n in grid)
