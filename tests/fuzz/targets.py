"""Everything that reads what others wrote: a function of bytes each, and good bytes to begin with.

A target swallows the documented errors and lets all others out. What is read must also survive
being written and read again.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from risknb import Game, SaveError, record
from risknb.board import BoardError, load
from risknb.editions import RulesError, rules_for
from risknb.moves import Step
from risknb.notation import (
    NotationError,
    move_text,
    parse_move,
    parse_position,
    parse_step,
    position,
    step_text,
)
from risknb.rules import is_legal
from risknb.rules.missions import load_deck
from risknb.saves import path_of

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
PLAYERS = ["Ada", "Ben", "Cleo"]


class Target(NamedTuple):
    """A reader, and inputs that it likes."""

    read: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]


@cache
def folder() -> Path:
    """A place for files, gone when the process ends."""
    made = tempfile.mkdtemp(prefix="risknb-fuzz-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def file_of(data: bytes, name: str) -> Path:
    path = folder() / name
    path.write_bytes(data)
    return path


# -- games ---------------------------------------------------------------------------------------
def read_game(data: bytes) -> None:
    """A game file: read, replayed, written again, read again."""
    try:
        game = Game.parse(data.decode("utf-8", "surrogateescape"))
    except SaveError:
        return
    again = Game.parse(str(game))
    assert again.steps == game.steps
    assert again.state == game.state
    repr(game)


def read_key(data: bytes) -> None:
    """A key file beside a sound game: whatever it says, the game goes on."""
    path = _sound_game()
    Path(f"{path}{record.KEY_SUFFIX}").write_bytes(data)
    Game.load(path)


@cache
def _sound_game() -> Path:
    path = folder() / "sound.rgn"
    Game(["Ada", "Ben"], edition="2010", board="duel", seed=1).save(path)
    return path


def games() -> list[bytes]:
    """Beginnings of golden games of every kind, and small whole ones."""
    found = [b"".join(p.read_bytes().splitlines(True)[:60]) for p in sorted(GOLDEN.glob("*.rgn"))]
    small = Game(["Ada", "Ben"], edition="2010", board="duel", seed=1, training=True,
                 bots={0: "rusher", 1: "rusher"}).play()  # fmt: skip
    text = str(small)
    small.pop()
    small.play()
    return [*found, text.encode(), str(small).encode()]


def keys() -> list[bytes]:
    path = _sound_game()
    return [Path(f"{path}{record.KEY_SUFFIX}").read_bytes()]


# -- notation ------------------------------------------------------------------------------------
@cache
def _positions() -> list[Game]:
    return [Game.load(path) for path in sorted(GOLDEN.glob("*.rgn"))]


def read_step(data: bytes) -> None:
    """A step: read, judged, written again."""
    text = data.decode("utf-8", "replace")
    games = _positions()
    game = games[len(data) % len(games)]
    try:
        move, chance = parse_step(game.board, text)
    except NotationError:
        return
    assert parse_step(game.board, step_text(game.board, Step(0, move, chance))) == (move, chance)
    assert parse_move(game.board, move_text(game.board, move)) == move
    is_legal(game.state, move)


def read_position(data: bytes) -> None:
    """A position of each kind of game: read and written again."""
    text = data.decode("utf-8", "replace")
    games = _positions()
    game = games[len(data) % len(games)]
    with suppress(NotationError):
        repr(parse_position(text))  # with what is played told by the text itself
    try:
        state = parse_position(text, game.board, game.rules, len(game.players))
    except NotationError:
        return
    again = parse_position(position(state), game.board, game.rules, len(game.players))
    assert again == state


def steps() -> list[bytes]:
    texts = {step_text(g.board, step).encode() for g in _positions() for step in g.steps}
    return sorted(texts)[::40]


def positions() -> list[bytes]:
    found = [g.at(n).text(full=True) for g in _positions() for n in range(0, len(g.steps), 97)]
    return [text.encode() for text in found]


# -- boards, rules, decks, names -----------------------------------------------------------------
def read_board(data: bytes) -> None:
    """A board file, and a game on the board where it is sound."""
    try:
        board = load(file_of(data, "board.json"))
    except BoardError:
        return
    try:
        Game(PLAYERS, board=board, seed=1)
    except RulesError:
        return


def read_rules(data: bytes) -> None:
    """A file of house rules, in every mode, and a game where they are sound."""
    path = file_of(data, "house.toml")
    for mode, seats in (("domination", 3), ("capital", 4), ("mission", 3), ("two-player", 2)):
        try:
            rules_for(path, mode, players=seats)
            Game(["A", "B", "C", "D"][:seats], edition=path, mode=mode, seed=1)
        except RulesError:
            continue


def read_deck(data: bytes) -> None:
    """A deck of missions, and a game played with it for a while where it is sound."""
    path = file_of(data, "deck.toml")
    load_deck.cache_clear()
    bots = dict.fromkeys(range(3), "rusher")
    try:
        Game(PLAYERS, edition="five-army", mode="secret-mission", seed=1, bots=bots,
             options={"mission_deck": str(path), "placing": "auto"}).play(turns=2)  # fmt: skip
    except RulesError:
        return


def read_name(data: bytes) -> None:
    """The name of a saved game: never a path outside the folder."""
    try:
        path = path_of(data.decode("utf-8", "surrogateescape"))
    except ValueError:
        return
    parent = path.parent.resolve()
    assert path.resolve().parent == parent
    assert path.name.endswith(".rgn")


def data_files(pattern: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((ROOT / "data").glob(pattern))]


def boards() -> list[bytes]:
    """The small boards: the world would take a fuzzer too long."""
    small = [path for path in (ROOT / "data" / "boards").glob("*.json") if path.stem != "classic"]
    return [path.read_bytes() for path in sorted(small)]


def house_rules() -> list[bytes]:
    return [
        b'base = "2018"\n[rules]\nset_values = [4, 6, 8]\nset_step = 2\narmy_cap = true\n',
        b'base = "2003"\n[rules]\nplayers = [2, 3, 4]\n[modes.mission]\nelim_force = 7\n',
        b'base = "2018"\n[rules]\nsetup = "deal"\n[rules.start]\n3 = 20\n4 = 18\n',
        b'base = "five-army"\ntitle = "ours"\n[rules]\ndefend = "ask"\n[modes.capital]\n'
        b"capital_short = true\nreroll = true\n",
    ]


def names() -> list[bytes]:
    return [b"friday.rgn", b"../x", b"a/b", b"A_1-2.rgn"]


TARGETS: dict[str, Target] = {
    "game": Target(read_game, games),
    "key": Target(read_key, keys),
    "step": Target(read_step, steps),
    "position": Target(read_position, positions),
    "board": Target(read_board, boards),
    "rules": Target(read_rules, house_rules),
    "deck": Target(read_deck, lambda: data_files("decks/*.toml")),
    "name": Target(read_name, names),
}
