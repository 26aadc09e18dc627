"""The turns in which a game turned."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from ..frames import FrameError, need
from ..frames import continents as continents_of
from ..frames import turns as turns_of
from ..frames.collect import one_game
from ..game import Game
from ..odds.checks import whole
from ..wording import listed, percent

COLUMNS: Final = ("turn", "seat", "player", "before", "after", "gain", "sentence")


def strength(turns: pd.DataFrame) -> pd.DataFrame:
    """Everybody's strength by turn: the mean of its share of all armies and of all incomes.

    A row a turn, a column a seat; each row adds up to 1.

    >>> import risknb as rk
    >>> strength(rk.frames.turns(rk.sample_game())).loc[74].round(2).tolist()
    [0.95, 0.0, 0.0, 0.05]
    """
    need(turns, "turn", "seat", "neutral", "armies", "income")
    if turns.duplicated(["turn", "seat"]).any():
        raise FrameError("these are turns of several games; pick one: turns[turns['game'] == ...]")
    people = turns[~turns["neutral"]]
    shares = []
    for column in ("armies", "income"):
        wide = people.pivot(index="turn", columns="seat", values=column).astype(float)
        shares.append(wide.div(wide.sum(axis=1).replace(0, 1), axis=0))
    return (shares[0] + shares[1]) / 2


def turning_points(game: Game, most: int = 5) -> pd.DataFrame:
    """The turns that moved most strength to whoever was on turn, each with a sentence.

    Strength is the mean of a player's share of all armies and of all incomes.

    >>> import risknb as rk
    >>> turning_points(rk.sample_game(), most=1)["sentence"][0]
    'Turn 65: Ada went from 5 % to 84 % of all strength: 175 armies for cards, ... Cleo out.'
    """
    most = whole("most", most)
    turns = turns_of(one_game(game))
    shares = strength(turns)
    gains = shares.diff()
    rows = []
    for row in turns[turns["on_turn"]].itertuples():
        gain, after = gains.loc[row.turn, row.seat], shares.loc[row.turn, row.seat]
        if gain > 0:
            rows.append((row.turn, row.seat, str(row.player), after - gain, after, gain, row))
    rows.sort(key=lambda found: -found[5])
    lands = continents_of(game)
    chosen = sorted(rows[:most], key=lambda found: found[0])
    told = [(*found[:6], _sentence(found, turns, lands)) for found in chosen]
    return pd.DataFrame(told, columns=list(COLUMNS))


def _sentence(found: tuple[Any, ...], turns: pd.DataFrame, lands: pd.DataFrame) -> str:
    turn, seat, player, before, after, _, row = found
    deeds = list(_deeds(row, turns[turns["turn"] == turn], lands, turn, seat))
    with_deeds = f": {', '.join(deeds)}" if deeds else ""
    change = f"from {percent(before)} to {percent(after)} of all strength"
    return f"Turn {turn}: {player} went {change}{with_deeds}."


def _deeds(row: Any, all_now: pd.DataFrame, lands: pd.DataFrame, turn: int, seat: int) -> Any:
    if row.from_cards:
        yield f"{row.from_cards} armies for cards"
    if row.conquests:
        yield "one territory taken" if row.conquests == 1 else f"{row.conquests} territories taken"
    now, then = (lands[(lands["turn"] == t) & (lands["seat"] == seat)] for t in (turn, turn - 1))
    won = [str(name) for name in now["continent"] if name not in set(then["continent"])]
    if won:
        yield f"now holding {listed(won)}"
    if row.eliminations:
        gone = all_now[(all_now["armies"] == 0) & (all_now["lost_territories"] > 0)]["player"]
        yield f"{listed(map(str, gone))} out"
