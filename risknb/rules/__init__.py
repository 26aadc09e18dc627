"""What may happen, and what then happens.

>>> import risknb as rk
>>> state = rk.Game(["Ada", "Ben"], board="duel", edition="2010", seed=1).state
>>> move = next(iter(legal_moves(state, kind=Place)))
>>> apply(state, move)

The functions take a ``State``; those that only look also take a seat's view of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeAlias

from ..moves import (
    Advance,
    Attack,
    Bribe,
    CallOff,
    Chance,
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
from ..notation import NotationError, move_text, parse_move
from ..state import Phase, State, View
from . import capital, combat, expert, fortify, missions, neutrals, reinforce, setup, turn
from .ending import Outcome, outcome
from .errors import WANTED, IllegalMove, not_now
from .luck import Chances, chances, no_say, why_unfit
from .setup import begin
from .turn import reinforcements

__all__ = [
    "WANTED",
    "Chances",
    "IllegalMove",
    "Kind",
    "LegalMoves",
    "Outcome",
    "apply",
    "begin",
    "chances",
    "is_legal",
    "legal_moves",
    "outcome",
    "perform",
    "refusal",
    "reinforcements",
    "why_not",
]


# -- going on ------------------------------------------------------------------------------------
#: Reading a member of an enumeration is slow in Python 3.11; these are read all the time.
ATTACK, FORTIFY = Phase.ATTACK, Phase.FORTIFY
_FREE_TO_PASS = (
    Phase.ATTACK, Phase.FORTIFY, Phase.ALLY_FORTIFY, Phase.MISSION, Phase.DECIDE,
)  # fmt: skip
_PLACING = (Phase.REINFORCE, Phase.SPOILS, Phase.ALLIES)


def _why_not_pass(state: State, move: Pass) -> str | None:
    phase = state.phase
    if phase in _FREE_TO_PASS:
        return None
    if phase in _PLACING:
        return reinforce.why_not_pass(state)
    return not_now(state)


def _perform_pass(state: State, move: Pass, chance: Chance | None) -> None:
    phase = state.phase
    if phase is ATTACK:
        turn.end_attacks(state, chance)
    elif phase is FORTIFY:
        turn.fortified(state, chance)
    elif phase is Phase.ALLY_FORTIFY:
        turn.finish(state, chance)
    elif phase is Phase.MISSION:
        turn.next_seat(state)
    elif phase is Phase.DECIDE:
        expert.settle(state)
    elif phase is Phase.ALLIES and reinforce.placing_army(state) < 0:
        state.phase = ATTACK
    else:
        reinforce.perform_pass(state)


#: For every kind of move: why it is not allowed now (``None`` where it is), and what it does.
WHY_NOT: dict[type, Callable[[State, Any], str | None]] = {
    Attack: combat.why_not_attack,
    Advance: combat.why_not_advance,
    Place: reinforce.why_not_place,
    Pass: _why_not_pass,
    Fortify: fortify.why_not,
    Trade: reinforce.why_not_trade,
    Defend: combat.why_not_defend,
    Claim: setup.why_not_claim,
    RollFirst: setup.why_not_first,
    PickDealer: setup.why_not_dealer,
    DealTerritories: setup.why_not_deal,
    DealMissions: missions.why_not_deal,
    Headquarters: capital.why_not,
    Bribe: neutrals.why_not_bribe,
    Levy: neutrals.why_not_levy,
    CallOff: neutrals.why_not_call_off,
    RollStatus: neutrals.why_not_status,
    Reroll: expert.why_not_reroll,
    Command: expert.why_not_command,
    ClaimMission: missions.why_not_claim,
}
PERFORM: dict[type, Callable[[State, Any, Any], None]] = {
    Attack: combat.perform_attack,
    Advance: combat.perform_advance,
    Place: reinforce.perform_place,
    Pass: _perform_pass,
    Fortify: fortify.perform,
    Trade: reinforce.perform_trade,
    Defend: combat.perform_defend,
    Claim: setup.perform_claim,
    RollFirst: setup.perform_first,
    PickDealer: setup.perform_dealer,
    DealTerritories: setup.perform_deal,
    DealMissions: missions.perform_deal,
    Headquarters: capital.perform,
    Bribe: neutrals.perform_bribe,
    Levy: neutrals.perform_levy,
    CallOff: neutrals.perform_call_off,
    RollStatus: neutrals.perform_status,
    Reroll: expert.perform_reroll,
    Command: expert.perform_command,
    ClaimMission: missions.perform_claim,
}


def _waits(state: State | View) -> bool:
    """Whether this is the view of a seat that has nothing to decide now (it knows too little)."""
    return type(state) is View and state.me != state.actor


def why_not(state: State | View, move: Move) -> str | None:
    """The reason why a move is not allowed now, in words; ``None`` where it is."""
    return "somebody else has to decide now" if _waits(state) else refusal(state, move)


def refusal(state: State, move: Move) -> str | None:
    """``why_not`` for those who see everything."""
    try:
        return WHY_NOT[type(move)](state, move)
    except (TypeError, LookupError, ValueError):
        return "that is no move"


def is_legal(state: State | View, move: Move) -> bool:
    """Whether a move is allowed now."""
    return why_not(state, move) is None


def apply(state: State, move: Move, chance: Chance | None = None) -> None:
    """Make a move, with luck's answer where it has a say; the state is changed in place.

    :raises IllegalMove: the move is not allowed, or luck cannot answer so; nothing has changed.
    """
    if type(state) is View:  # its lists are those of the game
        raise ValueError("a view is for looking: make the move on view.copy()")
    reason = refusal(state, move)
    if reason is not None:
        raise IllegalMove(state, move, reason)
    wanted = chances(state, move)
    if wanted is None:
        if chance is not None:
            raise IllegalMove(state, move, no_say(move))
    elif not wanted.fits(chance):
        raise IllegalMove(state, move, why_unfit(state.board, chance))
    perform(state, move, chance)


def perform(state: State, move: Move, chance: Chance | None) -> None:
    """Make a move known to be legal with an answer of luck known to fit."""
    PERFORM[type(move)](state, move, chance)


# -- listing moves -------------------------------------------------------------------------------
def _one(move: Move) -> Callable[[State, int | None], Iterator[Move]]:
    return lambda state, src: iter((move,))


def _reinforce(state: State, src: int | None) -> Iterator[Move]:
    bribes = neutrals.bribes(state) if state.rules.active and state.fresh else ()
    return chain(
        bribes, missions.claims(state), reinforce.trades(state), reinforce.placements(state),
        _passing(state),
    )  # fmt: skip


def _passing(state: State) -> Iterator[Move]:
    if _why_not_pass(state, Pass()) is None:
        yield Pass()


def _allies(state: State, src: int | None) -> Iterator[Move]:
    return chain(neutrals.levies(state), reinforce.placements(state), _passing(state))


def _attacks(state: State, src: int | None) -> Iterator[Move]:
    called_off = (CallOff(),) if state.invasion is not None else ()
    return chain(combat.attacks(state, src), missions.claims(state), called_off, (Pass(),))


LISTS: dict[Phase, Callable[[State, int | None], Iterator[Move]]] = {
    Phase.DEALER: _one(PickDealer()),
    Phase.MISSIONS: _one(DealMissions()),
    Phase.DEAL: _one(DealTerritories()),
    Phase.FIRST: _one(RollFirst()),
    Phase.CLAIM: lambda state, src: setup.claims(state),
    Phase.PLACE: lambda state, src: reinforce.placements(state),
    Phase.HEADQUARTERS: lambda state, src: capital.moves(state),
    Phase.REINFORCE: _reinforce,
    Phase.ALLIES: _allies,
    Phase.ATTACK: _attacks,
    Phase.DEFEND: lambda state, src: combat.defences(state),
    Phase.DECIDE: lambda state, src: chain(expert.moves(state), (Pass(),)),
    Phase.ADVANCE: lambda state, src: combat.advances(state),
    Phase.SPOILS: _reinforce,
    Phase.STATUS: lambda state, src: iter((RollStatus(state.due[0]),)),
    Phase.FORTIFY: lambda state, src: chain(fortify.moves(state, src), (Pass(),)),
    Phase.ALLY_FORTIFY: lambda state, src: chain(fortify.moves(state, src), (Pass(),)),
    Phase.MISSION: lambda state, src: chain(missions.claims(state), (Pass(),)),
    Phase.OVER: lambda state, src: iter(()),
}


#: A class of moves or its name, or several of them.
Kind: TypeAlias = type | str | Sequence[type | str]
_NAMED = {kind.__name__.lower(): kind for kind in WHY_NOT}


def _classes(kind: Kind) -> tuple[type, ...]:
    """The classes of moves that are meant.

    :raises ValueError: there is no such kind of move; the message lists the known ones.
    """
    return tuple(map(_class_of, kind if isinstance(kind, (tuple, list)) else (kind,)))


def _class_of(kind: type | str) -> type:
    found = _NAMED.get(kind.lower()) if isinstance(kind, str) else kind
    if not isinstance(found, type) or found not in WHY_NOT:
        raise ValueError(f"{kind!r:.60} is no kind of move. Known: {', '.join(sorted(_NAMED))}")
    return found


class LegalMoves:
    """The legal moves of a position: iterate, test with ``in``, count with ``len``.

    ``in`` costs no listing and takes a move or its text; listing is lazy. Filters: *kind*, a class
    of moves or its name; *src*, the origin; *dst*, the target or the place.

    >>> import risknb as rk
    >>> moves = rk.Game(["Ada", "Ben", "Cleo"], seed=7).legal_moves(kind="claim")
    >>> len(moves), "@kam" in moves, "ala>kam*3" in moves
    (42, True, False)
    """

    __slots__ = ("_dst", "_kind", "_src", "_state")

    def __init__(
        self,
        state: State | View,
        src: int | None = None,
        dst: int | None = None,
        kind: Kind | None = None,
    ) -> None:
        self._state, self._src, self._dst = state, src, dst
        self._kind = None if kind is None else _classes(kind)

    def __iter__(self) -> Iterator[Move]:
        if _waits(self._state):
            return iter(())
        moves = LISTS[self._state.phase](self._state, self._src)
        if self._src is None and self._dst is None and self._kind is None:
            return moves
        return filter(self._wanted, moves)

    def _wanted(self, move: Move) -> bool:
        return (
            (self._kind is None or isinstance(move, self._kind))
            and (self._src is None or getattr(move, "src", None) == self._src)
            and (self._dst is None or getattr(move, "dst", getattr(move, "at", None)) == self._dst)
        )

    def __contains__(self, move: object) -> bool:
        if is_legal(self._state, move):  # type: ignore[arg-type]
            return self._wanted(move)  # type: ignore[arg-type]
        return isinstance(move, str) and self._holds_text(move)

    def _holds_text(self, text: str) -> bool:
        """Whether a text is a legal move; text that is no move is none."""
        try:
            return parse_move(self._state.board, text) in self
        except NotationError:
            return False

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __repr__(self) -> str:
        texts: list[str] = []
        for move in self:
            if len(texts) == 20:
                texts.append("...")
                break
            texts.append(move_text(self._state, move))
        return f"<LegalMoves ({', '.join(texts)})>"


def legal_moves(
    state: State | View,
    *,
    src: int | None = None,
    dst: int | None = None,
    kind: Kind | None = None,
) -> LegalMoves:
    """The legal moves of the acting seat, as a view (see ``LegalMoves``)."""
    return LegalMoves(state, src, dst, kind)
