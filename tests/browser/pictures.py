"""The README's pictures, taken from the running game: ``python -m tests.browser.pictures``."""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import sync_playwright

from .lab import FLAGS, OURS, chromium, serve
from .table import DEALT, FORM, KERNEL, Table

IMAGES = OURS / "images"
#: A pointer for the animation: screenshots do not show the real one.
POINTER = """() => {
  const it = document.createElement('div');
  it.innerHTML = '<svg width="26" height="34"><path d="M2 2v24l6-5 4 9 5-2-4-9 8-1z"' +
    ' fill="#fff" stroke="#15212c" stroke-width="2"/></svg>';
  it.style = 'position:fixed;left:-50px;top:0;z-index:9999;pointer-events:none';
  document.body.append(it);
  document.addEventListener('mousemove', e => {
    it.style.left = e.clientX + 'px'; it.style.top = e.clientY + 'px'; }, true);
}"""
LOOK = {"viewport": {"width": 1360, "height": 880}}
LARGEST = 250_000
MOST = Image.Quantize.MAXCOVERAGE
WIDTH = 900  # of the animation
COLOURS = 128
#: A battle whose end is open: Ada's strongest territory against a strong neighbour.
BATTLE = """max(((app.state.armies[a], app.game.board.names[a], app.game.board.names[b])
    for a in range(42) if app.state.owners[a] == 0 for b in app.game.board.borders[a]
    if app.state.owners[b] != 0 and app.state.armies[b] > 3), default=(0, "", ""))"""


class Frame(NamedTuple):
    """A picture of the animation and the milliseconds that it stays."""

    picture: Image.Image
    stays: int


class Film:
    """Takes frames of a page and keeps them as one animation."""

    def __init__(self, screen: Table) -> None:
        self.screen = screen
        self.frames: list[Frame] = []

    def take(self, stays: int) -> None:
        """Take a frame of the page as it is."""
        data = self.screen.page.screenshot()
        picture = Image.open(io.BytesIO(data)).convert("RGB")
        height = round(picture.height * WIDTH / picture.width)
        self.frames.append(Frame(picture.resize((WIDTH, height), Image.Resampling.LANCZOS), stays))

    def click(self, territory: str, stays: int) -> None:
        """Go to a territory, click it, and show what comes of it."""
        x, y = self.screen.spot(territory)
        self.screen.canvas.hover(position={"x": x, "y": y})
        self.screen.page.wait_for_timeout(250)
        self.take(300)
        self.screen.click(territory)
        self.screen.page.wait_for_timeout(350)
        self.take(stays)

    def press(self, text: str, stays: int) -> None:
        """Go to a button, press it, and show what comes of it."""
        self.screen.button(text).hover()
        self.take(300)
        self.screen.button(text).click()
        self.screen.page.wait_for_timeout(400)
        self.take(stays)

    def save(self, path: Path) -> None:
        """Write the animation, all frames in one set of colours, so that little changes."""
        key = self.frames[len(self.frames) // 2].picture.quantize(COLOURS, MOST, kmeans=2)
        flat = [f.picture.quantize(palette=key, dither=Image.Dither.NONE) for f in self.frames]
        stays = [frame.stays for frame in self.frames]
        flat[0].save(
            path, save_all=True, append_images=flat[1:], duration=stays, loop=0, optimize=True
        )


def keep(data: bytes, path: Path) -> None:
    """Write a screenshot, in fewer colours where it would be too large."""
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    picture.save(path, optimize=True)
    if path.stat().st_size > LARGEST:
        few = picture.quantize(256, MOST, kmeans=3, dither=Image.Dither.NONE)
        few.save(path, optimize=True)


@contextmanager
def page_of(browser: Any, server: Any, name: str, **look: Any) -> Iterator[Table]:
    """A page of the game without code."""
    context = browser.new_context(**look)
    screen = Table(context.new_page(), server)
    screen.open(server.notebook(f"{KERNEL}\napp = rk.play()\napp", name), wait=FORM)
    screen.connect()
    yield screen
    screen.close()
    context.close()


def attack(screen: Table) -> None:
    """A good attack: chosen, thrown once, its odds on the screen."""
    begin = f"mine(s, Phase.ATTACK) and s.turn > 5 and {BATTLE}[0] > 7".replace("\n", " ")
    screen.begin_at(begin, DEALT.replace("seed=3", "seed=21"))
    _, src, dst = screen.ask(BATTLE.replace("\n", " "))
    screen.click(src)
    screen.click(dst)
    screen.expect("%", ".rk-big")
    screen.button("Roll once").click()
    screen.page.wait_for_selector(".rk-dice svg[role=img]")
    screen.expect("attacked", ".rk-story button")
    to_top(screen)
    screen.settle(0.3)


def to_top(screen: Table) -> None:
    """Show the page from its beginning: a click may have scrolled it."""
    screen.page.evaluate(
        "for (let e = document.querySelector('.rk-app'); e; e = e.parentElement) e.scrollTop = 0"
    )


def stills(browser: Any, server: Any) -> None:
    """The map in play, the odds of an attack, the charts."""
    with page_of(browser, server, "stills", **LOOK) as screen:
        attack(screen)
        keep(screen.page.screenshot(), IMAGES / "play.png")
    with page_of(browser, server, "details", **LOOK, device_scale_factor=1.6) as screen:
        attack(screen)
        keep(screen.page.locator(".rk-panel .rk-card").first.screenshot(), IMAGES / "odds.png")
        screen.begin_at("mine(s, Phase.REINFORCE) and s.turn > 25")
        screen.page.locator(".rk-tabbar button", has_text="Charts").click()
        screen.page.wait_for_selector(".rk-charts img", timeout=30_000)
        screen.page.wait_for_timeout(500)
        keep(screen.page.locator(".rk-charts").first.screenshot(), IMAGES / "charts.png")


def turn(browser: Any, server: Any) -> None:
    """A whole turn, from the reinforcements to the next one."""
    with page_of(browser, server, "turn", **LOOK) as screen:
        screen.my("REINFORCE", speed=1)
        screen.page.evaluate(POINTER)
        to_top(screen)
        film = Film(screen)
        src, dst = screen.front()
        film.take(900)
        film.click(src, 600)
        film.press("Place", 1000)
        if screen.ask("app.choice.src") is None:
            film.click(src, 500)
        film.click(dst, 2000)
        film.press("Roll once", 1700)
        film.press("Blitz until captured", 1700)
        if screen.ask("app.state.phase.name") == "ADVANCE":
            film.press("Move", 900)
        film.press("Next: Fortify", 900)
        screen.button("End turn").hover()
        film.take(300)
        screen.button("End turn").click()
        for _ in range(24):
            screen.page.wait_for_timeout(250)
            film.take(380)
            if screen.ask("app.human_decides"):
                break
        if screen.button("To my turn, at once").is_visible():
            screen.button("To my turn, at once").click()
        screen.expect(re.compile("^Ada, "))
        screen.settle()
        film.take(2600)
        film.save(IMAGES / "turn.gif")
        total = sum(frame.stays for frame in film.frames) / 1000
        sys.stdout.write(f"turn.gif: {len(film.frames)} frames, {total:.1f} s\n")


def main() -> int:
    """Take all pictures."""
    IMAGES.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        with serve("voila", Path(folder) / "here") as server:
            stills(browser, server)
            turn(browser, server)
        browser.close()
    for path in sorted(IMAGES.iterdir()):
        sys.stdout.write(f"{path.name}: {path.stat().st_size / 1024:.0f} KB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
