"""Charts by what they draw: lines, bars, labels and words, on paper and in the dark."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb, hypot
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text
from recorded import bots_game, by_hand, just_dealt, over

from risknb import Game, charts, frames, luck, odds
from risknb.charts import atlas, dice, lanes, look, timeline
from risknb.frames import FrameError
from risknb.luck.intervals import fair_range
from risknb.scene.look import Colours

mpl.use("Agg")
pytestmark = pytest.mark.filterwarnings("error")

ALL: dict[str, Callable[..., Axes]] = {
    "rolls": charts.cumulative_luck,
    "turns": charts.armies,
    "continents": charts.continent_bands,
    "territories": charts.ownership,
    "players": charts.eliminations,
    "battles": charts.calibration,
}
#: Every chart that takes a table, with that table.
CHARTS: list[tuple[str, Callable[..., Axes]]] = [
    *ALL.items(),
    *(("turns", getattr(charts, name)) for name in timeline.TOPICS),
    ("turns", charts.army_share),
    ("rolls", charts.dice_faces),
    ("rolls", charts.losses_flow),
    ("rolls", charts.fighting_map),
]


def axes() -> Axes:
    return Figure(layout="constrained", dpi=50).subplots()


def narrow() -> Axes:
    return Figure((5.6, 3.8), layout="constrained", dpi=50).subplots()


def small() -> Axes:
    return Figure((5.0, 3.4), layout="constrained", dpi=50).subplots()


def lines(ax: Axes) -> dict[str, tuple[list[float], list[float]]]:
    """What the players' lines show, by label."""
    return {
        str(line.get_label()): (list(line.get_xdata()), list(line.get_ydata()))
        for line in ax.get_lines()
        if not str(line.get_label()).startswith("_")
    }


def letters(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts if len(text.get_text()) == 1]


def crowd() -> Game:
    """A finished game of six."""
    return bots_game("2010", "domination", 6, seed=5, turns=400)


def check_letters(ax: Axes) -> None:
    """No letter of a player covers another one."""
    look.figure_of(ax).draw_without_rendering()
    found = [text.get_bbox_patch() for text in ax.texts]
    boxes = [patch.get_window_extent() for patch in found if patch is not None]
    for one, other in combinations(boxes, 2):
        apart = hypot(one.x0 + one.x1 - other.x0 - other.x1, one.y0 + one.y1 - other.y0 - other.y1)
        assert apart / 2 > 0.9 * one.width


def check_nothing_is_cut_off(ax: Axes) -> None:
    """All that is written lies on the paper."""
    figure, legend = look.figure_of(ax), ax.get_legend()
    figure.draw_without_rendering()
    whole = [*ax.texts, ax.xaxis.label, ax.yaxis.label, *(legend.get_texts() if legend else ())]
    for text in filter(Text.get_text, whole):
        box = text.get_window_extent()
        assert min(box.x0, box.y0) > -1, text
        assert box.x1 < figure.bbox.x1 + 1, text
        assert box.y1 < figure.bbox.y1 + 1, text


