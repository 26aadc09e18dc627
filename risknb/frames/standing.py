"""How everybody stands at one moment: armies, empires, borders and continents."""

from __future__ import annotations

from typing import Final

from ..rules.table import holders
from ..rules.turn import continent_armies, territory_armies
from ..state import NOBODY, State

#: How a seat stands when a turn ends.
STANDING: Final = (
    "armies", "territories", "continents", "continent_bonus", "cards", "income", "largest_empire",
    "borders", "border_armies", "biggest_stack",
)  # fmt: skip


def standings(state: State) -> list[list[int]]:
    """The numbers of ``STANDING`` for every side."""
    sides = state.sides
    armies, border_armies = _armies(state), [0] * sides
    borders, stacks = [0] * sides, [0] * sides
    for owner, here, hostile in zip(state.owners, state.armies, state.hostile, strict=True):
        if owner >= 0:
            if here > stacks[owner]:
                stacks[owner] = here
            if hostile:
                borders[owner] += 1
                border_armies[owner] += here
    empires = _largest_empires(state)
    held = holders(state)
    rows = []
    for side in range(sides):
        bonus = continent_armies(state, side)
        player = side < state.seats
        income = territory_armies(state.holds[side]) + bonus if player and state.alive(side) else 0
        cards = len(state.hands[side]) if player else 0
        standing = [
            armies[side], state.holds[side], held.count(side), bonus, cards, income,
            empires[side], borders[side], border_armies[side], stacks[side],
        ]  # fmt: skip
        rows.append(standing)
    return rows


def _armies(state: State) -> list[int]:
    """Armies on the board, by side; in team games every seat's own units."""
    totals = [0] * state.sides
    if state.units is not None:
        for units in state.units:
            for seat, here in enumerate(units):
                totals[seat] += here
        return totals
    for owner, here in zip(state.owners, state.armies, strict=True):
        if owner >= 0:
            totals[owner] += here
    return totals


def _largest_empires(state: State) -> list[int]:
    """The most territories that hang together, by side."""
    owners, borders = state.owners, state.board.borders
    largest = [0] * state.sides
    seen = [False] * len(owners)
    for start, owner in enumerate(owners):
        if seen[start] or owner < 0:
            continue
        seen[start] = True
        size, edge = 0, [start]
        while edge:
            size += 1
            for near in borders[edge.pop()]:
                if owners[near] == owner and not seen[near]:
                    seen[near] = True
                    edge.append(near)
        if size > largest[owner]:
            largest[owner] = size
    return largest


def leaders(state: State) -> list[int]:
    """For every continent who holds most of it (-1 for a tie or nobody), and how much."""
    found = []
    for at in range(len(state.board.continents)):
        row = state.tally(at)
        most = max(row)
        found += [row.index(most) if most and row.count(most) == 1 else NOBODY, most]
    return found
