"""Beside the map: the continents and who holds them, the card of a territory, the players."""

from __future__ import annotations

from collections.abc import Iterator

from ..wording import armies_text
from .drawables import Box, Disc, Drawable, Text
from .layers import Picture
from .look import INK, STRENGTH, THREAT, letter, mix
from .views import continent_colour

WIDTH = 172.0
ROW = 17.8
HEAD = 28.0
CARD_HEIGHT = 64.0
ROSTER_HEIGHT = 30.0
RAMP_RISE = 34.0
HELD = 117
HEADINGS = (("Continent", 12, "start"), ("held", HELD, "middle"), ("bonus", 160, "end"))
RAMPS = {"strength": (STRENGTH, "few", "many armies"), "threat": (THREAT, "safe", "in danger")}
#: What a view says above the continents, where it has no ramp.
SAYINGS = {"empires": "Pale: cut off from the main land"}
KEYED = RAMPS.keys() | SAYINGS.keys()


def legend(picture: Picture) -> Iterator[Drawable]:
    """Draw the continents with holder and bonus, and the scale of a view that has one."""
    board = picture.state.board
    x, y = board.shapes.legend
    height = HEAD + ROW * len(board.continents) + 4
    yield from _panel(picture, x, y, WIDTH, height)
    for text, at, anchor in HEADINGS:
        yield Text(x + at, y + 14, text, 8.6, picture.theme.secondary, anchor=anchor)
    for at, continent in enumerate(board.continents):
        middle = y + HEAD + 5 + at * ROW
        yield Box(x + 12, middle - 5, 10, 10, 2.5, continent_colour(at))
        yield _line(picture, x + 29, middle, shortened(continent.name, 15), 10)
        yield from _held_by(picture, holder(picture, at), x + HELD, middle)
        yield _line(picture, x + 160, middle, f"+{continent.bonus}", 10.2, bold=True, anchor="end")
    if picture.view in KEYED:
        yield from _key(picture, x, y - RAMP_RISE)


def holder(picture: Picture, continent: int) -> int:
    """Return the sole owner of a continent, or -1."""
    members = picture.state.board.continents[continent].members
    owners = {picture.state.owners[territory] for territory in members}
    return owners.pop() if len(owners) == 1 else -1


def _held_by(picture: Picture, owner: int, x: float, y: float) -> Iterator[Drawable]:
    if owner < 0:
        yield Text(x, y, "–", 9.2, picture.theme.secondary)
    else:
        yield from _chip(picture, owner, x, y)


def _chip(picture: Picture, owner: int, x: float, y: float) -> Iterator[Drawable]:
    fill, ink = picture.colours.chip(owner)
    yield Disc(x, y, 6.8, fill, INK, 0.9)
    yield Text(x, y, letter(owner), 8.6, ink, bold=True)


def _key(picture: Picture, x: float, y: float) -> Iterator[Drawable]:
    """What the colours of a view mean."""
    yield from _panel(picture, x, y, WIDTH, 26)
    if picture.view in SAYINGS:
        yield _line(picture, x + 12, y + 13, SAYINGS[picture.view], 8.6)
        return
    (pale, strong), low, high = RAMPS[picture.view]
    yield _line(picture, x + 12, y + 13, low, 8.6)
    for step in range(6):
        yield Box(x + 36 + step * 11, y + 8, 11, 10, 0, mix(pale, strong, step / 5))
    yield _line(picture, x + 108, y + 13, high, 8.6)


