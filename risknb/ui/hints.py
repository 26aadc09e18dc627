"""Short notes for a first game: what to click now, and why."""

from __future__ import annotations

from typing import NamedTuple

from ..rules import reinforce
from ..state import Phase, State
from .choice import Choice


class Hint(NamedTuple):
    """A note, and the part of the screen it points at: ``map``, ``next``, ``hand`` or ``card``."""

    text: str
    where: str = "map"


def hint(state: State, choice: Choice) -> Hint | None:
    """A note for the position, or nothing."""
    text = _text(state, choice)
    return Hint(text, _where(state, choice)) if text else None


def _where(state: State, choice: Choice) -> str:
    if state.phase in (Phase.REINFORCE, Phase.SPOILS):
        return "hand" if any(True for _ in reinforce.trades(state)) else "map"
    if state.phase is Phase.ATTACK:
        return "next" if state.conquered and choice.dst is None else _to_attack(choice)
    return "map" if state.phase in (Phase.CLAIM, Phase.PLACE, Phase.FORTIFY) else "card"


def _to_attack(choice: Choice) -> str:
    return "map" if choice.dst is None else "card"


def _text(state: State, choice: Choice) -> str:
    match state.phase:
        case Phase.CLAIM:
            return (
                "Click a free territory. Small continents with few ways in, such as Australia or"
                " South America, are easiest to hold."
            )
        case Phase.PLACE:
            return "Put armies where enemies border on you, not inside your own land."
        case Phase.HEADQUARTERS:
            return "A headquarters deep inside your land is harder to reach."
        case Phase.REINFORCE | Phase.SPOILS:
            return _reinforcing(state)
        case Phase.ATTACK:
            return _attacking(state, choice)
        case Phase.ADVANCE:
            return "Move most armies on if the next border lies ahead; leave some if one is behind."
        case Phase.FORTIFY:
            return "Bring armies that touch no enemy to a border: inside they do nothing."
        case Phase.DEFEND:
            return "Two dice are nearly always better: each pair is compared, and ties are yours."
    return ""


def _reinforcing(state: State) -> str:
    if any(True for _ in reinforce.trades(state)):
        return "You hold a set. Sets are worth more later, but armies now may win a continent."
    return (
        "Click a territory of yours for one army, or use the list. Gather them in one place beside"
        " an enemy you want to attack: spread out they help little."
    )


def _attacking(state: State, choice: Choice) -> str:
    if state.conquered:
        return "You took a territory, so a card is yours at the end of the turn. You may stop here."
    if choice.src is None:
        return "One conquest a turn earns a card. Click a territory with many armies."
    if choice.dst is None:
        return "Ringed territories can be attacked. Three armies more than the defender is safe."
    return "The bars show how a fight to the end may go. A blitz rolls until it is decided."
