"""The move at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator

from ..moves import Chance, Fortify
from ..state import Phase, State
from . import missions, neutrals, turn
from .errors import not_now, span
from .table import add, room, take


def reach(state: State, src: int) -> list[int]:
    """Where armies on *src* may move (FORT-02, FORT-03, TEAM-07).

    To a neighbour, or along a chain of the side's territories, as the edition has it.
    """
    return sorted(_ways(state, src))


def _ways(state: State, src: int) -> Iterator[int]:
    """The same, the nearest first."""
    sides, borders = state.stands(), state.board.borders
    side, far = sides[src], not _neighbours_only(state)
    found, seen = [src], {src}
    for at in found:
        for near in borders[at]:
            if near not in seen and sides[near] == side:
                yield near
                seen.add(near)
                if far:
                    found.append(near)


def _neighbours_only(state: State) -> bool:
    return state.rules.move == "adjacent" and not state.rules.multi_fortify


def movers(state: State) -> tuple[int, ...]:
    """The armies that may still move: the seat's own, or the allies who have not yet (NA-09)."""
    if state.phase is Phase.FORTIFY:
        return (state.seat,)
    return tuple(army for army in neutrals.allies(state) if army not in state.moved)


def spare(state: State, src: int) -> int:
    """How many armies may leave a territory: one stays, a team mate's will do (AMB-TEAM-3)."""
    most = state.armies[src] - 1
    return most if state.units is None else min(most, state.units[src][state.seat])


def moves(state: State, src: int | None = None) -> Iterator[Fortify]:
    armies_of = movers(state)
    for at in range(state.board.size) if src is None else (src,):
        if not _own(state, at, armies_of):
            continue
        most = spare(state, at)
        for dst in reach(state, at) if most > 0 else ():
            for armies in range(1, min(most, room(state, dst)) + 1):
                yield Fortify(at, dst, armies)


def _own(state: State, at: int, movers: tuple[int, ...]) -> bool:
    if state.units is not None:
        return state.units[at][state.seat] > 0
    return state.owners[at] in movers


def why_not(state: State, move: Fortify) -> str | None:
    if state.phase is not Phase.FORTIFY and state.phase is not Phase.ALLY_FORTIFY:
        return not_now(state)
    src, dst, armies = move
    if not 0 <= src < state.board.size or not 0 <= dst < state.board.size:
        return "there is no such territory"
    if not _own(state, src, movers(state)):
        return f"{state.board.names[src]} is not yours to move from"
    if src == dst:
        return "armies move to another territory"
    if dst not in _ways(state, src):
        return _no_way(state, src, dst)
    most = min(spare(state, src), room(state, dst))
    if type(armies) is not int or not 1 <= armies <= most:
        if most < 1:
            return f"no army can move from {state.board.names[src]} to {state.board.names[dst]}"
        return f"move {span(1, most)}"
    return None


def _no_way(state: State, src: int, dst: int) -> str:
    board, sides = state.board, state.stands()
    if sides[src] == sides[dst] and _neighbours_only(state):
        return f"armies move to a neighbour only, and {board.names[dst]} is none"
    return f"no way leads from {board.names[src]} to {board.names[dst]}"


def perform(state: State, move: Fortify, chance: Chance | None) -> None:
    src, dst, armies = move
    army = state.owners[src] if state.units is None else state.seat
    take(state, src, army, armies)
    add(state, dst, army, armies)
    if state.phase is Phase.ALLY_FORTIFY:
        state.moved = (*state.moved, army)
        return
    state.fortified = True
    if state.rules.mission_deck and missions.secret_won(state):
        return
    if not state.rules.multi_fortify:
        turn.fortified(state, chance)


def ends_turn(state: State, is_pass: bool) -> bool:
    """Whether this move or pass is the last one of the turn, so that the card is drawn."""
    if state.phase is Phase.FORTIFY:
        if state.rules.multi_fortify and not is_pass:
            return False
        return not (state.rules.active and neutrals.allies(state))
    return is_pass and state.phase is Phase.ALLY_FORTIFY
