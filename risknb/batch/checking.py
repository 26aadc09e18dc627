"""``check_bot``: a test bench for bots, which says in plain words what is wrong."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, NamedTuple

from ..editions import EDITIONS, modes
from ..game import Game
from ..moves import Blitz, EndTurn
from ..notation import move_text
from ..players import Bot, bot
from ..rules import IllegalMove
from ..state import View
from .playing import MOST_DECISIONS, no_move, raised, refused

SLOW = 0.25  # seconds for one decision on average
STUCK = 10.0  # seconds for one decision
PATIENCE = 20  # decisions after which a slow bot is slow enough
SURE = 10  # times a bot must decide alike before it is said to peek
TURNS = 24
ENOUGH = 5  # games with something wrong
CHANGES = "it changes the table: a view is only for looking"
NO_SEED = "asked twice: its luck does not come from its seed, or it remembers outside itself"
PEEKS = "hidden cards are really hidden: it looks at what it may not know"

EXPERT = {
    "commander": True, "reroll": True, "army_cap": True, "multi_fortify": True, "defend": "ask",
}  # fmt: skip


class Bench(NamedTuple):
    """One game of the test bench."""

    edition: str
    mode: str
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.edition} {self.mode}{' with expert rules' if self.options else ''}"


@dataclass
class Check:
    """What the test bench found: ``.ok``, ``.problems`` in plain words, and figures."""

    name: str
    problems: list[str] = field(default_factory=list)
    failed: int = 0
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    @property
    def slow(self) -> bool:
        """Whether it has taken too long so far."""
        enough = self.decisions >= PATIENCE and self.seconds > SLOW * self.decisions
        return enough or self.slowest >= STUCK

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        mean = self.seconds / max(1, self.decisions)
        each = f"{1e6 * mean:.0f} µs" if mean < 1e-3 else f"{1e3 * mean:,.1f} ms"
        head = (
            f"{self.name}: {self.games} games, {self.decisions:,} decisions,"
            f" {each} each, slowest {1e3 * self.slowest:,.1f} ms"
        )
        if self.failed > 1:
            head += f"; something is wrong in {self.failed} of the games"
        said = [f"- {problem}" for problem in self.problems] or ["nothing is wrong"]
        return "\n".join([head, *said])


def benches() -> list[Bench]:
    """Every edition and mode once, and the expert rules."""
    found = [
        Bench(edition, mode, _players(mode), {}) for edition in EDITIONS for mode in modes(edition)
    ]
    return [*found, Bench("2018", "domination", 3, EXPERT)]


def _players(mode: str) -> int:
    if mode.startswith("two-player"):
        return 2
    return 4 if mode == "team" else 3


def check_bot(spec: str | type | Bot, *, seed: int | str = 0, against: str = "odds") -> Check:
    """Play a bot through every edition, mode and phase and say in plain words what is wrong.

    *spec* is a bot's name, its class, or a bot. Looked for: illegal moves, errors, slowness,
    changing the table, looking at what is hidden, luck that does not come from its seed.

    >>> check_bot("rusher").ok
    True
    """
    check = Check(spec if isinstance(spec, str) else getattr(spec, "__name__", type(spec).__name__))
    try:
        made = _fresh(spec, seed)
    except Exception as problem:
        check.problems.append(f"it cannot be made: {type(problem).__name__}: {problem}")
        return check
    if not callable(getattr(made, "choose", None)):
        check.problems.append("it has no method choose(view)")
        return check
    for bench in benches():
        _play_bench(check, spec, bench, f"{seed}:{bench}", against)
        if check.failed >= ENOUGH or check.slow:
            break
    if not check.problems:
        _check_repeatable(check, spec, f"{seed}:again", against)
    return check


def _fresh(spec: Any, seed: int | str) -> Bot:
    """A new bot, by name, from its class, or as a copy."""
    if isinstance(spec, str):
        return bot(spec, seed=seed)
    if not isinstance(spec, type):
        made: Bot = deepcopy(spec)
        return made
    try:
        made = spec(seed=seed)
    except TypeError:
        made = spec()
    return made


class _ProblemError(Exception):
    """Something is wrong with the bot under test: what, and what is special about this time."""

    def __init__(self, what: str, more: str = "") -> None:
        super().__init__(what)
        self.more = more


def _play_bench(check: Check, spec: Any, bench: Bench, seed: str, against: str) -> Game | None:
    """One game with the bot under test on seat 0; the first problem ends it, told once."""
    game = _game(bench, seed)
    bots = [_fresh(spec, f"{seed}:0")]
    bots += [bot(against, seed=f"{seed}:{seat}") for seat in range(1, bench.players)]
    check.games += 1
    try:
        _play(check, game, bots)
    except _ProblemError as problem:
        check.failed += 1
        if not any(str(problem) in told for told in check.problems):
            check.problems.append(f"{bench}: {problem}{problem.more} (seed {seed!r})")
        return None
    return game


def _game(bench: Bench, seed: str) -> Game:
    names = [f"player {number}" for number in range(bench.players)]
    return Game(names, edition=bench.edition, mode=bench.mode, options=bench.options, seed=seed)


def _play(check: Check, game: Game, bots: Sequence[Bot]) -> None:
    state, made = game.state, 0
    while not state.over and state.turn <= TURNS:
        seat = state.actor
        view = state.seen_by(seat)
        if seat:
            game.carry_out(bots[seat].choose(view))
            continue
        made += 1
        if made > MOST_DECISIONS:
            raise _ProblemError("it never ends its turn")
        wish = _decide(check, bots[0], game, view)
        try:
            game.carry_out(wish)
        except IllegalMove as illegal:
            what, move = refused(view, illegal)
            raise _ProblemError(what, f" {move}, in {view.text()}") from None


def _decide(check: Check, tested: Bot, game: Game, view: View) -> Any:
    """One decision, looked at from all sides."""
    spare, before = _twin(tested), game.state.copy()
    try:
        wish = _timed(check, tested, view)
    except _ProblemError:
        if game.state != before:  # what it raises then comes from the change
            raise _ProblemError(CHANGES) from None
        raise
    if game.state != before:  # the running counts too, which no digest shows
        raise _ProblemError(CHANGES)
    if problem := no_move(wish):
        raise _ProblemError(problem, f", in {view.text()}")
    _compare(view, wish, _twin(spare), view, NO_SEED)
    blind = view.copy().seen_by(view.me)
    try:
        _compare(view, wish, _twin(spare), blind, PEEKS)
    except _ProblemError:
        for _ in range(SURE):  # luck from elsewhere may look like peeking
            _compare(view, wish, _twin(spare), view, NO_SEED)
        raise
    return wish


def _timed(check: Check, tested: Bot, view: View) -> Any:
    """One decision, and the time it takes."""
    start = perf_counter()
    try:
        wish = _ask(tested, view)
    finally:
        spent = perf_counter() - start
        check.decisions += 1
        check.seconds += spent
        check.slowest = max(check.slowest, spent)
    if check.slow:
        mean = check.seconds / check.decisions
        raise _ProblemError(f"it is slow: {mean:.2f} s a decision (at most {SLOW} s on average)")
    return wish


def _compare(view: View, wish: Any, twin: Bot | None, seen: View, when: str) -> None:
    """Ask a copy of the bot the same question; it must want the same."""
    try:
        other = wish if twin is None else _ask(twin, seen)
    except _ProblemError as problem:
        other = problem
    if other != wish:
        either = f" ({_shown(view, wish)}, or {_shown(view, other)})"
        raise _ProblemError(f"it decides differently when {when}", either)


def _shown(view: View, answer: Any) -> str:
    if isinstance(answer, _ProblemError):
        return str(answer)
    if isinstance(answer, (Blitz, EndTurn)) or no_move(answer):
        return repr(answer)[:80]
    return move_text(view, answer)


def _twin(tested: Bot | None) -> Bot | None:
    """A copy that would decide alike; ``None`` for bots that cannot be copied."""
    try:
        return deepcopy(tested)
    except Exception:
        return None


def _ask(tested: Bot, view: View) -> Any:
    try:
        with _limit(STUCK):
            return tested.choose(view)
    except _ProblemError:
        raise
    except (Exception, SystemExit) as problem:
        raise _ProblemError(raised(problem), f", in {view.text()}") from problem


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    """Interrupt what takes too long, where the system can."""
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: Any) -> None:
        raise _ProblemError(f"it takes more than {seconds:.0f} s for one decision")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _check_repeatable(check: Check, spec: Any, seed: str, against: str) -> None:
    """The same seed must give the same game."""
    bench = Bench("2010", "domination", 3, {})
    games = [_play_bench(check, spec, bench, seed, against) for _ in range(2)]
    one, other = ([step.move for step in game.steps] if game else None for game in games)
    if one != other:
        check.problems.append(
            "it is not repeatable: the same seed gives another game; draw all luck from"
            " random.Random(seed) made in the bot, and keep nothing in the class"
        )
