"""What luck may answer to a move: every outcome with its exact probability, or a sampler."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import factorial, prod
from random import Random
from typing import TypeVar

from ..board import Board
from ..moves import (
    Attack,
    Chance,
    Deal,
    Dealer,
    DealMissions,
    DealTerritories,
    Defend,
    Die,
    Draw,
    Fortify,
    Levy,
    Lots,
    MissionDeal,
    Move,
    Pass,
    PickDealer,
    Reroll,
    Roll,
    RollFirst,
    RollStatus,
)
from ..notation import chance_text
from ..reading import short
from ..state import Phase, State
from . import combat, fortify, missions, setup, turn

FACES = range(1, 7)
#: Phases in which nobody decides: only luck has something to say.
FORCED_PHASES = frozenset({Phase.DEALER, Phase.MISSIONS, Phase.DEAL, Phase.FIRST, Phase.STATUS})
T = TypeVar("T")


class Chances:
    """All answers luck may give to a move, equally likely.

    Iterating gives ``(chance, probability)``; ``count`` tells how many there are. A deal or a
    shuffle has far too many: it can only be counted and sampled.
    """

    def __init__(
        self,
        count: int,
        pick: Callable[[Random], Chance],
        fits: Callable[[Chance | None], bool],
        every: Callable[[], Iterator[Chance]] | None = None,
    ) -> None:
        self.count = count
        self.sample = pick
        self.fits = fits
        self._every = every

    def __iter__(self) -> Iterator[tuple[Chance, Fraction]]:
        if self._every is None:
            raise ValueError(
                f"there are {self.count:.3g} ways to deal; they can be sampled, not listed"
            )
        share = Fraction(1, self.count)
        return ((chance, share) for chance in self._every())

    def __contains__(self, chance: object) -> bool:
        return self.fits(chance)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"<Chances: {self.count} answers, equally likely>"


def no_say(move: Move) -> str:
    """Why an answer is refused where there is nothing to answer."""
    if isinstance(move, Attack):
        return "the defender chooses dice first, then they are thrown"
    return "luck has no say in this move"


def why_unfit(board: Board, chance: object) -> str:
    """Why luck cannot give an answer that does not fit, in words."""
    if chance is None:
        return "luck has to answer this move"
    try:
        return f"luck cannot answer {chance_text(board, chance)}"  # type: ignore[arg-type]
    except (KeyError, TypeError, IndexError, AttributeError, ValueError):
        return f"luck cannot answer {short(chance, 80)}"


def chances(state: State, move: Move) -> Chances | None:
    """What luck may answer to a legal move; ``None`` where it has no say."""
    find = LUCK.get(type(move))
    return find(state, move) if find is not None else None


def _listed(every: Sequence[Chance]) -> Chances:
    return Chances(
        len(every),
        lambda random: every[int(random.random() * len(every))],
        lambda chance: chance is not None and any(_same(chance, one) for one in every),
        lambda: iter(every),
    )


def _same(one: Chance, other: Chance) -> bool:
    return type(one) is type(other) and one == other


def throws(attack_dice: int, defend_dice: int) -> Chances:
    """The throws of so many dice against so many."""
    every = combat.rolls(attack_dice, defend_dice)

    def fits(chance: Chance | None) -> bool:
        return (
            isinstance(chance, Roll)
            and len(chance.attack) == attack_dice
            and len(chance.defend) == defend_dice
            and all(type(f) is int and 1 <= f <= 6 for f in (*chance.attack, *chance.defend))
        )

    return Chances(
        len(every),
        lambda random: every[int(random.random() * len(every))],
        fits,
        lambda: iter(every),
    )


def _attack(state: State, move: Attack) -> Chances | None:
    if combat.asks_defender(state, move.dst):
        return None
    return throws(move.dice, combat.most_defence(state, move.dst))


def _defend(state: State, move: Defend) -> Chances:
    assert state.attack is not None
    return throws(state.attack[2], move.dice)


_DIE = _listed([Die(face) for face in FACES])


def _die(state: State, move: Move) -> Chances:
    return _DIE


def _lots(state: State, move: RollFirst) -> Chances:
    rollers = len(state.contenders)

    def fits(chance: Chance | None) -> bool:
        return (
            isinstance(chance, Lots)
            and len(chance.faces) == rollers
            and all(type(face) is int and face in FACES for face in chance.faces)
        )

    return Chances(
        6**rollers,
        lambda random: Lots(tuple(int(random.random() * 6) + 1 for _ in range(rollers))),
        fits,
        lambda: (Lots(faces) for faces in product(FACES, repeat=rollers)),
    )


def _dealer(state: State, move: PickDealer) -> Chances:
    return _listed([Dealer(seat) for seat in range(state.seats)])


def _deal(state: State, move: DealTerritories) -> Chances:
    shares = setup.shares(state)
    owners = [army for army, share in enumerate(shares) for _ in range(share)]
    count = factorial(len(owners)) // prod(factorial(share) for share in shares)

    def pick(random: Random) -> Deal:
        return Deal(tuple(_shuffled(owners, random)))

    def fits(chance: Chance | None) -> bool:
        return isinstance(chance, Deal) and sorted(chance.owners) == owners

    return Chances(count, pick, fits)


def _shuffled(items: Sequence[T], random: Random) -> list[T]:
    """A shuffle that needs only ``random()``, whose numbers are the same in every Python."""
    found = list(items)
    for last in range(len(found) - 1, 0, -1):
        other = int(random.random() * (last + 1))
        found[last], found[other] = found[other], found[last]
    return found


def _missions(state: State, move: DealMissions) -> Chances:
    piles, seats = missions.piles(state), state.seats
    count = prod(factorial(len(pile)) // factorial(len(pile) - seats) for pile in piles)

    def pick(random: Random) -> MissionDeal:
        shuffled = [_shuffled(pile, random)[:seats] for pile in piles]
        return MissionDeal(tuple(zip(*shuffled, strict=True)))

    def fits(chance: Chance | None) -> bool:
        if not isinstance(chance, MissionDeal) or len(chance.missions) != seats:
            return False
        if any(len(held) != len(piles) for held in chance.missions):
            return False
        by_pile = list(zip(*chance.missions, strict=True))
        return all(
            len(set(dealt)) == seats and set(dealt) <= set(pile)
            for dealt, pile in zip(by_pile, piles, strict=True)
        )

    return Chances(count, pick, fits)


def one_of(cards: Sequence[int], number: float) -> Draw:
    """The card that a number from 0 to 1 picks."""
    return Draw(cards[int(number * len(cards))])


def draws(state: State, move: Move) -> bool:
    """Whether this move brings the card of the turn (CARD-01, TURN-01)."""
    if not turn.card_available(state):
        return False
    if state.rules.draw == "before_move":
        return state.phase is Phase.ATTACK and isinstance(move, Pass)
    return fortify.ends_turn(state, isinstance(move, Pass))


def _card(state: State, move: Move) -> Chances | None:
    if not state.conquered or not draws(state, move):
        return None
    cards = turn.drawable(state)
    return Chances(
        len(cards),
        lambda random: one_of(cards, random.random()),
        lambda chance: isinstance(chance, Draw) and chance.card in cards,
        lambda: map(Draw, cards),
    )


#: For every kind of move that luck may have a say in: what it may answer.
LUCK: dict[type, Callable[..., Chances | None]] = {
    Attack: _attack,
    Defend: _defend,
    Levy: _die,
    RollStatus: _die,
    Reroll: _die,
    RollFirst: _lots,
    PickDealer: _dealer,
    DealTerritories: _deal,
    DealMissions: _missions,
    Pass: _card,
    Fortify: _card,
}
