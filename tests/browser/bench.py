"""How fast the screen answers, measured in a real browser: ``python -m tests.browser.bench``.

Wall-clock time, as a person at the screen feels it; other programs on the machine make it slower.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests.bench.measure import Figure
from tests.load.flood import SHY

from .lab import FLAGS, chromium, serve
from .table import DEALT, FORM, KERNEL, Table
from .test_bots import a_bot_thinking

CLICKS = 60
#: A game of bots that lasts.
PATIENT = """rk.Game(list("ABCDEF"), edition="2003", seed=1, bots={s: Shy() for s in range(6)},
    options={"setup": "deal", "placing": "auto"})"""
#: Notes when the mouse goes down, and when the frame after the next change is shown.
STOPWATCH = """() => {
  const canvas = document.querySelector('canvas.rk-map'), pen = canvas.getContext('2d');
  const draw = pen.drawImage, w = window.stopwatch = { down: null, shown: null };
  pen.drawImage = function (...args) {
    if (w.down !== null && w.shown === null) {
      w.shown = 0;
      requestAnimationFrame(() => { w.shown = performance.now(); });
    }
    return draw.apply(this, args);
  };
  canvas.addEventListener('mousedown', e => { w.down = e.timeStamp; w.shown = null; }, true);
}"""
#: Runs all cells; the milliseconds until the map is painted.
FIRST = """async () => {
  const w = window.jupyterapp.shell.currentWidget;
  await w.context.ready; await w.sessionContext.ready;
  while (w.sessionContext.session?.kernel?.status !== 'idle')
    await new Promise(done => setTimeout(done, 20));
  const began = performance.now();
  window.jupyterapp.commands.execute('notebook:run-all-cells');
  const painted = () => { const c = document.querySelector('canvas.rk-map');
    return !!c && c.width > 50 && c.getContext('2d').getImageData(3, 3, 1, 1).data[3] > 0 };
  while (!painted()) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""
#: Milliseconds from the press of a button to the first change of the sentence in the panel.
ANSWER = """() => { const w = window.answer = { down: null, told: null };
  document.addEventListener('mousedown', e => { w.down = e.timeStamp; w.told = null; }, true);
  new MutationObserver(() => { if (w.down !== null && w.told === null
      && document.querySelector('.rk-prompt .rk-error')) w.told = performance.now(); })
    .observe(document.querySelector('.rk-panel'), { subtree: true, childList: true });
}"""


@contextmanager
def opened(browser: Any, kind: str) -> Iterator[Table]:
    """A page with a kernel on a server of a kind."""
    with tempfile.TemporaryDirectory() as folder, serve(kind, Path(folder) / "here") as server:
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.frames_seen = []
        page.on("websocket", lambda socket: socket.on(
            "framereceived", lambda _: page.frames_seen.append(time.monotonic())))  # fmt: skip
        screen = Table(page, server)
        screen.open(server.notebook(f"{KERNEL}\napp = rk.play()\napp", "bench"), wait=FORM)
        screen.connect()
        yield screen
        screen.close()
        context.close()


def percentile(values: list[float], share: float) -> float:
    """The value that a share of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def clicks(screen: Table, number: int = CLICKS) -> list[float]:
    """Milliseconds from pressing the mouse on a territory to the frame that shows it chosen."""
    names = screen.ask(
        "[app.game.board.names[t] for t in sorted({m.src for m in app.game.legal_moves()"
        " if type(m).__name__ == 'Attack'})]"
    )
    found = []
    for turn in range(number):
        x, y = screen.spot(names[turn % len(names)])
        screen.canvas.hover(position={"x": x, "y": y})
        screen.page.wait_for_timeout(180)  # hovering paints too: let it pass
        screen.page.mouse.down()
        screen.page.mouse.up()
        screen.page.wait_for_function("() => window.stopwatch.shown > 0")
        found.append(screen.page.evaluate("() => stopwatch.shown - stopwatch.down"))
    return found


def click_figures(screen: Table, where: str, most: int, p95: int) -> Iterator[Figure]:
    """From a click to its visible effect: what changed, and everything painted anew."""
    screen.my("ATTACK")
    screen.page.evaluate(STOPWATCH)
    for what, code in (
        ("what changed", "pass"),
        ("full redraw", "paint = app.map.paint\n"
         "app.map.paint = lambda scene: (app.map._painted.clear(), paint(scene))[1]"),
    ):  # fmt: skip
        screen.run(code)
        found = clicks(screen)
        yield Figure(f"{where}: click to frame, {what}, median", median(found), "ms", f"<= {most}")
        yield Figure(f"{where}: ... 95 %", percentile(found, 0.95), "ms", f"<= {p95}")


def first_board(browser: Any, kind: str) -> float:
    """Seconds from running the cell to the first board."""
    with tempfile.TemporaryDirectory() as folder, serve(kind, Path(folder) / "here") as server:
        page = browser.new_page()
        code = f"import risknb as rk\nrk.play({DEALT})"
        page.goto(server.address(server.notebook(code, "first")))
        page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
        found: float = page.evaluate(FIRST)
        page.close()
        return found / 1000


def bot_figures(screen: Table) -> Iterator[Figure]:
    """Bots at full speed: the most messages in any second, and the right picture at the end."""
    screen.run(SHY)
    screen.run(f"begin({PATIENT})")
    frames = screen.page.frames_seen
    frames.clear()
    screen.page.wait_for_timeout(6000)
    busiest = max((sum(at <= one < at + 1 for one in frames) for at in frames), default=0)
    yield Figure("bots at full speed: messages in the busiest second", busiest, "/s", "<= 50")
    yield Figure("... steps in a second", screen.steps() / 6, "/s", "")
    screen.run("app.runner.paused = True")
    screen.settle(0.5)
    shown = screen.image().tobytes()
    screen.run("app.refresh(); app.map.repaint()")
    screen.settle(0.5)
    right = shown == screen.image().tobytes()
    yield Figure("... the picture at the end is right", float(right), "", ">= 1")


def thinking_figures(screen: Table) -> Iterator[Figure]:
    """Clicks while a bot thinks: milliseconds until the panel answers."""
    found = []
    with a_bot_thinking(screen):
        screen.page.evaluate(ANSWER)
        for turn in range(20):
            screen.run("app.message = app.alert = ''; app.panel.show()")
            screen.page.wait_for_timeout(150 + 37 * (turn % 5))
            screen.click(("Alaska", "Brazil", "China", "Congo")[turn % 4])
            screen.page.wait_for_function("() => window.answer.told !== null")
            found.append(screen.page.evaluate("() => answer.told - answer.down"))
    yield Figure("click while a bot thinks: answered, median", median(found), "ms", "<= 200")
    yield Figure("... slowest", max(found), "ms", "<= 200")


def figures() -> Iterator[Figure]:
    """Everything there is to measure on the screen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield Figure("first board after running a cell", first_board(browser, "play"), "s", "<= 3")
        with opened(browser, "play") as screen:
            yield from click_figures(screen, "make play", 40, 70)
        with opened(browser, "lab") as screen:
            yield from click_figures(screen, "plain JupyterLab", 70, 120)
        with opened(browser, "play") as screen:
            yield from thinking_figures(screen)
            yield from bot_figures(screen)
        browser.close()


def main() -> int:
    """Print the figures as a table."""
    for figure in figures():
        sign, _, limit = figure.wanted.partition(" ")
        good = {"<=": figure.value <= float(limit or 0), ">=": figure.value >= float(limit or 0)}
        verdict = "" if not sign else "ok" if good[sign] else "MISSED"
        value = f"{figure.value:.4g} {figure.unit}"
        print(f"{figure.name:<52}{value:>14}  {figure.wanted:>8}  {verdict}".rstrip(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
