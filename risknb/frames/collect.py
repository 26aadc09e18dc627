"""One or many games put side by side, so that a table is built from whole columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..game import Game
from ..wording import neutral_name
from .columns import COLOURS, FrameError, frame_of
from .fold import fold_of

Ints = NDArray[Any]
Games: TypeAlias = Game | Iterable[Game] | Mapping[Any, Game]
MISSING: Final = -1


def side_names(game: Game) -> list[str]:
    """The names of all sides, neutral armies included."""
    seats = len(game.players)
    return [*game.players, *(neutral_name(army) for army in range(seats, game.state.sides))]


class Words:
    """Texts and their numbers, for categories."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        found = self._numbers.get(text)
        if found is None:
            found = self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return found

    def category(self, numbers: Ints) -> pd.Categorical:
        """A category of the words in use, sorted, which makes equal tables equal."""
        used = np.zeros(len(self.texts) + 1, dtype=bool)
        used[numbers] = True  # the last place is that of MISSING
        order = sorted(np.flatnonzero(used[:-1]).tolist(), key=self.texts.__getitem__)
        codes = np.full(len(used), MISSING, dtype=np.int32)
        codes[order] = np.arange(len(order))
        words = pd.Index([self.texts[number] for number in order], dtype="str")
        return pd.Categorical.from_codes(codes[numbers], words, validate=False)


def category(texts: Sequence[str | None]) -> pd.Categorical:
    """A category from texts; ``None`` is missing."""
    words = Words()
    numbers = [MISSING if text is None else words.number(text) for text in texts]
    return words.category(np.array(numbers, dtype=np.int32))


def nullable(values: Ints, dtype: str, least: int = 1) -> Any:
    """Whole numbers of which those below *least* are missing."""
    small = np.asarray(values).astype(dtype.lower())
    return pd.arrays.IntegerArray(small, np.asarray(values < least))


def chosen_colours(*games: Game) -> dict[str, list[int]]:
    """What ``frame.attrs`` says of the seats' colours: those that all games share, if chosen."""
    chosen = {game.colours for game in games}
    usual = {tuple(range(len(colours))) for colours in chosen}
    return {COLOURS: list(*chosen)} if len(chosen) == 1 and chosen != usual else {}


class Collection:
    """Some games with their folds, ready to be made into tables."""

    def __init__(self, games: Games) -> None:
        named = dict(_named(games))
        self.ids = list(named)
        self.games = list(named.values())
        self.folds = [fold_of(game) for game in self.games]
        self.words = Words()
        self._lookups: dict[str, Ints] = {}

    def frame(self, table: str, columns: Mapping[str, Any]) -> pd.DataFrame:
        """A frame from ready columns; it remembers colours that were chosen."""
        made = frame_of(table, columns)
        made.attrs = chosen_colours(*self.games)
        return made

    def game(self, counts: Sequence[int]) -> pd.Categorical:
        """The game's id, so many times for each."""
        numbers = [self.words.number(name) for name in self.ids]
        return self.words.category(np.repeat(np.array(numbers, dtype=np.int32), counts))

    def rules_dice(self) -> list[tuple[int, int]]:
        """The most dice of attack and defence, by game."""
        return [(game.rules.attack_dice, game.rules.defend_dice) for game in self.games]

    def sides(self, games: Ints, seats: Ints) -> pd.Categorical:
        """The names of seats; a seat of -1 is missing."""
        return self.look_up("sides", [side_names(game) for game in self.games], games, seats)

    def territories(self, games: Ints, at: Ints) -> pd.Categorical:
        """The names of territories."""
        names = [game.board.names for game in self.games]
        return self.look_up("territories", names, games, at)

    def look_up(
        self, kind: str, names: Sequence[Sequence[str]], games: Ints, numbers: Ints
    ) -> pd.Categorical:
        if kind not in self._lookups:
            width = max(map(len, names), default=0) + 1
            found = np.full((len(names), width), MISSING, dtype=np.int32)
            for row, texts in zip(found, names, strict=True):
                row[: len(texts)] = [self.words.number(text) for text in texts]
            self._lookups[kind] = found
        return self.words.category(self._lookups[kind][games, numbers])


def _named(games: Games) -> Iterable[tuple[str, Game]]:
    """Ids and games; games that share an id are told apart by a number."""
    if isinstance(games, Mapping):
        pairs = [(str(name), game) for name, game in games.items()]
    else:
        pairs = [(getattr(game, "id", ""), game) for game in _several(games)]
    seen: dict[str, int] = {}
    for name, game in pairs:
        _check_game(game)
        seen[name] = seen.get(name, 0) + 1
        yield (name if seen[name] == 1 else f"{name}-{seen[name]}"), game


def _several(games: Any) -> list[Any]:
    """One game or many, as a list."""
    listed = not isinstance(games, (Game, str, pd.DataFrame)) and isinstance(games, Iterable)
    return list(games) if listed else [games]


def _check_game(game: object) -> None:
    if not isinstance(game, Game):
        raise FrameError(f"games must be a game or several, not {type(game).__name__}")


def one_game(game: object) -> Game:
    """A single game, where only one can be told of.

    :raises FrameError: it is something else.
    """
    if not isinstance(game, Game):
        raise FrameError(f"game must be a game, not {type(game).__name__}")
    return game


def stack(parts: Sequence[Ints], width: int) -> tuple[Ints, list[int], Ints]:
    """All rows together, how many each game has, and the number of the game of every row."""
    blocks = [part.reshape(-1, width) for part in parts]
    counts = [len(block) for block in blocks]
    together = np.concatenate(blocks) if blocks else np.zeros((0, width), dtype=np.int32)
    return together, counts, np.repeat(np.arange(len(blocks)), counts)


def flat(*buffers: Any) -> Ints:
    """Flat arrays as one of numpy's, copied, because the fold goes on writing."""
    return np.concatenate([np.array(buffer, dtype=np.int32) for buffer in buffers])


def joined(parts: Sequence[Ints]) -> Ints:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int32)


def gather(values: Sequence[Sequence[int]], games: Ints, at: Ints) -> Ints:
    """For every row the number that stands at *at* in its game's list."""
    width = max(map(len, values), default=0)
    table = np.zeros((len(values), width), dtype=np.int32)
    for row, numbers in zip(table, values, strict=True):
        row[: len(numbers)] = numbers
    return table[games, at]
