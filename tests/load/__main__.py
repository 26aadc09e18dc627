"""``python -m tests.load [kernels] [seconds]``: a class at play, then bots at top speed.

Wall-clock time, as a student feels it; other programs on the machine make it slower.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator

from risknb.ui.settings import SPEEDS
from tests.bench.measure import Figure

from .classroom import Desk, haste, lesson, percentile, school, with_charts
from .flood import Flood, flood

KERNELS, SECONDS, FLOOD = 30, 30.0, 8.0


def class_figures(desks: list[Desk]) -> Iterator[Figure]:
    """How soon clicks were answered, and what a kernel takes."""
    clicks = [1000 * click for desk in desks for click in desk.clicks]
    lost = sum(desk.unanswered for desk in desks)
    yield Figure(f"{len(desks)} kernels on {os.cpu_count()} cores: clicks", len(clicks), "", "")
    yield Figure("... turns played", sum(desk.turns for desk in desks), "", "")
    yield Figure("... a click is answered, median", percentile(clicks, 0.5), "ms", "")
    yield Figure("... 95 %", percentile(clicks, 0.95), "ms", "<= 300")
    yield Figure("... slowest", max(clicks, default=0.0), "ms", "")
    yield Figure("... clicks without an answer", lost, "", "<= 0")
    yield Figure("... errors in a page", sum(len(desk.trouble) for desk in desks), "", "<= 0")
    private = [desk.memory.private for desk in desks]
    resident = [desk.memory.rss for desk in desks]
    yield Figure("memory of a kernel, private, median", percentile(private, 0.5), "MB", "<= 130")
    yield Figure("... resident, median", percentile(resident, 0.5), "MB", "<= 130")
    yield Figure("... resident, largest", max(resident, default=0.0), "MB", "<= 130")
    yield Figure("... private, all together", sum(private), "MB", "")
    most = max((desk.a_second for desk in desks), default=0)
    yield Figure("messages of a kernel in its busiest second", most, "", "<= 50")
    most = max((desk.three_seconds for desk in desks), default=0)
    yield Figure("... in its busiest 3 seconds", most, "", "<= 1000")


def flood_figures(found: Flood, speed: int) -> Iterator[Figure]:
    """How many messages bots send, and whether the last picture is complete."""
    pace = found.steps / found.seconds
    yield Figure(f"bots at speed {SPEEDS[speed]!r}: steps a second", pace, "/s", "")
    yield Figure("... messages a second", found.rate, "/s", "<= 50")
    yield Figure("... in the busiest second", found.a_second, "", "<= 50")
    yield Figure("... in the busiest 3 seconds", found.three_seconds, "", "<= 1000")
    yield Figure("... wrong in the last picture", len(found.wrong), "", "<= 0")


def figures(kernels: int = KERNELS, seconds: float = SECONDS) -> Iterator[Figure]:
    """Everything there is to measure under load."""
    with school() as url:
        yield from class_figures(asyncio.run(lesson(url, kernels, seconds)))
        hasty = asyncio.run(haste(url, seconds))
        yield Figure("a hasty student: clicks a second", len(hasty.clicks) / seconds, "/s", "")
        yield Figure("... messages in the busiest second", hasty.a_second, "", "<= 50")
        charted = asyncio.run(with_charts(url))
        yield Figure("memory with the charts open, private", charted.private, "MB", "")
        yield Figure("... resident", charted.rss, "MB", "")
        for speed in (4, 3, 2):
            yield from flood_figures(asyncio.run(flood(url, FLOOD, speed)), speed)


def main(kernels: str = str(KERNELS), seconds: str = str(SECONDS)) -> int:
    """Print the figures as a table; tells whether any was missed."""
    missed = 0
    for figure in figures(int(kernels), float(seconds)):
        limit = figure.wanted.removeprefix("<= ")
        late = bool(limit) and figure.value > float(limit)
        missed += late
        verdict = ("MISSED" if late else "ok") if limit else ""
        value = f"{figure.value:.4g} {figure.unit}"
        line = f"{figure.name:<46}{value:>14}  {figure.wanted:>8}  {verdict}"
        sys.stdout.write(line.rstrip() + "\n")
        sys.stdout.flush()
    return missed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
