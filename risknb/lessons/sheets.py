"""The paper that pictures of lessons are drawn on: large letters, colours that go with hatches."""

from __future__ import annotations

from typing import Final, Literal

from matplotlib.axes import Axes

from ..charts import look
from ..scene.look import INK as INK

TEXT: Final = 13
#: Colour and hatch together, from good to bad for the attacker.
GOOD: Final = ("#E69F00", "")
MIDDLE: Final = ("#F6EBD0", "...")
BAD: Final = ("#56B4E9", "///")
#: The line of an exact value, and the mark of the pupil who looks.
EXACT: Final = "#0072B2"
MINE: Final = "#D55E00"


def sheet(ax: Axes | None, title: str, x: str, y: str, size: tuple[float, float]) -> Axes:
    """The axes to draw on, with title and names of both sides."""
    ax = look.sheet(ax, title, dark=False, x=x, y=y, size=size)
    ax.tick_params(labelsize=TEXT - 1)
    ax.xaxis.label.set_fontsize(TEXT)
    ax.yaxis.label.set_fontsize(TEXT)
    return ax


def empty(ax: Axes, text: str) -> Axes:
    """A picture without anything to draw says so."""
    return look.nothing(ax, text, dark=False)


def legend(ax: Axes, place: Literal["best", "upper right"] = "best") -> None:
    """What is what."""
    ax.legend(fontsize=TEXT, frameon=False, loc=place)
