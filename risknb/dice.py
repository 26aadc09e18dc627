"""Sources of luck: seeded, typed in, scripted and loaded. Only a ``Game`` owns one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Protocol

from .moves import (
    Attack,
    Chance,
    Defend,
    Die,
    Draw,
    Levy,
    Lots,
    Move,
    Reroll,
    Roll,
    RollFirst,
    RollStatus,
)
from .notation import move_text, parse_chance
from .rules import Chances, IllegalMove, chances
from .rules.combat import asks_defender, defender, most_defence, rolls
from .rules.luck import LUCK, no_say, one_of, why_unfit
from .rules.turn import card_available, drawable
from .state import State

#: Moves that luck answers with dice a person could throw.
THROWN = (Attack, Defend, Levy, RollStatus, Reroll, RollFirst)
SEATS = range(6)
FAIR = (1.0,) * 6


class Dice(Protocol):
    """Whatever answers for luck."""

    def answer(self, state: State, move: Move) -> Chance | None:
        """Luck's answer to a legal move; ``None`` where it has no say."""


def source_of(dice: Dice) -> Dice:
    """A source of luck as it is; anything else is refused."""
    if not callable(getattr(dice, "answer", None)):
        raise ValueError(f"dice is a source of luck such as LoadedDice, not {dice!r:.60}")
    return dice


