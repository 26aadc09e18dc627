"""Simulated battles follow the exact law, whether the dice are thrown or endings drawn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np
import pytest

from risknb import odds
from risknb.odds import simulation
from risknb.odds.throw import CLASSIC, dice_of

WAYS = ("rolled", "drawn")
#: Battles of all kinds: plain, stopped early, with other dice, with loaded dice.
BATTLES: list[tuple[int, int, dict[str, Any]]] = [
    (11, 10, {}),
    (4, 2, {}),
    (2, 5, {}),
    (30, 12, {"stop": 8}),
    (9, 9, {"attack_dice": 2, "defend_dice": 1}),
    (7, 7, {"defend_dice": 3}),
    (6, 5, {"sides": 4}),
    (8, 6, {"attack_weights": [1, 1, 1, 1, 1, 3]}),
    (8, 6, {"defend_weights": [3, 1, 1, 1, 1, 1], "sides": 6}),
]


def chi_square(
    counts: Mapping[tuple[int, int], int], law: Mapping[tuple[int, int], float], n: int
) -> tuple[float, int]:
    """The statistic and its degrees of freedom; endings expected fewer than 5 times go together."""
    statistic, cells = 0.0, 0
    rare = [0.0, 0.0]
    for ending, p in law.items():
        if p * n < 5:
            rare = [rare[0] + counts.get(ending, 0), rare[1] + p * n]
        else:
            statistic, cells = statistic + (counts.get(ending, 0) - p * n) ** 2 / (p * n), cells + 1
    if rare[1] >= 1:
        statistic, cells = statistic + (rare[0] - rare[1]) ** 2 / rare[1], cells + 1
    return statistic, cells - 1


def limit(freedom: int) -> float:
    """What the statistic exceeds once in ten thousand times (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 3.719 * spread**0.5) ** 3


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("armies", "defenders", "options"), BATTLES)
def test_simulations_follow_the_law(
    armies: int, defenders: int, options: dict[str, Any], way: str
) -> None:
    n = 200_000 if "attack_weights" not in options else 50_000
    found = odds.simulate_battles(n, armies, defenders, way=way, seed=2024, **options)
    law = odds.battle(armies, defenders, **options).endings
    assert set(found.counts) <= set(law)
    assert sum(found.counts.values()) == n
    statistic, freedom = chi_square(found.counts, law, n)
    assert statistic < limit(freedom)


def test_the_chi_square_notices_another_law() -> None:
    found = odds.simulate_battles(20_000, 11, 10, seed=1)
    other = odds.battle(11, 10, attack_weights=[20, 20, 20, 20, 20, 22]).endings
    statistic, freedom = chi_square(found.counts, other, 20_000)
    assert statistic > limit(freedom)


@pytest.mark.parametrize("way", WAYS)
def test_the_same_seed_gives_the_same_battles(way: str) -> None:
    first, again, other = (
        odds.simulate_battles(500, 6, 5, way=way, seed=seed).ends.tolist() for seed in (3, 3, 4)
    )
    assert first == again != other


@pytest.mark.parametrize("way", WAYS)
def test_battles_come_in_no_order(way: str) -> None:
    """The first half is won as often as the second, or a running mean would mislead."""
    found = odds.simulate_battles(40_000, 11, 10, way=way, seed=5)
    won = found.defenders_left == 0
    assert abs(won[:20_000].mean() - won[20_000:].mean()) < 0.02
    assert abs(np.corrcoef(won[:-1], won[1:])[0, 1]) < 0.02


def test_a_battle_that_cannot_begin() -> None:
    for way in WAYS:
        found = odds.simulate_battles(10, 1, 3, way=way, seed=1)
        assert found.counts == {(1, 3): 10}
        assert found.win == 0


def test_more_battles_than_fit_in_one_block() -> None:
    found = odds.simulate_battles(40_001, 3, 2, seed=9)
    assert len(found.ends) == 40_001
    frame = found.to_frame()
    assert list(frame) == ["armies_left", "defenders_left", "won"]
    assert frame["won"].mean() == found.win
    assert ((frame["armies_left"] == 1) ^ frame["won"]).all()


