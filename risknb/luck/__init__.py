"""Luck, measured: expected against actual, fairness of the dice, and unlikely battles."""

from .faces import Fairness, fairness
from .oddities import what_were_the_odds
from .reckoning import ledger, track
from .rollouts import forecast
from .turning import strength, turning_points

__all__ = [
    "Fairness",
    "fairness",
    "forecast",
    "ledger",
    "strength",
    "track",
    "turning_points",
    "what_were_the_odds",
]


def __dir__() -> list[str]:
    return sorted(__all__)
