"""The colours of the seats: chosen, kept in the record, the same on map, charts and pictures."""

from __future__ import annotations

import io
from typing import Any

import pandas as pd
import pytest
from PIL import Image

import risknb as rk
from risknb import luck
from risknb.charts import look
from risknb.charts.painting import png
from risknb.record import SaveError
from risknb.replay import COLOURS
from risknb.scene import scene
from risknb.scene.look import PLAYERS, Colours

CHOSEN = ("rose", "blue", "yellow")
NUMBERS = (5, 4, 3)
DEALT = {"setup": "deal", "placing": "auto"}


@pytest.fixture(scope="module")
def game() -> rk.Game:
    bots: dict[str | int, Any] = dict.fromkeys(range(3), "rusher")
    players = ["Ada", "Ben", "Cleo"]
    return rk.Game(players, seed=2, options=DEALT, bots=bots, colours=CHOSEN).play(turns=6)


def lands() -> list[str]:
    return [Colours(3, NUMBERS).land(seat) for seat in range(3)]


def test_every_colour_has_a_name() -> None:
    assert len(COLOURS) == len(PLAYERS) == len(set(COLOURS))


def test_without_a_choice_colours_follow_the_seats_and_are_not_written_down() -> None:
    usual = rk.Game(["Ada", "Ben", "Cleo"])
    assert usual.colours == (0, 1, 2)
    assert "Colours" not in str(usual)
    assert rk.Game(["Ada", "Ben", "Cleo"], colours=[0, 1, 2]).header()[5:8] == usual.header()[5:8]


def test_the_record_keeps_them(game: rk.Game) -> None:
    assert game.colours == NUMBERS
    assert '[Colours "rose" "blue" "yellow"]' in game.header()
    assert rk.Game.parse(str(game)).colours == NUMBERS
    assert game.fork(10).colours == NUMBERS


@pytest.mark.parametrize(
    "wrong",
    ["rose", ["rose", "blue"], ["rose", "rose", "blue"], [0, 1, 6], [0, 1, -1], ["0", 1, 2],
     [True, 2, 3], [0, 1, 2, 3], 7],
)  # fmt: skip
def test_a_wrong_choice_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="colour"):
        rk.Game(["Ada", "Ben", "Cleo"], colours=wrong)


@pytest.mark.parametrize("wrong", ['"rose"', '"rose" "rose" "blue"', '"rose" "blue" "pink"'])
def test_a_damaged_record_is_refused(game: rk.Game, wrong: str) -> None:
    text = str(game).replace('"rose" "blue" "yellow"', wrong)
    with pytest.raises(SaveError, match="the header's colours"):
        rk.Game.parse(text)


def test_all_tables_of_a_game_are_charted_in_its_colours(game: rk.Game) -> None:
    tables = rk.frames.tables(game)
    for name in ("turns", "territories", "players", "steps"):
        styles = {who.seat: who.colour for who in look.people(tables[name])}
        assert styles == dict(enumerate(lands())), name
    assert {who.colour for who in look.people(luck.track(game))} == set(lands())


def test_games_with_other_colours_fall_back_to_the_seats(game: rk.Game) -> None:
    other = rk.Game(["Ada", "Ben", "Cleo"], seed=3, options=DEALT)
    both = rk.frames.turns([game, other])
    assert [who.colour for who in look.people(both)] == [Colours(3).land(s) for s in range(3)]


def test_rows_and_parts_of_a_table_remember(game: rk.Game) -> None:
    battles = rk.frames.battles(game)
    row = battles[battles["captured"]].iloc[0]
    seat = int(row["attacker_seat"])
    assert look.style(seat, str(row["attacker"]), row).colour == lands()[seat]
    assert isinstance(row, pd.Series)


def test_pictures_of_a_game_have_them(game: rk.Game) -> None:
    drawn = game._repr_svg_()
    held = {lands()[owner] for owner in game.state.owners}
    assert all(colour in drawn for colour in held)
    picture = Image.open(io.BytesIO(game._repr_png_())).convert("RGB")
    seen = [colour for _, colour in picture.getcolors(1_000_000) or ()]
    assert all(any(near(colour, wanted) for colour in seen) for wanted in held)


def near(colour: Any, wanted: str) -> bool:
    """Whether two colours look the same: a picture of 256 colours is not exact."""
    parts = (int(wanted[at : at + 2], 16) for at in (1, 3, 5))
    return all(abs(a - b) < 6 for a, b in zip(colour, parts, strict=True))


def test_a_png_is_as_wide_as_asked_and_shows_the_same_board(game: rk.Game) -> None:
    board = scene(game.seen_by(0), colours=game.colours, players=True, dark=True)
    picture = Image.open(io.BytesIO(png(board, 600)))
    assert picture.width == 600
    assert picture.height == round(board.size[1] * 600 / board.size[0])
    assert len(game.state._repr_png_()) < 200_000
