"""``python -m tests.kill [kills] [seconds]``: kill so many players, and say what was found."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from .run import run


def main(kills: int = 200, seconds: int = 3600) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = run(Path(folder), kills, seconds, seed=int(time.time()))
    sys.stdout.write("\n".join(report.lines()) + "\n")
    return bool(report.faults)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
