"""Numbers as pupils write them: fractions, decimals, per cent, with a point or a comma."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Integral, Rational, Real
from typing import Any, Final, NamedTuple

#: An answer that is still to come.
OPEN: Final = ("", "...", "…")
LONGEST: Final = 120
#: Decimals beyond these are noise of the computer, not something a pupil wrote.
FINEST: Final = 9
EXACT: Final = Fraction(1, 10**FINEST)
#: Whoever goes on with rounded numbers writes more decimals than are true: so many are enough.
ENOUGH: Final = 3

#: Signs that keyboards and copied texts have for minus and for a fraction.
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "⁄": "/", "∕": "/", "÷": "/"})
_NUMBER: Final = r"[+-]?\d{1,50}(?:[.,]\d{1,20})?|[+-]?[.,]\d{1,20}"
_FRACTION: Final = re.compile(rf"({_NUMBER})\s*(?:/|:|in|of|out of)\s*({_NUMBER})")
#: A whole number with its thousands set apart: 7,776 or 7 776.
_GROUPED: Final = re.compile(r"\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+")
_DECIMAL: Final = re.compile(rf"({_NUMBER})\s*(%|percent|per cent)?")
_LEAD: Final = re.compile(
    r"^(?:about|approximately|roughly|ca\.?|[a-z](?:\(\w*\))?\s*=|=|~|≈)\s*", re.IGNORECASE
)
#: Signs between numbers that are meant to be the same: 15/36 = 0.417.
_SAME: Final = re.compile(r"[=≈]")


class Written(NamedTuple):
    """A number, and how many decimals it was written with (None: as a fraction, exactly)."""

    value: Fraction
    decimals: int | None = None


def is_open(answer: Any) -> bool:
    """Whether nothing has been answered yet."""
    if isinstance(answer, str):
        return answer.strip() in OPEN
    return answer is None or answer is ...


def read_number(answer: Any) -> Written | None:
    """The number in an answer; ``None`` where there is none.

    >>> read_number("2890/7776")
    Written(value=Fraction(1445, 3888), decimals=None)
    >>> read_number("37,5 %")
    Written(value=Fraction(3, 8), decimals=3)
    """
    if isinstance(answer, bool):
        return None
    if isinstance(answer, str):
        return _read_text(answer)
    if isinstance(answer, Rational | Integral):
        return Written(Fraction(int(answer.numerator), int(answer.denominator)))
    if isinstance(answer, Decimal):
        return _decimal(str(answer)) if answer.is_finite() else None
    if isinstance(answer, Real):
        return _decimal(repr(round(float(answer), FINEST))) if isfinite(float(answer)) else None
    return None


def read_whole(answer: Any) -> Written | None:
    """The same where a whole number is wanted: 7,776 is then more than seven thousand.

    >>> read_whole("7,776")
    Written(value=Fraction(7776, 1), decimals=None)
    """
    if isinstance(answer, str) and _GROUPED.fullmatch(answer.strip()):
        return Written(Fraction(re.sub(r"\D", "", answer)))
    return read_number(answer)


def _read_text(text: str) -> Written | None:
    text = text.strip()[: LONGEST + 1].translate(_SIGNS)
    text = _LEAD.sub("", text).rstrip(".…").strip()
    if len(text) > LONGEST:
        return None
    if _SAME.search(text):
        return _first_of([_read_text(part) for part in _SAME.split(text)])
    text = re.sub(r"^([+-])\s+", r"\1", text)
    if found := _FRACTION.fullmatch(text):
        above, below = (_decimal(part).value for part in found.groups())
        return Written(above / below) if below else None
    if found := _DECIMAL.fullmatch(text):
        written = _decimal(found[1])
        if found[2] is None:
            return written
        return Written(written.value / 100, (written.decimals or 0) + 2)
    return None


def _first_of(parts: list[Written | None]) -> Written | None:
    """The first of several numbers, if all say the same, each as well as it was written."""
    first, *others = parts
    if first is None or any(other is None or not _alike(first, other) for other in others):
        return None
    return first


def _alike(some: Written, other: Written) -> bool:
    finest = min(FINEST if one.decimals is None else one.decimals for one in (some, other))
    return abs(some.value - other.value) < Fraction(1, 10**finest)


def _decimal(text: str) -> Written:
    number = Decimal(text.replace(",", "."))
    exponent = number.as_tuple().exponent
    decimals = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    return Written(Fraction(number), decimals)


def agrees(written: Written, truth: Fraction, digits: int) -> bool:
    """Whether a number is the truth, exactly or well rounded to at least *digits* decimals.

    >>> agrees(Written(Fraction("0.417"), 3), Fraction(5, 12), 2)
    True
    >>> agrees(Written(Fraction("0.4"), 1), Fraction(5, 12), 2)
    False
    """
    off = abs(written.value - truth)
    if off <= EXACT:
        return True
    if written.decimals is None or written.decimals < digits:
        return False
    if off <= Fraction(1, 10 ** max(digits, ENOUGH)) / 2:
        return True
    unit = Fraction(1, 10 ** min(written.decimals, FINEST))
    # From the third decimal on a number that was cut off instead of rounded counts as well.
    return off <= unit / 2 if written.decimals <= 2 else off < unit


def is_near(written: Written, truth: Fraction) -> bool:
    """Whether a wrong number is so near that rounding or a slip may be the reason."""
    off = abs(written.value - truth)
    if abs(truth) > 1:
        return off <= abs(truth) / 50
    # Small chances are near to zero and to each other: there a hundredth would be too much.
    return off <= min(Fraction(1, 100), abs(truth) / 5)


def is_rounded(written: Written, truth: Fraction) -> bool:
    """Whether a decimal is the truth, rounded to fewer decimals than are wanted.

    >>> is_rounded(Written(Fraction("0.4"), 1), Fraction(5, 12))
    True
    >>> is_rounded(Written(Fraction(0), 1), Fraction(1, 100))
    False
    """
    if not written.decimals or not written.value:
        return False
    return abs(written.value - truth) <= Fraction(1, 10**written.decimals) / 2
