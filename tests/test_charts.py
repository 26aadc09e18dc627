"""Charts by what they draw: lines, bars, labels and words, on paper and in the dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from recorded import bots_game, by_hand, just_dealt, over

from risknb import charts, frames, luck
from risknb.charts import atlas, dice, lanes, look, timeline
from risknb.frames import FrameError
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


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    """Close the figures a test has made."""
    yield
    import matplotlib.pyplot as plt

    plt.close("all")


def axes() -> Axes:
    return Figure(layout="constrained", dpi=50).subplots()


def lines(ax: Axes) -> dict[str, tuple[list[float], list[float]]]:
    """What the players' lines show, by label."""
    return {
        str(line.get_label()): (list(line.get_xdata()), list(line.get_ydata()))
        for line in ax.get_lines()
        if not str(line.get_label()).startswith("_")
    }


def letters(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts if len(text.get_text()) == 1]


# -- all of them -----------------------------------------------------------------------------------
@pytest.mark.parametrize(("table", "chart"), CHARTS, ids=lambda one: getattr(one, "__name__", one))
class TestEveryChart:
    def test_draws_on_the_axes_it_is_given(self, table: str, chart: Callable[..., Axes]) -> None:
        ax = axes()
        assert chart(frames.tables(by_hand())[table], ax) is ax
        assert ax.has_data()
        ax.get_figure().canvas.draw()  # type: ignore[union-attr]

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
        ax.get_figure().canvas.draw()  # type: ignore[union-attr]

    def test_a_game_that_has_not_begun_draws(self, table: str, chart: Callable[..., Axes]) -> None:
        ax = chart(frames.tables(just_dealt())[table], axes())
        ax.get_figure().canvas.draw()  # type: ignore[union-attr]

    def test_missing_columns_are_named(self, table: str, chart: Callable[..., Axes]) -> None:
        with pytest.raises(FrameError, match="the table has no column"):
            chart(pd.DataFrame({"x": [1]}), axes())


@pytest.mark.parametrize("mode", ["two-player", "team", "mission", "two-player-active"])
def test_neutrals_teams_and_missions_draw(mode: str) -> None:
    tables = frames.tables(bots_game("2003", mode, 2 if "two" in mode else 4))
    for table, chart in CHARTS:
        ax = chart(tables[table], axes())
        ax.get_figure().canvas.draw()  # type: ignore[union-attr]


# -- the look --------------------------------------------------------------------------------------
def test_colours_and_letters_are_those_of_the_map() -> None:
    colours = Colours(6)
    for seat in range(6):
        style = look.style(seat, "x")
        assert style.colour == colours.land(seat)
        assert style.letter == "ABCDEF"[seat]
    assert len({look.style(seat, "x").hatch for seat in range(6)}) == 6
    assert len({str(look.style(seat, "x").dash) for seat in range(6)}) == 6
    assert look.style(2, "neutral C").colour == Colours(2).land(2)


def test_names_are_drawn_as_they_are_written() -> None:
    game = by_hand(names=("$x^2$ and a very long name", "_Ben"))
    ax = charts.armies(frames.turns(game), axes())
    ax.get_figure().canvas.draw()  # type: ignore[union-attr]
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


def test_shares_add_up_to_a_hundred() -> None:
    ax = charts.army_share(frames.turns(by_hand()), axes())
    top = ax.collections[-1].get_paths()[0].vertices[:, 1].max()
    assert top == pytest.approx(100)
    assert len(ax.collections) == 2
    assert [band.get_hatch() or "" for band in ax.collections] == ["", "///"]


def test_of_several_games_the_first_is_drawn() -> None:
    games = {"one": by_hand(), "two": over()}
    assert lines(charts.armies(frames.turns(games), axes())).keys() == {"A  Ada", "B  Ben"}


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
    assert "Highland: Ada in turn 0 and Ada in turns 2 to 3." in charts.describe(ax)


def test_ownership_is_a_grid_of_territories_and_turns() -> None:
    ax = charts.ownership(frames.territories(by_hand()), axes())
    grid = ax.images[0].get_array()
    assert grid.tolist() == [
        [1, 1, 1, 1], [1, 1, 1, 1], [1, 2, 1, 1], [2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2],
    ]  # fmt: skip
    assert len(ax.get_yticks()) == 6


def test_who_lasted_how_long() -> None:
    game = over()
    ax = charts.eliminations(frames.players(game), axes())
    fallen = frames.players(game).dropna(subset="eliminated_turn")
    widths = sorted(patch.get_width() for patch in ax.patches)
    assert widths == sorted([*fallen["eliminated_turn"].tolist(), game.state.turn + 1])
    texts = [text.get_text() for text in ax.texts]
    assert "won" in texts
    assert sum(text.startswith("fell in turn") for text in texts) == len(fallen)


# -- dice and battles ------------------------------------------------------------------------------
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


def test_battle_law_takes_one_battle_only() -> None:
    with pytest.raises(FrameError, match=r"one row of frames\.battles"):
        charts.battle_law(frames.battles(just_dealt()), axes())
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
