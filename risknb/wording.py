"""Words that every text of the game shares: lists, armies, chances, names of neutrals."""

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


def percent(chance: float, digits: int = 0) -> str:
    """A chance or a share in per cent.

    >>> percent(0.735), percent(0.735, 1)
    ('74 %', '73.5 %')
    """
    return f"{100 * chance:.{digits}f} %"


def neutral_name(army: int) -> str:
    """How a neutral army is called on the map, in tables and in sentences.

    >>> neutral_name(2)
    'neutral C'
    """
    return f"neutral {chr(ord('A') + army)}"
