"""Whole-turn plans: territories to take together, the chance to take them, and what that is worth.

Everything is counted in armies: what a plan costs, and what the position is worth after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from math import sqrt
from typing import NamedTuple

from ..cards import rising_value
from ..rules.table import holders
from ..state import View
from . import survey
from .aims import Aims, Goal
from .reckoning import MOST, at_most, costs

#: How many turns ahead a bonus counts.
AHEAD = 4.0
#: The same against a single rival, who breaks a continent as soon as he can.
AHEAD_OF_ONE = 0.6
#: What a territory is worth by itself: a third of an army a turn, as long as it is held.
LAND = 0.2
#: Armies wanted beyond the mean losses, in standard deviations.
MARGIN = 1.0
WIN = 1000.0
#: After so many rounds armies kept for later are worth less than those a last rival loses.
PATIENCE = 30
#: The least chance at which a win is tried.
LONG_SHOT = 0.2
MOST_MARCHES = 15
LONGEST = 14
#: A goal that lacks more territories than this is not planned in one turn.
FARTHEST = 12


class Plan(NamedTuple):
    """Territories to take, the chance to take them all, armies to place first, and the gain."""

    wanted: tuple[int, ...]
    chance: float
    orders: tuple[tuple[int, int], ...]
    gain: float
    name: str

    @property
    def wins(self) -> bool:
        """Whether it completes the game's goal; a last rival is worth some patience."""
        return self.gain > LONG_SHOT * WIN / 2 and self.name != "kill"


