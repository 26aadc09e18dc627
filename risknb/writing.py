"""A game as the lines of its file; ``risknb.replay`` makes a game of them again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from .moves import Step
from .notation import letter, step_text
from .record import FORMAT, tag
from .replay import colours_line, seed_line, turn_line
from .rules import Outcome, perform
from .seeds import Seeds
from .state import State

ENGINE = "0.1.0"


def header_lines(
    state: State,
    players: Sequence[str],
    bots: Mapping[int, str],
    colours: Sequence[int],
    training: bool,
    seeds: Seeds,
) -> list[str]:
    """The lines at the head of the file."""
    board, rules = state.board, state.rules
    first = next(iter(seeds))
    return [
        tag("Format", str(FORMAT)),
        tag("Engine", ENGINE),
        tag("Edition", rules.edition),
        tag("Mode", rules.mode),
        tag("Board", board.name, board.digest),
        tag("Rules", json.dumps(rules.switches(), sort_keys=True)),
        *(tag(letter(seat), name, bots.get(seat, "")) for seat, name in enumerate(players)),
        *colours_line(colours),
        *([tag("Training", "yes")] if training else []),
        tag("Seed", first.commitment),
        "",
    ]


def step_lines(start: State, steps: Sequence[Step], seeds: Seeds, since: int = 0) -> list[str]:
    """Every step from number *since* on, with the hash of the position where a turn begins or ends.

    *start* is the state before the first step; it is played on.
    """
    lines: list[str] = []
    renewed = {seed.step: seed_line(seed) for seed in list(seeds)[1:]}
    for number, step in enumerate(steps):
        if number in renewed and number >= since:
            lines.append(renewed[number])
        before = start.turn
        perform(start, step.move, step.chance)
        if number >= since:
            lines += lines_of(start, (step,), before)
    if len(steps) in renewed:
        lines.append(renewed[len(steps)])
    return lines


def lines_of(state: State, steps: Iterable[Step], turn: int) -> list[str]:
    """Steps that were just made, and the hash of the position if *turn* is over."""
    lines = [step_text(state.board, step) for step in steps]
    return [*lines, turn_line(state)] if state.turn != turn or state.over else lines


def ending_lines(found: Outcome | None, seeds: Seeds) -> list[str]:
    """What a finished game reveals, so that anyone can verify its dice."""
    if found is None:
        return []
    winners = "".join(map(letter, found.winners))
    return [tag("Result", winners, found.reason), *(tag("Key", *pair) for pair in seeds.pairs())]
