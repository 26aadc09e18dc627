"""What players wish, made to happen: checked by the rules, answered by luck.

A ``Game`` keeps what comes back as its record; who only wants to know the end forgets it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping

from .dice import Dice, SeededDice
from .moves import Advance, Attack, Blitz, EndTurn, Made, Move, Pass, Step, TurnEnd, Wish
from .rules import PERFORM, IllegalMove, LegalMoves, refusal
from .rules.combat import most_advance, most_dice, volley, why_not_war
from .rules.luck import FORCED_PHASES
from .rules.turn import end_with_card, ends_plainly, next_seat
from .state import Phase, State, View

ATTACK, ADVANCE, OVER = Phase.ATTACK, Phase.ADVANCE, Phase.OVER
FORTIFY, ALLY_FORTIFY = Phase.FORTIFY, Phase.ALLY_FORTIFY
PASS = Pass()
#: Makes a named tuple at half the cost of calling its class.
_new = tuple.__new__
#: By phase, because hashing a member of an enumeration is slow.
_FORCED = tuple(phase in FORCED_PHASES for phase in Phase)
_ENDS = tuple(map(TurnEnd, range(6)))
#: Decides for a seat: ``choose`` of a bot.
Choose = Callable[[View], Wish]
#: Gets what was made, one after the other.
Keep = Callable[[Made], object]
#: Keeps nothing.
forget: Keep = deque[Made](maxlen=0).append


def let_decide(
    state: State,
    bots: Mapping[int, tuple[Choose, View]],
    dice: Dice,
    keep: Keep,
    last: int,
    times: int,
) -> bool:
    """Let bots decide so many times, and tell whether they may go on until turn *last*.

    *bots* has, by seat, who chooses and the view to choose by.
    """
    uniform = volleys(state, dice)
    for _ in range(times):
        if state.turn > last or state.phase is OVER or state.actor not in bots:
            return False
        choose, view = bots[state.actor]
        wish = choose(view)
        while type(wish) is Blitz and uniform is not None:
            keep(volley(state, wish, uniform))
            if state.phase is OVER:
                return False
            wish = choose(view)  # after a volley the same seat decides
        carry_out(state, wish, dice, keep)
    return True


def volleys(state: State, dice: Dice) -> Callable[[], float] | None:
    """Where a blitz is thrown in one go: what gives the numbers that throws are picked by."""
    return dice.uniform if state.rules.plain and type(dice) is SeededDice else None


def carry_out(state: State, wish: Wish, dice: Dice, keep: Keep = forget) -> None:
    """Do what a player has chosen: a move, attacks until a territory falls, the turn's end.

    What luck alone decides then is done as well. *keep* is called after every change.

    :raises IllegalMove: it is not allowed.
    """
    if type(wish) is Blitz:
        uniform = volleys(state, dice)
        if uniform is not None:
            keep(volley(state, wish, uniform))
        else:
            for move in single_attacks(state, wish):
                make(state, move, dice, keep)
    elif type(wish) is EndTurn:
        end_turn(state, dice, keep)
    else:
        make(state, wish, dice, keep)  # type: ignore[arg-type]


def make(state: State, move: Move, dice: Dice, keep: Keep = forget) -> Step:
    """Make a move, with the answer that the dice give, and then what luck alone decides.

    :raises IllegalMove: it is not allowed; nothing has changed.
    """
    reason = refusal(state, move)
    if reason is not None:
        raise IllegalMove(state, move, reason)
    chance = dice.answer(state, move)
    step = _new(Step, (state.actor, move, chance))
    PERFORM[type(move)](state, move, chance)
    keep(step)
    if _FORCED[state.phase]:
        leave_to_luck(state, dice, keep)
    return step


def leave_to_luck(state: State, dice: Dice, keep: Keep = forget) -> None:
    """Make the moves that only luck decides."""
    while _FORCED[state.phase]:
        make(state, next(iter(LegalMoves(state))), dice, keep)


def end_turn(state: State, dice: Dice, keep: Keep = forget) -> None:
    """Pass the attacks and the moves, until the turn is over or something else is to be decided.

    :raises IllegalMove: the turn cannot end now; nothing has changed.
    """
    if ends_plainly(state):
        if not state.conquered:
            end = _ENDS[state.seat]
            next_seat(state)
            keep(end)
            return
        if type(dice) is SeededDice:
            keep(end_with_card(state, dice.draw(state)))
            return
    make(state, PASS, dice, keep)
    while state.phase is FORTIFY or state.phase is ALLY_FORTIFY:
        make(state, PASS, dice, keep)


def single_attacks(state: State, wish: Blitz) -> Iterator[Move]:
    """The moves of a blitz one by one: each is to be made before the next is asked for.

    There is at least one; they end where somebody else has to decide.

    :raises IllegalMove: it cannot begin; nothing has changed.
    """
    src, dst, stop, advance = wish
    reason = why_not_war(state, src, dst, stop)
    if reason is not None:
        raise IllegalMove(state, Attack(src, dst, 1), reason)
    begun = False
    while state.phase is ATTACK and not (begun and state.armies[src] <= stop):
        yield Attack(src, dst, max(1, most_dice(state, src)))
        begun = True
    if advance and state.phase is ADVANCE:
        yield Advance(most_advance(state))
