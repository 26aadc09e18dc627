"""Games in sentences: every step of every mode is told, and told to the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from risknb.game import Game
from risknb.story import tell

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.rgn"))


def told(game: Game) -> list[str]:
    return list(tell(game.players, game.at(0), game.steps))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_game_is_told_to_its_end(path: Path) -> None:
    game = Game.load(path)
    sentences = [line for line in told(game) if not line.startswith("-- Turn")]
    assert len(sentences) == len(game.steps)
    assert all(re.fullmatch(r"[A-Z].*\.", line) for line in sentences)
    winners = [game.players[seat] for seat in game.state.winners]
    assert re.search(r" wins?: ", sentences[-1])
    assert all(name in sentences[-1] for name in winners)


def test_a_mission_is_shown_in_words() -> None:
    mission = next(path for path in GOLDEN if path.stem == "2003-mission")
    shown = [line for line in told(Game.load(mission)) if "shows a mission" in line]
    assert shown
    assert all(re.search(r": (hold|take|get|trade|break|stand|have)", s) for s in shown)
