"""A bot that is really easy to beat: a newcomer who has just read the rules."""

from __future__ import annotations

from ..moves import Advance, Claim, Defend, Move, Trade
from ..players import register
from ..rules import reinforce
from ..state import NOBODY, View
from . import survey
from .habits import PASS, Habits

#: Rounds after which it has waited long enough and attacks while it can, so that its games end.
PATIENCE = 60


@register("beginner")
class Beginner(Habits):
    """Claims and reinforces anywhere, attacks now and then where it outnumbers somebody, forgets
    to move its armies up and turns in cards only when it must. A long game bores it: then it
    attacks while it can."""

    def claim(self, view: View) -> Move:
        """Any free territory."""
        free = [at for at, owner in enumerate(view.owners) if owner == NOBODY]
        return Claim(self.random.choice(free))

    def spots(self, view: View) -> list[int]:
        """Everywhere a little."""
        return survey.own(view)

    def trade(self, view: View) -> Trade | None:
        """Only when the rules force it."""
        return self.best_trade(view) if reinforce.must_trade(view) else None

    def place(self, view: View) -> Move:
        """A few armies at a time on any border."""
        at = self.random.choice(survey.borders(view) or survey.own(view))
        return self.put(view, at, min(2, view.reserves[view.seat]))

    def attack(self, view: View) -> Move:
        """One attack at random where it has more armies; every so often it stops."""
        if not self._bored(view) and self.random.random() < 0.3:
            return PASS
        armies, owners, foes = view.armies, view.owners, self.foes(view)
        chances = [
            (src, dst)
            for src in survey.borders(view)
            if armies[src] > 2
            for dst in view.board.borders[src]
            if foes[owners[dst]] and armies[src] > armies[dst]
        ]
        return self.strike(view, *self.random.choice(chances)) if chances else PASS

    def advance(self, view: View) -> Move:
        """As few as the rules allow."""
        assert view.attack is not None
        return Advance(view.attack[2])

    def defend(self, view: View) -> Move:
        """One die, to lose less at once."""
        return Defend(1)

    def fortify(self, view: View) -> Move:
        """Forgets it, until it is bored."""
        return super().fortify(view) if self._bored(view) else PASS

    def _bored(self, view: View) -> bool:
        """Whether the game lasts too long for it."""
        return view.turn > PATIENCE * view.seats
