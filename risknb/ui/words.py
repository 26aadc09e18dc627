"""The game in words: what to do now, what happened, who holds what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..game import Game
from ..moves import (
    Advance,
    Attack,
    Bribe,
    CallOff,
    Claim,
    Command,
    Defend,
    Fortify,
    Levy,
    Move,
    Place,
    Reroll,
    Step,
    Trade,
)
from ..rules import begin, perform, reinforce
from ..state import Phase, State
from ..story import army_name, sentence
from ..wording import armies_text, listed

#: What a line of the story is about, for its filter; everything else is about the turn.
KINDS: dict[type[Move], str] = {
    Attack: "battle", Defend: "battle", Reroll: "battle", Command: "battle", CallOff: "battle",
    Advance: "move", Fortify: "move", Place: "place", Claim: "place", Levy: "place",
    Trade: "card", Bribe: "card",
}  # fmt: skip


# -- what happened -------------------------------------------------------------------------------
class Line(NamedTuple):
    """One line of the story: the step it tells of, and for which filter."""

    number: int
    turn: int
    seat: int
    kind: str
    text: str
    placed: tuple[tuple[int, int], ...] = ()


class Story:
    """Tells a game step by step; it follows the record, also when a step is taken back.

    Nothing in it is secret: cards drawn, missions dealt and headquarters not yet turned over are
    not named.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._begin()

    def _begin(self) -> None:
        self.lines: list[Line] = []
        self._seen = 0
        self._state = begin(self.game.board, self.game.rules, len(self.game.players))

    def catch_up(self) -> list[Line]:
        """Tell what has happened since the last time."""
        if self._seen > len(self.game.steps):
            self._begin()
        while self._seen < len(self.game.steps):
            step = self.game.steps[self._seen]
            before = self._state.copy()
            perform(self._state, step.move, step.chance)
            self._seen += 1
            self._add(before, step)
        return self.lines

    def _add(self, before: State, step: Step) -> None:
        line = self._line(before, step)
        last = self.lines[-1] if self.lines else None
        same = last and (last.turn, last.seat, last.kind) == (line.turn, line.seat, line.kind)
        if line.placed and last and same and last.placed:
            line = self._placed(line, last.placed)
            self.lines.pop()
        if line.text:
            self.lines.append(line)

    def _line(self, before: State, step: Step) -> Line:
        kind = KINDS.get(type(step.move), "turn")
        text = sentence(self.game.players, before, step, self._state)
        line = Line(self._seen, before.turn, step.seat, kind, text)
        if isinstance(step.move, Place) and before.turn and not self._state.over:
            return self._placed(line._replace(placed=((step.move.at, step.move.armies),)), ())
        return line

    def _placed(self, line: Line, before: tuple[tuple[int, int], ...]) -> Line:
        """Armies placed one after the other are told together."""
        total: dict[int, int] = {}
        for at, armies in (*before, *line.placed):
            total[at] = total.get(at, 0) + armies
        names = self.game.board.names
        parts = [f"{armies_text(n)} on {names[at]}" for at, n in total.items()]
        who = army_name(self.game.players, line.seat)
        return line._replace(placed=tuple(total.items()), text=f"{who} puts {listed(parts)}.")


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
    Phase.ADVANCE: 1, Phase.SPOILS: 1, Phase.STATUS: 1, Phase.FORTIFY: 2, Phase.ALLY_FORTIFY: 2,
    Phase.MISSION: 2,
}  # fmt: skip


def wanted(players: Sequence[str], state: State, src: int | None, dst: int | None) -> str:
    """What the acting seat has to do now, in one sentence."""
    names, who = state.board.names, army_name(players, state.actor)
    match state.phase:
        case Phase.CLAIM:
            return f"{who}, claim a free territory: click it."
        case Phase.PLACE:
            return f"{who}, put a starting army on {_own(state)}."
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
            return f"{who}, place {left} for {army_name(players, army)}."
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
        return f"{who}, {names[dst]} is attacked from {names[src]}: how many dice defend it?"
    if state.phase is Phase.DECIDE:
        return f"{who}, change a die, or let the dice stand."
    return f"{who}, {names[dst]} is yours: how many armies move in?"


def _own(state: State) -> str:
    if state.rules.neutrals and state.quota:
        return "a lit territory, yours or a neutral one"
    return "a territory of yours"


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
    if src is None:
        return f"{who}, move armies from {whose} territory to another, or end your turn."
    if dst is None:
        return f"{who}, where do the armies of {names[src]} go? Click a ringed territory."
    return f"{who}, how many armies go from {names[src]} to {names[dst]}?"
