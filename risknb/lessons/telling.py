"""Sentences and tables as pages show them: one font, one size, everything escaped."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final, Literal

import pandas as pd

#: Twelve points, as in the pictures.
FONT: Final = "font:16px/1.45 system-ui,sans-serif"


@dataclass(frozen=True)
class Note:
    """A sentence for the pupil."""

    text: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f'<p style="{FONT}">{escape(self.text)}</p>'


def said(words: str, *, bold: bool = False) -> str:
    """A sentence as HTML, for a widget."""
    body = escape(words)
    return f'<div style="{FONT};white-space:normal">{f"<b>{body}</b>" if bold else body}</div>'


def written(html: str) -> str:
    """A part of a page in the same letters as everything else."""
    return f'<div style="{FONT}">{html}</div>'


def rows(frame: pd.DataFrame, align: Literal["left", "right"] = "right") -> str:
    """A small table as HTML, with room between its columns and nothing cut off."""
    with pd.option_context("display.max_colwidth", None):
        html = frame.to_html(
            index=False, escape=True, border=0, float_format=lambda number: f"{number:.3f}"
        )
    room = f' style="padding:.15em .7em;text-align:{align}"'
    spaced = html.replace("<td>", f"<td{room}>").replace("<th>", f"<th{room}>")
    return written(spaced)
