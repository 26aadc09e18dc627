"""The rule laboratory: the same seeds under several rule sets, and what that changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from os import PathLike
from typing import Any

import pandas as pd

from ..board import Board
from ..board import load as load_board
from ..luck.intervals import WIDE
from ..players import Bot
from .results import Results, rate, save_frame
from .simulation import checked_options, simulate

#: What a variant may change.
CHANGED = ("bots", "edition", "mode", "board", "options", "turn_cap")


class Comparison:
    """Several batches with the same seeds: ``.table()``, ``.continents()``, ``.bots()``.

    ``.results[name]`` is the batch of one variant.
    """

    def __init__(self, results: Mapping[str, Results]) -> None:
        self.results = dict(results)

    @property
    def stopped(self) -> bool:
        """Whether somebody stopped it before the end."""
        return any(found.stopped for found in self.results.values())

    def table(self) -> pd.DataFrame:
        """One row a variant: length of games and the first seat's share, with 95 % intervals.

        *longer* is the mean difference in turns to the first variant, game by game.
        """
        base = next(iter(self.results.values())).games.set_index("game")["turns"]
        rows = {}
        for name, found in self.results.items():
            games = found.games.set_index("game")
            started = rate("games", games["winner"].fillna("").eq(games["starter"]))
            turns, longer = _mean(games["turns"]), _mean((games["turns"] - base).dropna())
            rows[name] = {
                "games": len(games),
                "truncated": found.truncated,
                "turns": turns[0], "turns low": turns[1], "turns high": turns[2],
                "longer": longer[0], "longer low": longer[1], "longer high": longer[2],
                "first seat": started["share"], "first low": started["low"],
                "first high": started["high"], "par": 1 / len(found.task.bots),
            }  # fmt: skip
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("variant")

    def continents(self) -> pd.DataFrame:
        """How often whoever first began a turn with a whole continent went on to win."""
        rows = []
        for name, found in self.results.items():
            board = found.task.board
            board = board if isinstance(board, Board) else load_board(board)
            for continent in board.continents:
                holder = found.games[f"first_{continent.code}"]
                held = found.games[holder.notna()]
                won = held["winner"].fillna("").eq(holder[holder.notna()])
                rows.append({"variant": name, "continent": continent.name, **rate("games", won)})
        return pd.DataFrame(rows).set_index(["variant", "continent"])

    def bots(self) -> pd.DataFrame:
        """The win rates of every bot under every variant."""
        parts = {name: found.table() for name, found in self.results.items()}
        return pd.concat(parts, names=["variant"])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the games of all variants to one file: Parquet or CSV."""
        parts = {name: found.games for name, found in self.results.items()}
        frame = pd.concat(parts, names=["variant"]).reset_index("variant")
        save_frame(frame.reset_index(drop=True), path)

    def __repr__(self) -> str:
        variants = "1 variant" if len(self.results) == 1 else f"{len(self.results)} variants"
        more = " (stopped)" if self.stopped else ""
        return f"<Comparison of {variants}{more}>\n{self.table().round(3).to_string()}"

    def _repr_html_(self) -> str:
        return str(self.table().round(3).to_html())


def compare(
    variants: Mapping[str, Mapping[str, Any]],
    bots: Sequence[str | Bot] | str = ("planner", "builder", "odds", "rusher"),
    games: int = 100,
    seed: int | str = 0,
    **common: Any,
) -> Comparison:
    """Play the same seeds under several rule sets and tell what changed.

    *variants* are names with what they change: bots, edition, mode, board, options, turn_cap.
    *common* holds for all of them.

    >>> rules = {"plain": {}, "no cards": {"options": {"cards": False}}}
    >>> found = compare(rules, ["rusher", "odds", "odds"], games=3, seed=1)
    >>> found.table()["games"].tolist()
    [3, 3]
    """
    if not isinstance(variants, Mapping) or not variants:
        raise ValueError("variants must be names with what they change, and at least one")
    results: dict[str, Results] = {}
    for name, changes in variants.items():
        _check_changes(name, changes)
        settings = {"bots": bots, **common, **changes, "continents": True}
        shared, own = (checked_options(part.get("options")) for part in (common, changes))
        settings["options"] = {**shared, **own}
        results[str(name)] = found = simulate(games=games, seed=seed, **settings)
        if found.stopped:
            break
    return Comparison(results)


def _check_changes(name: Any, changes: Any) -> None:
    """A variant changes rules; games and luck are the same for all, or nothing is compared."""
    if not isinstance(changes, Mapping):
        raise ValueError(f"variants[{name!r}] must be what it changes, not {changes!r:.60}")
    if unknown := [key for key in changes if key not in CHANGED]:
        allowed = ", ".join(CHANGED)
        raise ValueError(f"variants[{name!r}] may change {allowed}, not {unknown[0]!r:.60}")


def _mean(values: pd.Series[Any]) -> tuple[float, float, float]:
    """Mean and 95 % interval."""
    mean = float(values.mean())
    half = WIDE * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
    return mean, mean - half, mean + half
