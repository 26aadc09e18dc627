"""The course of a turn: from reinforcements to the next seat."""

from __future__ import annotations

from ..moves import Chance, Draw, TurnEnd
from ..state import Deeds, Phase, State
from . import missions, neutrals
from .table import give_cards, holders

#: Reading a member of an enumeration is slow in Python 3.11; these are read all the time.
REINFORCE, ATTACK, FORTIFY = Phase.REINFORCE, Phase.ATTACK, Phase.FORTIFY


def reinforcements(state: State, seat: int) -> int:
    """Armies a seat gets at the start of its turn, cards aside (REIN-01, REIN-03)."""
    return territory_armies(len(state.lands[seat])) + continent_armies(state, seat)


def territory_armies(territories: int) -> int:
    """A third of the territories, at least three.

    >>> territory_armies(13), territory_armies(5)
    (4, 3)
    """
    return max(3, territories // 3)


def continent_armies(state: State, seat: int) -> int:
    """The bonus of every continent a seat holds whole."""
    owners, total = state.owners, 0
    for first, end, bonus in state.board.prizes:
        if owners[first] == seat and owners[first:end].count(seat) == end - first:
            total += bonus
    return total


def start(state: State, seat: int) -> None:
    """Begin a seat's turn: count its reinforcements (REIN-02)."""
    state.seat = state.actor = seat
    state.turn += 1
    state.phase = REINFORCE
    state.fresh = True
    state.placed = state.conquered = state.ending = state.fortified = state.commanded = False
    state.bonus = 0
    state.given = state.levied = state.moved = ()
    armies = reinforcements(state, seat)
    state.reserves[seat] = armies
    if state.rules.mission_deck:
        _start_missions(state, armies)


def _start_missions(state: State, armies: int) -> None:
    if missions.deck_of(state).kind == "ranks":
        state.deeds = Deeds(received=armies, holders=holders(state))
    else:
        missions.secret_won(state)


def reinforced(state: State) -> None:
    """All armies are placed: allies next, where there are any, then the attacks."""
    allies = neutrals.allies(state) if state.rules.active else ()
    state.phase = Phase.ALLIES if allies else ATTACK


def to_attack(state: State) -> None:
    """Back to the attacks, once neutrals have answered the last invasion."""
    state.phase = Phase.STATUS if state.due and neutrals.answer_now(state) else ATTACK


def card_available(state: State) -> bool:
    """Whether the seat has earned a card and one is left (CARD-01, AMB-CARD-8)."""
    return state.conquered and bool(state.deck or state.pile)


def end_attacks(state: State, chance: Chance | None) -> None:
    """The seat ends its attacks."""
    state.ending = True
    state.shown = ()
    if isinstance(chance, Draw):
        take_card(state, chance)
    if state.rules.active:
        neutrals.close_invasion(state)
        if state.due:
            state.phase = Phase.STATUS
            return
    after_attacks(state)


def after_attacks(state: State) -> None:
    """Too many cards to draw another must be traded before the move (AMB-CARD-9)."""
    limit = state.rules.hand_limit
    if limit and len(state.hands[state.seat]) >= limit and card_available(state):
        state.phase = Phase.SPOILS
        state.placed = False
    else:
        state.phase = FORTIFY


def fortified(state: State, chance: Chance | None) -> None:
    """The seat's own move is over: allies may move, then the turn ends."""
    if state.rules.active and neutrals.allies(state):
        state.phase = Phase.ALLY_FORTIFY
    else:
        finish(state, chance)


def finish(state: State, chance: Chance | None) -> None:
    """The card, a mission, then the next seat."""
    if isinstance(chance, Draw):
        take_card(state, chance)
    deeds = state.deeds
    if deeds is not None and not deeds.claimed and state.missions[state.seat]:
        state.phase = Phase.MISSION
    else:
        next_seat(state)


def next_seat(state: State) -> None:
    """The turn passes to the left, over those who are out (TURN-05)."""
    seat = (state.seat + 1) % state.seats
    while not state.alive(seat):
        seat = (seat + 1) % state.seats
    start(state, seat)


def ends_plainly(state: State) -> bool:
    """Whether passing the attacks and then the move leads straight to the next seat.

    Nobody else has a say then; at most a card is drawn.
    """
    rules = state.rules
    if state.phase is not ATTACK or not rules.plain:
        return False
    if not state.conquered or not rules.hand_limit:
        return True
    return len(state.hands[state.seat]) < rules.hand_limit


def end_with_card(state: State, draw: Draw | None) -> TurnEnd:
    """Both passes in one go, where the turn ``ends_plainly`` and a card may be drawn."""
    seat = state.seat
    if draw is not None:
        take_card(state, draw)
    next_seat(state)
    return TurnEnd(seat, draw) if state.rules.draw == "before_move" else TurnEnd(seat, None, draw)


def take_card(state: State, draw: Draw) -> None:
    """Draw a card; an empty pile is refilled from the discards (AMB-CARD-8, AMB-CARD-13)."""
    card = draw.card
    if state.deck:
        at = state.deck.index(card)  # one of them: on a copy of a view all are hidden
        state.deck = state.deck[:at] + state.deck[at + 1 :]
    elif state.rules.discard == "bottom":
        state.pile = state.pile[1:]
    else:
        state.deck = tuple(sorted(c for c in state.pile if c != card))
        state.pile = ()
    give_cards(state, state.seat, (card,))
    state.conquered = False


def drawable(state: State) -> tuple[int, ...]:
    """The cards that a draw may bring, all equally likely."""
    if state.deck:
        return state.deck
    return state.pile[:1] if state.rules.discard == "bottom" else tuple(sorted(state.pile))
