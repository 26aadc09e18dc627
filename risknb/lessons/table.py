"""All exercises and predictions of the ten lessons, by id and by lesson."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from .questions import Exercise, LessonError, Prediction

#: The modules that hold the tables, each with EXERCISES, PREDICTIONS and TITLES.
TABLES: Final = ("lesson_01_02", "lesson_03_05", "lesson_06_10")


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, Exercise], dict[str, Prediction], dict[int, str]]:
    exercises: dict[str, Exercise] = {}
    predictions: dict[str, Prediction] = {}
    titles: dict[int, str] = {}
    for name in TABLES:
        if find_spec(f"{__package__}.{name}") is None:
            continue
        table = import_module(f".{name}", __package__)
        exercises |= {one.id: one for one in table.EXERCISES}
        predictions |= {one.id: one for one in table.PREDICTIONS}
        titles |= table.TITLES
    return exercises, predictions, titles


def titles() -> dict[int, str]:
    """The titles of the lessons."""
    return dict(_tables()[2])


def exercise(name: str) -> Exercise:
    """The exercise with an id.

    >>> exercise("1b").lesson
    1
    """
    found = _tables()[0].get(str(name).strip().lower())
    if found is None:
        raise LessonError(f"there is no exercise {str(name)[:20]!r}")
    return found


def exercises(lesson: int | None = None) -> list[Exercise]:
    """The exercises of one lesson, or of all."""
    return [one for one in _tables()[0].values() if lesson in (None, one.lesson)]


def prediction(name: str) -> Prediction:
    """The prediction with an id; every exercise can be predicted too."""
    name = str(name).strip().lower()
    found = _tables()[1].get(name)
    if found is not None:
        return found
    one = exercise(name)
    return Prediction(one.id, one.question, one.answer, one.id, one.options)


def predictions(lesson: int | None = None) -> list[Prediction]:
    """The predictions of one lesson, or of all."""
    return [one for one in _tables()[1].values() if lesson in (None, one.lesson)]
