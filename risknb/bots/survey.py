"""Looking at the board: borders, ways to them, what territories and continents are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from types import MappingProxyType

from ..board import Board
from ..moves import Trade
from ..rules import reinforce
from ..state import NOBODY, View


def foes(view: View) -> tuple[bool, ...]:
    """For every army whether it is an enemy of the looking seat; the last entry is nobody."""
    me, seats = view.me, view.seats
    if view.rules.teams:
        return (*((seat - me) % 2 == 1 for seat in range(seats)), True)
    allies = _spared(view)
    return (*(army != me and army not in allies for army in range(view.sides)), False)


def _spared(view: View) -> list[int]:
    """The allies of the looking seat; none where they alone stand around its largest force.

    They would keep it from the opponent for good.
    """
    owners, me = view.owners, view.me
    allies = [view.seats + i for i, stance in enumerate(view.stances) if stance == me]
    if allies and view.lands[me]:
        largest = max(view.lands[me], key=view.armies.__getitem__)
        around = {owners[near] for near in view.board.borders[largest]} - {me}
        if around and around.issubset(allies):
            return []
    return allies


def own(view: View) -> list[int]:
    """The seat's territories; in a team game those with its units where it controls none."""
    return held(view, view.seat)


def held(view: View, army: int) -> list[int]:
    """An army's territories."""
    found = view.lands[army]
    if found or view.units is None:
        return found[:]
    return [at for at, units in enumerate(view.units) if units[army]]


def borders(view: View) -> list[int]:
    """The seat's territories next to somebody else."""
    seat, owners, around = view.seat, view.owners, view.board.borders
    if view.units is not None:
        return [at for at in view.lands[seat] if view.hostile[at]]
    found = []
    for at in view.lands[seat]:  # written out: asked at every turn
        for near in around[at]:
            if owners[near] != seat:
                found.append(at)
                break
    return found


def on_border(view: View, at: int) -> bool:
    """Whether somebody else stands next to a territory.

    Cheaper than ``view.hostile``, which counts how many, for whoever asks about few territories.
    """
    if view.units is not None:
        return view.hostile[at] > 0
    owners = view.owners
    owner = owners[at]
    for near in view.board.borders[at]:  # noqa: SIM110 - a generator takes twice as long
        if owners[near] != owner:
            return True
    return False


def front_with_room(view: View, full: int) -> int:
    """Where the armies go that a full territory does not hold: to the strongest front not full."""
    armies, hostile, cap = view.armies, view.hostile, view.rules.cap
    free = [at for at in held(view, view.owners[full]) if armies[at] < cap]
    return max(free, key=lambda at: (hostile[at] > 0, armies[at]), default=full)


def strength(view: View, army: int) -> int:
    """All armies of a seat or neutral."""
    armies = view.armies
    return sum([armies[at] for at in view.lands[army]])


def strengths(view: View) -> list[int]:
    """All armies on the board, by army; the last entry is nobody's."""
    found = [0] * (len(view.lands) + 1)
    for n, owner in zip(view.armies, view.owners, strict=True):
        found[owner] += n
    return found


def duel(view: View) -> bool:
    """Whether only two seats still hold land."""
    return sum(map(bool, view.lands[: view.seats])) == 2


@lru_cache(maxsize=64)
def neighbours(board: Board) -> tuple[Callable[[Sequence[int]], tuple[int, ...]], ...]:
    """For every territory what reads a list (owners, armies) at its neighbours, in one go."""
    return tuple(_reader(near) for near in board.borders)


