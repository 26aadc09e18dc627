"""One browser and one server of a kind for all browser tests.

They end with the last browser test: Playwright's event loop would be in the way of other tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .lab import FLAGS, PAINTED, PATIENCE, Screen, Server, chromium, serve
from .table import FORM, KERNEL, Table

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep all browser tests on one worker, so that they share servers and browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """The system's Chromium, without a window."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="package")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A JupyterLab server."""
    with serve("lab", tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="package")
def play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab as ``make play`` starts it."""
    with serve("play", tmp_path_factory.mktemp("play")) as server:
        yield server


@pytest.fixture(scope="package")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Notebook 7, where it is installed."""
    pytest.importorskip("notebook")
    with serve("notebook", tmp_path_factory.mktemp("notebook")) as server:
        yield server


@pytest.fixture(scope="package")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Voila server: the game as a page without code."""
    with serve("voila", tmp_path_factory.mktemp("voila")) as server:
        yield server


@pytest.fixture
def open_game(browser: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Screen]]:
    """Opens a notebook with some code: ``open_game("app = rk.play(...)", on="lab")``."""
    opened: list[tuple[Any, Screen]] = []

    def opens(
        code: str,
        on: str = "lab",
        width: int = 1440,
        height: int = 900,
        wait: str = PAINTED,
        **more: Any,
    ) -> Screen:
        server: Server = request.getfixturevalue(on)
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        screen = Screen(page, server)
        opened.append((context, screen))
        name = f"{request.node.name[:40].replace('[', '-').replace(']', '')}-{len(opened)}"
        return screen.open(server.notebook(f"import risknb as rk\n{code}", name), wait=wait)

    yield opens
    for context, screen in opened:
        screen.close()
        context.close()


@pytest.fixture(scope="module")
def table(browser: Any, play: Server, request: pytest.FixtureRequest) -> Iterator[Table]:
    """One page and one kernel for all tests of a module."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.set_default_timeout(PATIENCE * 1000)
    opened = Table(page, play)
    code = f"{KERNEL}\napp = rk.play()\napp"
    opened.open(play.notebook(code, request.module.__name__.rpartition(".")[2]), wait=FORM)
    opened.connect()
    yield opened
    opened.close()
    context.close()
