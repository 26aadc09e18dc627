"""The battles that nobody would have bet on, each with a sentence to quote."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from ..frames import battles as battles_of
from ..frames import need
from ..frames.collect import Games
from ..odds.checks import whole

COLUMNS: Final = (
    "game", "turn", "attacker", "defender", "from", "to", "armies", "defenders", "armies_left",
    "defenders_left", "result", "percentile", "chance", "sentence",
)  # fmt: skip


def what_were_the_odds(source: Games | pd.DataFrame, most: int = 5) -> pd.DataFrame:
    """The most unlikely battles: one row each, with the chance and a sentence.

    ``chance`` is that of a result as good or as bad, counted half where it is the same.

    >>> import risknb as rk
    >>> what_were_the_odds(rk.sample_game(), most=1)["sentence"][0]
    'Turn 58: Dan attacked Venezuela ... so badly for the attacker about once in 2,800 times.'
    """
    most = whole("most", most)
    frame = source if isinstance(source, pd.DataFrame) else battles_of(source)
    need(frame, *COLUMNS[:-2])
    frame = frame.reset_index(drop=True)  # tables that were put together repeat their numbers
    known = frame[frame["percentile"].notna()]
    tail = known["percentile"].clip(upper=1 - known["percentile"])
    # Among equals the larger battle is the better story.
    order = pd.DataFrame({"chance": tail, "size": -(known["armies"] + known["defenders"])})
    chosen = order.sort_values(["chance", "size"], kind="stable").index[:most]
    found = known.loc[chosen].assign(chance=tail.loc[chosen])
    rows = found.rename(columns={"from": "source", "to": "target"}).itertuples()
    found["sentence"] = pd.array([sentence(row) for row in rows], dtype="str")
    return found[list(COLUMNS)].reset_index(drop=True)


def sentence(row: Any) -> str:
    """A battle and its odds in plain words."""
    lucky = row.percentile >= 0.5
    whose = "well" if lucky else "badly"
    return (
        f"Turn {row.turn}: {row.attacker} attacked {row.target} from {row.source} with"
        f" {row.armies} armies against {row.defenders} of {row.defender}{_ending(row)}."
        f" It goes so {whose} for the attacker about once in {_times(row.chance)}."
    )


def _ending(row: Any) -> str:
    if row.result == "captured":
        lost = row.armies - row.armies_left
        return " and took it without a loss" if not lost else f" and took it, losing {lost}"
    if row.result == "called off":
        if row.armies_left == row.armies:
            return f" and stopped without a loss, {row.defenders_left} still there"
        return f" and gave up with {row.armies_left} left against {row.defenders_left}"
    return f" and was beaten back by {row.defenders_left}"


def _times(chance: float) -> str:
    """How often that is, in a number one can say.

    >>> _times(0.0123)
    '80 times'
    """
    if chance <= 0:
        return "more times than one can count"
    times = 1 / chance
    digits = 0 if times < 20 else -1 if times < 1000 else -2 if times < 10_000 else -3
    return f"{int(round(times, digits)):,} times"
