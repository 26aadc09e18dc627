"""What players wish, made to happen: checked by the rules, answered by luck.

A ``Game`` keeps what comes back as its record; who only wants to know the end forgets it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .dice import Dice, SeededDice
from .moves import Advance, Attack, Blitz, Move, Roll, Step, Volley
from .rules import PERFORM, IllegalMove, why_not
from .rules.combat import most_advance, most_dice, volley, why_not_war
from .state import Phase, State

ATTACK, ADVANCE = Phase.ATTACK, Phase.ADVANCE
#: Makes a named tuple at half the cost of calling its class.
_new = tuple.__new__


def carry_out(state: State, wish: Move | Blitz, dice: Dice) -> None:
    """Do what a bot has chosen: a move, or attacks until a territory falls.

    :raises IllegalMove: it is not allowed.
    """
    if type(wish) is not Blitz:
        make(state, wish, dice)  # type: ignore[arg-type]
    elif state.rules.plain and type(dice) is SeededDice:
        fire(state, wish, dice.throw)
    else:
        for move in single_attacks(state, wish):
            make(state, move, dice)


def make(state: State, move: Move, dice: Dice) -> Step:
    """Make a move, with the answer that the dice give.

    :raises IllegalMove: it is not allowed; nothing has changed.
    """
    reason = why_not(state, move)
    if reason is not None:
        raise IllegalMove(state, move, reason)
    chance = dice.answer(state, move)
    step = _new(Step, (state.actor, move, chance))
    PERFORM[type(move)](state, move, chance)
    return step


def fire(state: State, wish: Blitz, throw: Callable[[int, int], Roll]) -> Volley:
    """A blitz in one go, where every attack is a throw and no more (``Rules.plain``).

    :raises IllegalMove: it cannot begin; nothing has changed.
    """
    src, dst, stop, advance = wish
    try:
        reason = why_not_war(state, src, dst) if stop > 0 else "stop: one army always stays"
    except (TypeError, IndexError, ValueError):
        reason = "that is no move"
    if reason is not None:
        raise IllegalMove(state, Attack(src, dst, 1), reason)
    return volley(state, src, dst, stop, throw, advance)


def single_attacks(state: State, wish: Blitz) -> Iterator[Move]:
    """The moves of a blitz one by one: each is to be made before the next is asked for.

    There is at least one; they end where somebody else has to decide.
    """
    src, dst, stop, advance = wish
    if stop < 1:
        raise ValueError("stop: one army always stays")
    begun = False
    while state.phase is ATTACK and not (begun and state.armies[src] <= stop):
        yield Attack(src, dst, max(1, most_dice(state, src)))
        begun = True
    if advance and state.phase is ADVANCE:
        yield Advance(most_advance(state))
