"""A game told in plain sentences: what everybody at the table saw, and what lies on it now.

Nothing hidden is told: a drawn card, a mission or a headquarters not yet revealed stays unnamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from .goals import shown
from .moves import (
    Advance,
    Attack,
    Bribe,
    CallOff,
    Claim,
    ClaimMission,
    Command,
    DealMissions,
    DealTerritories,
    Defend,
    Die,
    Draw,
    Fortify,
    Headquarters,
    Levy,
    Lots,
    Pass,
    PickDealer,
    Place,
    Reroll,
    Roll,
    RollFirst,
    RollStatus,
    Step,
    Trade,
)
from .notation import letter
from .rules import perform, reinforcements
from .state import NOBODY, Phase, State, View
from .wording import armies_text, listed, neutral_name

REASONS: Final = {
    "conquest": "nobody else is left",
    "team": "the other team lost a player",
    "mission": "the mission is completed",
    "capital": "enough headquarters are taken",
}


class Moment(NamedTuple):
    """One step between two positions, with the names of the seats."""

    names: Sequence[str]
    before: State
    step: Step
    after: State

    @property
    def who(self) -> str:
        """Whoever decided."""
        return self.names[self.step.seat]

    def place(self, at: int) -> str:
        """A territory's name."""
        return self.before.board.names[at]

    def army(self, army: int) -> str:
        """The name of an army: a player's, or a neutral's."""
        return army_name(self.names, army)


def army_name(names: Sequence[str], army: int) -> str:
    """The name of an army: a player's, or a neutral's."""
    if army < 0:
        return "nobody"
    return names[army] if army < len(names) else neutral_name(army)


# -- one step ------------------------------------------------------------------------------------
def _faces(faces: Sequence[int]) -> str:
    return " ".join(map(str, sorted(faces, reverse=True)))


def _throw(roll: Roll) -> str:
    return f"{_faces(roll.attack)} against {_faces(roll.defend)}"


def _losses(now: Moment, src: int, dst: int) -> str:
    """What a throw cost, once it stands; nothing while it may still be changed."""
    before, after = now.before, now.after
    if after.rolled is not None:
        return ""
    captured = after.phase in (Phase.ADVANCE, Phase.OVER)
    moved_in = after.armies[dst] if captured else 0
    lost = before.armies[src] - after.armies[src] - moved_in
    killed = before.armies[dst] - (0 if captured else after.armies[dst])
    told = f": {now.names[before.seat]} loses {lost}, {_target(now, dst)} {killed}"
    return f"{told}. {now.place(dst)} is taken" if captured else told


def _target(now: Moment, dst: int) -> str:
    owner = now.before.owners[dst]
    return now.army(owner) if owner != NOBODY else "the enemy"


def _attack(now: Moment, move: Attack) -> str:
    told = f"{now.who} attacks {now.place(move.dst)} from {now.place(move.src)}"
    if not isinstance(now.step.chance, Roll):
        return f"{told} with {move.dice} dice" if move.dice > 1 else f"{told} with 1 die"
    return f"{told}, {_throw(now.step.chance)}{_losses(now, move.src, move.dst)}"


def _defend(now: Moment, move: Defend) -> str:
    assert now.before.attack is not None
    assert isinstance(now.step.chance, Roll)
    src, dst, _ = now.before.attack
    return f"{now.who} defends, {_throw(now.step.chance)}{_losses(now, src, dst)}"


def _settled(now: Moment) -> str:
    assert now.before.attack is not None
    return _losses(now, *now.before.attack[:2])


def _reroll(now: Moment, move: Reroll) -> str:
    assert isinstance(now.step.chance, Die)
    face = now.step.chance.face
    return f"{now.who} shows a card and rolls die {move.die + 1} again, a {face}{_settled(now)}"


def _command(now: Moment, move: Command) -> str:
    return f"{now.who}'s commander turns die {move.die + 1} to a 6{_settled(now)}"


def _advance(now: Moment, move: Advance) -> str:
    assert now.before.attack is not None
    taken = now.place(now.before.attack[1])
    return f"{now.who} moves {armies_text(move.armies)} into {taken}"


def _trade(now: Moment, move: Trade) -> str:
    """A trade with the cards by name: they lie open on the table."""
    names, seat = now.before.board.names, now.step.seat
    cards = listed(names[card] if card < len(names) else "a wild card" for card in move.cards)
    gained = now.after.reserves[seat] - now.before.reserves[seat]
    told = f"{now.who} trades {cards} for {armies_text(gained)}"
    if move.bonus < 0:
        return told
    return f"{told}, and {now.before.rules.territory_bonus} on {now.place(move.bonus)}"


def _fortify(now: Moment, move: Fortify) -> str:
    src, dst = now.place(move.src), now.place(move.dst)
    return f"{now.who} moves {armies_text(move.armies)} from {src} to {dst}{_drawn(now)}"


def _drawn(now: Moment) -> str:
    return " and draws a card" if isinstance(now.step.chance, Draw) else ""


def _pass(now: Moment, move: Pass) -> str:
    phase, who = now.before.phase, now.who
    if phase is Phase.DECIDE:
        return f"{who} lets the dice stand{_settled(now)}"
    if phase is Phase.ATTACK:
        return f"{who} ends the attacks{_drawn(now)}"
    if phase in (Phase.FORTIFY, Phase.ALLY_FORTIFY, Phase.MISSION):
        return f"{who} moves nothing more{_drawn(now)}"
    return f"{who} goes on"


def _status(now: Moment, move: RollStatus) -> str:
    assert isinstance(now.step.chance, Die)
    stance = now.after.stances[move.army - now.after.seats]
    mood = "stands between the sides" if stance == NOBODY else f"stands by {now.names[stance]}"
    return f"{now.army(move.army)} rolls {now.step.chance.face} and {mood}"


