"""A bot that attacks while it can: all armies on one border, then forward."""

from __future__ import annotations

from random import Random

from ..moves import Advance, Attack, Defend, Move, Pass, Place, Trade
from ..players import register
from ..rules import legal_moves
from ..rules.combat import most_advance, most_dice, most_defence
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
        self._random = Random(str(seed))

    def choose(self, view: View) -> Move:
        phase = view.phase
        if phase is Phase.ATTACK:
            return self._attack(view)
        if phase is Phase.ADVANCE:
            return Advance(most_advance(view))  # type: ignore[arg-type]
        if phase is Phase.DEFEND:
            return Defend(most_defence(view, view.attack[1]))  # type: ignore[arg-type]
        moves = list(legal_moves(view))
        trades = [move for move in moves if isinstance(move, Trade)]
        if trades:
            return trades[0]
        places = [move for move in moves if isinstance(move, Place)]
        if places:
            return self._place(view, places)
        if phase is Phase.FORTIFY:
            return PASS
        return self._random.choice(moves)

    def _attack(self, view: View) -> Move:
        armies, owners, borders = view.armies, view.owners, view.board.borders
        seat, hostile = view.seat, view.hostile
        for src, owner in enumerate(owners):
            if owner == seat and armies[src] > 1 and hostile[src]:
                for dst in borders[src]:
                    if owners[dst] != seat and armies[src] > armies[dst] + self._edge:
                        move = Attack(src, dst, most_dice(view, src))  # type: ignore[arg-type]
                        if move in legal_moves(view):
                            return move
        return PASS

    def _place(self, view: View, places: list[Move]) -> Move:
        armies, hostile = view.armies, view.hostile
        return max(places, key=lambda m: (hostile[m.at] > 0, armies[m.at], m.armies))  # type: ignore[union-attr]
