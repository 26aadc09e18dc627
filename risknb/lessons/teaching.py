"""The figures in the teacher's texts, one function a lesson: computed, never typed in."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import erf, sqrt
from typing import Any, Final

import pandas as pd

from .. import odds
from ..odds.show import percent
from .classdata import battles_in, pupils, surprise
from .classroom import class_seed, pool
from .figures import both, mean_losses, pair_won
from .inference import (
    at_least,
    correlation,
    paired_test,
    posterior,
    shuffle_test,
    standard_error,
    throws_needed,
)
from .mystery import loaded_die
from .plots import choose, estimates_of
from .reckoning import SHOWN, scores, waits

#: The sample class for the parts that are called out: thirty pupils with seeds of their own.
SAMPLE: Final = "sample class"
RULES: Final = (1, 3)
#: Words for the loaded die, at a third of sixes each for another one; and the three chances.
KEYS: Final = ("lemon", "cherry", "pear", "kiwi", "plum")
CHANCES: Final = ("1/3", "1/4", "1/5")


def decimals(value: Any) -> str:
    """A number with three decimals.

    >>> decimals(Fraction(1, 3))
    '0.333'
    """
    return f"{float(value):.3f}"


@lru_cache(maxsize=1)
def sample() -> pd.DataFrame:
    """The throws of the sample class."""
    return pool().frame


def seeds() -> list[int]:
    """The seeds of the thirty pupils of the sample class."""
    return [class_seed(SAMPLE, number) for number in range(1, 31)]


def _share(attack: int, defend: int) -> str:
    throws = choose(sample(), attack, defend)
    return f"{int((throws['attacker_losses'] == 0).sum())} of {len(throws)}"


def first_figures() -> dict[str, str]:
    """The figures of lesson 1."""
    p = odds.roll(1, 1)[0, 1]
    throws = choose(sample(), 1, 1)
    return {
        "won": str(p * 36),
        "p": decimals(p),
        "seldom": percent(1 - at_least(21, 60, p)),
        "class_won": str(int((throws["attacker_losses"] == 0).sum())),
        "class_n": str(len(throws)),
    }


def second_figures() -> dict[str, str]:
    """The figures of lesson 2."""
    return {
        "two_one": _share(2, 1),
        "one_two": _share(1, 2),
        "p_two_one": decimals(odds.roll(2, 1)[0, 1]),
        "p_one_two": decimals(odds.roll(1, 2)[0, 1]),
    }


def third_figures() -> dict[str, str]:
    """The figures of lesson 3."""
    shares = estimates_of(choose(sample(), 3, 2))["share"]
    return {"p": percent(both()), "low": percent(shares.min()), "high": percent(shares.max())}


def fourth_figures() -> dict[str, str]:
    """The figures of lesson 4."""
    return {"p": decimals(both()), "product": decimals(pair_won(0) * pair_won(1))}


def fifth_figures() -> dict[str, str]:
    """The figures of lesson 5."""
    battle = odds.battle(8, 8)
    lost = choose(sample(), 3, 2)["attacker_losses"]
    return {
        "p": decimals(battle.win),
        "mine": f"{battle.expected_losses.attacker:.2f}",
        "theirs": f"{battle.expected_losses.defender:.2f}",
        "cost": decimals(mean_losses()[0]),
        "class_cost": decimals(lost.mean()),
    }


def sixth_figures() -> dict[str, str]:
    """The figures of lesson 6."""
    battles = battles_in(sample())
    return {
        "p": decimals(odds.win(6, 5)),
        "small": decimals(odds.win(4, 3)),
        "battles": str(len(battles)),
        "taken": str(int(battles["captured"].sum())),
        "surprise": f"{surprise(battles):+.2f}",
    }


def seventh_figures() -> dict[str, str]:
    """The figures of lesson 7."""
    a, b = ([sum(scores(rule, seed=seed)) for seed in seeds()] for rule in RULES)
    return {
        "best": decimals(odds.chain(10, [2, 2, 2]).win),
        "front": decimals(odds.chain(10, [4, 1, 1]).win),
        "gap": f"{sum(y - x for x, y in zip(a, b, strict=True)) / len(a):+.2f}",
        "chance": decimals(paired_test(a, b)),
    }


def eighth_figures() -> dict[str, str]:
    """The figures of lesson 8."""
    hands = [wait for seed in seeds() for wait in waits(10, seed=seed)]
    return {
        "mean": decimals(odds.expected_cards_until_set()),
        "class_mean": decimals(sum(hands) / len(hands)),
    }


def ninth_figures() -> dict[str, str]:
    """The figures of lesson 9."""
    sixes, rolls = SHOWN[-1], sum(SHOWN)
    return {
        "p": decimals(at_least(sixes, rolls)),
        "belief": decimals(posterior([0, 0, sixes, 0, 0], [0, 0, rolls, 0, 0])[2]),
        "keys": "; ".join(f"{chance}: {_loaded(chance)}" for chance in CHANCES),
        "third": str(throws_needed(Fraction(1, 3))),
        "quarter": str(throws_needed(Fraction(1, 4))),
        "fifth": str(throws_needed(Fraction(1, 5))),
    }


def _loaded(chance: str) -> str:
    return ", ".join(f"{key} {loaded_die(key, chance)}" for key in KEYS)


def tenth_figures() -> dict[str, str]:
    """The figures of lesson 10."""
    table = pupils(sample())
    luck, won = table["luck"].tolist(), table["won"].astype(int).tolist()
    early, late = table["early"].tolist(), table["late"].tolist()
    return {
        "below": f"{100 * (1 + erf(-1 / sqrt(2))) / 2:.0f}",
        "mean": f"{sum(luck) / len(luck):+.2f}",
        "error": f"{2 * standard_error(luck):.2f}",
        "winning": _strength(luck, won),
        "halves": _strength(early, late),
    }


def _strength(some: list[float], other: list[float]) -> str:
    """A correlation, and how often it is as strong by accident."""
    found, chance = correlation(some, other), shuffle_test(some, other)
    return f"{found:+.2f} (by accident as strong: {decimals(chance)})"
