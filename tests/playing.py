"""Whole games under watch: every table there is, bots of two kinds, all invariants on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import naive
from charger import Charger
from engine_invariants import check_engine
from invariants import check, check_state
from step_invariants import final_roll

from risknb import Game, bot, frames
from risknb.board import load
from risknb.dice import SeededDice
from risknb.editions import EDITIONS, Rules, RulesError, modes, rules_for
from risknb.moves import FORCED, Attack, Blitz, EndTurn, Move, Pass, Step
from risknb.players import Bot
from risknb.rules import apply, begin, is_legal, legal_moves, perform
from risknb.rules.combat import most_dice
from risknb.state import NOBODY, Phase, State

LUCK = frozenset({Phase.DEALER, Phase.MISSIONS, Phase.DEAL, Phase.FIRST, Phase.STATUS})
MOST_STEPS = 30_000  # ten times a long game
#: Every option with the values it may be given.
VALUES: dict[str, tuple[Any, ...]] = {
    "setup": ("claim", "deal"),
    "placing": ("turns", "auto"),
    "defend": ("max", "ask"),
    "defend_dice": (1, 2, 3),
    "cards": (True, False),
    "capital_short": (True,),
    "mission_deck": ("five-army", "european-14", "us-1993"),
    "east_africa_line": (False,),
    "status_roll": ("invasion", "end_of_combat"),
    "trade_after_elimination": ("forced", "any"),
    "territory_bonus_cap": ("set", "turn"),
    "expert_sets": (True,),
    "multi_fortify": (True,),
    "army_cap": (True,),
    "reroll": (True,),
    "commander": (True,),
}


class Table(NamedTuple):
    """What a game is played with: everything but the luck."""

    edition: str
    mode: str
    seats: int
    board: str = "classic"
    options: tuple[tuple[str, Any], ...] = ()

    def rules(self) -> Rules:
        board = load(self.board)
        options = dict(self.options)
        return rules_for(
            self.edition, self.mode, players=self.seats, board=board, options=options
        )

    def game(self, seed: object = 0, **more: Any) -> Game:
        """A game at this table."""
        return Game(
            [f"P{seat}" for seat in range(self.seats)], edition=self.edition, mode=self.mode,
            board=self.board, options=dict(self.options), seed=str(seed), **more,
        )  # fmt: skip


def plain_tables() -> Iterator[Table]:
    """Every edition, mode and number of seats, without options; then the small boards."""
    for edition in EDITIONS:
        for mode in modes(edition):
            for seats in rules_for_any(edition, mode):
                yield Table(edition, mode, seats)
        yield Table(edition, "domination", 2, "duel")
        for seats in (2, 3, 4):
            yield Table(edition, "domination", seats, "archipelago")


def rules_for_any(edition: str, mode: str) -> Iterator[int]:
    """The numbers of seats that a mode is made for."""
    for seats in range(2, 7):
        try:
            rules_for(edition, mode, players=seats)
        except RulesError:
            continue
        yield seats


def with_options(table: Table, random: Random) -> Table:
    """The same table with up to four options that make sense together."""
    options: dict[str, Any] = {}
    for name in random.sample(sorted(VALUES), random.randrange(7)):
        trial = {**options, name: random.choice(VALUES[name])}
        try:
            table._replace(options=tuple(trial.items())).game()
        except RulesError:
            continue
        options = trial
    return table._replace(options=tuple(options.items()))


class Played(NamedTuple):
    """A game that was watched to its end, or to the turn cap."""

    state: State
    steps: list[Step]
    capped: bool


class Deciders:
    """Who plays: chargers and rushers, and a drifter or two among them, who alone do not finish."""

    def __init__(self, seats: int, random: Random, guests: Sequence[str] = ()) -> None:
        names = ["charger", *random.choices(("charger", "rusher", "drifter"), (4, 2, 2), k=seats)]
        names = random.sample([*guests, *names][:seats], seats)
        self._bots: list[Bot] = [
            Charger(random.random()) if name == "charger" else bot(name, seed=random.random())
            for name in names
        ]
        self._blitz: Blitz | None = None

    def choose(self, state: State) -> Move:
        """The next move: luck's own, or what the acting bot wants, a blitz one attack at a time."""
        if state.phase in LUCK:
            return next(iter(legal_moves(state)))
        if self._blitz is not None and state.phase is Phase.ATTACK:
            attack = self._attack(state, self._blitz)
            if state.armies[attack.src] > self._blitz.stop and is_legal(state, attack):
                return attack
        self._blitz = None
        wish = self._bots[state.actor].choose(state.seen_by(state.actor))
        if isinstance(wish, EndTurn):
            return Pass()
        if not isinstance(wish, Blitz):
            return wish
        self._blitz, attack = wish, self._attack(state, wish)
        return attack if is_legal(state, attack) else Pass()

    def _attack(self, state: State, wish: Blitz) -> Attack:
        return Attack(wish.src, wish.dst, max(1, most_dice(state, wish.src)))


