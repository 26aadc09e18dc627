"""Who sits at the screen, what they may see, and how a move is made from there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from ..dice import THROWN, question
from ..game import Game
from ..moves import Advance, Attack, Defend, Move, Pass, Roll, Step
from ..notation import NotationError, parse_chance, parse_step
from ..players import Bot
from ..rules import chances, is_legal
from ..scene import Marks
from ..scene.look import Colours
from ..state import NOBODY, Phase, State, View
from ..story import ending
from .choice import Choice
from .settings import Settings
from .troubles import Trouble, trouble
from .words import Story, wanted

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

    def on_map(self, marks: Marks) -> Marks:
        """The marks with an arrow for this throw, and its dice."""
        faces = tuple(self.roll.attack), tuple(self.roll.defend)
        sides = self.attacker, self.defender
        return marks._replace(selected=self.src, target=self.dst, dice=faces, sides=sides)


def battle_of(state: State, move: Move) -> Throw | None:
    """Who throws against whom by a move, the dice still out; ``None`` where nobody does."""
    pair = state.attack[:2] if state.attack is not None else None
    if isinstance(move, Attack):
        pair = move.src, move.dst
    if pair is None or not isinstance(move, (Attack, Defend)):
        return None
    src, dst = pair
    return Throw(Roll((), ()), state.owners[src], state.owners[dst], src, dst)


class Looking:
    """A game, who sits at the screen, what they may see, and what is chosen.

    ``message`` is the sentence the panel shows when a click meant nothing, ``alert`` the one that
    stays until somebody acts, ``unsaved`` why the game has no file, which stays as long as that.
    """

    def __init__(self, game: Game, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.message = ""
        self.alert = ""
        self.notice = ""
        self.trouble = Trouble("")
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

    def alarm(self, text: str, problem: BaseException) -> None:
        """Say in one sentence what went wrong, and keep where for those who want to know."""
        self.trouble = trouble(text, problem)
        self.alert = text

    def _start(self, game: Game) -> None:
        self.game = game
        self.unsaved = ""
        self.colours = Colours(len(game.players), game.colours)
        self.choice = Choice()
        self.story = Story(game)
        self.humans = [s for s in range(len(game.players)) if not game.is_bot(s)]
        self.at_screen: int | None = self.humans[0] if len(self.humans) == 1 else None
        self.asked = True
        """Whether whoever is at the screen was asked to sit down there."""
        self.hand_shown = len(self.humans) == 1
        self.mission_shown = False
        self.picked: tuple[int, ...] = ()
        self.gets: int | None = None
        """The pictured territory that was chosen for a trade's extra armies."""
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
        return self.seen(self.state if self.moment is None else self.game.at(self.moment))

    def seen(self, state: State) -> View:
        """A position as the screen may show it."""
        view = state.seen_by(self.viewer)
        if state.phase is not Phase.HEADQUARTERS:
            return view
        # Whoever gets the screen next must not see where the last one's headquarters is.
        covered = view.copy()
        covered.headquarters = (NOBODY,) * state.seats
        return covered.seen_by(self.viewer)

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
        self.at_screen, self.asked = self.state.actor, True
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
            return f"{ending(players, state)}."
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
        self.moment = None
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
        return self.state.armies[:], battle_of(self.state, move)

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
        self._seat_for_set_up(state)

    def _seat_for_set_up(self, state: State) -> None:
        """Friends set up in turns too short to ask each time; the first secret asks again."""
        if len(self.humans) < 2 or not self.human_decides or state.phase is Phase.DEFEND:
            return
        if state.phase not in PRIVATE:
            if self.at_screen != state.actor:
                self.hand_shown = self.mission_shown = False
            self.at_screen, self.asked = state.actor, False
        elif not self.asked:
            self.at_screen, self.asked = None, True
