"""``python -m tests.fuzz [inputs] [seed]``: so many inputs over all targets, with atheris."""

from __future__ import annotations

import subprocess
import sys

from .targets import TARGETS

#: The share of the inputs that a target gets.
SHARES = {"game": 30, "key": 3, "step": 15, "position": 17, "board": 12, "rules": 10, "deck": 10}


def main(inputs: int = 1_000_000, seed: int = 1) -> int:
    """Run every target; the input that broke one is written to a file and shown."""
    broken = []
    for name in TARGETS:
        share = max(1, inputs * SHARES.get(name, 3) // 100)
        command = [sys.executable, "-m", "tests.fuzz.atheris_run", name, str(share), str(seed)]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        sys.stdout.write(found.stdout)
        sys.stdout.flush()
        if found.returncode:
            sys.stdout.write(found.stderr[-4000:])
            broken.append(name)
    sys.stdout.write(f"broken: {', '.join(broken) or 'none'}\n")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
