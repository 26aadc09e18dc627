"""Every edition and mode is played at the screen, without a browser, by plain methods."""

from __future__ import annotations

import pytest

from risknb.editions import EDITIONS, edition_file, modes
from risknb.game import Game
from risknb.ui import App

from .player import play_turns

EVERY = [(edition, mode) for edition in EDITIONS for mode in modes(edition)]


def game_of(edition: str, mode: str, **more: object) -> Game:
    """The smallest game of a mode: two people at the screen, bots on the other seats."""
    found = edition_file(edition)
    counts = found["modes"][mode].get("players", found["rules"]["players"])
    names = ["Ada", "Ben", "Cleo", "Dev", "Eve", "Finn"][: min(counts)]
    bots = dict.fromkeys(names[2:], "rusher")
    return Game(names, edition=edition, mode=mode, seed=5, bots=bots, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("edition", "mode"), EVERY)
def test_every_mode_is_played_at_the_screen(edition: str, mode: str) -> None:
    app = App(game_of(edition, mode))
    play_turns(app, 4)
    assert app.state.over or app.state.turn > 4


@pytest.mark.parametrize(
    "option", ["reroll", "commander", "army_cap", "multi_fortify", "expert_sets"]
)
def test_expert_rules_are_played_at_the_screen(option: str) -> None:
    options = {"setup": "deal", "placing": "auto", option: True}
    app = App(game_of("2018", "domination", options=options))
    play_turns(app, 5)
    assert app.state.over or app.state.turn > 5


def test_the_defender_is_asked_at_the_screen() -> None:
    options = {"setup": "deal", "placing": "auto", "defend": "ask"}
    app = App(game_of("2003", "domination", options=options))
    play_turns(app, 4)
    assert app.state.over or app.state.turn > 4
