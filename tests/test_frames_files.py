"""Tables in files: what is written is read back, and a class can be pooled."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from recorded import bots_game, by_hand, just_dealt, over

from risknb import Game, frames
from risknb.frames import FrameError


@pytest.mark.parametrize("file_format", ["csv", "parquet", "json"])
def test_every_table_is_read_back_equal(tmp_path: Path, file_format: str) -> None:
    games = [over(), bots_game("2018", "capital", 4), just_dealt()]
    written = frames.export(games, tmp_path / "all", file_format=file_format)
    assert len(written) == len(frames.TABLES) + 1
    back = frames.read_tables(tmp_path / "all")
    for name, frame in frames.tables(games).items():
        pd.testing.assert_frame_equal(back[name], frame)


def test_one_table_in_one_file(tmp_path: Path) -> None:
    game = by_hand()
    for name in ("x.csv", "x.parquet"):
        assert frames.export(game, tmp_path / name) == [tmp_path / name]
        pd.testing.assert_frame_equal(frames.read(tmp_path / name), frames.rolls(game))
    frames.export(game, tmp_path / "t.json", table="turns")
    pd.testing.assert_frame_equal(frames.read(tmp_path / "t.json"), frames.turns(game))
    frames.export(game, tmp_path / "all.json")
    assert list(frames.read_tables(tmp_path / "all.json")) == list(frames.TABLES)
    with pytest.raises(FrameError, match="holds 8 tables"):
        frames.read(tmp_path / "all.json")


@pytest.mark.parametrize("names", [("NA", "None"), ('a,"b', "<b>1</b>"), ("True", "7")])
def test_any_name_survives(tmp_path: Path, names: tuple[str, str]) -> None:
    game = by_hand(names=names)
    frames.export(game, tmp_path / "x.csv", table="turns")
    pd.testing.assert_frame_equal(frames.read(tmp_path / "x.csv"), frames.turns(game))


def test_names_are_replaced_everywhere(tmp_path: Path) -> None:
    game = by_hand(names=("Adelaide", "Benjamin"))
    frames.export(game, tmp_path / "x.json", aliases=True)
    text = (tmp_path / "x.json").read_text()
    assert "Adelaide" not in text
    assert "Benjamin" not in text
    assert frames.read_tables(tmp_path / "x.json")["rolls"]["attacker"].iloc[0] == "Player B"
    frames.export(game, tmp_path / "y.csv", aliases={"Adelaide": "Fox", "Benjamin": "Owl"})
    assert set(frames.read(tmp_path / "y.csv")["attacker"]) == {"Fox", "Owl"}
    with pytest.raises(FrameError, match="the same alias"):
        frames.export(game, tmp_path / "z.csv", aliases={"Adelaide": "Fox", "Benjamin": "Fox"})


def test_a_name_with_a_plus_is_not_given_away(tmp_path: Path) -> None:
    """Names are joined by a plus where a team has won; they may hold one themselves."""
    names = ["Adelaide + Benjamin", "Rex"]
    game = Game(names, board="duel", edition="2010", seed=1, bots=dict.fromkeys(names, "rusher"))
    frames.export(game.play(), tmp_path / "x.json", aliases=True)
    assert "Adelaide" not in (tmp_path / "x.json").read_text()
    assert "Benjamin" not in (tmp_path / "x.json").read_text()


def test_any_name_has_its_alias_also_in_a_team(tmp_path: Path) -> None:
    """What joins the names of a team may well stand in a name."""
    frames.export(by_hand(names=("Tom + Tim", "Ben")), tmp_path / "x.json", aliases=True)
    assert "Tom" not in (tmp_path / "x.json").read_text()
    game = bots_game("2003", "team", 4, turns=200)
    frames.export(game, tmp_path / "games.csv", table="games", aliases=True)
    wanted = " + ".join(f"Player {'ABCD'[seat]}" for seat in game.state.winners)
    assert frames.read(tmp_path / "games.csv")["winner"].tolist() == [wanted]


def test_a_name_forgotten_among_the_aliases_is_not_given_away(tmp_path: Path) -> None:
    game = by_hand(names=("Adelaide", "Benjamin"))
    with pytest.raises(FrameError, match="no alias for Benjamin"):
        frames.export(game, tmp_path / "x.csv", aliases={"Adelaide": "Fox", "Benjamn": "Owl"})
    assert not (tmp_path / "x.csv").exists()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda game: frames.export(game, None), "path must be the name"),
        (lambda game: frames.export(game, "x.csv", aliases=3), "aliases must be True or a mapping"),
        (lambda game: frames.pool(3), "pattern must be a pattern or a list"),
        (lambda game: frames.pool([3]), "path must be the name"),
        (lambda game: frames.pool("nowhere/*.csv"), r"nowhere/\*.csv was found"),
        (lambda game: frames.read(None), "path must be the name"),
    ],
)
def test_what_is_no_file_is_said(call: Any, said: str) -> None:
    with pytest.raises(FrameError, match=said):
        call(by_hand())


def test_hidden_things_stay_hidden_in_files(tmp_path: Path) -> None:
    game = by_hand()
    frames.export(game, tmp_path / "x.json")
    assert "--=hea" not in (tmp_path / "x.json").read_text()
    frames.export(game, tmp_path / "y.json", reveal=True)
    assert "--=hea" in (tmp_path / "y.json").read_text()


@pytest.mark.parametrize(
    ("name", "reason"),
    [("x.xlsx", ".xlsx is no format; use csv"), ("x.csv", "there is no table 'dice'")],
)
def test_bad_wishes_are_refused(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(FrameError, match=reason):
        frames.export(by_hand(), tmp_path / name, table="dice" if name == "x.csv" else None)


def test_an_unknown_format_of_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FrameError, match="'xls' is no format"):
        frames.export(by_hand(), tmp_path / "folder", file_format="xls")


# -- reading what others wrote ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace("attacker_seat", "seat_of_attacker"), "no column attacker_seat"),
        (lambda text: text.replace("653", "x"), None),
        (lambda text: "", "cannot be read"),
        (lambda text: text.replace(",6,5,3,4,1,", ",7,5,3,4,1,"), "else than 1 to 6"),
        (lambda text: text.replace(",6,5,3,4,1,", ",6,5,,4,1,"), "more or fewer faces"),
        (lambda text: text.replace(",0,2,0.9209", ",0,1,0.9209"), "do not add up"),
        (lambda text: text.replace(",13,1,1,", ",many,1,1,"), "step does not hold int32: perhaps"),
        (lambda text: text.replace("False", "perhaps"), "column captured does not hold bool"),
        (lambda text: text.replace(",13,1,1,", f",{10**30},1,1,"), "step does not hold|be read"),
    ],
)
def test_a_damaged_file_is_refused_with_the_reason(tmp_path: Path, change, reason) -> None:
    file = tmp_path / "x.csv"
    frames.export(by_hand(), file)
    file.write_text(change(file.read_text()))
    if reason is None:
        assert len(frames.read(file)) == 7
        return
    with pytest.raises(FrameError, match=reason):
        frames.read(file)


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps({"format": 99}))
    with pytest.raises(FrameError, match="no export of this format"):
        frames.read(tmp_path / "x.json")
    (tmp_path / "w.json").write_text(json.dumps({"format": 1, "tables": [1]}))
    with pytest.raises(FrameError, match="no export of this format"):
        frames.read(tmp_path / "w.json")
    (tmp_path / "y.json").write_text("{")
    with pytest.raises(FrameError, match="cannot be read"):
        frames.read(tmp_path / "y.json")
    (tmp_path / "z.txt").write_text("hello")
    with pytest.raises(FrameError, match="is no csv, parquet or json"):
        frames.read(tmp_path / "z.txt")
    with pytest.raises(FrameError, match=r"there is no file none\.csv"):
        frames.read(tmp_path / "none.csv")


def test_a_file_nested_without_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[" * 100_000)
    with pytest.raises(FrameError, match="cannot be read"):
        frames.read(tmp_path / "x.json")


def test_a_number_without_end_is_refused(tmp_path: Path) -> None:
    frames.export(by_hand(), tmp_path / "x.json", table="rolls")
    text = (tmp_path / "x.json").read_text()
    (tmp_path / "x.json").write_text(re.sub(r'"turn":\[\d+', '"turn":[1e400', text))
    with pytest.raises(FrameError, match=r"column turn does not hold|be read"):
        frames.read(tmp_path / "x.json")


def test_what_a_spreadsheet_saved_anew_is_told(tmp_path: Path) -> None:
    frames.export(by_hand(), tmp_path / "x.csv")
    text = (tmp_path / "x.csv").read_text().replace(",", ";").replace(".", ",")
    (tmp_path / "x.csv").write_text(text)
    with pytest.raises(FrameError, match=r"x\.csv has semicolons between its columns"):
        frames.read(tmp_path / "x.csv")


# -- pooling ---------------------------------------------------------------------------------------
def test_a_class_is_pooled(tmp_path: Path) -> None:
    one, two = by_hand(), over()
    frames.export(one, tmp_path / "a.csv")
    frames.export(two, tmp_path / "b.csv")
    frames.export(two, tmp_path / "c.csv")
    frames.export(one, tmp_path / "d.csv", table="turns")
    (tmp_path / "e.csv").write_text("x,y\n1,2\n")
    pool = frames.pool(str(tmp_path / "*.csv"))
    assert pool.frame["game"].nunique() == 2
    assert len(pool.frame) == len(frames.rolls([one, two]))
    refused = dict(pool.refused.itertuples(index=False))
    assert refused["d.csv"] == "holds turns, not rolls"
    assert refused["e.csv"].startswith("not a table of")
    assert refused["c.csv"] == f"game {two.id} is in b.csv too"
    assert str(pool).startswith(f"2 games with {len(pool.frame):,} rolls from 5 files.")


def test_a_file_of_all_tables_is_pooled_and_not_refused(tmp_path: Path) -> None:
    frames.export(by_hand(), tmp_path / "a.json")
    frames.export(over(), tmp_path / "b.json")
    frames.export(over(), tmp_path / "c.json", table="turns")
    frames.export(just_dealt(), tmp_path / "d.csv")
    (tmp_path / "e.csv").write_text("")
    pool = frames.pool(tmp_path)
    assert pool.frame["game"].nunique() == 2
    assert dict(pool.refused.itertuples(index=False)) == {
        "c.json": "holds turns, not rolls",
        "d.csv": "holds no rolls yet",
        "e.csv": "cannot be read: No columns to parse from file",
    }


def test_the_longer_export_of_a_game_counts(tmp_path: Path) -> None:
    game = by_hand()
    frames.export(game, tmp_path / "a.csv")
    for text in ("ben+3", "ben>pas*3=111:66"):
        game.push(text)
    frames.export(game, tmp_path / "b.csv")
    pool = frames.pool([tmp_path / "a.csv", tmp_path / "b.csv"])
    assert len(pool.frame) == 8
    assert pool.refused["file"].tolist() == ["a.csv"]


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for pupil in ("fox", "owl"):
        frames.export(by_hand(), tmp_path / pupil)
    (tmp_path / "cat").mkdir()
    (tmp_path / "cat" / "rolls.csv").write_text("")
    pool = frames.pool(str(tmp_path / "*" / "rolls.csv"))
    assert pool.frame["game"].nunique() == 2
    assert pool.refused["file"].tolist() == ["cat/rolls.csv"]


def test_nothing_to_pool_is_said(tmp_path: Path) -> None:
    with pytest.raises(FrameError, match="no file of"):
        frames.pool(str(tmp_path / "*.csv"))
