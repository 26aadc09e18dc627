"""How sure one can be of a share: intervals that hold 95 %."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Final

import numpy as np

#: How many standard deviations to either side hold 95 % of a normal law.
WIDE: Final = 1.959964


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The Wilson interval of a share: what the true share may be, with 95 % confidence.

    >>> tuple(round(end, 3) for end in wilson(60, 100))
    (0.502, 0.691)
    """
    if games <= 0:
        return 0.0, 1.0
    share, spread = wins / games, WIDE * WIDE / games
    middle = (share + spread / 2) / (1 + spread)
    half = WIDE * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    # Rounding must not put the share itself outside.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def fair_range(dice: int) -> tuple[int, int]:
    """How rarely and how often one face may come among so many fair dice, 2.5 % beyond each end.

    The exact law of the count, so that at least 95 % lie within.

    >>> fair_range(3), fair_range(60)
    ((0, 2), (5, 16))
    """
    # Further out than this the law is smaller than any float; it keeps millions of dice cheap.
    middle, most = dice // 6, ceil(10 * sqrt(dice))
    counts = np.arange(max(0, middle - most), min(dice, middle + most) + 1)
    # From one count to the next the law changes by (dice - count) / (count + 1) * 1/6 : 5/6.
    logs = np.log((dice - counts[:-1]) / (counts[1:] * 5)).cumsum()
    law = np.exp(np.append(0.0, logs) - max(0.0, logs.max(initial=0.0)))
    below = law.cumsum() / law.sum()
    low, high = counts[np.searchsorted(below, (0.025, 0.975))]
    return int(low), int(high)
