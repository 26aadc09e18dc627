"""Missions in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from .notation import letter
from .rules import missions
from .state import HIDDEN_MISSION, State

_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "conquered": lambda n: f"take {n} territories in this turn",
    "received": lambda n: f"get {n} armies in this turn",
    "traded": lambda n: "trade a set in this turn",
    "eliminated": lambda n: "take a player's last territory in this turn",
    "broke_continents": lambda n: "break a continent that one opponent holds",
    "victims": lambda n: f"take territories from {n} opponents in this turn",
    "islands": lambda n: f"hold {n} islands",
    "continents_touched": lambda n: f"stand on {n} continents",
    "territories": lambda n: f"hold {n} territories",
    "territories_above_share": lambda n: f"hold {n} territories more than an equal share",
    "places": lambda names: f"hold {', '.join(names)}",
    "stack": lambda n: f"have {n} armies on one territory",
    "continents": lambda n: "hold a whole continent" if n == 1 else f"hold {n} continents in all",
    "continents_all_of": lambda names: f"hold all of {' and '.join(names)}",
    "continents_any_of": lambda names: f"hold all of {' or '.join(names)}",
    "part_of": lambda parts: " and ".join(f"hold {n} of {name}" for name, n in parts.items()),
    "garrisons": lambda w: f"hold {w['territories']} territories with {w['armies']} armies each",
    "wipe_out": lambda colour: f"wipe out the {colour} armies",
}
_TIMINGS: Final = {
    "start": "shown at the start of a turn",
    "reinforced": "shown after reinforcing",
    "end": "shown at the end of a turn",
}


def goal(state: State, mission: str, seat: int) -> str:
    """What a mission asks of a seat; against its own or a missing colour it asks something else."""
    if mission == HIDDEN_MISSION:
        return "a mission nobody else knows"
    deck = missions.deck_of(state)
    conditions: Mapping[str, Any] = deck.missions.get(mission, {})
    if "wipe_out" in conditions:
        target = _target(state, conditions["wipe_out"])
        if target not in (-1, seat):
            return f"put player {letter(target)} out of the game"
        conditions = deck.instead or {}
    timing = _TIMINGS.get(conditions.get("timing", ""))
    return f"{wanted(conditions)} ({timing})" if timing else wanted(conditions)


def shown(state: State, mission: str) -> str:
    """What a mission asked for that a player shows as completed."""
    return wanted(missions.deck_of(state).missions[mission])


def wanted(conditions: Mapping[str, Any]) -> str:
    """The conditions of a mission.

    >>> wanted({"rank": "captain", "timing": "end", "islands": 2})
    'hold 2 islands'
    """
    return " and ".join(
        words(conditions[name]) for name, words in _WORDS.items() if name in conditions
    )


def _target(state: State, colour: str) -> int:
    """The seat that has a colour of the edition, or -1; its letter stands for it on the map."""
    colours = state.rules.colours
    seat = colours.index(colour) if colour in colours else -1
    return seat if seat < state.seats and state.alive(seat) else -1
