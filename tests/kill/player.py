"""A process that plays saved games, and tells on a "screen" what it has shown.

The screen is a file to which a whole line is written after a step was made, as a notebook would
draw it then. Lines: ``game + number step``, ``game < number`` before a step is taken back and
``game - number`` after, ``game = number`` when a game is on screen again, ``game over``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random
from typing import Any

from risknb import Game, SaveError, saves
from risknb.notation import step_text

#: Edition, mode, seats, options.
TABLES: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("2018", "domination", 3, {}),
    ("2003", "mission", 4, {}),
    ("2003", "team", 4, {}),
    ("2003", "two-player-active", 2, {}),
    ("five-army", "secret-mission", 4, {}),
    ("2018", "capital", 3, {"defend": "ask"}),
    ("2010", "domination", 2, {}),
    ("2018", "domination", 4, {"reroll": True, "commander": True, "placing": "auto"}),
)


class Screen:
    """The file that stands for what a player has seen."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def show(self, *words: object) -> None:
        os.write(self._file, (" ".join(map(str, words)) + "\n").encode())


def new_game(random: Random) -> Game:
    """A game of bots, saved step by step; one in three is a training game."""
    edition, mode, seats, options = random.choice(TABLES)
    game = Game(
        [f"P{seat}" for seat in range(seats)], edition=edition, mode=mode, options=options,
        bots=dict.fromkeys(range(seats), "rusher"), training=random.random() < 1 / 3,
    )  # fmt: skip
    game.autosave(saves.new_path(game))
    return game


def begin(random: Random) -> Game:
    """What the first cell of the notebook does: go on, or, one time in ten, begin a new game."""
    if random.random() < 0.1:
        return new_game(random)
    try:
        return saves.resume()
    except SaveError:
        return new_game(random)


def play(screen: Screen, game: Game, random: Random) -> None:
    """Play a game to its end, showing every step once it is made."""
    name = Path(game.file or "").name
    screen.show(name, "=", len(game.steps))
    while not game.state.over:
        before = len(game.steps)
        if game.training and random.random() < 0.05 and game.can_pop():
            screen.show(name, "<", before)
            game.pop()
            screen.show(name, "-", len(game.steps))
            continue
        actor = game.state.actor
        bot = game.bot_of(actor)
        assert bot is not None
        game.carry_out(bot.choose(game.seen_by(actor)))
        for number, step in enumerate(game.steps[before:], before):
            screen.show(name, "+", number, step_text(game.board, step))
    screen.show(name, "over")


def main(folder: str, seed: str) -> None:
    """Play one game after the other until somebody ends this process."""
    os.environ["RISKNB_SAVES"] = folder
    random, screen = Random(seed), Screen(Path(folder) / "screen")
    while True:
        play(screen, begin(random), random)


if __name__ == "__main__":
    main(*sys.argv[1:])
