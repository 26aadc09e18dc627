"""Games a CPU-second between bots, four seats with cards, and what a second process brings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from time import perf_counter

from measure import Figure, best

from risknb.batch import simulate

#: bot, games to play in each of three rounds, games a CPU-second that are wanted
LADDER = (("odds", 120, 400), ("builder", 80, 400), ("planner", 16, 30))


def figures() -> Iterator[Figure]:
    """Games a CPU-second for each bot against itself, and the gain of two processes."""
    for name, games, wanted in LADDER:
        yield _rate(name, games, wanted)
    if (os.cpu_count() or 1) > 1:
        yield _two_processes()


def _rate(name: str, games: int, wanted: int) -> Figure:
    bots = [name] * 4
    simulate(bots, games=2, seed=0, edition="2010")  # the tables of odds are made once
    spent = best(lambda: simulate(bots, games=games, seed=1, edition="2010"), rounds=3)
    return Figure(f"games of four {name} bots", games / spent, "games/s", f">= {wanted}")


def _two_processes() -> Figure:
    """Real time, because the work is done elsewhere."""

    def elapsed(workers: int) -> float:
        began = perf_counter()
        simulate(["odds"] * 4, games=1600, seed=2, edition="2010", workers=workers)
        return perf_counter() - began

    return Figure("two processes against one", elapsed(1) / elapsed(2), "times", ">= 1.9")
