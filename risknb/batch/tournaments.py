"""Everybody against everybody: win rates with intervals, seats rotated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from math import erfc, sqrt
from os import PathLike
from typing import Any

import pandas as pd

from ..editions import Rules
from ..players import Bot
from .playing import bot_name
from .progress import leave
from .results import Results, page, rate, save_frame, told
from .simulation import check_count, checked_task, counted, line_up, simulate


class Tournament:
    """``.pairs`` has a row for every two bots, ``.table()`` shows them crosswise.

    ``.results[one, other]`` is the batch of one pairing, ``.faults`` has the games of all in
    which a bot broke the rules or broke down.
    """

    def __init__(
        self, results: Mapping[tuple[str, str], Results], rules: Rules, even: bool
    ) -> None:
        self.results, self._rules = dict(results), rules
        rows = [_rows(found, *pair, even) for pair, found in self.results.items()]
        self.pairs = pd.DataFrame([row for pair in rows for row in pair])

    @property
    def stopped(self) -> bool:
        """Whether somebody stopped it before the end."""
        return any(found.stopped for found in self.results.values())

    @property
    def truncated(self) -> int:
        """Games of all pairings that reached the turn cap; nobody won them."""
        return sum(found.truncated for found in self.results.values())

    @property
    def faults(self) -> pd.DataFrame:
        """Games in which a bot broke the rules or broke down: which, how, where, which seed."""
        return pd.concat([found.faults for found in self.results.values()], ignore_index=True)

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

    def __repr__(self) -> str:
        return "\n".join([self._head(), self.table().to_string(), *told(self.faults)])

    def _head(self) -> str:
        seats, rules = len(next(iter(self.results.values())).task.bots), self._rules
        kind = "one to one" if seats == 2 else f"one against {seats - 1}"
        notes = [f"{rules.edition} {rules.mode}", "team against team" if rules.teams else kind]
        notes += [f"{int(self.pairs['games'].min())} games each"]
        notes += [f"{self.truncated} truncated in all"] if self.truncated else []
        notes += [f"{len(self.faults)} with a fault"] if len(self.faults) else []
        notes += ["stopped"] if self.stopped else []
        return f"<Tournament, {', '.join(notes)}>"

    def _repr_html_(self) -> str:
        return page(self._head(), self.table(), self.faults)


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

    Seats rotate. Editions that have rules of their own for two players use them. In team games
    one kind has one team, the other kind the other.

    >>> import risknb as rk
    >>> found = rk.tournament("rusher, beginner", games=4, seed=1)
    >>> found.pairs[["bot", "against", "wins"]].to_numpy().tolist()
    [['rusher', 'beginner', 4], ['beginner', 'rusher', 0]]
    """
    entered = [*line_up(bots)]
    check_count("seats", seats, 6)
    if len(entered) < 2 or len({bot_name(spec) for spec in entered}) < len(entered):
        raise ValueError("a tournament needs two bots or more, each under a name of its own")
    settings |= {"edition": edition, "mode": mode}
    tasks = [checked_task([spec] * seats, seed, settings) for spec in entered]
    rules = tasks[0].rules()
    results: dict[tuple[str, str], Results] = {}
    even = rules.teams or seats == 2  # then both directions are the same games
    pairings = [*(combinations if even else permutations)(entered, 2)]
    whole, show = counted(len(pairings), games, settings.pop("progress", None))
    for one, other in pairings:
        pair = bot_name(one), bot_name(other)
        seated = [one, other] * (seats // 2) if rules.teams else [one, *[other] * (seats - 1)]
        own = ":".join([str(seed), *pair])
        results[pair] = found = simulate(seated, games, own, progress=whole.part(), **settings)
        if found.stopped:
            leave(show)
            break
    return Tournament(results, rules, even)


def _rows(found: Results, one: str, other: str, even: bool) -> list[dict[str, Any]]:
    """A pairing as rows: both directions where they are the same games."""
    rows = []
    for bot, against in ((one, other), (other, one))[: 2 if even else 1]:
        row = {"bot": bot, "against": against, **rate("games", found.games["winner_bot"].eq(bot))}
        row["p"] = chance_of(row["wins"], row["games"], found.task.par())
        row["truncated"] = found.truncated
        row["faults"] = int(found.games["fault_bot"].eq(bot).sum())
        rows.append(row)
    return rows


def chance_of(wins: int, games: int, par: float) -> float:
    """How likely so large a distance from *par* is by luck alone (two sides, normal law).

    >>> round(chance_of(60, 100, 0.5), 3)
    0.046
    """
    spread = sqrt(par * (1 - par) * games)
    return erfc(abs(wins - par * games) / spread / sqrt(2)) if spread else 1.0
