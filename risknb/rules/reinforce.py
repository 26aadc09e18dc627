"""Trading cards and placing armies, at the start of a turn and after an elimination."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import card_readings, has_set, is_set, rising_value, sets
from ..moves import Place, Trade
from ..state import HIDDEN, Phase, State
from ..wording import armies_text
from . import missions, setup, turn
from .errors import not_now
from .table import add, room, set_hand

#: Reading a member of an enumeration is slow in Python 3.11; these are read all the time.
REINFORCE, SPOILS, ALLIES, PLACE = Phase.REINFORCE, Phase.SPOILS, Phase.ALLIES, Phase.PLACE


def must_trade(state: State) -> bool:
    """Whether a set has to be turned in now (CARD-05, ELIM-02, AMB-CARD-9)."""
    # House rules may ask for a trade before the fifth card, when there need be no set.
    return _too_many_cards(state) and has_set(
        state.board, state.rules.deck, state.hands[state.seat]
    )


def _too_many_cards(state: State) -> bool:
    cards, rules = len(state.hands[state.seat]), state.rules
    if state.phase is REINFORCE:
        return not state.placed and cards >= rules.force_start
    if state.phase is not SPOILS or state.placed:
        return False
    traded = state.reserves[state.seat] > 0
    if state.ending:
        return not traded
    return cards >= rules.elim_force or (traded and cards > rules.elim_target)


def may_trade(state: State) -> bool:
    """Whether a set may be turned in now, should the hand hold one (CARD-11, AMB-COMB-5)."""
    if state.placed or not state.rules.cards:
        return False
    if state.phase is REINFORCE:
        return True
    if state.phase is not SPOILS:
        return False
    return must_trade(state) or (state.rules.elim_may and not state.ending)


def bonus_territories(state: State, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The pictured territories that may get the extra armies of a set (CARD-09, AMB-CARD-5)."""
    rules = state.rules
    if not rules.territory_bonus or (rules.territory_bonus_cap == "turn" and state.bonus):
        return ()
    size = state.board.size
    return tuple(card for card in cards if card < size and state.owners[card] == state.seat)


def values(state: State, cards: tuple[int, ...]) -> tuple[int, ...]:
    """What a set is worth now; the readings of a wild set, best first (CARD-07, CARD-12)."""
    if state.rules.fixed_sets:
        return card_readings(state.board, state.rules.deck, cards)
    return (rising_value(state.rules, state.sets),)


def trades(state: State) -> Iterator[Trade]:
    """Every set of the hand with every choice that belongs to it."""
    if not may_trade(state):
        return
    for cards in sets(state.board, state.rules.deck, state.hands[state.seat]):
        for at in bonus_territories(state, cards) or (-1,):
            yield Trade(cards, at)
            for lower in values(state, cards)[1:]:
                yield Trade(cards, at, lower)


def why_not_trade(state: State, move: Trade) -> str | None:
    if not may_trade(state):
        if state.phase in (REINFORCE, SPOILS):
            return "cards are traded before armies are placed, and only while the rules allow it"
        return not_now(state)
    cards, bonus, value = move
    if type(cards) is not tuple or len(cards) != 3 or len(set(cards)) != 3:
        return "a set has three cards"
    if HIDDEN in cards or any(card not in state.hands[state.seat] for card in cards):
        return "you do not hold these cards"
    if not is_set(state.board, state.rules.deck, cards):
        return "these cards are no set: three alike, one of each, or two and a wild card"
    if reason := _why_not_bonus(state, cards, bonus):
        return reason
    if type(value) is not int or (value and value not in values(state, cards)[1:]):
        return "the set cannot be read like that"
    return None


def _why_not_bonus(state: State, cards: tuple[int, ...], bonus: int) -> str | None:
    """The extra armies go to one pictured territory, and they are never left out."""
    pictured = bonus_territories(state, cards)
    if type(bonus) is int and bonus in (pictured or (-1,)):
        return None
    if not pictured:
        return "this set brings no extra armies"
    names = " or ".join(f"{state.board.names[at]} (@{state.board.codes[at]})" for at in pictured)
    return f"say where the extra armies go: {names}"


