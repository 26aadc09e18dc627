"""Attacking by the odds: one target after the other, each while the odds are good."""

from __future__ import annotations

from collections.abc import Iterable

from ..moves import Blitz, Move
from ..rules import neutrals
from ..state import NOBODY, View
from . import survey
from .aims import NOTHING, Aims, aims
from .habits import PASS, Habits
from .reckoning import MOST, needed

Target = tuple[int, int]  # origin, territory attacked


class Fighter(Habits):
    """Takes what it can take with a given chance, one target after the other.

    *chance* is the least chance of success it wants.
    """

    def __init__(self, chance: float = 0.6, *, seed: int | str = 0) -> None:
        super().__init__(seed=seed)
        self._chance = min(0.99, max(0.05, float(chance)))
        self._turn = -1
        self._here = 0
        self._aims: Aims = NOTHING

    def meet(self, view: View) -> None:
        """Make the lists of armies needed for the dice of this game."""
        super().meet(view)
        dice = view.rules.attack_dice, view.rules.defend_dice
        self._need = needed(self._chance, *dice)
        self._brave = needed(max(0.05, self._chance - 0.2), *dice)
        self._turn = -1

    def aim(self, view: View) -> Aims:
        """What the game's goal asks for; looked up once a turn."""
        if view.turn != self._turn:
            self._turn = view.turn
            self._aims = aims(view)
        return self._aims

    def attack(self, view: View) -> Move | Blitz:
        """Strike the most promising target, or stop."""
        target = self.pick(view)
        if target is not None:
            self._here = target[1]
            return self.storm(view, *target)
        return self._with_allies(view) if view.rules.active else PASS

    def storm(self, view: View, src: int, dst: int, stop: int = 3) -> Move | Blitz:
        """Attack until the territory falls or *stop* armies are left: too few for all dice."""
        if not self._plain:
            return self.strike(view, src, dst)
        return Blitz(src, dst, stop if view.armies[src] > stop else 1, self.follows(view, src, dst))

    def follows(self, view: View, src: int, dst: int) -> bool:
        """Whether all armies move on after a conquest, without a look at the board."""
        owners, around = view.owners, view.board.borders[dst]
        return [owners[near] for near in around].count(view.seat) < len(around)

    def pick(self, view: View) -> Target | None:
        """The best target of the force that took the last one, or of any other."""
        here = self._here
        if view.owners[here] == view.seat and view.armies[here] > 3:
            found = self._best_of(view, (here,))
            if found is not None:
                return found
        return self._best_of(view, survey.ready(view))

    def _best_of(self, view: View, origins: Iterable[int]) -> Target | None:
        """The most promising target from some origins: what the goal asks for, then the odds."""
        armies, owners, around = view.armies, view.owners, view.board.borders
        need, foes, places = self._need, self.foes(view), self.aim(view).places
        best, most = None, 0.0
        for src in origins:
            force = armies[src]
            for dst in around[src]:
                if foes[owners[dst]]:
                    defenders = armies[dst]
                    if defenders < MOST and force >= need[defenders]:
                        worth = self.worth(view, src, dst)
                        if places:
                            worth += places.get(dst, 0.0)
                        if worth > most:
                            best, most = (src, dst), worth
        return best

    def worth(self, view: View, src: int, dst: int) -> float:
        """How good a target is: the odds, and how near its owner is to the end."""
        owner = view.owners[dst]
        held = view.board.size if owner == NOBODY else view.holds[owner]  # nobody: partners, equal
        return view.armies[src] / view.armies[dst] + 8.0 / held

    def _with_allies(self, view: View) -> Move:
        """Let an ally strike the opponent where it is far superior (NA-06)."""
        owners, armies, foe = view.owners, view.armies, 1 - view.seat
        fighting = neutrals.fighting_allies(view)
        for src, owner in enumerate(owners):
            if owner in fighting and armies[src] >= 6:
                for dst in view.board.borders[src]:
                    if owners[dst] == foe and armies[src] >= 2 * armies[dst] + 2:
                        return self.strike(view, src, dst)
        return PASS

    def place(self, view: View) -> Move:
        """Everything where it opens the best attack."""
        seat, reserve = view.seat, view.reserves[view.seat]
        at = self.front(view, reserve)
        if at < 0:
            return super().place(view)
        if view.owners[at] != seat:
            return super().place(view)
        return self.put(view, at, reserve)

    def front(self, view: View, reserve: int) -> int:
        """The border from which the armies in hand get furthest; -1 for none."""
        armies = view.armies
        best, most = -1, 0.0
        lures: dict[int, float] = {}
        self.aim(view)
        for at in survey.borders(view):
            worth = self.march(view, at, armies[at] + reserve, lures) + 0.3 * armies[at]
            if worth > most:
                best, most = at, worth
        return best

    def march(self, view: View, at: int, force: int, lures: dict[int, float]) -> float:
        """What a force is likely to take on its way: the sum of its prizes.

        *lures* keeps what draws a march, because many marches meet the same targets.
        """
        armies, owners, around = view.armies, view.owners, view.board.borders
        need, foes, seen, total = self._need, self.foes(view), {at}, 0.0
        while True:
            best, most = -1, 0.0
            for near in around[at]:
                if foes[owners[near]] and near not in seen:
                    defenders = armies[near]
                    if defenders < MOST and force >= need[defenders]:
                        worth = lures.get(near, 0.0)
                        if not worth:
                            worth = lures[near] = self.allure(view, near)
                        if worth > most:
                            best, most = near, worth
            if best < 0:
                return total
            seen.add(best)
            total += self.prize(view, best)
            force -= 1 + (armies[best] + 1) // 2
            at = best

    def allure(self, view: View, at: int) -> float:
        """How much a target draws a march: easy ones first, and what the goal asks for."""
        return 1.0 / view.armies[at] + self._aims.places.get(at, 0.0)

    def prize(self, view: View, at: int) -> float:
        """What a target taken on a march is worth."""
        return 1.0 + self._aims.places.get(at, 0.0)
