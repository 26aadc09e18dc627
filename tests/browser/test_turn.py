"""A turn with the mouse, part by part: the kernel's position and the canvas tell the same."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .table import TRIO, Table

CLAIMED = f'rk.Game({TRIO}, seed=3, bots={{"Ben": "planner", "Cleo": "planner"}})'


def test_claiming_gives_a_territory_its_owners_colour(table: Table) -> None:
    table.begin(CLAIMED)
    table.expect("Ada, claim")
    free = table.ask("[app.game.board.names[t] for t in range(42) if app.state.owners[t] < 0]")
    before = table.colour(free[0])
    table.click(free[0])
    table.soon(lambda: table.ask(f"app.game.owner({free[0]!r})") == "Ada")
    table.soon(lambda: table.colour(free[0]) != before)
    table.soon(lambda: table.ask("app.human_decides"))
    others = {table.ask(f"app.game.owner({name!r})") for name in free[1:]}
    assert {"Ben", "Cleo"} <= others
    table.shot("claim")


def test_a_claimed_territory_is_refused_in_one_sentence(table: Table) -> None:
    table.begin(CLAIMED)
    table.expect("Ada, claim")
    free = table.ask("[app.game.board.names[t] for t in range(42) if app.state.owners[t] < 0]")
    table.click(free[0])
    table.soon(lambda: table.ask(f"app.game.owner({free[0]!r})") == "Ada")
    table.soon(lambda: table.ask("app.human_decides"))
    steps = table.steps()
    table.click(free[0])
    table.expect("taken", ".rk-error")
    assert table.steps() == steps


def test_the_set_up_can_be_left_to_the_computer(table: Table) -> None:
    table.begin(CLAIMED)
    table.expect("Ada, claim")
    table.button("Finish the set-up").click()
    table.expect("Ada, place")
    assert table.ask("min(app.state.armies)") >= 1
    assert table.ask("app.state.phase.name") == "REINFORCE"


def test_placing_changes_the_badge_on_the_canvas(table: Table) -> None:
    table.my("REINFORCE")
    src, _ = table.front()
    armies, left = table.armies(src), table.ask("app.state.reserves[0]")
    before = table.badge(src)
    table.click(src)
    table.soon(lambda: table.armies(src) == armies + 1)
    table.soon(lambda: table.badge(src) != before)
    table.button("Place").click()
    table.now("Attack")
    assert table.armies(src) == armies + left
    table.healthy()


def test_an_attack_shows_its_dice_and_its_losses(table: Table) -> None:
    table.my("ATTACK")
    src, dst = table.front(least=4)
    table.click(src)
    table.expect("dashed ring")
    table.click(dst)
    table.expect("%", ".rk-big")
    before = table.badge(src), table.badge(dst)
    armies = table.armies(src), table.armies(dst)
    table.button("Roll once").click()
    dice = table.page.locator(".rk-dice svg[role=img]")
    expect(dice).to_be_visible()
    attack, defend, lost, killed = table.ask(
        "[sorted(app.throw.roll.attack, reverse=True), sorted(app.throw.roll.defend, reverse=True),"
        " *app.throw.roll.losses]"
    )
    said = " against ".join(" ".join(map(str, faces)) for faces in (attack, defend))
    expect(dice).to_have_attribute("aria-label", said)
    table.shot("attack")
    assert table.armies(src) == armies[0] - lost
    table.soon(lambda: (table.badge(src), table.badge(dst)) != before)
    if killed < armies[1]:
        assert table.armies(dst) == armies[1] - killed
    table.healthy()


def test_a_blitz_takes_the_territory_and_asks_who_moves_in(table: Table) -> None:
    table.begin_at(
        "mine(s, Phase.ATTACK) and max(s.armies[t] for t in range(42) if s.owners[t] == 0) > 9"
    )
    src, dst = table.front(least=6)
    table.click(src)
    table.click(dst)
    table.button("Blitz until captured").click()
    table.expect("is yours")
    table.shot("move-in")
    before = table.armies(src)
    slider = table.page.locator(".rk-panel .noUi-handle:visible").first
    slider.focus()
    table.page.keyboard.press("Home")
    table.expect("At least", ".rk-panel .rk-card")
    least = table.ask("app.choice.amount(app.state)[0]")
    table.soon(lambda: table.ask("app.choice.amount(app.state)[2]") == least)
    table.button("Move").click()
    table.expect("attack from")
    assert table.armies(src) == before - least
    assert table.armies(dst) == least
    table.soon(lambda: table.colour(dst) == table.colour(src))
    table.healthy()


def test_a_set_is_preselected_and_traded(table: Table) -> None:
    table.begin_at("mine(s, Phase.REINFORCE) and app.game.best_trade() is not None")
    left = table.ask("app.state.reserves[0]")
    pressed = table.page.locator(".rk-cards button[aria-pressed=true]")
    expect(pressed).to_have_count(3)
    table.shot("cards")
    trade = table.button("Trade for")
    worth = int(re.search(r"Trade for (\d+)", trade.text_content())[1])
    card = pressed.first.get_attribute("data-rk")
    table.page.locator(f'.rk-cards [data-rk="{card}"]').click()
    expect(trade).to_be_hidden()
    table.page.locator(f'.rk-cards [data-rk="{card}"]').click()
    expect(trade).to_be_visible()
    cards, sets = table.ask("[len(app.state.hands[0]), app.state.sets]")
    trade.click()
    table.soon(lambda: table.ask("len(app.state.hands[0])") == cards - 3)
    assert table.ask("app.state.reserves[0]") == left + worth
    assert table.ask("app.state.sets") == sets + 1
    table.healthy()


def test_fortify_lights_what_can_be_reached_and_moves(table: Table) -> None:
    table.my("ATTACK")
    table.run("app.go_on()")  # bots end their turns without stopping here
    table.expect("move armies from")
    src, dst = table.ask(
        "next([app.game.board.names[m.src], app.game.board.names[m.dst]]"
        " for m in app.game.legal_moves() if hasattr(m, 'src'))"
    )
    table.click(src)
    table.expect("ringed territory")
    table.shot("fortify")
    table.click(dst)
    table.expect("how many armies")
    steps = table.steps()
    table.button("Move").click()
    table.soon(lambda: table.steps() > steps)
    assert "Fortify" in table.ask(f"repr(app.game.steps[{steps}].move)")
    table.healthy()


def test_ending_the_turn_lets_the_bots_play_and_comes_back(table: Table) -> None:
    table.my("ATTACK")
    turn = table.ask("app.state.turn")
    table.button("Next: Fortify").click()
    table.now("Fortify")
    table.button("End turn").click()
    table.soon(lambda: table.ask("app.state.turn") > turn)
    table.soon(lambda: table.ask("app.state.actor") == 0)
    table.expect(re.compile("^Ada, "))
    assert table.ask("{s.seat for s in app.game.steps} >= {1, 2}")
    table.healthy()


def test_a_placement_is_taken_back(table: Table) -> None:
    table.my("REINFORCE")
    src, _ = table.front()
    table.settle()
    before, armies = table.badge(src), table.armies(src)
    table.click(src)
    table.soon(lambda: table.armies(src) == armies + 1)
    table.button("Undo").click()
    table.soon(lambda: table.armies(src) == armies)
    table.page.mouse.move(5, 5)
    table.run("app.choice.clear(); app.hover = None; app.changed()")
    table.soon(lambda: table.badge(src) == before)


def test_a_double_click_is_one_move(table: Table) -> None:
    table.my("ATTACK")
    src, dst = table.front(least=4)
    table.click(src)
    table.click(dst)
    table.expect("%", ".rk-big")
    steps = table.steps()
    table.button("Roll once").dblclick()
    table.soon(lambda: table.steps() > steps)
    table.settle()
    assert table.steps() == steps + 1


def test_a_double_click_on_the_map_is_one_click(table: Table) -> None:
    table.my("ATTACK")
    src, _ = table.front(least=4)
    table.run("app.choice.clear(); app.changed()")
    x, y = table.spot(src)
    table.canvas.dblclick(position={"x": x, "y": y})
    table.expect("dashed ring")
    table.settle()
    assert table.ask("app.choice.src") == table.board.index(src), "chosen, and not given up again"


def test_a_double_click_puts_one_starting_army(table: Table) -> None:
    game = CLAIMED.replace("seed=3", 'seed=3, options={"setup": "deal"}')
    table.begin(game)
    table.expect("Ada, put a starting army")
    left = table.ask("app.state.reserves[0]")
    src = table.ask("app.game.board.names[app.state.owners.index(0)]")
    x, y = table.spot(src)
    table.canvas.dblclick(position={"x": x, "y": y})
    table.soon(lambda: table.ask("app.state.reserves[0]") < left)
    table.settle()
    assert table.ask("app.state.reserves[0]") == left - 1


def test_fast_clicks_place_an_army_each(table: Table) -> None:
    table.my("REINFORCE")
    src, _ = table.front()
    armies, left = table.armies(src), int(table.ask("app.state.reserves[0]"))
    x, y = table.spot(src)
    table.canvas.click(position={"x": x, "y": y}, click_count=left)
    table.soon(lambda: table.armies(src) == armies + left)
    table.now("Attack")


def test_hovering_tells_the_odds_until_the_pointer_leaves_the_map(table: Table) -> None:
    table.my("ATTACK")
    src, dst = table.front(least=4)
    table.click(src)
    table.page.mouse.move(5, 5)
    table.settle()
    before = table.image().tobytes()
    x, y = table.spot(dst)
    table.canvas.hover(position={"x": x, "y": y})
    table.soon(lambda: table.ask("app.hover") == table.board.index(dst))
    table.soon(lambda: table.image().tobytes() != before)
    assert "%" in table.ask("app.hover_note()")
    table.shot("hover")
    table.settle()
    shown = table.image().tobytes()
    table.page.mouse.move(5, 5)
    table.soon(lambda: table.ask("app.hover") is None)
    table.soon(lambda: table.image().tobytes() != shown)
    corner = table.canvas.bounding_box()
    for way in range(4):  # quick moves are sent late: none may come after the pointer has left
        table.page.mouse.move(corner["x"] + x + way, corner["y"] + y)
    table.page.mouse.move(5, 5)
    table.page.wait_for_timeout(400)
    assert table.ask("app.hover") is None


def test_hidden_odds_leave_their_room(table: Table) -> None:
    def heights() -> list[float]:
        boxes = table.page.locator(".rk-panel button:visible, .rk-panel .rk-dice").all()
        return [box.bounding_box()["y"] for box in boxes]

    table.my("ATTACK")
    src, dst = table.front(least=4)
    table.run(f"app.choose({table.board.index(src)}, {table.board.index(dst)})")
    table.expect("%", ".rk-odds")
    table.caught_up()
    before = heights()
    table.run("app.settings.odds = False; app.changed()")
    expect(table.page.locator(".rk-odds")).not_to_contain_text("%")
    table.caught_up()
    assert heights() == before
    table.shot("no-odds")


def test_a_line_of_the_story_shows_its_moment(table: Table) -> None:
    table.begin_at("mine(s, Phase.REINFORCE) and s.turn > 6")
    table.settle()
    now = table.image().tobytes()
    rows = table.page.locator(".rk-story button")
    expect(rows).to_have_count(12)
    scroller = table.page.locator(".jp-WindowedPanel-outer").first
    scroller.evaluate("e => e.scrollTo(0, 9999)")
    assert table.canvas.bounding_box()["y"] < -150, "the map is scrolled away"
    rows.last.click()
    table.expect("This is how it was")
    assert table.canvas.bounding_box()["y"] >= scroller.bounding_box()["y"] - 1, "it comes back"
    table.soon(lambda: table.image().tobytes() != now)
    table.shot("moment")
    table.button("Back to now").click()
    table.expect("Ada, ")
    table.page.mouse.move(5, 5)
    table.healthy()
