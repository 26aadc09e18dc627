"""Missions in words, for the seat that holds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..rules import missions
from ..scene.look import letter
from ..state import HIDDEN_MISSION, State
from ..story import mission_words


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
    return mission_words(conditions)


def _target(state: State, colour: str) -> int:
    """The seat that has a colour of the edition, or -1; its letter stands for it on the map."""
    colours = state.rules.colours
    seat = colours.index(colour) if colour in colours else -1
    return seat if seat < state.seats and state.alive(seat) else -1
