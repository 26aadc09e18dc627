"""One browser and one server for all browser tests, a fresh page for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .lab import FLAGS, Screen, Server, chromium, serve


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The system's Chromium, without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A JupyterLab server."""
    with serve("lab", tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Voila server: the game as a page without code."""
    with serve("voila", tmp_path_factory.mktemp("voila")) as server:
        yield server


@pytest.fixture
def open_game(browser: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Screen]]:
    """Opens a notebook with some code: ``open_game("app = rk.play(...)", on="lab")``."""
    opened: list[tuple[Any, Screen]] = []

    def opens(code: str, on: str = "lab", width: int = 1440, height: int = 900, **more: Any) -> Screen:
        server: Server = request.getfixturevalue(on)
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        screen = Screen(page, server)
        opened.append((context, screen))
        name = f"{request.node.name[:40].replace('[', '-').replace(']', '')}-{len(opened)}"
        return screen.open(server.notebook(f"import risknb as rk\n{code}", name))

    yield opens
    for context, screen in opened:
        screen.close()
        context.close()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder for files of one test."""
    return tmp_path
