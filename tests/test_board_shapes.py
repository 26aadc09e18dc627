"""The drawings of the built-in boards, checked from the board files alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from risknb.board import BUILT_IN, Board, load

shapely = pytest.importorskip("shapely")

from shapely import LineString, MultiPolygon, Point, Polygon, box  # noqa: E402

NAME_SIZE = 8.6
CHIP_REACH = 25.0


@pytest.fixture(params=BUILT_IN, scope="module")
def board(request: pytest.FixtureRequest) -> Board:
    return load(request.param)


@pytest.fixture(scope="module")
def lands(board: Board) -> list[MultiPolygon]:
    return [MultiPolygon([Polygon(r) for r in o.rings]) for o in board.shapes.outlines]


def test_lands_are_sound_and_apart(lands: list[MultiPolygon]) -> None:
    assert all(land.is_valid for land in lands)
    overlaps = [a.intersection(b).area for a, b in combinations(lands, 2)]
    assert max(overlaps) < 1e-6
    assert shapely.coverage_is_valid(lands)


def test_lands_touch_exactly_where_a_land_edge_is(board: Board, lands: list[MultiPolygon]) -> None:
    wrong = []
    for a, b in combinations(range(board.size), 2):
        shared = lands[a].boundary.intersection(lands[b].boundary).length
        by_land = board.adjacent(a, b) and (a, b) not in board.sea
        if (shared >= 4) != by_land or (not by_land and lands[a].intersects(lands[b])):
            wrong.append((board.codes[a], board.codes[b], shared))
    assert wrong == []


def test_lands_are_inside_the_frame(board: Board, lands: list[MultiPolygon]) -> None:
    left, top, right, bottom = shapely.total_bounds(lands)
    assert left >= 0
    assert top >= 0
    assert right <= board.shapes.size[0]
    assert bottom <= board.shapes.size[1]


def test_lands_are_large_enough_to_click(lands: list[MultiPolygon]) -> None:
    largest = [max(land.geoms, key=lambda part: part.area) for land in lands]
    assert min(2 * shapely.maximum_inscribed_circle(part).length for part in largest) >= 15


def test_badges_are_on_their_own_land(board: Board, lands: list[MultiPolygon]) -> None:
    radius = board.shapes.badge_radius
    for outline, land in zip(board.shapes.outlines, lands, strict=True):
        badge = Point(outline.badge)
        assert land.contains(badge)
        assert land.boundary.distance(badge) >= 9
        others = [other for other in lands if other is not land]
        assert not any(badge.buffer(radius).intersects(other) for other in others)


def test_badges_keep_apart(board: Board) -> None:
    spots = [Point(outline.badge) for outline in board.shapes.outlines]
    assert min(a.distance(b) for a, b in combinations(spots, 2)) > 43


def names(board: Board) -> Iterator[tuple[int, Polygon]]:
    """Yield the place each line of a name takes; a bold letter is some 0.55 of its height wide."""
    for territory, outline in enumerate(board.shapes.outlines):
        x, y = outline.label
        for row, text in enumerate(outline.lines):
            half = 0.275 * NAME_SIZE * len(text)
            middle = y + (row - (len(outline.lines) - 1) / 2) * 9.4
            yield territory, box(x - half, middle - 3.2, x + half, middle + 3.2)


def test_names_meet_no_badge_letter_or_other_name(board: Board) -> None:
    marks = [
        Point(x, y)
        .buffer(board.shapes.badge_radius - 0.5)
        .union(box(x - CHIP_REACH, y - 5, x, y + 5))
        for x, y in (outline.badge for outline in board.shapes.outlines)
    ]
    clashes = [
        (board.codes[territory], board.codes[other])
        for territory, place in names(board)
        for other, mark in enumerate(marks)
        if place.intersects(mark)
    ]
    assert clashes == []
    pairs = combinations(names(board), 2)
    assert [(a[0], b[0]) for a, b in pairs if a[0] != b[0] and a[1].intersects(b[1])] == []


def test_names_are_inside_the_frame(board: Board) -> None:
    frame = box(0, 0, *board.shapes.size)
    assert all(frame.contains(place) for _, place in names(board))


def test_sea_lines_join_two_shores_and_cross_no_third(
    board: Board, lands: list[MultiPolygon]
) -> None:
    wrong = []
    for line in board.shapes.sea_lines:
        paths = shapely.union_all([LineString(path) for path in line.paths])
        ends = (lands[line.a], lands[line.b])
        wrong += [line[:2] for end in ends if paths.distance(end) > 0.3]
        others = [land for t, land in enumerate(lands) if t not in line[:2]]
        wrong += [line[:2] for other in others if paths.intersection(other).length > 0.5]
    assert wrong == []


def test_the_wrapping_line_reaches_both_edges() -> None:  # COMP-02
    board = load("classic")
    (line,) = [line for line in board.shapes.sea_lines if line.wrap]
    assert (board.codes[line.a], board.codes[line.b]) == ("ala", "kam")
    assert [path[-1][0] for path in line.paths] == [0, 1000]
    assert line.paths[0][-1][1] == line.paths[1][-1][1]


def test_frontiers_run_between_continents(board: Board, lands: list[MultiPolygon]) -> None:
    for line in map(LineString, board.shapes.frontiers):
        beside = [t for t, land in enumerate(lands) if land.distance(line.centroid) < 30]
        touching = [t for t in beside if lands[t].boundary.buffer(0.05).covers(line)]
        assert len({board.continent_of[t] for t in touching}) == 2


def test_the_legend_covers_no_land(board: Board, lands: list[MultiPolygon]) -> None:
    x, y = board.shapes.legend
    panel = box(x, y, x + 164, y + 32 + 17.2 * len(board.continents))
    assert box(0, 0, *board.shapes.size).contains(panel)
    assert not any(panel.intersects(land) for land in lands)
