"""What a class finds out together: battles, captures and everybody's luck, from pooled throws."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from ..frames import need
from .questions import LessonError
from .trials import PLACES

#: A pupil sits in the first seat of a short game.
PUPIL: Final = 0
COLUMNS: Final = ("game", "pupil", "throws", "luck", "z", "early", "late", "won")


def games_in(rolls: pd.DataFrame) -> pd.DataFrame:
    """Only throws made in games; throws made for their own sake are no battles."""
    need(rolls, "from")
    return rolls[rolls["from"] != PLACES[0]]


def battles_in(rolls: pd.DataFrame) -> pd.DataFrame:
    """One row a battle, from its throws: the chance at first, the chance left, and whether taken.

    The columns are those that ``rk.charts.calibration`` wants.
    """
    need(rolls, "game", "battle", "attacker_seat", "win_before", "win_after", "captured")
    groups = games_in(rolls).groupby(["game", "battle"], observed=True, sort=False)
    table = pd.DataFrame(
        {
            "attacker_seat": groups["attacker_seat"].first(),
            "throws": groups.size(),
            "win_chance": groups["win_before"].first(),
            "win_left": groups["win_after"].last(),
            "captured": groups["captured"].any(),
        }
    )
    return table.reset_index()


def surprise(battles: pd.DataFrame) -> float:
    """How many standard deviations more territories fell than the odds had promised.

    A battle that was called off counts as the part of a capture still to be hoped for.
    """
    need(battles, "win_chance", "win_left")
    p = battles["win_chance"]
    # A battle that was called off varies less than p (1 - p), so this errs on the safe side.
    spread = float((p * (1 - p)).sum()) ** 0.5
    return float((battles["win_left"] - p).sum()) / spread if spread else 0.0


def pupils(rolls: pd.DataFrame) -> pd.DataFrame:
    """One row a game: the pupil's luck in armies, its z, the luck of both halves, and who won."""
    need(
        rolls, "game", "attacker", "defender", "attacker_seat", "defender_seat", "luck", "variance"
    )
    games = games_in(rolls)
    if games.empty:
        raise LessonError("there are no games in the pool")
    rows = [_pupil(str(game), part) for game, part in games.groupby("game", observed=True)]
    return pd.DataFrame([row for row in rows if row is not None], columns=list(COLUMNS))


def _pupil(game: str, rolls: pd.DataFrame) -> tuple[Any, ...] | None:
    mine = rolls[(rolls["attacker_seat"] == PUPIL) | (rolls["defender_seat"] == PUPIL)]
    if mine.empty:
        return None
    role = "attacker" if int(mine["attacker_seat"].iloc[0]) == PUPIL else "defender"
    lucky = own_luck(mine).to_numpy()
    half, spread = len(lucky) // 2, float(mine["variance"].sum()) ** 0.5
    early, late = float(lucky[:half].sum()), float(lucky[half:].sum())
    won = bool(rolls["captured"].iloc[-1]) and int(rolls["attacker_seat"].iloc[-1]) == PUPIL
    z = (early + late) / spread if spread else 0.0
    return game, str(mine[role].iloc[0]), len(lucky), early + late, z, early, late, won


def own_luck(rolls: pd.DataFrame, seat: int = PUPIL) -> pd.Series[Any]:
    """The luck of one seat, throw by throw, in attack and defence."""
    attacks, defends = rolls["attacker_seat"] == seat, rolls["defender_seat"] == seat
    signed = rolls["luck"].where(attacks, -rolls["luck"])
    return signed[attacks | defends]
