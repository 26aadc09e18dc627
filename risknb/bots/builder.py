"""A bot that builds an empire continent by continent."""

from __future__ import annotations

from ..moves import Move
from ..players import register
from ..rules.table import holders
from ..state import NOBODY, View
from . import survey
from .fighter import Fighter, Target
from .reckoning import MOST


@register("builder")
class Builder(Fighter):
    """Picks the continent it is nearest to holding, takes it, closes its gates, then the next.

    Attacks inside its continent at even odds, elsewhere only for the card of the turn or where
    it is far superior; breaks a continent an enemy holds when that is cheap.
    """

    def __init__(self, chance: float = 0.7, *, seed: int | str = 0) -> None:
        super().__init__(chance, seed=seed)
        self._focus = 0
        self._focus_turn = -1
        self._left: list[int] = []  # what is not its own there when the turn begins
        self._base = -1  # where armies for the continent gather, if it can be taken this turn
        self._duel = False  # against one rival every territory taken counts twice

    def meet(self, view: View) -> None:
        """A new game: no continent chosen yet."""
        super().meet(view)
        self._focus_turn = -1

    def focus(self, view: View) -> int:
        """The continent to take next; chosen once a turn."""
        turn = view.turn
        if turn != self._focus_turn or not turn:
            self._focus_turn = turn
            self._duel = survey.duel(view)
            self._focus = focus = self._choose_focus(view)
            members = view.board.continents[focus].members if focus >= 0 else ()
            self._left = [at for at in members if view.owners[at] != view.seat]
        return self._focus

    def _choose_focus(self, view: View) -> int:
        """The continent with the best bonus for the enemies in the way, above all one that can be
        taken this turn."""
        board, wanted, reserve = view.board, self.aim(view).continents, view.reserves[view.seat]
        gates = survey.gates(board)
        best, most, at_once = -1, 0.0, False
        self._base = -1
        if self._duel and self._rival_is_rich(view):
            return -1  # first break the rival's continents
        for c, strongest in enumerate(self._before(view)):
            if not strongest:
                continue
            cost, force = self._price(view, board.continents[c].members), strongest - 1 + reserve
            within = force > cost
            if self._duel and not within:
                continue  # against one rival only what is held next turn counts
            worth = board.continents[c].bonus * (10.0 if within else (1.0 + force) / cost)
            worth *= wanted.get(c, 1.0) / (1.0 + 0.2 * len(gates[c]))
            if worth > most:
                best, most, at_once = c, worth, within
        if at_once:
            self._base = self._origin(view, board.continents[best].members)
        return best

    def _before(self, view: View) -> list[int]:
        """For every continent its own largest army next to somebody else's land there, or 0."""
        owners, armies, hostile, seat = view.owners, view.armies, view.hostile, view.seat
        around, of = view.board.borders, view.board.continent_of
        most = [0] * len(view.board.continents)
        partners = bool(view.rules.teams)  # their land is nobody's enemy, yet not its own
        for at in view.lands[seat]:
            if hostile[at] or partners:
                force = armies[at]
                for near in around[at]:
                    if force > most[of[near]] and owners[near] != seat:
                        most[of[near]] = force
        return most

    def _price(self, view: View, members: tuple[int, ...]) -> float:
        """The armies it takes to conquer the rest of a continent."""
        owners, armies, seat = view.owners, view.armies, view.seat
        cost = 0.0
        for at in members:
            if owners[at] != seat:
                cost += 1.0 + 0.8 * armies[at]
        return cost

    def _origin(self, view: View, members: tuple[int, ...]) -> int:
        """The own territory with most armies next to what is left of a continent."""
        owners, armies, around, seat = view.owners, view.armies, view.board.borders, view.seat
        near = [n for at in members if owners[at] != seat for n in around[at] if owners[n] == seat]
        return max(near, key=armies.__getitem__)

    def _rival_is_rich(self, view: View) -> bool:
        """Whether somebody else holds a continent that brings three armies or more."""
        return any(
            owner not in (NOBODY, view.seat) and continent.bonus >= 3
            for owner, continent in zip(holders(view), view.board.continents, strict=True)
        )

    def spots(self, view: View) -> list[int]:
        """Starting armies go into the continent to be taken."""
        members = view.board.continents[max(0, self.focus(view))].members
        own = [at for at in members if view.owners[at] == view.seat and view.hostile[at]]
        return sorted(own, key=view.hostile.__getitem__, reverse=True)[:2] or super().spots(view)

    def worth(self, view: View, src: int, dst: int) -> float:
        """Targets in the continent count most, then breaking a continent, then the odds."""
        beside = self._near[dst](view.owners).count(view.me)
        worth = super().worth(view, src, dst) + beside
        if view.board.continent_of[dst] == self._focus:
            return 10.0 + worth
        breaks = self._breaks(view, dst)
        return worth + (5.0 + breaks if breaks else 0.0)

    def _breaks(self, view: View, at: int) -> int:
        """The bonus that an enemy loses with a territory."""
        board, owner = view.board, view.owners[at]
        c = board.continent_of[at]
        size, bonus = board.prizes[c]
        whole = view.tally[c * len(view.holds) + owner] == size
        return bonus if whole and owner != NOBODY else 0

    def highest(self, view: View) -> float:
        """The highest prize of any territory, the greatest bonus that an enemy has counted in."""
        held = zip(holders(view), view.board.prizes, strict=True)
        return super().highest(view) + max(
            [bonus for owner, (_, bonus) in held if owner not in (NOBODY, view.me)], default=0
        )

    def pick(self, view: View) -> Target | None:
        """Inside the continent whatever can be taken; outside only what is worth it."""
        self.focus(view)
        found = self._inside(view)
        if found is not None:
            return found
        target = super().pick(view)
        if target is None or not view.conquered:
            return target
        src, dst = target
        great = view.armies[src] > 3 * view.armies[dst] + 3
        return target if great or self._duel or self.worth(view, src, dst) >= 5.0 else None

    def _inside(self, view: View) -> Target | None:
        """The next attack on the continent to be taken: dead ends first, at lower odds."""
        armies, owners, foes, brave = view.armies, view.owners, self.foes(view), self._brave
        around, of, me = view.board.borders, view.board.continent_of, view.me
        focus, best, most = self._focus, None, -1e9
        for dst in self._left:
            defenders = armies[dst]
            if foes[owners[dst]] and defenders < MOST:
                src, force = -1, brave[defenders] - 1
                for near in around[dst]:
                    if armies[near] > force and owners[near] == me:
                        src, force = near, armies[near]
                if src >= 0:
                    onward = sum([of[n] == focus and foes[owners[n]] for n in around[dst]])
                    worth = force - defenders - 2.0 * onward
                    if worth > most:
                        best, most = (src, dst), worth
        return best

    def place(self, view: View) -> Move:
        """First close threatened gates, then everything to the front of the continent."""
        reserve = view.reserves[view.seat]
        self.focus(view)
        if self._base >= 0 and view.owners[self._base] == view.seat:
            return self.put(view, self._base, reserve)
        gate, short = self._weak_gate(view)
        if gate >= 0:
            return self.put(view, gate, min(reserve, short))
        return super().place(view)

    def _weak_gate(self, view: View) -> tuple[int, int]:
        """A gate of a continent held that an enemy outnumbers, and the armies it is short of."""
        board, owners, armies, seat = view.board, view.owners, view.armies, view.seat
        sides, foes = len(view.holds), self.foes(view)
        gate, most, reserve = -1, 0, view.reserves[seat]
        for c, continent in enumerate(board.continents):
            if view.tally[c * sides + seat] == len(continent.members):
                for at in continent.members:
                    if view.hostile[at]:
                        against = [armies[n] for n in board.borders[at] if foes[owners[n]]]
                        short = max(against, default=0) - armies[at]
                        if most < short <= reserve:
                            gate, most = at, short
        return gate, most

    def allure(self, view: View, at: int) -> tuple[float, float]:
        """A continent to be broken or to be taken draws it most, then much own land around.

        Once taken, every territory counts, and the bonus an enemy loses with it.
        """
        around, breaks = self._near[at](view.owners), self._breaks(view, at)
        inside = view.board.continent_of[at] == self._focus
        pull, prize = super().allure(view, at)
        beside = around.count(view.seat) / len(around)
        return pull + 0.5 * beside + inside + breaks, prize + breaks

    def front(self, view: View, reserve: int) -> int:
        """The border from which it gets furthest, above all in the continent to be taken."""
        self.focus(view)
        return super().front(view, reserve)
