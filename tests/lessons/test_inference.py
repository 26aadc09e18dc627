"""Tests, power, belief, marches, hands and luck: what lessons 6 to 10 reckon with."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from risknb import odds
from risknb.lessons import inference, reckoning


# -- inference -----------------------------------------------------------------------------------
def test_at_least_adds_up_what_is_counted() -> None:
    throws = list(product(range(1, 7), repeat=4))
    for hits in range(6):
        counted = Fraction(sum(faces.count(6) >= hits for faces in throws), len(throws))
        assert inference.at_least(hits, 4) == counted
    assert inference.at_least(-1, 4) == 1


def test_the_limit_is_the_first_number_seldom_enough() -> None:
    for rolls in (1, 5, 36, 100):
        hits = inference.limit(rolls)
        assert inference.at_least(hits, rolls) <= inference.DOUBT
        assert inference.at_least(hits - 1, rolls) > inference.DOUBT


@pytest.mark.parametrize("rolls", [1, 2, 20, 39, 46])
def test_power_is_exact_to_rounding(rolls: int) -> None:
    exact = inference.at_least(inference.limit(rolls), rolls, Fraction(1, 3))
    assert inference.power(Fraction(1, 3), rolls) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize(("six", "rolls"), [(3, 46), (4, 161), (5, 878)])
def test_from_so_many_throws_on_the_power_stays(six: int, rolls: int) -> None:
    assert inference.throws_needed(Fraction(1, six)) == rolls
    chance = Fraction(1, six)
    assert inference.power(chance, rolls - 1) < 0.8
    assert all(inference.power(chance, n) >= 0.8 for n in range(rolls, rolls + 300))


@pytest.mark.parametrize("six", [Fraction(1, 6), Fraction(1, 10), 2])
def test_a_die_that_is_not_loaded_upwards_is_refused(six: object) -> None:
    with pytest.raises(ValueError, match="above 1/6"):
        inference.throws_needed(six)


def test_hardly_loaded_dice_need_too_many_throws() -> None:
    with pytest.raises(ValueError, match="more than"):
        inference.throws_needed(Fraction(17, 100))
    with pytest.raises(ValueError, match="throws"):
        inference.power(Fraction(1, 3), 0)


def test_belief_is_shared_out_and_follows_the_sixes() -> None:
    assert inference.posterior([0] * 5, [0] * 5) == [Fraction(1, 5)] * 5
    after = inference.posterior([4, 1, 0], [6, 6, 6])
    assert sum(after) == 1
    assert after[0] > after[1] > after[2]
    # Rolling in two goes is the same as rolling in one.
    first = inference.posterior([2, 1], [5, 5])
    more = [p * q for p, q in zip(first, inference.posterior([1, 0], [3, 3]), strict=True)]
    assert [p / sum(more) for p in more] == inference.posterior([3, 1], [8, 8])


def test_chi_square_is_that_of_the_dice() -> None:
    from risknb.luck.faces import chi_square

    counts = [5, 6, 4, 6, 4, 11]
    assert float(inference.chi_square(counts)) == pytest.approx(chi_square(np.array(counts)))


def test_a_paired_test_counts_all_signs() -> None:
    assert inference.paired_test([1, 2, 3], [1, 2, 3]) == 1
    assert inference.paired_test([5, 6, 7, 9], [1, 1, 1, 1]) == 2 / 16
    rows = [float(n % 3) for n in range(40)], [0.0] * 40
    assert inference.paired_test(*rows) < 0.001
    even = [1.0, -1.0] * 20
    assert inference.paired_test(even, [0.0] * 40, seed=3) == 1
    assert inference.paired_test(*rows, seed=3) == inference.paired_test(*rows, seed=3)


def test_shuffling_finds_what_belongs_together() -> None:
    some = [float(n) for n in range(20)]
    assert inference.shuffle_test(some, some) < 0.01
    mixed = [some[(7 * n) % 20] for n in range(20)]
    assert inference.shuffle_test(some, mixed) > 0.05
    assert inference.correlation([1, 1], [1, 2]) == 0
    assert inference.correlation([1, 2], [2, 1]) == -1


def test_the_standard_error_is_the_textbooks() -> None:
    values = [3.0, 5.0, 4.0, 4.0]
    assert inference.standard_error(values) == pytest.approx(np.std(values, ddof=1) / 2)
    assert np.isnan(inference.standard_error([1.0]))


# -- battles and marches -------------------------------------------------------------------------
@pytest.mark.parametrize(("armies", "defenders"), [(2, 1), (3, 2), (5, 3)])
def test_the_matrix_gives_the_odds(armies: int, defenders: int) -> None:
    steps = reckoning.steps_of(armies, defenders)
    assert np.allclose(steps.sum(axis=1), 1)
    assert "1:0" not in steps  # nobody wins with a single army
    ends = reckoning.ending_chances(steps).loc[f"{armies}:{defenders}"]
    law = odds.battle(armies, defenders).endings
    for (n, d), p in law.items():
        assert ends[f"{n}:{d}"] == pytest.approx(p)
    assert ends.sum() == pytest.approx(1)


def test_marches_follow_their_law() -> None:
    taken = reckoning.marches(4000, 5, [1, 2], seed=1)
    exact = odds.chain(5, [1, 2])
    assert np.mean([n == 2 for n in taken]) == pytest.approx(exact.win, abs=0.04)
    assert np.mean(taken) == pytest.approx(exact.expected_taken, abs=0.06)
    assert reckoning.marches(5, 1, [1], seed=1) == [0] * 5
    assert taken[:50] == reckoning.marches(50, 5, [1, 2], seed=1)


def test_scores_of_two_rules_meet_the_same_dice() -> None:
    never, soon = reckoning.scores(1, battles=60, seed=4), reckoning.scores(5, battles=60, seed=4)
    # A victory before the second rule stops is the same victory.
    assert sum(a == b for a, b in zip(never, soon, strict=True)) >= 15
    law = odds.battle(8, 5)
    worth = law.expected_losses.defender - law.expected_losses.attacker + 3 * law.win
    many = reckoning.scores(1, battles=3000, seed=9)
    assert np.mean(many) == pytest.approx(worth, abs=0.4)


# -- cards and deals -----------------------------------------------------------------------------
def test_hands_are_drawn_until_they_hold_a_set_and_no_longer() -> None:
    assert len(reckoning.deck()) == 44
    assert {letter: reckoning.deck().count(letter) for letter in "ICAW"} == {
        "I": 14, "C": 14, "A": 14, "W": 2,
    }  # fmt: skip
    for seed in range(200):
        hand = reckoning.draw_until_set(seed)
        assert 3 <= len(hand) <= 5
        assert reckoning.has_set(hand)
        assert not reckoning.has_set(hand[:-1])


def test_waits_follow_their_law() -> None:
    law = reckoning.wait_law()
    assert sum(law.values()) == 1
    assert sum(n * p for n, p in law.items()) == odds.expected_cards_until_set(exact=True)
    found = reckoning.waits(2000, seed=1)
    for n, p in law.items():
        assert found.count(n) / 2000 == pytest.approx(float(p), abs=0.05)


def test_a_wild_card_alone_or_a_small_hand_is_no_set() -> None:
    assert not reckoning.has_set("W")
    assert not reckoning.has_set("WI")
    assert not reckoning.has_set("")
    assert reckoning.has_set("WWI")


def test_deals_give_continents_as_often_as_the_law_says() -> None:
    dealt = reckoning.deals(400, seed=1)
    assert list(dealt.columns) == list(odds.deal(3)[0].continents)
    lucky = (dealt != "nobody").any(axis=1).mean()
    assert lucky == pytest.approx(float(odds.deal(3).somebody), abs=0.05)


# -- luck ----------------------------------------------------------------------------------------
def test_the_law_of_losses_is_a_law_with_the_right_mean() -> None:
    law = reckoning.law_of_losses(10)
    assert sum(law) == 1
    assert len(law) == 21
    mean = sum(n * p for n, p in enumerate(law))
    assert mean == 10 * odds.roll(3, 2).expected_losses.attacker
    assert float(reckoning.mid_chance(law, 15)) == pytest.approx(0.0130, abs=5e-5)


def test_mid_chances_of_both_sides_make_one() -> None:
    law = reckoning.law_of_losses(4)
    below = sum(law[:3]) + law[3] / 2
    assert below + reckoning.mid_chance(law, 3) == 1


def test_the_percentile_of_a_battle_is_that_of_the_frames() -> None:
    """Eight armies took five defenders without a loss: 0.9544."""
    assert float(reckoning.no_loss_percentile()) == pytest.approx(0.9544, abs=5e-5)
