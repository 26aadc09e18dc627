"""The map itself: sea and bands, land and names, badges."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from ..shapes import SeaLine
from ..wording import armies_text, listed, neutral_name
from .drawables import Disc, Drawable, Shape, Text
from .look import DARK, INK, LIGHT, WHITE, Colours, Theme, letter, mix
from .views import Table, continent_colour, empires, fills, headquarters, outline, shared

NAME_SIZE = 8.6
NAME_HEIGHT = 9.4
BIG_NAME_SIZE = 12.5
COMPACT_BADGE = 1.3
DIMMED = 0.45


class Marks(NamedTuple):
    """What is pointed out on the map; everything may be left out."""

    selected: int | None = None
    target: int | None = None
    """The chosen target: an arrow leads to it from the selected territory."""
    targets: tuple[int, ...] = ()
    """Territories that could be chosen."""
    lit: frozenset[int] | None = None
    """Territories that keep their full colour while the others are dimmed."""
    hover: int | None = None
    note: str = ""
    """One more line for the card of the territory under the pointer."""
    changes: tuple[tuple[int, int], ...] = ()
    """Armies that just came (+) or fell (-), as pairs of territory and number."""
    dice: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """Faces of attacker and defender, shown beside the arrow."""
    sides: tuple[int, int] | None = None
    """Whose dice they are, where the land may have changed hands since."""
    pulse: float = 0.0
    """How far the rings around the changes have spread, 0 to 1."""
    walking: int | None = None
    """The territory that the keyboard points at."""


class Picture(NamedTuple):
    """All that a layer needs to know: the position, what is marked, and how it is to look."""

    state: Table
    marks: Marks
    view: str
    theme: Theme
    colours: Colours
    names: tuple[str, ...]
    compact: bool

    def owner_name(self, owner: int) -> str:
        """Return the name of an owner: as given, or by letter."""
        if owner < 0:
            return "nobody"
        if owner < len(self.names):
            return self.names[owner]
        return neutral_name(owner) if owner >= self.state.seats else f"player {letter(owner)}"

    def about(self, territory: int) -> str:
        """Return a territory in words: name, owner, armies."""
        who = self.holders(territory)
        armies = armies_text(self.state.armies[territory])
        return f"{self.state.board.names[territory]}: {who}, {armies}"

    def holders(self, territory: int) -> str:
        """Return who stands on a territory: its owner, or the team mates who share it."""
        mates = shared(self.state, territory)
        if len(mates) > 1:
            return listed(f"{self.owner_name(seat)} {n}" for seat, n in mates)
        return self.owner_name(self.state.owners[territory])

    @property
    def badge_scale(self) -> float:
        """How much larger than usual badges are."""
        return COMPACT_BADGE if self.compact else 1.0


def base(picture: Picture) -> Iterator[Drawable]:
    """Draw the sea, its grid, and the shallow water in the colour of each continent."""
    board, theme = picture.state.board, picture.theme
    (width, height), shapes = board.shapes.size, board.shapes
    sheet = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    yield Shape((sheet,), fill=theme.sea)
    if shapes.graticule:
        yield Shape(shapes.graticule, stroke=theme.graticule, width=0.8, closed=False)
    for band, share in ((15.0, 0.22), (8.5, 1.0)):
        for land, continent in zip(shapes.outlines, board.continent_of, strict=True):
            colour = mix(theme.sea, continent_colour(continent), theme.band * share)
            yield Shape(land.rings, stroke=colour, width=band)


def land(picture: Picture) -> Iterator[Drawable]:
    """Draw the territories, lakes, frontiers of continents, sea lines and names."""
    state, theme = picture.state, picture.theme
    shapes = state.board.shapes
    shown = shown_fills(picture)
    for territory, (fill, outlined) in enumerate(zip(shown, shapes.outlines, strict=True)):
        title = picture.about(territory)
        yield Shape(outlined.rings, fill, theme.coast, 0.8, title=title)
    if shapes.lakes:
        yield Shape(shapes.lakes, theme.sea, theme.coast, 0.5)
    yield from _frontiers(picture)
    for line in shapes.sea_lines:
        yield from _sea_line(line, theme)
    if not picture.compact:
        for territory, fill in enumerate(shown):
            yield from name(picture, territory, fill)


def shown_fills(picture: Picture) -> list[str]:
    """Return the colours of the view, dimmed where something else is lit."""
    lit = picture.marks.lit
    return [
        fill if lit is None or territory in lit else mix(fill, picture.theme.sea, DIMMED)
        for territory, fill in enumerate(fills(picture.state, picture.view, picture.colours))
    ]


def _frontiers(picture: Picture) -> Iterator[Drawable]:
    """Draw the borders of continents on land, or in their view those of empires."""
    state, theme = picture.state, picture.theme
    if picture.view == "empires":
        for empire in empires(state):
            around = outline(state.board, empire)
            yield Shape(around, stroke=theme.coast, width=2.6, closed=False)
    elif state.board.shapes.frontiers:
        for colour, width in ((theme.coast, 2.6), (WHITE, 1.0)):
            yield Shape(state.board.shapes.frontiers, stroke=colour, width=width, closed=False)


def _sea_line(line: SeaLine, theme: Theme) -> Iterator[Drawable]:
    """Draw a dashed line with a dot on each shore."""
    yield Shape(line.paths, stroke=theme.sea_line, width=1.5, dash=(3.3, 2.5), closed=False)
    first = line.paths[0]
    shores = (first[0], line.paths[1][0]) if line.wrap else (first[0], first[-1])
    for x, y in shores:
        yield Disc(x, y, 1.9, WHITE, theme.sea_line)


def name(picture: Picture, territory: int, fill: str) -> Iterator[Drawable]:
    """Draw the name of a territory whose land has the colour *fill*."""
    outlined, theme = picture.state.board.shapes.outlines[territory], picture.theme
    x, y = outlined.label
    colour, halo = theme.name, mix(fill, WHITE, 0.55)
    if outlined.at_sea:
        colour, halo = theme.name_at_sea, theme.halo_at_sea
    for row, text in enumerate(outlined.lines):
        middle = y + (row - (len(outlined.lines) - 1) / 2) * NAME_HEIGHT
        yield Text(x, middle, text, NAME_SIZE, colour, bold=True, halo=halo)


def big_name(picture: Picture, territory: int) -> Iterator[Text]:
    """Draw the name of a chosen territory for a narrow screen: large, below its badge."""
    shapes = picture.state.board.shapes
    x, y = shapes.outlines[territory].badge
    lines = shapes.outlines[territory].lines
    half = 0.31 * BIG_NAME_SIZE * max(map(len, lines))
    x = min(max(x, half + 3), shapes.size[0] - half - 3)
    y += shapes.badge_radius * COMPACT_BADGE + 0.8 * BIG_NAME_SIZE
    y = min(y, shapes.size[1] - BIG_NAME_SIZE * len(lines))
    for row, text in enumerate(lines):
        yield Text(x, y + row * BIG_NAME_SIZE, text, BIG_NAME_SIZE, INK, bold=True, halo=WHITE)


def badges(picture: Picture) -> Iterator[Drawable]:
    """Draw the number of armies on every claimed territory, and its owner's letter."""
    for territory, owner in enumerate(picture.state.owners):
        if owner >= 0 or picture.state.armies[territory]:
            yield from _badge(picture, territory, owner)
    for territory, seats in headquarters(picture.state).items():
        yield from _star(picture, territory, seats)


