"""Battles with decisions: how many dice, the commander, the re-roll, used as well as possible.

A throw with decisions is a small graph: means over dice, the attacker's choice of the best, the
defender's choice of the worst, and at the bottom what was lost. The chance to win is worked out
from the small states to the large ones, which settles all choices; the law follows from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial, reduce
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from risknb.moves import losses
from risknb.odds.fight import Law
from risknb.odds.throw import ROUNDING, Dice, sorted_rolls

POLICIES = ("maximum", "sees", "best")
MOMENTS = ("after", "before")

Faces = tuple[int, ...]
Leaf = tuple[int, int, int]  # attacker losses, defender losses, commanders spent
Values = NDArray[Any]
Number = type[float] | type[Fraction]


@dataclass(frozen=True, slots=True)
class Play:
    """Who decides what: the dice policy, the expert rules, and when the attacker decides."""

    policy: str = "maximum"
    commander: bool = False
    reroll: bool = False
    decide: str = "after"


@dataclass(frozen=True, slots=True)
class Node:
    """A mean over dice, a choice ("max" of the attacker, "min" of the defender), or a leaf."""

    kind: str
    children: tuple[int, ...] = ()
    weights: tuple[Fraction, ...] = ()
    leaf: Leaf = (0, 0, 0)


class Throw:
    """One throw as a graph; equal parts are kept once, children stand before their parents."""

    def __init__(self, dice: Dice, play: Play, attack: int, defend: int, commander: bool) -> None:
        self.dice, self.play, self.commander = dice, play, commander
        self.nodes: list[Node] = []
        self._known: dict[Node, int] = {}
        self._turns: dict[tuple[Faces, Faces], int] = {}
        self._defended: dict[tuple[Faces, int, int], int] = {}
        if play.policy == "best":
            options = [
                self._choose("min", (self._attack(a, [d]) for d in range(1, defend + 1)))
                for a in range(1, attack + 1)
            ]
            self.root = self._choose("max", options)
        else:
            dice_choice = range(1, defend + 1) if play.policy == "sees" else [defend]
            self.root = self._attack(attack, dice_choice)

    def _add(self, node: Node) -> int:
        if node not in self._known:
            self._known[node] = len(self.nodes)
            self.nodes.append(node)
        return self._known[node]

    def _choose(self, kind: str, options: Iterable[int]) -> int:
        # Sorted, so that the same options in another order are the same node.
        children = tuple(sorted(set(options)))
        return children[0] if len(children) == 1 else self._add(Node(kind, children))

    def _mean(self, parts: Iterable[tuple[int, Fraction]]) -> int:
        total: dict[int, Fraction] = {}
        for child, weight in parts:
            total[child] = total.get(child, Fraction(0)) + weight
        if len(total) == 1:
            return next(iter(total))
        children = tuple(sorted(total))
        return self._add(Node("mean", children, tuple(total[child] for child in children)))

    def _attack(self, count: int, defence: Iterable[int]) -> int:
        defence = tuple(defence)
        before = self.play.decide == "before"

        def defended(faces: Faces, spent: int) -> int:
            return self._choose("min", (self._defend(faces, spent, n) for n in defence))

        rolls = sorted_rolls(count, self.dice.sides, self.dice.attack_weights)
        return self._mean(
            (self._improve(faces, defended) if before else defended(faces, 0), p)
            for faces, p in rolls
        )

    def _defend(self, faces: Faces, spent: int, count: int) -> int:
        key = faces, spent, count
        if key not in self._defended:
            self._defended[key] = self._met(*key)
        return self._defended[key]

    def _met(self, faces: Faces, spent: int, count: int) -> int:
        """The attacker's faces against so many dice of the defender."""
        rolls = sorted_rolls(count, self.dice.sides, self.dice.defend_weights)
        if self.play.decide == "before":
            return self._mean((self._leaf(faces, others, spent), q) for others, q in rolls)
        return self._mean((self._answer(faces, others), q) for others, q in rolls)

    def _answer(self, faces: Faces, others: Faces) -> int:
        """What the attacker makes of it after both rolls."""

        def turned(mine: Faces) -> int:
            if (mine, others) not in self._turns:
                leaf = self._turn(mine, lambda shown, spent: self._leaf(shown, others, spent))
                self._turns[mine, others] = leaf
            return self._turns[mine, others]

        return self._reroll(faces, turned)

    def _improve(self, faces: Faces, then: Callable[[Faces, int], int]) -> int:
        return self._reroll(faces, lambda mine: self._turn(mine, then))

    def _reroll(self, faces: Faces, then: Callable[[Faces], int]) -> int:
        """Keep the faces, or roll one of them anew (EXP-04): the new value stands."""
        options = [then(faces)]
        if self.play.reroll:
            new = list(sorted_rolls(1, self.dice.sides, self.dice.attack_weights))
            for kept in _without_one(faces):
                options.append(self._mean((then(_sorted(kept + face)), p) for face, p in new))
        return self._choose("max", options)

    def _turn(self, faces: Faces, then: Callable[[Faces, int], int]) -> int:
        """Leave the faces, or spend the commander to turn one to the highest (EXP-05)."""
        options = [then(faces, 0)]
        if self.commander:
            top = (self.dice.sides,)
            options += [then(_sorted(kept + top), 1) for kept in _without_one(faces)]
        return self._choose("max", options)

    def _leaf(self, faces: Faces, others: Faces, spent: int) -> int:
        return self._add(Node("leaf", leaf=(*losses(faces, others), spent)))

    def solve(
        self, worth: Callable[[Leaf], Values], number: Number
    ) -> tuple[Values, dict[Leaf, Values]]:
        """The value of the throw in many states at once, and the chance of every leaf there."""
        values: list[Values] = []
        for node in self.nodes:
            values.append(_value(node, values, worth, number))
        value = values[self.root]
        reach = [np.full_like(value, number(0)) for _ in self.nodes]
        reach[self.root] = np.full_like(value, number(1))
        leaves: dict[Leaf, Values] = {}
        for place in reversed(range(len(self.nodes))):
            node, here = self.nodes[place], reach[place]
            if node.kind == "leaf":
                leaves[node.leaf] = here
            for child, share in _shares(node, values, here, values[place], number):
                reach[child] = reach[child] + share
        return value, leaves


