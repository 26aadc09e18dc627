"""How far a batch is: games done, games a second, time left; at most five times a second."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import Any, NamedTuple

INTERVAL = 0.2


class Report(NamedTuple):
    """How far a batch is."""

    done: int
    games: int
    rate: float  # games a second
    left: float  # seconds

    def __str__(self) -> str:
        left = f"{self.left:.0f} s" if self.left < 120 else f"{self.left / 60:.0f} min"
        rate = f"{self.rate:,.0f}" if self.rate >= 10 else f"{self.rate:.1f}"
        return f"{self.done:,} of {self.games:,} games, {rate} games/s, {left} left"


Shown = Callable[[Report], None]


class Progress:
    """Counts games and tells *show* about it, not more often than five times a second."""

    def __init__(self, games: int, show: Shown | None) -> None:
        self._games, self._show = games, show
        self._done, self._start, self._last = 0, monotonic(), 0.0

    def add(self, games: int) -> None:
        """So many more games are done."""
        self._done += games
        now = monotonic()
        if self._show is not None and (
            now - self._last >= INTERVAL or self._done == self._games
        ):
            self._last = now
            self._show(self.report(now))

    def part(self) -> Shown:
        """What counts the games of one batch as part of several."""
        before = self._done
        return lambda report: self.add(before + report.done - self._done)

    def report(self, now: float | None = None) -> Report:
        """Where things stand."""
        spent = max(1e-9, (monotonic() if now is None else now) - self._start)
        rate = self._done / spent
        left = (self._games - self._done) / rate if rate else 0.0
        return Report(self._done, self._games, rate, left)


def shower(wanted: bool | Shown | None) -> Shown | None:
    """What shows progress: given, none, or what fits a notebook or a terminal."""
    if callable(wanted):
        return wanted
    if wanted is False:
        return None
    if wanted is not None and wanted is not True:
        raise ValueError(f"progress must be True, False or a function, not {wanted!r:.60}")
    if _in_notebook():
        return _Display()
    return _line if wanted or sys.stderr.isatty() else None


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    running = shell.get_ipython() if shell is not None else None
    return running is not None and hasattr(running, "kernel")


class _Display:
    """One line of a notebook that changes in place."""

    def __init__(self) -> None:
        self._handle: Any = None

    def __call__(self, report: Report) -> None:
        from IPython.display import display

        text = {"text/plain": str(report)}
        if self._handle is None:
            self._handle = display(text, raw=True, display_id=True)
        else:
            self._handle.update(text, raw=True)


def _line(report: Report) -> None:
    """One line of a terminal that changes in place; spaces hide what was longer before."""
    end = "\n" if report.done == report.games else ""
    sys.stderr.write(f"\r{report!s:<70}{end}")
    sys.stderr.flush()


def leave(show: Shown | None) -> None:
    """A batch was stopped: what is written next begins on a line of its own."""
    if show is _line:
        sys.stderr.write("\n")
