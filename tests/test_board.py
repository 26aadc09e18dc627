"""Boards: the classic facts, the small boards, and every defect a board file can have."""

from __future__ import annotations

import copy
import json
import pickle
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from risknb import board as boards
from risknb.board import BUILT_IN, SYMBOLS, Board, BoardError, load

BOARD_FILES = Path(boards.__file__).parents[1] / "data" / "boards"


@pytest.fixture(scope="module")
def classic() -> Board:
    return load("classic")


@pytest.fixture
def duel_file() -> dict[str, Any]:
    return json.loads((BOARD_FILES / "duel.json").read_text("utf-8"))


def neighbours(board: Board, territory: str) -> set[str]:
    return {board.names[near] for near in board.borders[board.index(territory)]}


def edges(board: Board) -> set[tuple[int, int]]:
    return {(a, b) for a, around in enumerate(board.borders) for b in around if a < b}


def by_sea(board: Board, a: str, b: str) -> bool:
    return tuple(sorted((board.index(a), board.index(b)))) in board.sea


def test_classic_counts(classic: Board) -> None:  # COMP-01
    assert classic.size == 42
    assert len(edges(classic)) == 83
    assert len(classic.sea) == 25
    sizes = [(c.code, len(c.members), c.bonus) for c in classic.continents]
    assert sizes == [
        ("NA", 9, 5), ("SA", 4, 2), ("EU", 7, 5), ("AF", 6, 3), ("AS", 12, 7), ("AU", 4, 2),
    ]  # fmt: skip


def test_classic_order_is_by_continent_then_name(classic: Board) -> None:
    for continent in classic.continents:
        names = [classic.names[t] for t in continent.members]
        assert names == sorted(names)
    assert classic.codes[:3] == ("ala", "alb", "cam")
    assert classic.codes[-4:] == ("eau", "ino", "ngu", "wau")
    assert classic.continent_of[classic.index("kam")] == 4


def test_classic_degrees_and_inner_edges(classic: Board) -> None:  # COMP-01
    degree = {classic.codes[t]: len(around) for t, around in enumerate(classic.borders)}
    assert {c for c, n in degree.items() if n == 6} == {
        "chi", "eaf", "mea", "naf", "ont", "seu", "ukr",
    }  # fmt: skip
    assert {c for c, n in degree.items() if n == 2} == {"arg", "eau", "jap", "mad"}
    of = classic.continent_of
    inner = Counter(classic.continents[of[a]].code for a, b in edges(classic) if of[a] == of[b])
    assert inner == {"AS": 22, "NA": 16, "EU": 12, "AF": 9, "SA": 5, "AU": 5}


@pytest.mark.parametrize(
    ("territory", "expected"),
    [
        ("Brazil", {"Venezuela", "Peru", "Argentina", "North Africa"}),  # T-MAP-1
        ("Greenland", {"Iceland", "Quebec", "Ontario", "Northwest Territory"}),  # T-MAP-3
        ("Venezuela", {"Central America", "Peru", "Brazil"}),  # T-MAP-4
        (
            "North Africa",  # T-MAP-5
            {"Congo", "East Africa", "Egypt", "Brazil", "Western Europe", "Southern Europe"},
        ),
    ],
)
def test_classic_neighbours(classic: Board, territory: str, expected: set[str]) -> None:
    assert neighbours(classic, territory) == expected


def test_alaska_and_kamchatka_are_adjacent(classic: Board) -> None:  # COMP-02, T-MAP-2
    alaska, kamchatka = classic.index("Alaska"), classic.index("Kamchatka")
    assert classic.adjacent(alaska, kamchatka)
    assert classic.adjacent(kamchatka, alaska)
    assert by_sea(classic, "ala", "kam")
    assert not classic.adjacent(alaska, classic.index("Ontario"))


def test_classic_sea_edges(classic: Board) -> None:  # T-MAP-1, T-MAP-5
    assert by_sea(classic, "bra", "naf")
    assert [by_sea(classic, "naf", t) for t in ("con", "eaf", "egy")] == [False] * 3
    assert [by_sea(classic, "naf", t) for t in ("bra", "weu", "seu")] == [True] * 3
    assert not by_sea(classic, "seu", "mea")
    assert by_sea(classic, "sca", "neu")


def test_members_of_australia(classic: Board) -> None:  # T-MAP-6
    members = {classic.names[t] for t in classic.continents[5].members}
    assert members == {"New Guinea", "Indonesia", "Eastern Australia", "Western Australia"}


def test_classic_islands(classic: Board) -> None:
    assert [classic.codes[t] for t in classic.islands] == [
        "grn", "gbr", "ice", "mad", "jap", "ino", "ngu",
    ]  # fmt: skip


