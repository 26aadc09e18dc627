"""What is pointed out on the map: outlines, the arrow of an attack, dice, armies that changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from ..shapes import Line, Point
from .drawables import Box, Disc, Drawable, Shape, Text
from .layers import Picture, big_name, name, shown_fills
from .look import INK, WHITE, mix

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
DIE = 13.0


def marks(picture: Picture) -> Iterator[Drawable]:
    """Draw outlines around what is chosen or can be, then the arrow and its dice."""
    chosen = picture.marks
    outlines = picture.state.board.shapes.outlines
    for territory in chosen.targets:
        if territory != chosen.target:
            yield Shape(outlines[territory].rings, stroke=WHITE, width=1.8)
            yield Shape(outlines[territory].rings, stroke=INK, width=1.8, dash=(4, 3))
    if chosen.target is not None:
        yield Shape(outlines[chosen.target].rings, stroke=WHITE, width=3.6)
        yield Shape(outlines[chosen.target].rings, stroke=INK, width=3.6, dash=(5, 3.5))
    if chosen.selected is not None:
        yield Shape(outlines[chosen.selected].rings, stroke=INK, width=4.4)
        yield Shape(outlines[chosen.selected].rings, stroke=WHITE, width=2.2)
    if chosen.selected is not None and chosen.target is not None:
        yield from _attack(picture, chosen.selected, chosen.target)
    if chosen.walking is not None:
        yield Shape(outlines[chosen.walking].rings, stroke=WHITE, width=4.0)
        yield Shape(outlines[chosen.walking].rings, stroke="#1B6EF3", width=2.2)
    yield from _names(picture)


def _names(picture: Picture) -> Iterator[Drawable]:
    """Draw the names again that outlines or arrow may have crossed."""
    board, chosen = picture.state.board, picture.marks
    pair = {t for t in (chosen.selected, chosen.target) if t is not None}
    if picture.compact:
        for territory in sorted(pair):
            yield from big_name(picture, territory)
        return
    fills, marked = shown_fills(picture), pair.union(chosen.targets)
    for territory in sorted(marked.union(*(board.borders[t] for t in marked))):
        yield from name(picture, territory, fills[territory])


def _attack(picture: Picture, src: int, dst: int) -> Iterator[Drawable]:
    """Draw the arrow; where the way leads over the map's edge, a half on either side of it."""
    board = picture.state.board
    start, end = (board.shapes.outlines[t].badge for t in (src, dst))
    colour = picture.colours.land(picture.state.owners[src])
    shift = _around(picture, src, dst)
    for left in (0.0, -shift) if shift else (0.0,):
        a, b = (start[0] + left, start[1]), (end[0] + shift + left, end[1])
        yield Shape((_arrow(picture, a, b),), mix(colour, WHITE, 0.12), INK, 1.4)
    tags = list(_tags(picture, src, dst, shift > 0)) if shift else []
    yield from tags
    if picture.marks.dice:
        boxes = [tag for tag in tags if isinstance(tag, Box)]
        place = _beside(picture, start, (end[0] + shift, end[1]), boxes)
        yield from _dice(picture, src, dst, place)


def _around(picture: Picture, src: int, dst: int) -> float:
    """Return how far the target lies beyond the map's edge: 0 where the way does not wrap."""
    shapes = picture.state.board.shapes
    for line in shapes.sea_lines:
        if line.wrap and {line.a, line.b} == {src, dst}:
            leaving = line.paths[0 if src == line.a else 1][-1][0]
            return shapes.size[0] if leaving > shapes.size[0] / 2 else -shapes.size[0]
    return 0.0


def _arrow(picture: Picture, start: Point, end: Point) -> Line:
    """Return a bent arrow that keeps clear of both badges."""
    radius = picture.state.board.shapes.badge_radius * picture.badge_scale
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    first = min(radius + 2, 0.3 * length) / length
    last = 1 - min(radius + 5, 0.35 * length) / length
    bow = min(0.12 * length, 24.0)
    neck = max(first + 0.02, last - 15 / length)
    steps = [first + (neck - first) * step / 8 for step in range(9)]
    spine = [_bent(start, end, bow, t) for t in steps]
    left = [_aside(point, 1.6 + 1.6 * at / 8) for at, point in enumerate(spine)]
    right = [_aside(point, -1.6 - 1.6 * at / 8) for at, point in enumerate(spine)]
    tip = _bent(start, end, bow, last)
    head = (_aside(spine[-1], 8.5), (tip[0], tip[1]), _aside(spine[-1], -8.5))
    return (*left, *head, *reversed(right))


