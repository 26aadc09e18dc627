"""Run the benches and print their figures: ``python tests/bench/run.py [topic ...]``.

The last column is the figure against a fixed piece of plain Python, timed in the same run, so that
two machines can be compared: rates in yardsticks' time, times in yardsticks.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from platform import python_version
from types import ModuleType

from measure import Figure, yardstick

SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9}


def topics() -> list[str]:
    """The names of all benches here."""
    here = Path(__file__).parent
    return sorted(path.stem.removeprefix("bench_") for path in here.glob("bench_*.py"))


def load(topic: str) -> ModuleType:
    """The bench of a topic."""
    return import_module(f"bench_{topic}")


def relative(figure: Figure, stick: float) -> str:
    """A figure in yardsticks: what is done in one, or how many it lasts."""
    if figure.unit in SECONDS:
        return f"{figure.value * SECONDS[figure.unit] / stick:.4g}"
    if figure.unit.endswith("/s"):
        return f"{figure.value * stick:.4g}"
    return "-"


def verdict(figure: Figure) -> str:
    """Whether a figure is what is wanted; empty where nothing is or it cannot be read."""
    sign, _, text = figure.wanted.partition(" ")
    try:
        limit = float(text.replace(",", ""))
    except ValueError:
        return ""
    good = {">=": figure.value >= limit, "<=": figure.value <= limit}.get(sign)
    return "" if good is None else "ok" if good else "MISSED"


def row(figure: Figure, stick: float) -> str:
    """One line of the table."""
    digits = ",.0f" if figure.value >= 1000 else ".4g"
    value = f"{figure.value:{digits}} {figure.unit}"
    ending = f"{relative(figure, stick):>12}  {verdict(figure)}"
    return f"{figure.name:<52}{value:>20}  {figure.wanted:>12}{ending}".rstrip()


def main(wanted: list[str]) -> int:
    """Print the figures of the benches asked for, or of all."""
    unknown = set(wanted) - set(topics())
    if unknown:
        print(f"no such bench: {', '.join(sorted(unknown))}; known: {', '.join(topics())}")
        return 2
    stick = yardstick()
    print(f"Python {python_version()}, CPU time; the yardstick takes {stick * 1e3:.2f} ms\n")
    print(f"{'figure':<52}{'value':>20}  {'wanted':>12}{'yardsticks':>12}")
    for topic in wanted or topics():
        print(f"-- {topic}")
        for figure in load(topic).figures():
            print(row(figure, stick), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