def test_classic_decks(classic: Board) -> None:  # COMP-03
    for deck in "AB":
        assert Counter(classic.decks[deck]) == dict.fromkeys(SYMBOLS, 14)
    assert classic.decks["A"][classic.index("Ontario")] == "cavalry"
    assert sum(a != b for a, b in zip(classic.decks["A"], classic.decks["B"], strict=True)) == 29
    assert (classic.players, classic.start, classic.modes) == (None, None, None)


def test_small_boards() -> None:
    duel, archipelago = load("duel"), load("archipelago")
    assert (duel.size, len(duel.continents), len(edges(duel))) == (6, 2, 8)
    assert (duel.players, duel.start, duel.modes) == ((2,), {2: 8}, ("domination",))
    assert [duel.codes[t] for t in duel.islands] == ["sal"]
    assert (archipelago.size, len(archipelago.continents)) == (16, 4)
    assert archipelago.players == (2, 3, 4)
    assert archipelago.start == {2: 20, 3: 16, 4: 13}
    assert len(archipelago.sea) == 13
    assert {archipelago.codes[t] for t in archipelago.islands} == {"gul", "cor", "ter", "smo"}


@pytest.mark.parametrize("name", BUILT_IN)
def test_boards_are_sound(name: str) -> None:
    board = load(name)
    assert all(a in board.borders[b] for a, around in enumerate(board.borders) for b in around)
    assert all(around == tuple(sorted(set(around))) for around in board.borders)
    members = [t for continent in board.continents for t in continent.members]
    assert members == list(range(board.size))
    for symbols in board.decks.values():
        counts = Counter(symbols)
        assert max(counts.values()) - min(counts.values()) <= 1
        assert set(counts) == set(SYMBOLS)


def test_built_in_boards_are_loaded_once() -> None:
    assert load("duel") is load("duel")


def test_index(classic: Board) -> None:
    assert [classic.index(t) for t in ("Great Britain", "GBR", " great britain ", 13)] == [13] * 4
    assert classic.index(41) == 41
    with pytest.raises(BoardError, match=r"did you mean Alaska\?"):
        classic.index("Alasca")
    with pytest.raises(BoardError, match="they are 0 to 41"):
        classic.index(42)
    with pytest.raises(BoardError, match="they are 0 to 41"):
        classic.index(-1)
    for nothing in (1.5, True, None):
        with pytest.raises(BoardError, match="is not a territory"):
            classic.index(nothing)  # type: ignore[arg-type]
    with pytest.raises(BoardError, match="no territory") as error:
        classic.index("x" * 100_000)
    assert len(str(error.value)) < 200


def test_without_an_edge(classic: Board) -> None:
    cut = classic.without("East Africa", "mea")
    a, b = classic.index("eaf"), classic.index("mea")
    assert not cut.adjacent(a, b)
    assert not cut.adjacent(b, a)
    assert len(edges(cut)) == 82
    assert edges(classic) - edges(cut) == {(a, b)}
    assert len(cut.shapes.sea_lines) == 24
    assert cut.digest != classic.digest
    assert cut != classic
    assert classic.adjacent(a, b)
    with pytest.raises(BoardError, match="not neighbours"):
        cut.without(a, b)


def test_without_may_not_cut_the_board_in_two() -> None:
    with pytest.raises(BoardError, match="falls apart"):
        load("duel").without("sal", "ree").without("sal", "ben")


def test_equal_boards_and_pickle(classic: Board) -> None:
    assert copy.deepcopy(classic) is classic  # bots that remember a view are copied with it
    again = pickle.loads(pickle.dumps(classic))
    assert again == classic
    assert hash(again) == hash(classic)
    assert again.index("Yakutsk") == classic.index("yak")
    assert classic != load("duel")
    assert classic != "classic"


def test_digest_is_about_rules_not_drawing(tmp_path: Path, duel_file: dict[str, Any]) -> None:
    digest = load("duel").digest
    duel_file["shapes"]["legend"] = [1, 1]
    duel_file["title"] = "Another title"
    assert saved(tmp_path, duel_file).digest == digest
    duel_file["continents"][0]["bonus"] = 3
    assert saved(tmp_path, duel_file).digest != digest


def saved(folder: Path, content: Any) -> Board:
    path = folder / "mine.json"
    path.write_text(json.dumps(content), "utf-8")
    return load(path)


def test_anybodys_board(tmp_path: Path, duel_file: dict[str, Any]) -> None:
    board = saved(tmp_path, duel_file)
    assert (board.name, board.size) == ("mine", 6)
    assert load(str(tmp_path / "mine.json")) == board
    for key in ("players", "start", "modes"):
        del duel_file[key]
    free = saved(tmp_path, duel_file)
    assert (free.players, free.start, free.modes) == (None, None, None)


