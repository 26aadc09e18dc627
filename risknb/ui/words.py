"""The game in words: what to do now, what happened, who holds what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..game import Game
from ..moves import Step
from ..rules import begin, reinforce
from ..state import Phase, State
from ..story import Group, army_name, groups
from ..wording import armies_text, listed
from .offers import passing


# -- what happened -------------------------------------------------------------------------------
class Line(NamedTuple):
    """One line of the story: the steps it tells of, after *first* to *number*, and its kinds."""

    first: int
    number: int
    turn: int
    seat: int
    kinds: frozenset[str]
    text: str


class Story:
    """Tells a game line by line; it follows the record, also when a step is taken back.

    Nothing in it is secret: cards drawn, missions dealt and headquarters not yet turned over are
    not named.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._begin()

    def _begin(self) -> None:
        self._lines: list[Line] = []
        self._closed = 0
        self._ends: list[Step] = []
        self._state = begin(self.game.board, self.game.rules, len(self.game.players))

    def catch_up(self) -> list[Line]:
        """Tell what has happened since the last time; only steps that may go on are told again."""
        steps = self.game.steps
        if self._taken_back(steps):
            self._begin()
        now: list[Line] = []
        for group in groups(self.game.players, self._state, steps[self._closed :]):
            now = self._line(group)
            if not group.open:
                self._close(group, now)
                self._ends = steps[self._closed - 1 : self._closed + 1]
        return [*self._lines, *now]

    def _taken_back(self, steps: list[Step]) -> bool:
        """Whether the end of the lines told for good, or the step that closed them, is gone.

        Another step may have come in its place since.
        """
        first = max(0, self._closed - 1)
        there = steps[first : first + len(self._ends)]
        return list(map(id, there)) != list(map(id, self._ends))

    def _close(self, group: Group, line: list[Line]) -> None:
        self._lines += line
        self._closed += len(group.moments)
        self._state = group.moments[-1].after

    def _line(self, group: Group) -> list[Line]:
        """A line with the steps of a group; none if there was nothing to see."""
        text, start = group.text, group.moments[0]
        turn, kinds = start.before.turn, group.kinds
        if not text:
            return []
        if not self._lines or self._lines[-1].turn != turn:
            kinds.add("turn")
        number = self._closed + len(group.moments)
        return [Line(self._closed, number, turn, start.step.seat, frozenset(kinds), text)]

    def at(self, number: int) -> Line | None:
        """The line that tells of a step, as far as the story had come then; or the one before."""
        told = [line for line in self.catch_up() if line.first < number]
        if told and told[-1].number > number:
            line = told.pop()
            steps = self.game.steps[line.first : number]
            (group,) = groups(self.game.players, self.game.at(line.first), steps)
            told += [line._replace(number=number, text=group.text)] if group.text else []
        return told[-1] if told else None


# -- what to do now ------------------------------------------------------------------------------
def steps_of(state: State) -> list[tuple[str, str]]:
    """The parts of a turn, each ``done``, ``now`` or ``later``; empty before the first turn."""
    parts = ("Reinforce", "Attack", "Fortify")
    at = _PART.get(state.phase)
    if at is None:
        return []
    return [(p, "done" if i < at else "now" if i == at else "later") for i, p in enumerate(parts)]


_PART = {
    Phase.REINFORCE: 0, Phase.ALLIES: 0, Phase.ATTACK: 1, Phase.DEFEND: 1, Phase.DECIDE: 1,
    Phase.ADVANCE: 1, Phase.SPOILS: 1, Phase.FORTIFY: 2, Phase.ALLY_FORTIFY: 2,
    Phase.MISSION: 2,
}  # fmt: skip


