"""The soak: mixed bots over all editions, modes and options, all to a lawful end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

from ..board import load as load_board
from ..editions import EDITIONS, RulesError, modes, rules_for
from .playing import Task, play
from .running import chunks, run

#: The bots that ship; the search thinks as briefly as it can, it would take most of the time.
BOTS = (
    "beginner", "rusher", "odds", "builder", "turtle", "avenger", "planner", "search:1", "drifter",
)  # fmt: skip

#: Options that are mixed into the games, one or two at a time.
SPICE: tuple[dict[str, Any], ...] = (
    {}, {}, {"commander": True}, {"reroll": True}, {"army_cap": True}, {"multi_fortify": True},
    {"expert_sets": True}, {"defend": "ask"}, {"defend_dice": 3}, {"cards": False},
    {"setup": "deal"}, {"placing": "auto"}, {"capital_short": True}, {"mission_deck": "us-1993"},
    {"status_roll": "end_of_combat"}, {"trade_after_elimination": "any"},
    {"east_africa_line": False},
)  # fmt: skip


class Soaked(NamedTuple):
    """What a soak found."""

    games: int
    truncated: int
    faults: list[str]


def task_of(number: int, seed: int | str) -> Task:
    """A mixed game: edition, mode, number of players, options and bots by the number's own luck."""
    luck = Random(f"soak:{seed}:{number}")
    while True:
        edition = luck.choice(EDITIONS)
        mode = luck.choice(modes(edition))
        players = luck.randint(2, 6)
        options = {**luck.choice(SPICE), **luck.choice(SPICE)}
        try:
            rules_for(
                edition, mode, players=players, options=options, board=load_board("classic")
            )
        except RulesError:
            continue
        bots = tuple(luck.choice(BOTS) for _ in range(players))
        return Task(bots, f"{seed}:{number}", edition, mode, options=options, turn_cap=120)


def soak_some(numbers: tuple[int, ...], seed: int | str = 0) -> list[dict[str, Any]]:
    """The rows of some mixed games."""
    return [play(task_of(number, seed), 0)[0] for number in numbers]


def soak(games: int, seed: int | str = 0, workers: int = 1) -> Soaked:
    """Play many mixed games and collect every fault of a bot; errors of the rules are raised."""
    rows = [row for found in _portions(games, seed, workers) for row in found]
    faults = [
        f"{row['fault_bot']}: {row['fault']} (seed {row['seed']})" for row in rows if row["fault"]
    ]
    return Soaked(len(rows), sum(row["truncated"] for row in rows), faults)


def _portions(games: int, seed: int | str, workers: int) -> Iterator[list[dict[str, Any]]]:
    for _, found in run(partial(soak_some, seed=seed), chunks(range(games), workers), workers):
        yield found
