"""The invariants notice what is wrong: sound steps, tampered with in one place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from invariants import check, check_state

from risknb import Game
from risknb.moves import Advance, Attack, Draw, Fortify, Place, Roll, Step, Trade
from risknb.rules import perform
from risknb.state import Phase, State

GOLDEN = Path(__file__).parent / "golden"
Found = tuple[State, Step, State]


def first(wanted: Callable[[State, Step, State], object], name: str = "2018-domination") -> Found:
    """The first step of a golden game that is wanted: before, step and after."""
    game = Game.load(GOLDEN / f"{name}.rgn")
    state = game.at(0)
    for step in game.steps:
        before = state.copy()
        perform(state, step.move, step.chance)
        if wanted(before, step, state):
            return before, step, state
    raise AssertionError("no step is like that")


def made(kind: type, phase: Phase = Phase.REINFORCE) -> Callable[[State, Step, State], object]:
    turn = kind is not Place
    return lambda before, step, after: type(step.move) is kind and (turn or before.phase is phase)


def thrown(before: State, step: Step, after: State) -> bool:
    return isinstance(step.chance, Roll) and after.phase is Phase.ATTACK


def drawn(before: State, step: Step, after: State) -> bool:
    return isinstance(step.chance, Draw)


def turned(before: State, step: Step, after: State) -> bool:
    return 0 < before.turn < after.turn


def later(before: State, step: Step, after: State) -> bool:
    return type(step.move) is Attack and any(before.hands)


def moved_aside(state: State) -> None:
    """An army of one territory stands on another of the same army."""
    src = next(at for at in range(state.board.size) if state.armies[at] > 1)
    dst = next(at for at in state.lands[state.owners[src]] if at != src)
    state.armies[src] -= 1
    state.armies[dst] += 1


def one_more(state: State) -> None:
    state.armies[0] += 1


def handed_over(state: State) -> None:
    """A card goes from one hand to another."""
    holder = next(seat for seat, hand in enumerate(state.hands) if hand)
    other = (holder + 1) % state.seats
    (card, *rest), theirs = state.hands[holder], state.hands[other]
    state.hands[holder], state.hands[other] = tuple(rest), tuple(sorted((*theirs, card)))


def remembers(name: str) -> Callable[[State], None]:
    return lambda state: setattr(state, name, True)


@pytest.mark.parametrize(
    ("wanted", "tamper", "number"),
    [
        (made(Place), moved_aside, "3"),
        (made(Place), one_more, "3"),
        (made(Fortify), one_more, "3"),
        (thrown, moved_aside, "6|3"),
        (made(Advance), moved_aside, "7|3"),
        (made(Trade), one_more, "3"),
        (later, handed_over, "9"),
        (drawn, remembers("conquered"), "9"),
        (turned, remembers("conquered"), "14"),
        (turned, remembers("commanded"), "14"),
        (turned, remembers("bonus"), "14"),
    ],
)
def test_a_step_that_was_tampered_with_is_noticed(
    wanted: Callable[..., object], tamper: Callable[[State], None], number: str
) -> None:
    before, step, after = first(wanted)
    check(before, step, after)
    tamper(after)
    with pytest.raises(AssertionError, match=rf"^({number})\b"):
        check(before, step, after)


def test_a_card_that_was_earned_and_not_drawn_is_noticed() -> None:
    """CARD-01: whoever has taken a territory draws at the end of the turn (2003)."""
    before, step, after = first(drawn, "2003-domination")
    assert isinstance(step.chance, Draw)
    after.hands, after.deck = before.hands, before.deck
    with pytest.raises(AssertionError, match=r"^9: a card was earned"):
        check(before, step._replace(chance=None), after)


@pytest.mark.parametrize(
    ("tamper", "number"),
    [
        (lambda state: state.lands[0].pop(), "lands"),
        (lambda state: state.armies.__setitem__(0, 0), "2"),
        (lambda state: setattr(state, "deck", state.deck[1:]), "8"),
        (lambda state: setattr(state, "actor", (state.actor + 1) % state.seats), "13"),
        (lambda state: setattr(state, "winners", (0,)), "15"),
    ],
)
def test_a_position_that_was_tampered_with_is_noticed(
    tamper: Callable[[State], object], number: str
) -> None:
    before, _, after = first(made(Attack))
    check_state(after)
    check_state(after, before)
    tamper(after)
    for known in (None, before):
        with pytest.raises(AssertionError, match=rf"^{number}\b"):
            check_state(after, known)