def wanted(players: Sequence[str], state: State, src: int | None, dst: int | None) -> str:
    """What the acting seat has to do now, in one sentence."""
    names, who = state.board.names, army_name(players, state.actor)
    match state.phase:
        case Phase.CLAIM:
            return f"{who}, claim a free territory: click it."
        case Phase.PLACE:
            return f"{who}, {_starting(players, state)}."
        case Phase.HEADQUARTERS:
            if src is not None:
                return f"{who}, make {names[src]} your headquarters?"
            return f"{who}, choose a headquarters in secret: click a territory of yours."
        case Phase.REINFORCE | Phase.SPOILS:
            return _reinforcing(who, state)
        case Phase.ALLIES:
            army = reinforce.placing_army(state)
            if army < 0:
                return f"{who}, roll for your allies' reinforcements, or go on."
            left = armies_text(state.reserves[army])
            ally = army_name(players, army)
            return f"{who}, place {left} for {ally}: click a territory of that army."
        case Phase.ATTACK:
            return _attacking(who, state, src, dst)
        case Phase.FORTIFY | Phase.ALLY_FORTIFY:
            return _moving(who, state, src, dst)
        case Phase.MISSION:
            return f"{who}, show a mission you have fulfilled, or end your turn."
    return _answering(players, state)


def _answering(players: Sequence[str], state: State) -> str:
    names, who = state.board.names, army_name(players, state.actor)
    if state.phase is Phase.OVER:
        return "The game is over."
    if state.attack is None:
        return f"{who}, go on."
    src, dst, _ = state.attack
    if state.phase is Phase.DEFEND:
        if state.owners[dst] != state.actor:
            army = army_name(players, state.owners[dst])
            return f"{who}, throw for {army}: how many dice hold {names[dst]} against {names[src]}?"
        return f"{who}, {names[dst]} is attacked from {names[src]}: how many dice defend it?"
    if state.phase is Phase.DECIDE:
        return f"{who}, change a die, or let the dice stand."
    return f"{who}, {names[dst]} is yours: how many armies move in?"


def _starting(players: Sequence[str], state: State) -> str:
    """What to put where in the set-up; own armies come before those of neutrals (N03-03)."""
    if not state.rules.neutrals or not state.quota:
        return "put a starting army on a territory of yours"
    own = state.quota[state.actor]
    if own:
        return f"put {armies_text(own)} on territories of yours: click them"
    left = [(army, n) for army, n in enumerate(state.quota) if n]
    told = listed(f"{armies_text(n)} for {army_name(players, army)}" for army, n in left)
    return f"now put {told}: click lit territories"


def _reinforcing(who: str, state: State) -> str:
    left = state.reserves[state.seat]
    if reinforce.must_trade(state):
        cards = len(state.hands[state.seat])
        return f"{who}, you hold {cards} cards: trade a set before anything else."
    best = max((reinforce.values(state, m.cards)[0] for m in reinforce.trades(state)), default=0)
    if not left:
        return f"{who}, trade a set for {best}, or go on."
    if best:
        return f"{who}, you have {left} to place. Trade your set first and it is {left + best}."
    return f"{who}, place {armies_text(left)}: click a territory of yours."


def _attacking(who: str, state: State, src: int | None, dst: int | None) -> str:
    names = state.board.names
    if state.invasion is not None and src is None:
        there = names[state.invasion.at]
        return f"{who}, go on with the invasion of {there}, or call it off."
    if src is None:
        return f"{who}, click a territory to attack from, or go on to fortify."
    if dst is None:
        return f"{who}, {names[src]} attacks: click a territory with a dashed ring."
    return f"{who}, {names[src]} can attack {names[dst]}: roll once, or blitz."


def _moving(who: str, state: State, src: int | None, dst: int | None) -> str:
    names = state.board.names
    whose = "an ally's" if state.phase is Phase.ALLY_FORTIFY else "one"
    last = passing(state).startswith("End")
    if src is None:
        go_on = "end your turn" if last else "go on"
        return f"{who}, move armies from {whose} territory to another, or {go_on}."
    if dst is None:
        return f"{who}, where do the armies of {names[src]} go? Click a ringed territory."
    return f"{who}, how many armies go from {names[src]} to {names[dst]}?"
