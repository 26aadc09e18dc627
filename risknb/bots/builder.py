"""A bot that builds an empire continent by continent."""

from __future__ import annotations

from collections import Counter

from ..moves import Move
from ..players import register
from ..rules.table import holders
from ..state import NOBODY, View
from . import survey
from .fighter import Fighter, Lures, Target
from .reckoning import MOST


@register("builder")
class Builder(Fighter):
    """Picks the continent it is nearest to holding, takes it, closes its gates, then the next.

    Attacks inside its continent at even odds, elsewhere only for the card of the turn or where
    it is far superior; breaks a continent an enemy holds when that is cheap.
    """

    closing = 1.0

    def __init__(self, chance: float = 0.7, *, seed: int | str = 0) -> None:
        super().__init__(chance, seed=seed)
        self._focus = 0
        self._focus_turn = -1
        self._left: list[int] = []  # what is not its own there when the turn begins
        self._base = -1  # where armies for the continent gather, if it can be taken this turn
        self._shut = False  # nothing is left there that can be taken
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
            owners, seat = view.owners, view.seat
            self._left = [at for at in members if owners[at] != seat]
            self._shut = False
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
        owners, armies, seat = view.owners, view.armies, view.seat
        around, of = view.board.borders, view.board.continent_of
        most = [0] * len(view.board.continents)
        for at in view.lands[seat]:
            force = armies[at]
            for near in around[at]:
                if owners[near] != seat and force > most[of[near]]:
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

    def worth(self, view: View, src: int, dst: int, plain: float) -> float:
        """Targets in the continent count most, then breaking a continent, then the odds."""
        if view.board.continent_of[dst] == self._focus:
            return 10.0 + plain
        breaks = self._breaks(view, dst)
        return plain + (5.0 + breaks if breaks else 0.0)

    def _breaks(self, view: View, at: int) -> int:
        """The bonus that an enemy loses with a territory."""
        board, owner = view.board, view.owners[at]
        first, end, bonus = board.prizes[board.continent_of[at]]
        whole = view.owners[first:end].count(owner) == end - first
        return bonus if whole and owner != NOBODY else 0

    def pick(self, view: View) -> Target | None:
        """Inside the continent whatever can be taken; outside only what is worth it."""
        if view.turn != self._focus_turn:
            self.focus(view)
        found = self._inside(view)
        if found is not None:
            return found
        self._shut = self._plain
        target = super().pick(view)
        if target is None or not view.conquered or self._duel:
            return target
        return target if self._pays(view, *target) else None

    def _pays(self, view: View, src: int, dst: int) -> bool:
        """Whether a target outside the continent is worth it, the card of the turn once earned."""
        armies, owner = view.armies, view.owners[dst]
        if armies[src] > 3 * armies[dst] + 3:
            return True
        held = view.board.size if owner == NOBODY else len(view.lands[owner])
        beside = self._near[dst](view.owners).count(view.me)
        plain = armies[src] / armies[dst] + 8.0 / held + beside
        return self.worth(view, src, dst, plain) >= 5.0

    def _inside(self, view: View) -> Target | None:
        """The next attack on the continent to be taken: dead ends first, at lower odds."""
        armies, owners, foes, brave = view.armies, view.owners, self.foes(view), self._brave
        around, of, me = view.board.borders, view.board.continent_of, view.me
        focus, best, most = self._focus, None, -1e9
        for dst in self._in_reach(view):
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

    def _in_reach(self, view: View) -> list[int]:
        """What may be taken now of what is left of the continent.

        Once nothing could be taken, only the force that has moved since may change that.
        """
        if not self._shut:
            return self._left
        if view.owners[self._here] != view.me:
            return []
        around = view.board.borders[self._here]
        return [at for at in self._left if at in around]

    def place(self, view: View) -> Move:
        """First close threatened gates, then everything to the front of the continent."""
        reserve = view.reserves[view.seat]
        self.focus(view)
        self._shut = False
        if self._base >= 0 and view.owners[self._base] == view.seat:
            return self.put(view, self._base, reserve)
        gate, short = self._weak_gate(view)
        if gate >= 0:
            return self.put(view, gate, min(reserve, short))
        return super().place(view)

    def _weak_gate(self, view: View) -> tuple[int, int]:
        """A gate of a continent held that an enemy outnumbers, and the armies it is short of."""
        board, owners, armies, seat = view.board, view.owners, view.armies, view.seat
        foes = self.foes(view)
        gate, most, reserve = -1, 0, view.reserves[seat]
        for c, holder in enumerate(holders(view)):
            if holder == seat:
                for at in survey.gates(board)[c]:
                    against = [armies[n] for n in board.borders[at] if foes[owners[n]]]
                    short = max(against, default=0) - armies[at]
                    if most < short <= reserve:
                        gate, most = at, short
        return gate, most

    def lures(self, view: View, own: list[int]) -> Lures:
        """A continent to be broken or to be taken draws it most, then much own land around.

        Once taken, every territory counts, and the bonus an enemy loses with it.
        """
        found = super().lures(view, own)
        _, pulls, prizes = found
        around, continents = view.board.borders, view.board.continents
        beside = Counter([near for border in own for near in around[border]])
        for at, count in beside.items():
            pulls[at] += 0.5 * (count / len(around[at]))
        if self._focus >= 0:
            for at in continents[self._focus].members:
                pulls[at] += 1
        for owner, continent in zip(holders(view), continents, strict=True):
            if owner not in (NOBODY, view.me):
                for at in continent.members:
                    pulls[at] += continent.bonus
                    prizes[at] += continent.bonus
        return found

    def front(self, view: View, reserve: int) -> int:
        """The border from which it gets furthest, above all in the continent to be taken."""
        self.focus(view)
        return super().front(view, reserve)
