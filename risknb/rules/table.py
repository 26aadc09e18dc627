"""Putting pieces on the table and taking them off: the only place that keeps the lists of land."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable

from ..state import NOBODY, State


def occupy(state: State, at: int, army: int) -> None:
    """Give a territory to an army (or to nobody)."""
    owners, lands = state.owners, state.lands
    old = owners[at]
    if old != NOBODY:
        lands[old].remove(at)
    if army != NOBODY:
        insort(lands[army], at)
    owners[at] = army
    state.stale.add(at)


def add(state: State, at: int, army: int, armies: int) -> None:
    """Put armies on a territory of the same side."""
    state.armies[at] += armies
    if state.units is not None:
        state.units[at][army] += armies
        _control(state, at)


def take(state: State, at: int, army: int, armies: int) -> None:
    """Take an army's armies off a territory."""
    state.armies[at] -= armies
    if state.units is not None:
        state.units[at][army] -= armies
        _control(state, at)


def settle(state: State, at: int, army: int, armies: int = 1) -> None:
    """Put an army on a territory that was nobody's."""
    occupy(state, at, army)
    add(state, at, army, armies)
    state.reserves[army] -= armies


def controller(units: list[int]) -> int:
    """The seat with strictly most units, or nobody (TEAM-03)."""
    most = max(units)
    return units.index(most) if most and units.count(most) == 1 else NOBODY


def _control(state: State, at: int) -> None:
    """Team games: the seat that controls a territory after its units changed."""
    assert state.units is not None
    units = state.units[at]
    if any(units):
        owner = controller(units)
        if owner != state.owners[at]:
            occupy(state, at, owner)


def recount(state: State) -> None:
    """Find everybody's land from the owners alone."""
    lands: list[list[int]] = [[] for _ in state.lands]
    for at, owner in enumerate(state.owners):
        if owner != NOBODY:
            lands[owner].append(at)
    state.lands[:] = lands
    state.stale = set(range(state.board.size))


def holders(state: State) -> tuple[int, ...]:
    """Who holds each continent whole, -1 for nobody."""
    owners, found = state.owners, []
    for first, end, _ in state.board.prizes:
        owner = owners[first]
        found.append(owner if owners[first:end].count(owner) == end - first else NOBODY)
    return tuple(found)


def room(state: State, at: int) -> int:
    """How many more armies a territory may hold (EXP-03)."""
    return state.rules.cap - state.armies[at]


def give_cards(state: State, seat: int, cards: Iterable[int]) -> None:
    """Put cards into a hand; team mates share theirs (TEAM-08)."""
    set_hand(state, seat, tuple(sorted((*state.hands[seat], *cards))))


def set_hand(state: State, seat: int, hand: tuple[int, ...]) -> None:
    """Replace a hand, for the whole team where there are teams."""
    if state.units is None:
        state.hands[seat] = hand
        return
    for mate in range(seat % 2, state.seats, 2):
        state.hands[mate] = hand
