"""The open file of a running game: full disks, closed doors, two hands on one file."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pytest
from playing import Deciders, Table

from risknb import Game, SaveError
from risknb.journal import Journal
from risknb.notation import step_text

TABLE = Table("2018", "domination", 3, "archipelago")
HOLDER = """
import sys
from risknb import Game
game = Game.resume(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""


def new_game(path: Path, steps: int = 60, **more: object) -> Game:
    """A game that is saved as it goes, after so many steps."""
    game, bots = TABLE.game(3, autosave=path, **more), Deciders(3, Random(3))
    while len(game.steps) < steps:
        game.push(bots.choose(game.state))
    return game


def go_on(game: Game, steps: int) -> None:
    """So many steps more, whatever they are."""
    bots, wanted = Deciders(3, Random(4)), len(game.steps) + steps
    while len(game.steps) < wanted and not game.state.over:
        game.push(bots.choose(game.state))


@contextmanager
def full_disk(path: Path, room: int) -> Iterator[None]:
    """No file may grow by more than *room* bytes beyond the size of this one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


# -- a full disk ---------------------------------------------------------------------------------
@pytest.mark.parametrize("room", [0, 1, 7, 30])
def test_a_full_disk_is_told_and_made_up_for(tmp_path: Path, room: int) -> None:
    path = tmp_path / "g.rgn"
    game = new_game(path)
    with full_disk(path, room):
        with pytest.warns(UserWarning, match="not being saved: File too large") as warned:
            go_on(game, 20)
        assert len(warned) == 1, "one warning, not one a step"
        assert "not being saved" in game.save_problem
        kept = Game.load(path)
        assert kept.steps == game.steps[: len(kept.steps)], "what is there is whole"
    go_on(game, 1)
    assert not game.save_problem
    assert Game.load(path).steps == game.steps


def test_saving_by_hand_says_that_the_disk_is_full(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game = new_game(path)
    with full_disk(path, 0):
        with pytest.warns(UserWarning, match="not being saved"):
            go_on(game, 3)
        with pytest.raises(SaveError, match="not being saved"):
            game.save(path)
        with pytest.raises(SaveError, match="cannot be written: File too large"):
            game.save(tmp_path / "other.rgn")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["g.rgn", "g.rgn.key"]
    game.save(path)
    assert Game.load(path).steps == game.steps


def test_a_failed_sync_doubles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.rgn"
    journal = Journal.create(path, ["head"])

    def broken(file: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", broken)
        with pytest.warns(UserWarning, match="Input/output error"):
            journal.append(["one"], sync=True)
    journal.append(["two"], sync=True)
    assert path.read_text() == "head\none\ntwo\n"


def test_half_a_line_on_a_disk_that_cannot_even_shrink_is_cut_off_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.rgn"
    journal = Journal.create(path, ["head"])

    def broken(file: int, size: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch, full_disk(path, 2):
        patch.setattr(os, "ftruncate", broken)
        with pytest.warns(UserWarning, match="File too large"):
            journal.append(["one"])
    assert path.read_text() == "head\non"
    journal.append(["two"])
    assert path.read_text() == "head\none\ntwo\n"


def test_a_seed_that_cannot_be_kept_does_not_stop_the_game(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game = new_game(path, training=True)
    key = Path(f"{path}.key")
    key.unlink()
    key.mkdir()  # nothing can be written there, not even by an administrator
    (key / "in the way").touch()
    while game.steps[-1].chance is None:
        go_on(game, 1)
    with pytest.warns(UserWarning, match="seed"):
        game.pop()
    go_on(game, 5)
    assert Game.load(path).steps == game.steps


# -- closed doors --------------------------------------------------------------------------------
@pytest.mark.parametrize("where", ["no such folder/g.rgn", "a file/g.rgn"])
def test_a_folder_that_is_none_is_refused_with_a_sentence(tmp_path: Path, where: str) -> None:
    (tmp_path / "a file").touch()
    game = TABLE.game(3)
    for write in (game.autosave, game.save):
        with pytest.raises(SaveError, match=r"g\.rgn cannot be written"):
            write(tmp_path / where)
    go_on(game, 1)
    assert game.file is None


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder nobody may write to")
def test_a_read_only_folder_is_refused_with_a_sentence() -> None:
    with pytest.raises(SaveError, match="cannot be written"):
        TABLE.game(3, autosave="/proc/self/g.rgn")


def test_a_game_that_cannot_be_written_any_more_is_not_resumed(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="No such file"):
        Game.resume(tmp_path / "g.rgn")
    (tmp_path / "g.rgn").mkdir()
    with pytest.raises(SaveError, match="Is a directory"):
        Game.resume(tmp_path / "g.rgn")


# -- two hands on one file -----------------------------------------------------------------------
@contextmanager
def held_elsewhere(path: Path) -> Iterator[None]:
    """Another process has the game open."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        yield
        other.communicate()


def test_two_kernels_cannot_write_one_game(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    new_game(path)
    content = path.read_bytes()
    with held_elsewhere(path):
        for write in (Game.resume, TABLE.game(4).autosave, TABLE.game(4).save):
            with pytest.raises(SaveError, match=r"g\.rgn is already open in another notebook"):
                write(path)
        assert Game.load(path).state == Game.load(path).state, "looking is always allowed"
    assert path.read_bytes() == content
    assert Game.resume(path).file == str(path)


def test_the_cell_that_resumes_may_run_twice(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    first = new_game(path)
    second = Game.resume(path)
    go_on(second, 10)
    go_on(first, 3)
    assert "opened anew" in first.save_problem
    assert Game.load(path).steps == second.steps


def test_a_file_refused_by_the_rules_is_free_again(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    new_game(path)
    good = path.read_text()
    path.write_text(good + "ala>kam*3\n")
    with pytest.raises(SaveError) as kept:  # as a notebook keeps the last traceback
        Game.resume(path)
    path.write_text(good)
    assert Game.resume(path).file == str(path), kept


def test_a_worker_does_not_keep_the_file_locked(tmp_path: Path) -> None:
    """A forked worker may outlive its kernel."""
    path = tmp_path / "g.rgn"
    game = new_game(path)
    here, there = multiprocessing.Pipe()
    worker = multiprocessing.get_context("fork").Process(target=_work, args=(there,))
    worker.start()
    try:
        assert here.recv() == "at work"
        del game
        assert Game.resume(path).file == str(path)
    finally:
        here.send("enough")
        worker.join()


def _work(pipe: Connection) -> None:
    pipe.send("at work")
    pipe.recv()


# -- saving what is saved already ----------------------------------------------------------------
def test_saving_to_the_own_file_does_not_lose_what_follows(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game = new_game(path)
    for write in (game.save, game.autosave):
        write(path)
        go_on(game, 5)
        assert Game.load(path).steps == game.steps


def test_a_step_of_luck_alone_that_was_not_written_yet_is_written_when_resumed(
    tmp_path: Path,
) -> None:
    """Killed between a decision and the roll that follows by itself: the roll is made and kept."""
    path = tmp_path / "g.rgn"
    game = TABLE.game(3, autosave=path)
    whole = path.read_text().splitlines()
    assert whole[-1] == step_text(game.board, game.steps[-1]), "the roll for who begins"
    path.write_text("\n".join(whole[:-1]) + "\n")
    del game
    again = Game.resume(path)
    assert path.read_text().splitlines() == whole, "the same luck, in the file"
    go_on(again, 5)
    assert Game.load(path).steps == again.steps


def test_without_its_key_that_roll_is_kept_with_its_new_seed(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    del_key = TABLE.game(3, autosave=path)
    path.write_text("\n".join(path.read_text().splitlines()[:-1]) + "\n")
    Path(f"{path}.key").unlink()
    del del_key
    again = Game.resume(path)
    go_on(again, 5)
    loaded = Game.load(path)
    assert loaded.steps == again.steps
    assert loaded.verify_dice().ok


def test_a_training_game_with_many_seeds_can_be_read_at_its_end(tmp_path: Path) -> None:
    """Every roll taken back brings a new seed, and the end shows them all."""
    path = tmp_path / "g.rgn"
    game, bots = new_game(path, training=True), Deciders(3, Random(3))
    for _ in range(100):
        while game.steps[-1].chance is None:
            game.push(bots.choose(game.state))
        game.pop()
        game.push(bots.choose(game.state))
    while not game.state.over:
        game.push(bots.choose(game.state))
    loaded = Game.load(path)
    assert loaded.steps == game.steps
    assert loaded.verify_dice().ok


# -- a cell that is stopped ----------------------------------------------------------------------
def stopped_after(seconds: float, cell: Callable[[], object]) -> None:
    """What the stop button of a notebook does, so many seconds from now at the latest."""
    running = True

    def stop(*_: object) -> None:
        if running:  # never into the test's own lines, which would end the whole run
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        cell()
        running = False
    except KeyboardInterrupt:
        running = False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("seed", range(4))
def test_a_stopped_cell_leaves_game_and_file_whole(tmp_path: Path, seed: int) -> None:
    """Stopped anywhere, also within a step, the game goes on with the same luck."""
    path, random = tmp_path / "g.rgn", Random(seed)
    bots = dict.fromkeys(range(3), "rusher")
    game = Game(["Ada", "Ben", "Cleo"], seed=seed, bots=bots, autosave=path)
    for _ in range(80):
        stopped_after(random.uniform(0.0002, 0.004), lambda: game.play(turns=1))
    assert game.state == game.at(len(game.steps))
    assert Game.load(path).steps == game.steps
    assert game.verify_dice().ok
