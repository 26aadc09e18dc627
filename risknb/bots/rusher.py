"""A bot that attacks while it can: all armies on one border, then forward."""

from __future__ import annotations

from functools import cached_property
from random import Random

from ..moves import Advance, Attack, Blitz, Defend, Move, Pass, Place, Trade
from ..players import register
from ..rules import is_legal, legal_moves
from ..rules.combat import most_advance, most_defence
from ..rules.reinforce import trades
from ..state import Phase, View

PASS = Pass()
ATTACK, FORTIFY, REINFORCE = Phase.ATTACK, Phase.FORTIFY, Phase.REINFORCE


@register("rusher")
class Rusher:
    """Attacks with all dice from the first territory that outnumbers a neighbour, then stops.

    Reinforcements go where most armies stand against an enemy; conquerors move on together.
    *edge* is by how many armies it wants to be ahead.
    """

    def __init__(self, edge: int = 0, *, seed: int | str = 0) -> None:
        self._edge = edge
        self._here = 0
        self._seed = seed

    @cached_property
    def _random(self) -> Random:
        return Random(str(self._seed))

    def choose(self, view: View) -> Move | Blitz:
        phase = view.phase
        if phase is ATTACK:
            return self._attack(view)
        if phase is FORTIFY:
            return PASS
        if phase is REINFORCE or phase is Phase.SPOILS:
            return self._reinforce(view)
        if phase is Phase.ADVANCE:
            return Advance(most_advance(view))
        if phase is Phase.DEFEND:
            assert view.attack is not None
            return Defend(most_defence(view, view.attack[1]))
        return self._otherwise(view)

    def _reinforce(self, view: View) -> Move:
        """A set as soon as there is one; then everything on the largest army of a border."""
        rules = view.rules
        if rules.cards and len(view.hand) >= 3:
            best: Trade | None = next(iter(trades(view)), None)
            if best is not None:
                return best
        move = Place(self._front(view), view.reserves[view.me])
        unusual = not move.armies or rules.army_cap or rules.teams
        return self._otherwise(view) if unusual and not is_legal(view, move) else move

    def _front(self, view: View) -> int:
        armies, hostile = view.armies, view.hostile
        front, most = 0, -1
        for at in view.lands[view.me]:
            if armies[at] > most and hostile[at]:
                front, most = at, armies[at]
        return front

    def _attack(self, view: View) -> Move | Blitz:
        """From where it stands after the last conquest, or from the first place that can."""
        if view.rules.active or view.rules.teams:
            return self._attack_in_company(view)
        armies, owners, me, edge = view.armies, view.owners, view.me, self._edge
        borders = view.board.borders
        for src in (self._here, *view.lands[me]):
            most = armies[src]
            if most > 1 and owners[src] == me:
                most -= edge
                for dst in borders[src]:
                    if armies[dst] < most and owners[dst] != me:
                        self._here = dst
                        return Blitz(src, dst, 1, True)
        self._here = 0
        return PASS

    def _attack_in_company(self, view: View) -> Move:
        """Where allies and partners stand between, the rules tell who is an enemy."""
        armies = view.armies
        moves = [
            move
            for move in legal_moves(view, kind=Attack)
            if armies[move.src] > armies[move.dst] + self._edge  # type: ignore[union-attr]
        ]
        return moves[-1] if moves else PASS

    def _otherwise(self, view: View) -> Move:
        return self._random.choice(list(legal_moves(view)))