def perform_trade(state: State, move: Trade, chance: None) -> None:
    cards, bonus, value = move
    seat = state.seat
    armies = value or values(state, cards)[0]
    set_hand(state, seat, tuple(card for card in state.hands[seat] if card not in cards))
    state.pile += cards
    state.sets += 1
    state.fresh = False
    state.reserves[seat] += armies
    if bonus >= 0:
        extra = state.rules.territory_bonus
        add(state, bonus, seat, min(extra, max(0, room(state, bonus))))  # AMB-EXP-2
        state.bonus += extra
    if state.deeds is not None:
        deeds = state.deeds
        state.deeds = deeds._replace(received=deeds.received + armies, traded=deeds.traded + 1)
    if bonus >= 0 and state.rules.mission_deck:
        missions.secret_won(state)  # AMB-SEC-4: also the extra armies complete it at once


def places(state: State, army: int) -> list[int]:
    """Where an army may put reinforcements (REIN-05, AMB-TEAM-4)."""
    own = state.lands[army]
    if own or state.units is None:
        return own[:]
    return [at for at, units in enumerate(state.units) if units[army]]


def placing_army(state: State) -> int:
    """The army whose reserves are being placed: the seat's, or an ally's that was rolled for."""
    if state.phase is ALLIES:
        return next((army for army in state.levied if state.reserves[army]), -1)
    return state.seat


def placements(state: State) -> Iterator[Place]:
    if state.phase is PLACE:
        yield from setup.placements(state)
        return
    army = placing_army(state)
    if army < 0 or must_trade(state):
        return
    for at in places(state, army):
        for armies in range(1, min(state.reserves[army], room(state, at)) + 1):
            yield Place(at, armies)


def why_not_place(state: State, move: Place) -> str | None:
    phase = state.phase
    if phase is not REINFORCE and phase is not SPOILS and phase is not ALLIES:
        return setup.why_not_place(state, move) if phase is PLACE else not_now(state)
    at, armies = move
    army = state.seat if phase is not ALLIES else placing_army(state)
    if at < 0 or at >= state.board.size:
        return "there is no such territory"
    if state.owners[at] != army and at not in places(state, army):
        return f"{state.board.names[at]} is not yours to reinforce now"
    if type(armies) is not int or armies < 1 or armies > state.reserves[army]:
        return _in_hand(state.reserves[army])
    if state.armies[at] + armies > state.rules.cap:
        return f"no more than {state.rules.cap} armies may stand on a territory"
    if not state.placed and state.rules.cards and must_trade(state):
        return "with so many cards a set must be traded first"
    return None


def _in_hand(armies: int) -> str:
    if not armies:
        return "there are no armies to place"
    return f"there {'is' if armies == 1 else 'are'} {armies_text(armies)} to place"


def perform_place(state: State, move: Place, chance: None) -> None:
    phase = state.phase
    if phase is PLACE:
        setup.perform_place(state, move, chance)
        return
    at, armies = move
    army = placing_army(state) if phase is ALLIES else state.seat
    add(state, at, army, armies)
    state.reserves[army] -= armies
    state.placed = True
    state.fresh = False
    if state.rules.mission_deck and missions.secret_won(state):
        return
    if not state.reserves[army]:
        gathered(state)


def gathered(state: State) -> None:
    """Nothing is left to place: go on to what comes next."""
    if state.phase is REINFORCE:
        turn.reinforced(state)
    elif state.phase is SPOILS:
        leave_spoils(state)
    else:
        from . import neutrals

        neutrals.levy_placed(state)


def leave_spoils(state: State) -> None:
    if state.ending:
        state.phase = Phase.FORTIFY
    else:
        turn.to_attack(state)


def full(state: State) -> bool:
    """Whether the armies in hand fit nowhere, so that they are lost (EXP-03)."""
    army = placing_army(state)
    return (
        state.rules.army_cap
        and army >= 0
        and state.reserves[army] > 0
        and all(room(state, at) <= 0 for at in places(state, army))
    )


def why_not_pass(state: State) -> str | None:
    """Going on without placing: only when nothing has to be placed or nothing fits."""
    if must_trade(state):
        return "with so many cards a set must be traded first"
    army = placing_army(state)
    if army >= 0 and state.reserves[army] and not full(state):
        return f"{_in_hand(state.reserves[army])} first"
    if state.phase is REINFORCE and not full(state):
        return not_now(state)
    return None


def perform_pass(state: State) -> None:
    army = placing_army(state)
    if army >= 0:
        state.reserves[army] = 0
    state.fresh = False
    gathered(state)