def _value(
    node: Node, values: list[Values], worth: Callable[[Leaf], Values], number: Number
) -> Values:
    if node.kind == "leaf":
        return worth(node.leaf)
    parts = [values[child] for child in node.children]
    if node.kind == "mean":
        return reduce(add, [p * number(w) for p, w in zip(parts, node.weights, strict=True)])
    best: Values = (np.maximum if node.kind == "max" else np.minimum).reduce(parts)
    return best


def _shares(
    node: Node, values: list[Values], here: Values, chosen: Values, number: Number
) -> Iterator[tuple[int, Values]]:
    """How the chance of being at a node goes on to its children; the first best is taken."""
    if node.kind == "mean":
        for child, weight in zip(node.children, node.weights, strict=True):
            yield child, here * number(weight)
        return
    free = np.ones(here.shape, dtype=bool)
    for child in node.children:
        # Floats that differ by rounding only are a tie, as they are in fractions.
        picked = free & (abs(values[child] - chosen) <= ROUNDING)
        free &= ~picked
        yield child, here * picked


def _sorted(faces: Faces) -> Faces:
    return tuple(sorted(faces))


def _without_one(faces: Faces) -> set[Faces]:
    return {faces[:i] + faces[i + 1 :] for i in range(len(faces))}


@lru_cache(maxsize=64)
def throw(dice: Dice, play: Play, attack: int, defend: int, commander: bool) -> Throw:
    """The graph of a throw, kept for the next battle."""
    return Throw(dice, play, attack, defend, commander)


@lru_cache(maxsize=64)
def decided(
    dice: Dice, play: Play, armies: int, defenders: int, stop: int, exact: bool = False
) -> Law:
    """The law of a battle in which both sides decide as well as they can.

    >>> from risknb.odds.throw import CLASSIC
    >>> law = decided(CLASSIC, Play(commander=True), 2, 1, 1)
    >>> round(float(law.won[2]), 4)  # 5/6: turn the die to 6, unless the defender has one
    0.8333
    """
    number = Fraction if exact else float
    shape = (2, armies + 1, defenders + 1)
    wins = np.full(shape, number(0), dtype=object if exact else float)
    wins[:, 1:, 0] = number(1)
    rules: dict[tuple[int, Leaf], Values] = {}
    for total in range(stop + 2, armies + defenders + 1):
        for ready in (0, 1) if play.commander else (0,):
            for attack, defend, left in _groups(dice, armies, defenders, stop, total):
                held = total - left
                graph = throw(dice, play, attack, defend, bool(ready))
                worth = partial(_worth, wins, ready, left, held)
                wins[ready, left, held], leaves = graph.solve(worth, number)
                for leaf, chances in leaves.items():
                    empty = np.full(shape[1:], number(0), dtype=wins.dtype)
                    rules.setdefault((ready, leaf), empty)[left, held] = chances
    return _followed(rules, wins, armies, defenders, stop, int(play.commander))


def _worth(
    wins: Values, ready: int, left: NDArray[np.int64], held: NDArray[np.int64], leaf: Leaf
) -> Values:
    """The chance to win after a throw ended in *leaf*, in many states at once."""
    lost, killed, spent = leaf
    worth: Values = wins[ready - spent, left - lost, held - killed]
    return worth


def _groups(
    dice: Dice, armies: int, defenders: int, stop: int, total: int
) -> Iterator[tuple[int, int, NDArray[np.int64]]]:
    """The states of one diagonal in which the battle goes on, by the dice both sides have."""
    left = np.arange(max(stop + 1, total - defenders), min(armies, total - 1) + 1)
    attack, defend = np.minimum(dice.attack, left - 1), np.minimum(dice.defend, total - left)
    for a, d in sorted({*zip(attack.tolist(), defend.tolist(), strict=True)}):
        yield a, d, left[(attack == a) & (defend == d)]


def _followed(
    rules: dict[tuple[int, Leaf], Values],
    like: Values,
    armies: int,
    defenders: int,
    stop: int,
    commander: int,
) -> Law:
    """Push the chances on along the settled choices."""
    mass = like * 0
    mass[commander, armies, defenders] += 1
    for total in range(armies + defenders, stop + 1, -1):
        left = np.arange(max(stop + 1, total - defenders), min(armies, total - 1) + 1)
        held = total - left
        for (ready, (lost, killed, spent)), chances in rules.items():
            some = chances[left, held] != 0
            n, d = left[some], held[some]
            mass[ready - spent, n - lost, d - killed] += mass[ready, n, d] * chances[n, d]
    ends = mass[0] + mass[1]
    # The throw that wins costs the attacker nothing: who wins has more armies than `stop`.
    lost_rows = {n: ends[n] for n in range(1, min(stop, armies) + 1) if ends[n].any()}
    return Law(ends[:, 0], lost_rows)
