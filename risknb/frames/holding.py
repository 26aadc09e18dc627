"""The tables of the board: one row a seat and turn, a territory and turn, a continent and turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from .collect import Collection, Games, Ints, flat, gather, joined, stack
from .fold import TURN


def turns(games: Games) -> pd.DataFrame:
    """One row a seat and turn: how it stands at the end, and what happened to it meanwhile.

    >>> import risknb as rk
    >>> table = turns(rk.sample_game())
    >>> table.query("turn == 48")[["player", "armies", "territories"]].to_numpy().tolist()
    [['Ada', 12, 12], ['Ben', 0, 0], ['Cleo', 44, 27], ['Dan', 3, 3]]
    """
    every = Collection(games)
    parts = [flat(fold.turns, fold.tail().turns) for fold in every.folds]
    rows, counts, which = stack(parts, len(TURN))
    raw = dict(zip(TURN, rows.T, strict=True))
    seats = np.array([len(game.players) for game in every.games], dtype=np.int32)
    sources = ("from_territories", "from_continents", "from_cards", "from_pictures", "from_levies")
    columns: dict[str, Any] = dict(raw)
    columns |= {
        "game": every.game(counts),
        "player": every.sides(which, raw["seat"]),
        "neutral": raw["seat"] >= seats[which],
        "on_turn": raw["on_turn"],
        "closed": raw["closed"],
        "reinforcements": sum(raw[name] for name in sources),
    }
    return every.frame("turns", columns)


def territories(games: Games) -> pd.DataFrame:
    """One row a territory and turn: who holds it at the turn's end, and with how many armies.

    >>> import risknb as rk
    >>> table = territories(rk.sample_game())
    >>> table.query("territory == 'Kamchatka'")["player"].value_counts().to_dict()
    {'Dan': 24, 'Ada': 23, 'Cleo': 23, 'Ben': 6}
    """
    every = Collection(games)
    tails = [fold.tail() for fold in every.folds]
    both = list(zip(every.folds, tails, strict=True))
    owners = [flat(fold.owners, tail.owners) for fold, tail in both]
    stacks = [flat(fold.stacks, tail.stacks) for fold, tail in both]
    sizes = [game.board.size for game in every.games]
    seat, counts, which = stack(owners, 1)
    rounds = [len(part) // size for part, size in zip(owners, sizes, strict=True)]
    at = joined([np.tile(np.arange(n), times) for n, times in zip(sizes, rounds, strict=True)])
    columns = {
        "game": every.game(counts),
        "turn": joined(_turn_numbers(owners, sizes)),
        "territory": every.territories(which, at),
        "continent": _continents_of(every, which, at),
        "seat": seat[:, 0],
        "player": every.sides(which, seat[:, 0]),
        "armies": joined(stacks),
    }
    return every.frame("territories", columns)


def _turn_numbers(parts: Sequence[Ints], sizes: Sequence[int]) -> list[Ints]:
    """0, 0, ... 1, 1, ...: the number of the turn for every row."""
    return [
        np.repeat(np.arange(len(part) // size), size)
        for part, size in zip(parts, sizes, strict=True)
    ]


def _continents_of(every: Collection, which: Ints, at: Ints) -> pd.Categorical:
    names = [
        [game.board.continents[continent].name for continent in game.board.continent_of]
        for game in every.games
    ]
    return every.look_up("continents", names, which, at)


def continents(games: Games) -> pd.DataFrame:
    """One row a continent and turn: who holds it whole, and who holds most of it.

    >>> import risknb as rk
    >>> table = continents(rk.sample_game())
    >>> table.query("turn == 48").dropna()[["continent", "player"]].to_numpy().tolist()
    [['South America', 'Cleo'], ['Europe', 'Cleo'], ['Africa', 'Cleo'], ['Australia', 'Ada']]
    """
    every = Collection(games)
    both = [(fold, fold.tail()) for fold in every.folds]
    whole = [flat(fold.holders, tail.holders) for fold, tail in both]
    leaders, _, _ = stack([flat(fold.leaders, tail.leaders) for fold, tail in both], 2)
    seat, counts, which = stack(whole, 1)
    lists = [game.board.continents for game in every.games]
    at = joined(
        [np.tile(np.arange(len(c)), len(w) // len(c)) for c, w in zip(lists, whole, strict=True)]
    )
    size = gather([[len(c.members) for c in cs] for cs in lists], which, at)
    columns = {
        "game": every.game(counts),
        "turn": joined(_turn_numbers(whole, list(map(len, lists)))),
        "continent": every.look_up("lands", [[c.name for c in cs] for cs in lists], which, at),
        "bonus": gather([[c.bonus for c in cs] for cs in lists], which, at),
        "size": size,
        "seat": seat[:, 0],
        "player": every.sides(which, seat[:, 0]),
        "leader_seat": leaders[:, 0],
        "leader_share": leaders[:, 1] / size,
    }
    return every.frame("continents", columns)