# -- all of them -----------------------------------------------------------------------------------
@pytest.mark.parametrize(("table", "chart"), CHARTS, ids=lambda one: getattr(one, "__name__", one))
class TestEveryChart:
    def test_draws_on_the_axes_it_is_given(self, table: str, chart: Callable[..., Axes]) -> None:
        ax, game = axes(), by_hand()
        more = {"board": game.board} if chart is charts.fighting_map else {}
        assert chart(frames.tables(game)[table], ax, **more) is ax
        assert ax.has_data()
        look.figure_of(ax).draw_without_rendering()

    def test_makes_a_figure_of_its_own(self, table: str, chart: Callable[..., Axes]) -> None:
        ax = chart(frames.tables(over())[table], dark=True)
        figure = look.figure_of(ax)
        assert to_hex(figure.get_facecolor()) == look.theme(True).paper.lower()
        assert len(charts.describe(ax)) > 20

    def test_has_a_title_and_tells_numbers(self, table: str, chart: Callable[..., Axes]) -> None:
        ax = chart(frames.tables(over())[table], axes())
        assert ax.get_title(loc="left")
        assert any(char.isdigit() for char in charts.describe(ax))

    def test_an_empty_table_is_labelled(self, table: str, chart: Callable[..., Axes]) -> None:
        empty = frames.tables([])[table]
        ax = chart(empty, axes())
        assert ax.get_title(loc="left")
        said = [text.get_text() for text in ax.texts] + [ax.get_xlabel()]
        assert any(word in " ".join(said) for word in ("yet", "not begun"))
        look.figure_of(ax).draw_without_rendering()

    def test_a_game_that_has_not_begun_draws(self, table: str, chart: Callable[..., Axes]) -> None:
        ax = chart(frames.tables(just_dealt())[table], axes())
        look.figure_of(ax).draw_without_rendering()

    def test_can_be_read_from_afar(self, table: str, chart: Callable[..., Axes]) -> None:
        ax = chart(frames.tables(crowd())[table])
        check_nothing_is_cut_off(ax)
        written = [text for text in ax.findobj(Text) if text.get_text() and text.get_visible()]
        assert min(text.get_fontsize() for text in written) >= 12

    def test_no_letter_hides_another(self, table: str, chart: Callable[..., Axes]) -> None:
        ax = chart(frames.tables(crowd())[table])
        check_letters(ax)

    def test_says_at_once_all_it_needs(self, table: str, chart: Callable[..., Axes]) -> None:
        """The columns that are asked for are enough to draw."""
        with pytest.raises(FrameError, match="the table has no column") as refused:
            chart(pd.DataFrame(), axes())
        names = str(refused.value).split("no column ")[1].split(";")[0].split(", ")
        game = over()
        more = {"board": game.board} if chart is charts.fighting_map else {}
        assert chart(frames.tables(game)[table][names], axes(), **more).has_data()

    def test_fits_a_small_sheet(self, table: str, chart: Callable[..., Axes]) -> None:
        ax = chart(frames.tables(crowd())[table], small())
        check_letters(ax)
        figure = look.figure_of(ax)
        box, legend = ax.get_window_extent(), ax.get_legend()
        assert box.height > 0.3 * figure.bbox.height
        whole = [ax.yaxis.label, ax._left_title, *(legend.get_texts() if legend else ())]
        for text in filter(Text.get_text, whole):
            space = text.get_window_extent()
            assert space.y0 > -1, text
            assert space.x1 < figure.bbox.x1 + 1, text

    def test_missing_columns_are_named(self, table: str, chart: Callable[..., Axes]) -> None:
        with pytest.raises(FrameError, match="the table has no column"):
            chart(pd.DataFrame({"x": [1]}), axes())


@pytest.mark.parametrize("mode", ["two-player", "team", "mission", "two-player-active"])
def test_neutrals_teams_and_missions_draw(mode: str) -> None:
    tables = frames.tables(bots_game("2003", mode, 2 if "two" in mode else 4))
    for table, chart in CHARTS:
        ax = chart(tables[table], axes())
        look.figure_of(ax).draw_without_rendering()


@pytest.mark.parametrize("chart", [charts.dice_faces, charts.cumulative_luck])
def test_long_names_and_notes_fit_a_narrow_chart(chart: Callable[..., Axes]) -> None:
    rolls = frames.rolls(crowd())
    long = {f"Player {seat}": f"Her Majesty no. {seat}" for seat in range(6)}
    sides = {role: rolls[role].cat.rename_categories(long) for role in ("attacker", "defender")}
    ax = chart(rolls.assign(**sides), narrow())
    check_nothing_is_cut_off(ax)
    assert "\n" in ax.get_xlabel().split("\n", 1)[1]


def test_no_letter_hides_another_where_charts_are_small() -> None:
    for ax in charts.overview(frames.turns(crowd())):
        check_letters(ax)


# -- the look --------------------------------------------------------------------------------------
def test_colours_and_letters_are_those_of_the_map() -> None:
    colours = Colours(6)
    for seat in range(6):
        style = look.style(seat, "x")
        assert style.colour == colours.land(seat)
        assert style.letter == "ABCDEF"[seat]
    assert len({look.style(seat, "x").hatch for seat in range(6)}) == 6
    assert len({str(look.style(seat, "x").dash) for seat in range(6)}) == 6
    for seat in range(2, 6):  # on a map there are two players beside neutrals
        assert look.style(seat, f"neutral {'CDEF'[seat - 2]}").colour == Colours(2).land(seat)


