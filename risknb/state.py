"""``State``: what lies on the table, and nothing else; ``seen_by(seat)`` is what one seat may know.

Only ``risknb.rules`` changes a state. Beside what lies on the table it keeps what follows
from it and makes rules and bots fast: ``lands`` and ``hostile``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from .board import Board
from .editions import Rules
from .moves import Roll

if TYPE_CHECKING:
    from .rules.ending import Outcome

#: Stands for a card, a mission or a territory that the looking seat may not know.
HIDDEN = -2
HIDDEN_MISSION = "?"
NOBODY = -1


class Phase(IntEnum):
    """What has to be decided next."""

    DEALER = 0
    MISSIONS = 1
    DEAL = 2
    FIRST = 3
    CLAIM = 4
    PLACE = 5
    HEADQUARTERS = 6
    REINFORCE = 7
    ALLIES = 8
    ATTACK = 9
    DEFEND = 10
    DECIDE = 11
    ADVANCE = 12
    SPOILS = 13
    STATUS = 14
    FORTIFY = 15
    ALLY_FORTIFY = 16
    MISSION = 17
    OVER = 18


class Deeds(NamedTuple):
    """What a seat did this turn, for missions that ask for it."""

    conquests: int = 0
    victims: int = 0  # a bit for every army a territory was taken from
    received: int = 0
    traded: int = 0
    eliminated: int = 0
    broke: int = 0  # continents broken that one opponent held when the turn began
    attacked: bool = False
    claimed: bool = False
    holders: tuple[int, ...] = ()  # who held each continent when the turn began


class Invasion(NamedTuple):
    """An invasion that neutrals will answer when it ends: who attacks whom, and where."""

    army: int
    defender: int
    at: int


Pairs = tuple[tuple[int, int], ...]


class State:
    """A position: plain ints, lists and tuples; seats 0..seats-1, neutral armies after them."""

    __slots__ = (
        "_counted", "_hostile", "actor", "armies", "attack", "board", "bonus", "bribes",
        "commanded", "conquered", "contenders", "dealer", "deck", "deeds", "done", "due", "ending",
        "first", "fortified", "fresh", "given", "hands", "headquarters", "invasion",
        "lands", "levied", "missions", "moved", "owners", "phase", "pile", "placed", "quota",
        "reason", "rerolled", "reserves", "rolled", "rules", "seat", "seats", "sets", "shown",
        "stale", "stances", "turn", "units", "victim", "winners",
    )  # fmt: skip

    board: Board
    rules: Rules
    seats: int
    # the table
    owners: list[int]  # the army on each territory, -1 for nobody
    armies: list[int]
    units: list[list[int]] | None  # team games: armies by seat on each territory
    reserves: list[int]  # armies in hand, by army
    hands: list[tuple[int, ...]]  # cards by seat, sorted; one hand a team
    deck: tuple[int, ...]  # undrawn cards in no order, sorted
    pile: tuple[int, ...]  # traded cards, in the order they were turned in
    sets: int  # sets turned in so far
    bribes: tuple[Pairs, ...]  # for every neutral: (who gave it, card)
    stances: tuple[int, ...]  # for every neutral: the seat it is allied with, or -1
    missions: tuple[tuple[str, ...], ...]
    done: tuple[tuple[str, ...], ...]
    headquarters: tuple[int, ...]
    # whose move it is
    seat: int
    actor: int
    phase: Phase
    turn: int
    dealer: int
    first: int  # who places first, -1 while unknown
    contenders: tuple[int, ...]  # who may still win the roll to begin
    quota: tuple[int, ...]  # armies to place in this round of the set-up, by army
    # within a turn
    fresh: bool  # nothing done yet this turn but bribes
    placed: bool  # the first army is placed: no more trading
    bonus: int  # extra armies got for pictured territories this turn
    conquered: bool  # a card is due
    ending: bool  # the attacks are over, what they left is being settled
    attack: tuple[int, int, int] | None  # origin, target, dice
    rolled: Roll | None
    rerolled: bool
    commanded: bool
    shown: tuple[int, ...]  # cards shown for re-rolls in the present attack
    victim: int  # who lost the territory that is being moved into
    invasion: Invasion | None
    due: tuple[int, ...]  # neutrals whose mood will be rolled
    given: tuple[int, ...]  # neutrals bribed this turn, once a card
    levied: tuple[int, ...]  # allies that got their armies this turn
    moved: tuple[int, ...]  # allies that made their free move
    fortified: bool
    deeds: Deeds | None
    winners: tuple[int, ...]
    reason: str
    # what follows from the table
    lands: list[list[int]]  # the territories of every army, ascending
    stale: set[int]  # territories that changed hands since ``hostile`` was counted
    _hostile: list[int]
    _counted: list[int]  # the sides it was counted with

    def __init__(self, board: Board, rules: Rules, seats: int) -> None:
        sides = seats + rules.neutrals
        self.board, self.rules, self.seats = board, rules, seats
        self.owners = [NOBODY] * board.size
        self.armies = [0] * board.size
        self.units = [[0] * seats for _ in range(board.size)] if rules.teams else None
        self.reserves = [0] * sides
        self.hands = [()] * seats
        self.deck, self.pile, self.sets = (), (), 0
        self.bribes = ((),) * rules.neutrals if rules.active else ()
        self.stances = (NOBODY,) * rules.neutrals if rules.active else ()
        self.missions = self.done = ((),) * seats if rules.mission_deck else ()
        self.headquarters = (NOBODY,) * seats if rules.capital else ()
        self.seat = self.actor = 0
        self.phase = Phase.FIRST
        self.turn = 0
        self.dealer = self.first = NOBODY
        self.contenders = self.quota = ()
        self.fresh = self.placed = self.conquered = self.ending = False
        self.bonus = 0
        self.attack, self.rolled, self.invasion = None, None, None
        self.rerolled = self.commanded = self.fortified = False
        self.shown = self.due = self.given = self.levied = self.moved = ()
        self.victim = NOBODY
        self.deeds = None
        self.winners, self.reason = (), ""
        self.lands = [[] for _ in range(sides)]
        self._hostile, self._counted, self.stale = [0] * board.size, self.owners[:], set()

    @property
    def sides(self) -> int:
        """Seats and neutral armies together."""
        return len(self.reserves)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def holds(self) -> list[int]:
        """How many territories every army has."""
        return [len(land) for land in self.lands]

    def tally(self, continent: int) -> list[int]:
        """How many territories of a continent every army has."""
        land = [self.owners[at] for at in self.board.continents[continent].members]
        return [land.count(army) for army in range(self.sides)]

    @property
    def hostile(self) -> list[int]:
        """Neighbours of another side, by territory; counted only when somebody asks."""
        if self.stale:
            self._count_hostile()
        return self._hostile

    def _count_hostile(self) -> None:
        """Count on from the last time: all of it or, should it be stopped, nothing."""
        hostile, counted, sides = self._hostile[:], self._counted[:], self.stands()
        for at in self.stale:
            old, new, against = counted[at], sides[at], 0
            counted[at] = new
            for near in self.board.borders[at]:
                side = counted[near]
                if side == old:
                    hostile[near] += 1
                if side == new:
                    hostile[near] -= 1
                else:
                    against += 1
            hostile[at] = against
        self._hostile, self._counted, self.stale = hostile, counted, set()

    def stands(self) -> list[int]:
        """The side on every territory: its team in team games, its army otherwise."""
        if self.units is None:
            return self.owners
        return [self.team_at(at) for at in range(self.board.size)]

    def team(self, army: int) -> int:
        """The side an army fights for: its team in team games, itself otherwise."""
        return army % 2 if self.units is not None else army

    def team_at(self, at: int) -> int:
        """The side that stands on a territory, also where nobody controls it."""
        if self.units is None:
            return self.owners[at]
        owner = self.owners[at]
        if owner != NOBODY:
            return owner % 2
        return next((seat % 2 for seat, n in enumerate(self.units[at]) if n), NOBODY)

    def alive(self, seat: int) -> bool:
        """Whether a seat still has a unit on the board."""
        if self.units is None:
            return bool(self.lands[seat])
        return any(units[seat] for units in self.units)

    def outcome(self) -> Outcome | None:
        """Who won and why, or ``None`` while the game goes on."""
        from .rules.ending import outcome

        return outcome(self)

    def copy(self) -> State:
        """The same position again; changing one leaves the other alone."""
        new = State.__new__(State)
        new.board, new.rules, new.seats = self.board, self.rules, self.seats
        new.owners = self.owners[:]
        new.armies = self.armies[:]
        new.units = None if self.units is None else [units[:] for units in self.units]
        new.reserves = self.reserves[:]
        new.hands = self.hands[:]
        new.lands = [land[:] for land in self.lands]
        new._hostile, new._counted, new.stale = self.hostile[:], self._counted[:], set()
        new.deck, new.pile, new.sets = self.deck, self.pile, self.sets
        new.bribes, new.stances = self.bribes, self.stances
        new.missions, new.done, new.headquarters = self.missions, self.done, self.headquarters
        new.seat, new.actor, new.phase, new.turn = self.seat, self.actor, self.phase, self.turn
        new.dealer, new.first = self.dealer, self.first
        new.contenders, new.quota = self.contenders, self.quota
        new.fresh, new.placed, new.bonus = self.fresh, self.placed, self.bonus
        new.conquered, new.ending = self.conquered, self.ending
        new.attack, new.rolled, new.rerolled = self.attack, self.rolled, self.rerolled
        new.commanded, new.shown, new.victim = self.commanded, self.shown, self.victim
        new.invasion, new.due, new.given = self.invasion, self.due, self.given
        new.levied, new.moved, new.fortified = self.levied, self.moved, self.fortified
        new.deeds, new.winners, new.reason = self.deeds, self.winners, self.reason
        return new

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if isinstance(other, View):
            other = other.copy()
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _COMPARED)

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in State.__slots__}

    def __setstate__(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(self, name, value)

    def text(self, *, full: bool = False) -> str:
        """The position as text: what the acting seat may know, or all of it and what is played.

        ``State.parse`` reads it back.
        """
        from .notation import full_position, position

        return full_position(self) if full else position(self.seen_by(self.actor).copy())

    @staticmethod
    def parse(
        text: str, board: Board | None = None, rules: Rules | None = None, seats: int | None = None
    ) -> State:
        """Read a position; the opposite of ``text``.

        A full text tells what is played; for any other name board, rules and seats.

        >>> import risknb as rk
        >>> state = rk.Game(["Ada", "Ben"], board="duel", seed=1).state
        >>> State.parse(state.text(full=True)) == state
        True
        """
        from .notation import parse_position

        return parse_position(text, board, rules, seats)

    def digest(self) -> str:
        """A short hash of the whole position."""
        from .notation import digest

        return digest(self)

    def __repr__(self) -> str:
        return f"<State {self.text()}>"

    def _repr_svg_(self) -> str:
        from .scene import scene, svg

        return svg(scene(self.seen_by(self.actor)))

    def _repr_png_(self) -> bytes:
        from .charts.painting import png
        from .scene import scene

        return png(scene(self.seen_by(self.actor)))

    def seen_by(self, seat: int) -> View:
        """A read-only window on this state: what *seat* may know, always up to date."""
        return View(self, seat)


#: What makes two positions equal: not how far the counting has come.
_COMPARED = ("hostile", *sorted({*State.__slots__} - {"_hostile", "_counted", "stale"}))

#: What is open to all and lasts as long as the state: lists that only change in place, and more.
_LASTING = (
    "armies", "board", "lands", "owners", "reserves", "rules", "seats", "units",
)

#: What a state can be asked.
_ANSWERS = (
    "alive", "holds", "hostile", "outcome", "over", "sides", "stands", "tally", "team", "team_at",
)  # fmt: skip

if TYPE_CHECKING:
    _Looks = State
else:
    _Looks = object


class View(_Looks):
    """What one seat may know of a state. It has the attributes of ``State``.

    A window, not a copy: it follows the game. ``view.me`` is the seat that looks.
    """

    __slots__ = ("_state", "me", *_LASTING)

    _state: State
    me: int

    def __init__(self, state: State, seat: int) -> None:
        if seat not in range(state.seats):
            raise ValueError(f"there is no seat {seat} in a game of {state.seats}")
        keep = super().__setattr__
        keep("_state", state)
        keep("me", seat)
        for name in _LASTING:
            keep(name, getattr(state, name))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view is for looking: {name} cannot be set")

    @property
    def hand(self) -> tuple[int, ...]:
        """The looking seat's own cards."""
        return self._state.hands[self.me]

    def copy(self) -> State:
        """A state in which everything this seat may not know is ``HIDDEN``."""
        new = self._state.copy()
        for name in _HIDING:
            setattr(new, name, getattr(self, name))
        return new

    def __reduce__(self) -> tuple[type[View], tuple[State, int]]:
        """Copied or sent elsewhere, a view takes along what its seat may know, and no more."""
        return View, (self.copy(), self.me)

    def seen_by(self, seat: int) -> View:
        """The view itself; nobody looks through another seat's eyes."""
        if seat != self.me:
            raise ValueError("a view cannot be turned into another seat's view")
        return self

    def text(self, *, full: bool = False) -> str:
        """The position as this seat knows it: what is hidden reads ``?`` with its count."""
        from .notation import position

        return position(self.copy())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, View):
            other = other.copy()
        return self.copy() == other

    __hash__ = None

    def __repr__(self) -> str:
        return f"<View of seat {self.me}: {self.text()}>"


