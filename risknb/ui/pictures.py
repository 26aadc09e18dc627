"""Charts of the running game as pictures, for the tab below the map."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from html import escape
from io import BytesIO
from typing import Any

from matplotlib.figure import Figure

from .. import charts, frames, luck
from ..game import Game

#: Low, so that four of them are in sight below a small map, and with dots for dense screens.
SIZE = (7.6, 3.2)
DPI = 140


def pictures(game: Game, dark: bool) -> list[str]:
    """The charts of a game as HTML; slow, so it is meant for a thread and a game nobody changes."""
    turns, rolls = frames.turns(game), frames.rolls(game)
    continents = frames.continents(game)
    drawn: list[Callable[[Any], Any]] = [
        lambda ax: charts.armies(turns, ax, dark=dark),
        lambda ax: charts.territories(turns, ax, dark=dark),
        lambda ax: charts.continent_bands(continents, ax, dark=dark),
        lambda ax: charts.dice_faces(rolls, ax, dark=dark),
        lambda ax: charts.cumulative_luck(rolls, ax, dark=dark),
        lambda ax: charts.cards(turns, ax, dark=dark),
    ]
    return [*(picture(draw) for draw in drawn), ledger(game)]


def picture(draw: Callable[[Any], Any]) -> str:
    """One chart, with what it shows in words for those who do not see it."""
    figure = Figure(figsize=SIZE, layout="constrained")
    figure.patch.set_alpha(0)
    ax = draw(figure.subplots())
    ax.patch.set_alpha(0)
    out = BytesIO()
    figure.savefig(out, format="png", dpi=DPI)
    data = b64encode(out.getvalue()).decode()
    return f'<img alt="{escape(charts.describe(ax))}" src="data:image/png;base64,{data}">'


def ledger(game: Game) -> str:
    """The luck of every player so far, as a table."""
    head = ("Luck", "throws", "losses expected", "losses", "luck", "luckier than … of fair games")
    rows = [
        f"<tr><td>{escape(row.player)}<td>{row.rolls}<td>{row.expected:.1f}<td>{row.actual}"
        f"<td>{row.luck:+.1f}<td>{row.percentile * 100:.0f} %"
        for row in luck.ledger(game).itertuples()
    ]
    cells = "".join(f"<th scope=col>{name}" for name in head)
    body = "".join(rows)
    return f'<table class="rk-table rk-ledger"><thead><tr>{cells}<tbody>{body}</table>'
