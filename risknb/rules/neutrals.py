"""Active neutrals: bribes, allies, and the moods they roll for after an invasion."""

from __future__ import annotations

from collections.abc import Iterator

from ..moves import Bribe, CallOff, Die, Levy, RollStatus
from ..state import NOBODY, Invasion, Phase, State
from . import turn
from .errors import not_now

MOST_CARDS = 5  # NA-03
MOST_BRIBES = 2  # AMB-ACT-3
LOYAL = 5  # a die of 5 or 6 leaves a neutral where it stands (NA-07)


def neutral_armies(state: State) -> range:
    return range(state.seats, state.sides)


def allies(state: State) -> tuple[int, ...]:
    """The neutral armies on the seat's side that are still on the board."""
    return tuple(
        state.seats + i
        for i, stance in enumerate(state.stances)
        if stance == state.seat and state.lands[state.seats + i]
    )


def fighting_allies(state: State) -> tuple[int, ...]:
    """Allies that may attack: not those whose part in the invasion is over (AMB-ACT-6)."""
    held_back = state.due if answer_now(state) else ()
    return tuple(army for army in allies(state) if army not in held_back)


def answer_now(state: State) -> bool:
    """Whether neutrals answer every invasion, or only after all combat (the German timing)."""
    return state.rules.status_roll == "invasion" or state.ending


# -- bribes --------------------------------------------------------------------------------------
def bribes(state: State) -> Iterator[Bribe]:
    for army in neutral_armies(state):
        for card in state.hands[state.seat]:
            if why_not_bribe(state, Bribe(army, card)) is None:
                yield Bribe(army, card)


def why_not_bribe(state: State, move: Bribe) -> str | None:
    if state.phase is not Phase.REINFORCE or not state.rules.active:
        return not_now(state)
    if not state.fresh:
        return "bribes come before trading and placing"
    if move.army not in neutral_armies(state) or not state.lands[move.army]:
        return "there is no such neutral army"
    if type(move.card) is not int or move.card < 0 or move.card not in state.hands[state.seat]:
        return "you do not hold this card"
    if len(state.bribes[move.army - state.seats]) >= MOST_CARDS:
        return "a neutral army that holds five cards takes no more"
    if state.given.count(move.army) >= MOST_BRIBES:
        return "a neutral army takes two cards a turn at most"
    return None


def perform_bribe(state: State, move: Bribe, chance: None) -> None:
    i, seat = move.army - state.seats, state.seat
    state.hands[seat] = tuple(card for card in state.hands[seat] if card != move.card)
    held = list(state.bribes)
    held[i] = (*held[i], (seat, move.card))
    state.bribes = tuple(held)
    state.given = (*state.given, move.army)
    _set_stance(state, i, _towards(state.stances[i], seat))


def _towards(stance: int, seat: int) -> int:
    return seat if stance in (NOBODY, seat) else NOBODY


def _away(stance: int, seat: int, opponent: int) -> int:
    """One step away; already at the opponent's side it stays there (AMB-ACT-5)."""
    return NOBODY if stance == seat else opponent


def _set_stance(state: State, neutral: int, stance: int) -> None:
    stances = list(state.stances)
    stances[neutral] = stance
    state.stances = tuple(stances)


# -- reinforcing allies --------------------------------------------------------------------------
def levies(state: State) -> Iterator[Levy]:
    for army in allies(state):
        if why_not_levy(state, Levy(army)) is None:
            yield Levy(army)


def why_not_levy(state: State, move: Levy) -> str | None:
    if state.phase is not Phase.ALLIES:
        return not_now(state)
    if any(state.reserves[army] for army in state.levied):
        return "first place the armies of the ally you rolled for"
    if type(move.army) is not int or move.army not in allies(state):
        return "that army is not your ally"
    if move.army in state.levied:
        return "an ally is reinforced once a turn"
    return None


def perform_levy(state: State, move: Levy, chance: Die) -> None:
    state.levied = (*state.levied, move.army)
    state.reserves[move.army] = chance.face


def levy_placed(state: State) -> None:
    """An ally's armies are placed: the next ally, or the attacks."""
    if set(allies(state)) <= set(state.levied):
        state.phase = Phase.ATTACK


# -- invasions and moods -------------------------------------------------------------------------
def note_attack(state: State, army: int, dst: int) -> None:
    """Remember whom an attack concerns, for the rolls when it ends (NA-07, AMB-ACT-6)."""
    owner = state.owners[dst]
    involved = tuple(side for side in (army, owner) if side >= state.seats)
    if not answer_now(state):
        _await(state, involved)
        return
    going_on = state.invasion
    if going_on is not None and going_on.army != army and going_on.army >= state.seats:
        _await(state, (going_on.army,))  # another army takes over: the ally's part is over
    if involved or going_on is not None:
        state.invasion = Invasion(army, owner, dst)


def _await(state: State, armies: tuple[int, ...]) -> None:
    state.due += tuple(army for army in armies if army not in state.due)


def close_invasion(state: State) -> None:
    """An invasion has ended: its neutrals still on the board will be rolled for."""
    if state.invasion is not None:
        sides = (state.invasion.army, state.invasion.defender)
        _await(state, tuple(side for side in sides if side >= state.seats))
        state.invasion = None
    state.due = tuple(army for army in state.due if state.lands[army])  # AMB-ACT-11


def why_not_call_off(state: State, move: CallOff) -> str | None:
    if state.phase is not Phase.ATTACK:
        return not_now(state)
    return None if state.invasion is not None else "there is no invasion to call off"


def perform_call_off(state: State, move: CallOff, chance: None) -> None:
    close_invasion(state)
    turn.to_attack(state)


def why_not_status(state: State, move: RollStatus) -> str | None:
    if state.phase is not Phase.STATUS:
        return not_now(state)
    if type(move.army) is not int or move.army != state.due[0]:
        return "another army is rolled for first"
    return None


def perform_status(state: State, move: RollStatus, chance: Die) -> None:
    i = move.army - state.seats
    if chance.face < LOYAL:
        opponent = (state.seat + 1) % state.seats
        _set_stance(state, i, _away(state.stances[i], state.seat, opponent))
    state.due = state.due[1:]
    if state.due:
        return
    if state.ending:
        turn.after_attacks(state)
    else:
        state.phase = Phase.ATTACK


def surrender(state: State, army: int) -> tuple[int, ...]:
    """The cards of an eliminated neutral, which go to the winner (NA-08)."""
    i = army - state.seats
    cards = tuple(card for _, card in state.bribes[i])
    state.bribes = tuple(() if j == i else held for j, held in enumerate(state.bribes))
    _set_stance(state, i, NOBODY)
    return cards