def test_a_file_named_like_a_board_that_ships(tmp_path: Path, duel_file: dict[str, Any]) -> None:
    """Saved games and other processes find a board that ships by its name alone."""
    path = tmp_path / "duel.json"
    path.write_text(json.dumps({**duel_file, "notes": "copied"}), "utf-8")
    assert load(path) == load("duel")
    duel_file["continents"][0]["bonus"] = 3
    path.write_text(json.dumps(duel_file), "utf-8")
    with pytest.raises(BoardError, match=r"^duel: a board of this name ships"):
        load(path)


REMOVE = object()
MOO = "territories[1]"

# path into the file, what is put there, what the error must say
DEFECTS = [
    ("title", REMOVE, "'title' is missing"),
    ("title", 7, "title: must be a short text"),
    ("territories", {}, "territories: must be a list"),
    ("territories", [], "two territories or more"),
    ("territories.1", "moo", "must be an object"),
    ("territories.1.code", "MOO", rf"{MOO} > code: must be three small letters, not 'MOO'"),
    ("territories.1.code", "hea", "'hea' is taken already"),
    ("territories.1.name", "Heather Hill", "'heather hill' is taken already"),
    ("territories.1.name", "HEA", "'hea' is taken already"),
    ("territories.1.name", "", "a name of up to 40 letters"),
    ("territories.1.name", "a\nb", "a name of up to 40 letters"),
    ("territories.1.name", "half a letter: \ud800", "a name of up to 40 letters"),
    ("territories.1.name", "turned \u202e around", "a name of up to 40 letters"),
    ("territories.1.name", "red \x9b31m ink", "a name of up to 40 letters"),
    ("shapes.territories.moo.lines.0", "red \x9b31m ink", "a short text"),
    ("territories.1.name", "12", "a name of up to 40 letters"),
    ("territories.1.name", "x" * 41, "a name of up to 40 letters"),
    ("territories.1.land", ["hea"], "not symmetric, pas lists moo by land but moo does not list"),
    ("territories.1.land", ["hea", "pas", "xyz"], "there is no territory 'xyz'"),
    ("territories.1.land", ["hea", "pas", "moo"], "cannot be its own neighbour"),
    ("territories.1.land", ["hea", "pas", "pas"], "'pas' is listed twice"),
    ("territories.1.land", ["hea", "pas", 4], "must be the code of a territory, not 4"),
    ("territories.1.land", "hea", "must be a list, not 'hea'"),
    ("territories.1.sea", ["hea"], "not symmetric, moo lists hea by sea"),
    ("territories.1.cards.A", REMOVE, "cards: 'A' is missing"),
    ("territories.1.cards.B", "tank", "must be infantry, cavalry or artillery, not 'tank'"),
    ("decks", [], "one deck or two different ones"),
    ("decks", ["A", "A"], "one deck or two different ones"),
    ("decks", ["A", "C"], "must be A or B, not 'C'"),
    ("continents.0.territories", ["hea", "moo"], "'pas' is in no continent"),
    ("continents.1.territories.0", "hea", "'hea' is in a continent already"),
    ("continents.1.territories.0", "zzz", "there is no territory 'zzz'"),
    ("continents.0.territories", [], "a continent needs a territory"),
    ("continents.0.bonus", -1, "must be a whole number from 0 to 100, not -1"),
    ("continents.0.bonus", 2.5, "must be a whole number"),
    ("continents.0.bonus", True, "must be a whole number from 0 to 100, not True"),
    ("continents.0.bonus", 10**30, "must be a whole number"),
    ("continents.0.code", "h", "two or three capital letters"),
    ("continents.1.code", "HI", "name or code of another continent"),
    ("players", [], "different numbers of players"),
    ("players", [2, 2], "different numbers of players"),
    ("players", [7], "must be a whole number from 2 to 6, not 7"),
    ("players", [2, 3], "same numbers of players as 'players'"),
    ("start", {"2": 2}, "must be a whole number from 3 to 1000, not 2"),
    ("start", {"two": 8}, "a number of players from 2 to 6"),
    ("modes", [], "different modes"),
    ("modes", ["DROP TABLE"], "must be a mode"),
    ("mode", ["domination"], "there is no field 'mode'; did you mean 'modes'?"),
    ("Players", [2], "there is no field 'Players'; did you mean 'players'?"),
    ("shapes", REMOVE, "'shapes' is missing"),
    ("shapes.size", [1e9, 5], "must be a number from 100 to 10000"),
    ("shapes.size", [100], "must hold x and y"),
    ("shapes.badge_radius", "big", "must be a number from 2 to 50, not 'big'"),
    ("shapes.territories.moo", REMOVE, "'moo' is missing"),
    ("shapes.territories.xyz", {}, "is the drawing of no territory"),
    ("shapes.territories.moo.badge", REMOVE, "moo: 'badge' is missing"),
    ("shapes.territories.moo.badge", [1, 1], "badge: lies outside the territory"),
    ("shapes.territories.moo.badge", [1, None], "must be a number"),
    ("shapes.territories.moo.rings", [], "has no land"),
    ("shapes.territories.moo.rings", [[1, 2, 3, 4]], "x and y of 3 points or more"),
    ("shapes.territories.moo.rings", [[1, 2, 3, 4, 5, 6, 7]], "x and y of 3 points or more"),
    ("shapes.territories.moo.rings", [[1, 2, 3, 4, 5, 10**9]], "must be a whole number"),
    ("shapes.territories.moo.lines", ["a\x00"], "must be a short text"),
    ("shapes.territories.moo.at_sea", 1, "must be true or false, not 1"),
    ("shapes.sea_lines", [], "the line hea - ree is not drawn"),
    ("shapes.sea_lines.0.between", ["hea", "moo"], "hea - moo is drawn, but is no sea edge"),
    ("shapes.sea_lines.0.between", ["hea"], "the codes of two territories"),
    ("shapes.sea_lines.0.paths", [], "must hold one path"),
    ("shapes.sea_lines.0.wrap", True, "must hold one path, or two"),
]  # fmt: skip


