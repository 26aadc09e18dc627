"""The expert decisions after a throw: roll one die again, turn one to a six, or let them stand."""

from __future__ import annotations

from collections.abc import Iterator

from ..moves import Command, Die, Reroll, Roll
from ..state import Phase, State
from . import combat
from .errors import not_now


def consider(state: State, roll: Roll) -> None:
    """Stop for the attacker's decision where there may be one; whether there is stays secret."""
    state.rolled, state.rerolled = roll, False
    if can_command(state) or _may_reroll(state):
        state.phase = Phase.DECIDE
    else:
        settle(state)


def can_command(state: State) -> bool:
    """Whether the commander is still free this turn (EXP-05)."""
    return state.rules.commander and not state.commanded


def _may_reroll(state: State) -> bool:
    """Whether the others must reckon with a re-roll: the seat holds cards (AMB-CARD-12)."""
    return state.rules.reroll and not state.rerolled and bool(state.hands[state.seat])


def card_to_show(state: State) -> int | None:
    """The card that gives a re-roll: one shown already, the origin's or the target's (EXP-04)."""
    assert state.attack is not None
    src, dst, _ = state.attack
    held = [card for card in (src, dst) if card in state.hands[state.seat]]
    return next((card for card in held if card in state.shown), held[0] if held else None)


def moves(state: State) -> Iterator[Reroll | Command]:
    assert state.attack is not None
    assert state.rolled is not None
    for die in range(state.attack[2]):
        if why_not_reroll(state, Reroll(die)) is None:
            yield Reroll(die)
    for die in range(state.attack[2]):
        if why_not_command(state, Command(die)) is None:
            yield Command(die)


def why_not_reroll(state: State, move: Reroll) -> str | None:
    if state.phase is not Phase.DECIDE or state.attack is None:
        return not_now(state)
    if not _may_reroll(state) or card_to_show(state) is None:
        return "a re-roll needs a card of the origin or the target, once a throw"
    return _no_such_die(state, move.die)


def why_not_command(state: State, move: Command) -> str | None:
    if state.phase is not Phase.DECIDE or state.rolled is None:
        return not_now(state)
    if not can_command(state):
        return "the commander acts once a turn"
    if reason := _no_such_die(state, move.die):
        return reason
    return "the die shows a six already" if state.rolled.attack[move.die] == 6 else None


def _no_such_die(state: State, die: int) -> str | None:
    assert state.attack is not None
    if type(die) is not int or not 0 <= die < state.attack[2]:
        dice = state.attack[2]
        return f"the attack has dice 1 to {dice}" if dice > 1 else "the attack has one die"
    return None


def perform_reroll(state: State, move: Reroll, chance: Die) -> None:
    card = card_to_show(state)
    assert card is not None
    if card not in state.shown:
        state.shown = (*state.shown, card)
    _turn(state, move.die, chance.face)
    state.rerolled = True
    if not can_command(state):
        settle(state)


def perform_command(state: State, move: Command, chance: None) -> None:
    _turn(state, move.die, 6)
    state.commanded = True
    settle(state)


def _turn(state: State, die: int, face: int) -> None:
    assert state.rolled is not None
    attack = list(state.rolled.attack)
    attack[die] = face
    state.rolled = Roll(attack, state.rolled.defend)


def settle(state: State) -> None:
    """The dice stand: take off the losses."""
    assert state.attack is not None
    assert state.rolled is not None
    roll, state.rolled, state.rerolled = state.rolled, None, False
    combat.resolve(state, *state.attack, roll)
