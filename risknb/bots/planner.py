"""A strong bot: it chooses a whole turn at once."""

from __future__ import annotations

from ..moves import Advance, Claim, ClaimMission, Fortify, Headquarters, Move, Place, Trade, Wish
from ..players import register
from ..rules import missions, reinforce
from ..rules.combat import most_advance
from ..rules.fortify import reach, spare
from ..state import View
from . import survey
from .aims import NOTHING, Aims
from .builder import Builder
from .fighter import bounded
from .habits import PASS
from .plans import LONG_SHOT, Outlook, Plan, best_plan
from .reckoning import MOST, needed

#: How much a wish of the goal counts when territories are claimed.
DRAFT = 0.3


@register("planner")
class Planner(Builder):
    """Compares plans for the whole turn and carries out the best one.

    A plan is a group of territories: a continent to take or to break, a rival to wipe out for
    his cards, a single territory for the card of the turn, what a mission or a headquarters asks
    for. Its worth is what the position gains (income, land, cards, killed armies, more so of the
    leader) times its chance, less the armies it costs. Armies are placed where the plan lacks
    them; what is left guards the gates of its continents. *chance* is the least chance of success
    it accepts.
    """

    def __init__(self, chance: float = 0.55, *, seed: int | str = 0) -> None:
        super().__init__(0.7, seed=seed)
        self._least = bounded(chance, 0.95)
        self._plan: Plan | None = None
        self._orders: list[tuple[int, int]] = []
        self._planned = (-1, -1)

    def setting(self) -> float:
        """The least chance of a plan."""
        return self._least

    def meet(self, view: View) -> None:
        """A new game, no plan yet."""
        super().meet(view)
        self._plan, self._orders, self._planned = None, [], (-1, -1)
        self._bold = needed(LONG_SHOT, view.rules.attack_dice, view.rules.defend_dice)

    def take_over(self, view: View, plan: Plan | None, orders: list[tuple[int, int]]) -> None:
        """Go on from here with a plan made elsewhere, and where its armies go."""
        self.meet(view)
        self._plan, self._orders = plan, orders
        self._planned = (view.turn, view.reserves[view.seat])

    # -- set-up ----------------------------------------------------------------------------------
    def claim(self, view: View) -> Move:
        """Claim what a mission asks for, and where the own continents grow."""
        self._turn = -1  # what a mission lacks changes with every claim
        places = self.aim(view).places
        return Claim(survey.best_claim(view, {at: DRAFT * n for at, n in places.items()}))

    # -- cards -----------------------------------------------------------------------------------
    def trade(self, view: View) -> Trade | None:
        """The best set; kept back where it does not yet bring the armies a mission asks for."""
        best = self.best_trade(view)
        wanted, deeds = self.aim(view).received, view.deeds
        if best is None or deeds is None or wanted <= deeds.received or reinforce.must_trade(view):
            return best
        value = best.value or reinforce.values(view, best.cards)[0]
        return best if deeds.received + value >= wanted else None

    # -- placing ---------------------------------------------------------------------------------
    def place(self, view: View) -> Move:
        """Carry out the orders of the plan; make one first."""
        reserve = view.reserves[view.seat]
        if self._planned != (view.turn, reserve):
            self._orders = self._deploy(view, reserve)
        while self._orders:
            at, armies = self._orders.pop(0)
            if view.owners[at] == view.seat and armies > 0:
                armies = min(armies, reserve)
                self._planned = (view.turn, reserve - armies)
                move = self.put(view, at, armies)
                if isinstance(move, Place):
                    self._planned = (view.turn, reserve - move.armies)
                return move
        self._planned = (-1, -1)
        return super().place(view)

    def _deploy(self, view: View, reserve: int) -> list[tuple[int, int]]:
        """Where the armies in hand go: to garrisons, or where the best plan asks for them."""
        outlook = self._outlook(view, reserve)
        filling = self._garrisons(view, reserve)
        if filling:
            return filling
        self._plan = self.settle_on(outlook)
        return self.orders(outlook, self._plan)

    def settle_on(self, outlook: Outlook) -> Plan | None:
        """The plan to carry out now; ``None`` for no attack."""
        return best_plan(outlook, self._least)

    def orders(self, outlook: Outlook, plan: Plan | None) -> list[tuple[int, int]]:
        """What a plan lacks, then weak gates, then the front."""
        view, reserve = outlook.view, outlook.reserve
        orders = list(plan.orders) if plan is not None else []
        left = reserve - sum(armies for _, armies in orders)
        for gate, short in self._short_gates(view, outlook):
            if left <= 0:
                break
            orders.append((gate, min(left, short)))
            left -= min(left, short)
        if left > 0:
            orders.append((self._stand(view, outlook, plan), left))
        return orders

    def _garrisons(self, view: View, reserve: int) -> list[tuple[int, int]]:
        """Where armies go for the garrisons that a mission asks for; nothing far from the goal."""
        aims = self.aim(view)
        own = survey.own(view)
        if not aims.filled or len(own) < aims.filled - 1:
            return []
        armies, hostile, least = view.armies, view.hostile, aims.garrison
        own.sort(key=armies.__getitem__, reverse=True)
        orders = [(at, least - armies[at]) for at in own[: aims.filled] if armies[at] < least]
        if len(own) >= aims.filled and sum(n for _, n in orders) <= reserve:
            return orders
        own.sort(key=lambda at: hostile[at] > 0)  # what lies inside keeps its garrison
        weak = [at for at in own if armies[at] < least][:reserve]
        if not weak:
            return []
        strong = max(own, key=lambda at: hostile[at] * armies[at])
        return [*((at, 1) for at in weak), (strong, reserve - len(weak))]

    def _outlook(self, view: View, reserve: int) -> Outlook:
        self._turn = -1  # what a mission lacks changes with every conquest
        return Outlook(view, self.foes(view), self.aim(view), reserve)

    def _short_gates(self, view: View, outlook: Outlook) -> list[tuple[int, int]]:
        """Own gates weaker than the enemy before them, the shortest of armies last."""
        found = []
        for at in survey.borders(view):
            c = view.board.continent_of[at]
            if outlook.holder[c] == view.seat or at == outlook.aims.guard:
                short = outlook.threat(at) - view.armies[at]
                if short > 0:
                    found.append((at, short))
        return sorted(found, key=lambda order: order[1])

    def _stand(self, view: View, outlook: Outlook, plan: Plan | None) -> int:
        """Where armies without a task gather: at the plan's origin, or on the best front."""
        if plan is not None:
            wanted, armies = plan.wanted, view.armies
            origins = {
                near
                for at in wanted
                for near in view.board.borders[at]
                if view.owners[near] == view.seat
            }
            if origins:
                return max(origins, key=armies.__getitem__)
        front = self.front(view, 0)
        return front if front >= 0 else survey.own(view)[0]

    # -- attacking -------------------------------------------------------------------------------
    def attack(self, view: View) -> Wish:
        """Go on with the plan; when it is done or lost, look for another one, then stop."""
        for _ in range(2):
            strike = self._next_strike(view, self._plan)
            if strike is not None:
                return strike
            self._plan = self.settle_on(self._outlook(view, 0))
            if self._plan is None:
                break
        return self.rest(view)

    def _next_strike(self, view: View, plan: Plan | None) -> Wish | None:
        """The next attack of a plan: dead ends first, from the strongest neighbour."""
        if plan is None:
            return None
        owners, armies, foes, seat = view.owners, view.armies, self.foes(view), view.seat
        around, need = view.board.borders, self._bold if plan.wins else self._brave
        left = [at for at in plan.wanted if foes[owners[at]]]
        best, most = None, -1e9
        for dst in left:
            defenders = min(armies[dst], MOST - 1)
            onward = sum(near in plan.wanted and foes[owners[near]] for near in around[dst])
            for src in around[dst]:
                if owners[src] == seat and armies[src] >= need[defenders]:
                    worth = armies[src] - defenders - 2.0 * onward
                    if worth > most:
                        best, most = (src, dst), worth
        return None if best is None else self.storm(view, *best)

    def follows(self, view: View, src: int, dst: int) -> bool:
        """Only with a look at the board."""
        return False

    def advance(self, view: View) -> Move:
        """Move on as the plan asks; a garrison stays where a mission wants one."""
        assert view.attack is not None
        src, _, least = view.attack
        aims, armies = self.aim(view), self._followers(view)
        if aims.filled and armies > max(least, 2):
            armies = max(least, 2, min(armies, view.armies[src] - aims.garrison))
        return Advance(armies)

    def _followers(self, view: View) -> int:
        """Follow the plan; without targets left on either side guard what is threatened more."""
        assert view.attack is not None
        src, dst, least = view.attack
        most = most_advance(view)
        if not view.hostile[src] or (view.hostile[dst] and survey.duel(view)):
            return most  # one rival is best kept running
        if not view.hostile[dst]:
            return least
        here, there = self._tasks(view, src), self._tasks(view, dst)
        if here or there:
            if not here or not there:
                return least if here else most
            share = round(most * there / (here + there)) if there < here else most
            return max(least, min(most, share))
        outlook = self._outlook(view, 0)
        a, b = outlook.threat(src) + 1, outlook.threat(dst) + 1
        return max(least, min(most, round(view.armies[src] * b / (a + b))))

    def _tasks(self, view: View, at: int) -> int:
        """Armies of the plan's targets that are reached from a territory."""
        plan = self._plan
        if plan is None:
            return 0
        owners, armies, foes, around = view.owners, view.armies, self.foes(view), view.board.borders
        queue, seen, total = [at], {at}, 0
        for place in queue:
            for near in around[place]:
                if near not in seen and near in plan.wanted and foes[owners[near]]:
                    seen.add(near)
                    queue.append(near)
                    total += armies[near] + 1
        return total

    # -- the end of the turn ---------------------------------------------------------------------
    def fortify(self, view: View) -> Move:
        """Bring idle armies to where they are missed most."""
        src = survey.idle(view)
        if src < 0 or view.rules.teams:
            return super().fortify(view)
        if view.rules.move == "adjacent" and not view.rules.multi_fortify:
            return super().fortify(view)
        outlook = self._outlook(view, 0)
        ways = [at for at in reach(view, src) if view.hostile[at]]
        if not ways:
            return PASS
        dst = max(ways, key=lambda at: self._missed(view, outlook, at))
        armies = min(spare(view, src), view.rules.cap - view.armies[dst])
        return Fortify(src, dst, armies) if armies > 0 else PASS

    def _missed(self, view: View, outlook: Outlook, at: int) -> float:
        """How much a border needs armies: its threat, twice so at the gate of a held continent."""
        gate, armies = outlook.holder[view.board.continent_of[at]] == view.seat, view.armies[at]
        return (outlook.threat(at) - armies) * (2.0 if gate else 1.0) + 0.3 * armies


@register("planner-blind")
class BlindPlanner(Planner):
    """A planner that ignores missions and headquarters, to measure what pursuing them is worth."""

    def headquarters(self, view: View) -> Move:
        """Anywhere."""
        return Headquarters(self.random.choice(survey.own(view)))

    def aim(self, view: View) -> Aims:
        """Nothing but conquest."""
        return NOTHING

    def show(self, view: View) -> ClaimMission | None:
        """Whatever happens to be completed."""
        return next(missions.claims(view), None)
