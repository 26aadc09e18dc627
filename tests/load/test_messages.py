"""Bots at top speed in a real kernel: few messages, and a last picture in which nothing is missing.

The notebook's server drops messages above its limit without a word, so the game stays far below it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import NamedTuple

import ipycanvas.canvas as ipycanvas_canvas
import pytest

from .classroom import click, school, sit_down
from .flood import Flood, flood, unlike
from .page import Easel, busiest

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with school() as address:
        yield address


@pytest.fixture(scope="module")
def found(url: str) -> Flood:
    return asyncio.run(flood(url, 3.0))


def test_bots_at_top_speed_stay_within_the_budget(found: Flood) -> None:
    assert found.steps > 200, "the bots did play"
    assert found.a_second <= 50
    assert found.three_seconds <= 1000


def test_the_last_picture_is_complete(found: Flood) -> None:
    assert found.wrong == []
    assert found.trouble == []


class Clicked(NamedTuple):
    """What came of some clicks: how soon, what was wrong then, and what after messages got lost."""

    taken: list[float]
    wrong: list[str]
    lost: list[str]
    trouble: list[str]


@pytest.fixture(scope="module")
def clicked(url: str) -> Clicked:
    return asyncio.run(_click(url))


async def _click(url: str) -> Clicked:
    page = await sit_down(url, 3, speed=4)
    try:
        taken = []
        for _ in range(15):
            await asyncio.sleep(0.3)  # faster than that the panel follows a little later
            one = await click(page)
            taken += [] if one is None else [one]
        await asyncio.sleep(2)  # the marks of the last step fade
        await page.quiet()
        wrong = await unlike(page)
        page.looking = False
        await page.run("app.hover = 0; app.message = 'something new'; app.refresh()", silent=True)
        await page.quiet()
        page.looking = True
        return Clicked(taken, wrong, await unlike(page), page.trouble)
    finally:
        await page.close()


def test_clicks_of_a_page_are_answered(clicked: Clicked) -> None:
    assert len(clicked.taken) > 3
    assert min(clicked.taken) >= 0, "a click was lost"
    assert clicked.wrong == []
    assert clicked.trouble == []


def test_the_page_notices_what_is_missing(clicked: Clicked) -> None:
    assert any(one.startswith("HTMLModel.value") for one in clicked.lost)
    assert any(one.startswith("layer") for one in clicked.lost)


# -- the measuring itself ------------------------------------------------------------------------
def test_the_busiest_stretch_is_found() -> None:
    assert busiest([], 1.0) == 0
    assert busiest([0.0, 0.4, 0.9, 1.1, 5.0], 1.0) == 3
    assert busiest([n / 8 for n in range(100)], 3.0) == 24


def test_an_easel_forgets_what_was_cleared() -> None:
    easel = Easel()
    names = {name: at for at, name in enumerate(ipycanvas_canvas._CMD_LIST)}
    easel.draw([[names["switchCanvas"], ["one"]], [names["fillRect"], [1, 2, 3, 4]]])
    easel.draw([[names["clear"]], [names["set"], [0, "red"]], [names["fillCircle"], [5, 5, 2]]])
    ((name, told),) = easel.drawn["one"]
    assert name == "fillCircle"
    assert "red" in told
