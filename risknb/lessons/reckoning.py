"""What the answers of lessons 6 to 10 are computed with, and the sheets their cells look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, Final

import numpy as np
import pandas as pd

from .. import odds
from ..board import load
from ..cards import WILD, readings, symbols
from ..game import Game

#: The march of lesson 7, and all ways to put six defenders on three territories.
MARCH: Final = (2, 3, 1)
LAYOUTS: Final = tuple(row for row in product(range(1, 5), repeat=3) if sum(row) == 6)
#: How often each face of the die of lesson 9 came.
SHOWN: Final = (5, 6, 4, 6, 4, 11)
#: Ten throws of lesson 10: attack dice, defence dice, armies the attacker lost.
THROWS: Final = ((3, 2, 2),) * 6 + ((3, 2, 1),) * 3 + ((3, 2, 0),)
LETTERS: Final = "ICAW"


# -- 6: battles as a chain of states -------------------------------------------------------------
def chance_to_take(armies: int, defenders: int) -> Any:
    """Chance to take a territory, exactly; certain where nobody defends it.

    >>> chance_to_take(2, 1)
    Fraction(5, 12)
    """
    return odds.win(armies, defenders, exact=True) if defenders else Fraction(1)


def steps_of(armies: int, defenders: int) -> pd.DataFrame:
    """One throw as a table: from every state (row) the chance to get to every state (column).

    A state reads "armies : defenders". States in which nobody can go on lead to themselves.
    """
    pairs = product(range(armies, 0, -1), range(defenders, -1, -1))
    states = [pair for pair in pairs if pair != (1, 0)]  # nobody wins with a single army
    names = [f"{n}:{d}" for n, d in states]
    table = pd.DataFrame(0.0, index=names, columns=names)
    for n, d in states:
        for (mine, theirs), p in _next(n, d).items():
            table.loc[f"{n}:{d}", f"{n - mine}:{d - theirs}"] += float(p)
    return table


def _next(armies: int, defenders: int) -> dict[tuple[int, int], Any]:
    if armies < 2 or not defenders:
        return {(0, 0): 1}
    return dict(odds.roll(min(3, armies - 1), min(2, defenders)))


def ending_chances(table: pd.DataFrame) -> pd.DataFrame:
    """Where every state ends: the inverse of I - Q, times R."""
    ends = [name for name in table.index if table.loc[name, name] == 1]
    going = [name for name in table.index if name not in ends]
    q, r = table.loc[going, going].to_numpy(), table.loc[going, ends].to_numpy()
    found = np.linalg.inv(np.eye(len(going)) - q) @ r
    return pd.DataFrame(found, index=going, columns=ends)


def battles_won(n: int, armies: int, defenders: int, *, seed: int) -> list[int]:
    """Fight *n* battles to the end: 1 for a territory taken, 0 for one that held."""
    left = odds.simulate_battles(n, armies, defenders, seed=seed).defenders_left
    return [int(number == 0) for number in left]


# -- 7: marches ----------------------------------------------------------------------------------
def march(armies: int, defenders: Sequence[int]) -> Any:
    """Chance to take all territories of a list, all armies but one moving on every time."""
    if not defenders:
        return Fraction(1)
    return odds.chain(armies, defenders, exact=True).win if armies > 1 else Fraction(0)


def marches(n: int, armies: int, defenders: Sequence[int], *, seed: int | str) -> list[int]:
    """March *n* times: how many territories were taken each time."""
    random = Random(f"march {seed}")
    return [_taken(armies, defenders, random) for _ in range(n)]


def _taken(armies: int, defenders: Sequence[int], random: Random) -> int:
    for number, held in enumerate(defenders):
        if armies < 2:
            return number
        law = odds.battle(armies, held).survivors
        left = random.choices([0, *law], [1 - sum(law.values()), *law.values()])[0]
        if not left:
            return number
        armies = left - 1
    return len(defenders)


@lru_cache(maxsize=1)
def worst_layout() -> tuple[int, ...]:
    """The layout of six defenders that stops ten armies most often."""
    return min(LAYOUTS, key=lambda row: float(odds.chain(10, row).win))


def scores(
    stop: int,
    *,
    armies: int = 8,
    defenders: int = 5,
    prize: int = 3,
    battles: int = 20,
    seed: int = 0,
) -> list[int]:
    """What a stop rule brings in battles: armies destroyed minus armies lost, and a prize.

    The prize is for the territory. Two stop rules with the same seed meet the same dice, as far
    as both go on, so that their scores can be compared in pairs.
    """
    dice = Random(f"march {seed}")
    return [_score(stop, armies, defenders, prize, Random(dice.random())) for _ in range(battles)]


def _score(stop: int, armies: int, defenders: int, prize: int, dice: Random) -> int:
    """One battle, throw by throw."""
    mine, theirs = armies, defenders
    while mine > max(stop, 1) and theirs:
        law = _next(mine, theirs)
        lost, killed = dice.choices(list(law), [float(p) for p in law.values()])[0]
        mine, theirs = mine - lost, theirs - killed
    return (defenders - theirs) - (armies - mine) + prize * (not theirs)


# -- 8: cards and deals --------------------------------------------------------------------------
def has_set(cards: str) -> bool:
    """Whether a hand such as "IICAW" holds a set; the rules say what a set is."""
    hand = [LETTERS.index(letter) for letter in cards]
    threes = {(a, b, c) for i, a in enumerate(hand) for j, b in enumerate(hand[:i])
              for c in hand[:j]}  # fmt: skip
    return any(readings(three) for three in threes)


@lru_cache(maxsize=1)
def deck() -> str:
    """All cards of the classic deck as letters."""
    assert len(LETTERS) - 1 == WILD
    return "".join(LETTERS[symbol] for symbol in symbols(load("classic"), "A"))


def draw_until_set(seed: float | str | None = None) -> str:
    """Cards drawn from a shuffled deck until they hold a set."""
    cards = list(deck())
    Random(None if seed is None else str(seed)).shuffle(cards)
    for number in range(3, len(cards)):
        if has_set("".join(cards[:number])):
            break
    return "".join(cards[:number])


def waits(n: int, *, seed: int | str | None = None) -> list[int]:
    """How many cards were needed for a set, *n* times."""
    random = Random(None if seed is None else str(seed))
    return [len(draw_until_set(random.random())) for _ in range(n)]


def wait_law() -> dict[int, Any]:
    """The exact chances of needing 3, 4 or 5 cards."""
    chances = [odds.set_chance(n, exact=True) for n in range(2, 6)]
    return {n: chances[n - 2] - chances[n - 3] for n in (3, 4, 5)}


def deals(n: int, players: int = 3, *, seed: int | str = 0) -> pd.DataFrame:
    """Deal the territories *n* times: one row a deal, who holds which continent (or nobody)."""
    rows = [_holders(players, f"{seed}:{at}") for at in range(n)]
    return pd.DataFrame(rows)


def _holders(players: int, seed: str) -> dict[str, str]:
    names = [f"Player {letter}" for letter in "ABCDEF"[:players]]
    options = {"setup": "deal"}
    game = Game(names, edition="2010", seed=seed, options=options)
    found = {}
    for continent in game.board.continents:
        owners = {game.state.owners[at] for at in continent.members}
        whole = len(owners) == 1
        found[continent.name] = names[owners.pop()] if whole else "nobody"
    return found


# -- 10: luck ------------------------------------------------------------------------------------
def luck_of(throws: Iterable[tuple[int, int, int]]) -> Fraction:
    """The attacker's luck in armies: losses to be expected, minus actual ones."""
    return sum(
        (odds.roll(a, d).expected_losses.attacker - lost for a, d, lost in throws), Fraction(0)
    )


@lru_cache(maxsize=32)
def law_of_losses(throws: int, attack: int = 3, defend: int = 2) -> tuple[Fraction, ...]:
    """Chances that the attacker loses 0, 1, 2, ... armies in so many throws."""
    law = odds.roll(attack, defend)
    one = {mine: p for (mine, _), p in law.items()}
    total = {0: Fraction(1)}
    for _ in range(throws):
        after: dict[int, Fraction] = {}
        for lost, chance in total.items():
            for more, p in one.items():
                after[lost + more] = after.get(lost + more, Fraction(0)) + chance * p
        total = after
    return tuple(total.get(n, Fraction(0)) for n in range(max(total) + 1))


def mid_chance(law: Sequence[Fraction], lost: int) -> Fraction:
    """Chance of more losses, plus half the chance of just as many."""
    return sum(law[lost + 1 :], Fraction(0)) + law[lost] / 2


def no_loss_percentile() -> Fraction:
    """Share of battles of 8 against 5 that end worse than without a loss, the same by half."""
    return Fraction(1 - odds.battle(8, 5, exact=True).survivors[8] / 2)
