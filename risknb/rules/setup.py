"""From the empty board to the first turn."""

from __future__ import annotations

from collections.abc import Iterator

from ..board import Board
from ..cards import all_cards
from ..editions import Rules
from ..moves import (
    Claim,
    Deal,
    Dealer,
    DealTerritories,
    Lots,
    PickDealer,
    Place,
    RollFirst,
)
from ..state import NOBODY, Phase, State
from . import missions, turn
from .errors import not_now, span
from .table import add, recount, room, settle


def begin(board: Board, rules: Rules, seats: int) -> State:
    """The empty board of a new game."""
    state = State(board, rules, seats)
    state.deck = all_cards(board) if rules.cards else ()
    if rules.mission_deck:
        missions.check_piles(state)
    for seat in range(seats):
        state.reserves[seat] = rules.start.get(seats, 0)
    for army in range(seats, state.sides):
        state.reserves[army] = rules.neutral_armies
    proceed(state)
    return state


def proceed(state: State) -> None:
    """Go to the next thing the set-up asks for, in the order of the rulebooks."""
    rules = state.rules
    if rules.dealer and state.dealer == NOBODY:
        state.phase = Phase.DEALER
    elif rules.mission_deck and not state.missions[0]:
        state.phase = Phase.MISSIONS
    elif state.first == NOBODY and rules.placer == "roll":
        _roll_for_it(state)
    elif state.first == NOBODY:
        state.first = 0 if rules.placer == "youngest" else (state.dealer + 1) % state.seats
        proceed(state)
    elif NOBODY in state.owners:
        state.phase = Phase.DEAL if rules.setup == "deal" else Phase.CLAIM
        state.seat = state.actor = state.first
    elif any(state.reserves):
        _start_placing(state)
    elif NOBODY in state.headquarters:
        state.phase = Phase.HEADQUARTERS
        state.seat = state.actor = state.first
    else:
        _first_turn(state)


def _first_turn(state: State) -> None:
    rule = state.rules.first_turn
    if rule == "roll":
        _roll_for_it(state)
    else:
        turn.start(state, state.first if rule == "placer" else (state.dealer + 1) % state.seats)


def _roll_for_it(state: State) -> None:
    state.phase = Phase.FIRST
    state.contenders = tuple(range(state.seats))
    state.seat = state.actor = 0


# -- luck first ----------------------------------------------------------------------------------
def why_not_dealer(state: State, move: PickDealer) -> str | None:
    return None if state.phase is Phase.DEALER else not_now(state)


def perform_dealer(state: State, move: PickDealer, chance: Dealer) -> None:
    state.dealer = state.seat = state.actor = chance.seat
    proceed(state)


def why_not_first(state: State, move: RollFirst) -> str | None:
    return None if state.phase is Phase.FIRST else not_now(state)


def perform_first(state: State, move: RollFirst, chance: Lots) -> None:
    """The highest die begins; only the tied roll again (AMB-SET-1)."""
    best = max(chance.faces)
    tied = tuple(
        seat for seat, face in zip(state.contenders, chance.faces, strict=True) if face == best
    )
    state.seat = state.actor = tied[0]
    if len(tied) > 1:
        state.contenders = tied
        return
    state.contenders = ()
    if state.first == NOBODY:
        state.first = tied[0]
        proceed(state)
    else:
        turn.start(state, tied[0])


def why_not_deal(state: State, move: DealTerritories) -> str | None:
    return None if state.phase is Phase.DEAL else not_now(state)


