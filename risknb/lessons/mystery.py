"""Five dice, one of them loaded: which one cannot be read off them, only found out by rolling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from typing import Final

import pandas as pd

from . import workbook
from .questions import LessonError
from .telling import Note

DICE: Final = "ABCDE"
FACES: Final = range(1, 7)
LOADED_FACE: Final = 6
#: How often the loaded die of lesson 9 shows a six.
CHANCE: Final = Fraction(1, 3)
MOST: Final = 100_000
_SCALE: Final = 2**64


class MysteryDice:
    """Five dice to roll. What is kept of them is how often each was rolled and what it showed."""

    __slots__ = ("_chance", "_key", "_pupil", "_shown")

    def __init__(self, key: str, pupil: str, chance: Fraction) -> None:
        self._key, self._pupil, self._chance = key, pupil, chance
        self._shown: dict[str, list[int]] = {die: [] for die in DICE}

    def __repr__(self) -> str:
        rolled = ", ".join(f"{die} {len(faces)}" for die, faces in self._shown.items())
        return f"<five dice; rolled so far: {rolled}>"

    def roll(self, die: str, n: int = 1) -> list[int]:
        """Roll one die *n* times.

        >>> len(mystery_dice("kiwi").roll("A", 10))
        10
        """
        faces = self._shown[_known(die)]
        if not 1 <= n <= MOST - len(faces):
            raise LessonError(f"a die is rolled at least once and at most {MOST} times")
        new = [self._face(_known(die), len(faces) + at) for at in range(n)]
        faces += new
        return new

    def _face(self, die: str, at: int) -> int:
        """The face of one roll, drawn afresh: nothing about the load is ever kept."""
        # The chance is part of it: dice of another chance must not tell by how they differ.
        place = _draw(f"{self._key}\n{self._chance}\n{self._pupil}\n{die}\n{at}")
        usual = Fraction(1, 6)
        heavy = self._chance if die == loaded_die(self._key, self._chance) else usual
        if place >= 1 - heavy:
            return LOADED_FACE
        return 1 + int(place / (1 - heavy) * 5)

    def faces(self, die: str) -> list[int]:
        """All that a die has shown so far."""
        return list(self._shown[_known(die)])

    @property
    def counts(self) -> pd.DataFrame:
        """One row a die: how often each face came."""
        rows = [
            (die, *(Counter(faces)[face] for face in FACES), len(faces))
            for die, faces in self._shown.items()
        ]
        return pd.DataFrame(rows, columns=["die", *map(str, FACES), "rolls"])

    def __iter__(self) -> Iterator[str]:
        return iter(DICE)

    def accuse(self, die: str) -> Note:
        """Name the loaded die. There is one accusation only: a guess is worth nothing.

        It is kept in the workbook, so that new dice with the same key give no second one.
        """
        name = _known(die)
        first = workbook.current().accuse(f"{self._key} {self._chance}", name)
        if first != name:
            return Note(f"You have accused {first} already. One accusation each.")
        if name == loaded_die(self._key, self._chance):
            return Note(f"{name} it is. How sure were you, and how many rolls did it take?")
        return Note(f"{name} is a fair die. It happens: how often would it, with your rolls?")


def mystery_dice(
    key: str, *, pupil: str = "", chance: Fraction | float | str = CHANCE
) -> MysteryDice:
    """Five dice, A to E. One of them shows a six with *chance*; key and chance settle which.

    The same key gives the same dice to everyone; *pupil* gives everybody rolls of their own.
    """
    if not str(key).strip():
        raise LessonError("the dice need a key: any word")
    load = _load(chance)
    if not 0 <= load < 1:
        raise LessonError("the chance of a six lies between 0 and 1")
    return MysteryDice(str(key).strip().casefold(), str(pupil).strip().casefold(), load)


def loaded_die(key: str, chance: Fraction | float | str = CHANCE) -> str:
    """Which die is loaded, for the teacher."""
    words = f"loaded\n{str(key).strip().casefold()}\n{_load(chance)}"
    return DICE[int(_draw(words) * len(DICE))]


def _load(chance: Fraction | float | str) -> Fraction:
    return Fraction(chance).limit_denominator(1000)


def _draw(text: str) -> Fraction:
    """A number from 0 up to 1 out of a text."""
    return Fraction(int.from_bytes(blake2b(text.encode(), digest_size=8).digest()), _SCALE)


def _known(die: str) -> str:
    name = str(die).strip().upper()
    if name not in tuple(DICE):
        raise LessonError(f"there is no die {str(die)[:10]!r}; they are A to E")
    return name
