"""The same position with other names: seats turned round the table, territories renumbered."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from risknb.board import Board, Continent
from risknb.moves import (
    Advance,
    Attack,
    Bribe,
    Chance,
    Draw,
    Fortify,
    Levy,
    Move,
    Place,
    RollStatus,
    Trade,
)
from risknb.rules.table import recount
from risknb.state import Invasion, State


class Relabelling:
    """Seat s becomes s + shift; territory t becomes places[t]. Neutral armies stay."""

    def __init__(self, board: Board, seats: int, random: Random) -> None:
        self.seats, self.shift = seats, random.randrange(seats)
        self.size = board.size
        order: list[int] = []
        for continent in random.sample(board.continents, len(board.continents)):
            order.extend(random.sample(continent.members, len(continent.members)))
        self.places = [order.index(at) for at in range(board.size)]
        self.order = order
        self.board = self._board(board)

    def _board(self, board: Board) -> Board:
        places, order = self.places, self.order
        continents = sorted(
            (
                Continent(c.name, c.code, c.bonus, tuple(sorted(places[at] for at in c.members)))
                for c in board.continents
            ),
            key=lambda continent: continent.members,
        )
        return replace(
            board,
            names=tuple(board.names[at] for at in order),
            codes=tuple(board.codes[at] for at in order),
            continents=tuple(continents),
            borders=tuple(tuple(sorted(places[n] for n in board.borders[at])) for at in order),
            sea=frozenset((min(p), max(p)) for a, b in board.sea for p in [(places[a], places[b])]),
            decks={name: tuple(deck[at] for at in order) for name, deck in board.decks.items()},
        )

    def army(self, army: int) -> int:
        return (army + self.shift) % self.seats if 0 <= army < self.seats else army

    def card(self, card: int) -> int:
        return self.places[card] if 0 <= card < self.size else card

    def by_army(self, values: Any) -> list[Any]:
        """A list with an entry for every army, in the new order."""
        found = list(values)
        for army, value in enumerate(values):
            found[self.army(army)] = value
        return found

    def by_place(self, values: Any) -> list[Any]:
        return [values[at] for at in self.order]

    def state(self, old: State) -> State:
        """The whole position under its new names."""
        new = old.copy()
        new.board = self.board
        new.owners = [self.army(owner) for owner in self.by_place(old.owners)]
        new.armies = self.by_place(old.armies)
        if old.units is not None:
            new.units = [self.by_army(units) for units in self.by_place(old.units)]
        self._cards(old, new)
        self._whose_move(old, new)
        self._turn(old, new)
        recount(new)
        return new

    def _cards(self, old: State, new: State) -> None:
        new.hands = self.by_army([tuple(sorted(map(self.card, hand))) for hand in old.hands])
        new.deck = tuple(sorted(map(self.card, old.deck)))
        new.pile = tuple(map(self.card, old.pile))
        new.shown = tuple(map(self.card, old.shown))
        new.bribes = tuple(
            tuple((self.army(giver), self.card(card)) for giver, card in held)
            for held in old.bribes
        )

    def _whose_move(self, old: State, new: State) -> None:
        for name in ("seat", "actor", "dealer", "first", "victim"):
            setattr(new, name, self.army(getattr(old, name)))
        new.reserves = self.by_army(old.reserves)
        new.quota = tuple(self.by_army(old.quota)) if old.quota else ()
        new.stances = tuple(self.army(stance) for stance in old.stances)
        new.winners = tuple(sorted(map(self.army, old.winners)))
        new.missions, new.done = (
            tuple(self.by_army(words)) if words else () for words in (old.missions, old.done)
        )
        if old.headquarters:
            new.headquarters = tuple(self.by_army([self.card(at) for at in old.headquarters]))

    def _turn(self, old: State, new: State) -> None:
        if old.attack is not None:
            src, dst, dice = old.attack
            new.attack = (self.places[src], self.places[dst], dice)
        if old.invasion is not None:
            army, defender, at = old.invasion
            new.invasion = Invasion(self.army(army), self.army(defender), self.places[at])
        if old.deeds is not None:
            victims = sum(1 << self.army(a) for a in range(10) if old.deeds.victims >> a & 1)
            by_name = dict(zip([c.name for c in old.board.continents], old.deeds.holders))  # noqa: B905
            holders = tuple(self.army(by_name[c.name]) for c in self.board.continents if by_name)
            new.deeds = old.deeds._replace(victims=victims, holders=holders)

    def move(self, move: Move) -> Move:
        """A decision of a turn under its new names."""
        place = self.places
        if isinstance(move, Attack | Fortify):
            return move._replace(src=place[move.src], dst=place[move.dst])
        if isinstance(move, Place):
            return move._replace(at=place[move.at])
        if isinstance(move, Bribe):
            return move._replace(card=self.card(move.card))
        if isinstance(move, Trade):
            return move._replace(
                cards=tuple(map(self.card, move.cards)),
                bonus=place[move.bonus] if move.bonus >= 0 else -1,
            )
        assert not isinstance(move, Levy | RollStatus | Advance) or move[0] >= 0
        return move

    def chance(self, chance: Chance | None) -> Chance | None:
        return Draw(self.card(chance.card)) if isinstance(chance, Draw) else chance
