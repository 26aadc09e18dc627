"""Without a mouse: keyboard, lists, touch, and what a screen reader is told."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .lab import PAINTED
from .table import DEALT, Table

#: Notes the keys that have arrived, once they have done their work.
HEARING = """
from risknb.ui import keys
heard, usual = [], getattr(keys, "usual", keys.press)
keys.usual = usual

def press(app, key):
    usual(app, key)
    heard.append(key)

keys.press = press
"""


def strike(table: Table, key: str) -> None:
    """Press a key and wait until the game has taken it."""
    before = int(table.ask("len(heard)"))
    table.page.keyboard.press(key)
    table.soon(lambda: table.ask("len(heard)") > before)


def walk_to(table: Table, territory: str) -> None:
    """Walk over the map with the arrows until a territory is reached."""
    table.run(HEARING)
    goal = table.board.index(territory)
    spots = [outline.badge for outline in table.board.shapes.outlines]
    for _ in range(60):
        at = table.ask("app.choice.walking")
        if at == goal:
            return
        dx, dy = (spots[goal][i] - spots[0 if at is None else at][i] for i in (0, 1))
        keys = ["ArrowRight" if dx > 0 else "ArrowLeft", "ArrowDown" if dy > 0 else "ArrowUp"]
        for key in sorted(keys, key=lambda key: (abs(dx) < abs(dy)) == (key in keys[:1])):
            strike(table, key)
            if table.ask("app.choice.walking") != at:
                break
    raise AssertionError(f"the arrows never lead to {territory}")


def test_a_turn_by_keyboard_alone(table: Table) -> None:
    table.my("REINFORCE")
    press = table.page.keyboard.press
    src, dst = table.front()
    table.canvas.focus()
    table.run(f"app.choice.walking = {table.board.borders[table.board.index(src)][0]}")
    walk_to(table, src)
    table.expect(src, ".rk-sr")
    armies = table.armies(src)
    press("Enter")
    table.soon(lambda: table.armies(src) == armies + 1)
    press("p")
    table.now("Attack")
    walk_to(table, src)
    if table.ask("app.choice.src") is None:
        press("Enter")
    table.soon(lambda: table.ask("app.choice.src") == table.board.index(src))
    table.run(f"app.choice.walking = {table.board.index(src)}")
    walk_to(table, dst)
    press("Enter")
    table.soon(lambda: table.ask("app.choice.dst") == table.board.index(dst))
    steps = table.steps()
    press("r")
    table.soon(lambda: table.steps() == steps + 1)
    if table.ask("app.state.phase.name") == "ATTACK":
        press("b")
    decided = "app.state.phase.name == 'ADVANCE' or app.choice.attack(app.state) is None"
    table.soon(lambda: table.ask(decided))
    if table.ask("app.state.phase.name") == "ADVANCE":
        press("Enter")
        table.soon(lambda: table.ask("app.state.phase.name") == "ATTACK")
    press("e")
    table.now("Fortify")
    turn = table.ask("app.state.turn")
    press("e")
    table.soon(lambda: table.ask("app.state.turn") > turn)
    table.expect(re.compile("^Ada, "))
    table.healthy()


def test_a_turn_by_the_lists_alone(table: Table) -> None:
    table.my("REINFORCE")
    lists = table.page.locator(".rk-panel .rk-card select:visible")
    src, dst = table.front()
    lists.first.select_option(label=f"{src} {table.armies(src)}")
    table.soon(lambda: table.ask("app.choice.src") == table.board.index(src))
    table.button("Place").click()
    table.now("Attack")
    lists.nth(0).select_option(label=f"{src} {table.armies(src)}")
    table.soon(lambda: lists.nth(1).locator("option").count() > 1)
    lists.nth(1).select_option(label=f"{dst} {table.armies(dst)}")
    table.expect("%", ".rk-big")
    offered = lists.nth(1).locator("option").all_text_contents()[1:]
    targets = table.ask(
        "sorted({m.dst for m in app.game.legal_moves(src=app.choice.src)"
        " if type(m).__name__ == 'Attack'})"
    )
    names = {re.sub(r"\s", " ", re.sub(r"\s\d+$", "", text)) for text in offered}
    assert names == {table.board.names[at] for at in targets}, "only what is legal is offered"
    steps = table.steps()
    table.button("Roll once").click()
    table.soon(lambda: table.steps() == steps + 1)
    table.healthy()


def test_keys_stay_inside_the_game(table: Table) -> None:
    table.my("ATTACK")
    cells = table.page.locator(".jp-Notebook .jp-Cell").count()
    table.button("Help").focus()
    for key in ("d", "d", "a", "x", "y", "m", "ArrowDown", "c", "v"):
        table.page.keyboard.press(key)
    table.canvas.focus()
    for key in ("d", "d", "x", "v", "ArrowDown", "b"):
        table.page.keyboard.press(key)
    table.page.wait_for_timeout(300)
    assert table.page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert table.ask("1 + 1") == 2, "the kernel was not interrupted"


def test_tab_walks_through_the_game_and_out_of_it(table: Table) -> None:
    table.my("ATTACK")
    table.canvas.focus()
    seen = []
    for _ in range(60):
        table.page.keyboard.press("Tab")
        inside, name = table.page.evaluate(
            "() => { const e = document.activeElement;"
            " return [!!e.closest('.rk-app'), e.tagName + e.textContent.slice(0, 20)] }"
        )
        seen.append(name)
        if not inside:
            break
    assert not inside, f"Tab is trapped: {seen[-5:]}"
    assert len(set(seen)) > 5


def test_the_focus_can_be_seen(table: Table) -> None:
    table.my("ATTACK")
    table.canvas.focus()
    table.page.keyboard.press("Tab")
    outline = table.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_the_wheel_scrolls_the_page(table: Table) -> None:
    table.my("REINFORCE")
    table.window(1000, 600)
    table.canvas.scroll_into_view_if_needed()
    table.canvas.hover(position={"x": 300, "y": 200})
    before = table.canvas.bounding_box()["y"]
    table.page.mouse.wheel(0, 200)
    table.soon(lambda: table.canvas.bounding_box()["y"] < before - 50)
    table.window(1440, 900)


def test_screen_readers_are_told_what_to_do(table: Table) -> None:
    table.my("ATTACK")
    told = table.page.locator(".rk-app").aria_snapshot()
    assert "application" in told
    assert re.search(r"status: Ada, click a territory", told), told[:600]
    prompt = table.page.locator(".rk-prompt")
    expect(prompt).to_have_attribute("aria-live", "polite")
    unnamed = table.page.evaluate(
        "() => [...document.querySelectorAll('.rk-app :is(button, select, canvas)')].filter(e =>"
        " e.offsetWidth && !(e.textContent.trim() || e.title || e.ariaLabel)).map(e => e.outerHTML)"
    )
    assert unnamed == []


def test_a_finger_plays_too(table: Table) -> None:
    browser = table.page.context.browser
    context = browser.new_context(viewport={"width": 800, "height": 1100}, has_touch=True)
    page = context.new_page()
    code = f"import risknb as rk\napp = rk.play({DEALT}, speed=4)\napp"
    finger = Table(page, table.server)
    finger.open(table.server.notebook(code, "finger"), wait=PAINTED)
    finger.connect()
    finger.expect("Ada, place")
    src, _ = finger.front()
    armies = finger.armies(src)
    x, y = finger.spot(src)
    finger.canvas.tap(position={"x": x, "y": y})
    finger.soon(lambda: finger.armies(src) > armies)
    finger.settle()
    assert finger.armies(src) == armies + 1, "a tap is one click, not two"
    finger.close()
    context.close()
