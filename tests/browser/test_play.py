"""A person at the screen, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .lab import PAINTED, Screen

Open = Callable[..., Screen]
#: You to move, both bots at full speed; the same deal every time.
GAME = """app = rk.play(["Ada", "Ben", "Cleo"], seed=3, speed=4,
    options={"setup": "deal", "placing": "auto"}, bots={"Ben": "planner", "Cleo": "planner"})
app"""


def my_turn(screen: Screen) -> None:
    """Wait until the bots are done."""
    expect(screen.page.locator(".rk-prompt")).to_contain_text("Ada, ", timeout=20_000)


def front(screen: Screen) -> tuple[str, str]:
    """A territory of the player at the screen, and an enemy beside it."""
    pair: tuple[str, str] = screen.ask(
        "next([app.game.board.names[a], app.game.board.names[b]] for a in range(42)"
        " if app.state.owners[a] == 0 for b in app.game.board.borders[a] if app.state.owners[b])"
    )
    return pair


def armies(screen: Screen, territory: str) -> int:
    return int(screen.ask(f"app.game.armies({territory!r})"))


def place_all(screen: Screen, territory: str) -> None:
    """Click a territory once and put the rest there too."""
    before = armies(screen, territory)
    left = screen.ask("app.state.reserves[0]")
    screen.click(territory)
    expect(screen.page.locator(".rk-prompt")).to_contain_text(f"{left - 1} arm")
    screen.button("Place").click()
    expect(screen.page.locator(".rk-steps li[aria-current]")).to_have_text("Attack")
    assert armies(screen, territory) == before + left


def test_a_newcomer_starts_a_game_with_one_click(open_game: Open) -> None:
    form = "() => document.querySelector('.rk-foot button')"
    screen = open_game("app = rk.play()\napp", wait=form)
    screen.shot("new-game")
    screen.button("Start").click()
    screen.page.wait_for_function(PAINTED)
    my_turn(screen)
    screen.shot("first-turn")
    assert screen.ask("app.game.players") == ["Ada", "Ben", "Cleo"]
    assert screen.page.errors == []


def test_a_turn_by_mouse(open_game: Open) -> None:
    screen = open_game(GAME)
    my_turn(screen)
    src, dst = front(screen)
    place_all(screen, src)
    screen.click(src)
    expect(screen.page.locator(".rk-prompt")).to_contain_text("dashed ring")
    screen.click(dst)
    expect(screen.page.locator(".rk-big")).to_contain_text("%")
    before = screen.image()
    screen.button("Roll once").click()
    expect(screen.page.locator(".rk-dice svg")).to_be_visible()
    screen.shot("attack")
    assert screen.image().tobytes() != before.tobytes()
    if screen.ask("app.state.phase.name") == "ATTACK":
        screen.button("Blitz until captured").click()
    expect(screen.page.locator(".rk-prompt")).to_contain_text(re.compile("is yours|click a terr"))
    if screen.ask("app.state.phase.name") == "ADVANCE":
        screen.button("Move").click()
        expect(screen.page.locator(".rk-prompt")).to_contain_text("attack from")
        assert screen.ask(f"app.game.owner({dst!r})") == "Ada"
        assert screen.colour(dst) == screen.colour(src)
    screen.button("Next: Fortify").click()
    screen.button("End turn").click()
    my_turn(screen)
    assert screen.ask("app.state.turn") > 3
    assert screen.ask("[app.alert, repr(app.failure)]") == ["", "None"]


def test_a_double_click_is_one_move(open_game: Open) -> None:
    screen = open_game(GAME)
    my_turn(screen)
    src, dst = front(screen)
    place_all(screen, src)
    screen.click(src)
    screen.click(dst)
    steps = screen.ask("len(app.game.steps)")
    screen.button("Roll once").dblclick()
    screen.page.wait_for_timeout(500)
    assert screen.ask("len(app.game.steps)") == steps + 1


def test_a_turn_by_keyboard_alone(open_game: Open) -> None:
    screen = open_game(GAME)
    my_turn(screen)
    page = screen.page
    screen.canvas.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("p")
    expect(page.locator(".rk-steps li[aria-current]")).to_have_text("Attack")
    page.keyboard.press("e")
    expect(page.locator(".rk-steps li[aria-current]")).to_have_text("Fortify")
    page.keyboard.press("e")
    my_turn(screen)
    expect(page.locator(".rk-steps li[aria-current]")).to_have_text("Reinforce")
    assert screen.ask("app.state.turn") > 3


def test_keys_stay_inside_and_tab_is_never_trapped(open_game: Open) -> None:
    screen = open_game(GAME)
    my_turn(screen)
    page = screen.page
    screen.button("Help").focus()
    for key in "ddbxa":
        page.keyboard.press(key)
    screen.canvas.focus()
    for key in ("d", "d", "x", "ArrowDown", "b"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert page.locator(".jp-Notebook .jp-Cell").count() == 1
    screen.canvas.focus()
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.matches('canvas.rk-map')")


def test_reloading_the_page_brings_the_board_back(open_game: Open) -> None:
    screen = open_game(GAME)
    my_turn(screen)
    src, _ = front(screen)
    place_all(screen, src)
    colour = screen.colour(src)
    screen.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    screen.page.wait_for_timeout(700)
    screen.page.reload()
    screen.page.wait_for_function(PAINTED, timeout=40_000)
    screen.page.wait_for_timeout(500)
    screen.canvas = screen.page.locator("canvas.rk-map").first
    assert screen.colour(src) == colour
    screen.click(src)
    expect(screen.page.locator(".rk-prompt")).to_contain_text("dashed ring")
    screen.shot("reloaded")


@pytest.mark.parametrize("width", [700, 1000, 1400, 1900])
def test_nothing_is_cut_off(open_game: Open, width: int) -> None:
    screen = open_game(GAME, on="voila", width=width, height=1000)
    my_turn(screen)
    screen.page.wait_for_timeout(400)
    screen.shot(f"width-{width}")
    wide = screen.page.evaluate(
        """() => { const root = document.querySelector('.rk-app').getBoundingClientRect();
        return [...document.querySelectorAll('.rk-app *')].filter(e => {
          const box = e.getBoundingClientRect();
          return box.width > 0 && box.right > root.right + 1 && !e.closest('svg'); })
          .map(e => e.className || e.tagName).slice(0, 5) }"""
    )
    assert wide == []
