"""The same seeds give the same games: in another process, and whatever the hash seed is.

    .venv/bin/python tests/digests.py --games 2000

plays games of all bots at all tables in two processes with different ``PYTHONHASHSEED``, and
compares the final positions and the records.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from random import Random

from playing import Table, plain_tables, with_options

from risknb import Game

BOTS = (
    "beginner", "rusher", "odds", "builder", "turtle", "avenger", "planner", "search:1", "drifter",
)  # fmt: skip
TURNS = 60
TABLES = list(plain_tables())


def table_of(number: int) -> Table:
    """Every table in turn, most of them with options."""
    table = TABLES[number % len(TABLES)]
    return with_options(table, Random(number)) if number % 4 else table


def digest(number: int) -> str:
    """A game by its number, played for a while, as a hash of its steps and its position."""
    table, random = table_of(number), Random(number)
    bots = {seat: random.choice(BOTS) for seat in range(table.seats)}
    game = table.game(number, bots=bots).play(turns=TURNS)
    assert Game.parse(str(game)).state == game.state, "what bots wished at once, step by step"
    found = blake2b(game.state.text(full=True).encode(), digest_size=8)
    for line in game._replayed_lines():
        found.update(line.encode())
    return found.hexdigest()


def played_with(hash_seed: str, first: int, games: int) -> list[str]:
    """The digests of games played in a process of its own."""
    found = subprocess.run(
        [sys.executable, __file__, "--first", str(first), "--games", str(games), "--print"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return found.stdout.split()


def unlike(first: int, games: int) -> list[int]:
    """The numbers of games that two processes have played differently."""
    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(lambda hash_seed: played_with(hash_seed, first, games), ("1", "2"))
    assert len(one) == len(two) == games
    return [first + n for n, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--print", action="store_true", help="print the digests, compare nothing")
    wanted = parser.parse_args()
    if wanted.print:
        for number in range(wanted.first, wanted.first + wanted.games):
            sys.stdout.write(digest(number) + "\n")
        return 0
    found = unlike(wanted.first, wanted.games)
    sys.stdout.write(f"{wanted.games} games played twice, {len(found)} unlike {found[:20]}\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
