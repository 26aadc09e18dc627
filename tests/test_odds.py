"""Exact odds: one throw, a battle, tables, and the figures everybody knows."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import product
from pkgutil import iter_modules

import numpy as np
import pytest

from risknb import odds
from risknb.board import load
from risknb.editions import rules_for
from risknb.moves import Attack, losses
from risknb.odds.fight import float_battle
from risknb.odds.throw import CLASSIC, dice_of, exact_law
from risknb.rules import apply, chances, is_legal
from risknb.rules.combat import most_dice
from risknb.state import Phase, State

#: Win chances as printed in the literature: free attackers A = 1..10 down, defenders across.
LITERATURE = """
0.417 0.106 0.027 0.007 0.002 0.000 0.000 0.000 0.000 0.000
0.754 0.363 0.206 0.091 0.049 0.021 0.011 0.005 0.003 0.001
0.916 0.656 0.470 0.315 0.206 0.134 0.084 0.054 0.033 0.021
0.972 0.785 0.642 0.477 0.359 0.253 0.181 0.123 0.086 0.057
0.990 0.890 0.769 0.638 0.506 0.397 0.297 0.224 0.162 0.118
0.997 0.934 0.857 0.745 0.638 0.521 0.423 0.329 0.258 0.193
0.999 0.967 0.910 0.834 0.736 0.640 0.536 0.446 0.357 0.287
1.000 0.980 0.947 0.888 0.818 0.730 0.643 0.547 0.464 0.380
1.000 0.990 0.967 0.930 0.873 0.808 0.726 0.646 0.558 0.480
1.000 0.994 0.981 0.954 0.916 0.861 0.800 0.724 0.650 0.568
"""
PRINTED = [[float(cell) for cell in line.split()] for line in LITERATURE.split("\n") if line]
SIZES = list(product(range(1, 13), range(1, 13)))


# -- one throw -----------------------------------------------------------------------------------
def enumerated(attack: int, defend: int, sides: int = 6) -> Counter[tuple[int, int]]:
    """Every throw in order, counted by what it costs."""
    faces = range(1, sides + 1)
    return Counter(
        losses(throw[:attack], throw[attack:]) for throw in product(faces, repeat=attack + defend)
    )


def test_three_against_two_by_enumeration() -> None:
    assert enumerated(3, 2) == {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275}
    law = odds.roll(3, 2)
    assert {pair: p * 7776 for pair, p in law.items()} == {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275}


@pytest.mark.parametrize(("attack", "defend"), list(product((1, 2, 3), repeat=2)))
def test_every_throw_by_enumeration(attack: int, defend: int) -> None:
    counts = enumerated(attack, defend)
    law = odds.roll(attack, defend)
    assert {pair: p * 6 ** (attack + defend) for pair, p in law.items()} == counts
    assert sum(law.values()) == 1


@pytest.mark.parametrize(("attack", "defend"), list(product((1, 2, 3), (1, 2))))
def test_the_core_rolls_the_same_law(attack: int, defend: int) -> None:
    state = duel("a4b2b1/b1a1b1 a A 1" if defend == 2 else "a4b1b1/b1a1b1 a A 1")
    law: Counter[tuple[int, int]] = Counter()
    answers = chances(state, Attack(0, 1, attack))
    assert answers is not None
    for roll, p in answers:
        law[roll.losses] += p  # type: ignore[union-attr, assignment]
    assert law == odds.roll(attack, defend)


@pytest.mark.parametrize("sides", [1, 2, 4, 8, 9, 10, 12])
def test_other_dice_by_enumeration(sides: int) -> None:
    counts = enumerated(2, 2, sides)
    law = odds.roll(2, 2, sides=sides)
    assert {pair: p * sides**4 for pair, p in law.items() if p} == counts


def test_dice_with_very_many_sides_hardly_ever_tie() -> None:
    law = odds.roll(1, 1, sides=10**9)
    assert law[0, 1] == Fraction(10**9 - 1, 2 * 10**9)


def test_loaded_dice_by_enumeration() -> None:
    weights = (1, 1, 1, 1, 1, 3)
    counts: Counter[tuple[int, int]] = Counter()
    for a, b, c in product(range(1, 7), repeat=3):
        counts[losses((a, b), (c,))] += weights[a - 1] * weights[b - 1]
    law = odds.roll(2, 1, attack_weights=weights)
    assert {pair: p * 8 * 8 * 6 for pair, p in law.items()} == counts


def test_even_weights_are_a_fair_die() -> None:
    assert odds.roll(3, 2, attack_weights=[2.5] * 6) == odds.roll(3, 2)


def test_what_one_throw_costs() -> None:
    law = odds.roll(3, 2)
    assert law.expected_losses == (Fraction(7161, 7776), Fraction(8391, 7776))
    assert law.sd**2 == pytest.approx(0.65796, abs=1e-5)
    assert float(law.expected_losses.attacker / law.expected_losses.defender) == pytest.approx(
        0.8534, abs=1e-4
    )


# -- the literature ------------------------------------------------------------------------------
def test_the_table_of_the_literature() -> None:
    found = odds.table(11, 10).to_frame().loc[2:]
    assert found.round(3).to_numpy().tolist() == PRINTED


@pytest.mark.parametrize("free", range(1, 11))
def test_a_row_of_the_literature_by_win_and_by_battle(free: int) -> None:
    for defenders, printed in enumerate(PRINTED[free - 1], 1):
        assert round(odds.win(free + 1, defenders), 3) == printed
        assert round(odds.battle(free + 1, defenders).win, 3) == printed


def test_rows_are_attackers() -> None:
    assert odds.win(2, 2, exact=True) == Fraction(55, 216) * Fraction(15, 36)


# -- three independent ways ----------------------------------------------------------------------
@cache
def by_recursion(armies: int, defenders: int) -> Fraction:
    """The chance to win from what a throw costs, each enumerated."""
    if defenders <= 0 or armies <= 1:
        return Fraction(defenders <= 0)
    attack, defend = min(3, armies - 1), min(2, defenders)
    counts = enumerated_once(attack, defend)
    total = sum(counts.values())
    chance = Fraction(0)
    for (a, d), ways in counts.items():
        chance += Fraction(ways, total) * by_recursion(armies - a, defenders - d)
    return chance


@cache
def enumerated_once(attack: int, defend: int) -> Counter[tuple[int, int]]:
    return enumerated(attack, defend)


def by_markov_chain(most: int) -> dict[tuple[int, int], float]:
    """All chances at once: (I - Q)^-1 R of the absorbing chain."""
    states = [(n, d) for n in range(2, most + 1) for d in range(1, most + 1)]
    place = {state: number for number, state in enumerate(states)}
    stay, won = np.zeros((len(states), len(states))), np.zeros(len(states))
    for (n, d), at in place.items():
        counts = enumerated_once(min(3, n - 1), min(2, d))
        for (a, k), ways in counts.items():
            p = ways / sum(counts.values())
            if d == k:
                won[at] += p
            elif n - a > 1:
                stay[at, place[n - a, d - k]] += p
    wins = np.linalg.solve(np.eye(len(states)) - stay, won)
    return {state: float(wins[at]) for state, at in place.items()}


def test_three_ways_agree() -> None:
    chain = by_markov_chain(13)
    table = odds.table(13, 12)
    for free, defenders in SIZES:
        exact = by_recursion(free + 1, defenders)
        assert odds.win(free + 1, defenders, exact=True) == exact
        assert odds.win(free + 1, defenders) == pytest.approx(float(exact), abs=1e-14)
        assert table[free + 1, defenders] == pytest.approx(float(exact), abs=1e-14)
        assert chain[free + 1, defenders] == pytest.approx(float(exact), abs=1e-13)


def duel(position: str) -> State:
    board = load("duel")
    return State.parse(position, board, rules_for("2010", players=2, board=board), 2)


def played(state: State) -> Fraction:
    """The chance to take territory 1 from 0, every answer of the dice played by the core."""
    if state.phase is not Phase.ATTACK:
        return Fraction(1)
    dice = most_dice(state, 0)
    if dice < 1:
        return Fraction(0)
    move = Attack(0, 1, dice)
    assert is_legal(state, move)
    answers = chances(state, move)
    assert answers is not None
    kinds: dict[tuple[int, int], tuple[Fraction, object]] = {}
    for roll, p in answers:
        share, _ = kinds.get(roll.losses, (Fraction(0), roll))  # type: ignore[union-attr]
        kinds[roll.losses] = share + p, roll  # type: ignore[union-attr]
    return sum((p * played(after(state, move, roll)) for p, roll in kinds.values()), Fraction(0))


def after(state: State, move: Attack, roll: object) -> State:
    then = state.copy()
    apply(then, move, roll)  # type: ignore[arg-type]
    return then


@pytest.mark.parametrize(("armies", "defenders"), [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_the_game_itself_has_these_odds(armies: int, defenders: int) -> None:
    state = duel(f"a{armies}b{defenders}b1/b1a1b1 a A 1")
    assert played(state) == odds.win(armies, defenders, exact=True)


# -- the law of a battle -------------------------------------------------------------------------
DICE = list(product((1, 2, 3), (1, 2, 3)))


@pytest.mark.parametrize(("attack", "defend"), DICE)
@pytest.mark.parametrize("stop", [1, 2, 5])
def test_floats_agree_with_fractions(attack: int, defend: int, stop: int) -> None:
    for armies, defenders in ((2, 1), (3, 7), (9, 2), (9, 9), (14, 11)):
        options = {"stop": stop, "attack_dice": attack, "defend_dice": defend}
        exact = odds.battle(armies, defenders, exact=True, **options)
        close = odds.battle(armies, defenders, **options)
        assert sum(exact.endings.values()) == 1
        assert close.endings == pytest.approx({k: float(p) for k, p in exact.endings.items()})
        assert [float(x) for x in exact.expected_losses] == pytest.approx(close.expected_losses)
        assert exact.sd == pytest.approx(close.sd)


def pushed_on(armies: int, defenders: int, stop: int, attack: int, defend: int) -> list[list[int]]:
    """The endings in units of 2 ** -200, in whole numbers."""
    dice = dice_of(attack, defend)
    mass = [[0] * (defenders + 1) for _ in range(armies + 1)]
    mass[armies][defenders] = 1 << 200
    for n in range(armies, stop, -1):
        for d in range(defenders, 0, -1):
            law = exact_law(dice, min(attack, n - 1), min(defend, d))
            here, mass[n][d] = mass[n][d], 0
            for lost, p in enumerate(law):
                mass[n - lost][d - len(law) + 1 + lost] += here * p.numerator // p.denominator
    return mass


@pytest.mark.parametrize(
    ("armies", "defenders", "stop", "attack", "defend"),
    [(201, 200, 1, 3, 2), (150, 90, 20, 3, 2), (90, 80, 2, 3, 1), (80, 90, 1, 2, 3)],
)
def test_large_battles_are_right_to_fourteen_places(
    armies: int, defenders: int, stop: int, attack: int, defend: int
) -> None:
    exact = pushed_on(armies, defenders, stop, attack, defend)
    law = float_battle(dice_of(attack, defend), armies, defenders, stop)
    for n, p in enumerate(law.won.tolist()):
        assert abs(p - exact[n][0] / 2**200) < 1e-15
    for n in range(1, stop + 1):
        row = law.lost.get(n, np.zeros(defenders + 1)).tolist()
        assert all(abs(p - exact[n][d] / 2**200) < 1e-15 for d, p in enumerate(row) if d)
    won = sum(exact[n][0] for n in range(armies + 1)) / 2**200
    assert abs(float(law.won.sum()) - won) < 1e-14


def test_the_kept_laws_are_those_worked_out() -> None:
    for armies, defenders in ((2, 1), (5, 9), (32, 32), (32, 1), (1, 32)):
        kept = odds.battle(armies, defenders)
        fresh = float_battle(CLASSIC, armies, defenders, 1)
        assert kept.win == pytest.approx(float(fresh.won.sum()), abs=1e-14)
        assert kept.survivors == pytest.approx({n: p for n, p in enumerate(fresh.won) if p})


def test_the_law_of_three_against_one() -> None:
    battle = odds.battle(3, 1, exact=True)
    first, second = Fraction(125, 216), Fraction(91, 216) * Fraction(15, 36)
    assert battle.survivors == {3: first, 2: second}
    assert battle.defenders_left == {1: 1 - first - second}
    assert battle.at_least(3) == first
    assert battle.at_least(0) == battle.win == first + second
    assert battle.at_least(4) == 0


def test_quantiles_walk_through_the_law() -> None:
    battle = odds.battle(3, 1, exact=True)
    lost = 1 - battle.win
    assert battle.quantile(0) == battle.quantile(lost) == 1
    assert battle.quantile(lost + Fraction(1, 10**9)) == 2
    assert battle.quantile(1) == odds.battle(3, 1).quantile(1) == 3


def test_how_rare_a_battle_without_a_loss_is() -> None:
    """Eight against five: 0.9544 of all battles end worse, or as well and counted half."""
    assert 1 - odds.battle(8, 5).survivors[8] / 2 == pytest.approx(0.9544, abs=1e-4)


def test_stopping_early() -> None:
    battle = odds.battle(5, 2, stop=4, exact=True)
    law = odds.roll(3, 2)
    assert battle.endings == {(5, 0): law[0, 2], (4, 1): law[1, 1], (3, 2): law[2, 0]}
    assert odds.battle(4, 2, stop=4).defenders_left == {2: 1}


def test_a_last_throw_that_takes_it_at_the_stop_wins() -> None:
    assert odds.battle(3, 2, stop=2, exact=True).win == odds.roll(2, 2)[0, 2]
    assert odds.battle(4, 2, stop=3, exact=True).win == odds.roll(3, 2)[0, 2]


def test_no_army_is_free() -> None:
    battle = odds.battle(1, 3)
    assert battle.win == 0
    assert battle.endings == {(1, 3): 1}
    assert battle.expected_losses == (0, 0)


def test_dice_that_cannot_lose() -> None:
    sure = {"attack_weights": [0, 0, 0, 0, 0, 1], "defend_weights": [1, 0, 0, 0, 0, 0]}
    assert odds.battle(40, 50, **sure).survivors == {40: 1}
    assert odds.armies_needed(50, 1, **sure) == 2


# -- many sizes at once --------------------------------------------------------------------------
@pytest.mark.parametrize(("attack", "defend"), DICE)
def test_the_table_agrees_with_single_battles(attack: int, defend: int) -> None:
    options = {"attack_dice": attack, "defend_dice": defend}
    table = odds.table(9, 8, **options)
    exact = odds.table(9, 8, exact=True, **options)
    for armies, defenders in product(range(1, 10), range(1, 9)):
        chance = odds.battle(armies, defenders, exact=True, **options).win
        assert exact[armies, defenders] == chance
        assert table[armies, defenders] == pytest.approx(float(chance), abs=1e-15)


@pytest.mark.parametrize("shape", [(1, 1), (2, 1), (1, 5), (3, 40), (40, 1), (4, 2), (300, 7)])
def test_tables_of_any_shape(shape: tuple[int, int]) -> None:
    table = odds.table(*shape)
    assert np.asarray(table).shape == (shape[0] + 1, shape[1] + 1)
    assert table[shape] == pytest.approx(odds.battle(*shape).win, abs=1e-14)


def test_win_is_the_same_inside_and_outside_the_kept_table() -> None:
    for armies, defenders in ((128, 128), (129, 128), (128, 129)):
        assert odds.win(armies, defenders) == pytest.approx(odds.battle(armies, defenders).win)


def test_a_large_table_is_one_array() -> None:
    tracemalloc.start()
    table = odds.table(1000, 1000)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1.1 * np.asarray(table).nbytes


@pytest.mark.parametrize("name", [found.name for found in iter_modules(odds.__path__)])
def test_nothing_is_kept_without_bound(name: str) -> None:
    module = import_module(f"risknb.odds.{name}")
    kept = [thing for thing in vars(module).values() if hasattr(thing, "cache_parameters")]
    assert all(thing.cache_parameters()["maxsize"] for thing in kept)


def test_more_armies_never_hurt() -> None:
    table = np.asarray(odds.table(80, 80))[1:, 1:]
    assert (np.diff(table, axis=0) >= -1e-15).all()
    assert (np.diff(table, axis=1) <= 1e-15).all()


@pytest.mark.parametrize("p", [0, 0.01, 0.5, Fraction(5, 12), 0.9, 0.999])
@pytest.mark.parametrize("defenders", [1, 2, 7, 40])
def test_armies_needed_is_the_fewest(defenders: int, p: float) -> None:
    armies = odds.armies_needed(defenders, p)
    assert odds.win(armies, defenders) >= p - 1e-14
    assert armies == 1 or odds.win(armies - 1, defenders) < p


def test_armies_needed_for_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="p must be a chance that can be reached"):
        odds.armies_needed(1, 1)
    with pytest.raises(ValueError, match="p must be a chance that can be reached"):
        odds.armies_needed(1, 0.5, attack_weights=[1, 0, 0, 0, 0, 0])
