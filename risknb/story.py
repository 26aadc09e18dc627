"""A game told in plain sentences: what everybody at the table saw, and what lies on it now.

Steps that belong together are told together: a battle, armies placed, the end of a turn.
Nothing hidden is told: a drawn card, a mission or a headquarters not yet revealed stays unnamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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
from .rules.table import holders
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


def _attack(now: Moment, move: Attack) -> str:
    told = f"{now.who} attacked {now.place(move.dst)} from {now.place(move.src)}"
    if not isinstance(now.step.chance, Roll):
        return f"{told} with {move.dice} dice" if move.dice > 1 else f"{told} with 1 die"
    return f"{told}: {_throw(now.step.chance)}"


def _defend(now: Moment, move: Defend) -> str:
    assert isinstance(now.step.chance, Roll)
    return f"{now.who} defended {now.place(_front(now)[1])}: {_throw(now.step.chance)}"


def _reroll(now: Moment, move: Reroll) -> str:
    assert isinstance(now.step.chance, Die)
    face = now.step.chance.face
    return f"{now.who} showed a card and rolled the {_lay(now, move)} again: a {face}"


def _lay(now: Moment, move: Reroll | Command) -> int:
    """The face of a die before it was changed."""
    assert now.before.rolled is not None
    return now.before.rolled.attack[move.die]


def _advance(now: Moment, move: Advance) -> str:
    return f"{now.who} moved {armies_text(move.armies)} into {now.place(_front(now)[1])}"


def _trade(now: Moment, move: Trade) -> str:
    """A trade with the cards by name: they lie open on the table."""
    names, seat = now.before.board.names, now.step.seat
    cards = listed(names[card] if card < len(names) else "a wild card" for card in move.cards)
    gained = now.after.reserves[seat] - now.before.reserves[seat]
    told = f"{now.who} traded {cards} for {armies_text(gained)}"
    if move.bonus < 0:
        return told
    return f"{told}, and {now.before.rules.territory_bonus} on {now.place(move.bonus)}"


def _status(now: Moment, move: RollStatus) -> str:
    assert isinstance(now.step.chance, Die)
    stance = now.after.stances[move.army - now.after.seats]
    mood = "stands between the sides" if stance == NOBODY else f"stands by {now.names[stance]}"
    return f"{now.army(move.army)} rolled {now.step.chance.face} and {mood}"


def _first(now: Moment, move: RollFirst) -> str:
    assert isinstance(now.step.chance, Lots)
    seats = now.before.contenders or range(len(now.names))
    thrown = zip(seats, now.step.chance.faces, strict=False)
    told = [f"{now.names[seat]} {face}" for seat, face in thrown]
    what = "places first" if now.before.first == NOBODY else "takes the first turn"
    return f"To see who {what}, dice were rolled: {listed(told)}"


def _headquarters(now: Moment, move: Headquarters) -> str:
    """All headquarters are named once all are chosen, and none before."""
    told, chosen = f"{now.who} has chosen a headquarters", now.after.headquarters
    if now.after.phase is Phase.HEADQUARTERS:
        return told
    named = (f"{name} in {now.place(at)}" for name, at in zip(now.names, chosen, strict=True))
    return f"{told}. They are turned over: {', '.join(named)}"


def _claim_mission(now: Moment, move: ClaimMission) -> str:
    return f"{now.who} showed a mission: {shown(now.before, move.mission)}"


def _levy(now: Moment, move: Levy) -> str:
    assert isinstance(now.step.chance, Die)
    return f"{now.army(move.army)} got {armies_text(now.step.chance.face)}"


_TOLD: Final[dict[type, Callable[[Moment, Any], str]]] = {
    Advance: _advance,
    Attack: _attack,
    Bribe: lambda now, move: f"{now.who} gave a card to {now.army(move.army)}",
    CallOff: lambda now, move: f"{now.who} called the invasion off",
    Claim: lambda now, move: f"{now.who} claimed {now.place(move.at)}",
    ClaimMission: _claim_mission,
    Command: lambda now, move: f"{now.who}'s commander turned the {_lay(now, move)} to a 6",
    DealMissions: lambda now, move: "The missions were dealt",
    DealTerritories: lambda now, move: "The territories were dealt",
    Defend: _defend,
    Headquarters: _headquarters,
    Levy: _levy,
    Pass: lambda now, move: f"{now.who} let the dice stand",
    PickDealer: lambda now, move: f"{now.names[now.after.dealer]} was picked to deal",
    Reroll: _reroll,
    RollFirst: _first,
    RollStatus: _status,
    Trade: _trade,
}


def _step(now: Moment) -> str:
    return _TOLD[type(now.step.move)](now, now.step.move)


# -- steps that belong together ------------------------------------------------------------------
#: What a step belongs to, where others may belong to the same.
_PARTS: Final[dict[type, str]] = {
    Attack: "battle", Defend: "battle", Reroll: "battle", Command: "battle", Advance: "battle",
    CallOff: "battle", Place: "place", Fortify: "end",
}  # fmt: skip
#: What steps are about, for those who look for something.
_KINDS: Final[dict[type, str]] = {
    **{move: "battle" for move, part in _PARTS.items() if part == "battle"},
    Place: "place", Claim: "place", Levy: "place", Fortify: "move", Trade: "card", Bribe: "card",
}  # fmt: skip


class Group(NamedTuple):
    """Steps that are told together; *open* while the next step might still belong to them.

    *whole* is the first step with the last position: everything the group has changed.
    """

    moments: Sequence[Moment]
    open: bool
    part: str
    whole: Moment

    @property
    def text(self) -> str:
        """What everybody at the table saw, in sentences; empty if there was nothing to see."""
        told = [*_TELLERS[self.part](self), *_aftermath(self)]
        return " ".join([f"{words[0].upper()}{words[1:]}." for words in told])

    @property
    def kinds(self) -> set[str]:
        """What it is about: battle, taken, out, card, move, place."""
        found = {_KINDS.get(type(now.step.move), "") for now in self.moments}
        more = {
            "taken": self.part == "battle" and _captured(self.whole),
            "out": bool(_fallen(self)),
            "card": _drawn(self) or _spoils(self) > 0,
        }
        return (found | {kind for kind, so in more.items() if so}) - {""}


def _group(moments: Sequence[Moment], *, goes_on: bool) -> Group:
    first, last = moments[0], moments[-1]
    whole = Moment(first.names, first.before, first.step, last.after)
    return Group(moments, goes_on, _part(first), whole)


def groups(names: Sequence[str], start: State, steps: Iterable[Step]) -> Iterator[Group]:
    """The steps from *start* on, put together where they belong together; only the last is open.

    >>> from risknb import Game
    >>> game = Game(["Ada", "Ben"], board="duel", edition="2010", seed=3)
    >>> _ = game.push(next(iter(game.legal_moves())))
    >>> [group.text for group in groups(game.players, game.at(0), game.steps)][1:]
    ['The territories were dealt.', 'Ada placed 1 army on Heather Hill.']
    """
    state, moments = start, list[Moment]()
    for step in steps:
        after = state.copy()
        perform(after, step.move, step.chance)
        now = Moment(names, state, step, after)
        if moments and not _belongs(moments[-1], now):
            yield _group(moments, goes_on=False)
            moments = []
        moments.append(now)
        state = after
    if moments:
        yield _group(moments, goes_on=True)


def _part(now: Moment) -> str:
    if isinstance(now.step.move, Pass):
        return "battle" if now.before.phase is Phase.DECIDE else "end"
    return _PARTS.get(type(now.step.move), "")


def _belongs(last: Moment, now: Moment) -> bool:
    """Whether a step goes on with what the last one did, in the same turn."""
    part = _part(now)
    if not part or part != _part(last) or now.before.turn != last.before.turn:
        return False
    if part != "battle":
        return now.step.seat == last.step.seat
    if isinstance(last.step.move, Advance | CallOff):
        return False
    return not isinstance(now.step.move, Attack) or _front(now) == _front(last)


def _alone(group: Group) -> list[str]:
    return [_step(group.moments[0])]


def _placed(group: Group) -> list[str]:
    """Armies placed one after the other, a sum for every territory."""
    total: dict[int, int] = {}
    for move in (now.step.move for now in group.moments):
        assert isinstance(move, Place)
        total[move.at] = total.get(move.at, 0) + move.armies
    (at, armies), *others = total.items()
    now = group.moments[0]
    told = [f"{armies_text(armies)} on {now.place(at)}"]
    told += [f"{more} on {now.place(to)}" for to, more in others]
    return [f"{now.who} placed {listed(told)}"]


def _ended(group: Group) -> list[str]:
    """The end of a turn: armies moved, a card drawn; to go on without either is not told."""
    now, moves = group.moments[0], [now.step.move for now in group.moments]
    told = listed(
        f"{armies_text(move.armies)} from {now.place(move.src)} to {now.place(move.dst)}"
        for move in moves
        if isinstance(move, Fortify)
    )
    deeds = [f"moved {told}"] if told else []
    deeds += ["drew a card"] if _drawn(group) else []
    return [f"{now.who} {listed(deeds)}"] if deeds else []


def _drawn(group: Group) -> bool:
    return any(isinstance(now.step.chance, Draw) for now in group.moments)


# -- battles -------------------------------------------------------------------------------------
def _front(now: Moment) -> tuple[int, int]:
    """From where to where a battle goes."""
    if isinstance(now.step.move, Attack):
        return now.step.move.src, now.step.move.dst
    assert now.before.attack is not None
    return now.before.attack[:2]


def _captured(now: Moment) -> bool:
    """Whether the attacked territory has changed sides; an invasion called off has none."""
    if isinstance(now.step.move, CallOff):
        return False
    at = _front(now)[1]
    return now.before.team_at(at) != now.after.team_at(at)


def _battle(group: Group) -> list[str]:
    """A battle's result; while it goes on, its last throw."""
    first, last = group.moments[0], group.moments[-1]
    if isinstance(first.step.move, Advance | CallOff):
        return [_step(first)]  # what came before it was told already
    done = isinstance(last.step.move, Advance | CallOff) or last.after.over
    return _result(group.whole) if done or not group.open else _last_throw(group)