def watch(
    table: Table, seed: int, cap: int, every: int = 50, guests: Sequence[str] = ()
) -> Played:
    """Play a game with all invariants on; the dear ones on about one step in *every*."""
    random = Random(f"{table}:{seed}")
    rules, board = table.rules(), table.game().board
    state, dice = begin(board, rules, table.seats), SeededDice(str(seed))
    bots, steps = Deciders(table.seats, random, guests), list[Step]()
    check_state(state)
    while not state.over and state.turn <= cap:
        assert len(steps) < MOST_STEPS, "15: the game hangs"
        before, move = state.copy(), bots.choose(state)
        if random.randrange(every) == 0:
            check_state(state)
            check_engine(state, random)
        chance = dice.answer(state, move)
        apply(state, move, chance)
        steps.append(Step(before.actor, move, chance))
        check(before, steps[-1], state)
        check_state(state, before)
    check_state(state)
    check_engine(state, random)  # 15: nothing is accepted after the end
    return Played(state, steps, not state.over)


def check_record(table: Table, seed: int, played: Played) -> None:
    """18, 19, 20, 22, 24: the game object, its text and its past agree with what was watched."""
    game, due = table.game(seed), 0
    for step in played.steps:
        if not isinstance(step.move, FORCED):
            before = game.state.copy()
            game.push(step.move)
            if len(game.steps) >= due and game.can_pop():  # which plays all again: now and then
                _taken_back(game, before)
                due = len(game.steps) + 100
    assert game.steps == played.steps, "18: the same seed and decisions gave other steps"
    assert game.state == played.state, "18"
    again = Game.parse(str(game))
    assert again.state == game.state, "19"
    assert again.steps == game.steps, "22: the record has a gap"
    middle = len(game.steps) // 2
    assert game.fork(at=middle).at(middle) == game.at(middle), "19: a prefix"
    check_tables(game)


def check_tables(game: Game) -> None:
    """24: what frames say was placed, lost and traded is what the table shows."""
    players, state = frames.players(game), game.state
    assert len(frames.steps(game)) == len(game.steps), "24: steps"
    assert players["armies"].sum() == sum(state.armies), "24: armies"
    assert players["territories"].sum() == game.board.size - state.owners.count(NOBODY), "24: land"
    assert players["sets"].sum() == state.sets, "24: sets"
    assert players["kills"].sum() == players["casualties"].sum() == _fallen(game), "24: losses"


def _fallen(game: Game) -> int:
    """The armies that fell in battle, from the record alone."""
    state, fallen = game.at(0), 0
    for step in game.steps:
        before = state.copy()
        perform(state, step.move, step.chance)
        roll = final_roll(before, step, state)
        fallen += sum(naive.losses(roll.attack, roll.defend)) if roll is not None else 0
    return fallen


def _taken_back(game: Game, before: State) -> None:
    """20: the position is the one before, and the same move leads on to the same one after."""
    after, last = game.state.copy(), game.pop()
    assert last.chance is None, "20: across luck"
    assert last.seat == after.actor, "20: across somebody else's decision"
    assert game.state == before, "20: taken back"
    game.push(last.move)
    assert game.state == after, "20: taken back and made again"
