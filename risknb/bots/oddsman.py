"""A bot that plays the percentages."""

from __future__ import annotations

from ..players import register
from .fighter import Fighter


@register("odds")
class OddsPlayer(Fighter):
    """Attacks wherever the exact odds of taking a territory are good enough, best odds first.

    Reinforcements go where they get furthest, idle armies to the nearest border; of two targets
    it likes the one that closes its ranks. It knows the dice but no map: continents happen to it.
    *chance* is the least chance it attacks with.
    """

    closing = 0.5

    def __init__(self, chance: float = 0.65, *, seed: int | str = 0) -> None:
        super().__init__(chance, seed=seed)
