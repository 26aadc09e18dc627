"""Watched games without end: any table, any options, all invariants on.

    .venv/bin/python tests/soak.py --games 100000 --cores 2

A broken invariant stops the run with the number of the game; the same number plays it again:
``--first 4711 --games 1``.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from random import Random

from playing import check_record, plain_tables, watch, with_options

TABLES = list(plain_tables())
ROUNDS = 40
SIZE = 50
#: The bots that ship; one or two of them sit at every second table.
GUESTS = (
    "beginner", "rusher", "odds", "builder", "turtle", "avenger", "planner", "search:1", "drifter",
)  # fmt: skip


def play(number: int) -> tuple[int, bool]:
    """One game by its number: its steps, and whether the cap ended it."""
    random = Random(number)
    table = with_options(random.choice(TABLES), random)
    try:
        guests = random.sample(GUESTS, random.choice((0, 0, 1, 2)))
        played = watch(table, number, ROUNDS * table.seats, every=100, guests=guests)
        if number % 10 == 0:
            check_record(table, number, played)
    except Exception as problem:
        raise AssertionError(f"game {number} at {table}: {problem}") from problem
    return len(played.steps), played.capped


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=1_000_000, help="the number of the first game")
    parser.add_argument("--cores", type=int, default=2)
    wanted = parser.parse_args()
    numbers, began = range(wanted.first, wanted.first + wanted.games), time.monotonic()
    steps = capped = 0
    with ProcessPoolExecutor(wanted.cores) as pool:
        for done, (made, cut) in enumerate(pool.map(play, numbers, chunksize=SIZE), 1):
            steps, capped = steps + made, capped + cut
            if done % (20 * SIZE) == 0 or done == wanted.games:
                sys.stdout.write(
                    f"{done} games, {steps} steps, {capped} ended by the cap,"
                    f" {time.monotonic() - began:.0f} s\n"
                )
                sys.stdout.flush()


if __name__ == "__main__":
    main()
