"""The board as a picture: what is drawn, what a click means, what the SVG says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from risknb.board import BUILT_IN, Board, load
from risknb.scene import LAYERS, VIEWS, Box, Disc, Marks, Shape, Text, hit, scene, svg
from risknb.scene.look import INK, LIGHT, NEUTRALS, UNCLAIMED, WHITE, Colours, contrast
from risknb.scene.views import empires, outline, strengths, threats

SVG = "{http://www.w3.org/2000/svg}"


def table(name: str = "classic", seats: int = 3, owners: Any = None, armies: Any = None) -> Any:
    board = load(name)
    dealt = owners or [t % seats for t in range(board.size)]
    return SimpleNamespace(
        board=board, owners=dealt, armies=armies or [t + 1 for t in range(board.size)], seats=seats
    )


@pytest.fixture
def world() -> Any:
    return table()


@pytest.fixture
def classic() -> Board:
    return load("classic")


def lands(picture: Any) -> list[Shape]:
    return [d for d in picture.land if isinstance(d, Shape) and d.title]


def texts(layer: Any) -> list[str]:
    return [d.text for d in layer if isinstance(d, Text)]


def test_layers_from_bottom_to_top(world: Any) -> None:
    picture = scene(world)
    assert list(picture.layers) == ["base", "land", "marks", "badges", "legend"] == list(LAYERS)
    assert picture.marks == ()
    assert picture.size == (1000, 600)


def test_owners_give_the_land_its_colour(world: Any) -> None:
    colours = Colours(3)
    assert [land.fill for land in lands(scene(world))] == [colours.land(o) for o in world.owners]
    assert lands(scene(world))[4].title == "Greenland: player B, 5 armies"
    assert lands(scene(world, names=["Ada", "Ben", "Cleo"]))[0].title == "Alaska: Ada, 1 army"


def test_neutrals_are_grey_and_nobodys_land_has_no_badge() -> None:
    state = table("duel", seats=2, owners=[0, 1, 2, 3, -1, 0], armies=[1, 2, 3, 4, 0, 6])
    picture = scene(state)
    fills = [land.fill for land in lands(picture)]
    assert fills[2:5] == [NEUTRALS[0], NEUTRALS[1], UNCLAIMED]
    assert texts(picture.badges) == ["A", "1", "B", "2", "C", "3", "D", "4", "A", "6"]
    assert "neutral C" in lands(picture)[2].title
    assert "nobody" in lands(picture)[4].title


def test_large_armies_are_set_smaller() -> None:
    state = table("duel", seats=2, armies=[9, 99, 100, 999, 1000, 12345])
    numbers = [d for d in scene(state).badges if isinstance(d, Text) and d.text.isdigit()]
    assert [number.text for number in numbers] == ["9", "99", "100", "999", "1000", "12345"]
    sizes = [number.size for number in numbers]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == sizes[1] > sizes[2] == sizes[3] > sizes[4]


def test_only_what_changed_differs(world: Any) -> None:
    before = scene(world)
    world.armies[3] += 2
    after = scene(world)
    assert after.base == before.base
    assert after.marks == before.marks
    assert after.legend == before.legend
    assert after.badges != before.badges
    world.owners[3] = 2
    captured = scene(world)
    assert captured.base == before.base
    assert captured.land != after.land
    assert scene(world, Marks(selected=3)).land == captured.land


def test_selection_and_target(world: Any, classic: Board) -> None:
    source, target = classic.index("bra"), classic.index("naf")
    picture = scene(world, Marks(selected=source, target=target, targets=(target, 0)))
    outlined = [d for d in picture.marks if isinstance(d, Shape) and d.stroke and not d.fill]
    rings = classic.shapes.outlines
    assert {id(d.rings) for d in outlined} == {id(rings[t].rings) for t in (source, target, 0)}
    assert all(d.dash == () for d in outlined if d.rings is rings[source].rings)
    assert any(d.dash for d in outlined if d.rings is rings[target].rings)
    badge = [d for d in picture.badges if isinstance(d, Disc) and d.title.startswith("Brazil")]
    assert badge[0].fill == WHITE


def arrows(picture: Any) -> list[Shape]:
    return [d for d in picture.marks if isinstance(d, Shape) and d.fill]


def test_an_arrow_points_from_source_to_target(world: Any, classic: Board) -> None:
    source, target = classic.index("bra"), classic.index("naf")
    (arrow,) = arrows(scene(world, Marks(selected=source, target=target)))
    (ax, ay), (bx, by) = (classic.shapes.outlines[t].badge for t in (source, target))
    xs, ys = zip(*arrow.rings[0], strict=True)
    assert ax < min(xs) < ax + 30
    assert bx - 30 < max(xs) < bx
    assert min(ys) > by - 40
    assert max(ys) < ay


@pytest.mark.parametrize(("source", "target", "leaves"), [("ala", "kam", 0), ("kam", "ala", 1000)])
def test_an_arrow_around_the_map(  # COMP-02
    world: Any, classic: Board, source: str, target: str, leaves: int
) -> None:
    marked = Marks(selected=classic.index(source), target=classic.index(target))
    first, second = arrows(scene(world, marked))
    assert min(x for x, _ in first.rings[0]) < leaves < max(x for x, _ in first.rings[0])
    arrives = 1000 - leaves
    assert min(x for x, _ in second.rings[0]) < arrives < max(x for x, _ in second.rings[0])
    tags = [text for text in texts(scene(world, marked).marks) if "→" in text or "←" in text]
    assert len(tags) == 2
    away = "← to Kamchatka" if leaves == 0 else "to Alaska →"
    assert tags[0] == away


def test_dice_show_their_pips(world: Any) -> None:
    plain = scene(world, Marks(selected=9, target=10))
    rolled = scene(world, Marks(selected=9, target=10, dice=((2, 6, 5), (3, 1))))
    pips = [d for d in rolled.marks if isinstance(d, Disc)]
    assert len(pips) - len([d for d in plain.marks if isinstance(d, Disc)]) == 6 + 5 + 2 + 3 + 1


def test_dice_never_hide_a_badge(world: Any) -> None:
    """Of any attack on the world: the badges are drawn above the dice and would cover them."""
    badges = [outline.badge for outline in world.board.shapes.outlines]
    for src, dst in ((a, b) for a in range(42) for b in world.board.borders[a]):
        rolled = scene(world, Marks(selected=src, target=dst, dice=((6, 5, 4), (3, 2)))).marks
        tray = next(d for d in rolled if isinstance(d, Box) and d.height == 39)
        right, bottom = tray.x + tray.width, tray.y + tray.height
        over = [at for at in badges if tray.x < at[0] < right and tray.y < at[1] < bottom]
        assert not over, (world.board.names[src], world.board.names[dst])


@pytest.mark.parametrize(("source", "target"), [("ala", "kam"), ("kam", "ala")])
def test_dice_never_hide_where_an_arrow_around_the_map_leads(
    world: Any, classic: Board, source: str, target: str
) -> None:
    pair = classic.index(source), classic.index(target)
    for dice in (((6, 5, 4), (3, 2)), ((6,), (1,))):
        boxes = [d for d in scene(world, Marks(*pair, dice=dice)).marks if isinstance(d, Box)]
        tray = next(box for box in boxes if box.height == 39)
        tags = [box for box in boxes if box.height == 15]
        assert len(tags) == 2
        assert not [tag for tag in tags if meet(tag, tray)]


def meet(a: Box, b: Box) -> bool:
    beside = a.x + a.width <= b.x or b.x + b.width <= a.x
    return not beside and a.y < b.y + b.height and b.y < a.y + a.height


def test_changes_stand_beside_their_badges(world: Any) -> None:
    picture = scene(world, Marks(changes=((3, -2), (5, 4))))
    assert texts(picture.badges)[-2:] == ["−2", "+4"]


def test_rings_leave_the_letters_free(world: Any) -> None:
    for marked in (Marks(changes=((3, -2),)), Marks(selected=9, targets=(3,))):
        badges = scene(world, marked).badges
        x, y = world.board.shapes.outlines[3].badge
        (letter,) = (d for d in badges if isinstance(d, Text) and d.y == y and 0 < x - d.x < 30)
        rings = [d.radius + d.width / 2 for d in badges if isinstance(d, Disc) and not d.fill]
        assert x - letter.x - 4 > max(rings)


def test_changes_hide_no_name(world: Any) -> None:
    every = scene(world, Marks(changes=tuple((t, -1) for t in range(42))))
    tags = [d for d in every.badges if isinstance(d, Box)]
    for tag, drawn in zip(tags, world.board.shapes.outlines, strict=True):
        x, y = drawn.label
        high = 9.4 * len(drawn.lines) / 2
        assert not (tag.x < x < tag.x + tag.width and tag.y < y + high and y - high < tag.y + 14)


def test_what_is_not_lit_is_dimmed(world: Any) -> None:
    plain, lit = lands(scene(world)), lands(scene(world, Marks(lit=frozenset({7}))))
    same = [t for t in range(42) if plain[t].fill == lit[t].fill]
    assert same == [7]


def test_the_legend_names_bonus_and_holder(world: Any) -> None:
    for territory in world.board.continents[5].members:
        world.owners[territory] = 1
    words = texts(scene(world).legend)
    assert words[words.index("Australia") :][:3] == ["Australia", "B", "+2"]
    assert words[words.index("Asia") :][:3] == ["Asia", "–", "+7"]


def test_the_card_of_a_territory(world: Any) -> None:
    picture = scene(world, Marks(hover=0, note="Your win chance 82 %"), names=["Ada", "Ben", "Cy"])
    words = texts(picture.legend)
    assert "Ada · 1 army" in words
    assert "North America 3 of 9 · bonus +5" in words
    assert "Your win chance 82 %" in words


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_card_is_never_under_the_pointer(name: str) -> None:
    state = table(name, seats=2)
    for territory, drawn in enumerate(state.board.shapes.outlines):
        plain, shown = scene(state), scene(state, Marks(hover=territory))
        panel = shown.legend[len(plain.legend)]
        x, y = drawn.badge
        under = panel.x < x < panel.x + panel.width and panel.y < y < panel.y + panel.height
        assert not under
        assert panel.x >= 0 <= panel.y
        assert panel.x + panel.width <= state.board.shapes.size[0]
        assert panel.y + panel.height <= state.board.shapes.size[1]


def test_a_compact_picture_names_only_what_is_chosen(world: Any) -> None:
    picture = scene(world, Marks(selected=3, target=7), compact=True)
    assert texts(picture.land) == []
    assert picture.legend == ()
    assert texts(picture.marks) == ["Eastern", "United States", "Quebec"]
    badges = [d for d in picture.badges if isinstance(d, Disc) and d.title]
    usual = [d for d in scene(world).badges if isinstance(d, Disc) and d.title]
    assert badges[0].radius == pytest.approx(1.3 * usual[0].radius)


def test_the_strip_of_players(world: Any) -> None:
    world.owners = [0 if t < 40 else 3 for t in range(42)]
    picture = scene(world, players=True, names=["Ada", "Ben", "Cleopatra Philopator of Egypt"])
    assert picture.size == (1000, 630)
    words = texts(picture.legend)[len(texts(scene(world).legend)) :]
    assert words[:3] == ["A", "Ada", "40 · 820"]
    assert words[3:6] == ["B", "Ben", "out"]
    assert words[7].endswith("…")
    assert words[9:11] == ["D", "neutral D"]


def test_strength_goes_by_ratio() -> None:
    state = table("duel", seats=2, armies=[1, 2, 4, 8, 16, 1])
    assert strengths(state) == pytest.approx([0, 0.25, 0.5, 0.75, 1, 0])


def test_threat_is_the_worst_enemy_over_own_armies() -> None:
    # hea (A) borders moo (B), pas (C) and, by sea, ree (neutral): the worst is pas with 9 - 1
    state = table("duel", seats=3, owners=[0, 1, 2, 2, 3, 3], armies=[4, 5, 9, 2, 99, 1])
    assert threats(state)[0] == 8 / 4
    assert threats(state)[5] == 1 / 1


def test_empires_are_connected_lands() -> None:
    # Highland is whole; of Lowland, A has the island alone
    state = table("duel", seats=2, owners=[0, 0, 0, 1, 1, 0])
    assert empires(state) == [frozenset({0, 1, 2}), frozenset({3, 4}), frozenset({5})]
    fills = [land.fill for land in lands(scene(state, view="empires"))]
    assert fills[0] == fills[1] == fills[2] != fills[5]


def test_the_outline_of_an_empire_leaves_inner_borders_out() -> None:
    board = load("duel")
    group = frozenset({0, 1, 2})
    around = outline(board, group)
    sides = {frozenset((a, b)) for line in around for a, b in pairwise(line)}
    rings = [board.shapes.outlines[t].rings[0] for t in group]
    every = [frozenset((a, b)) for r in rings for a, b in zip(r, (*r[1:], r[0]), strict=True)]
    assert sides == {side for side in every if every.count(side) == 1}
    assert len(sides) < len(set(every))


@pytest.mark.parametrize("view", VIEWS)
def test_views_colour_every_territory(world: Any, view: str) -> None:
    fills = [land.fill for land in lands(scene(world, view=view))]
    assert len(fills) == 42
    assert all(re.fullmatch("#[0-9a-fA-F]{6}", fill or "") for fill in fills)


def test_unknown_view(world: Any) -> None:
    with pytest.raises(ValueError, match="there is no view 'satellite'; there are owners"):
        scene(world, view="satellite")


def test_chosen_colours(world: Any) -> None:
    picture = scene(world, colours=["#112233", "#445566", "#778899"])
    assert [land.fill for land in lands(picture)][:3] == ["#112233", "#445566", "#778899"]


def test_colours_can_be_told_apart_and_read() -> None:
    colours = Colours(6)
    fills = [colours.land(seat) for seat in range(6)]
    assert fills == ["#d86a13", "#78c2e9", "#1aa77f", "#f2e656", "#2485ba", "#dca2bc"]
    for owner in range(9):
        assert contrast(*colours.chip(owner)) >= 4.5
        assert contrast(colours.land(owner), LIGHT.name) >= 4
    assert contrast(INK, WHITE) > 15
    assert contrast(LIGHT.coast, LIGHT.sea) > 7
    assert len({*fills, *NEUTRALS, UNCLAIMED}) == 10


@pytest.mark.parametrize("name", BUILT_IN)
def test_hit_finds_every_badge_and_its_land(name: str) -> None:
    board = load(name)
    for territory, drawn in enumerate(board.shapes.outlines):
        assert hit(board, *drawn.badge) == territory
        assert hit(board, drawn.badge[0] + 11, drawn.badge[1]) == territory


def test_hit_badge_then_land_then_near_shore_then_sea(classic: Board) -> None:
    iceland = classic.index("ice")
    x, y = classic.shapes.outlines[iceland].badge
    assert hit(classic, x, y + 11.5) == iceland  # the badge reaches beyond the shore
    nearest = min(p for ring in classic.shapes.outlines[iceland].rings for p in ring)
    assert hit(classic, nearest[0] - 4, nearest[1]) == iceland
    assert hit(classic, nearest[0] - 4, nearest[1], reach=2) is None
    assert hit(classic, 430, 450) is None  # the south Atlantic
    assert hit(classic, -500, 9999) is None
    assert hit(classic, float("nan"), 10) is None
    assert hit(classic, x, y + 15, badge=1.3) == iceland


def test_hit_sees_the_parts_of_a_territory(classic: Board) -> None:
    for territory in (classic.index("ino"), classic.index("nwt")):
        for ring in classic.shapes.outlines[territory].rings:
            assert hit(classic, *ring[0]) is not None


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("dark", [False, True])
def test_svg_is_xml(name: str, dark: bool) -> None:
    state = table(name, seats=2)
    root = ET.fromstring(svg(scene(state, dark=dark, players=True)))
    width, height = state.board.shapes.size
    assert root.get("viewBox") == f"0 0 {width:g} {height + 30:g}"
    assert [group.get("class") for group in root.findall(f"{SVG}g")] == list(LAYERS)
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert len(titles) == 2 * state.board.size
    defined = {path.get("id") for path in root.iter(f"{SVG}path") if path.get("id")}
    used = {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")}
    assert used == defined


def test_svg_escapes_names(world: Any) -> None:
    nasty = '<b onload="x">&\x00\ud800'
    text = svg(scene(world, Marks(hover=0), names=[nasty, "]]>", "Ben"], players=True))
    root = ET.fromstring(text.encode("utf-8"))
    first = next(root.iter(f"{SVG}title")).text
    assert first == 'Alaska: <b onload="x">&\ufffd\ufffd, 1 army'
    assert "<b " not in text


def test_svg_of_a_given_width(world: Any) -> None:
    root = ET.fromstring(svg(scene(world), width=500))
    assert (root.get("width"), root.get("height")) == ("500", "300")
    assert ET.fromstring(svg(scene(world))).get("width") is None


def test_svg_size_is_bearable(world: Any) -> None:
    assert len(svg(scene(world))) < 130_000


def test_badges_with_letters_never_meet(classic: Board) -> None:
    marks = [
        (x + dx, y, radius)
        for x, y in (drawn.badge for drawn in classic.shapes.outlines)
        for dx, radius in ((0, 12.0), (-17.4, 7.6))
    ]
    for (ax, ay, ar), (bx, by, br) in combinations(marks, 2):
        same = ay == by and abs(ax - bx) == pytest.approx(17.4)
        assert same or (ax - bx) ** 2 + (ay - by) ** 2 > (ar + br) ** 2
