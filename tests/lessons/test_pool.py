"""A class hands in: thirty exports, some twice, some broken; the pool says what it took."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from risknb import charts, frames, odds
from risknb.lessons import LessonError, class_seed, export, pool, short_game, throws
from risknb.lessons.classdata import battles_in, games_in, own_luck, pupils, surprise

PUPILS = 30
STYLES = ("rusher", "builder", "beginner")


def hand_in(folder: Path, number: int) -> Path:
    """One pupil's export of a short game, played by a bot."""
    alias = f"pupil-{number}"
    seed, style = class_seed("10c", alias), STYLES[number % len(STYLES)]
    game = short_game("You", seed=seed, played_by=style)
    export(game, alias, folder)
    (file,) = folder.glob(f"{alias}-*.csv")
    return file


@pytest.fixture(scope="module")
def classroom(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    """A folder with thirty exports."""
    folder = tmp_path_factory.mktemp("class")
    return folder, [hand_in(folder, number) for number in range(PUPILS)]


@pytest.fixture
def folder(classroom: tuple[Path, list[Path]], tmp_path: Path) -> Path:
    """A copy to spoil."""
    return Path(shutil.copytree(classroom[0], tmp_path / "class"))


def rows_in(files: list[Path]) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) - 1 for file in files)


# -- what it takes -------------------------------------------------------------------------------
def test_thirty_exports_become_one_table(classroom: tuple[Path, list[Path]]) -> None:
    folder, files = classroom
    found = pool(f"{folder}/*.csv")
    assert found.files == PUPILS
    assert found.refused.empty
    assert found.frame["game"].nunique() == PUPILS
    assert len(found.frame) == rows_in(files)
    assert str(found) == f"30 games with {len(found.frame)} rolls from 30 files."


def test_a_class_with_duplicates_and_broken_files(
    classroom: tuple[Path, list[Path]], folder: Path
) -> None:
    files = sorted(folder.glob("*.csv"))
    shutil.copy(files[0], folder / "twice.csv")
    lines = files[1].read_text(encoding="utf-8").splitlines()
    (folder / "part.csv").write_text("\n".join(lines[:5]) + "\n", encoding="utf-8")
    (folder / "torn.csv").write_text("\n".join(lines)[: len(lines[0]) + 60], encoding="utf-8")
    (folder / "essay.csv").write_text("I had no time\n", encoding="utf-8")
    (folder / "empty.csv").write_bytes(b"")
    (folder / "noise.csv").write_bytes(bytes(range(256)))
    (folder / "photo.csv").write_bytes(b"\xff\xd8\xff\xe0")
    (folder / "cheat.csv").write_text(_cheated(lines), encoding="utf-8")
    found = pool(f"{folder}/*.csv")
    assert len(found.frame) == rows_in(classroom[1])
    assert found.frame["game"].nunique() == PUPILS
    assert found.files == PUPILS + 8
    refused = dict(found.refused.itertuples(index=False))
    assert set(refused) == {
        "twice.csv", "part.csv", "torn.csv", "essay.csv", "empty.csv", "noise.csv", "photo.csv",
        "cheat.csv",
    }  # fmt: skip
    assert "is in" in refused["twice.csv"]
    assert "is in" in refused["part.csv"]
    assert refused["noise.csv"] == "cannot be read: not all lines have its columns"
    assert refused["photo.csv"] == "cannot be read: it is no text"
    assert refused["cheat.csv"] == "a die shows something else than 1 to 6"
    assert all(f"Left out: {file}: " in str(found) for file in refused)


def _cheated(lines: list[str]) -> str:
    """The same file in which every die of the attacker shows a seven."""
    head, *rows = (line.split(",") for line in lines)
    at = head.index("a1")
    return "\n".join(",".join([*row[:at], "7", *row[at + 1 :]]) for row in (head, *rows)).replace(
        "defend_dice,7,", "defend_dice,a1,"
    )


def test_the_longer_export_of_a_game_wins_whatever_its_name(folder: Path) -> None:
    file = sorted(folder.glob("*.csv"))[3]
    whole = file.read_text(encoding="utf-8")
    (folder / "zzz-whole.csv").write_text(whole, encoding="utf-8")
    file.write_text("\n".join(whole.splitlines()[:4]) + "\n", encoding="utf-8")
    found = pool(f"{folder}/*.csv")
    assert dict(found.refused.itertuples(index=False)) == {
        file.name: f"game {whole.splitlines()[1].split(',')[0]} is in zzz-whole.csv too"
    }
    assert len(found.frame) == rows_in(sorted(folder.glob("pupil*.csv"))) - 3 + rows_in(
        [folder / "zzz-whole.csv"]
    )