class Outlook:
    """A position as a planner sees it: who is strong, what is guarded, what land is worth."""

    def __init__(self, view: View, foes: tuple[bool, ...], aims: Aims, reserve: int) -> None:
        self.view, self.foes, self.aims, self.reserve = view, foes, aims, reserve
        self.board = view.board
        self.owners, self.armies, self.hostile = view.owners, view.armies, view.hostile
        self.seat = view.seat
        self.around = view.board.borders
        rules = view.rules
        self.mean, self.variance = costs(rules.attack_dice, rules.defend_dice)
        self.strength = survey.strengths(view)
        self.rivals = [s for s in range(view.seats) if foes[s] and view.alive(s)]
        self.hate = self._hate()
        self.duel = len(self.rivals) == 1
        self.breaking = 6.0 if self.duel else 1.6
        self.ahead = AHEAD_OF_ONE if self.duel else AHEAD
        self.acre = (1.0 if self.duel else LAND) + aims.spread
        self.card = self._card()
        self.holder = holders(view)

    def _hate(self) -> list[float]:
        """What a killed army is worth, by owner: more with fewer rivals, and of a leader."""
        found = [0.02] * (len(self.strength))
        count = max(1, len(self.rivals))
        total = sum(self.strength[seat] for seat in self.rivals) + self.strength[self.seat]
        alone = 1.2 if self.view.turn > PATIENCE * self.view.seats else 0.5
        for seat in self.rivals:
            share = self.strength[seat] / max(1, total)
            found[seat] = alone if count == 1 else 0.07 + 0.3 * share
        return found

    def _card(self) -> float:
        """What the card of this turn is worth, if it is still to be earned."""
        view = self.view
        if not view.rules.cards or view.conquered:
            return 0.0
        value = 8.0 if view.rules.fixed_sets else float(rising_value(view.rules, view.sets))
        return min(6.0, value / 3) + self.aims.card

    def force(self, at: int) -> int:
        """Armies that may leave an own territory without giving away what is to be held."""
        free = self.armies[at] - self.aims.garrison
        c = self.board.continent_of[at]
        if self.holder[c] == self.seat or at == self.aims.guard:
            threat = self.threat(at)
            if threat > 2:
                free -= threat // 2
        return max(free, 0)

    def threat(self, at: int) -> int:
        """The largest enemy force next to a territory."""
        armies, owners, foes, seats = self.armies, self.owners, self.foes, self.view.seats
        most = 0
        for near in self.around[at]:
            owner = owners[near]
            if foes[owner] and owner < seats and armies[near] > most:
                most = armies[near]
        return most

    # -- what land is worth ----------------------------------------------------------------------
    def land(self, at: int) -> float:
        """What it is worth to take one territory, the continent it completes aside."""
        owner, c = self.owners[at], self.board.continent_of[at]
        worth = self.acre + self.hate[owner] * self.armies[at]
        holder = self.holder[c]
        if holder >= 0 and holder == owner and owner < self.view.seats:
            worth += self.board.continents[c].bonus * (0.4 + self.breaking * self.hate[owner])
        if self.aims.places:
            worth += self.aims.places.get(at, 0.0)
        if owner == self.aims.prey:
            worth += 2.0
        return worth

    # -- estimating ------------------------------------------------------------------------------
    def estimate(self, wanted: Iterable[int], worth: float, name: str) -> Plan | None:
        """A plan to take all these territories; ``None`` where there is no way to them."""
        chosen = tuple(sorted(wanted))
        parts = self._parts(chosen)
        if parts is None:
            return None
        left, chance, cost, orders = self.reserve, 1.0, 0.0, []
        for mean, variance, origin, ready in parts:
            lack = mean + MARGIN * sqrt(variance) - ready
            extra = min(left, int(lack + 0.999)) if lack > 0 else 0
            if extra > 0:
                orders.append((origin, extra))
                left -= extra
            chance *= at_most(ready + extra, mean, variance)
            cost += mean
            if chance < 0.05:
                return None
        gain = chance * worth - cost - 0.15 * len(chosen)
        return Plan(chosen, chance, tuple(orders), gain, name)

    def _parts(self, wanted: tuple[int, ...]) -> list[tuple[float, float, int, float]] | None:
        """For every connected group of targets: mean and variance of its price, and from where."""
        around, owners, armies, seat = self.around, self.owners, self.armies, self.seat
        found, left = [], set(wanted)
        while left:
            queue = [left.pop()]
            mean, variance = 0.0, 0.0
            origins: dict[int, int] = {}
            for at in queue:
                defenders = min(armies[at], MOST - 1)
                mean += self.mean[defenders] + 1
                variance += self.variance[defenders]
                for near in around[at]:
                    if near in left:
                        left.discard(near)
                        queue.append(near)
                    elif owners[near] == seat and near not in origins:
                        origins[near] = self.force(near)
            if not origins:
                return None
            origin = max(origins, key=origins.__getitem__)
            ready = 0.5 * (sum(origins.values()) - origins[origin]) + origins[origin]
            found.append((mean, variance, origin, min(ready, origins[origin] * 1.6 + 2)))
        return found

    # -- candidates ------------------------------------------------------------------------------
    def plans(self) -> list[Plan]:
        """All plans worth thinking about."""
        found = [*self._continents(), *self._kills(), *self._strikes(), *self._marches()]
        return [plan for plan in found if plan is not None]

    def _budget(self) -> float:
        """Armies that can be used for attacks at all."""
        return self.strength[self.seat] + self.reserve

    def _continents(self) -> list[Plan | None]:
        found = []
        for c, continent in enumerate(self.board.continents):
            if self.holder[c] == self.seat:
                continue
            wanted = {at for at in continent.members if self.foes[self.owners[at]]}
            against = sum(self.armies[at] for at in wanted)
            if not wanted or against > self._budget():
                continue
            worth = self.card + sum(self.land(at) for at in wanted)
            bonus = continent.bonus * self.aims.continents.get(c, 1.0)
            worth += bonus * self.ahead * self._hold(c, against)
            found.append(self.estimate(wanted, worth, continent.code))
        return found

    def _hold(self, c: int, against: int) -> float:
        """Chance to hold a continent for a while, by who stands before its gates."""
        of, outside = self.board.continent_of, 0
        for gate in survey.gates(self.board)[c]:
            most = 0
            for near in self.around[gate]:
                if of[near] != c and self.foes[self.owners[near]] and self.armies[near] > most:
                    most = self.armies[near]
            outside += most
        left = max(1.0, 0.6 * self._budget() - against)
        return left / (left + 0.7 * outside)

    def _kills(self) -> list[Plan | None]:
        """Wiping somebody out: for the cards, the peace, or the game."""
        found = []
        for prey in self.rivals:
            if self.strength[prey] > 0.9 * self._budget():
                continue
            wanted = self._joined({at for at, owner in enumerate(self.owners) if owner == prey})
            if wanted is None:
                continue
            worth = self.card + sum(self.land(at) for at in wanted) + self._spoils(prey)
            found.append(self.estimate(wanted, worth, "kill"))
        return found

    def _spoils(self, prey: int) -> float:
        """What an elimination is worth beside the land."""
        view = self.view
        if len(self.rivals) == 1 or view.rules.teams:
            return WIN
        trophy = self.aims.trophy if prey == self.aims.prey else 0.0
        cards = len(view.hands[prey]) if view.rules.cards else 0
        value = 8.0 if view.rules.fixed_sets else float(rising_value(view.rules, view.sets))
        at_once = value if cards + len(view.hand) >= view.rules.elim_force else 0.0
        return trophy + 3.0 * (6.0 + cards * min(8.0, value / 3) + 0.5 * at_once)

    def _joined(self, wanted: set[int]) -> set[int] | None:
        """The targets with what lies between them and the own land; ``None`` if it is too far."""
        around, owners, seat = self.around, self.owners, self.seat
        reached = {at for at in wanted if any(owners[near] == seat for near in around[at])}
        queue = list(reached)
        joined = set(wanted)
        while True:
            for at in queue:
                for near in around[at]:
                    if near in joined and near not in reached:
                        reached.add(near)
                        queue.append(near)
            missing = joined - reached
            if not missing:
                return joined
            step = self._bridge(missing, reached)
            if step < 0:
                return None
            joined.add(step)
            reached.add(step)
            queue = [step]

    def _bridge(self, missing: set[int], reached: set[int]) -> int:
        """The weakest territory that joins a missing target to the own land or to a reached one."""
        around, owners, armies, seat = self.around, self.owners, self.armies, self.seat
        best, least = -1, 10**9
        for at in missing:
            for near in around[at]:
                if near in missing or owners[near] == seat or armies[near] >= least:
                    continue
                if any(owners[n] == seat or n in reached for n in around[near]):
                    best, least = near, armies[near]
        return best

    def _strikes(self) -> list[Plan | None]:
        """Ways to far targets: a rival's continent to be broken, what the game's goal asks for."""
        goals = [
            Goal(continent.members, 1, 0.0)
            for continent, holder in zip(self.board.continents, self.holder, strict=True)
            if holder in self.rivals
        ]
        goals += [Goal((at,), 1, 0.0) for at in self.aims.places]
        goals += self.aims.goals
        if not goals:
            return []
        lack, before = self._ways()
        found = []
        for among, count, worth in goals:
            near = sorted((lack[at], at) for at in among if at in lack)
            if len(near) < count or count > FARTHEST:
                continue
            wanted = {at for _, at in near[:count]}
            for _, at in near[:count]:
                while (at := before[at]) >= 0:
                    wanted.add(at)
            worth += self.card + sum(self.land(at) for at in wanted)
            found.append(self.estimate(wanted, worth, "strike"))
        return found

    def _ways(self) -> tuple[dict[int, float], dict[int, int]]:
        """The armies that lack for each enemy territory, and the step before it (-1: own land)."""
        around, owners, armies, foes = self.around, self.owners, self.armies, self.foes
        heap = []
        for origin in survey.borders(self.view):
            force = self.force(origin)
            for near in around[origin]:
                if foes[owners[near]]:
                    cost = self.mean[min(armies[near], MOST - 1)] + 1 - force
                    heap.append((cost, near, -1))
        heapify(heap)
        lack: dict[int, float] = {}
        before: dict[int, int] = {}
        while heap:
            cost, at, step = heappop(heap)
            if at in lack:
                continue
            lack[at], before[at] = cost, step
            if cost > self.reserve:
                continue
            for near in around[at]:
                if near not in lack and foes[owners[near]]:
                    heappush(heap, (cost + self.mean[min(armies[near], MOST - 1)] + 1, near, at))
        return lack, before

    def _marches(self) -> list[Plan]:
        """From every border with force enough: the way on which each step pays."""
        armies = self.armies
        origins = sorted(survey.borders(self.view), key=armies.__getitem__, reverse=True)
        found = []
        for at in origins[:MOST_MARCHES]:
            force = self.force(at) + self.reserve
            if force > 1:
                plan = self._march(at, force)
                if plan is not None:
                    found.append(plan)
        return found

    def _march(self, origin: int, force: int) -> Plan | None:
        """Step by step to the neighbour that pays best; what it gains on average."""
        around, owners, armies, foes = self.around, self.owners, self.armies, self.foes
        taken: list[int] = []
        at, gain, chance, mean, variance = origin, self.card, 1.0, 0.0, 0.0
        while len(taken) < LONGEST:
            best, most = -1, -1e9
            for near in around[at]:
                if foes[owners[near]] and near not in taken:
                    worth = self.land(near) - self.mean[min(armies[near], MOST - 1)]
                    if worth > most:
                        best, most = near, worth
            if best < 0:
                break
            defenders = min(armies[best], MOST - 1)
            mean += self.mean[defenders] + 1
            variance += self.variance[defenders]
            likely = at_most(force, mean, variance)
            pays = likely * self.land(best) - chance * self.mean[defenders] - 0.15
            if likely < 0.3 or (pays < 0 and (taken or pays + self.card * likely < 0)):
                break
            taken.append(best)
            gain += pays if len(taken) > 1 else pays - self.card * (1 - likely)
            chance, at = likely, best
        if not taken:
            return None
        orders = ((origin, self.reserve),) if self.reserve else ()
        return Plan(tuple(taken), 1.0, orders, gain, "march")


def best_plan(outlook: Outlook, chance: float) -> Plan | None:
    """The plan with most to gain of those likely enough; ``None`` where all cost more.

    What wins the game is tried at lower odds than anything else.
    """
    best: Plan | None = None
    for plan in outlook.plans():
        likely = plan.chance >= (min(chance, LONG_SHOT) if plan.wins else chance)
        if likely and plan.gain > (best.gain if best else 0.0):
            best = plan
    return best
