"""Decisions that are not made on the map: each legal move with the words on its button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..goals import shown
from ..moves import (
    Bribe,
    CallOff,
    ClaimMission,
    Command,
    Defend,
    Headquarters,
    Levy,
    Move,
    Pass,
    Reroll,
    Trade,
)
from ..rules import is_legal, legal_moves, neutrals, reinforce
from ..state import Phase, State
from ..story import army_name


class Offer(NamedTuple):
    """A move, what its button says, and whether it is the usual one."""

    move: Move
    text: str
    primary: bool = False


def offers(players: Sequence[str], state: State, src: int | None = None) -> list[Offer]:
    """What may be decided with a button now, beside placing, attacking and moving."""
    found = [Offer(m, _claim(state, m)) for m in _claims(state)]
    match state.phase:
        case Phase.DEFEND:
            every = [m for m in legal_moves(state) if isinstance(m, Defend)]
            found += [Offer(m, _defend(m), m == every[-1]) for m in every]
        case Phase.DECIDE:
            found += [Offer(m, _decide(state, m)) for m in _changes(state)]
            found.append(Offer(Pass(), "Let the dice stand", primary=True))
        case Phase.HEADQUARTERS if src is not None:
            text = f"Make {state.board.names[src]} my headquarters"
            found.append(Offer(Headquarters(src), text, primary=True))
        case Phase.ALLIES:
            levies = [m for m in legal_moves(state, kind=Levy) if isinstance(m, Levy)]
            found += [Offer(m, f"Roll for {army_name(players, m.army)}", True) for m in levies]
        case Phase.ATTACK if is_legal(state, CallOff()):
            found.append(Offer(CallOff(), "Call off the invasion"))
    return [offer for offer in found if is_legal(state, offer.move)]


def _claims(state: State) -> list[ClaimMission]:
    if not state.rules.mission_deck:
        return []
    held = state.missions[state.seat]
    return [m for m in map(ClaimMission, held) if is_legal(state, m)]


def _claim(state: State, move: ClaimMission) -> str:
    return f"Show your mission: {shown(state, move.mission)}"


def _defend(move: Defend) -> str:
    return f"Defend with {move.dice} dice" if move.dice > 1 else "Defend with 1 die"


def _changes(state: State) -> list[Reroll | Command]:
    """The dice that may be changed, as they lie on the screen: highest first, equal ones once."""
    assert state.rolled is not None
    faces = state.rolled.attack
    dice = sorted({face: at for at, face in enumerate(faces)}.values(), key=lambda at: -faces[at])
    return [kind(at) for kind in (Reroll, Command) for at in dice]


def _decide(state: State, move: Reroll | Command) -> str:
    assert state.rolled is not None
    face = state.rolled.attack[move.die]
    if isinstance(move, Reroll):
        return f"Show a card, roll the {face} again"
    return f"Commander: turn the {face} to a six"


def passing(state: State) -> str:
    """What the button that goes on says; empty where going on is not allowed."""
    if not is_legal(state, Pass()):
        return ""
    match state.phase:
        case Phase.ATTACK:
            return "Next: Fortify ›"
        case Phase.FORTIFY if state.rules.active and neutrals.allies(state):
            return "Next: allies move ›"
        case Phase.FORTIFY if state.deeds is not None and not state.deeds.claimed:
            return "Next: missions ›"
        case Phase.FORTIFY | Phase.ALLY_FORTIFY | Phase.MISSION:
            return "End turn ›"
        case Phase.DECIDE:
            return ""
    return "Go on ›"


def bribes(state: State, card: int) -> list[Bribe]:
    """The neutral armies that would take a card."""
    armies = range(state.seats, state.sides)
    return [move for army in armies if is_legal(state, move := Bribe(army, card))]


def worth(state: State, move: Trade) -> int:
    """Armies that a trade brings, those for a pictured territory aside."""
    return move.value or reinforce.values(state, move.cards)[0]


def trade_text(state: State, move: Trade) -> str:
    """What trading a set brings, as a button says it."""
    armies = worth(state, move)
    if move.bonus < 0:
        return f"Trade for {armies} (T)"
    extra = state.rules.territory_bonus
    return f"Trade for {armies}, and {extra} on {state.board.names[move.bonus]} (T)"


def trade_of(state: State, cards: Sequence[int], at: int | None = None) -> Trade | None:
    """The best way to trade exactly these cards, or ``None`` where they may not be traded.

    Of the pictured territories that may get the extra armies, *at* does where it is one.
    """
    best = [move for move in trades_of(state, cards) if not move.value]
    return max(best, key=lambda m: (m.bonus == at, _need(state, m.bonus)), default=None)


def trades_of(state: State, cards: Sequence[int]) -> list[Trade]:
    """Every way to trade exactly these cards."""
    wanted = tuple(sorted(cards))
    if len(wanted) != 3 or not reinforce.may_trade(state):
        return []
    return [m for m in reinforce.trades(state) if tuple(sorted(m.cards)) == wanted]


def _need(state: State, at: int) -> int:
    """How much a territory could use two armies more: its enemies' less its own."""
    if at < 0:
        return -1000
    enemies = (state.armies[n] for n in state.board.borders[at] if state.owners[n] != state.seat)
    return sum(enemies) - state.armies[at]
