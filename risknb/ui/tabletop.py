"""The game at one screen, without the screen: who looks, what is chosen, what a click does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from ..dice import THROWN, question
from ..game import Game
from ..moves import (
    Advance,
    Attack,
    Blitz,
    Defend,
    Fortify,
    Move,
    Pass,
    Place,
    Roll,
    Step,
    Trade,
)
from ..notation import NotationError, parse_chance, parse_step
from ..players import Bot, bot
from ..rules import IllegalMove, chances, combat, is_legal
from ..scene.look import Colours
from ..state import Phase, State, View
from . import offers
from .choice import MOVING, Choice, amounts
from .settings import Settings
from .words import Story, wanted

#: The bot that steps in for a player who wants the turn finished, or for a bot that failed.
STAND_IN = "rusher"
#: Phases in which a seat decides in secret or looks at its cards.
PRIVATE = frozenset(Phase) - {Phase.CLAIM, Phase.PLACE, Phase.DEFEND, Phase.OVER}


T = TypeVar("T")
P = ParamSpec("P")


def action(method: Callable[P, T]) -> Callable[P, T]:
    """Mark a method after which the screen has to follow, once, however much it calls."""

    @wraps(method)
    def acted(*args: P.args, **kwargs: P.kwargs) -> T:
        table: Any = args[0]
        with table.acting():
            return method(*args, **kwargs)

    return acted


class Throw(NamedTuple):
    """The last dice: who threw against whom, and where."""

    roll: Roll
    attacker: int
    defender: int
    src: int
    dst: int


class Tabletop:
    """A game, who sits at the screen, and what is chosen; every action is a plain method.

    Methods raise ``IllegalMove`` like the game does. ``message`` is the sentence the panel shows
    when a click meant nothing, ``alert`` the one that stays until somebody acts.
    """

    def __init__(self, game: Game, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.message = ""
        self.alert = ""
        self._depth = 0
        self._start(game)

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Do several things; the screen follows when all are done."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self.changed()

    def changed(self) -> None:
        """Something may look different now; a screen overrides this."""

    def _start(self, game: Game) -> None:
        self.game = game
        self.colours = Colours(len(game.players))
        self.choice = Choice()
        self.story = Story(game)
        self.humans = [s for s in range(len(game.players)) if not game.is_bot(s)]
        self.at_screen: int | None = self.humans[0] if len(self.humans) == 1 else None
        self.hand_shown = len(self.humans) == 1
        self.mission_shown = False
        self.picked: tuple[int, ...] = ()
        self.asking: Move | None = None
        self.throw: Throw | None = None
        self.changes: tuple[tuple[int, int], ...] = ()
        self.moment: int | None = None
        self._stand_ins: dict[int, Bot] = {}
        self._look()

    # -- looking -------------------------------------------------------------------------------
    @property
    def state(self) -> State:
        """The position as it is."""
        return self.game.state

    @property
    def viewer(self) -> int:
        """The seat through whose eyes the screen looks."""
        return self.at_screen if self.at_screen is not None else 0

    def shown(self) -> View:
        """What the screen may show: the present, or the moment chosen in the story."""
        state = self.state if self.moment is None else self.game.at(self.moment)
        return state.seen_by(self.viewer)

    @property
    def human_decides(self) -> bool:
        """Whether somebody at the screen has to decide now."""
        return not self.state.over and self.state.actor in self.humans

    @property
    def curtain(self) -> bool:
        """Whether the screen has to be passed on before anything private is shown."""
        state = self.state
        private = state.phase in PRIVATE and self.human_decides
        return len(self.humans) > 1 and private and self.at_screen != state.actor

    @property
    def may_look(self) -> bool:
        """Whether hand and missions of the viewer may be on the screen."""
        if self.at_screen is None or self.curtain or self.moment is not None:
            return False
        return len(self.humans) == 1 or self.state.actor == self.at_screen

    @action
    def ready(self) -> None:
        """The seat whose turn it is sits at the screen now."""
        self.at_screen = self.state.actor
        self.hand_shown = len(self.humans) == 1
        self.mission_shown = False
        self._look()

    @property
    def prompt(self) -> str:
        """What to do now, in one sentence."""
        players, state = self.game.players, self.state
        if self.moment is not None:
            return f"This is how it was after step {self.moment}."
        if state.over:
            return self.story.catch_up()[-1].text
        if self.curtain:
            return f"Pass the screen to {players[state.actor]}."
        if self.asking is not None:
            return f"Throw the dice and type them in: {question(state, self.asking)}."
        if not self.human_decides:
            return f"{players[state.actor]} is thinking."
        return wanted(players, state, self.choice.src, self.choice.dst)

    # -- deciding ------------------------------------------------------------------------------
    @action
    def push(self, move: Move | str) -> Step | None:
        """Make a move, as text or as a move; ``None`` where dice must be typed in first."""
        chance = None
        if isinstance(move, str):
            move, chance = parse_step(self.game.board, move)
        self._back_to_now()
        if chance is None and self._wants_typed(move):
            self.asking = move
            self._look()
            return None
        before = self._before(move)
        step = self.game.push(move, chance)
        self._after(before, step)
        return step

    def _wants_typed(self, move: Move) -> bool:
        typed = self.settings.typed_dice and isinstance(move, THROWN)
        return typed and is_legal(self.state, move) and chances(self.state, move) is not None

    @action
    def type_dice(self, text: str) -> Step | None:
        """Answer the question for real dice, as in ``651:42``."""
        if self.asking is None:
            raise NotationError("no dice are wanted now")
        move = self.asking
        chance = parse_chance(self.game.board, move, text.replace(" ", ""))
        before = self._before(move)
        step = self.game.push(move, chance)
        self.asking = None
        self._after(before, step)
        return step

    def _before(self, move: Move) -> tuple[list[int], Throw | None]:
        state = self.state
        pair = state.attack[:2] if state.attack is not None else None
        if isinstance(move, Attack):
            pair = move.src, move.dst
        throw = None
        if pair is not None and isinstance(move, (Attack, Defend)):
            src, dst = pair
            throw = Throw(Roll((), ()), state.owners[src], state.owners[dst], src, dst)
        return state.armies[:], throw

    def _after(self, before: tuple[list[int], Throw | None], step: Step) -> None:
        armies, throw = before
        pairs = zip(armies, self.state.armies, strict=True)
        self.changes = tuple((at, new - old) for at, (old, new) in enumerate(pairs) if old != new)
        if throw is not None and isinstance(step.chance, Roll):
            self.throw = throw._replace(roll=step.chance)
        elif not isinstance(step.move, (Advance, Pass)):
            self.throw = None
        self.message = ""
        self._look()

    def _look(self) -> None:
        """Make everything follow the position."""
        state = self.state
        self.choice.check(state)
        best = self.game.best_trade() if not state.over else None
        hand = state.hands[state.seat]
        self.picked = tuple(card for card in self.picked if card in hand)
        if best is not None and not self.picked:
            self.picked = best.cards
        if self.human_decides and state.phase not in PRIVATE and len(self.humans) > 1:
            self.at_screen = state.actor if state.phase is not Phase.DEFEND else self.at_screen
            self.hand_shown = False

    @action
    def click(self, territory: str | int) -> None:
        """Click a territory: what it means depends on what has to be decided."""
        at = self.game.board.index(territory)
        self.choice.walking = None
        self._back_to_now()
        if not self._free():
            return
        found = self.choice.click(self.state, at)
        self.message = found if isinstance(found, str) else ""
        if found is not None and not isinstance(found, str):
            self.push(found)

    def _free(self) -> bool:
        """Whether the person at the screen may act; says why not where they may not."""
        if self.curtain:
            self.message = f"First pass the screen to {self.game.players[self.state.actor]}."
        elif self.asking is not None:
            self.message = "First type the dice in."
        elif not self.human_decides and not self.state.over:
            self.message = f"It is {self.game.players[self.state.actor]}'s turn."
        return self.human_decides and not self.curtain and self.asking is None

    @action
    def choose(self, src: str | int | None = None, dst: str | int | None = None) -> None:
        """Choose origin and target by name, as the lists of the panel do."""
        index = self.game.board.index
        self.choice.src = None if src is None else index(src)
        self.choice.dst = None if dst is None else index(dst)
        self._look()

    @action
    def place(self, armies: int | None = None, territory: str | int | None = None) -> None:
        """Place armies, all that are left where none are named, on the chosen territory."""
        at = self.choice.src if territory is None else self.game.board.index(territory)
        if at is None:
            raise ValueError("choose a territory first")
        self.choice.src = at
        self.push(Place(at, self.choice.amount(self.state)[1] if armies is None else armies))

    @action
    def roll(self) -> None:
        """Attack once with the chosen dice."""
        move = self.choice.attack(self.state)
        if move is None:
            raise ValueError("choose where to attack from and what to attack first")
        self.push(move)

    @action
    def blitz(self, stop: int = 1) -> int:
        """Attack until the territory is taken or *stop* armies are left; returns the throws."""
        throws = 0
        src, lost = self.choice.src, self.state.armies[:]
        while (move := self.choice.attack(self.state)) is not None and self.asking is None:
            if throws and src is not None and self.state.armies[src] <= stop:
                break
            self.push(move._replace(dice=combat.most_dice(self.state, move.src)))
            throws += 1
        if throws:
            pairs = zip(lost, self.state.armies, strict=True)
            self.changes = tuple((at, b - a) for at, (a, b) in enumerate(pairs) if a != b)
        return throws

    @action
    def advance(self, armies: int | None = None) -> None:
        """Move armies into the territory just taken, as many as chosen where none are named."""
        self.push(Advance(self.choice.amount(self.state)[2] if armies is None else armies))

    @action
    def fortify(self, armies: int | None = None) -> None:
        """Move armies from the chosen territory to the chosen one."""
        src, dst = self.choice.src, self.choice.dst
        if src is None or dst is None or self.state.phase not in MOVING:
            raise ValueError("choose where armies move from and to first")
        chosen = self.choice.amount(self.state)[2]
        self.push(Fortify(src, dst, chosen if armies is None else armies))

    @action
    def trade(self, cards: tuple[int, ...] | None = None) -> None:
        """Trade a set: the picked cards, or those given."""
        move = offers.trade_of(self.state, self.picked if cards is None else cards)
        if move is None:
            raise ValueError("these cards cannot be traded now")
        self.picked = ()
        self.push(move)

    def trade_move(self) -> Trade | None:
        """The trade of the picked cards, where it is allowed."""
        return offers.trade_of(self.state, self.picked)

    @action
    def pick(self, card: int) -> None:
        """Put a card of the hand into the set, or take it out again."""
        if card in self.picked:
            self.picked = tuple(c for c in self.picked if c != card)
        elif card in self.state.hands[self.viewer]:
            self.picked = (*self.picked, card)[-3:]

    @action
    def go_on(self) -> None:
        """Go to the next part of the turn."""
        self.choice.clear()
        self.push(Pass())

    @action
    def end_turn(self) -> None:
        """Go on until the turn has passed, or something else must be decided first."""
        seat, turn = self.state.seat, self.state.turn
        while (self.state.seat, self.state.turn) == (seat, turn) and is_legal(self.state, Pass()):
            self.go_on()

    @action
    def undo(self) -> None:
        """Take the last step back, where the rules of taking back allow it."""
        self._back_to_now()
        self.game.pop()
        self.throw, self.changes, self.message = None, (), ""
        self._look()

    @action
    def show_moment(self, number: int | None) -> None:
        """Show the board as it was after so many steps; ``None`` is now."""
        if number is not None and not 0 <= number <= len(self.game.steps):
            raise ValueError(f"the game has {len(self.game.steps)} steps")
        self.moment = None if number == len(self.game.steps) else number

    def _back_to_now(self) -> None:
        self.moment = None

    # -- bots ----------------------------------------------------------------------------------
    @action
    def bot_move(self) -> None:
        """Let the bot whose turn it is decide once; a bot that fails is replaced and named."""
        seat = self.state.actor
        try:
            self.carry_out(self.decider(seat).choose(self.state.seen_by(seat)))
        except Exception as problem:
            self.replace_bot(seat, problem)
            self.carry_out(self.decider(seat).choose(self.state.seen_by(seat)))

    def carry_out(self, wish: Move | Blitz) -> None:
        """Do what a bot has chosen: a move, or attacks until a territory falls."""
        if not isinstance(wish, Blitz):
            self.push(wish)
        elif self.settings.typed_dice:
            self.push(Attack(wish.src, wish.dst, combat.most_dice(self.state, wish.src)))
        else:
            before = self._before(Attack(wish.src, wish.dst, 1))
            thrown = [s for s in self.game.carry_out(wish) if isinstance(s.chance, Roll)]
            self._after(before, thrown[-1] if thrown else self.game.steps[-1])

    def decider(self, seat: int) -> Bot:
        """Whoever decides for a seat that no human decides for."""
        if seat in self._stand_ins:
            return self._stand_ins[seat]
        found = self.game.bot_of(seat)
        return found if found is not None else self._stand_in(seat)

    def _stand_in(self, seat: int) -> Bot:
        return self._stand_ins.setdefault(seat, bot(STAND_IN, seed=f"stand-in:{seat}"))

    def replace_bot(self, seat: int, problem: Exception) -> None:
        """A bot failed: say so, and let another one decide for it from now on."""
        if seat in self._stand_ins:
            raise problem
        self._stand_in(seat)
        what = problem.reason if isinstance(problem, IllegalMove) else str(problem)
        name = self.game.players[seat]
        kind = type(problem).__name__
        self.alert = f"{name}'s bot failed ({kind}: {what[:120]}). Another bot plays for it."

    @action
    def play_bots(self) -> None:
        """Let bots decide until a human must or the game is over."""
        while not self.state.over and not self.human_decides and self.asking is None:
            self.bot_move()

    def figures(self) -> Mapping[str, int]:
        """Least, most and chosen armies of the move at hand."""
        least, most = amounts(self.state, self.choice.src, self.choice.dst)
        return {"least": least, "most": most, "chosen": self.choice.amount(self.state)[2]}
