"""Decisions and answers of luck: one small class each, and the ``Step`` that joins them.

Territories, seats and cards are plain ints; ``risknb.notation`` writes and reads them as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias


# -- decisions ---------------------------------------------------------------------------------
class RollFirst(NamedTuple):
    """Everyone still in question rolls one die; the highest begins (SETUP-02)."""


class PickDealer(NamedTuple):
    """A seat is picked at random to deal (AMB-SET-3)."""


class DealTerritories(NamedTuple):
    """The territories are dealt out, one army on each (SETUP-06, SETUP-07)."""


class DealMissions(NamedTuple):
    """Every seat gets its missions (MIS-01, SEC-01)."""


class Claim(NamedTuple):
    """Put the first army on a free territory."""

    at: int


class Place(NamedTuple):
    """Put armies on a territory."""

    at: int
    armies: int = 1


class Headquarters(NamedTuple):
    """Choose a territory as headquarters, in secret (CAP-01)."""

    at: int


class Bribe(NamedTuple):
    """Give a card to a neutral army, which steps towards the giver (NA-03)."""

    army: int
    card: int


class Trade(NamedTuple):
    """Turn in three cards; *bonus* is the pictured territory that gets the extra armies, or -1.

    *value* names a lower reading of a wild set in the fixed table; 0 is the best one.
    """

    cards: tuple[int, ...]
    bonus: int = -1
    value: int = 0


class Levy(NamedTuple):
    """Roll a die for an allied army and get so many armies to place for it (NA-05)."""

    army: int


class Attack(NamedTuple):
    """Roll *dice* dice from *src* against *dst*."""

    src: int
    dst: int
    dice: int


class Defend(NamedTuple):
    """Answer an attack with so many dice."""

    dice: int


class Reroll(NamedTuple):
    """Roll the attacker's die number *die* (from 0) again, showing a card (EXP-04)."""

    die: int


class Command(NamedTuple):
    """Turn the attacker's die number *die* (from 0) to a six (EXP-05)."""

    die: int


class Advance(NamedTuple):
    """Move so many armies into the territory just taken."""

    armies: int


class CallOff(NamedTuple):
    """End an invasion, so that the neutrals in it take sides (NA-07)."""


class RollStatus(NamedTuple):
    """Roll for the mood of a neutral army after an invasion (NA-07)."""

    army: int


class Fortify(NamedTuple):
    """Move armies to another territory at the end of the turn."""

    src: int
    dst: int
    armies: int


class ClaimMission(NamedTuple):
    """Show a completed mission (MIS-03)."""

    mission: str


class Pass(NamedTuple):
    """Go on: end the attacks, skip the move, let the dice stand."""


Move: TypeAlias = (
    RollFirst | PickDealer | DealTerritories | DealMissions | Claim | Place | Headquarters | Bribe
    | Trade | Levy | Attack | Defend | Reroll | Command | Advance | CallOff | RollStatus | Fortify
    | ClaimMission | Pass
)  # fmt: skip


class Blitz(NamedTuple):
    """A wish, not a move: attack with all dice until *dst* falls or *stop* armies are left.

    With *advance* as many armies as may follow move in. A bot may answer with it;
    ``risknb.doing`` turns it into single moves.
    """

    src: int
    dst: int
    stop: int = 1
    advance: bool = False


class EndTurn(NamedTuple):
    """A wish, not a move: end the attacks and the turn, without the move at its end.

    Passes until the turn is over or something else has to be decided first.
    """


Wish: TypeAlias = Move | Blitz | EndTurn

#: Moves that decide nothing: luck answers, and the game makes them by itself.
FORCED = (RollFirst, PickDealer, DealTerritories, DealMissions, RollStatus)


# -- answers of luck ---------------------------------------------------------------------------
def losses(attack: Sequence[int], defend: Sequence[int]) -> tuple[int, int]:
    """Armies lost by attacker and defender; ties go to the defender (COMB-06).

    >>> losses((6, 5, 1), (6, 2))
    (1, 1)
    """
    pairs = list(zip(sorted(attack, reverse=True), sorted(defend, reverse=True), strict=False))
    killed = sum(a > d for a, d in pairs)
    return len(pairs) - killed, killed


#: All throws that cost the same share one pair: the few there are stay close at hand.
_LOSSES: dict[tuple[int, int], tuple[int, int]] = {}


class Roll:
    """The faces of one throw, in the order they fell, and what they cost both sides."""

    __slots__ = ("attack", "defend", "losses")

    def __init__(self, attack: Sequence[int], defend: Sequence[int]) -> None:
        self.attack = tuple(attack)
        self.defend = tuple(defend)
        found = losses(attack, defend)
        self.losses = _LOSSES.setdefault(found, found)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Roll):
            return NotImplemented
        return self.attack == other.attack and self.defend == other.defend

    def __hash__(self) -> int:
        return hash((self.attack, self.defend))

    def __repr__(self) -> str:
        return f"Roll({self.attack}, {self.defend})"

    def __reduce__(self) -> tuple[type[Roll], tuple[tuple[int, ...], tuple[int, ...]]]:
        return Roll, (self.attack, self.defend)


class Die(NamedTuple):
    """One die."""

    face: int


class Lots(NamedTuple):
    """One die for everyone who may still begin, in seat order."""

    faces: tuple[int, ...]


class Dealer(NamedTuple):
    """The seat that deals."""

    seat: int


class Deal(NamedTuple):
    """The army that gets each territory, in board order."""

    owners: tuple[int, ...]


class MissionDeal(NamedTuple):
    """The missions of every seat."""

    missions: tuple[tuple[str, ...], ...]


class Draw(NamedTuple):
    """The card drawn."""

    card: int


Chance: TypeAlias = Roll | Die | Lots | Dealer | Deal | MissionDeal | Draw


class Step(NamedTuple):
    """What happened: who decided, what, and what luck answered (``None`` where it had no say)."""

    seat: int
    move: Move
    chance: Chance | None = None


class TurnEnd(NamedTuple):
    """The attacks ended and nobody moved then, as it is kept: with the card of either pass."""

    seat: int
    first: Draw | None = None
    second: Draw | None = None


#: Attacks with all dice in a row, as they are kept: seat, origin, target, the throws, and how many
#: moved in then (0: the territory holds, or that is still to be decided). Most of what a game
#: keeps is this, and a plain tuple is made in a third of the time of a named one.
Volley: TypeAlias = tuple[int, int, int, list[Roll], int]
Made: TypeAlias = Step | TurnEnd | Volley


def written_out(made: Iterable[Made]) -> list[Step]:
    """Single steps as they are, and the steps of what was made in one go."""
    found: list[Step] = []
    for one in made:
        if isinstance(one, Step):
            found.append(one)
        elif isinstance(one, TurnEnd):
            found += [Step(one.seat, Pass(), drawn) for drawn in (one.first, one.second)]
        else:
            found += _steps(*one)
    return found


def _steps(seat: int, src: int, dst: int, rolls: list[Roll], moved: int) -> list[Step]:
    """A volley step by step."""
    made = [Step(seat, Attack(src, dst, len(roll.attack)), roll) for roll in rolls]
    return [*made, Step(seat, Advance(moved))] if moved else made


def steps_in(one: Made) -> int:
    """How many steps these are, counted without writing them out."""
    if isinstance(one, (Step, TurnEnd)):
        return 1 if isinstance(one, Step) else 2
    return len(one[3]) + (one[4] > 0)
