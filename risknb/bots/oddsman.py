"""A bot that plays the percentages."""

from __future__ import annotations

from ..players import register
from ..state import NOBODY, View
from .fighter import Fighter


@register("odds")
class OddsPlayer(Fighter):
    """Attacks wherever the exact odds of taking a territory are good enough, best odds first.

    Reinforcements go where they get furthest, idle armies to the nearest border; of two targets
    it likes the one that closes its ranks. It knows the dice but no map: continents happen to it.
    *chance* is the least chance it attacks with.
    """

    def __init__(self, chance: float = 0.65, *, seed: int | str = 0) -> None:
        super().__init__(chance, seed=seed)

    def worth(self, view: View, src: int, dst: int) -> float:
        """The odds, and how much of its own land lies around."""
        owners, armies = view.owners, view.armies
        owner = owners[dst]
        held = view.board.size if owner == NOBODY else view.holds[owner]
        beside = self._near[dst](owners).count(view.me)
        return armies[src] / armies[dst] + 8.0 / held + 0.5 * beside