def test_names_are_drawn_as_they_are_written() -> None:
    game = by_hand(names=("$x^2$ and a very long name", "_Ben"))
    ax = charts.armies(frames.turns(game), axes())
    look.figure_of(ax).draw_without_rendering()
    labels = [text.get_text() for text in ax.get_legend().get_texts()]  # type: ignore[union-attr]
    assert labels == [r"A  \$x^2\$ and a very …", "B  _Ben"]
    assert "$x^2$ and a very long name" in charts.describe(ax)


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_charts_are_saved_with_their_words(tmp_path: Path, suffix: str) -> None:
    ax = charts.armies(frames.turns(by_hand()))
    saved = charts.save(ax, tmp_path / f"x{suffix}")
    assert b"At the end: Ben 9" in saved.read_bytes()


def test_other_formats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FrameError, match=r"saved as \.png or \.svg"):
        charts.save(charts.armies(frames.turns(by_hand())), tmp_path / "x.gif")


def test_a_chart_of_somebody_else_is_described_by_its_title() -> None:
    ax = axes()
    ax.set_title("Mine")
    assert charts.describe(ax) == "Mine."


# -- over time -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("chart", "ada", "ben"),
    [
        (charts.armies, ([0, 1, 2, 3], [8, 2, 5, 5]), ([0, 1, 2, 3], [8, 9, 7, 9])),
        (charts.territories, ([0, 1, 2, 3], [3, 2, 3, 3]), ([0, 1, 2, 3], [3, 4, 3, 3])),
        (charts.reinforcements, ([2], [3]), ([1, 3], [5, 5])),
        (charts.kills, ([0, 1, 2, 3], [0, 4, 6, 6]), ([0, 1, 2, 3], [0, 6, 6, 6])),
        (charts.casualties, ([0, 1, 2, 3], [0, 6, 6, 6]), ([0, 1, 2, 3], [0, 4, 6, 6])),
        (charts.cards, ([0, 1, 2, 3], [0, 0, 1, 1]), ([0, 1, 2, 3], [0, 1, 1, 1])),
    ],
)
def test_lines_over_time(chart: Callable[..., Axes], ada: Any, ben: Any) -> None:
    ax = chart(frames.turns(by_hand()), axes())
    assert lines(ax) == {"A  Ada": ada, "B  Ben": ben}
    assert sorted(letters(ax)) == ["A", "B"]


def test_a_line_ends_where_its_player_fell() -> None:
    game = over()
    players = frames.players(game).set_index("player")
    drawn = lines(charts.armies(frames.turns(game), axes()))
    for name, row in players.iterrows():
        last = row["eliminated_turn"] if pd.notna(row["eliminated_turn"]) else game.state.turn
        assert drawn[f"{row['letter']}  {name}"][0][-1] == last


def test_the_overview_has_one_small_chart_a_topic() -> None:
    small = charts.overview(frames.turns(by_hand()))
    assert [ax.get_title(loc="left") for ax in small] == [t[0] for t in timeline.TOPICS.values()]
    assert charts.describe(small).count("At the end") == len(timeline.TOPICS)


def test_the_overview_says_once_who_is_who() -> None:
    figure = look.figure_of(charts.overview(frames.turns(by_hand())))
    [box] = figure.legends
    assert [text.get_text() for text in box.get_texts()] == ["A  Ada", "B  Ben"]


def test_a_legend_is_read_row_by_row() -> None:
    ax = Figure((5.6, 3.8), dpi=50).subplots()
    look.legend(ax, [look.style(seat, "Somebody") for seat in range(5)], dark=False)
    box = ax.get_legend()
    assert box is not None
    box.axes.figure.draw_without_rendering()
    spots = [(text.get_text(), text.get_window_extent()) for text in box.get_texts()]
    in_rows = sorted(spots, key=lambda spot: (-round(spot[1].y0), spot[1].x0))
    assert "".join(text[0] for text, _ in in_rows) == "ABCDE"
    assert len({round(space.y0) for _, space in spots}) < 5


def test_equal_hands_do_not_hide_each_other() -> None:
    game = over()
    ax = charts.cards(frames.turns(game), axes())
    begun = [line for line in ax.get_lines() if len(line.get_xdata()) > 1]
    at_zero = {tuple(line.get_transform().transform((0, 0)).round(3)) for line in begun}
    assert len(at_zero) == len(game.players)