def test_a_folder_of_broken_files_only_is_refused_with_the_reasons(tmp_path: Path) -> None:
    (tmp_path / "essay.csv").write_text("I had no time\n", encoding="utf-8")
    with pytest.raises(LessonError, match=r"essay\.csv"):
        pool(f"{tmp_path}/*.csv")


def test_an_export_holds_aliases_and_no_names_or_times(classroom: tuple[Path, list[Path]]) -> None:
    for file in classroom[1]:
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"You|Rex|\d{4}-\d\d-\d\d|\d\d:\d\d", text)
        frame = frames.read(file)
        names = set(frame["attacker"].astype(str)) | set(frame["defender"].astype(str))
        assert names <= {file.name.rsplit("-", 1)[0], "bot-1"}


# -- the sample class ----------------------------------------------------------------------------
@pytest.fixture(scope="module")
def sample() -> pd.DataFrame:
    found = pool()
    assert found.refused.empty
    return found.frame


def test_the_sample_class_has_thirty_pupils_with_a_game_each(sample: pd.DataFrame) -> None:
    table = pupils(sample)
    assert len(table) == sample["game"].nunique() == PUPILS
    assert table["pupil"].nunique() == PUPILS
    assert 5 <= table["won"].sum() <= 25


def test_the_sample_class_is_taken_where_nothing_was_handed_in(sample: pd.DataFrame) -> None:
    assert pool("class/*.csv").frame.equals(sample)


def test_the_sample_throws_are_what_the_dice_say(sample: pd.DataFrame) -> None:
    for row in sample.iloc[::23].itertuples():
        faces = [[int(f) for f in side if not pd.isna(f)]
                 for side in ((row.a1, row.a2, row.a3), (row.d1, row.d2))]  # fmt: skip
        mine, theirs = (sorted(side)[::-1] for side in faces)
        killed = sum(a > d for a, d in zip(mine, theirs, strict=False))
        assert row.defender_losses == killed
        law = odds.roll(row.attack_dice, row.defend_dice)
        assert row.attacker_expected == pytest.approx(float(law.expected_losses.attacker), abs=1e-6)
        assert row.win_before == pytest.approx(odds.win(row.armies, row.defenders), abs=1e-6)


def test_luck_in_the_sample_sums_to_nothing(sample: pd.DataFrame) -> None:
    everybody = sum(float(own_luck(sample, seat).sum()) for seat in range(3))
    assert everybody == pytest.approx(0, abs=1e-3)


# -- what the class finds ------------------------------------------------------------------------
def test_battles_are_folded_from_their_throws() -> None:
    game = short_game("You", seed=5, board="archipelago", played_by="builder")
    mine, theirs = battles_in(frames.rolls(game)), frames.battles(game)
    assert len(mine) == len(theirs)
    assert np.allclose(mine["win_chance"], theirs["win_chance"])
    assert np.allclose(mine["win_left"], theirs["win_left"])
    assert mine["captured"].tolist() == theirs["captured"].tolist()
    assert "predicted" in charts.describe(charts.calibration(mine)).lower()


def test_the_luck_of_a_pupil_is_that_of_the_ledger() -> None:
    from risknb import luck

    game = short_game("You", seed=8, board="archipelago", played_by="planner")
    row, ledger = pupils(frames.rolls(game)).iloc[0], luck.ledger(game).iloc[0]
    assert row["luck"] == pytest.approx(ledger["luck"])
    assert row["z"] == pytest.approx(ledger["z"])
    assert (row["pupil"], row["throws"]) == ("You", ledger["rolls"])
    assert row["early"] + row["late"] == pytest.approx(row["luck"])
    assert row["won"] == (game.outcome().winners == (0,))


def test_throws_for_their_own_sake_are_no_games() -> None:
    some = throws(20, 3, 2, seed=1)
    assert games_in(some).empty
    with pytest.raises(LessonError, match="no games"):
        pupils(some)


def test_odds_that_promise_too_much_are_noticed() -> None:
    honest = pd.DataFrame({"win_chance": [0.5] * 100, "win_left": [1.0, 0.0] * 50})
    assert surprise(honest) == 0
    assert surprise(honest.assign(win_chance=0.9)) < -5
