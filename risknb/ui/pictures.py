"""Charts as pictures for the tab below the map."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import ipywidgets as widgets
from matplotlib.figure import Figure

from ..game import Game
from .controls import html, note


def charts(game: Game, dark: bool) -> list[widgets.Widget]:
    """The charts of a game as it stands."""
    try:
        from .. import charts as drawn
        from .. import frames
    except ImportError:
        return [html(note("Charts are not installed."))]
    if game.state.turn < 2:
        return [html(note("Charts begin with the second turn."))]
    turns = frames.turns(game)
    return [picture(lambda ax: drawn.armies(turns, ax=ax), "Armies over time", dark)]


def picture(draw: Callable[[Any], object], title: str, dark: bool) -> widgets.Image:
    """One chart as a picture."""
    ink = "#EAF2F7" if dark else "#1E2D3A"
    figure = Figure(figsize=(4.6, 2.4), layout="constrained")
    figure.patch.set_alpha(0)
    ax = figure.subplots()
    ax.patch.set_alpha(0)
    draw(ax)
    ax.set_title(title, loc="left", fontsize=10, fontweight="bold", color=ink)
    ax.tick_params(colors=ink)
    for part in (ax.xaxis.label, ax.yaxis.label):
        part.set_color(ink)
    out = BytesIO()
    figure.savefig(out, format="png", dpi=144)
    return widgets.Image(value=out.getvalue(), format="png", tooltip=title)
