"""What a bench gives back, and how it takes the time: CPU time, as other programs run too."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import NamedTuple


class Figure(NamedTuple):
    """One measured figure; *wanted* reads ``">= 1500"`` or ``"<= 3"``, or is empty."""

    name: str
    value: float
    unit: str
    wanted: str


def seconds(call: Callable[[], object], repeats: int = 1) -> float:
    """CPU seconds of *repeats* calls together."""
    began = process_time()
    for _ in range(repeats):
        call()
    return process_time() - began


def best(call: Callable[[], object], repeats: int = 1, rounds: int = 5) -> float:
    """CPU seconds of one call, from the best of several rounds of *repeats* calls."""
    return min(seconds(call, repeats) for _ in range(rounds)) / repeats


def yardstick() -> float:
    """CPU seconds of a fixed piece of plain Python: lists, numbers, calls and a dictionary."""
    return best(_walk, repeats=2)


def _walk() -> int:
    land, found = list(range(42)), {}
    number = 7
    for _ in range(100_000):
        number = _next(number)
        at = number % 42
        land[at] += number & 3
        found[at] = land[at] > number
    return len(found)


def _next(number: int) -> int:
    return (number * 1_103_515_245 + 12_345) % 2_147_483_648
