"""Bots that do what bots must not do, each one thing."""

from __future__ import annotations

import random
from typing import Any

from risknb.bots.fighter import Fighter
from risknb.moves import Attack, Pass
from risknb.rules import legal_moves


class Raising(Fighter):
    """Breaks down in its third turn."""

    def attack(self, view: Any) -> Any:
        if view.turn > 6:
            raise KeyError("lost my map")
        return super().attack(view)


class Cheating(Fighter):
    """Attacks with dice it does not have."""

    def attack(self, view: Any) -> Any:
        return Attack(0, 1, 9)


class Mute(Fighter):
    """Says nothing."""

    def attack(self, view: Any) -> Any:
        return None


class Endless(Fighter):
    """Moves the same armies to and fro for ever."""

    def fortify(self, view: Any) -> Any:
        return next((m for m in legal_moves(view) if not isinstance(m, Pass)), Pass())


class Peeking(Fighter):
    """Looks into the others' hands."""

    def place(self, view: Any) -> Any:
        cards = [card for hand in view._state.hands for card in hand]
        return self.put(view, self.front(view, 3), 1 + sum(cards) % view.reserves[view.seat])


class Groping(Fighter):
    """Counts on finding every hidden card."""

    def place(self, view: Any) -> Any:
        assert all(card >= 0 for hand in view._state.hands for card in hand)
        return super().place(view)


class Tossing(Fighter):
    """Tosses a coin of the table's before it attacks."""

    def attack(self, view: Any) -> Any:
        return random.choice((Pass(), super().attack(view)))


class Meddling(Fighter):
    """Gives itself an army."""

    def place(self, view: Any) -> Any:
        view.armies[view.owners.index(view.seat)] += 1
        return super().place(view)


class Sorting(Fighter):
    """Puts a running count of the table into another order."""

    def place(self, view: Any) -> Any:
        view.lands[view.seat].reverse()
        return super().place(view)


class Stumbling(Fighter):
    """Plays for the others, then falls over it."""

    def place(self, view: Any) -> Any:
        view.armies[view.lands[view.me][0]] += 1
        raise KeyError("kam")


class Leaving(Fighter):
    """Gets up and goes."""

    def place(self, view: Any) -> Any:
        raise SystemExit(1)


class Dicing(Fighter):
    """Takes its luck from everywhere."""

    def place(self, view: Any) -> Any:
        return self.put(view, self.front(view, 3), random.randint(1, view.reserves[view.seat]))