def _badge(picture: Picture, territory: int, owner: int) -> Iterator[Drawable]:
    state, marks, scale = picture.state, picture.marks, picture.badge_scale
    outlined, radius = state.board.shapes.outlines[territory], state.board.shapes.badge_radius
    (x, y), radius = outlined.badge, radius * scale
    armies = state.armies[territory]
    fill, ink = (WHITE, INK) if territory == marks.selected else (INK, WHITE)
    target = territory == marks.target or territory in marks.targets
    yield Disc(x, y + 1.1 * scale, radius, fill="#000000", opacity=0.2)
    if target:
        yield Disc(x, y, radius + 2.2, None, WHITE, 2.4)
        yield Disc(x, y, radius + 2.2, None, INK, 2.4, dash=(3.4, 3.0))
    ringed = target or any(territory == changed for changed, _ in marks.changes)
    left = x - (20.4 if ringed else 17.4) * scale
    mates = [seat for seat, _ in shared(state, territory)] or [owner]
    for row, mate in enumerate(mates):
        middle = y + (row - (len(mates) - 1) / 2) * 13.6 * scale
        yield from _chip(picture, mate, left, middle)
    title = picture.about(territory)
    yield Disc(x, y, radius - 0.8 * scale, fill, ink, 1.6 * scale, title=title)
    size = (12.0 if armies < 100 else 9.4 if armies < 1000 else 7.2) * scale
    yield Text(x, y, str(armies), size, ink, bold=True)


def _chip(picture: Picture, owner: int, x: float, y: float) -> Iterator[Drawable]:
    """Draw the owner's letter; it takes the owner's colour where the land tells something else."""
    if owner < 0:
        return
    by_owner = picture.view in ("owners", "empires")
    fill, ink = (WHITE, INK) if by_owner else picture.colours.chip(owner)
    scale = picture.badge_scale
    yield Disc(x, y, 7.6 * scale, fill, INK, 0.9 * scale)
    yield Text(x, y, letter(owner), 9.8 * scale, ink, bold=True)


def _star(picture: Picture, territory: int, seats: list[int]) -> Iterator[Drawable]:
    """Draw a star for a headquarters, with the letter of the seat that chose it."""
    scale = picture.badge_scale
    x, y = picture.state.board.shapes.outlines[territory].badge
    for at, seat in enumerate(seats):
        left, top = x + (14.5 + 13 * at) * scale, y - 10.5 * scale
        fill, ink = picture.colours.chip(seat)
        points = tuple(
            (
                left + sin(pi * turn / 5) * (9.2 if turn % 2 == 0 else 5.6) * scale,
                top - cos(pi * turn / 5) * (9.2 if turn % 2 == 0 else 5.6) * scale,
            )
            for turn in range(10)
        )
        title = f"headquarters of {picture.owner_name(seat)}"
        yield Shape((points,), fill, INK, 1.1 * scale, title=title)
        yield Text(left, top + 0.4 * scale, letter(seat), 7.2 * scale, ink, bold=True)


def theme_of(dark: bool) -> Theme:
    """Return the theme for a dark or a light page."""
    return DARK if dark else LIGHT
