"""Words that every text of the game shares: lists, numbers of armies, names of neutral armies."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[str]) -> str:
    """Words as a person lists them.

    >>> listed(["Siam", "India", "China"])
    'Siam, India and China'
    """
    *first, last = tuple(words) or ("",)
    return f"{', '.join(first)} and {last}" if first else last


def armies_text(number: int) -> str:
    """A number of armies.

    >>> armies_text(1), armies_text(3)
    ('1 army', '3 armies')
    """
    return "1 army" if number == 1 else f"{number} armies"


def neutral_name(army: int) -> str:
    """How a neutral army is called on the map, in tables and in sentences.

    >>> neutral_name(2)
    'neutral C'
    """
    return f"neutral {chr(ord('A') + army)}"