def _reader(near: tuple[int, ...]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    if len(near) > 1:
        return itemgetter(*near)
    return lambda values: tuple(values[at] for at in near)


# -- continents ----------------------------------------------------------------------------------
@lru_cache(maxsize=64)
def gates(board: Board) -> tuple[tuple[int, ...], ...]:
    """For every continent its territories that border on another one."""
    of = board.continent_of
    return tuple(
        tuple(at for at in continent.members if any(of[near] != c for near in board.borders[at]))
        for c, continent in enumerate(board.continents)
    )


@lru_cache(maxsize=64)
def appeal(board: Board) -> tuple[float, ...]:
    """How worthwhile every continent is: its bonus against what it takes to take and hold it."""
    return tuple(
        continent.bonus / (len(continent.members) + 3.0 * len(gate))
        for continent, gate in zip(board.continents, gates(board), strict=True)
    )


def best_claim(view: View, wishes: Mapping[int, float] = MappingProxyType({})) -> int:
    """The free territory that helps the own continents most, or takes one from another seat.

    *wishes* is what the goal of the game makes of single territories.
    """
    board, owners, seat, worth = view.board, view.owners, view.seat, appeal(view.board)
    scores = []
    for c, continent in enumerate(board.continents):
        counts = view.tally(c)
        mine, size = counts[seat], len(continent.members)
        rival = max(n for army, n in enumerate(counts) if army != seat)
        block = 3.0 if rival == size - 1 else 0.0
        free = (size - sum(counts) + mine) / size
        scores.append(worth[c] * (1 + 4 * mine / size) * free + block)
    of, near = board.continent_of, board.borders
    return max(
        (at for at, owner in enumerate(owners) if owner == NOBODY),
        key=lambda at: (
            scores[of[at]] + wishes.get(at, 0.0) + 0.02 * sum(owners[n] == seat for n in near[at])
        ),
    )


# -- single territories --------------------------------------------------------------------------
def hindrance(view: View, at: int) -> int:
    """How much a neutral army here hinders the others rather than the looking seat."""
    owners, me, seats = view.owners, view.me, view.seats
    near = view.board.borders[at]
    theirs = sum(0 <= owners[n] < seats and owners[n] != me for n in near)
    return 2 * theirs - 3 * sum(owners[n] == me for n in near) - view.armies[at]


def ally_post(view: View, at: int) -> tuple[int, int]:
    """How well an ally's territory stands against the opponent."""
    seats, me = view.seats, view.me
    near = view.board.borders[at]
    return sum(view.owners[n] < seats and view.owners[n] != me for n in near), view.armies[at]


def safety(view: View, at: int) -> float:
    """How safe a territory is as headquarters: armies on it, not beside it, turn a march back."""
    owners, armies, seat = view.owners, view.armies, view.seat
    around = view.board.borders[at]
    friends = sum(armies[n] for n in around if owners[n] == seat)
    enemies = sum(armies[n] for n in around if owners[n] != seat)
    return 2.0 * armies[at] + 0.25 * friends - enemies - 2.0 * len(around)


def idle(view: View) -> int:
    """The own territory away from all enemies with most armies to spare; -1 for none."""
    seat, armies = view.seat, view.armies
    best, most = -1, 1
    if view.units is not None:
        for at, units in enumerate(view.units):
            if not view.hostile[at] and units[seat] and min(units[seat], armies[at] - 1) >= most:
                best, most = at, min(units[seat], armies[at] - 1) + 1
        return best
    for at in view.lands[seat]:
        if armies[at] > most and not on_border(view, at):
            best, most = at, armies[at]
    return best


def way_out(view: View, src: int) -> int:
    """Where armies of *src* should move to get to the nearest border; -1 if there is none.

    The border itself, or the first step towards it where moves lead only to a neighbour.
    """
    seat, owners, around = view.seat, view.owners, view.board.borders
    stepwise = view.rules.move == "adjacent" and not view.rules.multi_fortify
    first = {src: -1}
    queue = [src]
    for at in queue:
        for near in around[at]:
            if near not in first and owners[near] == seat:
                first[near] = near if at == src else first[at]
                if on_border(view, near):
                    return first[near] if stepwise else near
                queue.append(near)
    return -1


def trade_worth(view: View, move: Trade) -> tuple[int, int, int]:
    """How good a set is: its armies, extra armies on a border, wild cards kept."""
    value = move.value or reinforce.values(view, move.cards)[0]
    size = view.board.size
    posted = 0 if move.bonus < 0 else 1 + on_border(view, move.bonus)
    return value, posted, -sum(card >= size for card in move.cards)
