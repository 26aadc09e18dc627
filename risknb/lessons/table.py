"""All exercises and predictions of the ten lessons, by id and by lesson."""

from __future__ import annotations

from typing import Final

from . import lesson_01_02, lesson_03_05, lesson_06_07, lesson_08_09, lesson_10
from .questions import Exercise, LessonError, Prediction

TABLES: Final = (lesson_01_02, lesson_03_05, lesson_06_07, lesson_08_09, lesson_10)
EXERCISES: Final[dict[str, Exercise]] = {one.id: one for table in TABLES for one in table.EXERCISES}
PREDICTIONS: Final[dict[str, Prediction]] = {
    one.id: one for table in TABLES for one in table.PREDICTIONS
}
TITLES: Final[dict[int, str]] = {
    number: title for table in TABLES for number, title in table.TITLES.items()
}


def titles() -> dict[int, str]:
    """The titles of the lessons."""
    return dict(TITLES)


def exercise(name: str) -> Exercise:
    """The exercise with an id.

    >>> exercise("1b").lesson
    1
    """
    found = EXERCISES.get(str(name).strip().lower())
    if found is None:
        raise LessonError(f"there is no exercise {str(name)[:20]!r}")
    return found


def exercises(lesson: int | None = None) -> list[Exercise]:
    """The exercises of one lesson, or of all."""
    return [one for one in EXERCISES.values() if lesson in (None, one.lesson)]


def prediction(name: str) -> Prediction:
    """The prediction with an id; every exercise can be predicted too."""
    name = str(name).strip().lower()
    found = PREDICTIONS.get(name)
    if found is not None:
        return found
    one = exercise(name)
    return Prediction(one.id, one.question, one.answer, one.id, one.options)


def predictions(lesson: int | None = None) -> list[Prediction]:
    """The predictions of one lesson, or of all."""
    return [one for one in PREDICTIONS.values() if lesson in (None, one.lesson)]
