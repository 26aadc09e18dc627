"""A newcomer types ``make play``: what they see, and that nothing of it gets lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from risknb.game import Game

from .lab import PAINTED, PATIENCE, Screen, Server, serve
from .table import FORM, Table

#: The notebook keeps no name for the game on the screen; tests look for it.
FIND = """import gc
from risknb.ui import App
app = [found for found in gc.get_objects() if type(found) is App][-1]"""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """``make play`` where nobody has ever played."""
    with serve("play", tmp_path_factory.mktemp("fresh")) as server:
        yield server


@pytest.fixture(scope="module")
def first(browser: Any, fresh: Server) -> Iterator[Table]:
    """The page that ``make play`` opens, with nothing done yet."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(fresh.url)
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    screen = Table(page, fresh)
    yield screen
    screen.close()
    context.close()


@pytest.fixture(scope="module")
def started(first: Table) -> Table:
    """The first game of a newcomer, who has clicked once."""
    first.page.wait_for_function(FORM)
    Screen.shot(first, "new-game")
    first.button("Start").click()
    first.page.wait_for_function(PAINTED)
    first.connect()
    first.expect(re.compile("^Ada, place"))
    first.run(FIND)
    return first


def saved(server: Server) -> list[Path]:
    """The games on disk."""
    return sorted((server.folder / "saves").glob("*.rgn"))


def test_make_play_opens_the_game_as_one_document(first: Table) -> None:
    page = first.page
    assert "00-play.ipynb" in page.url
    for side in (".jp-SideBar.jp-mod-left", ".jp-SideBar.jp-mod-right", "#jp-left-stack"):
        expect(page.locator(side)).to_be_hidden()
    expect(page.locator(".jp-CodeCell .cm-content:visible")).to_have_count(0)
    page.wait_for_function(FORM)  # nobody has to know how to run a cell
    assert page.errors == []


def test_one_click_starts_a_good_first_game(started: Table) -> None:
    assert started.ask("[app.game.players, app.humans]") == [["Ada", "Ben", "Cleo"], [0]]
    started.shot("first-turn")
    assert started.page.errors == []


def test_every_step_is_on_disk_before_it_is_on_the_screen(started: Table) -> None:
    (path,) = saved(started.server)
    src, _ = started.front()
    armies = started.armies(src)
    started.click(src)
    started.soon(lambda: started.armies(src) == armies + 1)
    kept = Game.load(path)
    assert kept.armies(src) == armies + 1
    assert len(kept.steps) == started.steps()


def test_save_says_where_the_game_is(started: Table) -> None:
    (path,) = saved(started.server)
    started.button("Save").click()
    started.expect(path.name, ".rk-panel")


def test_hints_are_closed_for_good(started: Table) -> None:
    expect(started.page.locator(".rk-hint")).to_be_visible()
    started.button("No hints").click()
    expect(started.page.locator(".rk-hint")).to_be_hidden()
    assert (started.server.folder / "saves" / "no-hints").exists()


def test_reloading_the_page_brings_the_board_back_whole(started: Table) -> None:
    page = started.page
    page.mouse.move(2, 2)
    started.settle(0.3)
    before = started.image()
    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    page.reload()
    page.wait_for_function(PAINTED)
    started.expect(re.compile("^Ada, "))
    started.soon(lambda: started.image().size == before.size)
    started.settle(0.3)
    assert unlike(before, started.image()) < 0.002
    src, _ = started.front()
    armies = started.armies(src)
    started.click(src)
    started.soon(lambda: started.armies(src) == armies + 1)
    started.shot("reloaded")
    assert page.errors == []


def test_after_a_restart_of_the_kernel_the_game_goes_on(started: Table) -> None:
    armies = started.ask("list(app.state.armies)")
    steps = started.steps()
    started.page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
    )
    started.kernel.stop_channels()
    expect(started.page.locator(".rk-app.jupyter-widgets-disconnected")).to_be_visible()
    told = "e => getComputedStyle(e, '::before').content"
    assert "Run the cell again" in started.page.locator(".rk-app").evaluate(told)
    marks = "e => getComputedStyle(e, '::before').display"
    assert started.button("Save").evaluate(marks) == "none", "no broken link at every button"
    started.run_all()
    started.page.wait_for_function(FORM)
    started.button("Go on with the last game").click()
    started.page.wait_for_function(PAINTED)
    started.connect()
    started.run(FIND)
    assert started.ask("list(app.state.armies)") == armies
    assert started.steps() == steps
    src, _ = started.front()
    started.click(src)
    started.soon(lambda: started.steps() == steps + 1)
    assert len(saved(started.server)) == 1


def test_the_saved_notebook_keeps_a_picture_of_the_board(started: Table) -> None:
    started.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    path = started.server.notebooks / "00-play.ipynb"
    started.soon(lambda: "data:image/svg+xml;base64" in path.read_text())
    hidden = started.page.locator(".rk-still")
    assert hidden.count() == 1
    expect(hidden).to_be_hidden()


def unlike(one: Any, other: Any) -> float:
    """The share of pixels that differ between two pictures of one size."""
    from PIL import ImageChops

    rest = ImageChops.difference(one, other).convert("L").point(lambda v: 255 if v > 24 else 0)
    return rest.histogram()[255] / (one.width * one.height)
