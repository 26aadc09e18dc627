"""A pupil's own data: throws by the computer or typed in from real dice, as a table of rolls.

The table has the columns of ``frames.rolls``, so that everything made for games works with it.
Every throw counts as a small battle of its own: just enough armies for the dice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from secrets import randbelow
from typing import Any, Final

import pandas as pd

from .. import odds
from ..dice import SeededDice
from ..frames import TABLES, cast
from ..moves import Roll
from .questions import LessonError

MOST: Final = 100_000
MOST_DICE: Final = {"attack": 3, "defend": 2}
PLACES: Final = ("Camp", "Hill")
_SMALL: Final = re.compile(r"[0-9]{1,2}")
_THROW: Final = re.compile(r"([1-6]{1,3}):([1-6]{1,2})")


def throws(
    n: int,
    attack: int = 1,
    defend: int = 1,
    *,
    seed: int | str | None = None,
    alias: str = "me",
) -> pd.DataFrame:
    """Throw the dice *n* times; the same seed gives the same throws.

    >>> throws(3, 1, 1, seed=1)[["a1", "d1", "attacker_losses"]].shape
    (3, 3)
    """
    number = _whole("n", n, 0, MOST)
    dice = (_dice("attack", attack), _dice("defend", defend))
    # The dice are part of the seed: otherwise all lessons would begin with the same faces.
    source = SeededDice(f"{randbelow(10**12) if seed is None else seed} {attack}:{defend}")
    return table_of_rolls([source.throw(*dice) for _ in range(number)], alias=alias)


def typed(text: str, *, alias: str = "me") -> pd.DataFrame:
    """Real dice, typed in: every throw as attack:defence, like ``"6:3 2:2 651:42"``.

    >>> int(typed("6:3 2:2")["attacker_losses"].sum())
    1
    """
    rolls = []
    for word in re.split(r"[\s,;]+", re.sub(r"\s*:\s*", ":", text).strip()):
        if not word:
            continue
        found = _THROW.fullmatch(word)
        if found is None:
            raise LessonError(f"{word[:20]!r} is no throw; one is written like 6:3 or 651:42")
        rolls.append(Roll(*([int(face) for face in side] for side in found.groups())))
        if len(rolls) > MOST:
            raise LessonError(f"more than {MOST} throws are too many")
    return table_of_rolls(rolls, alias=alias)


def won_or_lost(text: str) -> list[int]:
    """Battles typed in, w for won and l for lost, as ones and zeros.

    >>> won_or_lost("wwl")
    [1, 1, 0]
    """
    letters = re.sub(r"[\s,;]+", "", text).lower()[: MOST + 1]
    if not set(letters) <= set("wl"):
        raise LessonError("write w for a battle won and l for a battle lost, like wwl")
    return [int(letter == "w") for letter in letters]


def counted(text: str, low: int = 0, high: int = 99) -> list[int]:
    """Small whole numbers typed in, like ``"2 0 1"``.

    >>> counted("2, 0, 1", 0, 2)
    [2, 0, 1]
    """
    words = re.split(r"[\s,;]+", text[:MOST].strip(" ,;[]"))
    found = [int(word) if _SMALL.fullmatch(word) else -1 for word in words if word]
    if not all(low <= number <= high for number in found):
        raise LessonError(f"write whole numbers from {low} to {high}, like {low} {high} {low}")
    return found


def as_written(throws: pd.DataFrame) -> pd.DataFrame:
    """Throws as they stand on a worksheet: numbered from one, the dice of each side in one column.

    >>> as_written(typed("651:42")).iloc[0].astype(str).tolist()
    ['6 5 1', '4 2', '0', '2']
    """
    rolls = rolls_in(throws)
    rows = [
        (" ".join(map(str, roll.attack)), " ".join(map(str, roll.defend)), *roll.losses)
        for roll in rolls
    ]
    names = ["attack", "defence", "attacker loses", "defender loses"]
    return pd.DataFrame(rows, columns=names, index=range(1, len(rows) + 1))


def together(*parts: pd.DataFrame) -> pd.DataFrame:
    """Several sets of throws as one, in their order, with numbers that go on."""
    alias = next((str(part["attacker"].iloc[0]) for part in parts if len(part)), "me")
    return table_of_rolls([roll for part in parts for roll in rolls_in(part)], alias=alias)


def rolls_in(frame: pd.DataFrame) -> list[Roll]:
    """The throws of a table."""
    sides = [frame[[f"{side}{die}" for die in (1, 2, 3)]].to_numpy(object) for side in "ad"]
    return [Roll(_faces(a), _faces(d)) for a, d in zip(*sides, strict=True)]


def _faces(row: Iterable[Any]) -> list[int]:
    return [int(face) for face in row if not pd.isna(face)]


def table_of_rolls(rolls: Sequence[Roll], *, alias: str = "me") -> pd.DataFrame:
    """Throws as a table of rolls."""
    name = clean_alias(alias)
    game = _game_id(name, rolls)
    rows = [
        (game, at, 1, at + 1, 1, name, "dice", 0, 1, *PLACES, *_fight(roll))
        for at, roll in enumerate(rolls)
    ]
    names = [column.name for column in TABLES["rolls"]]
    return cast("rolls", pd.DataFrame(rows, columns=names))


def _fight(roll: Roll) -> tuple[Any, ...]:
    """What one throw meant: dice, faces, losses, what was to be expected, chances."""
    attack, defend = len(roll.attack), len(roll.defend)
    lost, killed = roll.losses
    return (
        attack + 1, defend, attack, defend, *_padded(roll.attack), *_padded(roll.defend),
        None, None, None, lost, killed, *_meaning(attack, defend, lost),
    )  # fmt: skip


@lru_cache(maxsize=32)
def _meaning(attack: int, defend: int, lost: int) -> tuple[Any, ...]:
    """Expected losses, variance and luck, chances before and after, their change, captured."""
    law = odds.roll(attack, defend)
    mine, theirs = (float(x) for x in law.expected_losses)
    killed = min(attack, defend) - lost
    before = odds.win(attack + 1, defend)
    after = _left(attack + 1 - lost, defend - killed)
    swing = after - before
    return mine, theirs, law.sd**2, mine - lost, before, after, swing, killed == defend


def _left(armies: int, defenders: int) -> float:
    """The chance to take it after a throw."""
    if not defenders:
        return 1.0
    return float(odds.win(armies, defenders)) if armies > 1 else 0.0


def _padded(faces: Sequence[int]) -> list[int | None]:
    return [*faces, None, None][:3]


def _game_id(alias: str, rolls: Sequence[Roll]) -> str:
    """An id that stays when throws are added, so that a longer export replaces a shorter one."""
    start = "".join(map(repr, rolls[:5]))
    return f"{alias}-{blake2b(f'{alias} {start}'.encode(), digest_size=4).hexdigest()}"


def clean_alias(alias: Any) -> str:
    """An alias as it stands in tables and file names: letters, digits and dashes.

    >>> clean_alias(" Red Fox/7 ")
    'red-fox-7'
    """
    text = re.sub(r"[^\w]+", "-", str(alias).strip().lower()).strip("-_")[:30]
    if not text:
        raise LessonError("an alias needs a letter or a digit, like fox-7")
    return text


def _dice(side: str, number: int) -> int:
    return _whole(f"{side} dice", number, 1, MOST_DICE[side])


def _whole(what: str, number: int, low: int, high: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
        raise LessonError(f"{what}: a whole number from {low} to {high}, not {str(number)[:20]}")
    return number
