"""The screen at every width, in both themes and on dense displays: nothing overlaps or is cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from risknb.scene.look import DARK, LIGHT

from .table import DEALT, FORM, Table

LONG = "Maximiliane-Theodora"
SIX = (
    f'rk.Game(["Ada", "{LONG}", "<b>Cleo</b>", "Dev", "Eve", "Finn"], edition="2003", seed=3,'
    ' options={"setup": "deal", "placing": "auto"},'
    ' bots={s: "planner" for s in range(1, 6)})'
)
#: Elements that stick out of the game or of their card to the right, and texts that are cut.
CUT_OFF = """() => {
  const root = document.querySelector('.rk-app'), edge = root.getBoundingClientRect().right + 1;
  const out = [];
  for (const e of root.querySelectorAll('*')) {
    const box = e.getBoundingClientRect(), card = e.parentElement.closest('.rk-card');
    if (box.width < 2 || box.height < 2 || e.closest('svg, .rk-sr, .noUi-target')) continue;
    const name = `${e.tagName} ${e.className} "${e.textContent.slice(0, 30)}"`;
    const most = card ? Math.min(edge, card.getBoundingClientRect().right + 1) : edge;
    if (box.right > most) out.push(name);
    const hides = e.matches('button, th, td, li') || getComputedStyle(e).overflowX === 'hidden';
    if (hides && e.scrollWidth > e.clientWidth + 1) out.push('cut: ' + name);
  }
  return out;
}"""
#: Lists with a line that would not fit if it were chosen, arrow included.
CUT_LISTS = """() => [...document.querySelectorAll('.rk-app select')].flatMap(e => {
  const style = getComputedStyle(e), pen = document.createElement('canvas').getContext('2d');
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.letterSpacing = style.letterSpacing;
  const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 18;
  return [...e.options].filter(o => e.clientWidth > 1 && pen.measureText(o.text).width > room)
    .map(o => `${o.text} in ${e.clientWidth}`);
})"""
#: The lines that the bar above the map takes.
LINES = """() => new Set([...document.querySelectorAll('.rk-top > *')].filter(e => e.offsetWidth)
  .map(e => Math.round((e.offsetTop + e.offsetHeight / 2) / 20))).size"""
#: Pairs of controls and texts that lie over each other.
OVERLAPS = """() => {
  const parts = 'button, select, input, canvas, .rk-prompt, .rk-steps, table, .rk-odds > div,' +
    ' .widget-readout, .noUi-handle, .widget-checkbox label';
  const boxes = [...document.querySelectorAll(`.rk-app :is(${parts})`)]
    .filter(e => !e.closest('.rk-story') && !e.closest('.rk-sr'))
    .map(e => [e, e.getBoundingClientRect()]).filter(([e, b]) => b.width > 2 && b.height > 2);
  const name = e => `${e.tagName} ${e.className} "${e.textContent.slice(0, 25)}"`;
  const out = [];
  for (const [i, [a, p]] of boxes.entries()) for (const [b, q] of boxes.slice(i + 1)) {
    if (a.contains(b) || b.contains(a)) continue;
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (wide > 1.5 && high > 1.5) out.push(`${name(a)} and ${name(b)}`);
  }
  return out;
}"""


@pytest.fixture
def sized(table: Table) -> Iterator[Table]:
    """The shared screen, brought back to its usual size and theme afterwards."""
    yield table
    theme(table, "JupyterLab Light")
    table.window(1440, 900)


def theme(table: Table, name: str) -> None:
    table.page.evaluate(
        "name => window.jupyterapp.commands.execute('apputils:change-theme', { theme: name })", name
    )


def resize(table: Table, width: int, height: int = 1000) -> None:
    """Make the window so wide, and wait until the map has taken its size."""
    table.window(width, height)
    table.soon(lambda: abs(table.ask("app.aid.map_width") - map_width(table)) <= 1)
    table.settle()


def map_width(table: Table) -> float:
    return float(table.canvas.bounding_box()["width"])


def whole(table: Table) -> None:
    """Nothing is cut off and nothing overlaps."""
    assert table.page.evaluate(CUT_OFF) == []
    assert table.page.evaluate(CUT_LISTS) == []
    assert table.page.evaluate(OVERLAPS) == []


def test_what_is_cut_off_or_overlaps_is_seen(sized: Table) -> None:
    """The two measures of this file notice what they are for."""
    sized.my("REINFORCE")
    whole(sized)
    style = sized.page.add_style_tag(content=".rk-panel table { width: 700px !important }")
    assert sized.page.evaluate(CUT_OFF)
    style.evaluate("s => s.textContent = '.rk-panel .rk-prompt { margin-bottom: -40px }'")
    assert sized.page.evaluate(OVERLAPS)
    style.evaluate("s => s.remove()")
    whole(sized)


@pytest.mark.parametrize("width", [600, 1000, 1280, 1400, 1900])
def test_nothing_is_cut_off_or_overlaps_in_an_attack(sized: Table, width: int) -> None:
    sized.my("ATTACK", SIX)
    resize(sized, width)
    src, dst = sized.front(least=3)
    sized.click(src)
    sized.click(dst)
    sized.expect("%", ".rk-big")
    sized.button("Roll once").click()
    expect(sized.page.locator(".rk-dice svg[role=img]")).to_be_visible()
    sized.shot(f"width-{width}")
    whole(sized)
    assert sized.page.evaluate(LINES) == (1 if width >= 1000 else 2)
    beside = sized.page.locator(".rk-panel").bounding_box()["x"] > 400
    assert beside == (width >= 1280), "the panel is beside the map where there is room"
    sized.healthy()


def test_a_laptop_shows_map_panel_and_players_without_scrolling(sized: Table) -> None:
    sized.my("ATTACK")
    resize(sized, 1440, 900)
    src, dst = sized.front(least=3)
    sized.click(src)
    sized.click(dst)
    sized.expect("%", ".rk-big")
    sized.caught_up()
    top = sized.page.locator(".rk-panel .rk-stepper").bounding_box()["y"]
    sized.button("Roll once").click()
    expect(sized.page.locator(".rk-dice svg[role=img]")).to_be_visible()
    seen = sized.page.locator(".jp-WindowedPanel-outer").first.bounding_box()
    for part in ("canvas.rk-map", ".rk-panel .rk-table", ".rk-tabbar"):
        box = sized.page.locator(part).first.bounding_box()
        assert box["y"] + box["height"] <= seen["y"] + seen["height"], part
    assert sized.page.locator(".rk-panel .rk-stepper").bounding_box()["y"] == top


def test_open_charts_and_the_map_are_in_sight_together(sized: Table) -> None:
    sized.begin_at("mine(s, Phase.REINFORCE) and s.turn > 3")
    resize(sized, 1440, 900)
    wide = map_width(sized)
    sized.page.locator(".rk-tabbar button", has_text="Charts").click()
    sized.page.wait_for_selector(".rk-charts img")
    expect(sized.page.locator(".rk-beside")).to_contain_text("Australia")
    sized.soon(lambda: abs(sized.ask("app.aid.map_width") - map_width(sized)) <= 1)
    assert map_width(sized) < 0.7 * wide
    seen = sized.page.locator(".jp-WindowedPanel-outer").first.bounding_box()
    middles = [
        box["y"] + box["height"] / 2
        for box in (image.bounding_box() for image in sized.page.locator(".rk-charts img").all())
    ]
    assert sum(y < seen["y"] + seen["height"] for y in middles) >= 4
    whole(sized)
    src, _ = sized.front()
    x, y = sized.spot(src)
    sized.canvas.hover(position={"x": x, "y": y})
    expect(sized.page.locator(".rk-beside")).to_contain_text(src)
    sized.page.locator(".rk-tabbar button", has_text="Story").click()
    sized.soon(lambda: map_width(sized) == wide)
    expect(sized.page.locator(".rk-beside")).to_be_hidden()


@pytest.mark.parametrize("width", [600, 1000, 1900])
def test_nothing_is_cut_off_or_overlaps_in_the_other_parts(sized: Table, width: int) -> None:
    game = DEALT.replace("seed=3", "seed=12")
    sized.begin_at("mine(s, Phase.REINFORCE) and app.game.best_trade() is not None", game)
    resize(sized, width)
    whole(sized)
    sized.run("until(lambda s: s.phase is Phase.FORTIFY and s.actor == 0)")
    sized.settle()
    whole(sized)
    for tab in ("Cards", "Charts", "Story"):
        sized.page.locator(".rk-tabbar button", has_text=tab).click()
        if tab == "Charts":
            sized.page.wait_for_selector(".rk-charts img")
            sized.shot(f"charts-{width}")
        whole(sized)
    sized.healthy()


@pytest.mark.parametrize("width", [600, 1000, 1900])
def test_the_form_fits_every_width(sized: Table, width: int) -> None:
    sized.begin()
    sized.window(width, 1000)
    sized.button("New game").click()
    sized.page.wait_for_function(FORM)
    sized.page.locator(".rk-app .jupyter-widget-Collapse-header").click()
    expect(sized.page.locator(".rk-app .jupyter-widget-Collapse-contents")).to_be_visible()
    super(Table, sized).shot(f"form-{width}")
    whole(sized)
    sized.button("Back to the game").click()
    expect(sized.canvas).to_be_visible()


def test_the_form_opens_with_the_board_and_the_button_in_sight(sized: Table) -> None:
    sized.begin()
    sized.window(1280, 800)
    sized.button("New game").click()
    sized.page.wait_for_function(FORM)
    seen = sized.page.locator(".jp-WindowedPanel-outer").first.bounding_box()
    for part in (".rk-thumb svg", ".rk-foot button:has-text('Start')"):
        box = sized.page.locator(part).first.bounding_box()
        assert box["y"] + box["height"] <= seen["y"] + seen["height"], part
        assert box["width"] > 200, part
    sized.button("Back to the game").click()
    expect(sized.canvas).to_be_visible()


def test_the_dark_theme_is_followed_at_once(sized: Table) -> None:
    sized.my("REINFORCE")
    light = sized.image().getpixel((6, 6))
    assert light == rgb(LIGHT.sea)
    theme(sized, "JupyterLab Dark")
    sized.soon(lambda: sized.image().getpixel((6, 6)) == rgb(DARK.sea))
    sized.shot("dark")
    page = sized.page.evaluate(
        "getComputedStyle(document.querySelector('.rk-app')).backgroundColor"
    )
    assert page == "rgb(18, 24, 30)"
    theme(sized, "JupyterLab Light")
    sized.soon(lambda: sized.image().getpixel((6, 6)) == light)


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def test_names_are_shown_as_they_are_typed(sized: Table) -> None:
    sized.my("REINFORCE", SIX)
    players = sized.page.locator(".rk-panel .rk-table")
    expect(players).to_contain_text("<b>Cleo</b>")
    expect(players).to_contain_text(LONG)
    sized.run("until(lambda s: s.phase is Phase.REINFORCE and s.actor == 2)")
    expect(sized.page.locator(".rk-app")).to_contain_text("<b>Cleo</b>")
    assert sized.page.locator(".rk-app b", has_text="Cleo").count() == 0


def test_the_canvas_is_sharp_on_a_dense_display(browser: Any, play: Any) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, device_scale_factor=2)
    page = context.new_page()
    dense = Table(page, play)
    code = f"import risknb as rk\napp = rk.play({DEALT}, speed=4)\napp"
    dense.open(play.notebook(code, "dense"))
    width = dense.canvas.bounding_box()["width"]
    dense.soon(lambda: abs(dense.canvas.evaluate("c => c.width") - 2 * width) < 0.06 * width)
    dense.connect()
    dense.expect("Ada, ")
    src, _ = dense.front()
    armies = dense.armies(src)
    dense.click(src)
    dense.soon(lambda: dense.armies(src) == armies + 1)
    dense.close()
    context.close()
