"""What attacks cost and how many armies they need, as plain lists made once from the exact odds."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from .. import odds

#: Beyond so many defenders the lists go on in a straight line.
EXACT = 120
#: The lists end here; more defenders than this are never attacked for the odds alone.
MOST = 2_000


@lru_cache(maxsize=16)
def wins(attack_dice: int, defend_dice: int) -> list[list[float]]:
    """Chance to take a territory: ``wins[armies][defenders]``, all armies of the origin counted."""
    found = odds.table(2 * EXACT, EXACT, attack_dice=attack_dice, defend_dice=defend_dice)
    rows: list[list[float]] = found.values.tolist()
    return rows


@lru_cache(maxsize=128)
def needed(chance: float, attack_dice: int, defend_dice: int) -> list[int]:
    """Armies the origin must have to take a territory with this chance, by its defenders."""
    table = wins(attack_dice, defend_dice)
    found = [2]
    for defenders in range(1, EXACT + 1):
        armies = found[-1]
        while armies < 2 * EXACT and table[armies][defenders] < chance:
            armies += 1
        found.append(armies)
    return _straight(found)


def _straight(found: list[int]) -> list[int]:
    """Carry a list on with the slope of its second half."""
    half = len(found) // 2
    slope = (found[-1] - found[half]) / (len(found) - 1 - half)
    last = found[-1]
    return found + [last + round(slope * more) for more in range(1, MOST - len(found) + 1)]


@lru_cache(maxsize=16)
def costs(attack_dice: int, defend_dice: int) -> tuple[list[float], list[float]]:
    """Mean and variance of the armies lost in taking a territory with armies enough."""
    means, variances = [0.0], [0.0]
    for defenders in range(1, EXACT + 1):
        fight = odds.battle(
            armies=3 * defenders + 20, defenders=defenders,
            attack_dice=attack_dice, defend_dice=defend_dice,
        )  # fmt: skip
        means.append(float(fight.expected_losses[0]))
        variances.append(float(fight.sd[0]) ** 2)
    for defenders in range(EXACT + 1, MOST):
        means.append(means[EXACT] * defenders / EXACT)
        variances.append(variances[EXACT] * defenders / EXACT)
    return means, variances


@lru_cache(maxsize=1)
def bell() -> list[float]:
    """The normal law at -4.0, -3.9, ... 4.0: chances of sums of many throws."""
    from math import erf

    return [0.5 * (1 + erf(step / 10 / sqrt(2))) for step in range(-40, 41)]


def at_most(limit: float, mean: float, variance: float) -> float:
    """Chance that losses of this mean and variance stay within a limit."""
    if variance <= 0:
        return 1.0 if limit >= mean else 0.0
    step = round(10 * (limit + 0.5 - mean) / sqrt(variance))
    return bell()[max(0, min(80, step + 40))]
