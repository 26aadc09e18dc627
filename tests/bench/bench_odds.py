"""How fast the exact odds are: laws, tables, chains, simulated battles."""

from __future__ import annotations

from collections.abc import Iterator

from measure import Figure, best, seconds

from risknb import odds
from risknb.odds import fight, grid
from risknb.odds.throw import CLASSIC

MARCH = [1, 2, 3, 4, 5, 6, 7] * 2
BATTLES = 1_000_000


def full_law(armies: int, defenders: int) -> None:
    """The law with its win chance, as somebody would ask for it."""
    assert 0 < odds.battle(armies, defenders).win < 1


def first_time() -> None:
    """What the first question costs: the kept tables are made."""
    fight.small_laws.cache_clear()
    grid.kept_wins.cache_clear()
    odds.battle(11, 10)
    odds.win(11, 10)


def laws() -> Iterator[Figure]:
    """Battles of ten, a hundred and a thousand free attackers against as many."""
    odds.battle(11, 10)
    small = best(lambda: full_law(11, 10), 2000)
    yield Figure("full law 10v10 (kept)", small * 1e3, "ms", "<= 0.01")
    walked = best(lambda: fight.float_battle(CLASSIC, 11, 10, 1), 200)
    yield Figure("full law 10v10 (worked out)", walked * 1e3, "ms", "")
    yield Figure("full law 100v100", best(lambda: full_law(101, 100), 50) * 1e3, "ms", "<= 0.5")
    yield Figure("full law 1000v1000", best(lambda: full_law(1001, 1000), 5) * 1e3, "ms", "<= 5")
    yield Figure("first question of all", best(first_time, 1, 3) * 1e3, "ms", "")


def many() -> Iterator[Figure]:
    """Every pair at once, a single chance, a chain."""
    yield Figure("win(11, 10)", best(lambda: odds.win(11, 10), 20_000) * 1e6, "us", "<= 1")
    table = best(lambda: odds.table(1000, 1000), 2)
    yield Figure("table 1000 x 1000", table * 1e3, "ms", "<= 10")
    march = best(lambda: odds.chain(72, MARCH).win, 50)
    yield Figure("chain of 14 with 72 armies", march * 1e3, "ms", "<= 0.5")
    order = best(lambda: odds.best_order(72, MARCH), 1, 3)
    yield Figure("best order of these 14", order * 1e3, "ms", "")


def choices() -> Iterator[Figure]:
    """Decisions cost more: each battle is asked for once, the graphs of its throws included."""
    expert = {"commander": True, "reroll": True}
    first = seconds(lambda: odds.battle(21, 20, **expert))  # type: ignore[arg-type]
    yield Figure("20v20 with commander and re-roll, first", first * 1e3, "ms", "")
    seen = seconds(lambda: odds.battle(21, 20, policy="sees"))
    yield Figure("20v20, the defender sees the attack, first", seen * 1e3, "ms", "")


def simulated() -> Iterator[Figure]:
    """Battles 10v10 at random, a million at a time."""
    for way, wanted in (("rolled", ">= 8"), ("drawn", ">= 40")):
        took = best(lambda way=way: odds.simulate_battles(BATTLES, 11, 10, way=way, seed=1))  # type: ignore[misc]
        yield Figure(f"battles 10v10 {way}", BATTLES / took / 1e6, "million/s", wanted)


def figures() -> Iterator[Figure]:
    """All figures of the odds."""
    yield from laws()
    yield from many()
    yield from choices()
    yield from simulated()
