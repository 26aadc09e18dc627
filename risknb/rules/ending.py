"""How a game ends."""

from __future__ import annotations

from typing import NamedTuple

from ..state import Phase, State, View


class Outcome(NamedTuple):
    """Who won, and why: 'conquest', 'team', 'mission', 'capital'."""

    winners: tuple[int, ...]
    reason: str


def outcome(state: State | View) -> Outcome | None:
    """Who won and why, or ``None`` while the game goes on."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(state.winners, state.reason)


def finish(state: State, winners: tuple[int, ...], reason: str) -> None:
    """End the game."""
    state.phase = Phase.OVER
    state.winners, state.reason = winners, reason
    state.actor = state.seat
    state.attack = state.rolled = state.invasion = None
    state.shown = state.due = ()
    state.conquered = state.ending = False


def conquest_won(state: State, victim: int) -> bool:
    """End the game if the loss of *victim*'s last unit decides it (WIN-01, TEAM-02, N40-05)."""
    if victim >= state.seats or state.alive(victim):
        return False
    if state.units is not None:
        side = 1 - victim % 2
        finish(state, tuple(s for s in range(state.seats) if s % 2 == side), "team")
        return True
    if sum(map(bool, state.lands[: state.seats])) == 1:
        finish(state, (state.seat,), "conquest")
        return True
    return False
