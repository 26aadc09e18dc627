"""A chain of territories taken one after the other, all armies but one moving in each time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from risknb.odds import checks, fight, grid, show
from risknb.odds.throw import ROUNDING, Dice, dice_of
from risknb.wording import armies_text

if TYPE_CHECKING:
    import pandas as pd

ORDERS = ("given", "best")
MOST_GROUPS = 1 << 14


class Link(NamedTuple):
    """One territory of a chain: who held it, chance to take it, law of the armies moved in."""

    defenders: int
    taken: Any
    armies: dict[int, Any]


@dataclass(frozen=True, eq=False)
class Chain:
    """How far an attack along a chain of territories gets; `laws` has one array a link.

    `laws[i][n]` is the chance that territory i falls and n armies move into it.
    """

    armies: int
    order: tuple[int, ...]
    laws: tuple[NDArray[Any], ...]

    @property
    def win(self) -> Any:
        """Chance to take them all.

        >>> round(chain(10, [2, 3, 1]).win, 3)
        0.738
        """
        return fight.together(self.laws[-1])

    @property
    def links(self) -> tuple[Link, ...]:
        """The law after every link.

        >>> [round(link.taken, 3) for link in chain(10, [2, 3, 1]).links]
        [0.99, 0.839, 0.738]
        """
        return tuple(
            Link(held, fight.together(law), {n: p for n, p in enumerate(law.tolist()) if p})
            for held, law in zip(self.order, self.laws, strict=True)
        )

    @property
    def expected_taken(self) -> Any:
        """Mean number of territories taken.

        >>> chain(2, [1, 1], exact=True).expected_taken
        Fraction(5, 12)
        """
        return sum(fight.together(law) for law in self.laws)

    def to_frame(self) -> pd.DataFrame:
        """One row for every link and number of armies moved in: link, defenders, armies, chance."""
        import pandas as pd

        rows = [
            (number, link.defenders, armies, float(p))
            for number, link in enumerate(self.links, 1)
            for armies, p in link.armies.items()
        ]
        return pd.DataFrame(rows, columns=["link", "defenders", "armies", "chance"])

    def __repr__(self) -> str:
        return f"Chain(armies={self.armies}, order={list(self.order)}, win={self.win!r})"

    def _repr_html_(self) -> str:
        lines = [
            f"All are taken with {show.percent(float(self.win))}",
            f"On average {float(self.expected_taken):.2f} of {len(self.order)} territories",
        ]
        bars = [
            (f"{number}. against {link.defenders}", float(link.taken))
            for number, link in enumerate(self.links, 1)
        ]
        return show.card(f"{armies_text(self.armies)} along {list(self.order)}", lines, bars)


def chain(
    armies: int,
    defenders: Iterable[int],
    *,
    order: str = "given",
    attack_dice: int = 3,
    defend_dice: int = 2,
    sides: int = 6,
    attack_weights: Iterable[Any] | None = None,
    defend_weights: Iterable[Any] | None = None,
    exact: bool = False,
) -> Chain:
    """Take territories one after the other, moving in all armies but one each time.

    *armies* are **all** on the first territory: two (the literature's A = 1) can take one
    territory but then stand there with a single army. With `order="best"` the territories are
    taken in the order, fixed beforehand, that takes them all most often.

    >>> chain(2, [1, 1], exact=True).links[0].armies
    {1: Fraction(5, 12)}
    >>> chain(10, [2, 3, 1], order="best").order
    (3, 2, 1)
    """
    armies = checks.armies("armies", armies)
    held = checks.row("defenders", defenders)
    dice = dice_of(attack_dice, defend_dice, sides, attack_weights, defend_weights)
    if checks.one_of("order", order, ORDERS) == "best":
        held = _best_order(dice, armies, held)
    if exact:
        return Chain(armies, held, _exact_laws(dice, armies, held))
    crossings = _crossings(dice, armies, held)
    law = np.zeros(armies + 1)
    law[armies] = 1
    laws = []
    for number in held:
        law = crossings[number].forward(law)
        laws.append(law)
    return Chain(armies, held, tuple(laws))


def best_order(
    armies: int,
    defenders: Iterable[int],
    *,
    attack_dice: int = 3,
    defend_dice: int = 2,
    sides: int = 6,
    attack_weights: Iterable[Any] | None = None,
    defend_weights: Iterable[Any] | None = None,
) -> tuple[int, ...]:
    """The order, fixed beforehand, in which a chain of territories is taken most often.

    *armies* are **all** on the first territory (the literature's A is one less), as in `chain`:
    eleven armies, A = 10, take the strong one first.

    >>> best_order(11, [2, 3, 1])
    (3, 2, 1)
    """
    armies = checks.armies("armies", armies)
    held = checks.row("defenders", defenders)
    dice = dice_of(attack_dice, defend_dice, sides, attack_weights, defend_weights)
    return _best_order(dice, armies, held)


def _exact_laws(dice: Dice, armies: int, held: tuple[int, ...]) -> tuple[NDArray[Any], ...]:
    battle = lru_cache(maxsize=1024)(fight.exact_battle)
    law = np.full(armies + 1, Fraction(0), dtype=object)
    law[armies] = Fraction(1)
    laws = []
    for defenders in held:
        after = np.full(armies + 1, Fraction(0), dtype=object)
        for n in np.flatnonzero(law[2:]) + 2:
            after[:n] += law[n] * battle(dice, int(n), defenders, 1).won[1:]
        laws.append(law := after)
    return tuple(laws)


class _Crossing:
    """Taking one territory with any number of armies.

    How many armies the attacker loses does not depend on how many stand behind, as long as
    all dice can be thrown: `losses[n]` is the chance to win with n lost and all attack dice
    still in hand. Only endings with fewer armies (`near`) need a row each.
    """

    def __init__(self, values: fight.Floats, full: int) -> None:
        self.full, self.near, self.losses = full, values[:-1], values[-1, full:]

    def forward(self, law: fight.Floats) -> fight.Floats:
        """The law of the armies moved in, from that of the armies attacking."""
        full, after = self.full, np.zeros_like(law)
        close = after[1 : full - 1]
        close[:] = (self.near @ law)[: len(close)]
        size = len(self.losses)
        if size:
            after[full - 1 : -1] = np.correlate(law[full:], self.losses, "full")[size - 1 :]
        return after

    def backward(self, value: fight.Floats) -> fight.Floats:
        """What it is worth to attack, from what it is worth to have moved in."""
        full = self.full
        after = value[1 : full - 1]
        before = after @ self.near[: len(after)]
        size = len(self.losses)
        if size:
            before[full:] += np.convolve(value[full - 1 : -1], self.losses)[:size]
        return before


def _crossings(dice: Dice, armies: int, held: tuple[int, ...]) -> dict[int, _Crossing]:
    full = dice.attack + 1
    payoff = np.zeros((full - 1, armies + 1))
    for row, left in enumerate(range(2, min(full, armies) + 1)):
        payoff[row, left] = 1
    wanted = set(held)
    columns = zip(range(max(wanted) + 1), grid.values(dice, payoff), strict=False)
    return {number: _Crossing(column, full) for number, column in columns if number in wanted}


def _best_order(dice: Dice, armies: int, held: tuple[int, ...]) -> tuple[int, ...]:
    """The best fixed order, built from its end: for every group of territories left to take keep
    the orders which are not worse than another one for every number of armies.

    Many orders are equally good; of those the one with the strong territories first stays.
    """
    sizes = sorted(set(held), reverse=True)
    counts = tuple(held.count(size) for size in sizes)
    groups = int(np.prod([count + 1 for count in counts], dtype=float))
    if groups > MOST_GROUPS:
        raise ValueError(f"defenders has too many orders to compare ({groups} groups)")
    crossings = _crossings(dice, armies, held)
    kept: dict[tuple[int, ...], list[_Order]] = {(0,) * len(sizes): [(np.ones(armies + 1), ())]}
    for group in [*np.ndindex(*(count + 1 for count in counts))][1:]:  # the smaller ones first
        orders: list[_Order] = []
        for place, size in enumerate(sizes):
            if group[place]:
                rest = (*group[:place], group[place] - 1, *group[place + 1 :])
                for value, tail in kept[rest]:
                    _keep(orders, (crossings[size].backward(value), (size, *tail)))
        kept[group] = orders
    return max(kept[counts], key=lambda order: float(order[0][armies]))[1]


_Order = tuple[fight.Floats, tuple[int, ...]]


def _keep(orders: list[_Order], new: _Order) -> None:
    if any((new[0] <= old + ROUNDING).all() for old, _ in orders):
        return
    orders[:] = [order for order in orders if not (order[0] <= new[0] + ROUNDING).all()]
    orders.append(new)
