"""Game files: written, appended, read back and verified; damage is named, never guessed away."""

from __future__ import annotations

import json
import os
import stat
import tracemalloc
import warnings
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playing import Deciders, Table

from risknb import Game, SaveError, record

TABLE = Table("2018", "domination", 3, "archipelago")


def played(steps: int, seed: int = 3, **more: object) -> Game:
    """A game on a small board after so many steps."""
    game, bots = TABLE.game(seed, **more), Deciders(3, Random(seed))
    while len(game.steps) < steps:
        game.push(bots.choose(game.state))
    return game


def lines_of(game: Game) -> list[str]:
    return str(game).splitlines()


def body(lines: list[str]) -> int:
    """The index of the first step."""
    return lines.index("") + 1


def refused(lines: list[str], words: str) -> str:
    """The message of the error that these lines bring; it must hold *words*."""
    with pytest.raises(SaveError, match=words) as caught:
        Game.parse("\n".join(lines) + "\n")
    return str(caught.value)


# -- there and back ------------------------------------------------------------------------------
def test_saved_and_loaded_is_the_same_game(tmp_path: Path) -> None:
    game = played(100)
    game.save(tmp_path / "g.rgn")
    again = Game.load(tmp_path / "g.rgn")
    assert again.state == game.state
    assert again.steps == game.steps
    assert again.players == game.players
    assert again.rules == game.rules
    assert str(again) == str(game)


def test_a_file_with_the_line_ends_of_another_system_goes_on(tmp_path: Path) -> None:
    file, game = tmp_path / "g.rgn", played(100)
    game.save(file)
    content = file.read_bytes()
    file.write_bytes(content.replace(b"\n", b"\r\n") + b"!4")
    with pytest.warns(UserWarning, match="cut off"):
        again = Game.resume(file)
    assert str(again) == str(game)
    step = again.push(next(iter(again.legal_moves())))
    assert Game.load(file).steps == [*game.steps, step]


def test_a_loaded_game_goes_on_with_the_same_luck(tmp_path: Path) -> None:
    game = played(100)
    game.save(tmp_path / "g.rgn")
    again = Game.load(tmp_path / "g.rgn")
    bots = Deciders(3, Random(9))
    for _ in range(40):
        move = bots.choose(game.state)
        assert game.push(move) == again.push(move)
    assert again.state == game.state


