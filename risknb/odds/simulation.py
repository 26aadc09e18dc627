"""Many battles at random, in two ways: throwing all the dice, or drawing from the exact law.

A throw is one random number that stands for the faces of all dice. Where fewer dice are thrown
only the first ones of them count, so that all battles of a block go on together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from risknb.moves import losses
from risknb.odds import checks, show
from risknb.odds.battles import Battle, fought
from risknb.odds.throw import Dice, dice_of, sorted_rolls
from risknb.wording import armies_text

if TYPE_CHECKING:
    import pandas as pd

WAYS = ("rolled", "drawn")
# So many battles are fought together: their numbers fit into the fast memory near the processor.
BLOCK = 1 << 14
MOST_BATTLES = 10**9
MOST_THROWS = 1 << 20
MOST_STATES = 1 << 22

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Simulation:
    """Battles that were played out, with the exact law they should follow.

    `ends` has a number a battle: armies left times (defenders at the start + 1) + defenders left.
    """

    law: Battle
    way: str
    ends: NDArray[np.int32]

    @property
    def armies_left(self) -> NDArray[np.int32]:
        """All armies the attacker has left, one number a battle.

        >>> sorted(set(simulate_battles(1000, 3, 1, seed=1).armies_left.tolist()))
        [1, 2, 3]
        """
        return self.ends // np.int32(self.law.defenders + 1)

    @property
    def defenders_left(self) -> NDArray[np.int32]:
        """The defenders left, one number a battle; none where the territory was taken.

        >>> sorted(set(simulate_battles(1000, 2, 1, seed=1).defenders_left.tolist()))
        [0, 1]
        """
        return self.ends % np.int32(self.law.defenders + 1)

    @property
    def win(self) -> float:
        """Share of the battles that were won.

        >>> abs(simulate_battles(10000, 11, 10, seed=1).win - 0.568) < 0.02
        True
        """
        return float((self.defenders_left == 0).mean())

    @property
    def counts(self) -> dict[tuple[int, int], int]:
        """How often each ending came: {(armies left, defenders left): battles}.

        >>> list(simulate_battles(1000, 2, 1, seed=1).counts)
        [(1, 1), (2, 0)]
        """
        found = np.bincount(self.ends)
        size = self.law.defenders + 1
        return {divmod(int(at), size): int(found[at]) for at in np.flatnonzero(found)}

    def to_frame(self) -> pd.DataFrame:
        """One row a battle: armies_left, defenders_left, won."""
        import pandas as pd

        armies, defenders = self.armies_left, self.defenders_left
        return pd.DataFrame(
            {"armies_left": armies, "defenders_left": defenders, "won": defenders == 0}
        )

    def __repr__(self) -> str:
        return f"Simulation({self._battles()} {self.way}, win={self.win!r})"

    def _battles(self) -> str:
        number = len(self.ends)
        return "1 battle" if number == 1 else f"{number} battles"

    def _repr_html_(self) -> str:
        law = self.law
        title = f"{self._battles()} of {armies_text(law.armies)} against {law.defenders}"
        error = (float(law.win) * (1 - float(law.win)) / len(self.ends)) ** 0.5
        lines = [f"The usual distance between the two is {100 * error:.2f} points"]
        bars = [("won here", self.win), ("exact chance", float(law.win))]
        return show.card(f"{title}, {self.way}", lines, bars)


def simulate_battles(
    n: int,
    armies: int,
    defenders: int,
    *,
    stop: int = 1,
    attack_dice: int = 3,
    defend_dice: int = 2,
    sides: int = 6,
    attack_weights: Iterable[Any] | None = None,
    defend_weights: Iterable[Any] | None = None,
    way: str = "rolled",
    seed: int | None = None,
) -> Simulation:
    """Play *n* battles: "rolled" throws the dice, "drawn" draws endings from the exact law.

    *armies* are **all** on the attacking territory: eleven, the literature's A = 10, win 0.568.

    >>> round(simulate_battles(1000, armies=11, defenders=10, seed=7).law.win, 3)
    0.568
    """
    n = checks.whole("n", n, 1, MOST_BATTLES)
    armies = checks.armies("armies", armies)
    defenders = checks.armies("defenders", defenders)
    stop = checks.whole("stop", stop)
    checks.one_of("way", way, WAYS)
    if seed is not None:
        seed = checks.whole("seed", seed, 0)
    dice = dice_of(attack_dice, defend_dice, sides, attack_weights, defend_weights)
    if (armies + 1) * (defenders + 1) > MOST_STATES:
        raise ValueError(f"armies must be fewer to simulate against {defenders}, not {armies}")
    law = fought(dice, armies, defenders, stop)
    random = np.random.default_rng(seed)
    battles = _Rolled(dice, law) if way == "rolled" else _Drawn(law)
    ends = np.empty(n, dtype=np.int32)
    for start in range(0, n, BLOCK):
        block = ends[start : start + BLOCK]
        block[:] = battles.play(random, len(block))
    return Simulation(law, way, ends)


class _Rolled:
    """Battles with real dice: a table says what every throw does in every kind of state.

    A state is one number, armies * (defenders at the start + 1) + defenders, so that losses on
    both sides are one subtraction. Kind 0 is a battle that is over: nothing changes any more.
    """

    def __init__(self, dice: Dice, law: Battle) -> None:
        self.dice, self.law = dice, law
        self.throws = dice.sides ** (dice.attack + dice.defend)
        if self.throws > MOST_THROWS:
            raise ValueError(f"sides must be fewer for battles that are rolled, not {dice.sides}")
        self.size = law.defenders + 1
        self.change = np.zeros((1 + dice.attack * dice.defend) * self.throws, dtype=np.int32)
        for a, d in product(range(1, dice.attack + 1), range(1, dice.defend + 1)):
            start = self._kind(a, d) * self.throws
            self.change[start : start + self.throws] = self._changes(a, d)
        self.kinds = self._kinds()
        self.sure = self._sure()

    def _kind(self, attack: int, defend: int) -> int:
        return 1 + (attack - 1) * self.dice.defend + defend - 1

    def _changes(self, attack: int, defend: int) -> Ints:
        """What every throw takes away when so many dice count."""
        mine, my_number = _numbered(attack, self.dice.sides)
        theirs, their_number = _numbered(defend, self.dice.sides)
        cost = np.array([[self._cost(a, d) for d in theirs] for a in mine])
        first = np.repeat(my_number, self.dice.sides ** (self.dice.attack - attack))
        second = np.repeat(their_number, self.dice.sides ** (self.dice.defend - defend))
        changes: Ints = cost[first][:, second].reshape(-1)
        return changes

    def _cost(self, faces: tuple[int, ...], others: tuple[int, ...]) -> int:
        lost, killed = losses(faces, others)
        return lost * self.size + killed

    def _kinds(self) -> Ints:
        """Where in the table of changes each state has to look."""
        armies, defenders = np.divmod(np.arange((self.law.armies + 1) * self.size), self.size)
        attack = np.minimum(self.dice.attack, armies - 1)
        defend = np.minimum(self.dice.defend, defenders)
        kinds = 1 + (attack - 1) * self.dice.defend + defend - 1
        over = (armies <= self.law.stop) | (defenders == 0)
        where: Ints = np.where(over, 0, kinds * self.throws)
        return where

    def _sure(self) -> int:
        """How many throws there are with all dice, whatever they show."""
        dice, law = self.dice, self.law
        spare = min(law.armies - max(dice.attack, law.stop) - 1, law.defenders - dice.defend)
        return max(0, spare // dice.pairs + 1)

    def play(self, random: np.random.Generator, n: int) -> Ints:
        """The endings of *n* battles."""
        states = np.full(n, self.law.armies * self.size + self.law.defenders)
        full = self.change[-self.throws :]
        for _ in range(self.sure):
            states -= full.take(self._throw(random, n))
        kinds = self.kinds.take(states)
        while kinds.any():
            kinds += self._throw(random, n)
            states -= self.change.take(kinds)
            kinds = self.kinds.take(states)
        return states

    def _throw(self, random: np.random.Generator, n: int) -> Ints:
        """*n* throws of all dice."""
        dice = self.dice
        if dice.attack_weights is dice.defend_weights is None:
            return random.integers(self.throws, size=n)
        number = np.zeros(n, dtype=np.int64)
        for count, load in (
            (dice.attack, dice.attack_weights),
            (dice.defend, dice.defend_weights),
        ):
            chances = [float(p) for p in load or [Fraction(1, dice.sides)] * dice.sides]
            for _ in range(count):
                number = number * dice.sides + random.choice(dice.sides, size=n, p=chances)
        return number


def _numbered(dice: int, sides: int) -> tuple[list[tuple[int, ...]], Ints]:
    """The sorted rolls, and which of them every roll in order belongs to."""
    rolls = [faces for faces, _ in sorted_rolls(dice, sides)]
    place = {faces: number for number, faces in enumerate(rolls)}
    ordered: Iterator[tuple[int, ...]] = product(range(1, sides + 1), repeat=dice)
    return rolls, np.array([place[tuple(sorted(faces))] for faces in ordered])


class _Drawn:
    """Endings drawn from the exact law by the alias method: one random number a battle.

    Its last bits pick a column. Each column holds at most two endings, and the other bits
    choose between them.
    """

    def __init__(self, law: Battle) -> None:
        endings = law.endings
        bits = max(1, (len(endings) - 1).bit_length())
        columns = 1 << bits
        chances = np.zeros(columns)
        chances[: len(endings)] = [float(p) for p in endings.values()]
        self.ends = np.zeros(2 * columns, dtype=np.int32)
        own = [armies * (law.defenders + 1) + left for armies, left in endings]
        self.ends[: len(own)] = own
        limit, other = _columns(chances * columns)
        self.ends[columns:] = self.ends[other]
        self.limit = (limit * 2.0 ** (64 - bits)).astype(np.uint64)
        self.bits = np.uint64(bits)

    def play(self, random: np.random.Generator, n: int) -> NDArray[np.int32]:
        """The endings of *n* battles."""
        number = random.integers(2**64, size=n, dtype=np.uint64)
        columns = len(self.limit)
        column = (number & np.uint64(columns - 1)).astype(np.intp)
        beyond = (number >> self.bits) >= self.limit.take(column)
        return self.ends.take(column + beyond * columns)


def _columns(heights: NDArray[np.float64]) -> tuple[NDArray[np.float64], Ints]:
    """Level columns of mean 1: how much each keeps, and who fills up the rest."""
    keep, other = heights.copy(), np.arange(len(heights))
    low = [at for at, height in enumerate(heights) if height < 1]
    high = [at for at, height in enumerate(heights) if height >= 1]
    while low and high:
        poor, rich = low.pop(), high[-1]
        other[poor] = rich
        keep[rich] -= 1 - keep[poor]
        if keep[rich] < 1:
            low.append(high.pop())
    # What is left over differs from 1 by rounding only.
    keep[low + high] = 1
    return keep, other
