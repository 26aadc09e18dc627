"""A bot that hides behind its borders."""

from __future__ import annotations

from ..moves import Move
from ..players import register
from ..state import View
from . import survey
from .fighter import Fighter, Target

#: Rounds after which being the strongest is reason enough to come out.
PATIENCE = 20


@register("turtle")
class Turtle(Fighter):
    """Strengthens its weakest border and takes one safe territory a turn for the card.

    Only when it outnumbers everybody else together does it come out; after many rounds it is
    enough to be the strongest, or a table of turtles would sit forever. *chance* is how safe an
    attack has to be.
    """

    def __init__(self, chance: float = 0.9, *, seed: int | str = 0) -> None:
        super().__init__(chance, seed=seed)

    def pick(self, view: View) -> Target | None:
        """One safe conquest a turn, or everything once it comes out."""
        if (view.conquered or not view.rules.cards) and not self._comes_out(view):
            return None
        return super().pick(view)

    def _comes_out(self, view: View) -> bool:
        """Whether it is overwhelming, or the strongest in a game that does not end."""
        armies = survey.strengths(view)
        mine = armies[view.seat]
        if view.turn > PATIENCE * view.seats:
            return mine == max(armies[: view.seats])
        return 2 * mine >= sum(armies)

    def place(self, view: View) -> Move:
        """The weakest border, seen against the enemies that stand before it, until it comes out."""
        if view.turn > PATIENCE * view.seats and self._comes_out(view):
            return super().place(view)
        armies, owners, foes = view.armies, view.owners, self.foes(view)
        around, guard = view.board.borders, self.aim(view).guard
        best, least, reserve = -1, 1e9, view.reserves[view.seat]
        for at in survey.borders(view):
            threat = max((armies[n] for n in around[at] if foes[owners[n]]), default=0)
            margin = armies[at] - threat - (5 if at == guard else 0)
            if margin < least:
                best, least = at, margin
        if best < 0:
            return super().place(view)
        return self.put(view, best, max(1, (reserve + 1) // 2))
