"""Many battles at once: values over all pairs of sizes, worked out from the small to the large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from risknb.odds import checks
from risknb.odds.fight import Floats, recur
from risknb.odds.throw import CLASSIC, Dice, dice_of, exact_law, float_law

if TYPE_CHECKING:
    import pandas as pd

KEPT = 128
SHOWN = 12
# A table of this size in both directions takes 200 MB.
MOST_ROWS = 5000


@dataclass(frozen=True, eq=False)
class Table:
    """Win chances of all pairs: `table[armies, defenders]`; `values` is the array itself.

    The rows are **all** armies on the attacking territory, one of which must stay.
    """

    values: NDArray[Any]

    def __getitem__(self, place: Any) -> Any:
        """One chance, or with slices a part of the array; against 0 defenders it is won.

        >>> table(3, 3, exact=True)[2, 1]
        Fraction(5, 12)
        """
        wanted = place if isinstance(place, tuple) else (place,)
        sizes = zip(("armies", "defenders"), wanted, self.values.shape, strict=False)
        for name, at, size in sizes:
            if not isinstance(at, slice):
                checks.whole(name, at, 0, size - 1)
        if len(wanted) > 2:
            raise ValueError(f"a table has armies and defenders, not {len(wanted)} directions")
        found = self.values[wanted]
        return float(found) if isinstance(found, np.floating) else found

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.values, dtype=dtype, copy=copy)

    def to_frame(self) -> pd.DataFrame:
        """Win chances with armies down (from 1) and defenders across (from 1)."""
        import pandas as pd

        rows, columns = self.values.shape
        index = pd.RangeIndex(1, rows, name="armies")
        across = pd.RangeIndex(1, columns, name="defenders")
        return pd.DataFrame(self.values[1:, 1:], index=index, columns=across)

    def __repr__(self) -> str:
        rows, columns = (size - 1 for size in self.values.shape)
        shown = self.to_frame().iloc[:SHOWN, :SHOWN].astype(float).round(3)
        return f"<Table of {rows} x {columns}, all armies down, defenders across>\n{shown}"

    def _repr_html_(self) -> str:
        rows, columns = (min(size, SHOWN + 1) for size in self.values.shape)
        head = "".join(f"<th>{d}</th>" for d in range(1, columns))
        body = "".join(f"<tr><th>{n}</th>{self._cells(n, columns)}</tr>" for n in range(1, rows))
        whole = " x ".join(str(size - 1) for size in self.values.shape)
        part = "" if (rows, columns) == self.values.shape else f"{rows - 1} x {columns - 1} of "
        note = f"Chance to win in %, all armies down, defenders across ({part}{whole})"
        return f"<div>{note}</div><table><tr><th></th>{head}</tr>{body}</table>"

    def _cells(self, armies: int, columns: int) -> str:
        chances = [float(self.values[armies, d]) for d in range(1, columns)]
        # The darker the cell the better the attack; the number says the same.
        shade = "background:rgba(0,114,178,{:.2f})"
        return "".join(f'<td style="{shade.format(p / 2)}">{100 * p:.1f}</td>' for p in chances)


def table(
    rows: int,
    columns: int,
    *,
    attack_dice: int = 3,
    defend_dice: int = 2,
    sides: int = 6,
    attack_weights: Iterable[Any] | None = None,
    defend_weights: Iterable[Any] | None = None,
    exact: bool = False,
) -> Table:
    """Win chances of every pair: 1 to *rows* armies (all of them) against 1 to *columns*.

    Eleven armies are the literature's A = 10, because one must stay:

    >>> round(float(table(11, 10)[11, 10]), 3)
    0.568
    """
    rows = checks.whole("rows", rows, 1, MOST_ROWS)
    columns = checks.whole("columns", columns, 1, MOST_ROWS)
    dice = dice_of(attack_dice, defend_dice, sides, attack_weights, defend_weights)
    wins = exact_wins(dice, rows, columns) if exact else float_wins(dice, rows, columns)
    wins.setflags(write=False)
    return Table(wins)


def exact_wins(dice: Dice, rows: int, columns: int) -> NDArray[Any]:
    """Win chances in fractions, cell by cell."""
    wins = np.full((rows + 1, columns + 1), Fraction(0), dtype=object)
    wins[1:, 0] = Fraction(1)
    for armies in range(2, rows + 1):
        for defenders in range(1, columns + 1):
            law = exact_law(dice, min(dice.attack, armies - 1), min(dice.defend, defenders))
            wins[armies, defenders] = sum(
                p * wins[armies - lost, defenders - len(law) + 1 + lost]
                for lost, p in enumerate(law)
            )
    return wins


def float_wins(dice: Dice, rows: int, columns: int) -> Floats:
    """Win chances in floats: the edges first, then diagonal after diagonal."""
    wins = np.zeros((rows + 1, columns + 1))
    wins[1:, 0] = 1
    for defenders, column in zip(range(dice.defend), values(dice, wins[:, :1].T), strict=False):
        if defenders <= columns:
            wins[:, defenders] = column[0]
    for armies in range(2, min(dice.attack, rows) + 1):
        _row(dice, wins, armies)
    _inner(dice, wins)
    return wins


def _row(dice: Dice, wins: Floats, armies: int) -> None:
    """One row near the edge, where the attacker has too few armies for all dice."""
    start, size = dice.defend, wins.shape[1]
    if size <= start:
        return
    law = float_law(dice, min(dice.attack, armies - 1), dice.defend)
    pairs = len(law) - 1
    row = wins[armies, start:]
    for lost in range(1, pairs + 1):
        row += law[lost] * wins[armies - lost, start - pairs + lost : size - pairs + lost]
    known = wins[armies, start - pairs : start]
    row[:pairs] += law[0] * known[: len(row)]
    recur(row, law[0], pairs)


def _inner(dice: Dice, wins: Floats) -> None:
    """Where all dice are thrown each diagonal follows from the one `pairs` before it."""
    rows, size = wins.shape
    full, pairs, step = dice.attack + 1, dice.pairs, size - 1
    if rows <= full or size <= dice.defend:
        return
    law = np.array(float_law(dice, dice.attack, dice.defend)[::-1])
    flat = wins.reshape(-1)
    for total in range(full + dice.defend, rows + size - 1):
        first = max(full, total - step)
        last = min(rows - 1, total - dice.defend)
        before = total - pairs + (first - pairs) * step
        source = flat[before : total - pairs + last * step + 1 : step]
        target = slice(total + first * step, total + last * step + 1, step)
        flat[target] = np.correlate(source, law, "valid")


def values(dice: Dice, payoff: Floats) -> Iterator[Floats]:
    """Mean payoffs of battles to the end against 0, 1, 2, ... defenders, for all armies at once.

    `payoff[i, n]` is what row i pays when the territory is taken with n armies left.
    """
    full, size = dice.attack + 1, payoff.shape[1]
    behind = [payoff] * dice.pairs  # the columns of fewer defenders, nearest first
    yield payoff
    for defenders in count(1):
        column = np.zeros_like(payoff)
        before = [column, *behind]
        for armies in range(2, min(size, full)):
            law = float_law(dice, armies - 1, min(dice.defend, defenders))
            for lost, p in enumerate(law):
                column[:, armies] += p * before[len(law) - 1 - lost][:, armies - lost]
        law = float_law(dice, dice.attack, min(dice.defend, defenders))
        pairs = len(law) - 1
        for lost in range(pairs):
            column[:, full:] += law[lost] * before[pairs - lost][:, full - lost : size - lost]
        if size > full:
            rest = column[:, full:]
            known = column[:, full - pairs : full]
            rest[:, :pairs] += law[pairs] * known[:, : rest.shape[1]]
            recur(rest, law[pairs], pairs)
        behind = before[: dice.pairs]
        yield column


@lru_cache(maxsize=1)
def kept_wins() -> list[list[float]]:
    """Classic win chances of up to 128 against 128 as plain lists, the fastest to look into."""
    wins: list[list[float]] = float_wins(CLASSIC, KEPT, KEPT).tolist()
    return wins