def test_letters_stand_where_their_band_is_wide_too() -> None:
    """A peak of a single turn has more height, but no room."""
    low = [10, 30, 30, 30, 30, 30, 30, 10, 10, 10, 10, 90, 10, 10, 10, 10, 10, 10, 10, 10]
    rows = [
        {"turn": turn, "seat": seat, "player": name, "armies": armies}
        for turn, share in enumerate(low)
        for seat, name, armies in ((0, "Ada", share), (1, "Ben", 100 - share))
    ]
    ax = charts.army_share(pd.DataFrame(rows), axes())
    [at] = [text.xy[0] for text in ax.texts if text.get_text() == "A"]
    assert 1 < at < 6


def test_shares_add_up_to_a_hundred() -> None:
    ax = charts.army_share(frames.turns(by_hand()), axes())
    top = ax.collections[-1].get_paths()[0].vertices[:, 1].max()
    assert top == pytest.approx(100)
    assert len(ax.collections) == 2
    assert [band.get_hatch() or "" for band in ax.collections] == ["", "///"]


def test_of_several_games_the_first_is_drawn() -> None:
    games = {"one": by_hand(), "two": over()}
    assert lines(charts.armies(frames.turns(games), axes())).keys() == {"A  Ada", "B  Ben"}


def test_a_chart_says_in_words_who_was_in_front_and_how_high_it_went() -> None:
    turns = frames.turns(by_hand())
    told = "At the end: Ben 9 in turn 3 and Ada 5 in turn 3. At the highest: Ben 9 in turn 1 and"
    assert told in charts.describe(charts.armies(turns, axes()))
    assert "highest" not in charts.describe(charts.kills(turns, axes()))
    share = charts.describe(charts.army_share(turns, axes()))
    assert "In front: Ben from turn 1. At the end: Ben 64 %" in share
    many = look.in_front(pd.DataFrame({"A": [1, 0] * 4 + [1], "B": [0, 1] * 4 + [0]}))
    assert many == (
        "In front, after 3 changes: B from turn 3, A from turn 4, B from turn 5, A from turn 6,"
        " B from turn 7 and A from turn 8."
    )


def test_nobody_is_in_front_where_all_are_equal() -> None:
    shares = pd.DataFrame({"Ada": [1, 2, 2, 2], "Ben": [1, 1, 2, 2], "Cleo": [1, 1, 2, 1]})
    told = "In front: Ada from turn 1, nobody from turn 2 and Ada and Ben from turn 3."
    assert look.in_front(shares) == told
    assert look.in_front(shares.iloc[:1]) == "In front: nobody."


def test_rows_in_any_order_make_the_same_lines() -> None:
    tables = frames.tables(by_hand())
    mixed = {name: table.sample(frac=1, random_state=1) for name, table in tables.items()}
    for table, chart in (("turns", charts.kills), ("continents", charts.continent_bands)):
        one, other = chart(tables[table], axes()), chart(mixed[table], axes())
        assert lines(one) == lines(other)
        bands = [sorted(patch.get_bbox().bounds for patch in ax.patches) for ax in (one, other)]
        assert {bounds[2] for bounds in bands[0]} == {bounds[2] for bounds in bands[1]}


def test_shares_of_a_single_turn_draw() -> None:
    turns = frames.turns(by_hand())
    ax = charts.army_share(turns[turns["turn"] == 2], axes())
    assert ax.get_xlim() == (2, 3)


def test_numbers_on_a_small_map_hide_no_larger_ones() -> None:
    game = crowd()
    rolls = frames.rolls(game)
    fallen = atlas.fallen_armies(rolls, game.board)
    large, tiny = (charts.fighting_map(rolls, ax) for ax in (None, small()))
    drawn = [sorted(int(text.get_text()) for text in ax.texts) for ax in (large, tiny)]
    assert drawn[0] == sorted(fallen[fallen > 0])
    assert len(drawn[1]) < len(drawn[0])
    assert max(drawn[1]) == fallen.max()


