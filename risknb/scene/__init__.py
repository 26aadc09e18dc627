"""The board as a picture: a position becomes a scene, a scene becomes SVG or a painted canvas.

``scene(state)`` makes the picture, ``svg(picture)`` paints it, ``hit(board, x, y)`` says which
territory a point belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .beside import ROSTER_HEIGHT, card, legend, roster
from .drawables import LAYERS, Box, Disc, Drawable, Layer, Scene, Shape, Text
from .layers import Marks, Picture, badges, base, land, theme_of
from .look import Colours
from .painting import svg
from .pointers import changes, marks
from .pointing import hit
from .views import VIEWS, Table

__all__ = [
    "LAYERS",
    "VIEWS",
    "Box",
    "Disc",
    "Drawable",
    "Layer",
    "Marks",
    "Scene",
    "Shape",
    "Table",
    "Text",
    "hit",
    "scene",
    "svg",
]

NOTHING_MARKED = Marks()


def scene(
    state: Table,
    marked: Marks = NOTHING_MARKED,
    *,
    view: str = "owners",
    dark: bool = False,
    names: Sequence[str] = (),
    colours: Sequence[int | str] | None = None,
    compact: bool = False,
    players: bool = False,
) -> Scene:
    """Return the picture of a position.

    *names* are those of the seats, *colours* replace their usual ones (``game.colours``).
    A *compact* picture is for narrow screens: large badges, no names but the chosen ones, no
    legend. With *players* a strip below the map says who plays.
    """
    who = Colours(state.seats, colours)
    picture = Picture(state, marked, view, theme_of(dark), who, tuple(names), compact)
    width, height = state.board.shapes.size
    return Scene(
        size=(width, height + ROSTER_HEIGHT if players else height),
        base=tuple(base(picture)),
        land=tuple(land(picture)),
        marks=tuple(marks(picture)),
        badges=(*badges(picture), *changes(picture)),
        legend=tuple(_beside(picture, players)),
        title=f"{state.board.title}: the board",
    )


def _beside(picture: Picture, players: bool) -> Iterator[Drawable]:
    if not picture.compact:
        yield from legend(picture)
        if picture.marks.hover is not None:
            yield from card(picture, picture.marks.hover)
    if players:
        yield from roster(picture)
