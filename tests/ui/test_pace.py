"""However fast somebody clicks, few messages go to the page, and the last picture is complete."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from risknb.game import Game
from risknb.ui import App, Settings, running
from risknb.ui.choice import places

DEALT = {"setup": "deal", "placing": "auto"}


class Clock:
    """Time that passes only when it is told to, and what is to be done later."""

    def __init__(self) -> None:
        self.now = 0.0
        self.due: list[tuple[float, Callable[[], None]]] = []

    def monotonic(self) -> float:
        return self.now

    def later(self, seconds: float, act: Callable[[], None]) -> object:
        self.due.append((self.now + seconds, act))
        return self

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while ready := [one for one in self.due if one[0] <= end]:
            first = min(ready, key=lambda one: one[0])
            self.due.remove(first)
            self.now = first[0]
            first[1]()
        self.now = end


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(running, "time", made)
    return made


def test_a_pace_acts_at_once_then_soon_and_only_once(clock: Clock) -> None:
    done: list[float] = []
    runner: Any = clock
    pace = running.Pace(runner, lambda: done.append(clock.now), 3)
    for _ in range(10):
        pace()
        clock.wait(0.05)
    assert done == [0.0, 0.05, 0.1]
    clock.wait(5)
    assert done == [0.0, 0.05, 0.1, 1.0]
    pace()
    assert done[-1] == clock.now


def busy_placing(app: App, times: int) -> int:
    """Click the same territory as often, as fast as a page can send it; returns the territory."""
    at = places(app.state)[0]
    x, y = (v * app.map.scale for v in app.game.board.shapes.outlines[at].badge)  # type: ignore[union-attr]
    for _ in range(times):
        press = {"event": "mouse_down", "x": x, "y": y}
        app.map.widget[-1]._handle_frontend_event(None, press, [])
    return at


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something to become true; a busy machine may take its time."""
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.05)


def test_quick_clicks_stay_within_the_budget_and_the_panel_catches_up(counted: list[str]) -> None:
    async def watch() -> None:
        names = ["Ada", "Ben", "Cleo"]
        bots = {"Ben": "rusher", "Cleo": "rusher"}
        app = App(Game(names, seed=1, options=DEALT, bots=bots), Settings(speed=4))
        await asyncio.wait_for(app.idle(), 20)
        app.state.reserves[0] = 30
        await asyncio.sleep(1.1)
        counted.clear()
        began = time.monotonic()
        at = busy_placing(app, 10)
        await until(lambda: app.state.armies[at] >= 11)  # every click counts
        # Fifty at once and fifty a second: a machine with much else to do takes its time.
        assert len(counted) <= 50 * (1 + time.monotonic() - began)
        await until(lambda: "20 armies" in app.panel.prompt.value)
        await until(lambda: app.tabs.story.value.count("placed 10 armies") == 1)

    asyncio.run(watch())


def test_a_hand_is_covered_at_once_however_fast_the_turn_was() -> None:
    async def watch() -> None:
        app = App(Game(["Ada", "Ben", "Cleo"], seed=1, options=DEALT))
        app.ready()
        app.state.hands[app.state.actor] = (3, 4)
        await asyncio.sleep(1.1)
        app.toggle_hand()
        assert app.panel.hand.cards.value
        app.place(territory=places(app.state)[0])
        app.go_on()
        app.choose()
        app.go_on()
        assert app.curtain
        assert app.panel.hand.cards.value == ""
        assert app.panel.place.children == (app.panel.curtain.box,)

    asyncio.run(watch())