def _hands(state: State, me: int) -> list[tuple[int, ...]]:
    if state.over:
        return state.hands
    mine = state.team(me)
    return [
        hand if state.team(seat) == mine else _mask(hand, state.shown)
        for seat, hand in enumerate(state.hands)
    ]


def _mask(hand: Sequence[int], shown: Sequence[int]) -> tuple[int, ...]:
    """A foreign hand: its size, and the cards laid open."""
    if not shown:
        return (HIDDEN,) * len(hand)
    return tuple(sorted(card if card in shown else HIDDEN for card in hand))


def _deck(state: State, me: int) -> tuple[int, ...]:
    return state.deck if state.over else (HIDDEN,) * len(state.deck)


def _bribes(state: State, me: int) -> tuple[Pairs, ...]:
    if state.over:
        return state.bribes
    return tuple(
        tuple((giver, card if giver == me else HIDDEN) for giver, card in held)
        for held in state.bribes
    )


def _missions(state: State, me: int) -> tuple[tuple[str, ...], ...]:
    if state.over:
        return state.missions
    return tuple(
        held
        if seat == me or (len(held) == 1 and len(state.done[seat]) == 3)
        else (HIDDEN_MISSION,) * len(held)
        for seat, held in enumerate(state.missions)
    )


def _headquarters(state: State, me: int) -> tuple[int, ...]:
    if state.phase is not Phase.HEADQUARTERS:
        return state.headquarters
    return tuple(
        at if seat == me or at == NOBODY else HIDDEN for seat, at in enumerate(state.headquarters)
    )


_HIDING: dict[str, Callable[[State, int], Any]] = {
    "hands": _hands,
    "deck": _deck,
    "bribes": _bribes,
    "missions": _missions,
    "headquarters": _headquarters,
}


def _hidden(mask: Callable[[State, int], Any]) -> property:
    return property(lambda view: mask(view._state, view.me))


# Bots read views all the time: what lasts lies in the view itself, other attributes go straight
# through, and only what hides is masked. (A ``__getattr__`` would make all of it slow.)
for _name in {*State.__slots__, *_ANSWERS}.difference(_LASTING):
    _open = property(attrgetter(f"_state.{_name}"))
    setattr(View, _name, _hidden(_HIDING[_name]) if _name in _HIDING else _open)
