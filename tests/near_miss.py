"""Moves one step outside the rules: a legal move with one field changed by one, and strays."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from risknb.moves import (
    Advance,
    Attack,
    Bribe,
    CallOff,
    Claim,
    ClaimMission,
    Command,
    DealMissions,
    DealTerritories,
    Defend,
    Fortify,
    Headquarters,
    Levy,
    Move,
    Pass,
    PickDealer,
    Place,
    Reroll,
    RollFirst,
    RollStatus,
    Trade,
)
from risknb.rules import legal_moves
from risknb.state import State


def stray_moves(state: State, random: Random) -> Iterator[Move]:
    """One move of every kind with random fields: most are out of phase or out of reach."""
    at, to = random.randrange(state.board.size), random.randrange(state.board.size)
    card = random.randrange(state.board.size + 2)
    army = random.randrange(state.sides)
    yield from (
        RollFirst(), PickDealer(), DealTerritories(), DealMissions(), CallOff(), Pass(),
        Claim(at), Headquarters(at), Place(at, random.randrange(1, 4)), Levy(army),
        RollStatus(army), Bribe(army, card), Attack(at, to, random.randrange(1, 4)),
        Fortify(at, to, random.randrange(1, 4)), Advance(random.randrange(1, 6)),
        Defend(random.randrange(1, 4)), Reroll(random.randrange(3)), Command(random.randrange(3)),
        ClaimMission("GEN1"), Trade(tuple(random.sample(range(state.board.size + 2), 3))),
    )  # fmt: skip


def near_misses(state: State, random: Random, most: int = 12) -> list[Move]:
    """Neighbours of a few legal moves, and strays; some of them are legal."""
    legal = list(legal_moves(state))
    found: list[Move] = []
    for move in random.sample(legal, min(4, len(legal))):
        found.extend(neighbours(state, move, random))
    found.extend(stray_moves(state, random))
    return random.sample(found, min(most, len(found)))


def neighbours(state: State, move: Move, random: Random) -> Iterator[Move]:
    """A move with each of its numbers one higher and one lower, and its places exchanged."""
    for name, value in zip(move._fields, move, strict=True):
        if type(value) is int:
            yield move._replace(**{name: value + 1})
            yield move._replace(**{name: value - 1})
    if isinstance(move, Attack | Fortify):
        yield move._replace(src=move.dst, dst=move.src)
        yield move._replace(dst=move.src)
        yield move._replace(dst=random.choice(state.board.borders[move.src]))
    if isinstance(move, Trade):
        yield from _other_trades(state, move, random)


def _other_trades(state: State, move: Trade, random: Random) -> Iterator[Move]:
    a, b, c = move.cards
    foreign = random.randrange(state.board.size + 2)
    yield move._replace(cards=(a, b, foreign))
    yield move._replace(cards=(a, b, b))
    yield move._replace(cards=(c, b, a))
    yield move._replace(cards=(a, b))
    yield move._replace(bonus=a)
    yield move._replace(value=4)
    yield move._replace(value=10)
