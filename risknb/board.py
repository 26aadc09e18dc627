"""Boards: territories, who borders on whom, continents and card symbols, read from a file."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import as_file, files
from operator import index as as_int
from os import PathLike
from os.path import exists
from pathlib import Path
from typing import Any, SupportsIndex

from .reading import UNSEEN, BoardError, Entry, read, shown
from .shapes import Shapes, shapes

__all__ = ["BUILT_IN", "SYMBOLS", "Board", "BoardError", "Continent", "load"]

BUILT_IN = ("classic", "duel", "archipelago")
SYMBOLS = ("infantry", "cavalry", "artillery")
MAX_TERRITORIES = 200

NAME = rf"(?=.*[^\W\d_])(?=[^{UNSEEN}]+$)\S(?:.{{0,38}}\S)?"
CODE = r"[a-z]{3}"


@dataclass(frozen=True, slots=True)
class Continent:
    """A group of territories that gives its sole holder *bonus* armies a turn."""

    name: str
    code: str
    bonus: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Board:
    """A board: territories are numbered 0..size-1, continent after continent."""

    name: str
    title: str
    names: tuple[str, ...]
    codes: tuple[str, ...]
    continents: tuple[Continent, ...]
    borders: tuple[tuple[int, ...], ...]
    sea: frozenset[tuple[int, int]]
    decks: dict[str, tuple[str, ...]]
    players: tuple[int, ...] | None
    start: dict[int, int] | None
    modes: tuple[str, ...] | None
    shapes: Shapes = field(repr=False)
    size: int = field(init=False)
    continent_of: tuple[int, ...] = field(init=False)
    #: Of each continent: its first territory, the first after it, its bonus.
    prizes: tuple[tuple[int, int, int], ...] = field(init=False)
    islands: tuple[int, ...] = field(init=False)
    digest: str = field(init=False)
    _numbers: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        derive = object.__setattr__
        derive(self, "size", len(self.names))
        derive(self, "continent_of", _continent_of(self.continents, self.size))
        derive(self, "prizes", tuple(map(_prize, self.continents)))
        derive(self, "islands", _islands(self.borders, self.sea))
        derive(self, "digest", _digest(self))
        both = (*enumerate(self.names), *enumerate(self.codes))
        derive(self, "_numbers", {text.casefold(): at for at, text in both})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.name, self.digest) == (other.name, other.digest)

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        return self  # nothing on a board changes: all copies of a game may share it

    def __repr__(self) -> str:
        return f"<Board {self.name}: {self.size} territories, {self.digest}>"

    def index(self, territory: SupportsIndex | str) -> int:
        """Return the number of a territory given by number, code or name.

        >>> load("classic").index("Alaska"), load("classic").index("alb")
        (0, 1)
        """
        if isinstance(territory, str):
            return self._number_of(territory)
        try:
            at = as_int(territory)
        except TypeError:
            at = None
        if at is None or isinstance(territory, bool):
            raise BoardError(f"{shown(territory)} is not a territory")
        if not 0 <= at < self.size:
            raise BoardError(f"there is no territory {shown(at)}; they are 0 to {self.size - 1}")
        return at

    def adjacent(self, a: int, b: int) -> bool:
        """Tell whether two territories share a border or a sea line."""
        return b in self.borders[a]

    def without(self, a: SupportsIndex | str, b: SupportsIndex | str) -> Board:
        """Return this board lacking the edge between *a* and *b*."""
        a, b = sorted((self.index(a), self.index(b)))
        if not self.adjacent(a, b):
            raise BoardError(f"{self.names[a]} and {self.names[b]} are not neighbours")
        cut = {a: b, b: a}
        borders = tuple(
            tuple(n for n in around if n != cut.get(t)) for t, around in enumerate(self.borders)
        )
        if len(_reached(borders)) < self.size:
            raise BoardError(f"without {self.names[a]} - {self.names[b]} the board falls apart")
        drawing = self.shapes.without(a, b)
        return replace(self, borders=borders, sea=self.sea - {(a, b)}, shapes=drawing)

    def _number_of(self, text: str) -> int:
        at = self._numbers.get(text.strip().casefold())
        if at is None:
            near = get_close_matches(text[:60].casefold(), self._numbers, n=1)
            hint = f"; did you mean {self.names[self._numbers[near[0]]]}?" if near else ""
            raise BoardError(f"there is no territory {shown(text)} on board {self.name}{hint}")
        return at


def load(board: str | PathLike[str]) -> Board:
    """Load a built-in board by its name, or anybody's board file by its path.

    >>> load("classic").size
    42
    """
    if board in BUILT_IN:
        return _built_in(str(board))
    try:
        path = Path(board)
    except TypeError:
        raise BoardError(f"{shown(board)} is neither a board's name nor a path") from None
    if not path.suffix and len(path.parts) < 2 and not (path.parts and exists(path)):
        near = get_close_matches(str(board)[:60], BUILT_IN, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(BUILT_IN)}"
        raise BoardError(f"there is no board {shown(str(board))}; {hint}")
    name = path.stem.encode(errors="replace").decode()  # a file may have a name that is no text
    return _own(_board(read(path), name))


def _own(board: Board) -> Board:
    """Refuse another board under the name of one that ships: saved games go by the name."""
    if board.name in BUILT_IN and board != _built_in(board.name):
        raise BoardError(f"{board.name}: a board of this name ships; give the file another name")
    return board


@lru_cache(maxsize=len(BUILT_IN))
def _built_in(name: str) -> Board:
    with as_file(files("risknb.data") / "boards" / f"{name}.json") as path:
        return _board(read(path), name)


def _board(file: Entry, name: str) -> Board:
    file.misspelt("players", "start", "modes")
    territories = _territories(file.at("territories"))
    continents, order = _continents(file.at("continents"), territories)
    numbers = {code: at for at, code in enumerate(order)}
    ordered = [territories[code] for code in order]
    borders, sea = _edges(file, ordered, numbers)
    players = _players(file)
    return Board(
        name=name,
        title=file.at("title").text(NAME, "a short text"),
        names=tuple(territory.at("name").value for territory in ordered),
        codes=tuple(order),
        continents=continents,
        borders=borders,
        sea=sea,
        decks=_decks(file.at("decks"), ordered),
        players=players,
        start=_start(file, players, len(order)),
        modes=_modes(file),
        shapes=shapes(file.at("shapes"), order, sea),
    )


def _territories(entry: Entry) -> dict[str, Entry]:
    """Return the territories by code, with names and codes checked."""
    found: dict[str, Entry] = {}
    taken: set[str] = set()
    for territory in entry.entries(most=MAX_TERRITORIES):
        code = territory.at("code").text(CODE, "three small letters")
        name = territory.at("name").text(NAME, "a name of up to 40 letters")
        for text in {code, name.casefold()}:
            if text in taken:
                territory.wrong(f"the name or code {shown(text)} is taken already")
            taken.add(text)
        found[code] = territory
    if len(found) < 2:
        entry.wrong("a board needs two territories or more")
    return found


def _continents(
    entry: Entry, territories: dict[str, Entry]
) -> tuple[tuple[Continent, ...], list[str]]:
    """Return the continents and all codes in board order."""
    continents: list[Continent] = []
    order: list[str] = []
    for continent in entry.entries(most=50):
        codes = _members(continent.at("territories"), territories, order)
        members = tuple(range(len(order), len(order) + len(codes)))
        order += codes
        name = continent.at("name").text(NAME, "a name of up to 40 letters")
        code = continent.at("code").text(r"[A-Z]{2,3}", "two or three capital letters")
        if any(name.casefold() == c.name.casefold() or code == c.code for c in continents):
            continent.wrong("has the name or code of another continent")
        bonus = continent.at("bonus").whole(0, 100)
        continents.append(Continent(name, code, bonus, members))
    for code in sorted(territories.keys() - set(order)):
        territories[code].wrong(f"{shown(code)} is in no continent")
    return tuple(continents), order


def _members(entry: Entry, territories: dict[str, Entry], before: list[str]) -> list[str]:
    codes: list[str] = []
    for member in entry.entries(most=MAX_TERRITORIES):
        code = member.text(CODE, "the code of a territory")
        if code not in territories:
            member.wrong(f"there is no territory {shown(code)}")
        if code in before or code in codes:
            member.wrong(f"{shown(code)} is in a continent already")
        codes.append(code)
    if not codes:
        entry.wrong("a continent needs a territory")
    return codes


def _edges(
    file: Entry, ordered: list[Entry], numbers: dict[str, int]
) -> tuple[tuple[tuple[int, ...], ...], frozenset[tuple[int, int]]]:
    """Return the sorted neighbours of every territory, and the edges that are sea lines."""
    land = [_neighbours(territory, "land", numbers) for territory in ordered]
    sea = [_neighbours(territory, "sea", numbers) for territory in ordered]
    for kind, around in (("land", land), ("sea", sea)):
        _check_symmetric(ordered, around, kind)
    for territory, by_land, by_sea in zip(ordered, land, sea, strict=True):
        if set(by_land) & set(by_sea):
            territory.wrong("has a neighbour by land and by sea at once")
    borders = tuple(tuple(sorted(a + b)) for a, b in zip(land, sea, strict=True))
    cut_off = set(range(len(ordered))) - _reached(borders)
    if cut_off:
        lost = ordered[min(cut_off)].at("name").value
        file.wrong(f"the board is not connected, {shown(lost)} cannot be reached")
    return borders, frozenset((a, b) for a, some in enumerate(sea) for b in some if a < b)


def _neighbours(territory: Entry, kind: str, numbers: dict[str, int]) -> tuple[int, ...]:
    if not territory.has(kind):
        return ()
    found: list[int] = []
    for entry in territory.at(kind).entries(most=MAX_TERRITORIES):
        code = entry.text(CODE, "the code of a territory")
        if code not in numbers:
            entry.wrong(f"there is no territory {shown(code)}")
        if code == territory.at("code").value:
            entry.wrong(f"{shown(code)} cannot be its own neighbour")
        if numbers[code] in found:
            entry.wrong(f"{shown(code)} is listed twice")
        found.append(numbers[code])
    return tuple(found)


def _check_symmetric(ordered: list[Entry], around: list[tuple[int, ...]], kind: str) -> None:
    for at, neighbours in enumerate(around):
        for other in neighbours:
            if at not in around[other]:
                a, b = (ordered[t].at("code").value for t in (at, other))
                ordered[other].wrong(
                    f"edges are not symmetric, {a} lists {b} by {kind} but {b} does not list {a}"
                )


def _reached(borders: tuple[tuple[int, ...], ...]) -> set[int]:
    """Return the territories that can be reached from the first."""
    reached, edge = {0}, [0]
    while edge:
        fresh = set(borders[edge.pop()]) - reached
        reached |= fresh
        edge += fresh
    return reached


def _decks(entry: Entry, ordered: list[Entry]) -> dict[str, tuple[str, ...]]:
    names = [name.text("[AB]", "A or B") for name in entry.entries(most=2)]
    if not names or len(set(names)) < len(names):
        entry.wrong("must name one deck or two different ones")
    return {name: tuple(_symbol(territory, name) for territory in ordered) for name in names}


def _symbol(territory: Entry, deck: str) -> str:
    symbol = territory.at("cards").at(deck)
    return symbol.text("|".join(SYMBOLS), "infantry, cavalry or artillery")


def _players(file: Entry) -> tuple[int, ...] | None:
    if not file.has("players"):
        return None
    counts = [count.whole(2, 6) for count in file.at("players").entries(most=5)]
    if not counts or sorted(set(counts)) != counts:
        file.at("players").wrong("must list different numbers of players, smallest first")
    return tuple(counts)


def _start(file: Entry, players: tuple[int, ...] | None, size: int) -> dict[int, int] | None:
    if not file.has("start"):
        return None
    start: dict[int, int] = {}
    for key, armies in file.at("start").pairs(most=5):
        count = int(Entry(key, armies.where).text("[2-6]", "a number of players from 2 to 6"))
        start[count] = armies.whole(-(-size // count), 1_000)
    if players is None or sorted(start) != list(players):
        file.at("start").wrong("must name the same numbers of players as 'players'")
    return start


def _modes(file: Entry) -> tuple[str, ...] | None:
    if not file.has("modes"):
        return None
    modes = [mode.text(r"[a-z][a-z0-9-]{1,30}", "a mode") for mode in file.at("modes").entries(50)]
    if not modes or len(set(modes)) < len(modes):
        file.at("modes").wrong("must list different modes")
    return tuple(modes)


def _prize(continent: Continent) -> tuple[int, int, int]:
    return continent.members[0], continent.members[-1] + 1, continent.bonus


def _continent_of(continents: tuple[Continent, ...], size: int) -> tuple[int, ...]:
    where = {t: at for at, continent in enumerate(continents) for t in continent.members}
    return tuple(where[t] for t in range(size))


def _islands(
    borders: tuple[tuple[int, ...], ...], sea: frozenset[tuple[int, int]]
) -> tuple[int, ...]:
    """Return the territories that are reached over sea lines only."""
    return tuple(
        t for t, around in enumerate(borders) if all((min(t, n), max(t, n)) in sea for n in around)
    )


def _digest(board: Board) -> str:
    """Return a short hash of what the rules read; the drawing and the title are not in it."""
    content = [
        board.names,
        board.codes,
        [[c.name, c.code, c.bonus, c.members] for c in board.continents],
        board.borders,
        sorted(board.sea),
        sorted(board.decks.items()),
        board.players,
        sorted(board.start.items()) if board.start else None,
        board.modes,
    ]
    return blake2b(json.dumps(content).encode(), digest_size=8).hexdigest()