class SeededDice:
    """Fair dice and cards from a seed: the same seed and moves give the same luck."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(str(seed))
        self.uniform = self._random.random

    def answer(self, state: State, move: Move) -> Chance | None:
        find = LUCK.get(type(move))
        if find is None:
            return None
        if type(move) is Attack and state.rules.defend == "max":
            return self.throw(move.dice, most_defence(state, move.dst))
        wanted = find(state, move)
        return None if wanted is None else wanted.sample(self._random)

    def throw(self, attack_dice: int, defend_dice: int) -> Roll:
        """One throw: one random number picks from all that can fall."""
        every = rolls(attack_dice, defend_dice)
        return every[int(self.uniform() * len(every))]

    def draw(self, state: State) -> Draw | None:
        """The card of the turn, if one is due."""
        return one_of(drawable(state), self.uniform()) if card_available(state) else None

    def __repr__(self) -> str:
        return "<SeededDice>"


class ScriptedDice:
    """Answers written down beforehand, one after the other."""

    def __init__(self, answers: Iterable[Chance]) -> None:
        self._answers = iter(answers)

    def answer(self, state: State, move: Move) -> Chance | None:
        wanted = chances(state, move)
        if wanted is None:
            return None
        try:
            return _fitting(state, move, wanted, next(self._answers))
        except StopIteration:
            raise ValueError("the script of answers has come to its end") from None


class TypedDice:
    """Real dice, typed in: *ask* gets a question and returns the faces, as in ``651:42``.

    Cards and deals, which nobody can throw, come from seeded luck. With *again* the question is
    put again, after what was wrong, until the faces fit.
    """

    def __init__(self, ask: Callable[[str], str], seed: int | str, *, again: bool = False) -> None:
        self._ask = ask
        self._rest = SeededDice(seed)
        self._again = again

    def answer(self, state: State, move: Move) -> Chance | None:
        if not isinstance(move, THROWN):
            return self._rest.answer(state, move)
        wanted = chances(state, move)
        if wanted is None:
            return None
        asked = told = f"dice for {move_text(state, move)}, {question(state, move)}: "
        while True:
            text = str(self._ask(told)).strip()
            try:
                return _fitting(state, move, wanted, parse_chance(state.board, move, text))
            except ValueError as problem:
                if not self._again:
                    raise
                told = f"{problem}; {asked}"


class GivenDice:
    """An answer given by hand. It takes the place of a drawn one: the rest stays verifiable."""

    def __init__(self, chance: Chance, dice: Dice) -> None:
        self._chance, self._dice = chance, dice

    def answer(self, state: State, move: Move) -> Chance:
        wanted = chances(state, move)
        if wanted is None:
            raise IllegalMove(state, move, no_say(move))
        if not wanted.fits(self._chance):
            raise IllegalMove(state, move, _why_unfit(state, move, self._chance))
        if isinstance(self._dice, SeededDice):
            self._dice.answer(state, move)
        return self._chance


def _fitting(state: State, move: Move, wanted: Chances, chance: Chance) -> Chance:
    """An answer given by a person or a script, which must be one that luck could give."""
    if not wanted.fits(chance):
        raise ValueError(_why_unfit(state, move, chance))
    return chance


def _why_unfit(state: State, move: Move, chance: Chance) -> str:
    """Why luck cannot answer so, with the dice that are wanted."""
    asked = f" ({question(state, move)})" if isinstance(move, THROWN) else ""
    return why_unfit(state.board, chance) + asked


def question(state: State, move: Move) -> str:
    """How many dice have to be thrown for a move, and how they are written."""
    if isinstance(move, Attack):
        return f"{move.dice} against {most_defence(state, move.dst)}, like 651:42"
    if isinstance(move, Defend):
        assert state.attack is not None
        return f"{state.attack[2]} against {move.dice}, like 651:42"
    if isinstance(move, RollFirst):
        return f"{len(state.contenders)} dice in seat order, like 426"
    return "one die"


class LoadedDice:
    """Dice that favour faces on purpose: weights of the six faces, for everyone or by seat.

    A seat that is not named throws fair dice. Without a *seed* the luck is new every time.
    """

    def __init__(
        self,
        weights: Sequence[float] | Mapping[int, Sequence[float]],
        seed: int | str | None = None,
    ) -> None:
        by_seat = weights if isinstance(weights, Mapping) else dict.fromkeys(SEATS, weights)
        if not by_seat or any(seat not in SEATS for seat in by_seat):
            raise ValueError(f"loaded dice are given by seat, 0 to 5, not by {by_seat!r:.60}")
        self._weights = {seat: _checked(one) for seat, one in by_seat.items()}
        self._random = Random() if seed is None else Random(str(seed))

    def answer(self, state: State, move: Move) -> Chance | None:
        if isinstance(move, Attack) and not asks_defender(state, move.dst):
            dice = (move.dice, most_defence(state, move.dst))
            return self._roll(state.seat, defender(state, move.dst), *dice)
        if isinstance(move, Defend) and state.attack is not None:
            return self._roll(state.seat, state.actor, state.attack[2], move.dice)
        if isinstance(move, (Levy, RollStatus, Reroll)):
            return Die(*self._faces(state.actor, 1))
        if isinstance(move, RollFirst) and self._decide(state.contenders):
            return Lots(tuple(self._faces(seat, 1)[0] for seat in state.contenders))
        wanted = chances(state, move)
        return None if wanted is None else wanted.sample(self._random)

    def _roll(self, attacker: int, defender: int, attack: int, defend: int) -> Roll:
        return Roll(self._faces(attacker, attack), self._faces(defender, defend))

    def _faces(self, seat: int, dice: int) -> list[int]:
        return self._random.choices(range(1, 7), self._weights.get(seat, FAIR), k=dice)

    def _decide(self, seats: Sequence[int]) -> bool:
        """Whether these dice can tell who begins; all with the same one face never would."""
        return len({f for s in seats for f, w in enumerate(self._weights.get(s, FAIR)) if w}) > 1


def _checked(weights: Sequence[float]) -> tuple[float, ...]:
    try:
        found = () if isinstance(weights, str) else tuple(float(weight) for weight in weights)
    except (TypeError, ValueError):
        found = ()
    if len(found) != 6 or not all(0 <= weight < 1e9 for weight in found) or sum(found) <= 0:
        raise ValueError("loaded dice need six weights, none negative, not all zero")
    return found
