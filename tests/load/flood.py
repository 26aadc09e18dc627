"""Bots at top speed: how many messages the page gets, and whether its last picture is complete."""

from __future__ import annotations

import asyncio
import time
from typing import Any, NamedTuple

from .classroom import sit_down
from .page import Page, busiest

#: Bots that keep each other alive, so that the game lasts.
SHY = """
from risknb.bots.turtle import Turtle
class Shy(Turtle):
    def _comes_out(self, view):
        return False
"""
#: Their games, one after the other.
AGAIN = """
import asyncio
names = ["Ada", "Ben", "Cleo", "Dev", "Eve", "Finn"]
bots = {{name: Shy() for name in names}}
def begin(seed):
    app.start(rk.Game(names, seed=seed, bots=bots, options={{"setup": "deal", "placing": "auto"}}))
async def again(seconds):
    loop = asyncio.get_running_loop()
    until, games = loop.time() + seconds, 0
    while loop.time() < until:
        if app.state.over or not games:
            begin(games)
            games += 1
        await asyncio.sleep(0.02)
    app.pause()
    return games
playing = asyncio.ensure_future(again({seconds}))
"""


class Flood(NamedTuple):
    """What came while bots played without a pause."""

    seconds: float
    messages: int
    a_second: int
    three_seconds: int
    steps: int
    games: int
    wrong: list[str]
    trouble: list[str]

    @property
    def rate(self) -> float:
        """Messages a second, on average."""
        return self.messages / self.seconds


async def flood(url: str, seconds: float, speed: int = 4) -> Flood:
    """Let bots play one game after the other, and read everything they send."""
    page = await sit_down(url, 7, speed)
    try:
        await page.quiet()
        page.came.clear()
        await page.run(SHY + AGAIN.format(seconds=seconds))
        began = time.monotonic()
        while not await page.ask("playing.done()"):
            await asyncio.sleep(0.25)
        lasted, came = time.monotonic() - began, list(page.came)
        steps, games = await page.ask("[len(app.game.steps), playing.result()]")
        await asyncio.sleep(2)  # the marks of the last step fade
        await page.quiet()
        wrong = await unlike(page)
        return Flood(lasted, len(came), busiest(came, 1.0), busiest(came, 3.0), steps, games,
                     wrong, page.trouble)  # fmt: skip
    finally:
        await page.close()


async def unlike(page: Page) -> list[str]:
    """What the page shows otherwise than the kernel: traits of widgets, and layers of the map."""
    wanted: dict[str, dict[str, Any]] = await page.ask("traits(app)")
    wrong = [
        f"{page.traits.get(model, {}).get('_model_name')}.{name}: {value!r:.100}"
        for model, state in wanted.items()
        for name, value in state.items()
        if page.traits.get(model, {}).get(name) != value
    ]
    before = {canvas: list(marks) for canvas, marks in page.easel.drawn.items()}
    await page.run("app.map.repaint()", silent=True)
    await page.quiet()
    layers: list[str] = await page.ask(
        "[f'IPY_MODEL_{app.map.widget[n].model_id}' for n in range(len(app.map._brushes))]"
    )
    after = page.easel.drawn
    if not any(after.get(layer) for layer in layers):
        wrong.append("nothing is painted")
    return wrong + [f"layer {n}" for n, one in enumerate(layers) if before.get(one) != after[one]]
