"""What the colours of the land can tell: owners, continents, strength, threat, empires."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log
from typing import Protocol

from ..board import Board
from ..shapes import Line, Point, sides
from .look import CONTINENTS, PAPER, STRENGTH, THREAT, Colours, mix


class Table(Protocol):
    """What a picture needs to know of a position; a State has it, a seat's view of one too."""

    @property
    def board(self) -> Board: ...
    @property
    def owners(self) -> Sequence[int]: ...
    @property
    def armies(self) -> Sequence[int]: ...
    @property
    def seats(self) -> int: ...


def shared(state: Table, territory: int) -> list[tuple[int, int]]:
    """Return the seats with units on a territory of a team game, and how many each has."""
    units = getattr(state, "units", None)
    return [(seat, n) for seat, n in enumerate(units[territory]) if n] if units else []


def headquarters(state: Table) -> dict[int, list[int]]:
    """Return the headquarters that are known: territory, and the seats that chose it."""
    found: dict[int, list[int]] = {}
    for seat, territory in enumerate(getattr(state, "headquarters", ())):
        if territory >= 0:
            found.setdefault(territory, []).append(seat)
    return found


VIEWS = ("owners", "continents", "strength", "threat", "empires")


def fills(state: Table, view: str, colours: Colours) -> list[str]:
    """Return the colour of every territory in a view."""
    match view:
        case "owners":
            return [owner_fill(state, at, colours) for at in range(state.board.size)]
        case "continents":
            return [mix(continent_colour(at), PAPER, 0.38) for at in state.board.continent_of]
        case "strength":
            return [mix(*STRENGTH, share) for share in strengths(state)]
        case "threat":
            return [mix(*THREAT, danger / (danger + 1.5)) for danger in threats(state)]
        case "empires":
            return _empire_fills(state, colours)
    raise ValueError(f"there is no view {view!r}; there are {', '.join(VIEWS)}")


def owner_fill(state: Table, territory: int, colours: Colours) -> str:
    """Return the owner's colour, or a blend where team mates hold a territory in equal parts."""
    owner, mates = state.owners[territory], shared(state, territory)
    if owner >= 0 or len(mates) < 2:
        return colours.land(owner if owner >= 0 or not mates else mates[0][0])
    return mix(colours.land(mates[0][0]), colours.land(mates[1][0]), 0.5)


def continent_colour(continent: int) -> str:
    """Return the colour of a continent."""
    return CONTINENTS[continent % len(CONTINENTS)]


def strengths(state: Table) -> list[float]:
    """Return for every territory 0 (one army) to 1 (the most on the board), by ratio."""
    most = max(*state.armies, 2)
    return [log(max(armies, 1)) / log(most) for armies in state.armies]


def threats(state: Table) -> list[float]:
    """Return for every territory how many armies its worst enemy can send against each of its own.

    Neutrals do not attack, and nobody attacks from a territory with a single army.
    """
    return [_threat(state, territory) for territory in range(state.board.size)]


def _threat(state: Table, territory: int) -> float:
    owner = state.owners[territory]
    against: dict[int, int] = {}
    for near in state.board.borders[territory]:
        enemy = state.owners[near]
        if 0 <= enemy < state.seats and enemy != owner:
            against[enemy] = against.get(enemy, 0) + max(0, state.armies[near] - 1)
    return max(against.values(), default=0) / max(1, state.armies[territory])


def empires(state: Table) -> list[frozenset[int]]:
    """Return the connected lands of one owner each, the largest of all first."""
    left = set(range(state.board.size))
    found: list[frozenset[int]] = []
    while left:
        found.append(frozenset(_spread(state, min(left))))
        left -= found[-1]
    return sorted(found, key=lambda empire: (-len(empire), min(empire)))


def _spread(state: Table, start: int) -> set[int]:
    reached, edge = {start}, [start]
    while edge:
        around = state.board.borders[edge.pop()]
        fresh = {t for t in around if state.owners[t] == state.owners[start]} - reached
        reached |= fresh
        edge += fresh
    return reached


def _empire_fills(state: Table, colours: Colours) -> list[str]:
    """Colour each owner's largest empire fully and its other lands pale."""
    result = [owner_fill(state, at, colours) for at in range(state.board.size)]
    seen: set[int] = set()
    for empire in empires(state):
        owner = state.owners[min(empire)]
        if owner in seen:
            for territory in empire:
                result[territory] = mix(result[territory], PAPER, 0.55)
        seen.add(owner)
    return result


def outline(board: Board, group: frozenset[int]) -> tuple[Line, ...]:
    """Return the outer border of a group of territories; what they share inside is left out."""
    rings = [ring for territory in group for ring in board.shapes.outlines[territory].rings]
    uses = Counter(_side(a, b) for ring in rings for a, b in sides(ring))
    return tuple(run for ring in rings for run in _runs(ring, uses))


def _runs(ring: Line, uses: Counter[tuple[Point, Point]]) -> list[Line]:
    """Return the stretches of *ring* that no other ring uses."""
    runs: list[list[Point]] = []
    for a, b in sides(ring):
        if uses[_side(a, b)] > 1:
            continue
        if runs and runs[-1][-1] == a:
            runs[-1].append(b)
        else:
            runs.append([a, b])
    return [tuple(run) for run in runs]


def _side(a: Point, b: Point) -> tuple[Point, Point]:
    return (a, b) if a < b else (b, a)
