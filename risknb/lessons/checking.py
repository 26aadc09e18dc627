"""Checks with hints: right, close or wrong, and never the answer."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any, Final

from . import workbook
from .numbers import Written, agrees, is_near, is_open, is_rounded, read_number, read_whole
from .questions import Exercise, plain_word
from .table import exercise
from .telling import FONT

RIGHT, CLOSE, WRONG, OPEN = "right", "close", "wrong", "open"
#: The sign beside the colour, for those who see no colours.
SIGNS: Final = {RIGHT: "✓", CLOSE: "≈", WRONG: "✗", OPEN: "…"}
COLOURS: Final = {RIGHT: "#0072B2", CLOSE: "#8A5A00", WRONG: "#B04A00", OPEN: "#595959"}
UNANSWERED: Final = "not answered yet"
LONGEST_LIST: Final = 10_000
#: So many decimals are enough to know a typical mistake.
FEW: Final = 2
#: What a number may look like: where a whole one is wanted, and elsewhere.
_EXAMPLES: Final = {
    False: "Write the number alone, like 42.",
    True: 'A fraction "5/36", 0.139 or "13.9 %" would be one.',
}


@dataclass(frozen=True)
class Verdict:
    """What a check says; it counts as true when the answer is right."""

    id: str
    result: str
    text: str

    def __bool__(self) -> bool:
        return self.result == RIGHT

    def __str__(self) -> str:
        return f"{SIGNS[self.result]} {self.id}: {self.text}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        colour = COLOURS[self.result]
        return (
            f'<div role="status" style="border-left:6px solid {colour};padding:.4em .8em;'
            f'{FONT}"><b style="color:{colour}">'
            f"{SIGNS[self.result]} {escape(self.id)}</b>: {escape(self.text)}</div>"
        )


def check(name: str, answer: Any = ...) -> Verdict:
    """Say whether an answer is right, close or wrong, with a hint; never what it should be.

    A fraction, a decimal or a text like "2890/7776" or "37 %" will do; a list or a function
    where the exercise asks for one.

    >>> check("1b", "21/36")
    ✗ 1b: Did you give the ties to the attacker? A tie belongs to the defender.
    >>> check("1b")
    … 1b: not answered yet.
    """
    one = exercise(name)
    if is_open(answer):
        return Verdict(one.id, OPEN, f"{UNANSWERED}.")
    result, text = _JUDGES[one.kind](one, answer)
    if result == RIGHT:
        workbook.current().solve(one.id)
    return Verdict(one.id, result, text)


def grade(name: str, answer: Any = ...) -> Verdict | None:
    """The same as ``check``; while nbgrader is grading, anything but a right answer is an error.

    A right one shows nothing then: nbgrader takes what a cell shows for a part of its points.

    :raises AssertionError: the answer earns no point.
    """
    verdict = check(name, answer)
    if os.environ.get("NBGRADER_EXECUTION") != "autograde":
        return verdict
    if not verdict:
        raise AssertionError(str(verdict))
    return None


def solved(name: str) -> bool:
    """Whether an exercise has been answered right, in a cell or in a box."""
    return exercise(name).id in workbook.current().solved


Judged = tuple[str, str]


# -- numbers -------------------------------------------------------------------------------------
def _judge_number(one: Exercise, answer: Any) -> Judged:
    written = _read(one, answer)
    if written is None:
        return WRONG, _no_number(one, answer)
    if one.kind == "chance" and not 0 <= written.value <= 1:
        return WRONG, _no_chance(written)
    truth = Fraction(one.answer())
    if agrees(written, truth, one.digits):
        return RIGHT, "right."
    if not one.digits and written.value.denominator > 1:
        return WRONG, f"a whole number is wanted. {_EXAMPLES[False]}"
    # A mistake told with few decimals is known as well, unless the truth would look the same.
    return (
        _mistaken(one, answer)
        or _near(one, written, truth)
        or _mistaken(replace(one, digits=min(one.digits, FEW)), answer)
        or (WRONG, f"wrong. {one.hint}")
    )


def _read(one: Exercise, answer: Any) -> Written | None:
    return read_number(answer) if one.digits else read_whole(answer)


def _no_number(one: Exercise, answer: Any) -> str:
    if isinstance(answer, tuple) and len(answer) == 2:  # what Python reads in 0,417
        return "with a comma these are two numbers. In code a decimal has a point, like 0.139."
    return f"this is no number. {_EXAMPLES[bool(one.digits)]}"


def _no_chance(written: Written) -> str:
    told = "a chance lies between 0 and 1."
    if written.value < 0:
        return told
    told += " If you counted, divide by the number of all cases."
    if written.value <= 100:
        told += ' If you mean per cent, write it as a text with the sign, like "25 %".'
    return told


def _near(one: Exercise, written: Written, truth: Fraction) -> Judged | None:
    if not is_near(written, truth) and not is_rounded(written, truth):
        return None
    if written.decimals is not None and one.digits:
        wanted = "four" if one.digits > 3 else "three"
        return CLOSE, f"close. Is it rounded? A fraction, or {wanted} decimals, would settle it."
    return CLOSE, f"close, but not it. {one.hint}"


def _mistaken(one: Exercise, answer: Any) -> Judged | None:
    """The hint of the typical mistake that leads to this very answer."""
    for mistake in one.mistakes:
        if _same(one, answer, mistake.answer()):
            return (CLOSE, f"close. {mistake.hint}") if mistake.near else (WRONG, mistake.hint)
    return None


def _same(one: Exercise, answer: Any, other: Any) -> bool:
    match one.kind:
        case "list":
            return _same_list(answer, other, one.digits)
        case "choice":
            return _word(answer) == _word(other)
        case "function":
            return _first_difference(one, answer, other) is None
    written = _read(one, answer)
    return written is not None and agrees(written, Fraction(other), one.digits)


# -- lists ---------------------------------------------------------------------------------------
def _judge_list(one: Exercise, answer: Any) -> Judged:
    truth = list(one.answer())
    found = _as_list(_listed(answer))
    if found is None or any(read_number(part) is None for part in found):
        return WRONG, f"a list of {len(truth)} numbers is wanted, like [1, 2, 3]."
    if len(found) != len(truth):
        has = "1 number" if len(found) == 1 else f"{len(found)} numbers"
        return WRONG, f"the list has {has}; {len(truth)} are wanted."
    if _same_list(found, truth, one.digits):
        return RIGHT, "right."
    # How many of them are right is not told: a few tries would give the list away.
    return _mistaken(one, found) or (WRONG, f"wrong. {one.hint}")


def _listed(answer: Any) -> Any:
    """A list typed as a text, like "1, 2, 3", as a list."""
    return re.split(r"[\s,;]+", answer.strip(" []()")) if isinstance(answer, str) else answer


def _as_list(answer: Any) -> list[Any] | None:
    if isinstance(answer, (str, bytes, dict)) or not isinstance(answer, Iterable):
        return None
    found = list(answer)
    return found if len(found) <= LONGEST_LIST else None


def _same_list(answer: Any, other: Sequence[Any], digits: int) -> bool:
    found = _as_list(answer)
    if found is None or len(found) != len(other):
        return False
    written = [read_number(part) for part in found]
    return all(
        a is not None and agrees(a, Fraction(b), digits)
        for a, b in zip(written, other, strict=True)
    )


# -- words ---------------------------------------------------------------------------------------
def _judge_choice(one: Exercise, answer: Any) -> Judged:
    offered = ", ".join(f'"{option}"' for option in one.options)
    if not isinstance(answer, (str, bool)) or _word(answer) not in map(_word, one.options):
        return WRONG, f"choose one of {offered}."
    if _word(answer) == _word(one.answer()):
        return RIGHT, "right."
    return _mistaken(one, answer) or (WRONG, f"wrong. {one.hint}")


def _word(answer: Any) -> str:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return plain_word(str(answer))


# -- functions -----------------------------------------------------------------------------------
def _judge_function(one: Exercise, answer: Any) -> Judged:
    if not callable(answer):
        return WRONG, "a function is wanted: write its name without brackets."
    try:
        return _tried(one, answer)
    except NotImplementedError:  # what nbgrader puts where nothing has been written yet
        return OPEN, f"{UNANSWERED}: the function is still empty."
    except RecursionError:
        return WRONG, f"the function calls itself for ever. When does it stop? {one.hint}"
    except Exception as problem:  # a pupil's code may fail in any way: it is told, not raised
        return WRONG, f"the function stopped with {type(problem).__name__}: {str(problem)[:120]}"


def _tried(one: Exercise, answer: Any) -> Judged:
    """Try a pupil's function on the cases of its exercise."""
    if all(is_open(answer(*deepcopy(case))) for case in _cases(one)):
        return OPEN, f"{UNANSWERED}: the function returns nothing so far. print only shows a value."
    differs = _first_difference(one, answer, one.answer())
    if differs is None:
        return RIGHT, "right."
    told = _returned(answer(*deepcopy(differs)), one.answer()(*deepcopy(differs)))
    example = f"For {', '.join(map(repr, differs))} it returns {told}."
    return _mistaken(one, answer) or (WRONG, f"wrong. {example} {one.hint}")