def _result(battle: Moment) -> list[str]:
    src, dst = _front(battle)
    who, there, here = _attacker(battle), battle.place(dst), battle.place(src)
    if _captured(battle):
        taken = f"took {there} with {armies_text(battle.after.armies[dst])} from {here}"
        return [f"{who} {listed([taken, *_feats(battle)])}", _losses(battle)]
    tried = "failed to take" if battle.after.armies[src] < 2 else "called off the attack on"
    return [f"{who} {tried} {there} from {here}", _losses(battle)]


def _last_throw(group: Group) -> list[str]:
    now, battle = group.moments[-1], group.whole
    told = [_step(now)]
    if now.after.phase in (Phase.DEFEND, Phase.DECIDE):
        return told  # the dice may still be changed: nobody has lost anything yet
    told.append(_losses(now))
    throws = sum(isinstance(earlier.step.move, Attack) for earlier in group.moments)
    if throws > 1:
        told.append(f"in {throws} throws {_losses(battle)}")
    if _captured(now):
        taken = f"took {now.place(_front(now)[1])}"
        told.append(f"{_attacker(now)} {listed([taken, *_feats(now)])}")
    return told


def _attacker(now: Moment) -> str:
    return now.army(now.before.owners[_front(now)[0]])


def _losses(battle: Moment) -> str:
    """What both sides lost from one position to the other."""
    (src, dst), before, after = _front(battle), battle.before, battle.after
    captured = _captured(battle)
    lost = before.armies[src] - after.armies[src] - (after.armies[dst] if captured else 0)
    killed = before.armies[dst] - (0 if captured else after.armies[dst])
    owner = before.owners[dst]
    enemy = battle.army(owner) if owner != NOBODY else "the enemy"
    if not lost:
        return f"{enemy} lost {killed}"
    told = f"{_attacker(battle)} lost {lost}"
    return f"{told}, {enemy} {killed}" if killed else told


