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
        self._base = -1  # where armies for the continent gather, if it can be taken this turn
        self._duel = False  # against one rival every territory taken counts twice

    def meet(self, view: View) -> None:
        """A new game: no continent chosen yet."""
        super().meet(view)
        self._focus_turn = -1

    def focus(self, view: View) -> int:
        """The continent to take next; chosen once a turn."""
        if view.turn != self._focus_turn or not view.turn:
            self._focus_turn = view.turn
            self._duel = survey.duel(view)
            self._focus = self._choose_focus(view)
        return self._focus

    def _choose_focus(self, view: View) -> int:
        """The continent with the best bonus for the enemies in the way, above all one that can be
        taken this turn."""
        board, wanted = view.board, self.aim(view).continents
        best, most = -1, 0.0
        self._base = -1
        if self._duel and self._rival_is_rich(view):
            return -1  # first break the rival's continents
        for c, continent in enumerate(board.continents):
            cost, force, base = self._price(view, continent.members)
            if base < 0:
                continue
            within = force > cost
            if self._duel and not within:
                continue  # against one rival only what is held next turn counts
            worth = continent.bonus * (10.0 if within else (1.0 + force) / cost)
            worth *= wanted.get(c, 1.0) / (1.0 + 0.2 * len(survey.gates(board)[c]))
            if worth > most:
                best, most, self._base = c, worth, base if within else -1
        return best

    def _rival_is_rich(self, view: View) -> bool:
        """Whether somebody else holds a continent that brings three armies or more."""
        return any(
            owner not in (NOBODY, view.seat) and continent.bonus >= 3
            for owner, continent in zip(holders(view), view.board.continents, strict=True)
        )

    def _price(self, view: View, members: tuple[int, ...]) -> tuple[float, float, int]:
        """The armies it takes to conquer the rest of a continent, those at hand, and where."""
        owners, armies, around, seat = view.owners, view.armies, view.board.borders, view.seat
        cost, base, most = 0.0, -1, 0
        for at in members:
            if owners[at] != seat:
                cost += 1.0 + 0.8 * armies[at]
                for near in around[at]:
                    if owners[near] == seat and armies[near] > most:
                        base, most = near, armies[near]
        return cost, most - 1 + view.reserves[seat], base

    def spots(self, view: View) -> list[int]:
        """Starting armies go into the continent to be taken."""
        members = view.board.continents[max(0, self.focus(view))].members
        own = [at for at in members if view.owners[at] == view.seat and view.hostile[at]]
        return sorted(own, key=view.hostile.__getitem__, reverse=True)[:2] or super().spots(view)

    def worth(self, view: View, src: int, dst: int) -> float:
        """Targets in the continent count most, then breaking a continent, then the odds."""
        owners, seat = view.owners, view.seat
        beside = [owners[near] for near in view.board.borders[dst]].count(seat)
        worth = super().worth(view, src, dst) + beside
        if view.board.continent_of[dst] == self._focus:
            return 10.0 + worth
        breaks = self._breaks(view, dst)
        return worth + (5.0 + breaks if breaks else 0.0)

    def _breaks(self, view: View, at: int) -> int:
        """The bonus that an enemy loses with a territory."""
        c, owner = view.board.continent_of[at], view.owners[at]
        continent = view.board.continents[c]
        whole = view.tally[c * len(view.holds) + owner] == len(continent.members)
        return continent.bonus if whole and owner != NOBODY else 0

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
        armies, owners, foes = view.armies, view.owners, self.foes(view)
        around, of, seat = view.board.borders, view.board.continent_of, view.seat
        focus, best, most = self._focus, None, -1e9
        for dst in view.board.continents[focus].members if focus >= 0 else ():
            defenders = armies[dst]
            if foes[owners[dst]] and defenders < MOST:
                least = self._brave[defenders]
                origins = [n for n in around[dst] if owners[n] == seat and armies[n] >= least]
                if origins:
                    onward = sum([of[n] == focus and foes[owners[n]] for n in around[dst]])
                    src = max(origins, key=armies.__getitem__)
                    worth = armies[src] - defenders - 2.0 * onward
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

    def allure(self, view: View, at: int) -> float:
        """A continent to be broken or to be taken draws it most, then much own land around."""
        owners, seat = view.owners, view.seat
        around = view.board.borders[at]
        beside = [owners[near] for near in around].count(seat) / len(around)
        inside = view.board.continent_of[at] == self._focus
        return super().allure(view, at) + 0.5 * beside + inside + self._breaks(view, at)

    def prize(self, view: View, at: int) -> float:
        """Every territory, and the bonus an enemy loses with it."""
        return super().prize(view, at) + self._breaks(view, at)

    def front(self, view: View, reserve: int) -> int:
        """The border from which it gets furthest, above all in the continent to be taken."""
        self.focus(view)
        return super().front(view, reserve)
