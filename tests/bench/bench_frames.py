"""How fast games become tables and pages."""

from __future__ import annotations

from collections.abc import Iterator

from measure import Figure, best, seconds

import risknb as rk
from risknb import batch, charts, frames, luck
from risknb.frames import fold

BOTS = ["planner", "builder", "avenger", "turtle"]
MANY = 1000


def median_game() -> rk.Game:
    """The game of middle length among some of bots."""
    results = batch.simulate(BOTS, games=41, seed=1, edition="2018", progress=False)
    lengths = results.games["steps"].sort_values()
    number = int(lengths.index[len(lengths) // 2])
    return results.replay(number)


def anew(game: rk.Game) -> None:
    """All tables, with nothing remembered of the game."""
    fold._folds.clear()
    frames.tables(game)


def one_game() -> Iterator[Figure]:
    """The tables of a median game and of the long one that ships."""
    game = median_game()
    anew(game)
    yield Figure("steps of the median game", len(game.steps), "steps", "")
    yield Figure("all tables, median game", best(lambda: anew(game), 3) * 1e3, "ms", "<= 30")
    again = best(lambda: frames.turns(game), 5)
    yield Figure("turns of a game already followed", again * 1e3, "ms", "")
    sample = rk.sample_game()
    anew(sample)
    yield Figure("all tables, sample game", best(lambda: anew(sample), 2) * 1e3, "ms", "")
    yield Figure("ledger of luck, sample game", best(lambda: luck.ledger(sample)) * 1e3, "ms", "")
    charts.report(sample)
    yield Figure("report page, sample game", best(lambda: charts.report(sample), 1, 3), "s", "<= 2")


def many_games() -> Iterator[Figure]:
    """The turns of a thousand games: time and memory."""
    results = batch.simulate(BOTS, games=100, seed=1, edition="2018", progress=False)
    games = {str(n): results.replay(n) for n in range(100)}
    fold._folds.clear()
    took = seconds(lambda: frames.turns(games))
    yield Figure(f"turns of {MANY} games", took * MANY / 100, "s", "")
    took = seconds(lambda: frames.battles(games))
    yield Figure(f"battles of {MANY} games, followed", took * MANY / 100, "s", "")
    size = float(frames.turns(games).memory_usage(deep=True).sum())
    yield Figure(f"turns of {MANY} games in memory", size * MANY / 100 / 1e6, "MB", "<= 200")


def figures() -> Iterator[Figure]:
    """Everything that is measured here."""
    yield from one_game()
    yield from many_games()