def _returned(found: Any, wanted: Any) -> str:
    """What a function returns, if it is of another kind than wanted."""
    if isinstance(wanted, bool):
        good, kind = found in (True, False), "True or False"
    elif isinstance(wanted, (list, tuple)):
        good, kind = len(_as_list(found) or ()) == len(wanted), f"{len(wanted)} numbers"
    else:
        good, kind = read_number(found) is not None, "a number"
    shown = "nothing" if is_open(found) else repr(found)[:40]
    return "something else than it should" if good else f"{shown} instead of {kind}"


def _cases(one: Exercise) -> list[tuple[Any, ...]]:
    return list(one.cases()) if one.cases else []


def _first_difference(one: Exercise, some: Any, other: Any) -> tuple[Any, ...] | None:
    """The first case for which two functions return different things."""
    for case in _cases(one):
        # Copies, since a function may change the lists that it is given.
        if not _same_value(some(*deepcopy(case)), other(*deepcopy(case)), one.digits):
            return case
    return None


def _same_value(found: Any, wanted: Any, digits: int) -> bool:
    if isinstance(wanted, (list, tuple)):
        parts = _as_list(found)
        return (
            parts is not None
            and len(parts) == len(wanted)
            and all(_same_value(a, b, digits) for a, b in zip(parts, wanted, strict=True))
        )
    if isinstance(wanted, (bool, str)):
        return bool(found == wanted)
    written = read_number(found)
    return written is not None and agrees(written, Fraction(wanted), digits)


# -- what luck gave ------------------------------------------------------------------------------
def _judge_estimate(one: Exercise, answer: Any) -> Judged:
    """Random data have no right value: only the range is looked at."""
    written = read_number(answer)
    if written is None:
        return WRONG, "a number is wanted."
    low, high = one.answer()
    if low <= written.value <= high:
        return RIGHT, "taken. Luck decides this number, so nobody can say it is wrong."
    return WRONG, f"wrong: it cannot lie outside {low} to {high}. {one.hint}"


_JUDGES: Final = {
    "chance": _judge_number,
    "number": _judge_number,
    "list": _judge_list,
    "choice": _judge_choice,
    "function": _judge_function,
    "estimate": _judge_estimate,
}
