"""Time at the screen: callbacks onto one loop, bots as a task that clicks can interrupt."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .tabletop import asked
from .troubles import named

if TYPE_CHECKING:
    from .app import App

#: Seconds between two pictures while bots play without a pause: a few messages each.
QUICK = 0.25


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop of the notebook's kernel; ``None`` in a plain program."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


T = TypeVar("T")


def _tried(work: Callable[[], T]) -> T | Exception:
    try:
        return work()
    except Exception as problem:
        return problem


class Pace:
    """Does something at most *most* times a second: at once where it may, else soon, and once.

    The notebook's server drops messages above its limit, however fast somebody clicks.
    """

    def __init__(self, runner: Runner, act: Callable[[], None], most: int) -> None:
        self._runner, self._act = runner, act
        self._done: deque[float] = deque(maxlen=most)
        self._waits = False

    def __call__(self) -> None:
        if self._waits:
            return
        now = time.monotonic()
        full = len(self._done) == self._done.maxlen
        rest = self._done[0] + 1.0 - now if full else 0.0
        if rest <= 0 or self._runner.later(rest, self._late) is None:
            self._done.append(now)
            self._act()
        else:
            self._waits = True

    def _late(self) -> None:
        self._waits = False
        self()


class Runner:
    """Runs the bots of an app, and whatever happens later, on the kernel's own loop."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.loop = running_loop()
        self.paused = False
        self.hurried = False
        self.thinking = -1
        self._task: asyncio.Task[None] | None = None
        self._skip: asyncio.Event | None = asyncio.Event() if self.loop else None
        self._painted = 0.0
        self._kept: set[asyncio.Task[Any]] = set()

    def call(self, act: Callable[[], None]) -> None:
        """Run something on the loop, from whatever thread it was asked for."""
        if self.loop is None or self.loop.is_closed():
            act()
        else:
            self.loop.call_soon_threadsafe(act)

    def later(self, seconds: float, act: Callable[[], None]) -> Any:
        """Run something after a while; in a plain program there is no later."""
        return None if self.loop is None else self.loop.call_later(seconds, act)

    def think(self, work: Callable[[], T], then: Callable[[T | Exception], None]) -> None:
        """Do slow work in a thread and hand over what came of it, or what went wrong."""
        if self.loop is None:
            then(_tried(work))
        else:
            task = self.loop.create_task(asyncio.to_thread(_tried, work))
            self._kept.add(task)
            task.add_done_callback(self._kept.discard)
            task.add_done_callback(lambda done: then(done.result()))

    @property
    def wanted(self) -> bool:
        """Whether a bot has to decide now."""
        app = self.app
        return not (app.state.over or app.human_decides or app.asking is not None)

    @property
    def busy(self) -> bool:
        """Whether the bots' task is at work."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Let the bots go on where it is their turn."""
        if not self.wanted or self.paused or not self.app.playing:
            return
        if self.loop is None:
            self.app.play_bots()
        elif not self.busy:
            self._start()

    def _start(self, most: int | None = None) -> None:
        assert self.loop is not None
        self._task = self.loop.create_task(self._bots(most))
        self._task.add_done_callback(self._done)

    def step(self) -> None:
        """One decision of a bot, while the others wait."""
        if not self.wanted or self.busy:
            return
        if self.loop is None:
            self.app.bot_move()
        else:
            self._start(1)

    def pause(self) -> None:
        """Stop the bots, or let them go on."""
        self.paused = not self.paused
        self._cut_short()

    def hurry(self) -> None:
        """No pauses until a human has to decide."""
        self.hurried, self.paused = True, False
        self._cut_short()

    def _cut_short(self) -> None:
        if self._skip is not None:
            self._skip.set()

    async def idle(self) -> None:
        """Wait until the bots have done all they can."""
        while self.busy and self._task is not None:
            await asyncio.wait({self._task})

    async def _bots(self, most: int | None) -> None:
        made = 0
        if most is None:
            await self._rest(QUICK)  # whoever clicked sees what came of it first
        while self.wanted and (not self.paused or most is not None) and made != most:
            await self._decide()
            made += 1
            await self._beat()
        self.hurried = self.hurried and self.wanted

    async def _decide(self) -> None:
        """One decision: thought out in a thread, so that clicks stay answered meanwhile."""
        app = self.app
        game, steps, seat = app.game, len(app.game.steps), app.state.actor
        self.thinking = seat
        decider, view = app.decider(seat), app.state.seen_by(seat)
        try:
            wish = await asyncio.to_thread(asked, decider, view)
            if app.game is game and len(game.steps) == steps and app.state.actor == seat:
                with app.quietly():
                    app.carry_out(wish)
        except Exception as problem:
            app.replace_bot(seat, problem)

    async def _beat(self) -> None:
        """Show what happened, and wait as long as the speed says."""
        delay = 0.0 if self.hurried else self.app.settings.delay
        now = time.monotonic()
        if delay or now - self._painted >= QUICK:
            self._painted = now
            self.app.refresh(quick=True)
        await self._rest(delay)

    async def _rest(self, most: float) -> None:
        """Wait as long as the speed says, but not longer than *most*; a click may cut it short."""
        delay = min(most, 0.0 if self.hurried else self.app.settings.delay)
        if self._skip is not None and delay:
            self._skip.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._skip.wait(), delay)
        else:
            await asyncio.sleep(0)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.thinking = -1
        if not task.cancelled() and (problem := task.exception()) is not None:
            self.paused = True
            self.app.alarm(f"The bots stopped: {named(problem)}.", problem)
        self.app.changed()

    def stop(self) -> None:
        """End the bots' task; only ``pause`` lets them go on."""
        self.paused = True
        if self._task is not None:
            self._task.cancel()