# -- lanes -----------------------------------------------------------------------------------------
def test_spells_of_holding() -> None:
    seats = np.array([-1, 0, 0, -1, 1, 1, 0])
    assert lanes.spells(seats, np.arange(7)) == [(0, 1, 3), (1, 4, 6), (0, 6, 7)]
    assert lanes.spells(np.array([]), np.array([])) == []


def test_continents_are_bands_in_the_holders_colour() -> None:
    ax = charts.continent_bands(frames.continents(by_hand()), axes())
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["Lowland  +2", "Highland  +2"]
    bands = [
        (patch.get_x(), patch.get_width(), to_hex(patch.get_facecolor()))
        for patch in ax.patches
        if patch.get_alpha() is None
    ]
    ada, ben = (Colours(6).land(seat).lower() for seat in (0, 1))
    assert bands == [(0, 4, ben), (0, 1, ada), (2, 2, ada)]
    assert letters(ax) == ["B", "A", "A"]
    told = "Highland: Ada in turns 0 and 2 to 3. Lowland: Ben in turns 0 to 3."
    assert told in charts.describe(ax)
    assert list(ax.get_xticks()) == [0.5, 1.5, 2.5, 3.5]  # below the middle of each turn
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["0", "1", "2", "3"]


def test_ownership_is_a_grid_of_territories_and_turns() -> None:
    ax = charts.ownership(frames.territories(by_hand()), axes())
    grid = ax.images[0].get_array()
    assert grid.tolist() == [
        [1, 1, 1, 1], [1, 1, 1, 1], [1, 2, 1, 1], [2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2],
    ]  # fmt: skip
    assert len(ax.get_yticks()) == 6


def test_ownership_of_a_part_of_the_game() -> None:
    """From turn 2 on, and without Ben's rows in turn 3: the columns stand at their turns."""
    lands = frames.territories(by_hand())
    part = lands[(lands["turn"] >= 2) & ~((lands["turn"] == 3) & (lands["player"] == "Ben"))]
    ax = charts.ownership(part, axes())
    grid = ax.images[0].get_array()
    assert grid.tolist() == [[1, 1], [1, 1], [1, 1], [2, 0], [2, 0], [2, 0]]
    assert ax.images[0].get_extent()[:2] == [2, 4]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["2", "3"]


def test_lanes_too_low_for_names_name_the_continents() -> None:
    ax = charts.ownership(frames.territories(crowd()), narrow())
    assert len(ax.get_yticks()) == 0
    said = [text.get_text() for text in ax.texts]
    assert {"North America", "Australia"} <= set(said)


def test_who_lasted_how_long() -> None:
    game = over()
    ax = charts.eliminations(frames.players(game), axes())
    fallen = frames.players(game).dropna(subset="eliminated_turn")
    widths = sorted(patch.get_width() for patch in ax.patches)
    assert widths == sorted([*fallen["eliminated_turn"].tolist(), game.state.turn + 1])
    texts = [text.get_text() for text in ax.texts]
    assert "won" in texts
    assert sum(text.startswith("fell in turn") for text in texts) == len(fallen)


@pytest.mark.parametrize("sheet", [axes, narrow, small])
def test_who_made_long_names_fall_is_not_cut_off(sheet: Callable[[], Axes]) -> None:
    players = frames.players(over()).astype({"player": "str", "eliminated_by": "str"})
    ax = charts.eliminations(players.replace("Player 1", "Wilhelmina McMammoth"), sheet())
    check_nothing_is_cut_off(ax)
    assert ", by Wilhelmina McMammoth" in charts.describe(ax)


# -- dice and battles ------------------------------------------------------------------------------
@pytest.mark.parametrize("dice", [1, 2, 5, 12, 60, 141, 700, 1773])
def test_the_range_of_fair_dice_is_exact(dice: int) -> None:
    """Counted with whole numbers: out of 6**dice ways, those with few and with many of a face."""
    ways = [comb(dice, hits) * 5 ** (dice - hits) for hits in range(dice + 1)]
    low, high = fair_range(dice)
    assert 40 * sum(ways[:low]) < 6**dice <= 40 * sum(ways[: low + 1])
    assert 40 * sum(ways[high + 1 :]) <= 6**dice < 40 * sum(ways[high:])