def test_too_much_to_simulate_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^sides must be fewer"):
        odds.simulate_battles(1, 4, 4, sides=30)
    with pytest.raises(ValueError, match=r"^armies must be fewer"):
        odds.simulate_battles(1, 3000, 3000)
    assert odds.simulate_battles(10, 4, 4, sides=30, way="drawn", seed=1).law.win > 0


# -- how it is done ------------------------------------------------------------------------------
class Counted:
    """Luck that says 0 every time, and how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def integers(self, most: int, size: int) -> Any:
        self.asked += 1
        return np.zeros(size, dtype=np.int64)


@pytest.mark.parametrize(("armies", "defenders", "throws"), [(9, 6, 4), (8, 8, 4), (2, 3, 1)])
def test_no_throw_is_wasted(armies: int, defenders: int, throws: int) -> None:
    """All dice show 1, so the attacker loses every pair (COMB-05)."""
    luck = Counted()
    rolled = simulation._Rolled(CLASSIC, odds.battle(armies, defenders))
    ends = rolled.play(luck, 3)  # type: ignore[arg-type]
    assert ends.tolist() == [1 * (defenders + 1) + defenders] * 3
    assert luck.asked == throws


@pytest.mark.parametrize(("attack", "defend"), [(3, 2), (1, 1), (3, 3), (2, 3)])
@pytest.mark.parametrize("stop", [1, 3, 6])
def test_throws_that_are_sure_to_come(attack: int, defend: int, stop: int) -> None:
    """As long as even the worst luck leaves both sides all their dice."""
    dice = dice_of(attack, defend, 2)
    options = {"stop": stop, "attack_dice": attack, "defend_dice": defend, "sides": 2}
    for armies, defenders in product(range(1, 13, 2), range(1, 9)):
        law, gone = odds.battle(armies, defenders, **options), 0
        while armies - gone > max(attack, stop) and defenders - gone >= defend:
            gone += dice.pairs
        assert simulation._Rolled(dice, law).sure == gone // dice.pairs


def test_levelled_columns_hold_what_they_held() -> None:
    heights = np.array([0.2, 3.1, 0.0, 0.7, 1.0, 1.0])
    keep, other = simulation._columns(heights)
    held = keep.copy()
    np.add.at(held, other, 1 - keep)
    assert held == pytest.approx(heights)
    assert ((keep >= 0) & (keep <= 1)).all()


@pytest.mark.parametrize("way", WAYS)
def test_endings_are_counted_as_they_came(way: str) -> None:
    found = odds.simulate_battles(400, 5, 3, way=way, seed=8, stop=2)
    pairs = list(zip(found.armies_left.tolist(), found.defenders_left.tolist(), strict=True))
    assert found.counts == {pair: pairs.count(pair) for pair in sorted(set(pairs))}
    assert found.win == sum(held == 0 for _, held in pairs) / 400
    assert found.ends.dtype == np.int32
    frame = found.to_frame()
    assert list(zip(frame.armies_left, frame.defenders_left, strict=True)) == pairs
    assert frame.won.tolist() == [held == 0 for _, held in pairs]


@pytest.mark.parametrize(("defenders", "columns"), [(1, 8), (4, 8), (5, 16)])
def test_endings_are_drawn_from_as_few_columns_as_will_do(defenders: int, columns: int) -> None:
    law = odds.battle(5, defenders)
    drawn = simulation._Drawn(law)
    assert len(law.endings) == 4 + defenders
    assert len(drawn.limit) == columns
    assert drawn.limit.dtype == np.uint64  # in floats the last bits of the luck would be lost
    assert drawn.ends.dtype == np.int32


def test_one_or_two_endings_take_two_columns() -> None:
    assert [len(simulation._Drawn(odds.battle(n, 1)).limit) for n in (1, 2)] == [2, 2]
