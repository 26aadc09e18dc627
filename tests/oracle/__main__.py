"""``PYTHONPATH=tests python -m oracle [moves] [seed]``: judge so many moves twice."""

from __future__ import annotations

import sys
import time

from .duel import duels


def main(moves: int = 100_000, seed: int = 0) -> None:
    started = time.process_time()
    found = duels(moves, seed)
    seconds = time.process_time() - started
    sys.stdout.write(
        f"{found.judged} moves judged twice ({found.taken} taken, {found.refused} refused) in"
        f" {found.games} games, {found.over} of them over, in {seconds:.0f} s: no disagreement\n"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
