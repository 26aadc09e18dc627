"""How sure one can be of a share: intervals that hold 95 %."""

from __future__ import annotations

from math import sqrt
from typing import Final

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
