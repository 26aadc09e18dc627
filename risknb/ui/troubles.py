"""What went wrong on the screen: one sentence, and where it happened for those who unfold it."""

from __future__ import annotations

import traceback
from html import escape
from pathlib import Path
from typing import NamedTuple

#: A sentence in the panel must fit there, whatever an error wanted to say.
LONGEST = 160


class Trouble(NamedTuple):
    """A sentence for the panel, and the lines of code that led to it."""

    text: str
    details: str = ""


def named(problem: BaseException, hidden: str = "") -> str:
    """An error as part of a sentence: its kind and its own words, but for what is *hidden*."""
    told = str(getattr(problem, "reason", None) or problem)
    told = " ".join((told.replace(hidden, "…") if hidden else told).split())
    return f"{type(problem).__name__}: {told[:LONGEST]}".removesuffix(": ")


def trouble(text: str, problem: BaseException) -> Trouble:
    """A sentence about an error, with the places it came through."""
    return Trouble(text, places(problem))


def places(problem: BaseException) -> str:
    """The lines of code an error came through, innermost last.

    Never what the error says or what lay in variables: a bot's error may hold the bot's cards.
    """
    frames = traceback.extract_tb(problem.__traceback__)
    lines = [f"{Path(f.filename).name}, line {f.lineno}, {f.name}: {f.line or ''}" for f in frames]
    return "\n".join([*lines, type(problem).__name__])


def fold_out(details: str) -> str:
    """Details as HTML, folded away until somebody asks for them."""
    if not details:
        return ""
    inside = f"<pre>{escape(details)}</pre>"
    return f'<details class="rk-details"><summary>Details</summary>{inside}</details>'