def put(content: Any, path: str, value: Any) -> None:
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        content = content[step]
    if value is REMOVE:
        del content[last]
    else:
        content[last] = value


@pytest.mark.parametrize(("path", "value", "message"), DEFECTS)
def test_defects(
    tmp_path: Path, duel_file: dict[str, Any], path: str, value: Any, message: str
) -> None:
    put(duel_file, path, value)
    with pytest.raises(BoardError) as error:
        saved(tmp_path, duel_file)
    text = str(error.value)
    assert text.startswith("mine.json")
    assert message in text.replace("\n", " ")
    assert len(text) < 250


def test_not_connected(tmp_path: Path, duel_file: dict[str, Any]) -> None:
    by_code = {territory["code"]: territory for territory in duel_file["territories"]}
    del by_code["sal"]["sea"]
    by_code["ben"].pop("sea")
    by_code["ree"]["sea"].remove("sal")
    with pytest.raises(BoardError, match="not connected, 'Salt Island' cannot be reached"):
        saved(tmp_path, duel_file)


def test_land_and_sea_at_once(tmp_path: Path, duel_file: dict[str, Any]) -> None:
    by_code = {territory["code"]: territory for territory in duel_file["territories"]}
    by_code["hea"]["sea"].append("moo")
    by_code["moo"]["sea"] = ["hea"]
    with pytest.raises(BoardError, match="by land and by sea at once"):
        saved(tmp_path, duel_file)


def test_too_many_territories(tmp_path: Path, duel_file: dict[str, Any]) -> None:
    one = duel_file["territories"][0]
    duel_file["territories"] = [copy.copy(one) for _ in range(201)]
    with pytest.raises(BoardError, match="has 201 entries; 200 are allowed"):
        saved(tmp_path, duel_file)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff\xfe\x00", "is not JSON"),
        (b"[1, 2]", "must be an object"),
        (b"null", "must be an object"),
        (b'{"title": NaN}', "NaN is not a number"),
        (b'{"title": "a", "title": "b"}', "the field 'title' comes twice"),
        (b"[" * 200_000, "nested too deep"),
        (b'{"title": ' + b"9" * 10_000 + b"}", "is not JSON"),
        (b" " * (4 * 1024 * 1024 + 1), "is larger than 4 MiB"),
    ],
)
def test_not_a_board_file(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(content)
    with pytest.raises(BoardError, match=message):
        load(path)


def test_no_such_board(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"did you mean classic\?"):
        load("clasic")
    with pytest.raises(BoardError, match="there are classic, duel, archipelago"):
        load("moon")
    with pytest.raises(BoardError, match="there is no such file"):
        load(tmp_path / "none.json")
    with pytest.raises(BoardError, match="there is no such file"):
        load(tmp_path)
    with pytest.raises(BoardError, match="neither a board's name nor a path"):
        load(7)  # type: ignore[arg-type]
    with pytest.raises(BoardError):
        load("a\x00b.json")
    with pytest.raises(BoardError):
        load("x" * 5000)


def test_a_field_that_comes_twice_is_found_at_once(tmp_path: Path) -> None:
    """Were every name compared with every other, a file of 4 MiB would take half an hour."""
    names = ",".join(f'"{at:x}":0' for at in range(60_000))
    path = tmp_path / "b.json"
    path.write_text(f'{{{names},"ea5f":0}}', encoding="utf-8")
    started = time.process_time()
    with pytest.raises(BoardError, match="the field 'ea5f' comes twice"):
        load(path)
    assert time.process_time() - started < 3