def card(picture: Picture, territory: int) -> Iterator[Drawable]:
    """Draw the card of the territory under the pointer, in the corner farther from it."""
    state, board = picture.state, picture.state.board
    x, y = _card_place(picture, territory)
    owner = state.owners[territory]
    continent = board.continents[board.continent_of[territory]]
    own = sum(state.owners[member] == owner for member in continent.members)
    height = CARD_HEIGHT + (15 if picture.marks.note else 0)
    yield from _panel(picture, x, y, WIDTH, height)
    if owner >= 0:
        yield from _chip(picture, owner, x + 17, y + 16)
    yield _line(picture, x + 30, y + 16, board.names[territory], 11, bold=True)
    who = f"{shortened(picture.holders(territory), 18)} · {armies_text(state.armies[territory])}"
    of = f"{shortened(continent.name, 16)} {own} of {len(continent.members)}"
    for row, text in enumerate((who, f"{of} · bonus +{continent.bonus}")):
        yield Text(x + 12, y + 34 + 15 * row, text, 9.2, picture.theme.secondary, anchor="start")
    if picture.marks.note:
        yield _line(picture, x + 12, y + 64, shortened(picture.marks.note, 34), 9.2, bold=True)


def _card_place(picture: Picture, territory: int) -> tuple[float, float]:
    """Return where the card hides the fewest badges and names and is not under the pointer."""
    shapes = picture.state.board.shapes
    (left, top), (width, height) = shapes.legend, shapes.size
    tall = CARD_HEIGHT + 15
    if picture.view in KEYED:
        top -= RAMP_RISE
    right, bottom = width - WIDTH - 14, height - tall - 14
    places = [(x, y) for y in (bottom, 14.0) for x in (14.0, (width - WIDTH) / 2, right)]
    places = [(left, top - tall - 8), *(p for p in places if not _meets_legend(picture, p))]
    spots = [outlined.badge for outlined in shapes.outlines]
    spots += [outlined.label for outlined in shapes.outlines]

    def hidden(place: tuple[float, float]) -> int:
        x, y = place
        over = [x - 26 < bx < x + WIDTH + 14 and y - 14 < by < y + tall + 14 for bx, by in spots]
        return sum(over) + 99 * over[territory]

    return min(places, key=hidden)


def _meets_legend(picture: Picture, place: tuple[float, float]) -> bool:
    board = picture.state.board
    (left, top), (x, y) = board.shapes.legend, place
    bottom = top + HEAD + ROW * len(board.continents) + 4
    return abs(x - left) < WIDTH and y < bottom and y + CARD_HEIGHT + 15 > top


def roster(picture: Picture) -> Iterator[Drawable]:
    """Draw the players in a strip below the map: letter, name, territories and armies."""
    state, (width, height) = picture.state, picture.state.board.shapes.size
    owners = sorted({*range(state.seats), *(owner for owner in state.owners if owner >= 0)})
    yield Box(0, height, width, ROSTER_HEIGHT, 0, picture.theme.panel)
    room = min(150.0, (width - 16) / len(owners))
    for at, owner in enumerate(owners):
        x, y = 18 + at * room, height + ROSTER_HEIGHT / 2
        lands = [t for t, holder in enumerate(state.owners) if holder == owner]
        armies = sum(state.armies[territory] for territory in lands)
        yield from _chip(picture, owner, x, y)
        name = shortened(picture.owner_name(owner), max(4, int((room - 66) / 6)))
        yield _line(picture, x + 11, y, name, 9.4, bold=True)
        count = f"{len(lands)} · {armies}" if lands else "out"
        yield Text(x + 20 + 6.2 * len(name), y, count, 8.2, picture.theme.secondary, anchor="start")


def _panel(picture: Picture, x: float, y: float, width: float, height: float) -> Iterator[Drawable]:
    yield Box(x, y + 1.2, width, height, 6, "#000000", 0.1)
    yield Box(x, y, width, height, 6, picture.theme.panel, 0.94)


def _line(
    picture: Picture,
    x: float,
    y: float,
    text: str,
    size: float,
    bold: bool = False,
    anchor: str = "start",
) -> Text:
    return Text(x, y, text, size, picture.theme.panel_text, bold, anchor)


def shortened(text: str, most: int) -> str:
    """Return *text* cut to *most* letters.

    >>> shortened("Northwest Territory", 10)
    'Northwest…'
    """
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
