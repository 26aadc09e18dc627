"""Are the dice fair? Faces counted, tested and explained in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from itertools import product
from math import factorial
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..odds.checks import whole
from ..wording import percent
from .reckoning import ROLES, Source, sides, throws

FACES: Final = range(1, 7)
#: The columns of the dice, by role; a die rolled again is a die of its own.
DICE: Final = {
    "attacker": {"1": "a1", "2": "a2", "3": "a3", "again": "reroll_face"},
    "defender": {"1": "d1", "2": "d2", "3": "d3"},
}
#: Up to so many dice the chance is counted exactly, above it is simulated.
EXACT: Final = 120
SAMPLES: Final = 20_000
DOUBT: Final = 0.05
WARNING: Final = (
    "Only dice as they fall are compared here. The highest dice of a throw, or dice put in order,"
    " show more sixes than ones, and that is no sign of anything."
)


class Fairness(NamedTuple):
    """What the dice showed: counts, one test a player, the longest bad runs, and sentences."""

    counts: pd.DataFrame
    tests: pd.DataFrame
    streaks: pd.DataFrame
    words: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.words)

    def _repr_html_(self) -> str:
        lines = "".join(f"<li>{escape(line)}</li>" for line in self.words)
        return f"<ul>{lines}</ul>{self.tests.to_html(index=False, escape=True)}"


def fairness(source: Source, *, seed: int = 0) -> Fairness:
    """Count the faces of all dice by player, role and die, and test whether they are fair.

    The statistic is chi-square; its chance is exact up to 120 dice and simulated (with *seed*)
    above. Testing several players at once, chances are corrected by Holm's method.

    >>> import risknb as rk
    >>> fairness(rk.sample_game()).words[0]
    'Ada: 1,744 dice, and fair dice are that uneven in 98 % of all cases: nothing unusual.'
    """
    seed = whole("seed", seed, 0)
    frame = throws(source, "a1", "a2", "a3", "d1", "d2", "d3", "reroll_face")
    counts = _counts(frame)
    tests = _tests(counts, seed)
    streaks = _streaks(frame)
    return Fairness(counts, tests, streaks, tuple(_words(tests, streaks)))


# -- counting ------------------------------------------------------------------------------------
def _counts(frame: pd.DataFrame) -> pd.DataFrame:
    """One row a player, role and die: how often each face came."""
    rows = []
    for (_, player), role in product(sides(frame), ROLES):
        part = frame[frame[role] == player]
        for die, column in DICE[role].items():
            faces = part[column].dropna().to_numpy(dtype=np.int64)
            if len(faces):
                found = np.bincount(faces, minlength=7)[1:7].tolist()
                rows.append((player, role, die, *found, len(faces)))
    names = ["player", "role", "die", *(f"n{face}" for face in FACES), "dice"]
    return pd.DataFrame(rows, columns=names)


def _tests(counts: pd.DataFrame, seed: int) -> pd.DataFrame:
    """One row a player: the statistic, its chance, and the chance corrected for many tests."""
    columns = [f"n{face}" for face in FACES]
    rows: list[tuple[Any, ...]] = []
    for player, part in counts.groupby("player", sort=False):
        faces = part[columns].sum().to_numpy(dtype=np.int64)
        p, exact = chance_of(faces, seed)
        rows.append((str(player), int(faces.sum()), *faces.tolist(), chi_square(faces), p, exact))
    names = ["player", "dice", *columns, "chi2", "p", "exact"]
    tests = pd.DataFrame(rows, columns=names)
    return tests.assign(p_holm=holm(tests["p"].tolist()))


def chi_square(faces: NDArray[np.int64]) -> float:
    """How far six counts are from equal ones."""
    dice = int(faces.sum())
    return float((faces**2).sum() * 6 / dice - dice) if dice else 0.0


def chance_of(faces: NDArray[np.int64], seed: int = 0) -> tuple[float, bool]:
    """Chance that fair dice are as far from equal counts, and whether it is exact."""
    dice, squares = int(faces.sum()), int((faces**2).sum())
    if dice <= EXACT:
        return exact_chance(dice, squares), True
    random = np.random.default_rng(seed)
    drawn = random.multinomial(dice, [1 / 6] * 6, size=SAMPLES)
    beyond = int(((drawn**2).sum(axis=1) >= squares).sum())
    return (beyond + 1) / (SAMPLES + 1), False


@lru_cache(maxsize=256)
def exact_chance(dice: int, squares: int) -> float:
    """Chance that the squares of the six counts of fair dice add up to *squares* or more.

    >>> exact_chance(2, 4) == 1 / 6
    True
    """
    halves = _three_faces(dice)
    ways = 0.0
    for few in range(dice + 1):
        (q, w), (other_q, other_w) = halves[few], halves[dice - few]
        far = q[:, None] + other_q[None, :] >= squares
        ways += float((w[:, None] * other_w[None, :])[far].sum())
    return min(1.0, ways * float(factorial(dice) / 6**dice))


Law = tuple[NDArray[Any], NDArray[Any]]


@lru_cache(maxsize=8)
def _three_faces(dice: int) -> list[Law]:
    """For 0, 1, ... dice on three faces: sums of squares, and the weights 1 / (a! b! c!)."""
    one = [(np.array([n * n]), np.array([1 / factorial(n)])) for n in range(dice + 1)]
    return _beside(_beside(one, one), one)


def _beside(some: list[Law], more: list[Law]) -> list[Law]:
    """The laws of two groups of faces taken together."""
    found = []
    for dice in range(len(some)):
        pairs = [(some[n], more[dice - n]) for n in range(dice + 1)]
        squares = np.concatenate([np.add.outer(a[0], b[0]).ravel() for a, b in pairs])
        weights = np.concatenate([np.multiply.outer(a[1], b[1]).ravel() for a, b in pairs])
        values, at = np.unique(squares, return_inverse=True)
        found.append((values, np.bincount(at, weights=weights)))
    return found


def holm(chances: list[float]) -> list[float]:
    """Chances corrected for testing several at once, by Holm's method.

    >>> holm([0.01, 0.5, 0.03])
    [0.03, 0.5, 0.06]
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    found, worst = [0.0] * len(chances), 0.0
    for rank, at in enumerate(order):
        worst = max(worst, min(1.0, chances[at] * (len(chances) - rank)))
        found[at] = worst
    return found


