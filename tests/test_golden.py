"""Golden games: one for every edition and mode, which must replay to the position written down.

A game that no longer replays means that a rule, the notation or the luck has changed. If that was
meant, make the game anew, from the project's folder:

    .venv/bin/python tests/test_golden.py 2018 capital

which writes ``tests/golden/2018-capital.rgn`` and its line in ``tests/golden/digests.txt``: the
final position, and the legal moves, in their order, of every tenth position.
"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from random import Random

import pytest
from playing import Deciders, Table, check_tables, plain_tables

from risknb import Game, record
from risknb.moves import FORCED
from risknb.notation import move_text
from risknb.rules import apply, begin, legal_moves

GOLDEN = Path(__file__).parent / "golden"
DIGESTS = GOLDEN / "digests.txt"
EXPERT = (
    ("expert_sets", True), ("multi_fortify", True), ("army_cap", True), ("reroll", True),
    ("commander", True), ("defend", "ask"),
)  # fmt: skip


def wanted() -> dict[str, Table]:
    """The games there must be: an edition and mode each, and one with every expert variation."""
    found: dict[str, Table] = {}
    for table in plain_tables():
        if table.board == "classic":
            found.setdefault(f"{table.edition}-{table.mode}", table)
    found["2018-expert"] = Table("2018", "domination", 3, options=EXPERT)
    return found


def digests() -> dict[str, list[str]]:
    lines = DIGESTS.read_text(encoding="utf-8").splitlines() if DIGESTS.exists() else []
    return {words[0]: words[1:] for words in map(str.split, lines)}


def order_digest(game: Game) -> str:
    """A hash of the legal moves, in order, of every tenth position."""
    state, found = begin(game.board, game.rules, len(game.players)), blake2b(digest_size=8)
    for number, step in enumerate(game.steps):
        if number % 10 == 0:
            found.update(" ".join(move_text(state, m) for m in legal_moves(state)).encode())
        apply(state, step.move, step.chance)
    return found.hexdigest()


NAMES = sorted(wanted())


def test_every_edition_and_mode_has_a_golden_game() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.rgn")) == NAMES
    assert sorted(digests()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_replays_to_the_same_position(name: str) -> None:
    game, table = Game.load(GOLDEN / f"{name}.rgn"), wanted()[name]
    assert (game.rules.edition, game.rules.mode) == (table.edition, table.mode)
    assert game.outcome() is not None
    assert [game.state.digest(), order_digest(game)] == digests()[name]


@pytest.mark.parametrize("name", NAMES)
def test_written_again_byte_by_byte(name: str) -> None:
    path = GOLDEN / f"{name}.rgn"
    assert str(Game.load(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_revealed_seed_gives_the_same_luck(name: str) -> None:
    """Anyone can verify the dice of a finished game: seed and decisions give every answer again."""
    path = GOLDEN / f"{name}.rgn"
    game, found = Game.load(path), record.read(path)
    salt, seed = found.tags["Key"]
    assert record.commitment(salt, seed) == found.tags["Seed"][0]
    again = wanted()[name].game(seed)
    for step in game.steps:
        if not isinstance(step.move, FORCED):
            again.push(step.move)
    assert again.steps == game.steps


@pytest.mark.parametrize("name", NAMES)
def test_the_tables_of_a_game_add_up_to_its_position(name: str) -> None:
    """Invariant 24: what frames say was placed, lost and traded is what the table shows."""
    check_tables(Game.load(GOLDEN / f"{name}.rgn"))


def test_another_process_comes_to_the_same_position() -> None:
    """Hash seeds and the order of sets and tables have no say."""
    code = "import sys, risknb; print(*(risknb.Game.load(p).state.digest() for p in sys.argv[1:]))"
    paths = [str(GOLDEN / f"{name}.rgn") for name in NAMES[:4]]
    for seed in ("1", "2"):
        found = subprocess.run(
            [sys.executable, "-c", code, *paths], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert found.stdout.split() == [digests()[name][0] for name in NAMES[:4]]


def make(name: str) -> None:
    """Play many games, and write down the one of medium length with most kinds of moves."""
    table, found = wanted()[name], list[Game]()
    for seed in range(1, 80):
        game, bots = table.game(seed), Deciders(table.seats, Random(seed))
        while not game.state.over and len(game.steps) < 900:
            game.push(bots.choose(game.state))
        if game.state.over and len(game.steps) > 250:
            found.append(game)
    game = max(found, key=lambda game: len({type(step.move) for step in game.steps}))
    game.save(GOLDEN / f"{name}.rgn")
    lines = {**digests(), name: [game.state.digest(), order_digest(game)]}
    text = "".join(f"{key} {' '.join(words)}\n" for key, words in sorted(lines.items()))
    DIGESTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    make("-".join(sys.argv[1:]))