def test_millions_of_dice_are_near_the_normal_law() -> None:
    low, high = fair_range(6_000_000)
    half = 1.959964 * (6_000_000 * 5 / 36) ** 0.5
    assert (low, high) == (pytest.approx(1e6 - half, abs=1), pytest.approx(1e6 + half, abs=1))


def test_whiskers_are_the_range_of_fair_dice() -> None:
    ax = charts.dice_faces(frames.rolls(by_hand()), axes())
    thrown = [int(faces.sum()) for faces in dice.faces_by_player(frames.rolls(by_hand())).values()]
    drawn = [bars.get_segments()[0][:, 1] for bars in ax.collections]
    for ends, count in zip(drawn, thrown, strict=True):
        assert ends / 100 * count == pytest.approx(fair_range(count))


def test_faces_are_counted_for_everybody() -> None:
    counts = dice.faces_by_player(frames.rolls(by_hand()))
    assert {who.name: faces.tolist() for who, faces in counts.items()} == {
        "Ada": [1, 1, 1, 3, 2, 5],
        "Ben": [7, 3, 3, 0, 2, 4],
    }
    ax = charts.dice_faces(frames.rolls(by_hand()), axes())
    heights = [patch.get_height() for patch in ax.patches]
    assert heights[:6] == pytest.approx(np.array([1, 1, 1, 3, 2, 5]) / 13 * 100)


def test_a_battle_among_all_its_endings() -> None:
    battles = frames.battles(by_hand())
    ax = charts.battle_law(battles.iloc[2], axes())
    heights = {round(p.get_x() + p.get_width() / 2): p.get_height() for p in ax.patches}
    assert heights[3] == pytest.approx(2890 / 7776 * 100)
    assert sum(heights.values()) == pytest.approx(100)
    assert "4 armies against 2: taken in 66 % of such battles" in charts.describe(ax)
    assert "as good or better comes in 37.2 %" in charts.describe(ax)
    stopped = charts.battle_law(battles.iloc[[1]], axes())
    assert {round(p.get_x() + p.get_width() / 2) for p in stopped.patches} == {-1, 2}
    assert "3 armies against 1, stopped at 2 armies or fewer: taken" in charts.describe(stopped)


def test_a_battle_called_off_without_a_loss_is_held_against_as_many_throws() -> None:
    game = by_hand("ben+3", "ben>pas*3=666:11", "--")
    ax = charts.battle_law(frames.battles(game).iloc[-1], axes())
    heights = {round(p.get_x() + p.get_width() / 2): p.get_height() for p in ax.patches}
    wanted = {-1: 2890, -2: 2611, -3: 2275}
    assert heights == pytest.approx({m: n / 7776 * 100 for m, n in wanted.items()})
    assert letters(ax) == ["B"]
    told = "8 armies against 3, one throw: taken in 0 % of such battles"
    assert told in charts.describe(ax)


def test_battle_law_takes_one_battle_only() -> None:
    with pytest.raises(FrameError, match=r"one row of frames\.battles"):
        charts.battle_law(None, axes())
    with pytest.raises(FrameError, match=r"one row of frames\.battles"):
        charts.battle_law(frames.turns(by_hand()).iloc[0], axes())


def test_calibration_counts_what_was_still_to_be_hoped_for() -> None:
    battles = frames.battles(by_hand())
    table = dice.calibration_table(battles, bins=1)
    assert table["battles"].tolist() == [3]
    assert table["actual"].iloc[0] == pytest.approx((2 + 15 / 36) / 3)
    assert table["predicted"].iloc[0] == pytest.approx(battles["win_chance"].mean())
    assert table["low"].iloc[0] < table["actual"].iloc[0] < table["high"].iloc[0]


def test_odds_keep_their_word_over_many_battles() -> None:
    """Whoever stops when it goes badly does not spoil the calibration."""
    games = [bots_game("2018", "domination", 4, seed=seed) for seed in range(8)]
    table = dice.calibration_table(frames.battles(dict(enumerate(games))), bins=4)
    big = table[table["battles"] > 20]
    assert len(big) >= 2
    inside = (big["low"] - 0.02 <= big["predicted"]) & (big["predicted"] <= big["high"] + 0.02)
    assert inside.all()


