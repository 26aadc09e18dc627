"""One game of a batch after the other: a ``Task`` in, plain rows out. Runs in any process."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from traceback import walk_tb
from typing import Any, NamedTuple

from ..board import Board
from ..board import load as load_board
from ..bots.drifter import Drifter
from ..bots.habits import Habits
from ..doing import Choose
from ..editions import Rules, rules_for
from ..game import Game
from ..moves import Blitz, EndTurn, Move, Wish
from ..notation import letter, move_text
from ..players import Bot, bot, register
from ..rules import IllegalMove
from ..rules.table import holders
from ..state import NOBODY, View

#: A seat that makes so many decisions in one turn will never end it.
MOST_DECISIONS = 20_000
#: After so many new things the collector may look for cycles.
SELDOM = 50_000


@dataclass(frozen=True, slots=True)
class Task:
    """What is played: the bots by seat before rotation, the rules, and the seed of all luck."""

    bots: tuple[str | Bot, ...]
    seed: str
    edition: str = "2018"
    mode: str | None = None
    board: str | Board = "classic"
    options: Mapping[str, Any] = field(default_factory=dict)
    turn_cap: int = 400
    continents: bool = False
    makers: Mapping[str, Callable[..., Bot]] = field(default_factory=dict)

    def columns(self) -> list[str]:
        """The columns of ``Results.games`` that bots and board bring along."""
        seats = [f"bot_{letter(seat)}" for seat in range(len(self.bots))]
        return [*seats, *(f"first_{code}" for code in self._codes())]

    def _codes(self) -> list[str]:
        """The continents whose first holders are noted."""
        return [c.code for c in self.where().continents] if self.continents else []

    def where(self) -> Board:
        """The board that is played on."""
        return self.board if isinstance(self.board, Board) else load_board(self.board)

    def rules(self) -> Rules:
        """The rules that are played, or an error that says why they cannot be."""
        return rules_for(
            self.edition, self.mode, players=len(self.bots), options=self.options,
            board=self.where(),
        )  # fmt: skip

    def par(self) -> float:
        """The share of games that every seat would win if all were alike."""
        return 0.5 if self.rules().teams else 1 / len(self.bots)

    def seats(self, number: int) -> list[str | Bot]:
        """The bots of game *number* by seat: everyone moves up one seat a game."""
        count = len(self.bots)
        return [self.bots[(seat - number) % count] for seat in range(count)]

    def game_seed(self, number: int) -> str:
        """The seed of game *number*: the same luck is met once from every seat, then new luck.

        Line-ups that look the same from several seats would only repeat a game.
        """
        return f"{self.seed}:{number // self._line_ups()}"

    def _line_ups(self) -> int:
        """How many different line-ups there are, moving up seat by seat."""
        bots = self.bots
        return next(n for n in range(1, len(bots) + 1) if bots[n:] + bots[:n] == bots)


class Fault(NamedTuple):
    """A bot that broke the rules or broke down: who, how, and where."""

    seat: int
    what: str
    position: str


def bot_name(spec: str | Bot) -> str:
    """A bot as the tables call it."""
    return spec if isinstance(spec, str) else str(getattr(spec, "name", type(spec).__name__))


def new_game(task: Task, number: int) -> tuple[Game, list[Bot]]:
    """Game *number* of a task, ready to be played, and its bots by seat."""
    seats, seed = task.seats(number), task.game_seed(number)
    names = [f"{letter(seat)} {bot_name(spec)}"[:40] for seat, spec in enumerate(seats)]
    game = Game(
        names, edition=task.edition, mode=task.mode, board=task.board, options=task.options,
        seed=seed,
    )  # fmt: skip
    made = [
        bot(spec if isinstance(spec, str) else deepcopy(spec), seed=f"{seed}:bot:{seat}")
        for seat, spec in enumerate(seats)
    ]
    return game, made


def play_out(game: Game, bots: list[Bot], turn_cap: int) -> list[Fault]:
    """Play a game to its end or past the turn cap; the faults of its bots, the first one first.

    A seat at fault is played on by a stand-in that never attacks.
    """
    state, faults = game.state, list[Fault]()
    while True:
        turn, problem = state.turn, "it never ends its turn"
        try:
            if not game.let_decide(dict(enumerate(map(_watched, bots))), turn_cap, MOST_DECISIONS):
                return faults
            if state.turn != turn:
                continue
        except _BrokenDownError as broken:
            problem = str(broken)
        except IllegalMove as illegal:
            view = state.seen_by(state.actor)
            problem = no_move(illegal.move) or " ".join(refused(view, illegal))
        seat = state.actor
        faults.append(Fault(seat, problem, state.seen_by(seat).text()))
        # The stand-in never attacks; should even that go wrong, any legal move will do.
        bots[seat] = Drifter() if type(bots[seat]) is Habits else Habits()


class _BrokenDownError(Exception):
    """A bot broke down; says how."""


def _watched(bot: Bot) -> Choose:
    """What chooses for a bot, so that its errors can be told from those of the rules."""
    choose = bot.choose

    def watched(view: View) -> Wish:
        try:
            return choose(view)
        except (Exception, SystemExit) as error:
            raise _BrokenDownError(raised(error)) from error

    return watched


def raised(error: BaseException) -> str:
    """What a bot broke down with, and where: the last line of its own that it went through."""
    own = [
        (frame.f_code.co_name, number)
        for frame, number in walk_tb(error.__traceback__)
        if not frame.f_globals.get("__name__", "").startswith("risknb.")
    ]
    line = f" (line {own[-1][1]}, in {own[-1][0]})" if own else ""
    return f"it raises {type(error).__name__}: {str(error)[:200]}{line}"


def refused(view: View, illegal: IllegalMove) -> tuple[str, str]:
    """Why a move was not allowed, and which one it was."""
    return f"illegal move: {illegal.reason}", f"({move_text(view, illegal.move)})"


def no_move(wish: object) -> str:
    """What is wrong with an answer that is no move at all."""
    return "" if type(wish) in _MOVES else f"choose must return a move, not {wish!r:.80}"


_MOVES = {*Move.__args__, Blitz, EndTurn}


def play(task: Task, number: int) -> tuple[dict[str, Any], Game]:
    """Play game *number*: its row, and the game itself."""
    game, bots = new_game(task, number)
    first: dict[int, int] = {}
    faults = play_out(game, bots, 0)
    starter = game.state.seat
    if task.continents:
        faults += _play_watching(game, bots, task.turn_cap, first)
    else:
        faults += play_out(game, bots, task.turn_cap)
    return _row(task, number, game, starter, faults, first), game


def _play_watching(
    game: Game, bots: list[Bot], turn_cap: int, first: dict[int, int]
) -> list[Fault]:
    """Play turn by turn and note who first begins a turn with each continent."""
    faults = []
    while not game.state.over and game.state.turn <= turn_cap:
        faults += play_out(game, bots, min(turn_cap, game.state.turn))
        for continent, army in enumerate(holders(game.state)):
            if army != NOBODY:
                first.setdefault(continent, army)
    return faults


def _row(
    task: Task, number: int, game: Game, starter: int, faults: list[Fault], first: dict[int, int]
) -> dict[str, Any]:
    """One row of ``Results.games``; of several faults it tells the first one."""
    seats = [bot_name(spec) for spec in task.seats(number)]
    found = game.outcome()
    winners = found.winners if found is not None else ()
    if any(fault.seat in winners for fault in faults):
        winners = ()  # a fault costs the game, even if the stand-in wins it
    fault = faults[0] if faults else None
    row: dict[str, Any] = {
        "game": number,
        "seed": task.game_seed(number),
        "turns": min(game.state.turn, task.turn_cap),
        "steps": len(game),
        "starter": letter(starter),
        "winner": "".join(map(letter, winners)) or None,
        "winner_bot": "+".join(sorted({seats[seat] for seat in winners})) or None,
        "reason": found.reason if found is not None else "cap",
        "truncated": found is None,
        "fault_bot": seats[fault.seat] if fault is not None else None,
        "fault": f"{fault.what}, in {fault.position}" if fault is not None else None,
    }
    for seat, name in enumerate(seats):
        row[f"bot_{letter(seat)}"] = name
    if task.continents:
        for c, continent in enumerate(game.board.continents):
            army = first.get(c, NOBODY)
            row[f"first_{continent.code}"] = letter(army) if army != NOBODY else None
    return row


# -- what a worker runs --------------------------------------------------------------------------
def play_rows(task: Task, numbers: Iterable[int]) -> list[dict[str, Any]]:
    """The rows of some games; the games themselves are forgotten."""
    for name, maker in task.makers.items():
        register(name)(maker)
    with _rarely_collected():
        return [play(task, number)[0] for number in numbers]


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """Look for cycles now and then only: a game leaves hardly any, and many things that last."""
    usual = gc.get_threshold()
    often = 0 < usual[0] < SELDOM  # in another thread a batch may have said so already
    if often:
        gc.set_threshold(SELDOM, *usual[1:])
    try:
        yield
    finally:
        if often:
            gc.set_threshold(*usual)


def play_frames(task: Task, numbers: Iterable[int], table: str) -> Any:
    """A frame (``turns``, ``battles`` ...) of some games, played again from their seeds."""
    from .. import frames

    for name, maker in task.makers.items():
        register(name)(maker)
    return getattr(frames, table)({str(number): play(task, number)[1] for number in numbers})