def _bent(start: Point, end: Point, bow: float, t: float) -> tuple[float, float, float, float]:
    """Return a point on the way, and the unit vector across the way there."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    up = (dy / length, -dx / length) if dx >= 0 else (-dy / length, dx / length)
    lift, slope = 4 * bow * t * (1 - t), 4 * bow * (1 - 2 * t)
    ax, ay = dx + slope * up[0], dy + slope * up[1]
    along = hypot(ax, ay) or 1.0
    x, y = start[0] + dx * t + lift * up[0], start[1] + dy * t + lift * up[1]
    return x, y, -ay / along, ax / along


def _aside(point: tuple[float, float, float, float], by: float) -> Point:
    x, y, across_x, across_y = point
    return x + across_x * by, y + across_y * by


def _tags(picture: Picture, src: int, dst: int, right: bool) -> Iterator[Box | Text]:
    """Draw tags at both edges of the map: where the arrow goes, and where it comes from."""
    board = picture.state.board
    start, end = (board.shapes.outlines[t].badge[1] for t in (src, dst))
    yield from _tag(picture, f"to {board.names[dst]}", start, right, leaving=True)
    yield from _tag(picture, f"from {board.names[src]}", end, not right, leaving=False)


def _tag(picture: Picture, text: str, y: float, right: bool, leaving: bool) -> Iterator[Box | Text]:
    arrow = "→" if right == leaving else "←"
    text = f"{text} {arrow}" if right else f"{arrow} {text}"
    width = 5.8 * len(text) + 12
    edge = picture.state.board.shapes.size[0]
    x = edge - width - 4 if right else 4.0
    yield Box(x, max(4.0, y - 47), width, 15, 7.5, INK, 0.92)
    yield Text(x + width / 2, max(4.0, y - 47) + 7.5, text, 8.6, WHITE, bold=True)


def _beside(picture: Picture, start: Point, end: Point, tags: Sequence[Box]) -> Point:
    """Return a place for the dice near the arrow that hides no badge, no tag and few names."""
    shapes = picture.state.board.shapes
    width, height = shapes.size
    middle = _bent(start, end, 0, 0.5)
    wide, high = 30.0 + 32 * picture.badge_scale, 22.0 + 14 * picture.badge_scale
    badges = [(outline.badge[0] - 8, outline.badge[1]) for outline in shapes.outlines]
    names = [outline.label for outline in shapes.outlines]
    bow = min(0.12 * hypot(end[0] - start[0], end[1] - start[1]), 24.0)
    arrow = [_bent(start, end, bow, at / 8) for at in range(1, 8)]

    def hidden(place: Point) -> float:
        x, y = place
        over = sum(abs(x - bx) < wide and abs(y - by) < high for bx, by in badges)
        read = sum(abs(x - nx) < 58 and abs(y - ny) < 27 for nx, ny in names)
        read += sum(abs(x - ax) < 30 and abs(y - ay) < 22 for ax, ay, *_ in arrow)
        over += sum(_meets(tag, x, y) for tag in tags)
        return 20 * over + 2 * read + hypot(x - middle[0], y - middle[1]) / 60

    steps = (0, -48, 48, -64, 64, -84, 84, -104, 104)
    near = ((middle[0] + dx, middle[1] + dy) for dy in steps for dx in steps)
    places = [(x, y) for x, y in near if 32 < x < width - 32 and 24 < y < height - 24]
    inside = min(max(middle[0], 32.0), width - 32.0), min(max(middle[1], 24.0), height - 24.0)
    return min([inside, *places], key=hidden)


def _meets(tag: Box, x: float, y: float) -> bool:
    """Whether dice at a place would lie over a tag."""
    wide, high = tag.width / 2 + 32, tag.height / 2 + 24
    return abs(tag.x + tag.width / 2 - x) < wide and abs(tag.y + tag.height / 2 - y) < high


def _dice(picture: Picture, src: int, dst: int, place: Point) -> Iterator[Drawable]:
    """Draw the dice of attacker and defender, highest first, one row each."""
    assert picture.marks.dice is not None
    rows = [tuple(sorted(faces, reverse=True)) for faces in picture.marks.dice]
    x, y = place
    width = max(map(len, rows)) * (DIE + 3) + 7
    left, top = x - width / 2, y - (2 * DIE + 13) / 2
    yield Box(left, top, width, 2 * DIE + 13, 6, picture.theme.panel, 0.96, picture.theme.coast)
    owners = picture.state.owners
    sides = picture.marks.sides or (owners[src], owners[dst])
    for row, (faces, owner) in enumerate(zip(rows, sides, strict=True)):
        fill, ink = picture.colours.chip(owner)
        for at, face in enumerate(faces):
            corner = (left + 5 + at * (DIE + 3), top + 5 + row * (DIE + 3))
            yield from _die(face, corner, fill, ink)


def _die(face: int, corner: Point, fill: str, ink: str) -> Iterator[Drawable]:
    x, y = corner
    yield Box(x, y, DIE, DIE, 3, fill, 1.0, INK)
    for dx, dy in PIPS.get(face, ()):
        yield Disc(x + DIE / 2 + dx * DIE * 0.26, y + DIE / 2 + dy * DIE * 0.26, DIE * 0.1, ink)


def changes(picture: Picture) -> Iterator[Drawable]:
    """Draw how many armies came or fell, on the side of the badge where no name stands."""
    shapes = picture.state.board.shapes
    radius = shapes.badge_radius * picture.badge_scale
    for territory, change in picture.marks.changes:
        x, y = shapes.outlines[territory].badge
        yield Disc(x, y, radius + 2.4, None, WHITE, 2.2)
        if 0 < picture.marks.pulse < 1:
            spread = radius + 3 + 13 * picture.marks.pulse
            colour = INK if change < 0 else WHITE
            yield Disc(x, y, spread, None, colour, 3.2, opacity=1 - picture.marks.pulse)
        below = not picture.compact and shapes.outlines[territory].label[1] < y - 8
        y += radius + 9 if below else -radius - 9
        text = f"+{change}" if change >= 0 else f"−{-change}"
        wide = max(24, 6.6 * len(text) + 7)
        yield Box(x - wide / 2, y - 7, wide, 14, 7, WHITE if change >= 0 else INK, 1.0, INK)
        yield Text(x, y, text, 9.6, INK if change >= 0 else WHITE, bold=True)
