"""Short notes for a first game: what to click now, and why."""

from __future__ import annotations

from typing import NamedTuple

from ..rules import reinforce
from ..state import Phase, State
from .choice import Choice


class Hint(NamedTuple):
    """A note, and what it points at: ``map``, ``next``, ``hand``, ``missions`` or ``card``."""

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
    if state.phase is Phase.HEADQUARTERS:
        return "map" if choice.src is None else "card"
    if state.phase is Phase.MISSION:
        return "missions"
    on_map = (Phase.CLAIM, Phase.PLACE, Phase.FORTIFY, Phase.ALLY_FORTIFY)
    return "map" if state.phase in on_map else "card"


def _to_attack(choice: Choice) -> str:
    return "map" if choice.dst is None else "card"


def _text(state: State, choice: Choice) -> str:
    if state.phase in (Phase.REINFORCE, Phase.SPOILS):
        return _reinforcing(state)
    if state.phase is Phase.ATTACK:
        return _attacking(state, choice)
    return _ADVICE.get(state.phase, "")


_ADVICE = {
    Phase.CLAIM: "Click a free territory. Small continents with few ways in, such as Australia or"
    " South America, are easiest to hold.",
    Phase.PLACE: "Put armies where enemies border on you, not inside your own land.",
    Phase.HEADQUARTERS: "A headquarters deep inside your land is harder to reach.",
    Phase.ALLIES: "An ally fights for you: a die gives it armies, which cost you nothing.",
    Phase.DEFEND: "Two dice are nearly always better: each pair is compared, and ties are yours.",
    Phase.DECIDE: "Change a die only where that wins a pair: the highest meet, and ties lose.",
    Phase.ADVANCE: "Move most armies on if the next border lies ahead; leave some if one is"
    " behind.",
    Phase.FORTIFY: "Bring armies that touch no enemy to a border: inside they do nothing.",
    Phase.ALLY_FORTIFY: "Every ally may move once too: bring its armies beside your opponent.",
    Phase.MISSION: "One mission a turn may be shown. Look at yours: the fourth one wins.",
}


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
        return (
            "Ringed territories can be attacked. With three armies more than the defender you win"
            " about three times in four."
        )
    return "The bars show how a fight to the end may go. A blitz rolls until it is decided."
