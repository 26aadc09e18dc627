"""A bot that does not forget, and does not let anybody run away with the game."""

from __future__ import annotations

from ..moves import Move, Wish
from ..players import register
from ..rules import reinforcements
from ..state import View
from . import survey
from .fighter import Fighter, Lures, Target


@register("avenger")
class Avenger(Fighter):
    """Strikes at whoever took its land, and at the leader, before anybody else.

    It counts the territories every seat has taken from it since its last turn and lets grudges
    fade by half each turn; the seat with most armies and income counts as offender too.
    """

    def __init__(self, chance: float = 0.6, *, seed: int | str = 0) -> None:
        super().__init__(chance, seed=seed)
        self._grudges: dict[int, float] = {}
        self._land: set[int] = set()
        self._seen = -1

    def meet(self, view: View) -> None:
        """A new game, no grudges."""
        super().meet(view)
        self._grudges, self._land, self._seen = {}, set(), -1

    def reinforce(self, view: View) -> Move:
        """Look who took what since the last turn, then reinforce."""
        if view.turn != self._seen:
            self._seen = view.turn
            self._remember(view)
        return super().reinforce(view)

    def _remember(self, view: View) -> None:
        owners, me = view.owners, view.me
        self._grudges = {army: n / 2 for army, n in self._grudges.items() if n > 0.2}
        for at in self._land:
            if self.foes(view)[owners[at]]:
                self._grudges[owners[at]] = self._grudges.get(owners[at], 0.0) + 1.0
        armies = survey.strengths(view)
        rivals = [seat for seat in range(view.seats) if self.foes(view)[seat] and seat != me]
        leader = max(rivals, key=lambda seat: armies[seat] + 3 * reinforcements(view, seat))
        self._grudges[leader] = self._grudges.get(leader, 0.0) + 1.5

    def rest(self, view: View) -> Wish:
        """No more attacks: remember what is held now."""
        self._land = set(survey.own(view))
        return super().rest(view)

    def worth(self, view: View, src: int, dst: int, plain: float) -> float:
        """Odds, times the grudge."""
        grudge = self._grudges.get(view.owners[dst], 0.0)
        return (1.0 + 2.0 * grudge) * view.armies[src] / view.armies[dst]

    def pick(self, view: View) -> Target | None:
        """Offenders first, at worse odds if need be; others only for the card."""
        target = super().pick(view)
        if target is None or not view.conquered:
            return target
        return target if self._grudges.get(view.owners[target[1]], 0.0) > 0.2 else None

    def lures(self, view: View, own: list[int]) -> Lures:
        """Offenders draw it."""
        found = super().lures(view, own)
        for at, owner in enumerate(view.owners):
            found.pulls[at] *= 1.0 + self._grudges.get(owner, 0.0)
        return found
