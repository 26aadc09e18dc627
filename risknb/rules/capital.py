"""Capital games: headquarters, chosen in secret, and the win by holding enough of them."""

from __future__ import annotations

from collections.abc import Iterator

from ..moves import Headquarters
from ..state import HIDDEN, NOBODY, Phase, State
from . import ending, setup
from .errors import not_now

#: Foreign headquarters that win the short form, by number of players (CAP-05).
SHORT = {4: 2, 5: 3, 6: 3}


def moves(state: State) -> Iterator[Headquarters]:
    """Every own territory may become the headquarters."""
    for at, owner in enumerate(state.owners):
        if owner == state.seat:
            yield Headquarters(at)


def why_not(state: State, move: Headquarters) -> str | None:
    if state.phase is not Phase.HEADQUARTERS:
        return not_now(state)
    if not 0 <= move.at < state.board.size or state.owners[move.at] != state.seat:
        return "the headquarters must be a territory of yours"
    return None


def perform(state: State, move: Headquarters, chance: None) -> None:
    chosen = list(state.headquarters)
    chosen[state.seat] = move.at
    state.headquarters = tuple(chosen)
    if NOBODY in chosen:
        state.seat = state.actor = (state.seat + 1) % state.seats
        return
    # All are turned over; their cards leave the deck (CAP-03), some of it unseen on a view's copy.
    left = [card for card in state.deck if card == HIDDEN or card not in chosen]
    state.deck = tuple(left[: len(state.deck) - len(chosen)])
    setup.proceed(state)


def needed(state: State) -> int:
    """How many foreign headquarters win the game."""
    return SHORT[state.seats] if state.rules.capital_short else state.seats - 1


def held(state: State, seat: int) -> int:
    """How many foreign headquarters a seat holds, whoever chose them (AMB-CAP-3, AMB-CAP-4)."""
    return sum(
        at != HIDDEN and state.owners[at] == seat
        for other, at in enumerate(state.headquarters)
        if other != seat
    )


def won(state: State, at: int) -> bool:
    """End the game if taking the territory *at* completes the headquarters (CAP-04)."""
    seat = state.seat
    own = state.headquarters[seat]
    if at not in state.headquarters or own == HIDDEN or state.owners[own] != seat:
        return False
    if held(state, seat) < needed(state):
        return False
    ending.finish(state, (seat,), "capital")
    return True
