"""Predictions: written down before anything is computed, compared afterwards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pandas as pd

from . import workbook
from .numbers import is_open, read_number
from .questions import LessonError, Prediction, plain_word
from .table import prediction, predictions
from .telling import Note, rows

LONGEST = 400
NOTHING = "nothing"


class Comparison(pd.DataFrame):  # type: ignore[misc]  # pandas has no types
    """A table of predictions that shows its questions to the end."""

    def _repr_html_(self) -> str:
        return rows(self, "left")


def predict(name: str, value: Any = ..., *, again: bool = False) -> Note:
    """Write a prediction down. The first one counts, unless it is changed with ``again=True``.

    >>> predict("1p")
    1p: no prediction yet. Guess before you compute: a wrong guess costs nothing.
    """
    one = prediction(name)
    if is_open(value):
        return Note(
            f"{one.id}: no prediction yet. Guess before you compute: a wrong guess costs nothing."
        )
    try:
        kept = _kept(one, value)
    except LessonError as problem:  # a slip of the pen is told, and stops nobody
        return Note(f"{problem}.")
    book = workbook.current()
    first = book.predictions.get(one.id)
    if first is not None and first != kept and not again:
        return Note(f"{one.id}: your first prediction stays: {first}. (again=True changes it.)")
    book.predict(one.id, kept)
    return Note(f"{one.id}: predicted {kept}. We shall see.")


def _kept(one: Prediction, value: Any) -> str | float:
    """A prediction as it is kept: one of the options, words, or a number as it was written."""
    if one.options:
        words = {plain_word(option): option for option in one.options}
        found = words.get(plain_word(str(value)))
        if found is None:
            raise LessonError(f"{one.id}: choose one of {', '.join(one.options)}")
        return found
    if isinstance(value, str):
        return value.strip()[:LONGEST]
    written = read_number(value)
    if written is None:
        raise LessonError(f"{one.id}: a prediction is a number, like 12 or 0.4, or a text")
    return str(value) if isinstance(value, Fraction) else _plain(float(written.value))


def _plain(number: float) -> float:
    """A number as people write it: 12, not 12.0."""
    return int(number) if number.is_integer() else number


def compare_predictions(lesson: int | None = None) -> Comparison:
    """Every prediction beside what came out: predicted, actual, off by.

    What came out is shown only when the exercise behind it has been solved. Of a single lesson all
    questions are listed, also those without a prediction.
    """
    book = workbook.current()
    made = [prediction(name) for name in book.predictions]
    asked = made if lesson is None else predictions(lesson)
    found = [_row(one, book.predictions.get(one.id, NOTHING), book.solved) for one in asked]
    return Comparison(found, columns=["id", "question", "predicted", "actual", "off"])


def _row(one: Prediction, predicted: Any, solved: set[str]) -> tuple[str, str, str, str, str]:
    if one.answer is None:
        return one.id, one.question, str(predicted), "your own words", ""
    if one.after and one.after not in solved:
        return one.id, one.question, str(predicted), f"solve {one.after} first", ""
    actual, guess = one.answer(), read_number(predicted)
    if isinstance(actual, str):
        hit = "hit: yes" if str(predicted).casefold() == actual.casefold() else "hit: no"
        return one.id, one.question, str(predicted), actual, "" if predicted == NOTHING else hit
    off = "" if guess is None else _off(float(guess.value), float(actual))
    return one.id, one.question, str(predicted), f"{float(actual):.4g}", off


def _off(guess: float, actual: float) -> str:
    """How far a guess is off; 40 for a chance is meant as 40 %, and a share is no count."""
    if 0 < guess < 1 < actual:
        return ""
    return f"{(guess / 100 if 0 < actual < 1 < guess <= 100 else guess) - actual:+.3f}"
