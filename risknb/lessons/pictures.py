"""A chart in a notebook with its words: as alternative text, and as a line below it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from io import BytesIO

from matplotlib.axes import Axes

from ..charts import describe
from ..charts.look import figure_of
from .telling import FONT

#: Points of letters are then points of the screen, as on paper.
DPI = 96
WIDTH = 864


class Picture:
    """A chart that shows itself as an image with alternative text."""

    def __init__(self, ax: Axes | Sequence[Axes]) -> None:
        figure = figure_of(ax)
        self.text = describe(ax)
        self.width = min(WIDTH, round(figure.get_figwidth() * DPI))
        target = BytesIO()
        figure.savefig(target, format="png", dpi=2 * DPI, facecolor=figure.get_facecolor())
        self.png = target.getvalue()

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def image(self) -> str:
        """The image alone, as HTML."""
        data = b64encode(self.png).decode()
        return (
            f'<img alt="{escape(self.text)}" src="data:image/png;base64,{data}"'
            f' width="{self.width}" style="max-width:100%;height:auto">'
        )

    def _repr_html_(self) -> str:
        return (
            f'<figure style="margin:0">{self.image()}<figcaption style="{FONT}">'
            f"{escape(self.text)}</figcaption></figure>"
        )


def show(ax: Axes | Sequence[Axes]) -> Picture:
    """Show a chart with its description, once: the plain figure is closed."""
    import matplotlib.pyplot as plt

    made = Picture(ax)
    plt.close(figure_of(ax))
    return made
