"""Predictions: written down before anything is computed, compared afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

import pandas as pd

from . import workbook
from .numbers import is_open, read_number
from .questions import LessonError, Prediction
from .table import prediction

LONGEST = 400


@dataclass(frozen=True)
class Note:
    """A sentence for the pupil."""

    text: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f'<p style="font:15px/1.45 system-ui,sans-serif">{escape(self.text)}</p>'


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
    kept = _kept(one, value)
    book = workbook.current()
    first = book.predictions.get(one.id)
    if first is not None and first != kept and not again:
        return Note(f"{one.id}: your first prediction stays: {first}. (again=True changes it.)")
    book.predict(one.id, kept)
    return Note(f"{one.id}: predicted {kept}. We shall see.")


def _kept(one: Prediction, value: Any) -> str | float:
    """A prediction as it is kept: one of the options, words, or a number as it was written."""
    if one.options:
        words = {option.casefold(): option for option in one.options}
        found = words.get(" ".join(str(value).split()).casefold())
        if found is None:
            raise LessonError(f"{one.id}: choose one of {', '.join(one.options)}")
        return found
    if isinstance(value, str):
        return value.strip()[:LONGEST]
    written = read_number(value)
    if written is None:
        raise LessonError(f"{one.id}: a prediction is a number or a text")
    return str(value) if isinstance(value, Fraction) else float(written.value)


def compare_predictions(lesson: int | None = None) -> pd.DataFrame:
    """Every prediction beside what came out: predicted, actual, off by.

    What came out is shown only when the exercise behind it has been solved.
    """
    book = workbook.current()
    known = [prediction(name) for name in book.predictions]
    rows = [
        _row(one, book.predictions[one.id], book.solved)
        for one in known
        if lesson in (None, one.lesson)
    ]
    return pd.DataFrame(rows, columns=["id", "question", "predicted", "actual", "off"])


def _row(one: Prediction, predicted: Any, solved: set[str]) -> tuple[str, str, str, str, str]:
    if one.answer is None:
        return one.id, one.question, str(predicted), "your own words", ""
    if one.after and one.after not in solved:
        return one.id, one.question, str(predicted), f"solve {one.after} first", ""
    actual, guess = one.answer(), read_number(predicted)
    if isinstance(actual, str):
        hit = "yes" if str(predicted).casefold() == actual.casefold() else "no"
        return one.id, one.question, str(predicted), actual, f"hit: {hit}"
    off = "" if guess is None else f"{float(guess.value) - float(actual):+.3f}"
    return one.id, one.question, str(predicted), f"{float(actual):.4g}", off
