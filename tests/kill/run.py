"""Kills players at random moments and compares the screen with the files."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from risknb import Game
from risknb.notation import step_text

from . import player

FRESH = 20  # one player in so many is a new interpreter, the others are forks
SLOWEST = 2.0  # seconds to go on with a game after the kernel was killed
UNKNOWN = "?"  # a step that was on screen without being told: made by luck alone


@dataclass
class Report:
    """What a run has seen."""

    kills: int = 0
    games: set[str] = field(default_factory=set)
    over: int = 0
    shown: int = 0
    in_flight: int = 0
    loads: list[float] = field(default_factory=list)
    resume: float = 0.0
    faults: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        slowest = max(self.loads, default=0.0)
        return [
            f"{self.kills} kills, {len(self.games)} games, {self.over} of them over",
            f"{self.shown} steps shown; {self.in_flight} kills came between saving and showing",
            f"slowest load of a killed game: {slowest:.3f} s",
            f"a new interpreter goes on with one: {self.resume:.2f} s",
            f"{len(self.faults)} faults",
            *self.faults,
        ]


def start(folder: Path, seed: str, fresh: bool) -> int:
    """A player in a process of its own."""
    if fresh:
        command = [sys.executable, player.__file__, str(folder), seed]
        return subprocess.Popen(command).pid
    process = os.fork()
    if process == 0:
        try:
            warnings.simplefilter("ignore")
            player.main(str(folder), seed)
        finally:
            os._exit(1)
    return process


def kill(process: int) -> bool:
    """End a player, and tell whether it was still alive."""
    os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


class Tally:
    """Plays, kills and compares, life after life in one folder of games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.report = Report()
        self._saved: dict[str, list[str]] = {}  # the steps of every game after the last kill

    def life(self, number: int, delay: float) -> None:
        """One player from its start to its violent end."""
        process = start(self.folder, str(number), fresh=number % FRESH == 0)
        time.sleep(delay)
        if not kill(process):
            self.report.faults.append(f"player {number} ended by itself")
        self.report.kills += 1
        screen = self.folder / "screen"
        text = screen.read_bytes().rpartition(b"\n")[0].decode() if screen.exists() else ""
        screen.unlink(missing_ok=True)
        for name, (shown, taking_back) in self._shown(text).items():
            self._compare(name, shown, taking_back)

    def _shown(self, text: str) -> dict[str, tuple[list[str], bool]]:
        """Every game on screen: its steps, and whether one was just being taken back."""
        games: dict[str, tuple[list[str], bool]] = {}
        for line in text.splitlines():
            name, sign, *rest = line.split(" ")
            if sign == "=":
                before = self._saved.get(name, [])
                if int(rest[0]) < len(before):
                    self.report.faults.append(f"{name}: {len(before)} saved, {rest[0]} resumed")
                games[name] = (before + [UNKNOWN] * (int(rest[0]) - len(before)), False)
                continue
            steps = games[name][0]
            if sign == "+":
                assert len(steps) == int(rest[0]), line
                steps.append(rest[1])
                self.report.shown += 1
            elif sign == "-":
                del steps[int(rest[0]) :]
            games[name] = (steps, sign == "<")
        return games

    def _compare(self, name: str, shown: list[str], taking_back: bool) -> None:
        """Every shown step is saved once, in its place; the dice are still those of the seed."""
        started = time.perf_counter()
        game = Game.load(self.folder / name)
        self.report.loads.append(time.perf_counter() - started)
        saved = [step_text(game.board, step) for step in game.steps]
        self._saved[name] = saved
        self.report.games.add(name)
        self.report.over += game.state.over
        self.report.in_flight += len(saved) != len(shown)
        if taking_back and len(saved) < len(shown):
            shown = shown[: len(saved)]
        if not _begins_with(saved, shown):
            self.report.faults.append(f"{name}: {len(shown)} shown, {len(saved)} saved")
        if not game.verify_dice().ok:
            self.report.faults.append(f"{name}: the dice are not those of the seed")


def _begins_with(saved: list[str], shown: list[str]) -> bool:
    pairs = zip(saved, shown, strict=False)
    return len(saved) >= len(shown) and all(b in (a, UNKNOWN) for a, b in pairs)


def run(folder: Path, kills: int, seconds: float, seed: int) -> Report:
    """Kill players until *kills* are dead or *seconds* are over."""
    tally, random, started = Tally(folder), Random(seed), time.monotonic()
    warnings.simplefilter("ignore")  # torn lines are expected
    for number in range(kills):
        if time.monotonic() - started > seconds:
            break
        fresh = number % FRESH == 0
        tally.life(number, random.uniform(0, 1.0) if fresh else random.expovariate(8))
    _time_resuming(folder, tally.report)
    return tally.report


def _time_resuming(folder: Path, report: Report) -> None:
    """From the start of a new interpreter to the newest game, ready to go on."""
    started, worked = time.perf_counter(), _worked()
    code = "from risknb import saves; print(saves.resume().file)"
    found = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "RISKNB_SAVES": str(folder)}, check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    report.resume = time.perf_counter() - started
    if not found.stdout.startswith(str(folder)) and "no unfinished game" not in found.stderr:
        report.faults.append(f"a new interpreter does not go on: {found.stderr[-500:]}")
    if _worked() - worked > SLOWEST:
        report.faults.append(f"it takes {_worked() - worked:.1f} s of the processor to go on")


def _worked() -> float:
    """What ended processes have worked: on a busy machine the clock condemns the innocent."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