@pytest.mark.parametrize(
    ("hits", "count", "wanted"),
    [
        (0, 10, (0, 0.3085)),
        (10, 10, (0.6915, 1)),
        (5, 10, (0.1871, 0.8129)),
        (300, 1000, (0.2717, 0.3294)),
    ],
)
def test_exact_intervals(hits: int, count: int, wanted: tuple[float, float]) -> None:
    assert dice.exact_interval(hits, count) == pytest.approx(wanted, abs=1e-4)


# -- luck and chances ------------------------------------------------------------------------------
def test_luck_is_drawn_with_its_ribbon() -> None:
    game = by_hand()
    ax = charts.cumulative_luck(frames.rolls(game), axes())
    drawn = lines(ax)
    assert drawn["A  Ada"][1][-1] == pytest.approx(luck.ledger(game)["luck"].iloc[0])
    ribbon = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert ribbon.max() == pytest.approx(luck.track(game)["high"].max())


def test_the_estimate_is_called_one() -> None:
    estimate = luck.forecast(by_hand(), games=2, points=2, reveal=True)
    ax = charts.win_probability(estimate, axes())
    assert "estimate" in ax.get_title(loc="left")
    assert "stimated" in ax.get_xlabel()
    assert len(ax.collections) == 2
    assert charts.win_probability(estimate.iloc[:0], axes()).texts[0].get_text().endswith("yet")


def test_letters_of_equal_chances_stand_apart() -> None:
    turns = [1, 5, 9]
    rows = [(t, s, f"P{s}", 0.25, 0.1, 0.5) for s in range(3) for t in turns]
    columns = ["turn", "seat", "player", "chance", "low", "high"]
    ax = charts.win_probability(pd.DataFrame(rows, columns=columns))
    assert letters(ax) == ["A", "B", "C"]
    check_letters(ax)


def test_win_rates_from_a_table_or_from_players() -> None:
    table = pd.DataFrame(
        {"share": [0.6, 0.4], "low": [0.5, 0.3], "high": [0.7, 0.5]},
        index=pd.Index(["planner", "turtle"], name="bot"),
    )
    ax = charts.win_rates(table, axes())
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["turtle", "planner"]
    assert charts.describe(ax) == "Games won, by bot: planner 60 % and turtle 40 %."
    players = frames.players([over(), bots_game("2010", "domination", 3, seed=5, turns=400)])
    told = charts.describe(charts.win_rates(players, axes()))
    assert told.startswith("Games won, by bot: Charger 33 %")


def test_win_rates_are_held_against_what_equals_would_win() -> None:
    table = pd.DataFrame(
        {"seats": [20, 60], "wins": [15, 5], "share": [0.75, 1 / 12], "low": 0.1, "high": 0.8},
        index=pd.Index(["planner", "rusher"], name="bot"),
    )
    ax = charts.win_rates(table, axes())
    [par] = [line for line in ax.get_lines() if line.get_linestyle() == "--"]
    assert list(par.get_xdata()) == [25, 25]
    assert "equally good" in ax.get_xlabel()


def test_how_long_games_are() -> None:
    ax = charts.game_lengths(pd.DataFrame({"turns": [10, 20, 20, 40]}), axes())
    assert sum(patch.get_height() for patch in ax.patches) == 4
    assert charts.describe(ax).endswith("4 games of 10 to 40 turns, half of 20 or fewer.")
    assert charts.game_lengths(frames.games([]), axes()).texts[0].get_text() == "No games yet"


# -- who fought whom, and where --------------------------------------------------------------------
def test_kills_by_killer_and_victim() -> None:
    matrix = atlas.kill_matrix(frames.rolls(by_hand()))
    assert matrix.to_dict() == {"Ada": {"Ada": 0, "Ben": 6}, "Ben": {"Ada": 6, "Ben": 0}}
    ax = charts.losses_flow(frames.rolls(by_hand()), axes())
    assert [text.get_text() for text in ax.texts] == ["6", "6"]


def test_armies_fall_where_they_stood() -> None:
    game = by_hand()
    fallen = atlas.fallen_armies(frames.rolls(game), game.board)
    assert fallen.to_dict() == {
        "Heather Hill": 0, "Moorland": 0, "Stone Pass": 9, "River Bend": 3, "Reed Marsh": 0,
        "Salt Island": 0,
    }  # fmt: skip
    ax = charts.fighting_map(frames.rolls(game), axes(), board="duel")
    assert sorted(text.get_text() for text in ax.texts) == ["3", "9"]
    assert len(ax.collections) >= game.board.size


