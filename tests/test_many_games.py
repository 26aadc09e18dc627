"""Two thousand games over all editions, modes, options and numbers of seats, all invariants on."""

from __future__ import annotations

import warnings
from random import Random

import pytest
from playing import Played, Table, check_record, plain_tables, watch, with_options

from risknb.editions import OPTIONS

GAMES = 2_000
CHUNKS = 20
SIZE = GAMES // CHUNKS
ROUNDS = 25  # the cap, in turns of every seat: most games are over long before
MOST_CAPPED = 0.2
TABLES = list(plain_tables())


def table_of(number: int) -> Table:
    """The table of a game: every plain one in turn, two games in three with options."""
    table = TABLES[number % len(TABLES)]
    return with_options(table, Random(number)) if number // len(TABLES) % 3 else table


def play(number: int) -> Played:
    table = table_of(number)
    try:
        played = watch(table, number, ROUNDS * table.seats, every=150)
        if number % 5 == 0:
            check_record(table, number, played)
    except Exception as problem:
        raise AssertionError(f"game {number} at {table}: {problem}") from problem
    return played


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_all_invariants_hold_in_many_games(chunk: int) -> None:
    played = [play(number) for number in range(chunk * SIZE, (chunk + 1) * SIZE)]
    capped = sum(game.capped for game in played)
    if capped:
        warnings.warn(
            f"chunk {chunk}: the cap of {ROUNDS} rounds ended {capped} of {len(played)} games",
            stacklevel=1,
        )
    assert capped <= MOST_CAPPED * len(played)


def test_every_mode_and_every_option_is_played() -> None:
    tables = [table_of(number) for number in range(GAMES)]
    assert {table[:4] for table in tables} >= {table[:4] for table in TABLES}
    assert {name for table in tables for name, _ in table.options} == set(OPTIONS)
