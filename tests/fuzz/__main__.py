"""``python -m tests.fuzz [inputs] [seed]``: so many inputs over all targets, with atheris."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from .targets import TARGETS

#: The share of the inputs that a target gets.
SHARES = {"game": 30, "key": 3, "step": 15, "position": 17, "board": 12, "rules": 10, "deck": 10}


def main(inputs: int = 1_000_000, seed: int = 1) -> int:
    """Run every target; what broke one is shown, and atheris writes the input to a file."""
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        broken = [
            name
            for name in TARGETS
            if not sound(name, max(1, inputs * SHARES.get(name, 3) // 100), seed, folder)
        ]
    sys.stdout.write(f"broken: {', '.join(broken) or 'none'}\n")
    return bool(broken)


def sound(name: str, inputs: int, seed: int, folder: str) -> bool:
    """Run one target in a process of its own, with its files in *folder*."""
    command = [sys.executable, "-m", "tests.fuzz.atheris_run", name, str(inputs), str(seed)]
    found = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "TMPDIR": folder}
    )
    sys.stdout.write(found.stdout + (found.stderr[-4000:] if found.returncode else ""))
    sys.stdout.flush()
    return found.returncode == 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
