"""Where mutants are tried: all tests are collected once, then every mutant gets a process.

In its own process, a copy of this one, a mutant is released, and the tests that call its function
are asked until one fails: those that have caught most of the function's mutants first, then the
quickest. A mutant that keeps a test busy beyond all measure loops; time is time of the processor,
so a machine with much else to do condemns nobody.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache, partial
from itertools import zip_longest
from mmap import mmap
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeAlias

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants import Mutant, module_of, release

#: A test may take this many seconds, and so many times as long as it takes in the sound program.
PATIENCE, FACTOR = 3.0, 20
#: Dearer tests, in seconds, are kept for the mutants that all others have let live.
QUICK = 0.5
BREAKABLE = ("risknb.cards.", "risknb.rules.", "risknb.odds.")
FAILED = 9  # how a process ends that could not do its work
KILLED, LOOPS, ALIVE, LOST = "killed", "loops", "alive", "lost"
#: What each test takes, in seconds of the processor, and the places it calls.
Survey: TypeAlias = dict[str, tuple[float, list[str]]]


class Verdict(NamedTuple):
    """What has become of a mutant."""

    mutant: Mutant
    fate: str
    test: str  # the last that was asked


class Calls:
    """The functions that are called, as long as it listens."""

    def __init__(self) -> None:
        self._seen: dict[int, CodeType] = {}

    def listen(self) -> None:
        self._seen = {}
        sys.settrace(self._note)

    def stop(self) -> set[str]:
        """Where everything lives that was called."""
        sys.settrace(None)
        return set(filter(None, map(_place, self._seen.values())))

    def _note(self, frame: FrameType, event: str, arg: object) -> None:
        self._seen[id(frame.f_code)] = frame.f_code


def _place(code: CodeType) -> str:
    """Module, class and function, if it is one of those that may be broken."""
    path = Path(code.co_filename)
    if not path.is_relative_to(Path.cwd()):
        return ""
    found = f"{module_of(path.relative_to(Path.cwd()))}.{code.co_qualname}"
    return found.split(".<locals>")[0] if found.startswith(BREAKABLE) else ""


class Court:
    """A plugin of pytest that tries mutants instead of running tests.

    *excused* are the mutants that are said to change nothing: the dear tests do not try them.
    """

    def __init__(
        self, mutants: Iterable[Mutant], excused: Callable[[Mutant], bool], cores: int, kept: str
    ) -> None:
        self._mutants, self._excused, self._cores = list(mutants), excused, cores
        self._kept = Path(kept) if kept else None
        self._calls, self._survey = Calls(), Survey()
        self._caught: dict[str, Counter[str]] = defaultdict(Counter)
        self._items: list[pytest.Item] = []
        self._asked: dict[str, list[pytest.Item]] = defaultdict(list)  # about each function
        self.early: set[str] = set()  # functions called before any test is
        self.unfair: list[str] = []  # tests that fail without any change
        self.verdicts: dict[Mutant, Verdict] = {}
        self._calls.listen()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.early = self._calls.stop()
        assert not session.testsfailed, "the tests cannot be collected"
        self._items = session.items
        self._look_around()
        with suppress(KeyboardInterrupt):  # what is known so far is worth a report
            self._try_all()
        self.unfair = self._fail_alone()
        return True

    # -- the sound program -----------------------------------------------------------------------
    def _look_around(self) -> None:
        """Who calls what, found out in a process of its own that leaves no traces here."""
        kept: Survey = {}
        if self._kept and self._kept.exists():
            kept = json.loads(self._kept.read_text(encoding="utf-8"))
        new = [item for item in self._items if item.nodeid not in kept]
        self._survey = kept | _answer(lambda: self._listened(new))
        if self._kept:
            self._kept.write_text(json.dumps(self._survey), encoding="utf-8")
        for item in self._items:
            for place in self._survey[item.nodeid][1]:
                self._asked[place].append(item)

    def _listened(self, items: list[pytest.Item]) -> Survey:
        found: Survey = {}
        for item, following in _pairs(items):
            _forget()
            began = time.process_time()
            self._calls.listen()
            sound = _passes(item, following)
            places = sorted(self._calls.stop())
            assert sound, f"{item.nodeid} fails before anything is changed"
            found[item.nodeid] = time.process_time() - began, places
        return found

    def _fail_alone(self) -> list[str]:
        """Tests that have caught somebody, and fail by themselves in the sound program too."""
        tests = {test for caught in self._caught.values() for test in caught}
        asked = [item for item in self._items if item.nodeid in tests]
        return [item.nodeid for item in asked if _alone(partial(_passes, item, None)) != 1]

    # -- trying ----------------------------------------------------------------------------------
    def _try_all(self) -> None:
        """Quick tests first; what they let live is shown to the others, unless it is excused."""
        for one in self._tried(self._mutants, lambda cost: cost < QUICK):
            self._note(one)
        alive = [one.mutant for one in self.verdicts.values() if one.fate is ALIVE]
        doubtful = [mutant for mutant in alive if not self._excused(mutant)]
        for one in self._tried(doubtful, lambda cost: cost >= QUICK):
            self._note(one)

    def _note(self, found: Verdict) -> None:
        """Keep a verdict; tell at once what may take long to be told at the end."""
        before = self.verdicts.get(found.mutant)
        self.verdicts[found.mutant] = found
        if (before or found).fate is ALIVE and not self._excused(found.mutant):
            fate = "so far alive" if before is None else f"{found.fate}, {found.test}"
            sys.stdout.write(f"{fate}: {found.mutant}\n")
            sys.stdout.flush()

    def _tried(self, mutants: list[Mutant], wanted: Callable[[float], bool]) -> Iterator[Verdict]:
        waiting, running = iter(mutants), dict[int, _Trial]()
        while True:
            for mutant in waiting:
                pid, trial = self._send_out(mutant, wanted)
                running[pid] = trial
                if len(running) >= self._cores:
                    break
            if not running:
                return
            pid, status = os.wait()
            yield self._verdict(running.pop(pid), os.waitstatus_to_exitcode(status))

    def _send_out(self, mutant: Mutant, wanted: Callable[[float], bool]) -> tuple[int, _Trial]:
        """A process of its own for a mutant, and what it is asked."""
        trial = _Trial(mutant, self._callers(mutant.place, wanted), mmap(-1, 8))

        def work() -> int:
            _forget()
            release(mutant)
            return _ask(trial)

        return _fork(work), trial

    def _callers(
        self, place: str, wanted: Callable[[float], bool]
    ) -> list[tuple[pytest.Item, float]]:
        """The tests that call a function, in the order that finds its mutants soonest."""
        caught = self._caught[place]
        found = [(item, self._survey[item.nodeid][0]) for item in self._asked[place]]
        found.sort(key=lambda one: (-caught[one[0].nodeid], one[1]))
        return [(item, PATIENCE + FACTOR * cost) for item, cost in found if wanted(cost)]

    def _verdict(self, trial: _Trial, ended: int) -> Verdict:
        with trial.asked as asked:
            number = int.from_bytes(asked[:], "big")
        test = trial.tests[number][0].nodeid if trial.tests else ""
        fate = {0: ALIVE, 1: KILLED, -signal.SIGPROF: LOOPS}.get(ended, LOST)
        if fate in (KILLED, LOOPS):
            self._caught[trial.mutant.place][test] += 1
        return Verdict(trial.mutant, fate, test)


class _Trial(NamedTuple):
    """A mutant, the tests with the seconds that each may take, and the number of the last asked."""

    mutant: Mutant
    tests: list[tuple[pytest.Item, float]]
    asked: mmap  # shared with the other process


def _pairs(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip_longest(items, items[1:])


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    return not any(one.failed for one in runtestprotocol(item, nextitem=following, log=False))


def _ask(trial: _Trial) -> int:
    """1 if a test fails, 0 if none does."""
    pairs = _pairs([item for item, _ in trial.tests])
    for number, ((item, following), (_, most)) in enumerate(zip(pairs, trial.tests, strict=True)):
        trial.asked[:] = number.to_bytes(8, "big")
        signal.setitimer(signal.ITIMER_PROF, most)
        if not _passes(item, following):
            return 1
    return 0


def _forget() -> None:
    """What the sound program has worked out must hide neither what is called nor what is broken."""
    for cache in _caches():
        cache.cache_clear()


@lru_cache(maxsize=1)
def _caches() -> list[Any]:
    """Everything in program and tests that remembers its answers."""
    here = str(Path.cwd())
    modules = [vars(module) for module in list(sys.modules.values())]
    ours = [names for names in modules if str(names.get("__file__")).startswith(here)]
    found = [value for names in ours for value in names.values()]
    return [one for one in found if hasattr(one, "cache_clear") and one is not _caches]


def _fork(work: Callable[[], int]) -> int:
    """Do some work in a process of its own, which says nothing and ends with the answer."""
    pid = os.fork()
    if pid:
        return pid
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        os._exit(work())
    finally:  # it could not be done
        os._exit(FAILED)


def _alone(work: Callable[[], int]) -> int:
    """What a process of its own answers."""
    return os.waitstatus_to_exitcode(os.waitpid(_fork(work), 0)[1])


def _answer(work: Callable[[], Survey]) -> Survey:
    """What is found out in a process of its own."""
    source, sink = os.pipe()

    def told() -> int:
        with os.fdopen(sink, "w", encoding="utf-8") as out:
            try:
                json.dump(work(), out)
            except Exception as problem:
                json.dump(repr(problem), out)
        return 0

    pid = _fork(told)
    os.close(sink)
    with os.fdopen(source, encoding="utf-8") as answer:
        found = json.load(answer)
    os.waitpid(pid, 0)
    assert not isinstance(found, str), found
    return found