def _feats(battle: Moment) -> list[str]:
    """The continents that a capture has won, and those it has broken."""
    were, are = holders(battle.before), holders(battle.after)
    told = []
    for continent, was, now in zip(battle.before.board.continents, were, are, strict=True):
        if now not in (was, NOBODY):
            told.append(f"holds {continent.name}")
        if was not in (now, NOBODY):
            told.append(f"broke {battle.army(was)}'s {continent.name}")
    return told


_TELLERS: Final[dict[str, Callable[[Group], list[str]]]] = {
    "": _alone, "battle": _battle, "place": _placed, "end": _ended,
}  # fmt: skip


# -- what follows --------------------------------------------------------------------------------
def _aftermath(group: Group) -> list[str]:
    """Who is out, the cards taken from them, and who has won."""
    whole = group.whole
    told = [f"{whole.names[seat]} is out" for seat in _fallen(group)]
    if cards := _spoils(group):
        got = "1 card" if cards == 1 else f"{cards} cards"
        told.append(f"{whole.names[whole.before.seat]} got {got}")
    return [*told, ending(whole.names, whole.after)] if whole.after.over else told


def _fallen(group: Group) -> list[int]:
    """Who has lost the last army in a battle."""
    if group.part != "battle":
        return []
    before, after = group.whole.before, group.whole.after
    return [seat for seat in range(before.seats) if before.alive(seat) and not after.alive(seat)]


def _spoils(group: Group) -> int:
    """How many cards a battle brought: those of an army that is out."""
    if group.part != "battle":
        return 0
    before, after = group.whole.before, group.whole.after
    return len(after.hands[before.seat]) - len(before.hands[before.seat])


def ending(names: Sequence[str], state: State) -> str:
    """Who won, and why."""
    winners = listed(names[seat] for seat in state.winners)
    verb = "win" if len(state.winners) > 1 else "wins"
    return f"{winners} {verb}: {REASONS[state.reason]}{_secret(state)}"


def _secret(state: State) -> str:
    """The winner's secret mission, which is turned over now (SEC-03)."""
    if state.reason != "mission" or not state.missions[state.winners[0]]:
        return ""
    return f" ({shown(state, state.missions[state.winners[0]][0])})"


def tell(names: Sequence[str], start: State, steps: Iterable[Step]) -> Iterator[str]:
    """A line for what belongs together, and one of its own when a turn begins."""
    for group in groups(names, start, steps):
        whole = group.whole
        if text := group.text:
            yield text
        if whole.after.turn != whole.before.turn and not whole.after.over:
            yield f"-- Turn {whole.after.turn}, {names[whole.after.seat]}"


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
