"""One pass over a game's record: every step is made again through the rules and written down.

What is written down are plain numbers in flat arrays, so that a game going on can be followed
step by step and tables are built from whole columns.
"""

from __future__ import annotations

from array import array
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from ..game import Game
from ..moves import (
    Attack,
    CallOff,
    Command,
    Defend,
    Die,
    Levy,
    Reroll,
    Roll,
    Step,
    Trade,
    losses,
)
from ..rules import begin, perform
from ..rules.combat import defender as rolling_defender
from ..rules.table import holders
from ..rules.turn import continent_armies, territory_armies
from ..state import NOBODY, Phase
from .standing import STANDING, leaders, standings

#: The numbers written down for a throw, in this order.
ROLL: Final = (
    "step", "turn", "battle", "attacker", "defender", "src", "dst", "armies", "defenders",
    "attack_dice", "defend_dice", "a1", "a2", "a3", "d1", "d2", "d3", "reroll_die", "reroll_face",
    "commander_die", "attacker_losses", "defender_losses", "captured",
)  # fmt: skip
#: What happened to a seat within a turn.
FLOWS: Final = (
    "from_territories", "from_continents", "from_cards", "from_pictures", "from_levies", "sets",
    "attacks", "conquests", "lost_territories", "kills", "casualties", "eliminations",
)  # fmt: skip
(
    TERRITORIES, CONTINENTS, CARDS, PICTURES, LEVIES, SETS, ATTACKS, CONQUESTS, LOST, KILLS,
    CASUALTIES, ELIMINATIONS,
) = range(len(FLOWS))  # fmt: skip
#: The numbers written down for a seat and turn.
TURN: Final = ("turn", "round", "seat", "on_turn", "closed", *FLOWS, *STANDING)
DICE: Final = 3
NO_DICE: Final = (0,) * DICE


class Throw(NamedTuple):
    """A throw whose dice may still be changed, and the table before it."""

    step: int
    src: int
    dst: int
    attacker: int
    defender: int
    armies: int
    defenders: int
    units: list[int] | None
    roll: Roll
    faces: tuple[int, ...]
    reroll: tuple[int, int] = (0, 0)
    commander: int = 0


class Fall(NamedTuple):
    """When an army fell, and by whom."""

    turn: int
    by: int


