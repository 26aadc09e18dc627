"""The rule laboratory: the same seeds under several rule sets, and what that changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from os import PathLike
from typing import Any

import numpy as np
import pandas as pd

from ..luck.intervals import WIDE
from ..players import Bot
from .progress import leave
from .results import Results, page, rate, save_frame, told
from .simulation import checked_options, checked_task, counted, simulate

#: What a variant may change.
CHANGED = ("bots", "edition", "mode", "board", "options", "turn_cap")
CHANGE = ["was", "is", "change", "low", "high"]
FIRST = "first seat"


class Comparison:
    """Several batches with the same seeds: ``.table()``, ``.changes()``, ``.continents()``,
    ``.bots()``.

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
            started = _shares(found).loc[FIRST]
            turns, longer = _mean(games["turns"]), _mean((games["turns"] - base).dropna())
            rows[name] = {
                "games": len(games),
                "truncated": found.truncated,
                "turns": turns[0], "turns low": turns[1], "turns high": turns[2],
                "longer": longer[0], "longer low": longer[1], "longer high": longer[2],
                "first seat": started["share"], "first low": started["low"],
                "first high": started["high"], "par": found.task.par(),
            }  # fmt: skip
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("variant")

    def continents(self) -> pd.DataFrame:
        """How often whoever first began a turn with a whole continent went on to win."""
        parts = {name: _shares(found).drop(FIRST) for name, found in self.results.items()}
        return pd.concat(parts, names=["variant", "continent"])

    def changes(self) -> pd.DataFrame:
        """What every variant changes against the first one, with 95 % intervals.

        *turns* is the length of games, *first seat* its share of the games beyond par; a continent
        stands for the share won by whoever first held it. An interval that holds 0 means that no
        difference can be seen yet.
        """
        lengths, parts = self.table(), {}
        base, *others = self.results
        for name in others:
            longer = lengths.loc[name, ["longer", "longer low", "longer high"]]
            turns = [lengths.at[base, "turns"], lengths.at[name, "turns"], *longer]
            moved = _moved(self.results[base], self.results[name])
            parts[name] = pd.concat([pd.DataFrame([turns], ["turns"], CHANGE), moved])
        if not parts:
            return pd.DataFrame(columns=CHANGE)
        return pd.concat(parts, names=["variant", "of"])

    def bots(self) -> pd.DataFrame:
        """The win rates of every bot under every variant."""
        parts = {name: found.table() for name, found in self.results.items()}
        return pd.concat(parts, names=["variant"])

    @property
    def faults(self) -> pd.DataFrame:
        """Games in which a bot broke the rules or broke down: which, how, where, which seed."""
        return pd.concat([found.faults for found in self.results.values()], ignore_index=True)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the games of all variants to one file: Parquet or CSV."""
        parts = {name: found.games for name, found in self.results.items()}
        frame = pd.concat(parts, names=["variant"]).reset_index("variant")
        save_frame(frame.reset_index(drop=True), path)

    def __repr__(self) -> str:
        variants = "1 variant" if len(self.results) == 1 else f"{len(self.results)} variants"
        more = " (stopped)" if self.stopped else ""
        table = self.table().round(3).to_string()
        return "\n".join([f"<Comparison of {variants}{more}>", table, *told(self.faults)])

    def _repr_html_(self) -> str:
        return page(repr(self).split("\n", 1)[0], self.table().round(3), self.faults)


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
    plans = {str(name): _plan(name, changes, bots, common) for name, changes in variants.items()}
    for plan in plans.values():
        checked_task(plan["bots"], seed, plan)
    whole, show = counted(len(plans), games, common.get("progress"))
    results: dict[str, Results] = {}
    for name, plan in plans.items():
        settings = {**plan, "progress": whole.part()}
        results[name] = found = simulate(games=games, seed=seed, **settings)
        if found.stopped:
            leave(show)
            break
    return Comparison(results)


def _plan(name: Any, changes: Any, bots: Any, common: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a variant."""
    _check_changes(name, changes)
    shared, own = (checked_options(part.get("options")) for part in (common, changes))
    options = {**shared, **own}
    return {"bots": bots, **common, **changes, "continents": True, "options": options}


def _check_changes(name: Any, changes: Any) -> None:
    """A variant changes rules; games and luck are the same for all, or nothing is compared."""
    if not isinstance(changes, Mapping):
        raise ValueError(f"variants[{name!r}] must be what it changes, not {changes!r:.60}")
    if unknown := [key for key in changes if key not in CHANGED]:
        allowed = ", ".join(CHANGED)
        raise ValueError(f"variants[{name!r}] may change {allowed}, not {unknown[0]!r:.60}")


def _shares(found: Results) -> pd.DataFrame:
    """How often the first seat won, and whoever first began a turn with a whole continent."""
    seats = {FIRST: "starter"} | {c.name: f"first_{c.code}" for c in found.task.where().continents}
    rows = {of: rate("games", _won(found.games, seat)) for of, seat in seats.items()}
    return pd.DataFrame.from_dict(rows, orient="index")


def _won(games: pd.DataFrame, seat: str) -> pd.Series[bool]:
    """Whether the seat that a column names is among the winners, where it names one."""
    named = games[games[seat].notna()]
    pairs = zip(named[seat], named["winner"].fillna(""), strict=True)
    return pd.Series([one in winners for one, winners in pairs], dtype=bool)


def _moved(was: Results, now: Results) -> pd.DataFrame:
    """How shares have moved: Newcombe's intervals, made of those of both shares."""
    old, new = _shares(was), _shares(now)
    for shares, found in ((old, was), (new, now)):
        shares.loc[FIRST, ["share", "low", "high"]] -= found.task.par()
    old, new = old.align(new, join="inner", axis=0)
    change = new["share"] - old["share"]
    down = np.hypot(new["share"] - new["low"], old["high"] - old["share"])
    up = np.hypot(new["high"] - new["share"], old["share"] - old["low"])
    columns = [old["share"], new["share"], change, change - down, change + up]
    return pd.DataFrame(dict(zip(CHANGE, columns, strict=True)))


def _mean(values: pd.Series[Any]) -> tuple[float, float, float]:
    """Mean and 95 % interval."""
    mean = float(values.mean())
    half = WIDE * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
    return mean, mean - half, mean + half
