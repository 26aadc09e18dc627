"""What the dice had in store: expected losses, win chances and percentiles for whole columns."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .. import odds
from ..moves import losses

Floats = NDArray[np.float64]
Ints = NDArray[Any]
MOST_DICE: Final = 3
FACES: Final = range(1, 7)


@lru_cache(maxsize=1)
def throw_laws() -> Floats:
    """Chance of 0, 1, 2, 3 attacker losses, by attack dice and defence dice."""
    laws = np.zeros((MOST_DICE + 1, MOST_DICE + 1, MOST_DICE + 1))
    for attack in range(1, MOST_DICE + 1):
        for defend in range(1, MOST_DICE + 1):
            for (lost, _), chance in odds.roll(attack, defend).items():
                laws[attack, defend, lost] = float(chance)
    return laws


def reroll_law(others: tuple[int, ...], defend: tuple[int, ...]) -> Floats:
    """Chance of 0, 1, 2, 3 attacker losses when one die is rolled again beside *others*."""
    law = np.zeros(MOST_DICE + 1)
    for face in FACES:
        law[losses((*others, face), defend)[0]] += 1 / 6
    return law


@lru_cache(maxsize=16)
def _wins(attack_dice: int, defend_dice: int, rows: int, columns: int) -> Floats:
    table = odds.table(rows, columns, attack_dice=attack_dice, defend_dice=defend_dice)
    return np.asarray(table.values, dtype=np.float64)


def win_table(dice: tuple[int, int], armies: int, defenders: int) -> Floats:
    """Win chances by armies and defenders, large enough to look these up."""
    # Few sizes, so that a game that goes on finds the table made already.
    rows, columns = (1 << max(5, int(most).bit_length()) for most in (armies, defenders))
    return _wins(*dice, rows, columns)


def swings(wins: Floats, armies: Ints, defenders: Ints, attack: Ints, defend: Ints) -> Floats:
    """The mean of the win chance after a throw, given the dice thrown."""
    laws = throw_laws()[attack, defend]
    pairs = np.minimum(attack, defend)
    mean = np.zeros(len(armies))
    for lost in range(MOST_DICE + 1):
        left = np.maximum(defenders - pairs + lost, 0)
        mean += laws[:, lost] * wins[np.maximum(armies - lost, 0), left]
    return mean


@lru_cache(maxsize=4096)
def margins(
    dice: tuple[int, int], armies: int, defenders: int, stop: int
) -> dict[int, tuple[float, float]]:
    """Every margin a battle can end with, fought down to *stop*, the worst first.

    With its mid-p percentile and the chance of no better one.
    """
    attack_dice, defend_dice = dice
    battle = odds.battle(
        armies, defenders, stop=stop, attack_dice=attack_dice, defend_dice=defend_dice
    )
    law: dict[int, float] = {}
    for (left, against), chance in battle.endings.items():
        margin = -against if against else left - 1
        law[margin] = law.get(margin, 0.0) + chance
    below, found = 0.0, {}
    for margin in sorted(law):
        found[margin] = below + law[margin] / 2, min(1.0, below + law[margin])
        below += law[margin]
    return found


def percentile(
    dice: tuple[int, int], armies: int, defenders: int, margin: int, stop: int = 1
) -> float:
    """Chance of a worse result than *margin* plus half the chance of the same one.

    *margin* is the number of free attackers left, or minus the number of defenders left.

    >>> round(percentile((3, 2), 8, 5, 7), 4)
    0.9544
    """
    known = margins(dice, armies, defenders, stop)
    if margin in known:
        return known[margin][0]
    # Thrown with fewer dice than allowed a battle may end where the law has no ending.
    worse = [no_better for m, (_, no_better) in known.items() if m < margin]
    return max(worse, default=0.0)