class Fold:
    """The numbers of one game as far as its steps have been followed."""

    def __init__(self, game: Game) -> None:
        self.players, self.board, self.rules = game.players, game.board, game.rules
        self.state = begin(game.board, game.rules, len(game.players))
        self.sides = self.state.sides
        self.done = 0
        self.last: Step | None = None
        self.rolls = array("i")
        self.turns = array("i")
        self.owners = array("i")
        self.stacks = array("i")
        self.holders = array("i")
        self.leaders = array("i")
        self.when = array("i")  # turn and phase of every step
        self.falls: dict[int, Fall] = {}
        self.begun = [0] * self.sides
        self.round = self.battle = 0
        self.turn = 0
        self.seat_on_turn = self._starter = NOBODY
        self._front = (-1, -1)
        self._throw: Throw | None = None
        self._flows = self._no_flows()

    def _no_flows(self) -> list[list[int]]:
        return [[0] * len(FLOWS) for _ in range(self.sides)]

    def follows(self, game: Game) -> bool:
        """Whether the steps followed so far are still the game's first ones."""
        if self.done > len(game.steps):
            return False
        return self.done == 0 or game.steps[self.done - 1] is self.last

    def follow(self, game: Game) -> None:
        """Make all further steps of the game."""
        steps, state, when = game.steps, self.state, self.when
        for number in range(self.done, len(steps)):
            step = steps[number]
            when.append(state.turn)
            when.append(state.phase)
            note = _NOTES.get(step.move.__class__)
            if note is not None:
                note(self, number, step)
            elif self._throw is not None:
                self._settle(step)
            else:
                perform(state, step.move, step.chance)
            if state.turn != self.turn:
                self._next_turn()
        if steps:
            self.done, self.last = len(steps), steps[-1]

    # -- turns ---------------------------------------------------------------------------------
    def _next_turn(self) -> None:
        """Write down how the turn ended, and what the next one begins with."""
        self.snapshot(closed=True, into=self)
        state = self.state
        seat, before = state.seat, self.seat_on_turn
        self.turn = state.turn
        if before < 0:
            self._starter = seat
        first, seats = self._starter, state.seats
        if before < 0 or (seat - first) % seats <= (before - first) % seats:
            self.round += 1
        self.seat_on_turn = seat
        self.begun[seat] += 1
        self._front = (-1, -1)
        self._flows = self._no_flows()
        self._flows[seat][TERRITORIES] = territory_armies(state.holds[seat])
        self._flows[seat][CONTINENTS] = continent_armies(state, seat)

    def snapshot(self, *, closed: bool, into: Fold | Tail) -> None:
        """Write down how everybody stands now."""
        state = self.state
        into.owners.extend(state.owners)
        into.stacks.extend(state.armies)
        into.holders.extend(holders(state))
        into.leaders.extend(leaders(state))
        rows = standings(state)
        for side in range(self.sides):
            on_turn = side == self.seat_on_turn
            into.turns.extend((self.turn, self.round, side, on_turn, closed))
            into.turns.extend(self._flows[side])
            into.turns.extend(rows[side])

    def fighting(self) -> bool:
        """Whether the last battle may still go on."""
        phases = (Phase.ATTACK, Phase.DEFEND, Phase.DECIDE)
        return self._front[0] >= 0 and self.state.phase in phases

    def tail(self) -> Tail:
        """How the turn that is going on, or that ended the game, stands."""
        tail = Tail(array("i"), array("i"), array("i"), array("i"), array("i"))
        self.snapshot(closed=self.state.over, into=tail)
        return tail

    # -- throws --------------------------------------------------------------------------------
    def _attack(self, number: int, step: Step) -> None:
        """An attack; where nobody has anything to decide it is written down at once."""
        state, chance = self.state, step.chance
        assert isinstance(step.move, Attack)
        src, dst, dice = step.move
        if chance is None:
            perform(state, step.move, None)
            return
        if state.units is not None or self.rules.decides:
            self._thrown(number, step, src, dst)
            return
        assert isinstance(chance, Roll)
        attacker, defender = state.owners[src], state.owners[dst]
        armies, defenders = state.armies[src], state.armies[dst]
        perform(state, step.move, chance)
        if (src, dst) != self._front:
            self._front = (src, dst)
            self.battle += 1
        lost, killed = chance.losses
        attack, defend = chance.attack, chance.defend
        answered = len(defend)
        captured = killed == defenders
        row = (
            number, self.turn, self.battle, attacker, defender, src, dst, armies, defenders,
            dice, answered, *attack, *NO_DICE[dice:], *defend, *NO_DICE[answered:], 0, 0, 0,
            lost, killed, captured,
        )  # fmt: skip
        self.rolls.extend(row)
        mine, theirs = self._flows[attacker], self._flows[defender]
        mine[ATTACKS] += 1
        mine[KILLS] += killed
        mine[CASUALTIES] += lost
        theirs[KILLS] += lost
        theirs[CASUALTIES] += killed
        if captured:
            self._captured(attacker, defender)

    def _defend(self, number: int, step: Step) -> None:
        attack = self.state.attack
        assert attack is not None
        self._thrown(number, step, attack[0], attack[1])

    def _thrown(self, number: int, step: Step, src: int, dst: int) -> None:
        """A throw after which something may have to be decided."""
        state, roll = self.state, step.chance
        assert isinstance(roll, Roll)
        armies, attacker = state.armies[src], state.owners[src]
        defender = state.owners[dst]
        units = None
        if state.units is not None:
            # Team mates on the same territory do not fight: one's own units and one that stays.
            attacker, defender = state.seat, rolling_defender(state, dst)
            armies = min(armies, state.units[src][attacker] + 1)
            units = state.units[dst][:]
        self._throw = Throw(
            number, src, dst, attacker, defender, armies, state.armies[dst], units, roll,
            roll.attack,
        )  # fmt: skip
        perform(state, step.move, roll)
        if state.phase is not Phase.DECIDE:
            self._finish_throw()

    def _settle(self, step: Step) -> None:
        """A decision about the dice that lie on the table."""
        throw, move, chance = self._throw, step.move, step.chance
        assert throw is not None
        faces = list(throw.faces)
        if isinstance(move, Reroll) and isinstance(chance, Die):
            faces[move.die] = chance.face
            throw = throw._replace(reroll=(move.die + 1, chance.face))
        elif isinstance(move, Command):
            faces[move.die] = 6
            throw = throw._replace(commander=move.die + 1)
        self._throw = throw._replace(faces=tuple(faces))
        perform(self.state, move, chance)
        if self.state.phase is not Phase.DECIDE:
            self._finish_throw()

    def _finish_throw(self) -> None:
        throw, self._throw = self._throw, None
        assert throw is not None
        if (throw.src, throw.dst) != self._front:
            self._front = (throw.src, throw.dst)
            self.battle += 1
        attack, defend = throw.roll.attack, throw.roll.defend
        dice, answered = len(attack), len(defend)
        lost, killed = losses(throw.faces, defend)
        captured = killed == throw.defenders
        row = (
            throw.step, self.turn, self.battle, throw.attacker, throw.defender, throw.src,
            throw.dst, throw.armies, throw.defenders, dice, answered,
            *attack, *NO_DICE[dice:], *defend, *NO_DICE[answered:], *throw.reroll,
            throw.commander, lost, killed, captured,
        )  # fmt: skip
        self.rolls.extend(row)
        self._count_losses(throw, lost, killed)
        if captured:
            self._captured(throw.attacker, throw.defender)

    def _count_losses(self, throw: Throw, lost: int, killed: int) -> None:
        mine = self._flows[throw.attacker]
        mine[ATTACKS] += 1
        mine[KILLS] += killed
        mine[CASUALTIES] += lost
        self._flows[throw.defender][KILLS] += lost
        if throw.units is None:
            self._flows[throw.defender][CASUALTIES] += killed
            return
        units = self.state.units
        assert units is not None
        enemy = 1 - self.state.team(throw.attacker)
        for seat in range(enemy, self.state.seats, 2):
            self._flows[seat][CASUALTIES] += throw.units[seat] - units[throw.dst][seat]

    def _captured(self, attacker: int, defender: int) -> None:
        self._front = (-1, -1)
        self._flows[attacker][CONQUESTS] += 1
        self._flows[defender][LOST] += 1
        state = self.state
        for side in range(self.sides):
            if side not in self.falls and not state.alive(side):
                self.falls[side] = Fall(self.turn, attacker)
                self._flows[attacker][ELIMINATIONS] += 1

    # -- reinforcements ------------------------------------------------------------------------
    def _trade(self, number: int, step: Step) -> None:
        state, move = self.state, step.move
        assert isinstance(move, Trade)
        seat = state.seat
        reserve = state.reserves[seat]
        pictured = state.armies[move.bonus] if move.bonus >= 0 else 0
        perform(state, move, None)
        flows = self._flows[seat]
        flows[SETS] += 1
        flows[CARDS] += state.reserves[seat] - reserve
        if move.bonus >= 0:
            flows[PICTURES] += state.armies[move.bonus] - pictured

    def _levy(self, number: int, step: Step) -> None:
        move, chance = step.move, step.chance
        assert isinstance(move, Levy)
        assert isinstance(chance, Die)
        self._flows[move.army][LEVIES] += chance.face
        perform(self.state, move, chance)

    def _call_off(self, number: int, step: Step) -> None:
        self._front = (-1, -1)
        perform(self.state, step.move, step.chance)


_NOTES: Final[dict[type, Any]] = {
    Attack: Fold._attack,
    Defend: Fold._defend,
    Trade: Fold._trade,
    Levy: Fold._levy,
    CallOff: Fold._call_off,
}


class Tail(NamedTuple):
    """The turn after the last closed one."""

    turns: array[int]
    owners: array[int]
    stacks: array[int]
    holders: array[int]
    leaders: array[int]


# -- one fold a game -----------------------------------------------------------------------------
_folds: WeakKeyDictionary[Game, Fold] = WeakKeyDictionary()


def fold_of(game: Game) -> Fold:
    """The game's fold, brought up to its last step; only new steps cost anything."""
    fold = _folds.get(game)
    if fold is None or not fold.follows(game):
        fold = _folds[game] = Fold(game)
    fold.follow(game)
    return fold
