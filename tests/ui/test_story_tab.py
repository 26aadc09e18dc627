"""The story below the map: it follows the game line by line, also when steps are taken back."""

from __future__ import annotations

import re
from random import Random

import pytest

from risknb import story
from risknb.game import Game
from risknb.moves import Roll
from risknb.rules import perform
from risknb.ui import App, review
from risknb.ui.choice import attack_sources, attack_targets, places
from risknb.ui.tabs import KINDS
from risknb.ui.words import Line, Story

from .player import act

DEALT = {"setup": "deal", "placing": "auto"}
PEOPLE = ["Ada", "Ben", "Cleo"]


def played(turns: int = 12) -> Game:
    """A game of bots that has gone on for a while."""
    return Game(PEOPLE, seed=4, options=DEALT, bots=dict.fromkeys(PEOPLE, "rusher")).play(turns)


def long_battle(lines: list[Line]) -> Line:
    return next(line for line in lines if "taken" in line.kinds and line.number - line.first > 3)


@pytest.mark.parametrize("options", [DEALT, {**DEALT, "defend": "ask", "commander": True}])
def test_the_story_grows_to_what_it_would_be_if_told_at_once(options: dict[str, object]) -> None:
    bots = {"Ben": "rusher", "Cleo": "rusher"}
    app = App(Game(PEOPLE, seed=1, options=options, bots=bots, training=True))
    luck, taken_back = Random(3), 0
    for _ in range(60):
        if luck.random() < 0.25 and app.game.can_pop():
            app.undo()
            taken_back += 1
        else:
            act(app, luck)
        assert app.story.catch_up() == Story(app.game).catch_up()
    assert taken_back > 5


def test_a_battle_called_off_goes_on_when_that_is_taken_back() -> None:
    app = App(Game(PEOPLE, seed=1, options=DEALT))
    app.ready()
    app.place(territory=next(at for at in places(app.state) if app.state.hostile[at]))
    src = attack_sources(app.state)[0]
    app.choose(src, attack_targets(app.state, src)[0])
    app.roll()
    app.go_on()
    assert "called off" in app.story.catch_up()[-1].text
    app.undo()
    assert "attacked" in app.story.catch_up()[-1].text


def test_what_is_told_for_good_is_not_gone_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def count(*step: object) -> None:
        made.append(step)
        perform(*step)  # type: ignore[arg-type]

    game = played()
    told = Story(game)
    told.catch_up()
    monkeypatch.setattr(story, "perform", count)
    told.catch_up()
    last = len(made)
    game.play(1)
    told.catch_up()
    assert last < 40
    assert len(made) < 2 * last + 100 < len(game.steps)


@pytest.mark.parametrize("name", [name for name, kinds in KINDS.items() if kinds])
def test_the_filter_shows_the_lines_asked_for(name: str) -> None:
    app = App(played())
    every = app.story.catch_up()
    app.tabs.most = len(every)
    app.tabs.filter.value = name
    app.tabs.show()
    shown = [int(n) for n in re.findall(r"moment:(\d+)", app.tabs.story.value)]
    assert 0 < len(shown) < len(every)
    assert shown == [line.number for line in reversed(every) if line.kinds & (KINDS[name] or set())]


def test_captures_are_the_lines_in_which_something_was_taken() -> None:
    lines = App(played()).story.catch_up()
    took = [line for line in lines if " took " in line.text]
    assert took
    assert took == [line for line in lines if "taken" in line.kinds]


def test_every_turn_begins_with_one_line() -> None:
    lines = App(played()).story.catch_up()
    begun = [line.turn for line in lines if "turn" in line.kinds]
    assert begun == sorted({line.turn for line in lines})


def test_a_line_of_a_battle_shows_how_it_ended() -> None:
    app = App(played())
    line = long_battle(app.story.catch_up())
    app._page_says(None, {"type": "act", "act": f"moment:{line.number}"}, [])
    dst = app.game.steps[line.first].move.dst
    assert app.game.at(line.first).owners[dst] != line.seat
    assert app.shown().owners[dst] == line.seat
    app.tabs.most = 1000
    app.tabs.show()
    assert re.findall(r'moment:(\d+)" aria-current', app.tabs.story.value) == [str(line.number)]


def test_a_review_shows_dice_on_the_map_where_they_were_thrown() -> None:
    replay = review(played()).reviewing
    assert replay is not None
    for number, step in enumerate(replay.game.steps, 1):
        if isinstance(step.chance, Roll):
            replay.go(number)
            marks = replay._perform(replay.game.at(number - 1), step)
            assert marks.dice == (tuple(step.chance.attack), tuple(step.chance.defend))
            assert (marks.selected, marks.target) == step.move[:2]
            return
    raise AssertionError("nobody attacked")


def test_a_review_shows_the_throws_of_a_battle_and_then_its_result() -> None:
    replay = review(played()).reviewing
    assert replay is not None
    line = long_battle(replay.lines)
    replay.go(line.first + 1)
    assert re.search(r"attacked .*: [\d ]+ against \d", replay.text.value)
    replay.go(line.first + 2)
    assert "In 2 throws" in replay.text.value
    replay.go(line.number)
    assert " took " in replay.text.value
    replay.go(0)
    assert "The beginning" in replay.text.value
