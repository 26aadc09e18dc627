"""The bench's table: what is compared with a wish, what with the yardstick."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "bench"))

import run
from measure import Figure, best, yardstick


@pytest.mark.parametrize(
    ("value", "wanted", "verdict"),
    [
        (1500, ">= 1500", "ok"),
        (1499, ">= 1,500", "MISSED"),
        (3, "<= 3", "ok"),
        (3.01, "<= 3", "MISSED"),
        (5, "", ""),
        (5, "about 5", ""),
    ],
)
def test_a_figure_is_compared_with_what_is_wanted(value: float, wanted: str, verdict: str) -> None:
    assert run.verdict(Figure("x", value, "ms", wanted)) == verdict


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [(100, "games/s", "2"), (40, "ms", "2"), (20_000, "us", "1"), (0.5, "%", "-")],
)
def test_a_figure_is_put_in_yardsticks(value: float, unit: str, shown: str) -> None:
    assert run.relative(Figure("x", value, unit, ""), stick=0.02) == shown


def test_an_unknown_bench_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["nothing"]) == 2
    assert "core" in capsys.readouterr().out


def test_every_bench_can_be_loaded() -> None:
    for topic in run.topics():
        assert hasattr(run.load(topic), "figures")


def test_time_is_measured() -> None:
    assert yardstick() > 0
    assert best(lambda: sum(range(20_000)), repeats=10) > 0
