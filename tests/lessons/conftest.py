"""What the lessons' tests share: everybody works at a desk of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import matplotlib.pyplot as plt
import pytest


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder to work in, and figures that need no screen."""
    monkeypatch.chdir(tmp_path)
    plt.switch_backend("agg")
    yield tmp_path
    plt.close("all")
