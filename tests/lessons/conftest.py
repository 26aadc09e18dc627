"""What the lessons' tests share: a desk of their own, and no luck that differs from run to run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

from risknb.lessons import workbook


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder to work in, the same luck every time, and figures that need no screen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(workbook, "token_hex", lambda size: "7" * 2 * size)
    plt.switch_backend("agg")
    yield tmp_path
    plt.close("all")
