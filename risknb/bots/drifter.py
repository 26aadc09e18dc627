"""A bot without a plan: any legal move, all kinds of moves equally likely."""

from __future__ import annotations

from random import Random

from ..moves import Move
from ..players import bot_text, register
from ..rules import legal_moves
from ..state import View


@register("drifter")
class Drifter:
    """Picks a kind of move at random, then one such move at random. Games of it need not end."""

    def __init__(self, *, seed: int | str = 0) -> None:
        self._random = Random(str(seed))

    def __repr__(self) -> str:
        return bot_text(self)

    def choose(self, view: View) -> Move:
        kinds: dict[type, list[Move]] = {}
        for move in legal_moves(view):
            kinds.setdefault(type(move), []).append(move)
        return self._random.choice(self._random.choice(list(kinds.values())))
