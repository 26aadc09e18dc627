"""Make the sample class: thirty pupils, one short game each, for those who missed the lesson.

Run from the project's folder: ``python data/class/build/make_class.py``. Bots play the pupils'
parts, each with a style of its own; the same bots and seeds give the same throws.
"""

from pathlib import Path

from risknb import frames
from risknb.lessons import class_seed, short_game

FOLDER = Path(__file__).parent.parent
CLASS = "sample class"
PUPILS = (
    "ant", "bat", "bear", "bee", "carp", "crab", "crow", "deer", "dove", "eel", "elk", "finch",
    "fox", "frog", "hare", "hawk", "heron", "ibis", "lark", "lynx", "mole", "moth", "newt", "otter",
    "owl", "rook", "seal", "swan", "toad", "wren",
)  # fmt: skip
STYLES = ("beginner", "builder", "rusher", "odds", "planner")
FINEST = 7


def make(pupil: str, style: str) -> None:
    """One pupil's export: a game against two bots, under the alias."""
    seed = class_seed(CLASS, pupil)
    game = short_game(pupil, seed=seed, board="archipelago", played_by=style)
    rolls = frames.rolls({f"sample-{pupil}": game})
    rename = {pupil: pupil, **{name: f"bot-{at}" for at, name in enumerate(game.players[1:], 1)}}
    for column in ("attacker", "defender"):
        rolls[column] = rolls[column].astype("str").map(rename)
    rolls.round(FINEST).to_csv(FOLDER / f"{pupil}.csv", index=False)


if __name__ == "__main__":
    for number, pupil in enumerate(PUPILS):
        make(pupil, STYLES[number % len(STYLES)])
