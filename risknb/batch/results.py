"""``Results``: what a batch of games brought, as frames and as a table of win rates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from html import escape
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any

import pandas as pd

from ..frames.columns import columns_of
from ..luck.intervals import wilson
from ..notation import letter
from .playing import Task

#: The columns of ``Results.games`` that every batch has; those of its task follow.
COLUMNS = (
    "game", "seed", "turns", "steps", "starter", "winner", "winner_bot", "reason", "truncated",
    "fault_bot", "fault",
)  # fmt: skip


#: The types of those that hold no text; what is missing in a text is NaN.
_NUMBERS: dict[str, Any] = {
    "game": "int64", "turns": "int64", "steps": "int64", "truncated": "bool",
}  # fmt: skip


def rate(counted: str, won: pd.Series[bool]) -> dict[str, Any]:
    """Wins, their share and its interval, as the columns of a table."""
    wins, count = int(won.sum()), len(won)
    low, high = wilson(wins, count)
    share = wins / count if count else float("nan")
    return {counted: count, "wins": wins, "share": share, "low": low, "high": high}


def told(faults: pd.DataFrame) -> list[str]:
    """The first fault of every bot in a sentence, with what it takes to repeat it."""
    return [
        f"{row.fault_bot} in game {row.game} (seed {row.seed!r}): {row.fault}"
        for row in faults.drop_duplicates("fault_bot").itertuples()
    ]


def page(head: str, table: pd.DataFrame, faults: pd.DataFrame) -> str:
    """A table as HTML, with its heading and what went wrong."""
    first, *rest = (f"<div>{escape(line)}</div>" for line in (head, *told(faults)))
    return "".join([first, table.to_html(), *rest])


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ..."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th')}"


class Results:
    """A batch of games: ``.games``, ``.turns``, ``.battles``, ``.table()``, ``.save(path)``.

    *stopped* tells that the batch was interrupted: what was finished is kept.
    """

    def __init__(
        self,
        task: Task,
        rows: Sequence[dict[str, Any]],
        replay: Callable[[str, Sequence[int]], pd.DataFrame],
        stopped: bool = False,
    ) -> None:
        self.task, self.stopped = task, stopped
        self._replay = replay
        ordered = sorted(rows, key=lambda row: row["game"])
        made = pd.DataFrame(ordered, columns=[*COLUMNS, *task.columns()])
        texts = made.drop(columns=list(_NUMBERS))
        self.games = made.astype(_NUMBERS).assign(**texts.astype("str").where(texts.notna()))

    @cached_property
    def turns(self) -> pd.DataFrame:
        """One row a turn and seat of every game, as ``frames.turns`` has them."""
        return self.frame("turns")

    @cached_property
    def battles(self) -> pd.DataFrame:
        """One row a battle of every game, as ``frames.battles`` has them."""
        return self.frame("battles")

    def frame(self, table: str) -> pd.DataFrame:
        """Any table of ``risknb.frames``; the games are played again from their seeds.

        ``game`` is the number of the game, as in ``.games``, so that both can be joined.
        """
        columns_of(table)
        made = self._replay(table, self.games["game"].tolist())
        return made.assign(game=made["game"].astype("int64"))

    # -- win rates -------------------------------------------------------------------------------
    def table(self) -> pd.DataFrame:
        """Win rates by bot, best first, with 95 % intervals and the share won by turn order.

        *seats* are the seats a bot had in all games, *share* is *wins* by *seats*; *as 1st* is
        the share won when it had the first turn of the game.
        """
        played = self._by_seat()
        orders = sorted(played["order"].unique())
        rows = []
        for name, part in played.groupby("bot", sort=False):
            by_order = part.groupby("order")["won"].mean()
            rows.append(
                {"bot": name, **rate("seats", part["won"])}
                | {f"as {ordinal(order)}": by_order.get(order) for order in orders}
                | {"faults": int((part["fault_bot"] == name).sum())}
            )
        columns = ["bot", *rate("seats", pd.Series(dtype=bool)), "faults"]
        table = pd.DataFrame(rows, columns=None if rows else columns).set_index("bot")
        table = table.sort_values("share", ascending=False, kind="stable")
        table.attrs["truncated"] = self.truncated
        return table

    def seat_effect(self) -> pd.DataFrame:
        """Win rates by turn order, whoever it was: what moving first is worth."""
        found = {
            ordinal(int(order)): rate("games", part["won"])
            for order, part in self._by_seat().groupby("order")
        }
        columns = list(rate("games", pd.Series(dtype=bool)))  # also where no game was finished
        table = pd.DataFrame(found.values(), index=pd.Index(list(found)), columns=columns)
        return table.rename_axis("turn order")

    def _by_seat(self) -> pd.DataFrame:
        """One row a game and seat: bot, place in the turn order, whether it won."""
        parts, count = [], len(self.task.bots)
        winner = self.games["winner"].fillna("").astype(str)
        places = {letter(seat): seat for seat in range(count)}
        starter = self.games["starter"].map(places).astype("int64")
        for seat in range(count):
            columns = {
                "bot": self.games[f"bot_{letter(seat)}"],
                "order": (seat - starter) % count + 1,
                "won": winner.str.contains(letter(seat), regex=False).astype(bool),
                "fault_bot": self.games["fault_bot"],
            }
            parts.append(pd.DataFrame(columns))
        return pd.concat(parts, ignore_index=True)

    @property
    def truncated(self) -> int:
        """Games that reached the turn cap."""
        return int(self.games["truncated"].sum())

    @property
    def faults(self) -> pd.DataFrame:
        """Games in which a bot broke the rules or broke down: which, how, where, which seed."""
        found = self.games[self.games["fault"].notna()]
        return found[["game", "seed", "fault_bot", "fault"]]

    def replay(self, number: int) -> Any:
        """Game *number* as a ``Game``, played again from its seed."""
        from .playing import play

        if number not in set(self.games["game"]):
            raise ValueError(f"number must be that of a game in .games, not {number!r:.60}")
        return play(self.task, number)[1]

    def save(self, path: str | PathLike[str]) -> None:
        """Write ``.games`` to a file: Parquet or CSV, by its ending."""
        save_frame(self.games, path)

    def __len__(self) -> int:
        return len(self.games)

    def __repr__(self) -> str:
        notes = [f"{self.truncated} truncated"] if self.truncated else []
        notes += [f"{len(self.faults)} with a fault"] if len(self.faults) else []
        notes += ["stopped"] if self.stopped else []
        more = f" ({', '.join(notes)})" if notes else ""
        games = "1 game" if len(self) == 1 else f"{len(self):,} games"
        table = self.table().round(3).to_string()
        return "\n".join([f"<Results of {games}{more}>", table, *told(self.faults)])

    def _repr_html_(self) -> str:
        return page(repr(self).split("\n", 1)[0], self.table().round(3), self.faults)


def save_frame(frame: pd.DataFrame, path: str | PathLike[str]) -> None:
    """Write a frame as Parquet or CSV."""
    if check_target(path).suffix.lower() == ".csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_parquet(path, index=False)


def check_target(path: str | PathLike[str]) -> Path:
    """Where results will be written; better asked before a long run than after it.

    :raises ValueError: nothing can be written there, or not in this form.

    >>> check_target("games.csv").suffix
    '.csv'
    """
    if not isinstance(path, (str, PathLike)):
        raise ValueError(f"path must be the name of a file, not {path!r:.60}")
    target = Path(path)
    ending = target.suffix.lower()
    if ending not in (".csv", ".parquet"):
        raise ValueError(f"results are saved as .parquet or .csv, not {ending or str(path)!r}")
    if not target.parent.is_dir():
        raise ValueError(f"there is no folder {target.parent} to save results in")
    if ending == ".parquet" and find_spec("pyarrow") is None:
        raise ValueError("Parquet needs pyarrow: pip install 'risknb[parquet]', or save as .csv")
    return target
