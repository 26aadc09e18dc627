"""As many kernels as half a minute allows are killed: no shown step is lost, none comes twice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_whatever_was_shown_is_saved_once() -> None:
    """In a process of its own: forking is for processes without threads."""
    command = [sys.executable, "-m", "tests.kill", "200", "25"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    kills, *_ = found.stdout.split()
    assert int(kills) >= 10, found.stdout
