"""Everybody against everybody: win rates with intervals, seats rotated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import erfc, sqrt
from os import PathLike
from typing import Any

import pandas as pd

from ..players import Bot
from .playing import bot_name
from .results import Results, rate, save_frame
from .simulation import check_count, line_up, simulate


class Tournament:
    """``.pairs`` has a row for every two bots, ``.table()`` shows them crosswise."""

    def __init__(self, pairs: pd.DataFrame, seats: int, stopped: bool = False) -> None:
        self.pairs, self.seats, self.stopped = pairs, seats, stopped

    def table(self) -> pd.DataFrame:
        """Win rates of the bot of the row against the bot of the column, in %, with intervals."""
        cells = self.pairs.assign(
            cell=[
                f"{100 * row.share:.0f} ({100 * row.low:.0f}-{100 * row.high:.0f})"
                for row in self.pairs.itertuples()
            ]
        )
        names = list(dict.fromkeys([*cells["bot"], *cells["against"]]))
        crossed = cells.pivot_table(index="bot", columns="against", values="cell", aggfunc="first")
        rows = [name for name in names if name in crossed.index]
        return crossed.reindex(index=rows, columns=names).fillna("")

    def save(self, path: str | PathLike[str]) -> None:
        """Write ``.pairs`` to a file: Parquet or CSV."""
        save_frame(self.pairs, path)

    @property
    def truncated(self) -> int:
        """Games of all pairings that reached the turn cap; nobody won them."""
        rows = 2 if self.seats == 2 else 1  # one to one, a pairing has two rows
        return int(self.pairs["truncated"].sum()) // rows if len(self.pairs) else 0

    def __repr__(self) -> str:
        games = int(self.pairs["games"].min()) if len(self.pairs) else 0
        against = "one to one" if self.seats == 2 else f"one against {self.seats - 1}"
        cut = f", {self.truncated} truncated in all" if self.truncated else ""
        cut += ", stopped" if self.stopped else ""
        return f"<Tournament, {against}, {games} games each{cut}>\n{self.table().to_string()}"

    def _repr_html_(self) -> str:
        return str(self.table().to_html())


def tournament(
    bots: Sequence[str | Bot] | str,
    games: int = 100,
    seed: int | str = 0,
    *,
    seats: int = 2,
    edition: str = "2010",
    mode: str | None = None,
    **settings: Any,
) -> Tournament:
    """Every bot against every other one: one to one, or one against *seats* - 1 of the other kind.

    Seats rotate. Editions that have rules of their own for two players use them.

    >>> found = tournament("rusher, beginner", games=4, seed=1)
    >>> found.pairs[["bot", "against", "wins"]].to_numpy().tolist()
    [['rusher', 'beginner', 4], ['beginner', 'rusher', 0]]
    """
    entered = [*line_up(bots)]
    check_count("seats", seats, 6)
    if len(entered) < 2 or len({bot_name(spec) for spec in entered}) < len(entered):
        raise ValueError("a tournament needs two bots or more, each under a name of its own")
    rows, stopped = [], False
    for one, other in permutations(entered, 2):
        if seats == 2 and entered.index(one) > entered.index(other):
            continue  # one to one, both directions are the same games
        found = simulate(
            [one, *[other] * (seats - 1)], games, f"{seed}:{bot_name(one)}:{bot_name(other)}",
            edition=edition, mode=mode, **settings,
        )  # fmt: skip
        rows += _rows(found, one, other, seats)
        if stopped := found.stopped:
            break
    return Tournament(pd.DataFrame(rows), seats, stopped)


def _rows(found: Results, one: str | Bot, other: str | Bot, seats: int) -> list[dict[str, Any]]:
    """A pairing as rows: both directions where it is one to one."""
    rows = []
    for bot, against in ((one, other), (other, one))[: 2 if seats == 2 else 1]:
        won = found.games["winner_bot"].eq(bot_name(bot))
        row = {"bot": bot_name(bot), "against": bot_name(against), **rate("games", won)}
        row["p"] = chance_of(row["wins"], row["games"], 1 / seats)
        row["truncated"] = found.truncated
        rows.append(row)
    return rows


def chance_of(wins: int, games: int, par: float) -> float:
    """How likely so large a distance from *par* is by luck alone (two sides, normal law).

    >>> round(chance_of(60, 100, 0.5), 3)
    0.046
    """
    spread = sqrt(par * (1 - par) * games)
    return erfc(abs(wins - par * games) / spread / sqrt(2)) if spread else 1.0
