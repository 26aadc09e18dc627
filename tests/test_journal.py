"""The open file of a running game: full disks, closed doors, two hands on one file."""

from __future__ import annotations

import errno
import fcntl
import gc
import multiprocessing
import os
import pickle
import resource
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
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
    with warnings.catch_warnings(action="error"):  # one is enough, not one a turn
        to_the_next_turn(game)
    assert Game.load(path).steps == game.steps
    (key / "in the way").unlink()
    key.rmdir()
    to_the_next_turn(game)
    assert all(seed.known for seed in Game.load(path)._seeds), "the new seed was made up for"


def test_the_key_stays_while_the_end_of_the_game_is_not_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game, key = new_game(path), tmp_path / "g.rgn.key"
    with full_disk(path, 0), pytest.warns(UserWarning, match="not being saved"):
        go_on(game, 100_000)
    assert game.state.over
    assert key.exists(), "the file knows neither the end nor the seed"
    assert not Game.load(path).state.over
    game.save(path)
    assert Game.load(path).state.over
    assert not key.exists()


def test_every_turn_that_has_ended_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps of a turn are written at once, and synced when it is over."""
    path, synced, sync = tmp_path / "g.rgn", list[bytes](), os.fsync
    game = new_game(path)

    def noted(file: int) -> None:
        sync(file)
        synced.append(path.read_bytes())

    monkeypatch.setattr(os, "fsync", noted)
    for turns in range(1, 6):
        to_the_next_turn(game)
        assert len(synced) == turns
        assert synced[-1] == path.read_bytes()


# -- a file that is taken away -------------------------------------------------------------------
def to_the_next_turn(game: Game) -> None:
    turn = game.state.turn
    while game.state.turn == turn and not game.state.over:
        go_on(game, 1)


@pytest.mark.parametrize("taken", ["deleted", "moved", "replaced by an older copy"])
def test_a_file_that_is_taken_away_is_written_again(tmp_path: Path, taken: str) -> None:
    """By somebody who tidies up, or an editor that writes back what it has read."""
    path, other = tmp_path / "g.rgn", tmp_path / "other.rgn"
    game = new_game(path)
    if taken == "deleted":
        path.unlink()
    elif taken == "moved":
        path.rename(other)
    else:
        other.write_bytes(path.read_bytes())
        go_on(game, 5)
        other.replace(path)
    to_the_next_turn(game)
    assert Game.load(path).steps == game.steps
    assert not game.save_problem
    go_on(game, 5)
    assert Game.load(path).steps == game.steps
    assert Game.load(path).verify_dice().ok, "the key is there too"


def test_a_file_that_somebody_else_writes_into_is_written_again(tmp_path: Path) -> None:
    """An editor that keeps the file and changes what is in it."""
    path, aside = tmp_path / "g.rgn", tmp_path / "g.rgn.edited"
    game = new_game(path)
    edited = path.read_text().replace("\n; ", "\n;  ", 1)
    with path.open("r+") as file:
        file.write(edited)
    with pytest.warns(UserWarning, match="changed by somebody else"):
        to_the_next_turn(game)
    go_on(game, 30)
    assert not game.save_problem
    assert Game.load(path).steps == game.steps
    assert aside.read_text().startswith(edited), "what was made of it is not lost"


def test_a_key_that_was_deleted_is_written_again(tmp_path: Path) -> None:
    """Without it nobody would find the game again, and it would go on with other luck."""
    path, key = tmp_path / "g.rgn", tmp_path / "g.rgn.key"
    game = new_game(path)
    content = key.read_bytes()
    key.unlink()
    to_the_next_turn(game)
    assert key.read_bytes() == content


def test_saving_by_hand_writes_a_deleted_file_again(tmp_path: Path) -> None:
    game = new_game(tmp_path / "g.rgn")
    (tmp_path / "g.rgn").unlink()
    game.save(tmp_path / "g.rgn")
    assert Game.load(tmp_path / "g.rgn").steps == game.steps


def test_what_took_the_place_of_the_file_is_left_alone(tmp_path: Path) -> None:
    path, essay = tmp_path / "g.rgn", tmp_path / "essay.txt"
    game = new_game(path)
    essay.write_text("About Risk", encoding="utf-8")
    essay.replace(path)
    with pytest.warns(UserWarning, match="not being saved: g.rgn holds something else") as warned:
        go_on(game, 60)
    assert len(warned) == 1
    with pytest.raises(SaveError, match="holds something else"):
        game.save(path)
    assert path.read_text(encoding="utf-8") == "About Risk"
    path.unlink()
    go_on(game, 1)
    assert not game.save_problem
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
    with pytest.raises(SaveError, match=r"there is no file g\.rgn"):
        Game.resume(tmp_path / "g.rgn")
    (tmp_path / "g.rgn").mkdir()
    with pytest.raises(SaveError, match="it is no file"):
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


def test_a_folder_without_locks_keeps_games_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some network folders answer that they know no locks; nobody else has the file open then."""

    def without(file: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", without)
    game = new_game(tmp_path / "g.rgn")
    assert Game.resume(tmp_path / "g.rgn").steps == game.steps


def test_no_file_that_holds_something_else_is_written_over(tmp_path: Path) -> None:
    """A cell that makes a game and saves it may run again after its kernel died."""
    path, essay = tmp_path / "g.rgn", tmp_path / "essay.txt"
    steps = new_game(path).steps
    essay.write_text("About Risk", encoding="utf-8")
    for held in (path, essay):
        before = held.read_bytes()
        with pytest.raises(SaveError, match="holds something else"):
            TABLE.game(3, autosave=held)
        assert held.read_bytes() == before
    again = Game.load(path)
    again.autosave(path)
    assert again.steps == steps, "the same game may go on in its file"
    (tmp_path / "empty").touch()
    assert TABLE.game(3, autosave=tmp_path / "empty").file


def test_a_game_open_in_the_same_notebook_is_told_apart(tmp_path: Path) -> None:
    game = new_game(tmp_path / "g.rgn")
    with pytest.raises(SaveError, match="open in this notebook"):
        TABLE.game(3, autosave=game.file)


@pytest.mark.parametrize("copied", [copy, deepcopy])
def test_a_copy_of_a_game_has_luck_of_its_own_and_no_file(
    tmp_path: Path, copied: Callable[[Game], Game]
) -> None:
    game = new_game(tmp_path / "g.rgn")
    other = copied(game)
    assert (other.state, other.steps, other.file) == (game.state, game.steps, None)
    go_on(other, 30)
    del other
    gc.collect()
    with (tmp_path / "essay.txt").open("w+", encoding="utf-8") as essay:
        go_on(game, 30)
        assert not essay.read(), "a file that took the place of a closed one"
    assert Game.load(tmp_path / "g.rgn").steps == game.steps


def test_a_game_goes_to_another_process_without_its_seed(tmp_path: Path) -> None:
    game = TABLE.game("a-secret-seed", autosave=tmp_path / "g.rgn")
    go_on(game, 30)
    sent = pickle.dumps(game)
    assert b"a-secret-seed" not in sent
    again = pickle.loads(sent)
    assert (again.state, again.steps, again.file) == (game.state, game.steps, None)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "g.rgn")
    for write in (Game.resume, TABLE.game(3).autosave, TABLE.game(3).save):
        with pytest.raises(SaveError, match="it is no file"):
            write(tmp_path / "g.rgn")


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    for write in (TABLE.game(3).autosave, TABLE.game(3).save):
        with pytest.raises(SaveError, match="is no name of a file"):
            write(name)


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


