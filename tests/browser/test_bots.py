"""Bots at the screen: watched, paused, stepped, hurried, answered meanwhile, to the game's end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from .table import DEALT, Table

SLOW_BOT = '''
import threading

class Slow:
    """Thinks as hard as it can until it is set free, and then does as rushers do."""

    free = threading.Event()
    free.set()

    def __init__(self):
        self.wise = rk.bot("rusher")

    def choose(self, view):
        while not Slow.free.is_set():
            sum(range(500))
        return self.wise.choose(view)
'''
SLOW = DEALT.replace('"Ben": "planner", "Cleo": "planner"', '"Ben": Slow(), "Cleo": Slow()')


@contextmanager
def a_bot_thinking(table: Table) -> Iterator[None]:
    """Ada has just ended her turn, and a bot thinks until ``Slow.free`` is set."""
    table.run(SLOW_BOT)
    table.my("FORTIFY", SLOW)
    table.run("Slow.free.clear()")
    try:
        table.button("End turn").click()
        table.expect("is thinking")
        table.soon(lambda: table.ask("app.thinking") > 0)
        yield
    finally:
        table.run("app.runner.stop(); Slow.free.set()")


@pytest.fixture
def slow(table: Table) -> Iterator[Table]:
    """A table at which a bot thinks."""
    with a_bot_thinking(table):
        yield table


def test_bots_are_watched_paused_stepped_and_hurried(slow: Table) -> None:
    slow.button("Pause").click()
    expect(slow.button("Go on")).to_be_visible()
    slow.run("Slow.free.set()")
    slow.soon(lambda: not slow.ask("app.runner.busy"))
    slow.expect("the bots are stopped")
    slow.shot("paused")
    steps = slow.steps()
    slow.page.wait_for_timeout(600)
    assert slow.steps() == steps
    slow.button("One step").click()
    slow.soon(lambda: slow.steps() > steps and not slow.ask("app.runner.busy"))
    assert slow.ask("app.paused")
    slow.button("To my turn, at once").click()
    slow.expect(re.compile("^Ada, "))
    assert not slow.ask("app.paused")
    slow.healthy()


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


def test_a_click_is_answered_while_a_bot_thinks(slow: Table) -> None:
    mine = slow.ask("app.game.board.names[app.state.owners.index(0)]")
    slow.click(mine)
    slow.expect("'s turn.", ".rk-error")
    expect(slow.page.locator(".rk-table")).to_contain_text("thinking")
    slow.shot("thinking")
    assert slow.ask("not Slow.free.is_set() and app.thinking > 0"), "all the while"


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


def over(table: Table) -> bool:
    """Whether somebody has won."""
    return bool(table.ask("app.state.over"))


def test_a_whole_game_to_its_end(table: Table) -> None:
    """Every turn of Ada's is finished for her, with the mouse, until somebody has won."""
    table.my("REINFORCE")
    finish = table.button("Finish my turn")
    while not over(table):
        turn = table.ask("app.state.turn")
        finish.click()
        table.soon(lambda turn=turn: table.ask("app.state.turn") > turn or over(table))
        table.soon(lambda: table.ask("app.human_decides") or over(table))
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
