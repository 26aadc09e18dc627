"""How a battle ends when both sides throw all the dice they may: the laws in floats and fractions.

While the attacker has all attack dice and the defender all defence dice, every throw removes the
same number of armies (two, in the classic game). All the states that can be reached after so
many throws then lie on one diagonal, and the next diagonal is this one smeared out by the law of
a single throw: one numpy call. Only near the edges, where dice run out, is there more to do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from risknb.odds.throw import CLASSIC, Dice, exact_law, float_law

Floats = NDArray[np.float64]
# The powers left out below this are far under the rounding of what they would be added to.
NOTHING = 1e-20
SMALL = 32


@dataclass(slots=True)
class Law:
    """won[n]: taken with n armies left; lost[n][d]: given up with n armies against d defenders."""

    won: NDArray[Any]
    lost: dict[int, NDArray[Any]] = field(default_factory=dict)


def law(dice: Dice, armies: int, defenders: int, stop: int, exact: bool = False) -> Law:
    """The law of how a battle ends.

    >>> round(float(law(CLASSIC, 2, 1, 1).won[2]), 15) == round(15 / 36, 15)
    True
    """
    if exact:
        return exact_battle(dice, armies, defenders, stop)
    if dice is CLASSIC and stop == 1 and armies <= SMALL and defenders <= SMALL:
        row = small_laws()[armies][defenders]
        return Law(row[SMALL : SMALL + armies + 1], {1: row[SMALL - defenders : SMALL + 1][::-1]})
    return float_battle(dice, armies, defenders, stop)


def together(chances: NDArray[Any]) -> Any:
    """All the chance in a law as a plain number, which rounding must not carry above 1.

    >>> together(np.array([0.5, 0.25]))
    0.75
    """
    total = chances.sum()
    return total if isinstance(total, Fraction) else min(float(total), 1.0)


@lru_cache(maxsize=1)
def small_laws() -> list[list[Floats]]:
    """Every classic law of up to 32 against 32 (half a megabyte), each from smaller ones.

    In a row the ending "n armies left" stands at SMALL + n, "n defenders left" at SMALL - n.
    """
    laws = np.zeros((SMALL + 1, SMALL + 1, 2 * SMALL + 1))
    for n in range(1, SMALL + 1):
        laws[n, 0, SMALL + n] = 1
        laws[1, n, SMALL - n] = 1
    for armies in range(2, SMALL + 1):
        for defenders in range(1, SMALL + 1):
            chances = float_law(CLASSIC, min(3, armies - 1), min(2, defenders))
            pairs = len(chances) - 1
            for lost, p in enumerate(chances):
                laws[armies, defenders] += p * laws[armies - lost, defenders - pairs + lost]
    laws.setflags(write=False)
    return [list(rows) for rows in laws]


def exact_battle(dice: Dice, armies: int, defenders: int, stop: int) -> Law:
    """The law in fractions: push every chance on from the largest state to the smallest."""
    mass = {(armies, defenders): Fraction(1)}
    won = np.full(armies + 1, Fraction(0), dtype=object)
    lost: dict[int, NDArray[Any]] = {}
    for total in range(armies + defenders, 1, -1):
        for left in range(min(armies, total), 0, -1):
            chance = mass.pop((left, total - left), None)
            if chance is None:
                continue
            if total == left:
                won[left] = chance
            elif left <= stop:
                empty = np.full(defenders + 1, Fraction(0), dtype=object)
                lost.setdefault(left, empty)[total - left] = chance
            else:
                held = total - left
                chances = exact_law(dice, min(dice.attack, left - 1), min(dice.defend, held))
                for gone, p in enumerate(chances):
                    state = left - gone, held - len(chances) + 1 + gone
                    mass[state] = mass.get(state, Fraction(0)) + chance * p
    return Law(won, lost)


def float_battle(dice: Dice, armies: int, defenders: int, stop: int) -> Law:
    """The law in floats, diagonal by diagonal."""
    if armies <= stop:
        return Law(np.zeros(armies + 1), {armies: _unit(defenders + 1, defenders)})
    walk = _Walk(dice, armies, defenders, stop)
    walk.cross_open_field()
    walk.against_few_defenders()
    walk.with_few_armies()
    return walk.law()


def _unit(size: int, at: int) -> Floats:
    array = np.zeros(size)
    array[at] = 1
    return array


def recur(values: Floats, factor: float, step: int) -> None:
    """Solve y[n] = x[n] + factor * y[n - step] in place along the last axis, by doubling.

    >>> x = np.array([1.0, 0.0, 0.0]); recur(x, 0.5, 1); x.tolist()
    [1.0, 0.5, 0.25]
    """
    while step < values.shape[-1] and factor > NOTHING:
        values[..., step:] += factor * values[..., :-step]
        step, factor = 2 * step, factor * factor


class _Walk:
    """The chances of one battle on their way from the start to the endings.

    The open field is where all dice are thrown and the attacker goes on: at least `full` armies
    against at least `dice.defend` defenders. `low[n - base][d]` holds states with n armies below
    that, the lost ones included; `few[d][n]` those with enough armies but too few defenders,
    the won ones (d = 0) included.
    """

    def __init__(self, dice: Dice, armies: int, defenders: int, stop: int) -> None:
        self.dice, self.armies, self.defenders, self.stop = dice, armies, defenders, stop
        self.full = max(dice.attack, stop) + 1
        self.base = max(1, stop + 1 - dice.pairs)
        self.low = np.zeros((self.full - self.base, defenders + 1))
        self.few = np.zeros((dice.defend, armies + 1))

    def cross_open_field(self) -> None:
        """Diagonal after diagonal; what leaves the field is put down in `low` or `few`."""
        dice, armies, defenders = self.dice, self.armies, self.defenders
        if armies < self.full:
            self.low[armies - self.base, defenders] = 1
            return
        if defenders < dice.defend:
            self.few[defenders, armies] = 1
            return
        pairs = dice.pairs
        chances = np.array(float_law(dice, dice.attack, dice.defend)[::-1])
        low, few = self.low.reshape(-1), self.few.reshape(-1)
        low_step, few_step = -defenders, armies
        spare, room = armies - self.full, defenders - dice.defend
        first = last = removed = 0  # attackers lost on this diagonal; armies removed so far
        field = np.ones(1)
        while first <= last:
            field = np.correlate(field, chances, "full")
            removed += pairs
            last += pairs
            if last > spare:
                # All of these have too few armies; they lie on a diagonal of `low` too.
                start = max(spare + 1, first)
                at = (armies - start - self.base) * (defenders + 1) + defenders - removed + start
                count = last - start + 1
                low[at : _end(at, count, low_step) : low_step] = field[len(field) - count :]
                field, last = field[: len(field) - count], start - 1
            if removed - room > first:
                count = min(removed - room, last + 1) - first
                at = (defenders - removed + first) * (armies + 1) + armies - first
                few[at : _end(at, count, few_step) : few_step] = field[:count]
                field, first = field[count:], first + count

    def against_few_defenders(self) -> None:
        """All attack dice against fewer dice than the defender would like."""
        full, few, low = self.full, self.few, self.low
        for defenders in range(min(self.dice.defend - 1, self.defenders), 0, -1):
            chances = float_law(self.dice, self.dice.attack, defenders)
            pairs = len(chances) - 1
            row = few[defenders]
            recur(row[full:][::-1], chances[pairs], pairs)
            for lost, p in enumerate(chances):
                left = defenders - pairs + lost
                if lost < pairs:
                    few[left, full : self.armies + 1 - lost] += p * row[full + lost :]
                for n in range(full, min(full + lost, self.armies + 1)):
                    low[n - lost - self.base, left] += p * row[n]

    def with_few_armies(self) -> None:
        """Too few armies for all attack dice, against any number of defenders."""
        most, base = self.dice.defend, self.base
        for armies in range(self.full - 1, self.stop, -1):
            row = self.low[armies - base]
            attack = min(self.dice.attack, armies - 1)
            if self.defenders >= most:
                self._against_all_dice(armies, attack)
            for defenders in range(min(most - 1, self.defenders), 0, -1):
                chances = float_law(self.dice, attack, defenders)
                for lost, p in enumerate(chances):
                    left = defenders - len(chances) + 1 + lost
                    self.low[armies - lost - base, left] += p * row[defenders]

    def _against_all_dice(self, armies: int, attack: int) -> None:
        most, row = self.dice.defend, self.low[armies - self.base]
        chances = float_law(self.dice, attack, most)
        pairs = len(chances) - 1
        recur(row[most:][::-1], chances[0], pairs)
        for lost, p in enumerate(chances):
            gone = pairs - lost
            # With no loss the chance stays in this row: `recur` has moved all but the end.
            end = min(most + gone, len(row)) if lost == 0 else len(row)
            target = self.low[armies - lost - self.base]
            target[most - gone : end - gone] += p * row[most:end]

    def law(self) -> Law:
        """What has come to rest."""
        won = self.few[0].copy()
        for armies in range(self.stop + 1, min(self.full, self.armies + 1)):
            won[armies] += self.low[armies - self.base, 0]
        held = {n: self.low[n - self.base] for n in range(self.base, self.stop + 1)}
        return Law(won, {n: row for n, row in held.items() if row.any()})


def _end(at: int, count: int, step: int) -> int | None:
    """The end of a slice of *count* places; None where a negative end would wrap around."""
    end = at + count * step
    return end if end >= 0 else None
