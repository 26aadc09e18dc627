"""Odds of a chain of territories, and the best order to take them in."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from risknb import odds


def walked(armies: int, held: list[int], **options: int) -> list[dict[int, Fraction]]:
    """The law after every link, from battles one by one: all armies but one move in."""
    law, laws = {armies: Fraction(1)}, []
    for defenders in held:
        after: dict[int, Fraction] = {}
        for n, p in law.items():
            won = odds.battle(n, defenders, exact=True, **options).survivors
            for left, q in won.items():
                after[left - 1] = after.get(left - 1, Fraction(0)) + p * q
        laws.append(law := after)
    return laws


CHAINS = [(10, [2, 3, 1]), (2, [1]), (3, [1, 1, 1]), (1, [2]), (15, [1, 4, 2, 2]), (7, [9, 1])]


@pytest.mark.parametrize(("armies", "held"), CHAINS)
def test_the_law_after_every_link(armies: int, held: list[int]) -> None:
    laws = walked(armies, held)
    exact = odds.chain(armies, held, exact=True)
    close = odds.chain(armies, held)
    assert [link.armies for link in exact.links] == laws
    for link, law in zip(close.links, laws, strict=True):
        assert link.armies == pytest.approx({n: float(p) for n, p in law.items()})
        assert link.taken == pytest.approx(float(sum(law.values())), abs=1e-14)


@pytest.mark.parametrize("options", [{"defend_dice": 1}, {"attack_dice": 1}, {"defend_dice": 3}])
def test_chains_with_other_dice(options: dict[str, int]) -> None:
    laws = walked(12, [3, 1, 4], **options)
    close = odds.chain(12, [3, 1, 4], **options)
    assert close.win == pytest.approx(float(sum(laws[-1].values())), abs=1e-14)


def test_the_chain_everybody_quotes() -> None:
    chain = odds.chain(10, [2, 3, 1])
    assert round(chain.win, 3) == 0.738
    assert [link.defenders for link in chain.links] == [2, 3, 1]


def test_one_link_is_a_battle() -> None:
    chain = odds.chain(11, [10])
    assert chain.win == pytest.approx(odds.win(11, 10), abs=1e-14)
    assert chain.expected_taken == pytest.approx(chain.win)


def test_one_army_stays_on_every_territory() -> None:
    """With as many links as free armies every throw must be won."""
    sure = {"attack_weights": [0, 0, 0, 0, 0, 1], "defend_weights": [1, 0, 0, 0, 0, 0]}
    assert odds.chain(4, [1, 1, 1], **sure).links[-1].armies == {1: 1}
    assert odds.chain(4, [1, 1, 1, 1], **sure).win == 0


def test_the_mean_number_taken() -> None:
    exact = odds.chain(6, [1, 2, 3], exact=True)
    assert exact.expected_taken == sum(link.taken for link in exact.links)


def test_a_long_chain_stays_exact() -> None:
    held = [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7]
    exact = odds.chain(40, held[:6], exact=True)
    assert odds.chain(40, held[:6]).win == pytest.approx(float(exact.win), abs=1e-14)
    taken = [link.taken for link in odds.chain(72, held).links]
    assert taken == sorted(taken, reverse=True)


@pytest.mark.parametrize(
    ("armies", "held"),
    [(10, [2, 3, 1]), (8, [1, 2, 3, 4]), (20, [5, 1, 4, 2, 3]), (12, [2, 2, 1, 3]), (5, [1, 6])],
)
def test_no_other_order_is_better(armies: int, held: list[int]) -> None:
    best = odds.chain(armies, held, order="best")
    every = [odds.chain(armies, order).win for order in set(permutations(held))]
    assert best.win == pytest.approx(max(every), abs=1e-13)
    assert sorted(best.order) == sorted(held)
    assert odds.best_order(armies, held) == best.order


LOADED = {"attack_weights": [1, 0, 0, 0, 0, 1]}


@pytest.mark.parametrize(
    ("armies", "held", "options"),
    [
        (16, [4, 3, 3], {"attack_dice": 2}),
        (21, [5, 3, 6, 4], {"attack_dice": 2}),
        (18, [4, 4, 5, 3], {"attack_dice": 2}),
        (13, [1, 2, 3], {"defend_dice": 3}),
        (4, [1, 2, 2], LOADED),
        (7, [1, 3, 4], LOADED),
        (9, [5, 6, 6, 2], LOADED),
        (5, [2, 4, 1, 4], LOADED),
    ],
)
def test_with_other_dice_the_strongest_first_need_not_be_best(
    armies: int, held: list[int], options: dict[str, Any]
) -> None:
    every = [odds.chain(armies, order, **options).win for order in set(permutations(held))]
    best = odds.chain(armies, held, order="best", **options)
    assert best.win == pytest.approx(max(every), abs=1e-13)
    assert best.win > odds.chain(armies, sorted(held, reverse=True), **options).win + 1e-6


def test_the_order_matters() -> None:
    assert odds.chain(10, [2, 3, 1], order="best").win > odds.chain(10, [1, 3, 2]).win + 1e-3


def test_many_equally_good_orders_are_no_trouble() -> None:
    order = odds.best_order(60, range(1, 11))
    assert order == tuple(range(10, 0, -1))


def test_too_many_orders_are_refused() -> None:
    with pytest.raises(ValueError, match="defenders has too many orders"):
        odds.best_order(200, range(1, 16))


def test_every_law_of_a_chain_is_made_of_chances() -> None:
    for law in odds.chain(30, [3, 4, 5]).laws:
        assert (np.asarray(law) >= 0).all()
        assert law.sum() <= 1 + 1e-15
