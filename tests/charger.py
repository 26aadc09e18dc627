"""A bot for tests that brings games to their end: it attacks while it can, the weakest first."""

from __future__ import annotations

from random import Random

from risknb.moves import Advance, Attack, Fortify, Move, Pass, Place
from risknb.rules import is_legal, legal_moves
from risknb.rules.combat import most_advance, most_dice
from risknb.rules.reinforce import trades
from risknb.state import Phase, View


class Charger:
    """Everything on one border, all dice, forward with all armies; anything else by lot."""

    def __init__(self, seed: object) -> None:
        self._random = Random(str(seed))

    def choose(self, view: View) -> Move:
        if view.phase is Phase.ATTACK:
            return self._attack(view)
        if view.phase is Phase.ADVANCE:
            return Advance(most_advance(view))
        if view.phase is Phase.REINFORCE or view.phase is Phase.SPOILS:
            return self._reinforce(view)
        if view.phase is Phase.FORTIFY:
            return self._fortify(view)
        return self._random.choice(list(legal_moves(view)))

    def _attack(self, view: View) -> Move:
        armies, holds = view.armies, view.holds
        best, wanted = Pass(), (-1, -99)
        for src in self._borders(view):
            for dst in view.board.borders[src]:
                ahead = armies[src] - armies[dst]
                rank = (-holds[view.owners[dst]], ahead)
                if ahead > 0 and (best == Pass() or rank > wanted):
                    move = Attack(src, dst, most_dice(view, src))
                    if is_legal(view, move):
                        best, wanted = move, rank
        return best

    def _borders(self, view: View) -> list[int]:
        return [
            at
            for at, owner in enumerate(view.owners)
            if owner == view.seat and view.hostile[at] and view.armies[at] > 1
        ]

    def _reinforce(self, view: View) -> Move:
        for trade in trades(view):
            return trade
        own = [at for at, owner in enumerate(view.owners) if owner == view.seat]
        front = max(own, key=lambda at: (view.hostile[at] > 0, view.armies[at]), default=0)
        move = Place(front, view.reserves[view.seat])
        return move if is_legal(view, move) else self._random.choice(list(legal_moves(view)))

    def _fortify(self, view: View) -> Move:
        """The largest army behind the lines goes to the border, where it can."""
        idle = [
            at
            for at, owner in enumerate(view.owners)
            if owner == view.seat and not view.hostile[at] and view.armies[at] > 2
        ]
        if not idle:
            return Pass()
        src = max(idle, key=lambda at: view.armies[at])
        for dst in self._borders(view):
            move = Fortify(src, dst, view.armies[src] - 1)
            if is_legal(view, move):
                return move
        return Pass()
