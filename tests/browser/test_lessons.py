"""The lessons in a real browser, as a page without code: they render, and the widgets work."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import expect

from .lab import OURS, PATIENCE, SHOTS, Screen, Server

LESSONS = sorted(path.name for path in OURS.glob("[01]?-*.ipynb") if path.name != "00-play.ipynb")
#: The page is longer than a screen: all of it is kept as a picture.
LONGEST = 9_000


@contextmanager
def lesson(browser: Any, server: Server, name: str) -> Iterator[Any]:
    """A lesson opened in a page of its own, run to its end."""
    shutil.copy(OURS / name, server.notebooks)
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(server.address(name))
    page.wait_for_selector("h1")
    page.wait_for_function("() => !document.querySelector('#loading:not([style*=none])')")
    try:
        yield page
        assert errors == []
    finally:
        context.close()


def whole(page: Any, name: str) -> None:
    """Keep a picture of the whole lesson."""
    height = page.evaluate(
        "() => Math.max(...[...document.querySelectorAll('body *')].map(e => e.scrollHeight))"
    )
    page.set_viewport_size({"width": 1000, "height": min(height + 40, LONGEST)})
    page.wait_for_timeout(800)
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"lesson-{name[:2]}.png")


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_renders(browser: Any, voila: Server, name: str) -> None:
    with lesson(browser, voila, name) as page:
        expect(page.locator("button:visible").first).to_be_visible()
        assert "Traceback" not in page.inner_text("body")
        pictures = page.locator("img[src^='data:image/png']")
        assert pictures.count()
        assert all(pictures.nth(at).get_attribute("alt") for at in range(pictures.count()))
        whole(page, name)


def test_lesson_1_by_mouse(browser: Any, voila: Server) -> None:
    with lesson(browser, voila, "01-first-blood.ipynb") as page:
        for attack in range(2, 7):
            for defend in range(1, attack):
                page.get_by_role("button", name=f"{attack}:{defend}", exact=True).click()
        expect(page.get_by_text("Marked: 15 of 36 pairs.")).to_be_visible()
        marked = page.get_by_role("button", name="A 6:1")
        expect(marked).to_be_visible()
        assert marked.evaluate("e => e.scrollWidth <= e.clientWidth"), "its words are cut off"
        answer_by_mouse(page, "1b", "21/36", "ties to the attacker")
        answer_by_mouse(page, "1b", "15/36", "right.")
        page.get_by_title("what you tried by hand").fill("6:3 2:2 1:5")
        page.get_by_title("what you tried by hand").blur()
        expect(page.get_by_text("3 read. Run the next cell.")).to_be_visible()
        page.get_by_title("your alias").fill("fox-7")
        page.get_by_role("button", name="Write my file").click()
        expect(page.get_by_text("Hand this file in.")).to_be_visible()
        page.get_by_role("button", name="Throw 10 times").click()
        expect(page.get_by_text(re.compile("^10 throws. The last:"))).to_be_visible()
        expect(page.locator('img[alt^="Throws by the attacker\'s loss"]')).to_be_visible()


def test_lesson_1_by_keyboard(browser: Any, voila: Server) -> None:
    with lesson(browser, voila, "01-first-blood.ipynb") as page:
        page.get_by_role("button", name="6:1", exact=True).focus()
        for key in ("Space", "Tab", "Space", "Tab", "Enter"):
            page.keyboard.press(key)
        expect(page.get_by_text("Marked: 3 of 36 pairs.")).to_be_visible()
        page.get_by_title("your answer to 1b").focus()
        page.keyboard.type("15/36\n")
        said = page.locator("div[role=status]").filter(has_text="1b: right.")
        expect(said.first).to_be_visible()


def test_a_list_and_a_slider_by_keyboard_in_jupyterlab(browser: Any, lab: Server) -> None:
    """JupyterLab would go to another cell with an arrow, and add one with the letter b."""
    made = "[lessons.benches.DiceBench('kiwi').widget, lessons.widgets.CostExplorer().widget]"
    source = f"from ipywidgets import VBox\nfrom risknb import lessons\nVBox({made})"
    name = lab.notebook(source, "keys")
    page = browser.new_page()
    Screen(page, lab).open(name, wait="() => !!document.querySelector('select')")
    choice, cells = page.get_by_label("the loaded die is"), page.locator(".jp-Notebook .jp-Cell")
    choice.focus()
    for key in ("ArrowDown", "b"):
        page.keyboard.press(key)
    expect(choice).to_have_value("B")
    page.locator(".noUi-handle").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("7 armies (one must stay) against 5")).to_be_visible()
    expect(cells).to_have_count(1)
    page.close()


def test_lesson_6_by_mouse(browser: Any, voila: Server) -> None:
    with lesson(browser, voila, "06-to-attack-or-not.ipynb") as page:
        for label, number in (("all your armies", "11"), ("defenders", "10")):
            box = page.get_by_label(label, exact=True).first
            box.fill(number)
            box.press("Enter")
        expect(page.get_by_text("11 armies against 10").first).to_be_visible()
        expect(page.get_by_text("56.8 %").first).to_be_visible()
        answer_by_mouse(page, "6a", "1/1000", "wrong")


def test_lesson_9_by_mouse(browser: Any, voila: Server) -> None:
    with lesson(browser, voila, "09-loaded-die.ipynb") as page:
        rolled = {die: rolls_of(page, die) for die in "ABE"}
        before = {die: int(cell.inner_text()) for die, cell in rolled.items()}
        for words in ("Roll A 10 times", "Roll A once", "Roll E 10 times"):
            page.get_by_role("button", name=words).first.click()
        for die, more in (("A", 11), ("B", 0), ("E", 10)):
            expect(rolled[die]).to_have_text(str(before[die] + more))
        page.get_by_label("the loaded die is").last.select_option("A")
        page.get_by_role("button", name="Accuse (once only)").last.click()
        expect(page.get_by_text(re.compile("^A (it is|is a fair die)")).first).to_be_visible()


def rolls_of(page: Any, die: str) -> Any:
    """The cell on the bench that counts the rolls of a die."""
    rows = page.locator(".widget-html table").first.get_by_role("row")
    name = page.get_by_role("cell", name=die, exact=True)
    return rows.filter(has=name).locator("td").last


def answer_by_mouse(page: Any, name: str, answer: str, told: str) -> None:
    """Type an answer into its box, press the button, read what is said."""
    button = page.get_by_role("button", name=f"Check {name}", exact=True)
    button.locator("xpath=..").locator("input").fill(answer)
    button.click()
    said = page.locator("div[role=status]").filter(has_text=re.compile(f"{name}: .*{told}"))
    expect(said.first).to_be_visible()
