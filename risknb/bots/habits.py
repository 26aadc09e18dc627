"""Sensible defaults for every phase of every mode, for bots to build on.

A bot overrides what it does differently: ``claim``, ``settle``, ``place``, ``attack``,
``advance``, ``fortify`` ...; everything else is decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random

from ..moves import (
    Advance,
    Attack,
    Bribe,
    CallOff,
    Claim,
    ClaimMission,
    Command,
    Defend,
    EndTurn,
    Fortify,
    Headquarters,
    Move,
    Pass,
    Place,
    Reroll,
    Trade,
    Wish,
    losses,
)
from ..players import bot_text
from ..rules import expert, is_legal, legal_moves, missions, neutrals, reinforce
from ..rules.combat import most_advance, most_defence, most_dice
from ..rules.fortify import reach, spare
from ..state import NOBODY, Phase, View
from . import survey

PASS, END = Pass(), EndTurn()
CALL_OFF = CallOff()

#: Reading a member of an enumeration is slow in Python 3.11; this is read all the time.
ATTACK = Phase.ATTACK
Habit = Callable[[View], Wish]
#: The habit that decides in each phase, in the order of ``Phase``.
_BY_PHASE = (
    "luck", "luck", "luck", "luck", "claim", "settle", "headquarters", "reinforce", "allies",
    "fight", "defend", "decide", "advance", "reinforce", "luck", "fortify", "ally_fortify",
    "mission", "luck",
)  # fmt: skip


class Habits:
    """A player without ambition: reinforces its borders, never attacks, defends with all dice."""

    def __init__(self, *, seed: int | str = 0) -> None:
        self._seed = seed
        self._view: View | None = None  # what it looked at last
        self._spots: list[int] = []

    def setting(self) -> float | None:
        """What tells this bot from others of its kind, if anything does."""
        return None

    def __repr__(self) -> str:
        return bot_text(self, self.setting())

    @cached_property
    def random(self) -> Random:
        """The bot's own luck, which never touches the dice."""
        return Random(str(self._seed))

    def choose(self, view: View) -> Wish:
        """The move to make now."""
        if view is not self._view:
            self._look(view)
        return self._habits[view.phase](view)

    def _look(self, view: View) -> None:
        """Another view: of the same game or of another one, or steps were taken back."""
        seen, self._view = self._view, view
        if (
            seen is None
            or view.turn < seen.turn
            or view.rules != seen.rules
            or view.board.borders != seen.board.borders
        ):
            self.meet(view)

    def meet(self, view: View) -> None:
        """Look at a new game: who sits where, which rules hold."""
        self._view = view
        self._spots = []
        self._plain = not view.rules.active and not view.rules.teams
        self._habits: list[Habit] = [getattr(self, name) for name in _BY_PHASE]
        if self._plain and not view.rules.mission_deck:
            self._habits[ATTACK] = self.attack  # there is nothing to show or to check
        self._dice = view.rules.attack_dice
        self._foes = survey.foes(view)
        self._near = survey.neighbours(view.board)

    def foes(self, view: View) -> tuple[bool, ...]:
        """For every army whether it is an enemy; the last entry stands for nobody."""
        return survey.foes(view) if view.rules.active else self._foes

    def luck(self, view: View) -> Move:
        """What luck alone decides."""
        return next(iter(legal_moves(view)))

    # -- set-up ----------------------------------------------------------------------------------
    def claim(self, view: View) -> Move:
        """Claim where the own continents grow."""
        return Claim(survey.best_claim(view))

    def settle(self, view: View) -> Move:
        """Place starting armies, the own ones first, on a few chosen spots in turn."""
        seat, quota = view.seat, view.quota
        if not quota[seat]:
            return self.settle_neutral(view)
        owners = view.owners
        if not self._spots or any(owners[at] != seat for at in self._spots):
            self._spots = self.spots(view)
        at = min(self._spots, key=view.armies.__getitem__)
        return self.put(view, at, quota[seat])

    def spots(self, view: View) -> list[int]:
        """Where starting armies go: the borders."""
        return survey.borders(view) or survey.own(view)

    def settle_neutral(self, view: View) -> Move:
        """Put a neutral's army where it hinders the others most."""
        quota, seats = view.quota, view.seats
        army = next(a for a in range(seats, len(quota)) if quota[a])
        at = max(survey.held(view, army), key=lambda at: survey.hindrance(view, at))
        return self.put(view, at, quota[army])

    def headquarters(self, view: View) -> Move:
        """Choose the safest own territory."""
        return Headquarters(max(survey.own(view), key=lambda at: survey.safety(view, at)))

    # -- reinforcements --------------------------------------------------------------------------
    def reinforce(self, view: View) -> Move:
        """Show a mission, bribe, trade, place: whatever comes first."""
        rules = view.rules
        if (rules.mission_deck or rules.active) and view.fresh:
            early = self.show(view) or self.bribe(view)
            if early is not None:
                return early
        if rules.cards and not view.placed and len(view.hand) >= 3:
            trade = self.trade(view)
            if trade is not None:
                return trade
        return self.place(view) if view.reserves[view.seat] else PASS

    def trade(self, view: View) -> Trade | None:
        """Turn in the best set as soon as there is one."""
        return self.best_trade(view)

    def best_trade(self, view: View) -> Trade | None:
        """The set worth most, with few wild cards, its extra armies on a border."""
        return max(reinforce.trades(view), key=lambda m: survey.trade_worth(view, m), default=None)

    def place(self, view: View) -> Move:
        """Reinforce the weakest border."""
        armies, hostile = view.armies, view.hostile
        own = survey.borders(view) or survey.own(view)
        at = min(own, key=lambda at: armies[at] / max(1, hostile[at]))
        return self.put(view, at, view.reserves[view.seat])

    def put(self, view: View, at: int, armies: int) -> Move:
        """Place armies, as many as fit; on the next best front where none do (EXP-03)."""
        free = view.rules.cap - view.armies[at]
        if free <= 0:
            at = survey.front_with_room(view, at)
            free = view.rules.cap - view.armies[at]
        if free > 0:
            move = Place(at, armies if armies < free else free)
            if self._plain or is_legal(view, move):
                return move
        return next(iter(legal_moves(view, kind=Place)), PASS)

    # -- neutrals and allies ---------------------------------------------------------------------
    def bribe(self, view: View) -> Move | None:
        """Win over an uninvolved neutral with a card that is not part of a set."""
        if not view.rules.active or any(True for _ in reinforce.trades(view)):
            return None
        hand, seats = view.hand, view.seats
        free = [
            seats + i
            for i, stance in enumerate(view.stances)
            if stance == NOBODY and view.lands[seats + i] and seats + i not in view.given
        ]
        if not hand or not free:
            return None
        army = max(free, key=lambda army: survey.strength(view, army))
        move = Bribe(army, hand[0])
        return move if is_legal(view, move) else None

    def allies(self, view: View) -> Move:
        """Reinforce every ally, where it stands against the opponent."""
        army = reinforce.placing_army(view)
        if army < 0:
            levy = next(neutrals.levies(view), None)
            return levy or PASS
        at = max(survey.held(view, army), key=lambda at: survey.ally_post(view, at))
        return self.put(view, at, view.reserves[army])

    def ally_fortify(self, view: View) -> Move:
        """Leave allies where they are."""
        return PASS

    # -- fighting --------------------------------------------------------------------------------
    def fight(self, view: View) -> Wish:
        """Show a mission that is due now, then attack or stop."""
        if view.rules.mission_deck:
            deeds = view.deeds
            if deeds is not None and not deeds.attacked and not deeds.claimed:
                claim = self.show(view)
                if claim is not None:
                    return claim
        move = self.attack(view)
        if self._plain or move is PASS or move is END:
            return move
        return self._checked(view, move)

    def _checked(self, view: View, move: Wish) -> Wish:
        """End an invasion before the next one; drop what teams or allies do not allow."""
        invasion = view.invasion
        if invasion is not None and isinstance(move, Attack) and move.dst != invasion.at:
            return CALL_OFF
        return move if is_legal(view, move) else PASS  # type: ignore[arg-type]

    def attack(self, view: View) -> Wish:
        """Attack or stop."""
        return self.rest(view)

    def rest(self, view: View) -> Wish:
        """No more attacks; no move either where nothing is idle."""
        return END if survey.idle(view) < 0 else PASS

    def strike(self, view: View, src: int, dst: int) -> Attack:
        """An attack with all dice."""
        if not self._plain:
            return Attack(src, dst, max(1, most_dice(view, src)))
        free = view.armies[src] - 1
        return Attack(src, dst, free if free < self._dice else self._dice)

    def advance(self, view: View) -> Move:
        """Move on together, unless nothing is left to fight there."""
        assert view.attack is not None
        src, dst, least = view.attack
        if survey.on_border(view, src) and not survey.on_border(view, dst):
            return Advance(least)
        return Advance(most_advance(view))

    def defend(self, view: View) -> Move:
        """Defend with all dice."""
        assert view.attack is not None
        return Defend(most_defence(view, view.attack[1]))

    def decide(self, view: View) -> Move:
        """Use a re-roll where it helps on average, the commander where it turns most."""
        best: Move = PASS
        gain = 0.0
        for move in expert.moves(view):
            found = _gain(view, move)
            if found > gain:
                best, gain = move, found
        return best

    # -- the end of the turn ---------------------------------------------------------------------
    def fortify(self, view: View) -> Move:
        """Bring the largest idle force to a border."""
        src = survey.idle(view)
        if src < 0:
            return PASS
        dst = self.post(view, src)
        if dst < 0:
            return PASS
        armies = min(spare(view, src), view.rules.cap - view.armies[dst])
        return Fortify(src, dst, armies) if armies > 0 else PASS

    def post(self, view: View, src: int) -> int:
        """Where idle armies go: towards the nearest border; -1 for nowhere."""
        if view.rules.teams:
            hostile, owners, seat = view.hostile, view.owners, view.seat
            ways = [at for at in reach(view, src) if hostile[at] and owners[at] == seat]
            return max(ways, key=hostile.__getitem__, default=-1)
        return survey.way_out(view, src)

    def mission(self, view: View) -> Move:
        """Show a completed mission at the end of the turn."""
        return self.show(view) or PASS

    def show(self, view: View) -> ClaimMission | None:
        """The mission to show now, of those completed the hardest."""
        if view.deeds is None:
            return None
        deck = missions.deck_of(view)
        return max(
            missions.claims(view),
            key=lambda claim: deck.ranks.index(deck.missions[claim.mission]["rank"]),
            default=None,
        )


def _gain(view: View, move: Reroll | Command) -> float:
    """By how much a changed die improves the throw for the attacker, on average."""
    assert view.rolled is not None
    rolled, die = view.rolled, move.die
    faces = (6,) if isinstance(move, Command) else range(1, 7)
    before = _balance(rolled.attack, rolled.defend)
    total = 0
    for face in faces:
        attack = (*rolled.attack[:die], face, *rolled.attack[die + 1 :])
        total += _balance(attack, rolled.defend) - before
    return total / len(faces)


def _balance(attack: tuple[int, ...], defend: tuple[int, ...]) -> int:
    lost, killed = losses(attack, defend)
    return killed - lost
