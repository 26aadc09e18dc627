"""All papers of the lessons by name: worksheets, answer keys, the guide, the data dictionary."""

from __future__ import annotations

from ..frames import dictionary_text
from .guide import guide
from .questions import LessonError
from .worksheets import worksheet


def paper(name: str, *, key: bool = False, cream: bool = False) -> str:
    """A paper: "1" to "10" is a worksheet (HTML), "guide" and "dictionary" are Markdown.

    >>> paper("dictionary").splitlines()[0]
    '# Data dictionary'
    """
    if name == "guide":
        return guide()
    if name == "dictionary":
        return dictionary_text()
    if not name.isdecimal():
        raise LessonError(f"{name[:20]!r} is no paper: 1 to 10, guide or dictionary")
    return worksheet(int(name), key=key, cream=cream)