def test_every_prefix_of_an_autosaved_game_loads(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game, bots = TABLE.game(5, autosave=path), Deciders(3, Random(5))
    for _ in range(80):
        game.push(bots.choose(game.state))
        again = Game.load(path)
        assert again.state == game.state
        assert again.steps == game.steps


def test_an_autosaved_file_is_the_saved_file(tmp_path: Path) -> None:
    game, bots = TABLE.game(5, autosave=tmp_path / "a.rgn"), Deciders(3, Random(5))
    while not game.state.over:
        game.push(bots.choose(game.state))
    game.save(tmp_path / "b.rgn")
    assert (tmp_path / "a.rgn").read_bytes() == (tmp_path / "b.rgn").read_bytes()


def test_steps_taken_back_stay_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game = Game(["Ada", "Ben"], board="duel", seed=1, training=True, autosave=path)
    first = next(iter(game.legal_moves()))
    game.push(first)
    game.pop()
    game.push(list(game.legal_moves())[1])
    text = path.read_text(encoding="utf-8")
    assert "\n<\n" in text
    assert '[Training "yes"]' in text
    assert Game.load(path).state == game.state


def test_names_that_look_like_notation_survive(tmp_path: Path) -> None:
    """Quotes, brackets, line ends of other systems and other scripts are only letters."""
    names = ['A "quoted" one]', "<b>Ben</b>", "Zoë 🎲", "a\\nb", "; 1 00", "../../etc"]
    game = Game(names, edition="2010", seed=1)
    game.save(tmp_path / "g.rgn")
    assert Game.load(tmp_path / "g.rgn").players == tuple(names)


# -- the seed ------------------------------------------------------------------------------------
def test_the_key_of_a_running_game_lies_beside_it_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game = TABLE.game("a-secret-seed")
    game.save(path)
    key = Path(f"{path}{record.KEY_SUFFIX}")
    assert "a-secret-seed" in key.read_text(encoding="utf-8")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert "a-secret-seed" not in path.read_text(encoding="utf-8")


def test_the_end_reveals_the_seed_and_the_key_file_goes(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game, bots = TABLE.game("a-secret-seed", autosave=path), Deciders(3, Random(5))
    while not game.state.over:
        game.push(bots.choose(game.state))
    assert not Path(f"{path}{record.KEY_SUFFIX}").exists()
    found = record.read(path)
    salt, seed = found.tags["Key"]
    assert seed == "a-secret-seed"
    assert record.commitment(salt, seed) == found.tags["Seed"][0]
    check = Game.load(path).verify_dice()
    assert check.ok
    assert check.answers == sum(step.chance is not None for step in game.steps)


def test_without_its_key_a_game_goes_on_with_new_luck(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game = played(40)
    game.save(path)
    Path(f"{path}{record.KEY_SUFFIX}").unlink()
    again = Game.load(path)
    assert again.state == game.state
    assert any(line.startswith(f"% {len(game.steps)} ") for line in str(again).splitlines())


def test_a_foreign_key_file_is_no_help(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game = played(40)
    game.save(path)
    Path(f"{path}{record.KEY_SUFFIX}").write_text("not a key\n\x00", encoding="utf-8")
    assert Game.load(path).state == game.state


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_key_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game = played(40)
    game.save(path)
    Path(f"{path}{record.KEY_SUFFIX}").unlink()
    os.mkfifo(f"{path}{record.KEY_SUFFIX}")
    assert Game.load(path).state == game.state


def test_nobody_leads_the_writing_elsewhere(tmp_path: Path) -> None:
    """In a folder that others may write to, a link could stand where a part of a file is written.

    A process that was killed may have left a part there, too, and numbers of processes come again.
    """
    path, victim = tmp_path / "g.rgn", tmp_path / "essay.txt"
    victim.write_text("About Risk", encoding="utf-8")
    (tmp_path / f".g.rgn.{os.getpid()}.part").symlink_to(victim)
    part = tmp_path / f".g.rgn.key.{os.getpid()}.part"
    part.write_text("half")
    part.chmod(0o644)
    TABLE.game(1).save(path)
    assert victim.read_text(encoding="utf-8") == "About Risk"
    assert stat.S_IMODE(os.stat(f"{path}.key").st_mode) == 0o600, "the key is for its owner alone"
    assert Game.load(path).verify_dice().ok


def test_two_games_with_one_seed_have_two_commitments() -> None:
    """The salt keeps a small seed from being guessed."""
    first, second = TABLE.game(7), TABLE.game(7)
    tags = [next(line for line in game.header() if "Seed" in line) for game in (first, second)]
    assert tags[0] != tags[1]


# -- torn and edited files -----------------------------------------------------------------------
def test_a_torn_tail_is_left_out_with_a_warning(tmp_path: Path) -> None:
    path, game = tmp_path / "g.rgn", played(80)
    whole, header = str(game).encode(), body(lines_of(game))
    start = len("\n".join(lines_of(game)[:header]).encode()) + 1
    for cut in range(start + 1, len(whole), 13):
        path.write_bytes(whole[:cut])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            again = Game.load(path)
        torn = not whole[:cut].endswith(b"\n")
        assert any("cut off" in str(w.message) for w in caught) == torn
        kept = sum(line[:1] not in b";" for line in whole[:cut].split(b"\n")[header:-1])
        assert again.steps[:kept] == game.steps[:kept]


def test_a_resumed_game_keeps_the_torn_line_aside(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game = played(50)
    game.save(path)
    with path.open("ab") as file:
        file.write(b"hea>p")
    with pytest.warns(UserWarning, match="cut off"):
        again = Game.resume(path)
    assert again.state == game.state
    assert Path(f"{path}.bad").read_text(encoding="utf-8") == "hea>p\n"
    again.push(next(iter(again.legal_moves())))
    assert Game.load(path).state == again.state


def test_an_edited_step_is_named() -> None:
    lines = lines_of(played(100))
    at = next(n for n, line in enumerate(lines) if "*" in line)
    lines[at] = lines[at].split("=")[0] + "=666:11"
    assert "line " in refused(lines, r"line \d+: ")


def test_an_edited_place_breaks_the_hash_of_the_turn() -> None:
    """The steps are legal: the hash of the next turn tells that they were others."""
    game = TABLE.game(3)
    while game.state.turn < 2:
        game.push(list(game.legal_moves())[-1])
    lines = lines_of(game)
    last = max(n for n, line in enumerate(lines) if "+" in line)
    number = next(n for n, line in enumerate(lines) if n > last and line.startswith(";")) + 1
    code, _, armies = lines[last].partition("+")
    others = [c for c, o in zip(game.board.codes, game.state.owners, strict=True)
              if o == game.steps[-1].seat and c != code]  # fmt: skip
    lines[last] = f"{others[0]}+{armies}"
    refused(lines, f"line {number}: the position is not the one that was saved")


@pytest.mark.parametrize("damage", ["removed", "doubled", "swapped"])
def test_no_line_can_be_removed_doubled_or_swapped(damage: str) -> None:
    """It is noticed there or at the next hash, unless the order of two steps made no difference."""
    lines = lines_of(played(110))
    last = max(n for n, line in enumerate(lines) if line.startswith(";")) + 1
    whole = Game.parse("\n".join(lines[:last]) + "\n").state
    noticed = 0
    for at in range(body(lines), last - 2):
        other = lines[:last]
        if damage == "removed":
            del other[at]
        elif damage == "doubled":
            other.insert(at, other[at])
        else:
            other[at : at + 2] = other[at + 1], other[at]
        try:
            assert Game.parse("\n".join(other) + "\n").state == whole
        except SaveError as problem:
            noticed += str(problem).startswith("line ")
    assert noticed > (last - body(lines)) * 3 // 4


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hea>zzz*3=651:4", "no territory"),
        ("hea>pas*9", "line"),
        ("what is this", "no move"),
        ("hea+99999999999999999999", "line"),
        ("; 1 0000000000000000", "not the one that was saved"),
        ("% 1 00", "new seed"),
        ("<", "taken back"),
        ("<<", "taken back|no step"),
        ("d2=651:42", "not allowed"),
        ("\x00", "no move"),
        ("--=bra", "line"),
        ("first=111", "not allowed"),
    ],
)
def test_a_wrong_line_is_named_with_its_number(line: str, words: str) -> None:
    lines = lines_of(played(100))
    at = max(n for n, text in enumerate(lines) if text.startswith(";")) + 1
    assert refused([*lines[:at], line], words).startswith(f"line {at + 1}: ")


def test_luck_that_cannot_fall_is_refused() -> None:
    game = TABLE.game(3)
    while game.state.phase.name != "ATTACK":
        game.push(list(game.legal_moves())[-1])
    lines = lines_of(game)
    attack = next(m for m in game.legal_moves() if hasattr(m, "dice"))
    codes = game.board.codes
    text = f"{codes[attack.src]}>{codes[attack.dst]}*1"
    for answer in ("", "=7:1", "=6", "=66:1", "=6:111", "=0:1", "=6:1:1"):
        refused([*lines, text + answer], f"line {len(lines) + 1}")


# -- headers -------------------------------------------------------------------------------------
def with_tag(name: str, *values: str) -> list[str]:
    lines = [line for line in lines_of(played(20)) if not line.startswith(f"[{name} ")]
    return [record.tag(name, *values), *lines]


def without_tag(name: str) -> list[str]:
    return [line for line in lines_of(played(20)) if not line.startswith(f"[{name} ")]


@pytest.mark.parametrize("name", ["Format", "Board", "Rules", "Seed", "a", "b"])
def test_a_header_must_be_whole(name: str) -> None:
    refused(without_tag(name), "header")


def test_seats_have_no_gap() -> None:
    refused(without_tag("b"), "a seat is missing")


@pytest.mark.parametrize("version", ["2", "999999"])
def test_a_newer_format_is_left_alone(version: str) -> None:
    refused(with_tag("Format", version), "newer risknb")


@pytest.mark.parametrize("version", ["", "one", "-1", "1.0", "9" * 400, "²"])
def test_a_format_is_a_number(version: str) -> None:
    refused(with_tag("Format", version), "no format version")


def test_formats_are_numbered_from_one() -> None:
    refused(with_tag("Format", "0"), "there is no format 0")


@pytest.mark.parametrize("seed", ["", "xx", "F" * 32, "0" * 33])
def test_the_seed_of_a_header_is_a_hash(seed: str) -> None:
    refused(with_tag("Seed", seed), "no hash of a seed")


@pytest.mark.parametrize("told", [("a", "conquest"), ("b", "mission"), ("b",)])
def test_a_result_is_the_one_that_was_played(told: tuple[str, ...]) -> None:
    bots = dict.fromkeys("ab", "rusher")
    game = Game(["a", "b"], board="duel", edition="2010", seed=2, bots=bots).play()
    assert game.outcome() == ((1,), "conquest")
    lines = [record.tag("Result", *told) if "[Result" in one else one for one in lines_of(game)]
    refused(lines, "not the one that was played")
    refused([*lines_of(played(20)), record.tag("Result", *told)], "not the one that was played")


def test_a_training_game_may_go_on_after_its_end(tmp_path: Path) -> None:
    bots = dict.fromkeys("ab", "rusher")
    game = Game(["a", "b"], board="duel", edition="2010", seed=2, bots=bots, training=True)
    game.autosave(tmp_path / "g.rgn")
    game.play().pop()
    assert Game.load(tmp_path / "g.rgn").state == game.state


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "../../../etc/passwd", "duel.json", "..", "\x00", "x" * 5000, "C:\\x", "no"],
)
def test_a_board_of_a_file_is_a_name_and_never_a_path(name: str) -> None:
    refused(with_tag("Board", name, "0" * 16), "board|longer")


def test_a_board_file_named_in_a_header_is_not_opened(tmp_path: Path) -> None:
    """A file from somebody else must not make the program read other files."""
    bait = tmp_path / "bait.json"
    bait.write_text("{}", encoding="utf-8")
    message = refused(with_tag("Board", str(bait), "0" * 16), "board")
    assert "missing" not in message


def test_another_board_is_noticed() -> None:
    refused(with_tag("Board", "archipelago", "0" * 16), "not the one")


def rules_line(**changes: object) -> list[str]:
    game = played(20)
    switches = json.loads(json.dumps(game.rules.switches()))
    return with_tag("Rules", json.dumps({**switches, **changes}))


@pytest.mark.parametrize(
    "changes",
    [
        {"players": [2, 10**9]},
        {"players": "2" * 300},
        {"start": {"2": 10**30}},
        {"start": {"2": -1}},
        {"start": {"2": 1}},
        {"neutrals": 10**9},
        {"neutrals": 4, "neutral_territories": 50, "setup": "deal"},
        {"neutrals": 1, "neutral_territories": 3, "neutral_armies": 1, "setup": "deal"},
        {"attack_dice": 99},
        {"set_values": [10**40]},
        {"set_values": []},
        {"mode": None},
        {"mission_deck": "/etc/passwd"},
        {"mission_deck": "../../x.toml"},
        {"deck": "C"},
        {"nonsense": 1},
        {"teams": True},
        {"defend_dice": True},
        {"capital_short": True, "capital": False},
        {"colours": [1]},
        {"edition": "\ud800"},
        {"colours": ["\ud800"]},
    ],
    ids=ascii,
)
def test_rules_of_a_header_are_bounded(changes: dict[str, object]) -> None:
    refused(rules_line(**changes), "header")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "1", "null", '{"a": NaN}', "[" * 1500, '{"players": 1e400}']
)
def test_rules_of_a_header_are_a_table(text: str) -> None:
    refused(with_tag("Rules", text), "header")


