"""A game on a page that many tests share: each lays out its own game on the same screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from .lab import PAINTED, PATIENCE, Screen

FORM = "() => !!document.querySelector('.rk-app .rk-foot button')"
#: JupyterLab lays itself out some time after its window has another size.
FILLED = """() => Math.abs(document.querySelector('.jp-WindowedPanel-outer')
  .getBoundingClientRect().right - innerWidth) < 2"""
#: What the kernel knows beside ``app``: how to get a game to where a test begins.
KERNEL = '''
import risknb as rk
from risknb.state import Phase

def begin(game, **settings):
    """Play *game* on the screen, with bots at full speed."""
    app.runner.paused, app.alert, app.message = False, "", ""
    app.settings = type(app.settings)(**{"speed": 4, **settings})
    app.bar.speed.value, app.bar.view.value = app.settings.speed, app.settings.view
    app.start(game)

def until(test, most=3000):
    """Let bots decide for everybody until *test* holds of the position, or the game is over."""
    with app.quietly():
        while most and not app.state.over and not test(app.state):
            app.bot_move()
            most -= 1
    app.runner.paused = False
    app.ready()
    app.panel.show()  # at its own pace it might follow a moment later

def mine(state, phase):
    """Whether it is Ada's turn, and this part of it."""
    return state.turn > 0 and state.actor == 0 and state.phase is phase
'''
TRIO = '["Ada", "Ben", "Cleo"]'
DEALT = (
    f'rk.Game({TRIO}, seed=3, options={{"setup": "deal", "placing": "auto"}},'
    ' bots={"Ben": "planner", "Cleo": "planner"})'
)


class Table(Screen):
    """A screen whose kernel is at hand: games begin where a test wants them."""

    marks = 0
    """How often the page was asked whether it has caught up."""

    def run(self, code: str) -> None:
        """Run code in the kernel; what goes wrong there is raised here."""
        if self.kernel is None:
            self.connect()
        reply = self.kernel.execute(code, silent=True, reply=True, timeout=PATIENCE)
        content = reply["content"]
        if content["status"] != "ok":
            raise RuntimeError(f"{content.get('ename')}: {content.get('evalue')}\n{code}")

    def begin(self, game: str = DEALT, **settings: Any) -> Table:
        """Lay out a game and wait until the map shows it."""
        chosen = "".join(f", {name}={value!r}" for name, value in settings.items())
        self.run(f"begin({game}{chosen})")
        self.page.wait_for_function(PAINTED, timeout=PATIENCE * 1000)
        self.settle()
        return self

    def begin_at(self, test: str, game: str = DEALT, **settings: Any) -> Table:
        """Lay out a game and let bots play it until *test* holds, a condition on ``s``."""
        chosen = "".join(f", {name}={value!r}" for name, value in settings.items())
        self.run(f"begin({game}{chosen}); app.runner.stop(); until(lambda s: {test})")
        self.page.wait_for_function(PAINTED, timeout=PATIENCE * 1000)
        self.settle()
        return self

    def my(self, phase: str, game: str = DEALT, **settings: Any) -> Table:
        """Ada's turn, at the beginning of this part of it."""
        return self.begin_at(f"mine(s, Phase.{phase})", game, **settings)

    def window(self, width: int, height: int) -> None:
        """Make the window so large, and wait until the notebook fills it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function(FILLED)

    def caught_up(self) -> None:
        """Wait until the page has taken all that the kernel has sent so far."""
        self.marks += 1
        self.run(f"app.aid.label = 'Map {self.marks}'")
        named = "label => document.querySelector('canvas.rk-map').ariaLabel === label"
        self.page.wait_for_function(named, arg=f"Map {self.marks}")

    def settle(self, quiet: float = 0.15, most: float = PATIENCE) -> None:
        """Wait until the page has caught up and the picture has not changed for a moment."""
        if self.kernel is not None:
            self.caught_up()
        end = time.monotonic() + most
        last, since = b"", time.monotonic()
        while time.monotonic() < end:
            now = self.image().tobytes()
            if now != last:
                last, since = now, time.monotonic()
            elif time.monotonic() - since > quiet:
                return
            self.page.wait_for_timeout(40)
        raise AssertionError("the picture never came to rest")

    def soon(self, test: Callable[[], object], most: float = PATIENCE) -> None:
        """Wait until something holds."""
        end = time.monotonic() + most
        while not test():
            assert time.monotonic() < end, "it never came to hold"
            self.page.wait_for_timeout(40)

    def expect(self, text: Any, where: str = ".rk-prompt", most: float = PATIENCE) -> None:
        """Wait until a part of the screen says something."""
        expect(self.page.locator(where).first).to_contain_text(text, timeout=most * 1000)

    def now(self, part: str) -> None:
        """Wait until this part of the turn is the current one."""
        expect(self.page.locator(".rk-steps li[aria-current]")).to_have_text(part)

    def front(self, least: int = 1) -> tuple[str, str]:
        """Ada's strongest territory at a border, and her weakest enemy beside it."""
        pair = self.ask(
            "max(((app.state.armies[a] - app.state.armies[b], app.game.board.names[a],"
            " app.game.board.names[b]) for a in range(app.game.board.size)"
            f" if app.state.owners[a] == 0 and app.state.armies[a] >= {least}"
            " for b in app.game.board.borders[a] if app.state.owners[b] != 0))[1:]"
        )
        return pair[0], pair[1]

    def spot(self, territory: str) -> tuple[float, float]:
        """Where a territory's badge is on the canvas, in the page's pixels."""
        x, y = self.board.shapes.outlines[self.board.index(territory)].badge
        self.canvas.scroll_into_view_if_needed()
        scale = self.canvas.bounding_box()["width"] / self.board.shapes.size[0]
        return x * scale, y * scale

    def armies(self, territory: str) -> int:
        """The armies on a territory, as the kernel knows them."""
        return int(self.ask(f"app.game.armies({territory!r})"))

    def steps(self) -> int:
        """How many steps the game has."""
        return int(self.ask("len(app.game.steps)"))

    def badge(self, territory: str) -> bytes:
        """The pixels of a territory's badge."""
        picture = self.image()
        scale = picture.width / self.board.shapes.size[0]
        x, y = self.board.shapes.outlines[self.board.index(territory)].badge
        half = self.board.shapes.badge_radius * scale
        box = (x * scale - half, y * scale - half, x * scale + half, y * scale + half)
        return picture.crop(tuple(map(round, box))).tobytes()

    def shot(self, name: str) -> Path:
        """Keep a picture of the page once it has come to rest."""
        self.settle(0.25)
        return super().shot(name)

    def healthy(self) -> None:
        """Nothing failed, in the kernel or on the page."""
        assert self.ask("[app.alert, repr(app.failure)]") == ["", "None"]
        assert self.page.errors == []
