"""Seeds: a secret while the game runs, proof of fair dice afterwards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playing import Deciders, Table

from risknb import Game
from risknb.reading import short
from risknb.record import commitment
from risknb.seeds import MAX_SEED, Seed, Seeds, derive, make

TABLE = Table("2018", "domination", 3, "archipelago")


def played(steps: int, **more: object) -> Game:
    game, bots = TABLE.game(5, **more), Deciders(3, Random(5))
    while len(game.steps) < steps and not game.state.over:
        game.push(bots.choose(game.state))
    return game


def test_a_seed_keeps_its_word() -> None:
    seed = make(7, "mittens")
    assert (seed.step, seed.text, seed.known) == (7, "mittens", True)
    assert seed.commitment == commitment(seed.salt, "mittens")
    assert "mittens" not in repr(seed)
    assert seed.salt not in repr(seed)


def test_the_same_seed_is_said_in_another_way_every_time() -> None:
    assert make(0, "1").commitment != make(0, "1").commitment
    assert make(0).text != make(0).text


@pytest.mark.parametrize("text", ["", "a\nb", "\0", "x" * (MAX_SEED + 1)])
def test_a_seed_is_a_short_line(text: str) -> None:
    with pytest.raises(ValueError, match="seed"):
        make(0, text)


@pytest.mark.parametrize("seed", [10**5000, -(10**5000), True, [1], 1j], ids=short)
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(ValueError, match="a number or a text of 1 to 200 printable letters"):
        make(0, seed)


def test_the_longest_seed_is_taken() -> None:
    assert make(0, "x" * MAX_SEED).known


def test_a_derived_seed_has_its_own_luck() -> None:
    assert derive("1", "bot 0") == derive("1", "bot 0")
    assert len({derive("1", "bot 0"), derive("1", "bot 1"), derive("2", "bot 0"), "1"}) == 4


def steps_of(seeds: Seeds) -> list[tuple[int, str]]:
    return [(seed.step, seed.commitment) for seed in seeds]


def test_a_seed_that_answered_nothing_makes_room_for_the_next() -> None:
    seeds = Seeds(Seed(0, "first"))
    for step, name in ((10, "b"), (10, "c"), (20, "d")):
        seeds.add(Seed(step, name))
    assert steps_of(seeds) == [(0, "first"), (10, "c"), (20, "d")]
    assert seeds.last.commitment == "d"


def test_the_first_seed_stays_even_if_it_answered_nothing() -> None:
    """The header names it."""
    seeds = Seeds(Seed(0, "first"))
    seeds.add(Seed(0, "b"))
    assert steps_of(seeds) == [(0, "first"), (0, "b")]


@pytest.mark.parametrize(
    ("to", "left"),
    [
        (25, [(0, "first"), (10, "b"), (20, "c")]),
        (20, [(0, "first"), (10, "b"), (20, "c")]),
        (15, [(0, "first"), (10, "b"), (15, "c")]),
        (10, [(0, "first"), (10, "c")]),
        (5, [(0, "first"), (5, "c")]),
        (0, [(0, "first"), (0, "c")]),
    ],
)
def test_taking_back_goes_on_with_the_newest_luck(to: int, left: list[tuple[int, str]]) -> None:
    seeds = Seeds(Seed(0, "first"))
    seeds.add(Seed(10, "b"))
    seeds.add(Seed(20, "c"))
    seeds.rewind(to)
    assert steps_of(seeds) == left


def test_only_the_right_key_reveals_a_seed() -> None:
    true, other = make(0, "one"), make(0, "two")
    seeds = Seeds(Seed(0, true.commitment))
    seeds.reveal([(other.salt, "one"), (true.salt, "two"), (other.salt, other.text)])
    assert seeds.pairs() == []
    seeds.reveal([(true.salt, "one")])
    assert seeds.pairs() == [(true.salt, "one")]
    seeds.reveal([])
    assert seeds.last.known, "what is known stays known"


# -- in a game -----------------------------------------------------------------------------------
def test_the_dice_of_a_game_can_be_verified() -> None:
    game = played(300)
    check = game.verify_dice()
    assert check.ok
    assert check.answers == sum(step.chance is not None for step in game.steps)


def test_dice_given_by_hand_are_told_and_leave_the_rest_verifiable() -> None:
    game = played(40)
    bots = Deciders(3, Random(6))
    while game.state.phase.name != "ATTACK":
        game.push(bots.choose(game.state))
    attack = next(move for move in game.legal_moves() if len(move) == 3)
    src, dst = (game.board.codes[at] for at in attack[:2])
    defenders = "1" * min(2, game.armies(dst))
    given = len(game.steps)
    game.push(f"{src}>{dst}*1=1:{defenders}")
    for _ in range(60):
        game.push(bots.choose(game.state))
    assert set(game.verify_dice().unlike) <= {given}


def test_another_seed_does_not_confirm_the_dice() -> None:
    game = played(100)
    game._seeds = Seeds(make(0, "another"))
    assert not game.verify_dice().ok


def test_a_game_without_its_seed_says_so() -> None:
    finished = played(10_000)
    assert finished.state.over
    text = "\n".join(line for line in str(finished).splitlines() if not line.startswith("[Key"))
    with pytest.raises(ValueError, match="secret"):
        Game.parse(text + "\n").verify_dice()


def test_luck_taken_back_never_comes_again() -> None:
    """In a training game a roll can be taken back; the next one is another's."""
    game = played(200, training=True)
    bots = Deciders(3, Random(6))
    while game.steps[-1].chance is None:
        game.push(bots.choose(game.state))
    seen = set()
    for _ in range(8):
        last = game.pop()
        game.push(last.move)
        seen.add(game.steps[-1].chance)
    assert len(seen) > 1
    assert game.verify_dice().ok