@pytest.mark.parametrize("name", ["", " ", "x" * 65, "a\nb", "tab\there", "Ben"])
def test_a_name_of_a_header_is_a_name(name: str) -> None:
    lines = [line for line in lines_of(played(20)) if not line.startswith("[a ")]
    lines = [line.replace('"P1"', '"Ben"') for line in lines]
    refused([record.tag("a", name, ""), *lines], "players")


@pytest.mark.parametrize(
    "line",
    ['[Format "1"]', "[Format", "[Format 1]", '[Format "1" x]', '["x"]', '[a "x""y"]',
     r'[g "half a letter: \ud800"]'],
)  # fmt: skip
def test_a_header_line_that_cannot_be_read_is_named(line: str) -> None:
    lines = lines_of(played(20))
    refused([lines[0], line, *lines[1:]], "line 2")


# -- limits --------------------------------------------------------------------------------------
def test_limits_are_checked_before_anything_is_built(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    with path.open("wb") as file:
        file.truncate(record.MAX_BYTES + 1)
    with pytest.raises(SaveError, match="larger"):
        Game.load(path)
    with pytest.raises(SaveError, match="16 MiB"):
        record.parse(b"x" * (record.MAX_BYTES + 1))
    with pytest.raises(SaveError, match="line 1 is longer"):
        record.parse(b"x" * (record.MAX_LINE + 1) + b"\n")
    with pytest.raises(SaveError, match="steps"):
        record.parse(b"--\n" * (2 * record.MAX_STEPS + 1))


def test_millions_of_tiny_lines_do_not_fill_the_memory() -> None:
    content = b"xx\n" * (record.MAX_BYTES // 3)
    tracemalloc.start()
    try:
        with pytest.raises(SaveError, match="steps"):
            record.parse(content)
        assert tracemalloc.get_traced_memory()[1] < 2 * record.MAX_BYTES
    finally:
        tracemalloc.stop()


def test_the_longest_game_can_be_read() -> None:
    """A turn may be one step, and its hash is a line too."""
    assert len(record.parse(b"--\n; 1 00\n" * record.MAX_STEPS).lines) == 2 * record.MAX_STEPS


def test_a_lesson_may_take_back_the_same_step_for_hours() -> None:
    game = Game(["Ada", "Ben"], board="duel", seed=1, training=True)
    step = next(text for text in ("@pas", "@bri", "@hea") if text in game.legal_moves())
    whole = str(game) + f"{step}\n<\n" * 20_000
    assert Game.parse(whole).state == game.state


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe\n", b"\x1f\x8b\x08\n", b"PK\x03\x04\n"])
def test_files_that_are_no_games(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    path.write_bytes(content)
    with pytest.raises(SaveError):
        Game.load(path)


@pytest.mark.parametrize("thing", [None, b"[Format]", 3, ["--"]])
def test_what_is_no_text_of_a_game(thing: Any) -> None:
    with pytest.raises(SaveError, match="the text of a saved game is wanted"):
        Game.parse(thing)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.rgn", tmp_path, tmp_path / ("x" * 300), "a\x00b", os.devnull):
        with pytest.raises(SaveError):
            Game.load(path)


def test_random_damage_brings_a_save_error_and_nothing_else(tmp_path: Path) -> None:
    """Bytes changed, cut out and put in at random: a file loads to a legal game or is refused."""
    random, whole = Random(1), str(played(100)).encode()
    survived = 0
    for _ in range(400):
        content = bytearray(whole)
        for _ in range(random.randrange(1, 4)):
            at = random.randrange(len(content))
            kind = random.randrange(3)
            if kind == 0:
                content[at] = random.choice(b'0123456789abc>*=+@~:|"[]{}\\\n \xff')
            elif kind == 1:
                del content[at : at + random.randrange(1, 30)]
            else:
                content[at:at] = content[random.randrange(len(content)) :][:20]
        try:
            survived += Game.parse(content.decode("utf-8", "replace")) is not None
        except SaveError:
            continue
    assert survived < 100


# -- files that cannot be written ----------------------------------------------------------------
def test_saving_leaves_the_old_file_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, game = tmp_path / "g.rgn", played(30)
    game.save(path)
    old = path.read_bytes()

    def full(descriptor: int, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(record, "write_all", full)
    with pytest.raises((SaveError, OSError)):
        played(40).save(path)
    assert path.read_bytes() == old


def test_a_game_goes_on_when_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.rgn"
    game = TABLE.game(3, autosave=path)
    real = os.write

    def full(descriptor: int, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.warns(UserWarning, match="not being saved"):
        game.push(next(iter(game.legal_moves())))
    assert game.save_problem
    monkeypatch.setattr(os, "write", real)
    game.push(next(iter(game.legal_moves())))
    assert not game.save_problem
    assert Game.load(path).state == game.state


def test_one_file_one_notebook(tmp_path: Path) -> None:
    path = tmp_path / "g.rgn"
    game = TABLE.game(3, autosave=path)
    with pytest.raises(SaveError, match="open"):
        TABLE.game(4, autosave=path)
    game.push(next(iter(game.legal_moves())))
    assert Game.load(path).state == game.state
