"""A bot that attacks while it can: all armies on one border, then forward."""

from __future__ import annotations

from random import Random

from ..moves import Advance, Attack, Blitz, Defend, Move, Pass, Place, Trade
from ..players import register
from ..rules import is_legal, legal_moves
from ..rules.combat import most_advance, most_defence
from ..rules.reinforce import trades
from ..state import Phase, View

PASS = Pass()


@register("rusher")
class Rusher:
    """Attacks with all dice from the first territory that outnumbers a neighbour, then stops.

    Reinforcements go where most armies stand against an enemy; conquerors move on together.
    *edge* is by how many armies it wants to be ahead.
    """

    def __init__(self, edge: int = 0, *, seed: int | str = 0) -> None:
        self._edge = edge
        self._here = 0
        self._random = Random(str(seed))

    def choose(self, view: View) -> Move | Blitz:
        phase = view.phase
        if phase is Phase.ATTACK:
            return self._attack(view)
        if phase is Phase.ADVANCE:
            return Advance(most_advance(view))
        if phase is Phase.FORTIFY:
            return PASS
        if phase is Phase.REINFORCE or phase is Phase.SPOILS:
            return self._reinforce(view)
        if phase is Phase.DEFEND:
            assert view.attack is not None
            return Defend(most_defence(view, view.attack[1]))
        return self._otherwise(view)

    def _reinforce(self, view: View) -> Move:
        """A set as soon as there is one; then everything on the largest army of a border."""
        if len(view.hand) >= 3:
            best: Trade | None = next(iter(trades(view)), None)
            if best is not None:
                return best
        move = Place(self._front(view), view.reserves[view.seat])
        unusual = not move.armies or view.rules.army_cap or view.rules.teams
        return self._otherwise(view) if unusual and not is_legal(view, move) else move

    def _front(self, view: View) -> int:
        armies, hostile, seat = view.armies, view.hostile, view.seat
        front, most = 0, -1
        for at, owner in enumerate(view.owners):
            if owner == seat and hostile[at] and armies[at] > most:
                front, most = at, armies[at]
        return front

    def _attack(self, view: View) -> Move | Blitz:
        """From where it stands after the last conquest, or from the first place that can."""
        if view.rules.active or view.rules.teams:
            return self._attack_in_company(view)
        target = self._target(view, self._here)
        if target < 0:
            self._here, target = self._search(view)
        if target < 0:
            return PASS
        src, self._here = self._here, target
        return Blitz(src, target, 1, True)

    def _attack_in_company(self, view: View) -> Move:
        """Where allies and partners stand between, the rules tell who is an enemy."""
        armies = view.armies
        moves = [
            move
            for move in legal_moves(view, kind=Attack)
            if armies[move.src] > armies[move.dst] + self._edge  # type: ignore[union-attr]
        ]
        return moves[-1] if moves else PASS

    def _search(self, view: View) -> tuple[int, int]:
        armies, hostile, seat = view.armies, view.hostile, view.seat
        for src, owner in enumerate(view.owners):
            if owner == seat and armies[src] > 1 and hostile[src]:
                target = self._target(view, src)
                if target >= 0:
                    return src, target
        return 0, -1

    def _target(self, view: View, src: int) -> int:
        armies, owners, seat = view.armies, view.owners, view.seat
        most = armies[src] - self._edge
        if most > 1 and armies[src] > 1 and owners[src] == seat:
            for dst in view.board.borders[src]:
                if owners[dst] != seat and armies[dst] < most:
                    return dst
        return -1

    def _otherwise(self, view: View) -> Move:
        return self._random.choice(list(legal_moves(view)))
