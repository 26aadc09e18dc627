"""``simulate``: many games between bots, the same ones whatever the number of workers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from secrets import token_hex
from typing import Any

import pandas as pd

from ..board import Board
from ..frames import cast
from ..players import Bot, bot, maker_of, ships
from .playing import Task, play_frames, play_rows
from .progress import Progress, Shown, leave, shower
from .results import Results
from .running import chunks, run

MOST_GAMES = 10_000_000
EDITION = "2018"


def simulate(
    bots: Sequence[str | Bot] | str,
    games: int = 100,
    seed: int | str | None = 0,
    *,
    edition: str = EDITION,
    mode: str | None = None,
    board: str | Board = "classic",
    options: Mapping[str, Any] | None = None,
    workers: int = 1,
    cluster: Any = None,
    turn_cap: int = 400,
    continents: bool = False,
    progress: bool | Shown | None = None,
) -> Results:
    """Let bots play many games; the bots move up one seat every game.

    The same *seed* gives the same games whatever the number of *workers* (processes) or the
    *cluster* (a ``dask.distributed.Client`` or the address of a scheduler); None draws a new
    one. Games longer than
    *turn_cap* turns are truncated and counted. *continents* notes who first held each continent.
    *progress* is shown in notebooks and terminals; a function gets reports. Interrupting keeps
    what is finished.

    >>> found = simulate(["rusher", "beginner"], games=4, seed=1, edition="2010")
    >>> found.games["winner_bot"].tolist()
    ['rusher', 'rusher', 'rusher', 'rusher']
    """
    task = make_task(
        bots, seed, edition=edition, mode=mode, board=board, options=options, turn_cap=turn_cap,
        continents=continents,
    )  # fmt: skip
    check_count("games", games, MOST_GAMES)
    check_count("workers", workers, 1024)
    rows, stopped = _play(task, range(games), workers, cluster, shower(progress))
    return Results(task, rows, partial(_frame, task, workers, cluster), stopped)


def make_task(bots: Sequence[str | Bot] | str, seed: int | str | None, **rules: Any) -> Task:
    """A task whose bots and rules are known to make sense, or an error that says what does not."""
    seats = line_up(bots)
    for spec in seats:
        bot(spec)
    rules["options"] = checked_options(rules.get("options"))
    check_count("turn_cap", rules.get("turn_cap", 400), 100_000)
    task = Task(seats, _checked_seed(seed), makers=_foreign(seats), **rules)
    task.rules()
    return task


def checked_task(bots: Sequence[str | Bot] | str, seed: int | str | None, settings: Any) -> Task:
    """What ``simulate`` would play with these settings: an error comes before any game."""
    names = ("edition", "mode", "board", "options", "turn_cap", "continents")
    said = {name: settings[name] for name in names if name in settings}
    return make_task(bots, seed, **{"edition": EDITION, **said})


def line_up(bots: Any) -> tuple[str | Bot, ...]:
    """The bots of a batch, given as a list or as names between commas.

    >>> line_up("planner, rusher")
    ('planner', 'rusher')
    """
    if isinstance(bots, str):
        return tuple(name.strip() for name in bots.split(","))
    if isinstance(bots, Mapping) or not isinstance(bots, Iterable):
        raise ValueError(f"bots must be a list of bots or of their names, not {bots!r:.60}")
    return tuple(bots)


def checked_options(options: Any) -> dict[str, Any]:
    """The options of the rules as a table of their own."""
    if options is not None and not isinstance(options, Mapping):
        raise ValueError(f"options must be names with their values, not {options!r:.60}")
    return dict(options or {})


def _checked_seed(seed: Any) -> str:
    if seed is None:
        return token_hex(8)
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise ValueError(f"seed must be a whole number, a text or None, not {seed!r:.60}")
    return str(seed)


def _foreign(seats: Sequence[str | Bot]) -> dict[str, Any]:
    """The makers of bots that do not ship, so that other machines know them."""
    names = {spec.split(":")[0] for spec in seats if isinstance(spec, str)}
    makers = {name: maker_of(name) for name in sorted(names)}
    return {name: maker for name, maker in makers.items() if not ships(maker)}


def _play(
    task: Task, numbers: Sequence[int], workers: int, cluster: Any, show: Shown | None
) -> tuple[list[dict[str, Any]], bool]:
    """All rows, and whether somebody stopped it before the end."""
    rows: list[dict[str, Any]] = []
    progress = Progress(len(numbers), show)
    # Small portions: a search thinks for seconds a game, and people look and stop in between.
    portions = chunks(numbers, workers, 1 if workers == 1 and cluster is None else 10)
    try:
        for _, found in run(partial(play_rows, task), portions, workers, cluster):
            rows += found
            progress.add(len(found))
    except KeyboardInterrupt:
        leave(show)
        return rows, True
    return rows, False


def _frame(
    task: Task, workers: int, cluster: Any, table: str, numbers: Sequence[int]
) -> pd.DataFrame:
    """A frame over all games, made where the games are played."""
    work = partial(play_frames, task, table=table)
    parts = dict(run(work, chunks(numbers, workers), workers, cluster))
    if not parts:
        return play_frames(task, (), table)
    together = pd.concat([parts[portion] for portion in sorted(parts)], ignore_index=True)
    # Portions know different words, so that their categories come back as texts.
    return cast(table, together)


def counted(batches: int, games: Any, progress: Any) -> tuple[Progress, Shown | None]:
    """The progress of several batches of so many games together, and what shows it."""
    check_count("games", games, MOST_GAMES)
    show = shower(progress)
    return Progress(batches * games, show), show


def check_count(name: str, value: Any, most: int) -> None:
    """Refuse what is no number of games, workers or turns."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise ValueError(f"{name} is a whole number from 1 to {most:,}, not {value!r:.60}")
