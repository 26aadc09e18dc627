"""A bot that attacks while it can: all armies on one border, then forward."""

from __future__ import annotations

from functools import cached_property, lru_cache
from random import Random

from ..board import Board
from ..moves import Advance, Attack, Blitz, Defend, EndTurn, Move, Pass, Place, Trade, Wish
from ..players import bot_text, register
from ..rules import is_legal, legal_moves
from ..rules.combat import most_advance, most_defence
from ..rules.reinforce import trades
from ..state import Phase, View

PASS, END = Pass(), EndTurn()
#: Makes a named tuple at half the cost of calling its class.
_new = tuple.__new__
ATTACK, FORTIFY, REINFORCE = Phase.ATTACK, Phase.FORTIFY, Phase.REINFORCE


@lru_cache(maxsize=16)
def strikes(board: Board) -> list[list[tuple[int, Blitz]]]:
    """Every neighbour of every territory, with the wish to take it and to move in."""
    return [
        [(dst, Blitz(src, dst, 1, True)) for dst in near] for src, near in enumerate(board.borders)
    ]


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
        self._view: View | None = None

    def __repr__(self) -> str:
        return bot_text(self, self._edge)

    @cached_property
    def _random(self) -> Random:
        return Random(str(self._seed))

    def choose(self, view: View) -> Wish:
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
        rules, armies = view.rules, view.reserves[view.me]
        if rules.cards and len(view.hand) >= 3:
            best: Trade | None = next(iter(trades(view)), None)
            if best is not None:
                return best
        move = _new(Place, (self._front(view), armies))
        unusual = not armies or rules.army_cap or rules.teams
        return self._otherwise(view) if unusual and not is_legal(view, move) else move

    def _front(self, view: View) -> int:
        """The largest army with somebody else beside it; the first of equal ones."""
        sides = view.owners if view.units is None else view.stands()
        armies, borders = view.armies, view.board.borders
        best, most = 0, 0
        for at in view.lands[view.me]:
            if armies[at] > most:
                side = sides[at]
                for near in borders[at]:
                    if sides[near] != side:
                        best, most = at, armies[at]
                        break
        return best

    def _attack(self, view: View) -> Wish:
        """From where it stands after the last conquest, or from the first place that can."""
        if view is not self._view:
            self._look_around(view)
        if self._in_company:
            return self._attack_in_company(view)
        armies, owners, me = view.armies, view.owners, view.me
        for sources in (self._here,), view.lands[me]:
            for src in sources:
                if armies[src] > 1 and owners[src] == me:
                    most = armies[src] - self._edge
                    for dst, strike in self._strikes[src]:
                        if owners[dst] != me and armies[dst] < most:
                            self._here = dst
                            return strike
        self._here = 0
        return END

    def _look_around(self, view: View) -> None:
        """What stays the same as long as the view does."""
        self._view, self._strikes = view, strikes(view.board)
        self._in_company = view.rules.active or view.rules.teams

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
