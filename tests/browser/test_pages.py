"""The same game on other pages: Voila, Notebook 7, and where no canvas is to be had."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import expect

from .lab import PAINTED, PATIENCE, Screen, Server
from .table import DEALT, FORM, KERNEL, Table

GAME = f"{KERNEL}\napp = rk.play({DEALT}, speed=4)\napp"


@contextmanager
def page_of(browser: Any, server: Server, name: str, wait: str = PAINTED) -> Iterator[Table]:
    """A page of its own on a server."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.set_default_timeout(PATIENCE * 1000)
    screen = Table(page, server)
    try:
        yield screen.open(name, wait=wait)
    finally:
        screen.close()
        context.close()


def plays(screen: Table) -> None:
    """Place with the mouse, attack with the mouse, and see it on the canvas."""
    screen.connect()
    screen.expect("Ada, place")
    src, dst = screen.front()
    before, armies = screen.badge(src), screen.armies(src)
    screen.click(src)
    screen.soon(lambda: screen.armies(src) == armies + 1)
    screen.soon(lambda: screen.badge(src) != before)
    screen.button("Place").click()
    screen.now("Attack")
    screen.click(src)
    screen.click(dst)
    screen.expect("%", ".rk-big")
    screen.button("Roll once").click()
    expect(screen.page.locator(".rk-dice svg[role=img]")).to_be_visible()


def test_make_app_shows_the_form_without_code(browser: Any, voila: Server) -> None:
    with page_of(browser, voila, "00-play.ipynb", wait=FORM) as screen:
        expect(screen.page.locator(".jp-CodeCell .jp-InputArea:visible")).to_have_count(0)
        screen.button("Start").click()
        screen.page.wait_for_function(PAINTED)
        screen.expect(re.compile("^Ada, place"))
        screen.shot("voila")
        assert screen.page.errors == []


def test_the_game_is_played_in_voila(browser: Any, voila: Server) -> None:
    with page_of(browser, voila, voila.notebook(GAME, "voila")) as screen:
        plays(screen)
        screen.healthy()


def test_the_game_is_played_in_notebook_7(browser: Any, notebook: Server) -> None:
    with page_of(browser, notebook, notebook.notebook(GAME, "seven")) as screen:
        plays(screen)
        cells = screen.page.locator(".jp-Notebook .jp-Cell").count()
        screen.canvas.focus()
        for key in ("d", "d", "x", "a"):
            screen.page.keyboard.press(key)
        screen.page.wait_for_timeout(300)
        assert screen.page.locator(".jp-Notebook .jp-Cell").count() == cells
        screen.shot("notebook-7")


def test_a_plain_jupyterlab_plays_it_too(browser: Any, lab: Server) -> None:
    with page_of(browser, lab, lab.notebook(GAME, "plain")) as screen:
        plays(screen)
        screen.shot("plain-lab")
        screen.healthy()


def test_without_a_canvas_the_lists_play_and_the_map_is_drawn(browser: Any, lab: Server) -> None:
    code = GAME.replace("speed=4", "speed=4, canvas=False")
    drawn = "() => !!document.querySelector('.rk-map-box svg')"
    with page_of(browser, lab, lab.notebook(code, "drawn"), wait=drawn) as screen:
        page = screen.page
        screen.connect()
        screen.expect("Ada, place")
        src, _ = screen.front()
        armies, left = screen.armies(src), screen.ask("app.state.reserves[0]")
        lists = page.locator(".rk-panel .rk-card select:visible")
        lists.first.select_option(label=f"{src} {armies}")
        screen.soon(lambda: screen.ask("app.choice.src") == screen.board.index(src))
        before = page.locator(".rk-map-box svg").inner_html()
        screen.button("Place").click()
        screen.now("Attack")
        assert screen.armies(src) == armies + left
        screen.soon(lambda: page.locator(".rk-map-box svg").inner_html() != before)
        Screen.shot(screen, "drawn")
        screen.healthy()


def test_two_games_on_one_page_keep_apart(browser: Any, lab: Server) -> None:
    other = GAME.replace("app = rk.play", "other = rk.play").replace("\napp", "\nother")
    both = f"{GAME.removesuffix('app')}\nfrom IPython.display import display\ndisplay(app)\n{other}"
    with page_of(browser, lab, lab.notebook(both, "two")) as screen:
        screen.connect()
        screen.expect("Ada, place")
        src, _ = screen.front()
        armies = screen.armies(src)
        screen.click(src)
        screen.soon(lambda: screen.armies(src) == armies + 1)
        assert screen.ask(f"other.game.armies({src!r})") == armies
        screen.canvas = screen.page.locator("canvas.rk-map").nth(1)
        screen.click(src)
        screen.soon(lambda: screen.ask(f"other.game.armies({src!r})") == armies + 1)
        assert screen.armies(src) == armies + 1


def test_nothing_is_fetched_from_outside(browser: Any, play: Server) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    screen = Table(page, play)
    screen.open(play.notebook(GAME, "offline"))
    outside = [url for url in asked if not url.startswith((play.url, "data:", "blob:"))]
    screen.close()
    context.close()
    assert [url for url in outside if "127.0.0.1" not in url] == []
