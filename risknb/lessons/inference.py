"""Tests, power and belief, exactly: what lessons 9 and 10 reckon with."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

FAIR: Final = Fraction(1, 6)
DOUBT: Final = Fraction(1, 20)
POWER: Final = Fraction(4, 5)
#: So many throws are looked at when asked how many are needed.
MOST_THROWS: Final = 2_000
SHUFFLES: Final = 10_000


def at_least(hits: int, throws: int, p: Any = FAIR) -> Any:
    """Chance of so many hits or more in so many throws, each a hit with the chance *p*.

    >>> at_least(2, 2)
    Fraction(1, 36)
    """
    return sum(exactly(k, throws, p) for k in range(max(hits, 0), throws + 1))


def exactly(hits: int, throws: int, p: Any = FAIR) -> Any:
    """Chance of just so many hits.

    >>> exactly(1, 2)
    Fraction(5, 18)
    """
    return comb(throws, hits) * p**hits * (1 - p) ** (throws - hits)


def chi_square(counts: Sequence[int]) -> Fraction:
    """How far counts are from equal ones: squares of the distances, each over the expected count.

    >>> chi_square([3, 1])
    Fraction(1, 1)
    """
    expected = Fraction(sum(counts), len(counts))
    return sum(((count - expected) ** 2 / expected for count in counts), Fraction(0))


def limit(throws: int, doubt: Any = DOUBT) -> int:
    """The fewest sixes that a fair die shows so seldom that one doubts it.

    >>> limit(36)
    11
    """
    hits, chance = throws + 1, Fraction(0)
    while hits > 0:
        chance += exactly(hits - 1, throws)
        if chance > doubt:
            break
        hits -= 1
    return hits


@lru_cache(maxsize=1)
def _log_factorials() -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.concatenate(
        ([0.0], np.log(np.arange(1, MOST_THROWS + 1)).cumsum())
    )
    return found


def _tails(throws: int, p: float) -> NDArray[np.float64]:
    """Chances of at least 0, 1, ... hits, as floats: exact ones take too long for a search."""
    if p == 1:
        return np.ones(throws + 1)
    logs, hits = _log_factorials(), np.arange(throws + 1)
    ways = logs[throws] - logs[hits] - logs[throws - hits]
    law = np.exp(ways + hits * np.log(p) + (throws - hits) * np.log(1 - p))
    tails: NDArray[np.float64] = law[::-1].cumsum()[::-1]
    return tails


def power(six: Any, throws: int, doubt: Any = DOUBT) -> float:
    """Chance that a die with this chance of a six is found out in so many throws.

    It is found out when a fair die would show as many sixes with a chance of *doubt* at most.

    >>> round(power(1 / 3, 46), 3)
    0.811
    """
    if not 1 <= throws <= MOST_THROWS:
        raise ValueError(f"throws: 1 to {MOST_THROWS}")
    seldom = np.flatnonzero(_tails(throws, float(FAIR)) <= float(doubt))
    return float(_tails(throws, float(six))[seldom[0]]) if seldom.size else 0.0


@lru_cache(maxsize=64)
def throws_needed(six: Any, wanted: Any = POWER, doubt: Any = DOUBT) -> int:
    """From how many throws on the power stays at *wanted* or above.

    The power goes up like a saw, so the first number that reaches it is not enough.

    >>> throws_needed(Fraction(1, 3))
    46
    """
    if not FAIR < six <= 1:
        raise ValueError("six: a chance above 1/6")
    needed, streak, throws = 1, 0, 0
    while streak < max(20, needed // 3):
        throws += 1
        if throws > MOST_THROWS:
            raise ValueError(f"more than {MOST_THROWS} throws would be needed")
        reached = power(six, throws, doubt) >= float(wanted)
        streak = streak + 1 if reached else 0
        needed = needed if reached else throws + 1
    return needed


def posterior(sixes: Sequence[int], throws: Sequence[int], six: Any = Fraction(1, 3)) -> list[Any]:
    """How likely each die is the loaded one, after so many sixes in so many throws of each.

    One of them is loaded, at first each as likely as the others; its chance of a six is *six*.

    >>> posterior([1, 0], [1, 0])
    [Fraction(2, 3), Fraction(1, 3)]
    """
    ratio, other = six / FAIR, (1 - six) / (1 - FAIR)
    weights = [ratio**k * other ** (n - k) for k, n in zip(sixes, throws, strict=True)]
    return [weight / sum(weights) for weight in weights]


# -- permutations --------------------------------------------------------------------------------
def paired_test(some: Sequence[float], other: Sequence[float], *, seed: int | str = 0) -> float:
    """Chance of a mean difference as large, either way, if the sign of every pair were a coin's.

    Exact up to 13 pairs, else from 10,000 tosses of the coins.

    >>> paired_test([2, 2, 2], [1, 1, 1])
    0.25
    """
    gaps = [a - b for a, b in zip(some, other, strict=True)]
    if len(gaps) <= 13:
        signs = list(product((1, -1), repeat=len(gaps)))
    else:
        random = Random(str(seed))
        signs = [tuple(random.choices((1, -1), k=len(gaps))) for _ in range(SHUFFLES)]
    seen = abs(sum(gaps)) - 1e-9
    far = sum(abs(sum(s * g for s, g in zip(row, gaps, strict=True))) >= seen for row in signs)
    return far / len(signs)


def correlation(some: Sequence[float], other: Sequence[float]) -> float:
    """How much two rows of numbers go together, from -1 to 1; 0 where one of them never changes.

    >>> correlation([1, 2, 3], [2, 4, 6])
    1.0
    """
    n = len(some)
    a, b = [x - sum(some) / n for x in some], [y - sum(other) / n for y in other]
    size = (sum(x * x for x in a) * sum(y * y for y in b)) ** 0.5
    found = sum(x * y for x, y in zip(a, b, strict=True)) / size if size else 0.0
    return max(-1.0, min(1.0, found))


def shuffle_test(some: Sequence[float], other: Sequence[float], *, seed: int = 0) -> float:
    """Chance of a correlation as strong if it did not matter who belongs to whom.

    It is found by shuffling 2,000 times, and never 0: what was seen counts as one of them.
    """
    random, mixed = np.random.default_rng(seed), np.array(other, dtype=float)
    centred = np.array(some, dtype=float) - np.mean(some)
    shuffled = np.array([random.permutation(mixed) for _ in range(SHUFFLES // 5)])
    seen = abs(float(centred @ mixed)) - 1e-9
    far = int((np.abs(shuffled @ centred) >= seen).sum())
    return (far + 1) / (len(shuffled) + 1)


def standard_error(values: Sequence[float]) -> float:
    """How far the mean of such values usually is from the truth."""
    n = len(values)
    if n < 2:
        return float("nan")
    mean = sum(values) / n
    return float((sum((x - mean) ** 2 for x in values) / (n - 1) / n) ** 0.5)