# -- little or nothing to draw ---------------------------------------------------------------------
def test_no_battle_is_an_empty_chart_that_says_so() -> None:
    ax = charts.battle_law(frames.battles(just_dealt()), axes())
    assert charts.describe(ax).endswith("No battle was fought yet.")


def test_games_that_go_on_are_no_defeats() -> None:
    ax = charts.win_rates(frames.players(by_hand()), axes())
    assert charts.describe(ax) == "Games won, by player: No game is over yet."
    both = frames.players([by_hand(), over()])
    finished = frames.players(over())
    assert charts.describe(charts.win_rates(both, axes())) == charts.describe(
        charts.win_rates(finished, axes())
    )


def test_a_map_of_another_board_is_refused() -> None:
    with pytest.raises(FrameError, match=r"duel has no .*board=game\.board"):
        charts.fighting_map(frames.rolls(over()), axes(), board="duel")


def test_one_game_is_as_long_as_it_is() -> None:
    games = pd.DataFrame({"turns": [15]})
    ax = charts.game_lengths(games, axes())
    assert charts.describe(ax) == "How long games are: one game of 15 turns."
    assert [(patch.get_x(), patch.get_width()) for patch in ax.patches] == [(14.5, 1)]
    assert ax.get_xlim()[0] < 14
    assert ax.get_xlim()[1] > 16


def test_neutral_armies_are_told_apart_and_hold_no_cards() -> None:
    styles = [look.style(seat, f"neutral {letter}") for seat, letter in ((2, "C"), (3, "D"))]
    assert styles[0].dash != styles[1].dash
    assert styles[0].label == "neutral C"
    turns = frames.turns(over()).astype({"player": "str"})
    turns.loc[turns["seat"] == 1, "player"] = "neutral B"
    assert "neutral B" in charts.describe(charts.armies(turns, axes()))
    assert "neutral B" not in charts.describe(charts.cards(turns, axes()))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda t: charts.armies(t["turns"], 5), "ax must be matplotlib axes, not int"),
        (lambda t: charts.over_time(t["turns"], "turn"), "topic must be one of armies"),
        (lambda t: charts.calibration(t["battles"], axes(), bins=0), "bins must be at least 1"),
        (lambda t: charts.armies(t["turns"].assign(turn="x")), "column turn does not hold int16"),
        (lambda t: charts.cards(t["turns"].assign(on_turn="x")), "column on_turn does not hold b"),
        (lambda t: charts.armies(t["turns"].assign(seat=float("nan"))), "seat does not hold int8"),
        (lambda t: charts.battle_law({**t["battles"].loc[0], "armies": "x"}), "armies does not"),
        (lambda t: charts.armies(t["turns"].assign(player="x")), "two players are called x"),
        (lambda t: charts.continent_bands(t["continents"].assign(player="x")), "are called x"),
        (lambda t: charts.win_rates(None), "a table of risknb.frames, not NoneType"),
        (lambda t: charts.describe(5), "ax must be a chart, several or a figure, not 5"),
        (lambda t: charts.save([], "x.png"), r"ax must be a chart, .*, not \[\]"),
        (lambda t: charts.report([by_hand()]), "game must be a game, not list"),
        (lambda t: charts.report(by_hand(), rollouts=-1), "rollouts must be at least 0"),
    ],
)
def test_what_cannot_be_drawn_is_named(call: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call(frames.tables(by_hand()))


def test_a_battle_with_three_defence_dice_is_drawn_by_its_own_law() -> None:
    row = frames.battles(by_hand()).iloc[0].to_dict()
    row |= {"armies": 5, "defenders": 3, "win_chance": odds.win(5, 3, defend_dice=3)}
    ax = charts.battle_law(row, axes(), defend_dice=3)
    heights = {round(p.get_x() + p.get_width() / 2): p.get_height() for p in ax.patches}
    law = odds.battle(5, 3, defend_dice=3)
    assert heights[4] == pytest.approx(100 * law.survivors[5])
    with pytest.raises(FrameError, match="defend_dice must be that of the game, not 2"):
        charts.battle_law(row, axes())
