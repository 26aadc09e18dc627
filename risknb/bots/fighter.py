"""Attacking by the odds: one target after the other, each while the odds are good."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..moves import Blitz, Move, Wish
from ..rules import neutrals
from ..state import NOBODY, View
from . import survey
from .aims import NOTHING, Aims, aims
from .habits import PASS, Habits
from .reckoning import MOST, needed

Target = tuple[int, int]  # origin, territory attacked
#: Makes a named tuple at half the cost of calling its class.
_new = tuple.__new__
NEVER = 10**9  # more armies than anybody has


class Lures(NamedTuple):
    """What marches know, by territory: armies needed to take it, what draws them, its prize."""

    least: list[int]
    pulls: list[float]
    prizes: list[float]


def bounded(chance: float, most: float) -> float:
    """A chance to act on: nobody waits for certainty, or attacks without hope.

    :raises ValueError: this is no chance.
    """
    if not 0 <= chance <= 1:
        raise ValueError(f"a chance lies between 0 and 1, not at {chance}")
    return min(most, max(0.05, chance))


class Fighter(Habits):
    """Takes what it can take with a given chance, one target after the other.

    *chance* is the least chance of success it wants.
    """

    #: What each own territory around a target adds to its worth.
    closing = 0.0

    def __init__(self, chance: float = 0.6, *, seed: int | str = 0) -> None:
        super().__init__(seed=seed)
        self._chance = bounded(chance, 0.99)
        self._turn = -1
        self._here = 0
        self._aims: Aims = NOTHING

    def setting(self) -> float:
        """The least chance it wants."""
        return self._chance

    def meet(self, view: View) -> None:
        """Make the lists of armies needed for the dice of this game."""
        super().meet(view)
        dice = view.rules.attack_dice, view.rules.defend_dice
        self._need = needed(self._chance, *dice)
        self._brave = needed(max(0.05, self._chance - 0.2), *dice)
        self._goals = view.rules.capital or bool(view.rules.mission_deck)
        self._particular = type(self).worth is not Fighter.worth
        self._turn, self._here = -1, 0

    def aim(self, view: View) -> Aims:
        """What the game's goal asks for; looked up once a turn."""
        if view.turn != self._turn:
            self._turn = view.turn
            self._aims = aims(view)
        return self._aims

    def attack(self, view: View) -> Wish:
        """Strike the most promising target, or stop."""
        target = self.pick(view)
        if target is None:
            return self.rest(view)
        src, self._here = target
        return self.storm(view, src, self._here)

    def rest(self, view: View) -> Wish:
        """No more attacks of its own; allies may strike."""
        return self._with_allies(view) if view.rules.active else super().rest(view)

    def storm(self, view: View, src: int, dst: int, stop: int = 3) -> Wish:
        """Attack until the territory falls or *stop* armies are left: too few for all dice."""
        if not self._plain:
            return self.strike(view, src, dst)
        stop = stop if view.armies[src] > stop else 1
        return _new(Blitz, (src, dst, stop, self.follows(view, src, dst)))

    def follows(self, view: View, src: int, dst: int) -> bool:
        """Whether all armies move on after a conquest, without a look at the board."""
        around = self._near[dst](view.owners)
        return around.count(view.me) < len(around)

    def pick(self, view: View) -> Target | None:
        """The best target of the force that took the last one, or of any other."""
        here, armies, least = self._here, view.armies, self._need[1]
        if armies[here] > 3 and view.owners[here] == view.me:
            found = self._best_of(view, (here,))
            if found is not None:
                return found
        own = [at for at in view.lands[view.me] if armies[at] >= least]
        if view.units is not None:
            own = [at for at in own if view.hostile[at]]
        return self._best_of(view, own)

    def _best_of(self, view: View, origins: Iterable[int]) -> Target | None:
        """The most promising target from some origins: what the goal asks for, then the odds."""
        armies, owners, lands, around = view.armies, view.owners, view.lands, view.board.borders
        need, foes, size, near, me = self._need, self.foes(view), len(armies), self._near, view.me
        places = self.aim(view).places if self._goals else None
        closing, particular, best, most = self.closing, self._particular, None, 0.0
        for src in origins:
            force = armies[src]
            for dst in around[src]:
                owner = owners[dst]
                if not foes[owner]:
                    continue
                defenders = armies[dst]
                if defenders < MOST and force >= need[defenders]:
                    # The odds, and how near its owner is to the end; nobody: partners, equal.
                    held = size if owner == NOBODY else len(lands[owner])
                    worth = force / defenders + 8.0 / held
                    if closing:
                        worth += closing * near[dst](owners).count(me)
                    if particular:
                        worth = self.worth(view, src, dst, worth)
                    if places:
                        worth += places.get(dst, 0.0)
                    if worth > most:
                        best, most = (src, dst), worth
        return best

    def worth(self, view: View, src: int, dst: int, plain: float) -> float:
        """How good a target is, seen from what it would be without this bot's own likes."""
        return plain

    def _with_allies(self, view: View) -> Move:
        """Let an ally strike the opponent where the odds are good (NA-06)."""
        owners, armies, foe, need = view.owners, view.armies, 1 - view.seat, self._need
        fighting = neutrals.fighting_allies(view)
        for src, owner in enumerate(owners):
            if owner in fighting:
                for dst in view.board.borders[src]:
                    defenders = min(armies[dst], MOST - 1)
                    if owners[dst] == foe and armies[src] >= need[defenders]:
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
        armies, least = view.armies, self._need[1]
        best, most = -1, 0.0
        own = survey.borders(view)
        if len(own) == 1:
            return own[0]
        own.sort(key=armies.__getitem__, reverse=True)
        lures = self.lures(view, own)
        for land, foe in zip(view.lands, self.foes(view), strict=False):
            if not foe:
                for at in land:
                    lures.pulls[at] = 0.0
        prize = max(lures.prizes)
        for at in own:
            force = armies[at] + reserve
            # Every step costs two armies or more: from here on no march takes as much.
            if (1 + (force - least) // 2) * prize + 0.3 * armies[at] < most:
                break
            worth = self.march(view, at, force, lures) + 0.3 * armies[at]
            if worth > most:
                best, most = at, worth
        return best

    def lures(self, view: View, own: list[int]) -> Lures:
        """What marches from the own borders have to know of every territory: easy ones first."""
        armies, need, places = view.armies, self._need, self.aim(view).places
        try:
            least = list(map(need.__getitem__, armies))
        except IndexError:  # hardly ever has anybody so many armies
            least = [need[n] if n < MOST else NEVER for n in armies]
        pulls, prizes = [1.0 / n if n else 0.0 for n in armies], [1.0] * len(armies)
        for at, wanted in places.items():
            pulls[at] += wanted
            prizes[at] += wanted
        return _new(Lures, (least, pulls, prizes))

    def march(self, view: View, at: int, force: int, lures: Lures) -> float:
        """What a force is likely to take on its way: the sum of its prizes."""
        armies, around = view.armies, view.board.borders
        least, pulls, prizes = lures
        pulls, total = pulls[:], 0.0
        while True:
            pulls[at] = 0.0  # nobody comes back
            best, most = -1, 0.0
            for near in around[at]:
                if pulls[near] > most and force >= least[near]:
                    best, most = near, pulls[near]
            if best < 0:
                return total
            total += prizes[best]
            force -= 1 + (armies[best] + 1) // 2
            at = best