def shares(state: State) -> list[int]:
    """How many territories every army is dealt; the first dealt to get what is over (SETUP-09)."""
    rules, seats = state.rules, state.seats
    left = state.board.size - rules.neutrals * rules.neutral_territories
    found = [left // seats] * seats
    dealt_first = (state.dealer + 1) % seats if rules.dealer else state.first
    for extra in range(left % seats):
        found[(dealt_first + extra) % seats] += 1
    return found + [rules.neutral_territories] * rules.neutrals


def perform_deal(state: State, move: DealTerritories, chance: Deal) -> None:
    state.owners[:] = chance.owners
    state.armies[:] = [1] * state.board.size
    if state.units is not None:
        for units, seat in zip(state.units, chance.owners, strict=True):
            units[seat] = 1
    recount(state)
    if state.rules.start:  # SETUP-06: where there are none, one army a dealt territory is all
        for army, territories in enumerate(state.holds):
            state.reserves[army] -= territories
    proceed(state)


# -- claiming ------------------------------------------------------------------------------------
def claims(state: State) -> Iterator[Claim]:
    for at, owner in enumerate(state.owners):
        if owner == NOBODY:
            yield Claim(at)


def why_not_claim(state: State, move: Claim) -> str | None:
    if state.phase is not Phase.CLAIM:
        return not_now(state)
    if not 0 <= move.at < state.board.size:
        return "there is no such territory"
    if state.owners[move.at] != NOBODY:
        return f"{state.board.names[move.at]} is taken"
    return None


def perform_claim(state: State, move: Claim, chance: None) -> None:
    settle(state, move.at, state.seat)
    state.seat = state.actor = (state.seat + 1) % state.seats
    if NOBODY not in state.owners:
        proceed(state)


# -- placing the rest ----------------------------------------------------------------------------
def _start_placing(state: State) -> None:
    """Placing goes on left of the last claimer; after a deal with the first placer (AMB-SET-8)."""
    if state.rules.placing == "auto":
        _place_all(state)
        proceed(state)
        return
    if state.phase is not Phase.CLAIM:
        state.seat = state.first
    state.phase = Phase.PLACE
    _next_round(state, state.seat)


def _next_round(state: State, seat: int) -> None:
    """Give the next seat that still has something to place its armies for this round."""
    for _ in range(state.seats):
        state.quota = _quota(state, seat)
        if any(state.quota):
            break
        seat = (seat + 1) % state.seats
    state.seat = state.actor = seat


def _quota(state: State, seat: int) -> tuple[int, ...]:
    """What a seat places in one round: own armies, then some for each neutral (N03-03, N40-02)."""
    rules, reserves = state.rules, state.reserves
    quota = [0] * state.sides
    quota[seat] = min(rules.place_own, reserves[seat])
    if not rules.neutral_last or not any(reserves[: state.seats]):
        for army in range(state.seats, state.sides):
            quota[army] = min(rules.place_neutral, reserves[army])
    return tuple(quota)


def placements(state: State) -> Iterator[Place]:
    for at, owner in enumerate(state.owners):
        if owner == state.seat or (not state.quota[state.seat] and owner >= state.seats):
            for armies in range(1, min(state.quota[owner], room(state, at)) + 1):
                yield Place(at, armies)


def why_not_place(state: State, move: Place) -> str | None:
    at, armies = move
    if not 0 <= at < state.board.size:
        return "there is no such territory"
    owner = state.owners[at]
    if owner != state.seat and owner < state.seats:
        return f"{state.board.names[at]} is not yours"
    if owner != state.seat and state.quota[state.seat]:
        return "your own armies come first"
    if not state.quota[owner]:
        return "no more armies of that colour are placed now"
    if type(armies) is not int or not 1 <= armies <= state.quota[owner]:
        return f"place {span(1, state.quota[owner])} of that colour now"
    if armies > room(state, at):
        return f"no more than {state.rules.cap} armies may stand on a territory"
    return None


def perform_place(state: State, move: Place, chance: None) -> None:
    at, armies = move
    owner = state.owners[at]
    add(state, at, owner, armies)
    state.reserves[owner] -= armies
    quota = list(state.quota)
    quota[owner] -= armies
    state.quota = tuple(quota)
    if any(quota):
        return
    if any(state.reserves):
        _next_round(state, (state.seat + 1) % state.seats)
    else:
        state.quota = ()
        proceed(state)


def _place_all(state: State) -> None:
    """The rule of ``placing="auto"``: the weakest border for its enemies gets the next army."""
    for army in range(state.sides):
        own = [at for at, owner in enumerate(state.owners) if owner == army]
        border = [at for at in own if state.hostile[at]] or own
        while state.reserves[army]:
            open_ = [at for at in border if room(state, at) > 0]
            open_ = open_ or [at for at in own if room(state, at) > 0]  # EXP-03: full borders
            at = min(open_, key=lambda at: (state.armies[at] / max(1, state.hostile[at]), at))
            add(state, at, army, 1)
            state.reserves[army] -= 1

