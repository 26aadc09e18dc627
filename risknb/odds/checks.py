"""Arguments are looked at once, at the door; every complaint names the argument."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Rational, Real
from operator import index
from typing import Any

# A battle of more takes minutes; no game comes near.
MOST_ARMIES = 50_000


def whole(name: str, value: Any, low: int = 1, high: int | None = None) -> int:
    """*value* as an int between *low* and *high*, both allowed.

    >>> whole("armies", 3)
    3
    >>> whole("armies", 0)
    Traceback (most recent call last):
    ValueError: armies must be at least 1, not 0
    """
    number = value if type(value) is int else _index(name, value)
    if number < low:
        raise ValueError(f"{name} must be at least {low}, not {number}")
    if high is not None and number > high:
        raise ValueError(f"{name} must be at most {high}, not {number}")
    return number


def _index(name: str, value: Any) -> int:
    if not isinstance(value, bool):
        try:
            return index(value)
        except TypeError:
            pass
    raise ValueError(f"{name} must be a whole number, not {value!r}")


def armies(name: str, value: Any) -> int:
    """*value* as a number of armies that a battle can be worked out for.

    >>> armies("defenders", 2)
    2
    """
    return whole(name, value, 1, MOST_ARMIES)


def chance(name: str, value: Any) -> float | Fraction:
    """*value* as a probability; fractions stay fractions.

    >>> chance("p", 0.5)
    0.5
    """
    if isinstance(value, bool) or not isinstance(value, Real) or math.isnan(value):
        raise ValueError(f"{name} must be a number from 0 to 1, not {value!r}")
    number = Fraction(value) if isinstance(value, Rational) else float(value)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} must be from 0 to 1, not {value!r}")
    return number


def one_of(name: str, value: Any, allowed: Sequence[str]) -> str:
    """*value*, if it is one of the words that are *allowed*.

    >>> one_of("decide", "after", ("after", "before"))
    'after'
    """
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")
    return str(value)


def weights(name: str, values: Iterable[Any] | None, sides: int) -> tuple[Fraction, ...] | None:
    """The chance of every face of a loaded die, from weights of any scale.

    >>> weights("attack_weights", [1, 1, 2], 3)
    (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
    """
    if values is None:
        return None
    try:
        if isinstance(values, (str, bytes, Mapping)):
            raise TypeError
        exact = tuple(Fraction(value) for value in values)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be numbers, one a face, not {values!r}") from None
    if len(exact) != sides or min(exact) < 0 or not sum(exact):
        raise ValueError(f"{name} must be {sides} weights of at least 0, not all 0")
    return tuple(value / sum(exact) for value in exact)


def row(name: str, values: Any) -> tuple[int, ...]:
    """*values* as a tuple of whole numbers of at least 1, and at least one of them.

    >>> row("defenders", [2, 3, 1])
    (2, 3, 1)
    """
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise ValueError(f"{name} must be a list of whole numbers, not {values!r}")
    numbers = tuple(armies(name, value) for value in values)
    if not numbers:
        raise ValueError(f"{name} must not be empty")
    return numbers
