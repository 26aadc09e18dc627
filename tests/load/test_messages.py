"""Bots at top speed in a real kernel: few messages, and a last picture in which nothing is missing.

The notebook's server drops messages above its limit without a word, so the game stays far below it.
"""

from __future__ import annotations

import asyncio

import pytest

from .classroom import click, school, sit_down
from .flood import Flood, flood, unlike
from .page import Easel, busiest

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def url() -> object:
    with school() as address:
        yield address


@pytest.fixture(scope="module")
def found(url: str) -> Flood:
    return asyncio.run(flood(url, 4.0))


def test_bots_at_top_speed_stay_within_the_budget(found: Flood) -> None:
    assert found.steps > 200, "the bots did play"
    assert found.a_second <= 50
    assert found.three_seconds <= 1000


def test_the_last_picture_is_complete(found: Flood) -> None:
    assert found.wrong == []
    assert found.trouble == []


def test_clicks_of_a_page_are_answered(url: str) -> None:
    async def study() -> tuple[list[float | None], list[str], list[str]]:
        page = await sit_down(url, 3, speed=4)
        try:
            taken = [await click(page) for _ in range(25)]
            await asyncio.sleep(2)  # the marks of the last step fade
            await page.quiet()
            return taken, await unlike(page), page.trouble
        finally:
            await page.close()

    taken, wrong, trouble = asyncio.run(study())
    answered = [one for one in taken if one is not None]
    assert len(answered) > 5
    assert min(answered) >= 0, "a click was lost"
    assert wrong == []
    assert trouble == []


def test_the_page_notices_what_is_missing(url: str) -> None:
    async def lose() -> list[str]:
        page = await sit_down(url, 3)
        try:
            await page.quiet()
            draw, page.easel.draw = page.easel.draw, lambda commands: None  # type: ignore
            await page.run("app.click(next(iter(app.game.legal_moves())).at)", silent=True)
            prompt = await page.ask("app.panel.prompt.model_id")
            page.traits[prompt]["value"] = "something older"
            await page.quiet()
            page.easel.draw = draw  # type: ignore[method-assign]
            return await unlike(page)
        finally:
            await page.close()

    wrong = asyncio.run(lose())
    assert any(one.startswith("HTMLModel.value") for one in wrong)
    assert any(one.startswith("layer") for one in wrong)


# -- the measuring itself ------------------------------------------------------------------------
def test_the_busiest_stretch_is_found() -> None:
    assert busiest([], 1.0) == 0
    assert busiest([0.0, 0.4, 0.9, 1.1, 5.0], 1.0) == 3
    assert busiest([0.1 * n for n in range(100)], 3.0) == 30


def test_an_easel_forgets_what_was_cleared() -> None:
    easel = Easel()
    names = {name: at for at, name in enumerate(_names())}
    easel.draw([[names["switchCanvas"], ["one"]], [names["fillRect"], [1, 2, 3, 4]]])
    easel.draw([[names["clear"]], [names["set"], [0, "red"]], [names["fillCircle"], [5, 5, 2]]])
    ((name, told),) = easel.drawn["one"]
    assert name == "fillCircle"
    assert "red" in told


def _names() -> list[str]:
    import ipycanvas.canvas

    return list(ipycanvas.canvas._CMD_LIST)