def _first(now: Moment, move: RollFirst) -> str:
    assert isinstance(now.step.chance, Lots)
    seats = now.before.contenders or range(len(now.names))
    rolled = zip(seats, now.step.chance.faces, strict=False)
    return "For who begins: " + ", ".join(f"{now.names[s]} rolls {face}" for s, face in rolled)


def _headquarters(now: Moment, move: Headquarters) -> str:
    """All headquarters are named once all are chosen, and none before."""
    told, chosen = f"{now.who} has chosen a headquarters", now.after.headquarters
    if now.after.phase is Phase.HEADQUARTERS:
        return told
    named = (f"{name} in {now.place(at)}" for name, at in zip(now.names, chosen, strict=True))
    return f"{told}. They are turned over: {', '.join(named)}"


def _levy(now: Moment, move: Levy) -> str:
    assert isinstance(now.step.chance, Die)
    return f"{now.army(move.army)} gets {armies_text(now.step.chance.face)}"


_TOLD: Final[dict[type, Callable[[Moment, Any], str]]] = {
    Advance: _advance,
    Attack: _attack,
    Bribe: lambda now, move: f"{now.who} gives a card to {now.army(move.army)}",
    CallOff: lambda now, move: f"{now.who} calls the invasion off",
    Claim: lambda now, move: f"{now.who} claims {now.place(move.at)}",
    ClaimMission: lambda now, move: f"{now.who} shows a mission: {shown(now.before, move.mission)}",
    Command: _command,
    DealMissions: lambda now, move: "The missions are dealt",
    DealTerritories: lambda now, move: "The territories are dealt",
    Defend: _defend,
    Fortify: _fortify,
    Headquarters: _headquarters,
    Levy: _levy,
    Pass: _pass,
    PickDealer: lambda now, move: f"{now.names[now.after.dealer]} deals",
    Place: lambda now, move: f"{now.who} puts {move.armies} on {now.place(move.at)}",
    Reroll: _reroll,
    RollFirst: _first,
    RollStatus: _status,
    Trade: _trade,
}


def sentence(names: Sequence[str], before: State, step: Step, after: State) -> str:
    """What everybody at the table saw of one step.

    >>> from risknb import Game
    >>> game = Game(["Ada", "Ben"], board="duel", edition="2010", seed=3)
    >>> before = game.state.copy()
    >>> step = game.push(next(iter(game.legal_moves())))
    >>> sentence(game.players, before, step, game.state).startswith(("Ada puts", "Ben puts"))
    True
    """
    now = Moment(names, before, step, after)
    told = [_TOLD[type(step.move)](now, step.move)]
    if before.turn:
        fallen = (s for s in range(before.seats) if before.alive(s) and not after.alive(s))
        told += [f"{names[seat]} is out" for seat in fallen]
    if after.over:
        told.append(ending(names, after))
    text = ". ".join(told)
    return f"{text[0].upper()}{text[1:]}."


def ending(names: Sequence[str], state: State) -> str:
    """Who won, and why."""
    winners = listed(names[seat] for seat in state.winners)
    verb = "win" if len(state.winners) > 1 else "wins"
    return f"{winners} {verb}: {REASONS[state.reason]}"


def tell(names: Sequence[str], start: State, steps: Sequence[Step]) -> Iterator[str]:
    """A sentence a step, and a line of its own when a turn begins; *start* is left alone."""
    state = start.copy()
    for step in steps:
        before = state.copy()
        perform(state, step.move, step.chance)
        yield sentence(names, before, step, state)
        if state.turn != before.turn and not state.over:
            yield f"-- Turn {state.turn}, {names[state.seat]}"


# -- the table -----------------------------------------------------------------------------------
def board_table(state: State | View, names: Sequence[str]) -> str:
    """The board as a table: continent by continent, who stands where with how many."""
    lines: list[str] = []
    for continent in state.board.continents:
        lines.append(f"{continent.name} (+{continent.bonus})")
        cells = [_cell(state, names, at) for at in continent.members]
        lines += ["  " + "  ".join(cells[i : i + 2]).rstrip() for i in range(0, len(cells), 2)]
    return "\n".join(lines)


def _cell(state: State | View, names: Sequence[str], at: int) -> str:
    board = state.board
    return f"{board.codes[at]} {board.names[at][:22]:<22} {holder(state, names, at)[:14]:<14}"


def holder(state: State | View, names: Sequence[str], at: int) -> str:
    """Who stands on a territory, with how many armies."""
    if state.units is not None and state.armies[at]:
        units = [f"{names[seat]} {n}" for seat, n in enumerate(state.units[at]) if n]
        return " + ".join(units)
    owner = state.owners[at]
    if owner == NOBODY:
        return "-"
    name = names[owner][:9] if owner < len(names) else neutral_name(owner)
    return f"{state.armies[at]:>3} {name}"


def players_table(state: State | View, names: Sequence[str]) -> str:
    """One line a player: territories, armies, cards, and what the next turn brings."""
    return "\n".join(_player_line(state, names, seat) for seat in range(state.seats))


def _player_line(state: State | View, names: Sequence[str], seat: int) -> str:
    armies = sum(n for owner, n in zip(state.owners, state.armies, strict=True) if owner == seat)
    lands, cards = state.holds[seat], len(state.hands[seat])
    told = f"{letter(seat)} {names[seat][:16]:<16} {lands:>2} territories {armies:>3} armies"
    if not state.alive(seat):
        return f"{letter(seat)} {names[seat][:16]:<16} is out" if state.turn else told
    brings = reinforcements(state, seat)
    return f"{told}  cards {cards}  +{brings} a turn"
