"""The folder of saved games: names that stay inside it, and the newest game not yet finished."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playing import Table
from test_journal import held_elsewhere

from risknb import Game, SaveError, saves

TABLE = Table("2018", "domination", 3, "archipelago")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RISKNB_SAVES", str(tmp_path / "games"))
    return tmp_path / "games"


def saved(name: str, age: int = 0, **more: object) -> Path:
    """A game in the folder that nobody has open, last touched *age* seconds ago."""
    path = saves.path_of(name)
    path.parent.mkdir(exist_ok=True)
    TABLE.game(1, **more).save(path)
    os.utime(path, (1_000_000_000 - age,) * 2)
    return path


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../g", "a/b", "a\\b", "/etc/passwd", "~", "~root", "a\0", "a\n", "-x", ".g",
     "ä", "a b", "<b>", "a" * 65, "$(ls)", "con:"],
)  # fmt: skip
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        saves.path_of(name)


@pytest.mark.parametrize("name", ["g", "g.rgn", "Friday_2.b-c", "0", "a" * 64, "a..b"])
def test_a_good_name_is_a_file_of_the_folder(name: str, folder: Path) -> None:
    path = saves.path_of(name)
    assert path.parent == folder
    assert path.name == name.removesuffix(".rgn") + ".rgn"


def test_new_games_get_files_of_their_own() -> None:
    game = TABLE.game(1)
    first, second = saves.new_path(game), saves.new_path(game)
    assert first != second, "two notebooks may begin in the same second"
    assert saves.path_of(second.name) == second, "the name can be typed"
    game.autosave(second)
    assert first.read_bytes() == b""


def test_a_folder_that_cannot_be_made_is_a_sentence(folder: Path) -> None:
    folder.write_text("no folder", encoding="utf-8")
    with pytest.raises(SaveError, match="games cannot be written: File exists"):
        saves.new_path(TABLE.game(1))
    with pytest.raises(SaveError, match="no unfinished game"):
        saves.resume()


def test_a_folder_may_be_named_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("RISKNB_SAVES", "~/games")
    assert saves.folder() == tmp_path / "games"


def test_house_rules_with_a_wild_name_stay_in_the_folder(tmp_path: Path, folder: Path) -> None:
    rules = tmp_path / "..;<b> $HOME.toml"
    rules.write_text('base = "2018"\n', encoding="utf-8")
    path = saves.new_path(Game(["Ada", "Ben", "Cleo"], edition=rules))
    assert path.parent == folder
    assert saves.path_of(path.name) == path


def test_the_newest_unfinished_game_is_resumed() -> None:
    saved("older", age=50)
    newest = saved("newer", age=10)
    saved("without-key", age=0)
    Path(f"{saves.path_of('without-key')}.key").unlink()
    assert [path.name for path in saves.unfinished()] == ["newer.rgn", "older.rgn"]
    assert saves.resume().file == str(newest)


def test_a_game_that_cannot_be_read_does_not_hide_the_one_before() -> None:
    older = saved("older", age=50)
    saved("newer", age=10).write_text("[Format \"1\"]\n")
    with pytest.warns(UserWarning, match=r"newer game is left out: newer\.rgn: "):
        assert saves.resume().file == str(older)


def test_a_game_open_elsewhere_is_left_out_with_a_warning() -> None:
    older, newer = saved("older", age=50), saved("newer", age=10)
    with (
        held_elsewhere(newer),
        pytest.warns(UserWarning, match=r"newer\.rgn is already open in another notebook"),
    ):
        assert saves.resume().file == str(older)


def test_links_that_lead_nowhere_are_no_games(folder: Path) -> None:
    good = saved("good")
    for name, target in (("nowhere", "nothing"), ("round", "round.rgn")):
        (folder / f"{name}.rgn").symlink_to(folder / target)
        (folder / f"{name}.rgn.key").touch()
    (folder / "folder.rgn").mkdir()
    (folder / "folder.rgn.key").touch()
    assert saves.unfinished() == [good]
    assert saves.resume().file == str(good)


def test_a_finished_game_whose_key_was_left_behind_is_not_resumed() -> None:
    """Killed between the last step and the removal of the key."""
    older, ended = saved("older", age=50), saved("ended", bots=dict.fromkeys(range(3), "rusher"))
    key = Path(f"{ended}.key")
    content = key.read_bytes()
    game = Game.resume(ended).play()
    assert game.state.over
    del game
    key.write_bytes(content)
    assert saves.resume().file == str(older)
    assert not key.exists()


def test_nothing_to_resume_is_a_sentence(folder: Path) -> None:
    with pytest.raises(SaveError, match="no unfinished game"):
        saves.resume()
    saved("g").write_text("nonsense\n")
    with pytest.raises(SaveError, match=r"g\.rgn: "):
        saves.resume()


def test_a_named_game_is_resumed_wherever_it_lies(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.rgn"
    TABLE.game(1).save(path)
    assert saves.resume(path).file == str(path)


def test_a_game_is_resumed_by_its_name() -> None:
    game = Game(["Ada", "Ben"], board="duel", edition="2010", seed=1)
    path = saves.new_path(game)
    game.autosave(path)
    assert saves.resume(path.stem).steps == game.steps
    with pytest.raises(SaveError, match="no-such-game"):
        saves.resume("no-such-game")