# -- runs of bad luck ----------------------------------------------------------------------------
def _streaks(frame: pd.DataFrame) -> pd.DataFrame:
    """One row a player: the longest run of throws below the mean, and what is usual."""
    rows = []
    for _, player in sides(frame):
        attacks = (frame["attacker"] == player).to_numpy()
        mine = attacks | (frame["defender"] == player).to_numpy()
        luck = np.where(attacks, 1, -1)[mine] * frame["luck"].to_numpy()[mine]
        bad = luck < -1e-12
        longest, share = longest_run(bad), float(bad.mean())
        usual = usual_run(len(bad), share)
        rows.append((player, len(bad), longest, usual, chance_of_run(len(bad), share, longest)))
    return pd.DataFrame(rows, columns=["player", "rolls", "longest", "usual", "chance"])


def longest_run(flags: NDArray[np.bool_]) -> int:
    """The length of the longest run of True."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(np.int8), [0]))))
    return int((edges[1::2] - edges[::2]).max(initial=0))


def usual_run(trials: int, p: float) -> float:
    """The mean length of the longest run.

    >>> usual_run(2, 0.5)
    1.0
    """
    total = 0.0
    for length in range(1, trials + 1):
        chance = chance_of_run(trials, p, length)
        total += chance
        if chance < 1e-4:
            break
    return total


@lru_cache(maxsize=4096)
def chance_of_run(trials: int, p: float, length: int) -> float:
    """Chance of a run of at least *length* in so many trials.

    >>> chance_of_run(3, 0.5, 2)
    0.375
    """
    if length < 1:
        return 1.0
    if length > trials or p <= 0:
        return 0.0
    # none[n]: no such run among n trials; a run that ends at n was free before it began.
    none = [1.0] * length + [1 - p**length]
    start = (1 - p) * p**length
    for n in range(length + 1, trials + 1):
        none.append(none[n - 1] - start * none[n - 1 - length])
    return min(1.0, max(0.0, 1 - none[trials]))


# -- words ---------------------------------------------------------------------------------------
def _words(tests: pd.DataFrame, streaks: pd.DataFrame) -> Iterator[str]:
    if not len(tests):
        yield "No dice were thrown yet."
        return
    for row in tests.itertuples():
        yield _verdict(row)
    worst = streaks.sort_values("chance", kind="stable").iloc[0]
    yield (
        f"The longest bad run: {worst['player']} did worse than the mean {worst['longest']} times"
        f" in a row. In {worst['rolls']:,} throws a run of about {worst['usual']:.0f} is usual;"
        f" one that long or longer comes in {_percent(worst['chance'])} of such games."
    )
    yield WARNING


def _verdict(row: Any) -> str:
    so_far = f"fair dice are that uneven in {_percent(row.p)} of all cases"
    if row.p_holm < DOUBT:
        return (
            f"{row.player}: {row.dice:,} dice, and {so_far}."
            f" Even with {percent(DOUBT)} as the limit for"
            " all players together that is hard to call chance."
        )
    if row.p < DOUBT:
        return (
            f"{row.player}: {row.dice:,} dice, and {so_far}. That looks odd alone, but with several"
            " players somebody often looks odd."
        )
    return f"{row.player}: {row.dice:,} dice, and {so_far}: nothing unusual."


def _percent(chance: float) -> str:
    if chance < 0.001:
        return "under 0.1 %"
    return percent(chance, 0 if chance >= 0.095 else 1)
