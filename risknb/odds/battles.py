"""A whole battle for one territory: the law of how it ends, and what people ask of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from risknb.odds import checks, choices, fight, grid, show
from risknb.odds.throw import ROUNDING, Dice, Losses, dice_of, exact_law
from risknb.wording import armies_text

if TYPE_CHECKING:
    import pandas as pd

Chance = float | Fraction
# Dice with more faces have too many throws to weigh every decision in.
MOST_DECIDED_FACES = 8


class Battle:
    """How one battle ends. Chances are floats, or fractions when asked for with `exact=True`.

    "Armies left" are all of the attacker's, the one that must stay included, before moving in.
    """

    __slots__ = ("_law", "armies", "defenders", "stop")

    def __init__(self, armies: int, defenders: int, stop: int, law: fight.Law) -> None:
        self.armies, self.defenders, self.stop, self._law = armies, defenders, stop, law

    @property
    def win(self) -> Any:
        """Chance that the territory is taken.

        >>> round(battle(11, 10).win, 3)
        0.568
        """
        return fight.together(self._law.won)

    @property
    def survivors(self) -> dict[int, Any]:
        """Chance to take it with exactly so many armies left (they add up to the win chance).

        >>> battle(3, 1, exact=True).survivors
        {2: Fraction(455, 2592), 3: Fraction(125, 216)}
        """
        won = enumerate(self._law.won.tolist())
        return {armies: p for armies, p in won if p}

    @property
    def defenders_left(self) -> dict[int, Any]:
        """Chance that the attack ends with exactly so many defenders still there.

        >>> battle(2, 1, exact=True).defenders_left
        {1: Fraction(7, 12)}
        """
        rows = list(self._law.lost.values())
        together = sum(rows[1:], rows[0]).tolist() if rows else []
        return {defenders: p for defenders, p in enumerate(together) if p}

    @property
    def endings(self) -> dict[tuple[int, int], Any]:
        """Every ending: {(armies left, defenders left): chance}.

        >>> battle(2, 1, exact=True).endings
        {(2, 0): Fraction(5, 12), (1, 1): Fraction(7, 12)}
        """
        law = {(armies, 0): p for armies, p in self.survivors.items()}
        for armies, row in self._law.lost.items():
            law |= {(armies, defenders): p for defenders, p in enumerate(row.tolist()) if p}
        return law

    @property
    def expected_losses(self) -> Losses:
        """Mean losses of attacker and defender.

        >>> battle(2, 1, exact=True).expected_losses
        Losses(attacker=Fraction(7, 12), defender=Fraction(5, 12))
        """
        return Losses(*(self._mean(side, 1) for side in (0, 1)))

    @property
    def sd(self) -> Losses:
        """Standard deviation of the losses of attacker and defender.

        >>> [round(x, 3) for x in battle(2, 1).sd]
        [0.493, 0.493]
        """
        spread = [self._mean(side, 2, self._mean(side, 1)) for side in (0, 1)]
        return Losses(*(sqrt(x) for x in spread))

    def _mean(self, side: int, power: int, centre: Any = 0) -> Any:
        """Mean of (losses - centre) ** power of one side."""
        won, start = self._law.won, (self.armies, self.defenders)[side]
        lost = self.armies - np.arange(len(won)) if side == 0 else self.defenders
        total = ((lost - centre) ** power * won).sum()
        for armies, row in self._law.lost.items():
            gone = self.armies - armies if side == 0 else start - np.arange(len(row))
            total = total + ((gone - centre) ** power * row).sum()
        return total if isinstance(total, Fraction) else float(total)

    def quantile(self, p: float) -> int:
        """The number of armies the attacker is left with, or fewer, with a chance of at least *p*.

        >>> battle(11, 10).quantile(0.5)
        3
        """
        enough = checks.chance("p", p)
        chances = self._armies_left()
        total: Any = 0
        for armies in sorted(chances):
            total += chances[armies]
            # Sums of floats may fall a hair short of what they should be.
            if total >= (enough if isinstance(total, Fraction) else enough - ROUNDING):
                break
        return armies

    def _armies_left(self) -> dict[int, Any]:
        # The throw that wins costs the attacker nothing, so no number stands in both laws.
        given_up = {armies: fight.together(row) for armies, row in self._law.lost.items()}
        return self.survivors | given_up

    def at_least(self, k: int) -> Any:
        """Chance to take it with at least *k* armies left.

        >>> battle(4, 2).at_least(1) == battle(4, 2).win
        True
        """
        return fight.together(self._law.won[checks.whole("k", k, 0) :])

    def to_frame(self) -> pd.DataFrame:
        """One row an ending: armies_left, defenders_left, won, chance."""
        import pandas as pd

        rows = [(n, d, d == 0, float(p)) for (n, d), p in self.endings.items()]
        return pd.DataFrame(rows, columns=["armies_left", "defenders_left", "won", "chance"])

    def __repr__(self) -> str:
        return f"Battle(armies={self.armies}, defenders={self.defenders}, win={self.win!r})"

    def _repr_html_(self) -> str:
        mine, theirs = (float(x) for x in self.expected_losses)
        lines = [
            f"The attacker wins with {show.percent(float(self.win))}",
            f"Mean losses: attacker {mine:.2f}, defender {theirs:.2f}",
        ]
        won = [(f"armies left: {n}", float(p)) for n, p in sorted(self.survivors.items())]
        held = [(f"defenders left: {n}", float(p)) for n, p in sorted(self.defenders_left.items())]
        bars = show.shorten(won[::-1]) + show.shorten(held)
        return show.card(f"{armies_text(self.armies)} against {self.defenders}", lines, bars)


def battle(
    armies: int,
    defenders: int,
    *,
    stop: int = 1,
    attack_dice: int = 3,
    defend_dice: int = 2,
    sides: int = 6,
    attack_weights: Iterable[Any] | None = None,
    defend_weights: Iterable[Any] | None = None,
    policy: str = "maximum",
    commander: bool = False,
    reroll: bool = False,
    decide: str = "after",
    exact: bool = False,
) -> Battle:
    """The law of a battle; *armies* are **all** armies on the attacking territory.

    One must stay, so eleven armies are the literature's A = 10:

    >>> round(battle(armies=11, defenders=10).win, 3)
    0.568

    The attacker throws while more than *stop* armies are left. *policy*: "maximum" (both throw
    all dice they may), "sees" (the defender picks one or more dice after seeing the attack),
    "best" (both pick the number as well as possible). *commander*: once in the battle one die
    just thrown is turned to the highest face; *reroll*: in every throw one die may be thrown
    anew, before the commander; both are used to win as often as possible, and the attacker
    decides "after" or "before" the defender's roll.
    """
    armies = checks.armies("armies", armies)
    defenders = checks.armies("defenders", defenders)
    stop = checks.whole("stop", stop)
    policy = checks.one_of("policy", policy, choices.POLICIES)
    decide = checks.one_of("decide", decide, choices.MOMENTS)
    dice = dice_of(attack_dice, defend_dice, sides, attack_weights, defend_weights)
    if policy == "maximum" and not commander and not reroll:
        return fought(dice, armies, defenders, stop, exact)
    checks.whole("sides", sides, 1, MOST_DECIDED_FACES)
    play = choices.Play(policy, bool(commander), bool(reroll), decide)
    law = choices.decided(dice, play, armies, defenders, stop, exact)
    return Battle(armies, defenders, stop, law)


def fought(dice: Dice, armies: int, defenders: int, stop: int = 1, exact: bool = False) -> Battle:
    """The battle in which both sides throw all dice they may; its numbers are checked already.

    >>> fought(dice_of(3, 2), 2, 1, exact=True).win
    Fraction(5, 12)
    """
    return Battle(armies, defenders, stop, fight.law(dice, armies, defenders, stop, exact))


def win(armies: int, defenders: int, **options: Any) -> Any:
    """Chance to take a territory; *armies* are **all** on the attacking one, as in `battle`.

    Two armies are one free attacker, A = 1, who wins 15 of 36 throws; eleven are A = 10:

    >>> win(armies=2, defenders=1, exact=True), round(win(armies=11, defenders=10), 3)
    (Fraction(5, 12), 0.568)
    """
    known = not options and type(armies) is type(defenders) is int
    if known and 1 <= armies <= grid.KEPT and 1 <= defenders <= grid.KEPT:
        return grid.kept_wins()[armies][defenders]
    return battle(armies, defenders, **options).win


def armies_needed(
    defenders: int,
    p: float,
    *,
    attack_dice: int = 3,
    defend_dice: int = 2,
    sides: int = 6,
    attack_weights: Iterable[Any] | None = None,
    defend_weights: Iterable[Any] | None = None,
) -> int:
    """The fewest armies, **all** on the attacking territory, that win with a chance of *p*.

    Four armies (A = 3) beat two defenders with 0.656, three only with 0.363:

    >>> armies_needed(2, 0.5)
    4
    """
    defenders = checks.armies("defenders", defenders)
    wanted = checks.chance("p", p)
    dice = dice_of(attack_dice, defend_dice, sides, attack_weights, defend_weights)
    size = 2 * defenders + 16
    while _in_reach(dice, wanted) and size <= 4 * checks.MOST_ARMIES:
        enough = np.flatnonzero(_column(dice, size, defenders)[1:] >= float(wanted) - ROUNDING)
        if enough.size:
            return int(enough[0]) + 1
        size *= 2
    raise ValueError(f"p must be a chance that can be reached, not {p}")


def _in_reach(dice: Dice, p: Chance) -> bool:
    """Whether any number of armies may be enough: certainty needs dice that cannot fail.

    One die of the defender tells: dice that may fail, or win, against one may against two.
    """
    _, fails = exact_law(dice, dice.attack, 1)
    return fails == 0 if p == 1 else p == 0 or fails < 1


def _column(dice: Dice, most: int, defenders: int) -> fight.Floats:
    """Win chances of 0 to *most* armies against so many defenders."""
    certain = np.ones((1, most + 1))
    columns = grid.values(dice, certain)
    for _ in range(defenders):
        next(columns)
    column: fight.Floats = next(columns)[0]
    return column
