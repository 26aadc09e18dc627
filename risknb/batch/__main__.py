"""``python -m risknb.batch [games] [workers] [seed]``: the soak, which ends with an error if
any bot or rule misbehaves."""

from __future__ import annotations

import sys

from .soaking import soak


def main(arguments: list[str]) -> int:
    """Run the soak and say what it found."""
    defaults = ("10000", "2", "0")
    games, workers, seed = map(int, [*arguments, *defaults[len(arguments) :]])
    found = soak(games, seed, workers)
    said = [f"{found.games} games, {found.truncated} truncated, {len(found.faults)} faults"]
    sys.stdout.write("\n".join([*said, *found.faults[:20]]) + "\n")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
