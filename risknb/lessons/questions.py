"""What an exercise is: a question, its answer, and the mistakes people make with it.

All exercises and predictions stand in tables (``lesson_01_02`` and so on). Checks,
worksheets and answer keys are made from these, so that they cannot differ. Answers are
functions: they are computed when asked for, from ``risknb.odds`` wherever dice come in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

Kind = Literal["chance", "number", "list", "choice", "function", "estimate"]
KINDS: Final = ("chance", "number", "list", "choice", "function", "estimate")
#: Fractions with a larger denominator say less than their decimals.
LARGEST: Final = 10**6


class LessonError(ValueError):
    """Something that lessons cannot do, with the reason."""


@dataclass(frozen=True)
class Mistake:
    """A typical wrong answer (a value or a function, computed) and the hint that belongs to it.

    *near*: not a mistake in thinking; the pupil is told that it is close.
    """

    name: str
    answer: Callable[[], Any]
    hint: str
    near: bool = False


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    *kind*: "chance" (0 to 1), "number", "list" (of numbers), "choice" (one of *options*),
    "function" (tried out on *cases*), or "estimate" (from random data: only its range is looked
    at). *digits*: a decimal needs at least so many. *working*: the way to the answer in words,
    for the answer key. *code*: a good function, as text, where one has to be written. *out_of*: how
    many cases there are to count, where counting leads to the answer. *grid*: faces of
    the two dice whose empty grid stands on the worksheet.
    """

    id: str
    question: str
    kind: Kind
    answer: Callable[[], Any]
    hint: str
    mistakes: tuple[Mistake, ...] = ()
    digits: int = 2
    options: tuple[str, ...] = ()
    cases: Callable[[], Iterable[tuple[Any, ...]]] | None = None
    working: str = ""
    code: str = ""
    out_of: int = 0
    grid: int = 0

    @property
    def lesson(self) -> int:
        """The number of the lesson it belongs to."""
        return lesson_of(self.id)

    @property
    def told(self) -> str:
        """The answer as a person reads it: as it was counted, in lowest terms, as a decimal."""
        truth = self.answer()
        text = answer_text(truth)
        if not self.out_of or Fraction(truth).denominator == self.out_of:
            return text
        return f"{truth * self.out_of}/{self.out_of} = {text}"

    @property
    def name(self) -> str:
        """The name of the variable or function that holds the answer in the notebook."""
        if self.kind == "function":
            return self.code.split("(", 1)[0].removeprefix("def ").strip()
        return f"answer_{self.id}"


@dataclass(frozen=True)
class Prediction:
    """A question to answer before anything is computed.

    *answer* is what it turns out to be (None: people compare their own words); it is shown once
    the exercise *after* has been solved.
    """

    id: str
    question: str
    answer: Callable[[], Any] | None = None
    after: str = ""
    options: tuple[str, ...] = ()

    @property
    def lesson(self) -> int:
        """The number of the lesson it belongs to."""
        return lesson_of(self.id)


def lesson_of(name: str) -> int:
    """The lesson an id belongs to.

    >>> lesson_of("10b")
    10
    """
    digits = name.rstrip("abcdefghijklmnopqrstuvwxyz")
    if not digits.isdecimal():
        raise LessonError(f"{name[:20]!r} is no exercise; they are called 1a, 1b, ... 10e")
    return int(digits)


def plain_word(text: str) -> str:
    """A word as it is compared: small letters, no article, British spelling.

    >>> plain_word(" The  Same ") == plain_word("same")
    True
    >>> plain_word("Defense")
    'defence'
    """
    words = " ".join(text.split()).casefold().replace("defense", "defence")
    return words.removeprefix("the ")


def answer_text(value: Any) -> str:
    """An answer as a person reads it; fractions too long to read in decimals only.

    >>> answer_text(Fraction(5, 12))
    '5/12 = 0.4167'
    >>> answer_text(Fraction(1, 3**20))
    '0.0000'
    """
    if isinstance(value, Fraction) and value.denominator > 1:
        exact = f"{value} = " if value.denominator <= LARGEST else ""
        return f"{exact}{float(value):.4f}"
    if isinstance(value, float):
        return f"{value:.4f}"
    if isinstance(value, (list, tuple)):
        return ", ".join(answer_text(one) for one in value)
    return "a function" if callable(value) else str(value)