def test_a_file_is_held_while_it_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens it in that moment is refused, and does not write to a file that is gone."""
    path = tmp_path / "g.rgn"
    TABLE.game(3).save(path)
    replace, refused = os.replace, []

    def meanwhile(src: Path, dst: Path) -> None:
        with pytest.raises(SaveError, match="already open"):
            Journal(path)
        refused.append(dst)
        replace(src, dst)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", meanwhile)
        TABLE.game(4).save(path)
    assert path in refused


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


def test_a_new_seed_is_written_down_once(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    new_game(path)
    Path(f"{path}.key").unlink()
    for _ in range(3):  # killed each time before anything has happened
        Game.resume(path)
    assert sum(line.startswith("%") for line in path.read_text().splitlines()) == 1


def test_a_seed_that_counts_from_an_earlier_step_now_is_known_when_resumed(tmp_path: Path) -> None:
    """A roll is taken back, which brings a new seed, and then a decision before it."""
    path = tmp_path / "g.rgn"
    game = new_game(path, training=True)
    while game.steps[-1].chance is None or game.steps[-2].chance is not None:
        go_on(game, 1)
    game.pop()
    game.pop()
    go_on(game, 5)
    again = Game.resume(path)
    assert again.steps == game.steps
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
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)  # inside, for it may come at once
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
