"""The dear invariants: they try other moves, texts and seats. Numbers as in ``invariants``.

``check_engine(state, random)`` holds 16, 17, 19, 21 and 23 for one position of a running game.
"""

from __future__ import annotations

from random import Random

import pytest
from naive import SETUP
from near_miss import near_misses
from relabel import Relabelling

from risknb.moves import Move, Step, Trade
from risknb.notation import parse_step, step_text
from risknb.rules import IllegalMove, apply, chances, is_legal, legal_moves, why_not
from risknb.rules.missions import deck_of
from risknb.state import Phase, State

#: What a seat may not see; everything else of a state is public.
SECRET = ("hands", "deck", "bribes", "missions", "headquarters")


def check_engine(state: State, random: Random) -> None:
    """All dear invariants of a position; *state* is left alone."""
    before = state.text(full=True)
    text_round_trip(state)
    refusals(state, near_misses(state, random))
    legal = list(legal_moves(state))
    if legal:
        move = random.choice(legal)
        accepted(state, move, random)
        if state.phase not in SETUP and not _by_colour(state):
            relabelled(state, move, random)
    for seat in range(state.seats):
        secrets_kept(state, seat, random)
    assert state.text(full=True) == before, "17: looking changed the position"


def _by_colour(state: State) -> bool:
    """Secret missions name colours, which belong to seats: those cannot be relabelled."""
    return bool(state.rules.mission_deck) and deck_of(state).kind == "secret"


# -- 16, 17 --------------------------------------------------------------------------------------
def accepted(state: State, move: Move, random: Random) -> State:
    """16: a listed move is legal, and is accepted with any answer that luck may give."""
    assert is_legal(state, move), f"16: {move} is listed but not legal"
    assert move in legal_moves(state), "16"
    wanted = chances(state, move)
    chance = wanted.sample(random) if wanted is not None else None
    after = state.copy()
    apply(after, move, chance)
    step = Step(state.actor, move, chance)
    assert parse_step(state.board, step_text(state.board, step)) == (move, chance), "19"
    return after


def refusals(state: State, moves: list[Move]) -> None:
    """16, 17: what is not listed is refused with a reason, and a refusal changes nothing."""
    listed = {_named(move) for move in legal_moves(state)}
    trial = state.copy()
    for move in moves:
        reason = why_not(state, move)
        if reason is None:
            assert _named(move) in listed, f"16: {move} is not listed"
            continue
        assert _named(move) not in listed, f"16: {move} is listed, but {reason}"
        with pytest.raises(IllegalMove):
            apply(trial, move)
        assert trial == state, f"17: the refused {move} changed the position"


def _named(move: Move) -> tuple[object, ...]:
    """A move with its kind (tuples of two kinds may be equal); the order of a set is free."""
    if isinstance(move, Trade):
        return (Trade, tuple(sorted(move.cards)), move.bonus, move.value)
    return (type(move), *move)


# -- 19 ------------------------------------------------------------------------------------------
def text_round_trip(state: State) -> None:
    """19: every field is in the text, of the whole position and of every seat's view."""
    board, rules, seats = state.board, state.rules, state.seats
    assert State.parse(state.text(full=True), board, rules, seats) == state, "19"
    for seat in range(seats):
        view = state.seen_by(seat)
        assert State.parse(view.text(), board, rules, seats) == view.copy(), "19: a view"


# -- 21 ------------------------------------------------------------------------------------------
def relabelled(state: State, move: Move, random: Random) -> None:
    """21: names of seats and territories mean nothing: relabelling commutes with every move."""
    other = Relabelling(state.board, state.seats, random)
    wanted = chances(state, move)
    chance = wanted.sample(random) if wanted is not None else None
    after, twin = state.copy(), other.state(state)
    apply(after, move, chance)
    apply(twin, other.move(move), other.chance(chance))
    assert twin == other.state(after), f"21: {move}"
    if state.phase not in (Phase.FORTIFY, Phase.ALLY_FORTIFY):
        assert len(legal_moves(other.state(state))) == len(legal_moves(state)), "21"


# -- 23 ------------------------------------------------------------------------------------------
def shuffled_secrets(state: State, seat: int, random: Random) -> State:
    """The same position with everything that *seat* may not know dealt out anew."""
    new = state.copy()
    mine, shown = state.team(seat), state.shown
    others = [s for s in range(state.seats) if state.team(s) != mine]
    pool = [*state.deck]
    for other in others if state.units is None else others[:1]:
        pool += [card for card in state.hands[other] if card not in shown]
    pool += [card for held in state.bribes for giver, card in held if giver != seat]
    random.shuffle(pool)
    take = pool.pop
    new.deck = tuple(sorted(take() for _ in state.deck))
    dealt: dict[int, tuple[int, ...]] = {}
    for other in others:
        side = state.team(other)
        if side not in dealt:
            open_ = [card for card in state.hands[other] if card in shown]
            count = len(state.hands[other]) - len(open_)
            dealt[side] = tuple(sorted((*open_, *(take() for _ in range(count)))))
        new.hands[other] = dealt[side]
    new.bribes = tuple(
        tuple((giver, card if giver == seat else take()) for giver, card in held)
        for held in state.bribes
    )
    _shuffle_missions(state, new, seat, random)
    _move_headquarters(state, new, seat, random)
    return new


def _shuffle_missions(state: State, new: State, seat: int, random: Random) -> None:
    """Foreign missions become any others of the deck, except one that lies open (MIS-05)."""
    if not state.missions or not any(state.missions):
        return
    known = {m for held in state.done for m in held} | set(state.missions[seat])
    hidden = [m for m in deck_of(state).missions if m not in known]
    random.shuffle(hidden)
    new.missions = tuple(
        held
        if other == seat or (len(held) == 1 and len(state.done[other]) == 3)
        else tuple(hidden.pop() for _ in held)
        for other, held in enumerate(state.missions)
    )


def _move_headquarters(state: State, new: State, seat: int, random: Random) -> None:
    """While headquarters are being chosen, a foreign one may lie on any of its owner's lands."""
    if state.phase is Phase.HEADQUARTERS:
        new.headquarters = tuple(
            at
            if other == seat or at < 0
            else random.choice([t for t, owner in enumerate(state.owners) if owner == other])
            for other, at in enumerate(state.headquarters)
        )


def secrets_kept(state: State, seat: int, random: Random) -> None:
    """23: a view does not change when what is hidden from it is dealt out anew (the swap test)."""
    if state.over:
        return
    view, swapped = state.seen_by(seat), shuffled_secrets(state, seat, random).seen_by(seat)
    assert swapped.text() == view.text(), "23: the text shows a secret"
    for name in State.__slots__:
        assert getattr(swapped, name) == getattr(view, name), f"23: {name} shows a secret"
