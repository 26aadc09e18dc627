"""Bots at the screen: watched, paused, stepped, hurried, answered meanwhile, to the game's end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .table import DEALT, Table

SLOW_BOT = '''
class Slow:
    """Thinks for a while about everything, once it is told to, and then does as rushers do."""

    thinks = 0.0

    def __init__(self):
        self.wise = rk.bot("rusher")

    def choose(self, view):
        import time
        end = time.monotonic() + Slow.thinks
        while time.monotonic() < end:
            sum(range(500))
        return self.wise.choose(view)
'''


def test_bots_are_watched_paused_stepped_and_hurried(table: Table) -> None:
    table.my("FORTIFY", speed=1)
    table.button("End turn").click()
    table.expect("is thinking")
    table.button("Pause").click()
    expect(table.button("Go on")).to_be_visible()
    table.settle(1.0)
    table.shot("paused")
    steps = table.steps()
    table.page.wait_for_timeout(1200)
    assert table.steps() == steps
    table.button("One step").click()
    table.soon(lambda: table.steps() > steps)
    table.page.wait_for_timeout(600)
    assert table.ask("app.paused")
    table.button("To my turn, at once").click()
    table.expect(re.compile("^Ada, "))
    assert not table.ask("app.paused")
    table.healthy()


def test_the_speed_slider_reaches_the_bots(table: Table) -> None:
    table.my("FORTIFY", speed=1)
    handle = table.page.locator(".rk-speed .noUi-handle")
    handle.focus()
    table.page.keyboard.press("End")
    table.soon(lambda: table.ask("app.settings.delay") == 0)
    turn = table.ask("app.state.turn")
    table.button("End turn").click()
    table.soon(lambda: table.ask("app.state.turn") > turn)
    table.expect(re.compile("^Ada, "))
    table.healthy()


def test_a_click_is_answered_while_a_bot_thinks(table: Table) -> None:
    table.run(SLOW_BOT)
    game = DEALT.replace('"Ben": "planner", "Cleo": "planner"', '"Ben": Slow(), "Cleo": Slow()')
    table.my("FORTIFY", game)
    table.run("Slow.thinks = 0.6")
    table.button("End turn").click()
    table.expect("is thinking")
    table.soon(lambda: table.ask("app.thinking") > 0)
    mine = table.ask("app.game.board.names[app.state.owners.index(0)]")
    table.click(mine)
    table.expect("'s turn.", ".rk-error")
    expect(table.page.locator(".rk-table")).to_contain_text("thinking")
    table.shot("thinking")
    table.run("app.runner.stop()")


def test_a_bot_that_fails_is_replaced_and_named(table: Table) -> None:
    table.run(
        "class Broken:\n    def choose(self, view):\n        raise KeyError('no <b>idea</b>')\n"
    )
    game = DEALT.replace('"Ben": "planner"', '"Ben": Broken()')
    table.begin(game)
    table.expect("bot failed", ".rk-error")
    table.shot("failed-bot")
    assert table.page.locator(".rk-error b").count() == 0
    table.expect(re.compile("^Ada, "))
    assert table.page.errors == []


def test_my_turn_is_finished_for_me(table: Table) -> None:
    table.my("REINFORCE")
    turn = table.ask("app.state.turn")
    table.button("Finish my turn").click()
    table.soon(lambda: table.ask("app.state.turn") > turn)
    table.expect(re.compile("^Ada, "))
    table.healthy()


def test_a_whole_game_to_its_end(table: Table) -> None:
    """Every turn of Ada's is finished for her, with the mouse, until somebody has won."""
    table.my("REINFORCE")
    finish = table.button("Finish my turn")
    for _ in range(120):
        if table.ask("app.state.over"):
            break
        if table.ask("app.human_decides"):
            finish.click()
        table.page.wait_for_timeout(60)
    table.soon(lambda: table.ask("app.state.over"), most=20)
    winner = table.ask("list(app.game.outcome().winners)")[0]
    name = table.ask(f"app.game.players[{winner}]")
    table.expect(f"{name} wins")
    expect(table.page.get_by_text(re.compile(r"^After \d+ turns"))).to_be_visible()
    table.shot("over")
    lands = table.ask("[app.game.board.names[t] for t in range(42)]")
    colours = {table.colour(land) for land in lands[::6]}
    assert len(colours) == 1, "the map shows the winner everywhere"
    table.healthy()
    table.button("Review the game").click()
    expect(table.button("Play on from here")).to_be_visible()
    table.shot("review")
    assert table.page.errors == []
