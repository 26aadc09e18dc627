"""Dice and battles against their laws."""

from __future__ import annotations

from math import comb, exp, lgamma, log, nan
from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patheffects import Normal, Stroke
from matplotlib.ticker import MaxNLocator

from .. import odds
from ..luck.intervals import fair_range
from ..odds.checks import whole
from ..scene.look import INK, mix
from ..wording import armies_text, percent
from . import look

FACES: Final = np.arange(1, 7)
SIXTH: Final = 100 / 6
#: Chances that were written to a file may differ by their last digits.
ROUNDED: Final = 1e-6
#: What a row of battles must tell.
ROW: Final = (
    "attacker", "attacker_seat", "to", "rolls", "armies", "defenders", "armies_left", "margin",
    "result",
)  # fmt: skip
DICE_OF: Final = {"attacker": ["a1", "a2", "a3", "reroll_face"], "defender": ["d1", "d2", "d3"]}


def dice_faces(rolls: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """How often each face came, by player, against a sixth, with the range of 95 % of fair dice.

    >>> import risknb as rk
    >>> ax = rk.charts.dice_faces(rk.frames.rolls(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Faces of the dice in percent from 1 to 6. Ada 1,744 dice: 17, 17, 17, 17, 16, 17; ...'
    """
    columns = (column for columns in DICE_OF.values() for column in columns)
    look.need(rolls, "attacker", "defender", "attacker_seat", "defender_seat", *columns)
    ax = look.sheet(ax, "Faces of the dice", dark=dark, x="face", y="share of dice in %")
    counts = faces_by_player(rolls)
    if not counts:
        return look.nothing(ax, "No dice were thrown yet", dark=dark)
    width = 0.82 / len(counts)
    ink = look.theme(dark).ink
    for at, (who, faces) in enumerate(counts.items()):
        dice = int(faces.sum())
        x = FACES - 0.41 + width * (at + 0.5)
        ax.bar(
            x, faces / dice * 100, width * 0.92, facecolor=who.colour, edgecolor=look.shade(who),
            hatch=who.hatch, linewidth=0.8, label=who.label, zorder=2,
        )  # fmt: skip
        # The range is that of fair dice around one sixth, wider for those who threw less.
        low, high = np.array(fair_range(dice)) / dice * 100
        ends = np.repeat([[SIXTH - low], [high - SIXTH]], 6, axis=1)
        ax.errorbar(
            x, np.full(6, SIXTH), yerr=ends, fmt="none", ecolor=ink, elinewidth=1.3, capsize=3,
            zorder=4,
        )  # fmt: skip
    ax.axhline(SIXTH, color=ink, linewidth=1.3, linestyle=(0, (4, 2)), zorder=3)
    ax.set_xticks(FACES)
    ax.set_ylim(0, 1.04 * ax.dataLim.ymax)
    look.whole_counts(ax)
    look.legend(ax, list(counts), dark=dark, areas=True)
    look.note(ax, "Whiskers: where 95 % of fair dice lie, around one sixth (dashed).", dark=dark)
    parts = [f"{who.name} {faces.sum():,} dice: {_shares(faces)}" for who, faces in counts.items()]
    return look.say(ax, f"Faces of the dice in percent from 1 to 6. {'; '.join(parts)}.")


def _shares(faces: np.ndarray) -> str:
    return ", ".join(f"{share:.0f}" for share in faces / faces.sum() * 100)


def faces_by_player(rolls: pd.DataFrame) -> dict[look.Style, np.ndarray]:
    """How often each face fell, for everybody who threw dice, in both roles together."""
    found: dict[str, np.ndarray] = {}
    seats: dict[str, int] = {}
    for role, columns in DICE_OF.items():
        for (name, seat), part in rolls.groupby([role, f"{role}_seat"], observed=True):
            faces = np.concatenate([part[c].dropna().to_numpy(dtype=int) for c in columns])
            name = str(name)
            found[name] = found.get(name, 0) + np.bincount(faces, minlength=7)[1:]
            seats[name] = min(int(seat), seats.get(name, 99))
    return {look.style(seats[n], n, rolls): found[n] for n in sorted(found, key=seats.__getitem__)}


# -- one battle ----------------------------------------------------------------------------------
def battle_law(
    battle: Any,
    ax: Axes | None = None,
    *,
    dark: bool = False,
    attack_dice: int = 3,
    defend_dice: int = 2,
) -> Axes:
    """A battle's result among everything that could have happened: one row of ``battles``.

    *attack_dice* and *defend_dice* are the most that the rules of the game allow.

    >>> import risknb as rk
    >>> battles = rk.frames.battles(rk.sample_game())
    >>> rk.charts.describe(rk.charts.battle_law(battles.loc[0]))
    'Cleo attacks Siberia. 13 armies against 1: taken in 100 % of such battles; ...'
    """
    if isinstance(battle, pd.DataFrame) and battle.empty:
        look.need(battle, *ROW)
        ax = look.sheet(ax, "A battle among all it could have been", dark=dark, y="chance in %")
        return look.nothing(ax, "No battle was fought yet", dark=dark)
    row = battle.iloc[0] if isinstance(battle, pd.DataFrame) else battle
    if not isinstance(row, (pd.Series, dict)) or any(name not in row for name in ROW):
        raise look.FrameError("battle must be one row of frames.battles(game)")
    look.need(pd.DataFrame([dict(row)]), *ROW)
    who = look.style(int(row["attacker_seat"]), str(row["attacker"]), row)
    title = f"{look.shown(who.name)} attacks {look.shown(str(row['to']), 24)}"
    ax = look.sheet(ax, title, dark=dark, y="chance in %")
    law = _margins(row, attack_dice, defend_dice)
    margins = np.array(sorted(law))
    chances = np.array([law[m] for m in margins]) * 100
    reached = int(row["margin"])
    here = margins == reached
    faint = mix(look.theme(dark).faint, look.theme(dark).paper, 0.45)
    ax.bar(margins[~here], chances[~here], 0.86, color=faint, zorder=2)
    ax.bar(
        margins[here], chances[here], 0.86, facecolor=who.colour, edgecolor=INK,
        hatch=who.hatch, linewidth=1, zorder=3,
    )  # fmt: skip
    look.chip(ax, reached, float(chances[here].sum()) + chances.max() * 0.05, who)
    # Endings that hardly ever come need no room.
    usual = margins[chances > 0.05]
    ax.set_xlim(min(usual.min(), reached) - 1, max(usual.max(), reached) + 1)
    ax.axvline(0, color=look.theme(dark).faint, linewidth=1, clip_on=True)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True))
    sides = "defenders left  ◂   ▸  free attackers left"
    ax.set_xlabel(sides if min(usual.min(), reached) < 0 else "free attackers left")
    ax.xaxis.set_major_formatter(lambda value, _: f"{abs(value):.0f}")
    told = _battle_told(row, law)
    look.note(ax, told, dark=dark)
    return look.say(ax, f"{title}. {told}")


def _margins(row: Any, attack_dice: int, defend_dice: int) -> dict[int, float]:
    """The law of the margin, fought to where the attacker stopped."""
    armies, defenders = int(row["armies"]), int(row["defenders"])
    dice: dict[str, Any] = {"attack_dice": attack_dice, "defend_dice": defend_dice}
    # The table knows the rules of its game: another chance means other dice.
    if abs(odds.win(armies, defenders, **dice) - row.get("win_chance", nan)) > ROUNDED:
        raise look.FrameError(
            f"defend_dice must be that of the game, not {defend_dice}: its battles have other odds"
        )
    stop = _stop(row)
    if stop == armies:
        endings = _after_throws(armies, defenders, int(row["rolls"]), attack_dice, defend_dice)
    else:
        endings = odds.battle(armies, defenders, stop=stop, **dice).endings
    law: dict[int, float] = {}
    for (left, against), chance in endings.items():
        margin = -against if against else left - 1
        law[margin] = law.get(margin, 0.0) + chance
    return law


def _stop(row: Any) -> int:
    """With how many armies the attacker stopped; all of them where it lost none."""
    return int(row["armies_left"]) if row["result"] == "called off" else 1


def _after_throws(
    armies: int, defenders: int, throws: int, attack_dice: int, defend_dice: int
) -> dict[tuple[int, int], float]:
    """The law of both sides' armies after so many throws with all dice."""
    now = {(armies, defenders): 1.0}
    for _ in range(throws):
        then: dict[tuple[int, int], float] = {}
        for (left, against), chance in now.items():
            thrown: Any = {(0, 0): 1}
            if left > 1 and against:
                thrown = odds.roll(min(left - 1, attack_dice), min(against, defend_dice))
            for (lost, killed), part in thrown.items():
                after = left - lost, against - killed
                then[after] = then.get(after, 0.0) + chance * float(part)
        now = then
    return now


def _until(row: Any) -> str:
    """When the attacker stopped, in words; nothing where the battle was fought to its end."""
    if row["result"] != "called off":
        return ""
    if _stop(row) < int(row["armies"]):
        return f", stopped at {armies_text(_stop(row))} or fewer"
    throws = int(row["rolls"])
    return ", one throw" if throws == 1 else f", {throws} throws"


def _battle_told(row: Any, law: dict[int, float]) -> str:
    win = sum(chance for margin, chance in law.items() if margin > 0)
    good = sum(chance for margin, chance in law.items() if margin >= int(row["margin"]))
    bad = sum(chance for margin, chance in law.items() if margin <= int(row["margin"]))
    rare = f"as good or better comes in {percent(good, 1)}"
    if bad < good:
        rare = f"as bad or worse comes in {percent(bad, 1)}"
    return (
        f"{row['armies']} armies against {row['defenders']}{_until(row)}:"
        f" taken in {percent(win)} of such battles;"
        f" a result {rare}."
    )


# -- calibration ---------------------------------------------------------------------------------
def calibration(
    battles: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False, bins: int = 10
) -> Axes:
    """Predicted against actual captures, by bins of the predicted chance.

    >>> import risknb as rk
    >>> ax = rk.charts.calibration(rk.frames.battles(rk.sample_game()))
    >>> rk.charts.describe(ax)
    '... 65 % predicted, 50 % captured; 76 % predicted, 72 % captured; ...'
    """
    ax = look.sheet(
        ax, "Do the odds keep their word?", dark=dark, x="predicted chance to capture in %",
        y="captured in %", size=(6.6, 6.4),
    )  # fmt: skip
    table = calibration_table(battles, bins)
    if table.empty:
        return look.nothing(ax, "No battle was fought yet", dark=dark)
    look_of = look.theme(dark)
    ax.plot([0, 100], [0, 100], color=look_of.faint, linestyle=(0, (4, 3)), linewidth=1.4)
    x, y = table["predicted"] * 100, table["actual"] * 100
    errors = [y - table["low"] * 100, table["high"] * 100 - y]
    ax.errorbar(
        x, y, yerr=errors, fmt="none", ecolor=look_of.accent, elinewidth=1.8, capsize=4, zorder=3
    )
    sizes = 30 + 240 * table["battles"] / table["battles"].max()
    ax.scatter(
        x, y, s=sizes, color=look_of.accent, edgecolor=look_of.paper, zorder=4, clip_on=False
    )
    for row in table.itertuples():
        below = -13 if row.actual > 0.06 else 4  # not on the axis
        ax.annotate(
            f"{row.battles:,}", (row.predicted * 100, row.actual * 100), xytext=(10, below),
            fontsize=look.TEXT, textcoords="offset points", color=look_of.ink, zorder=5,
            path_effects=[Stroke(linewidth=3, foreground=look_of.paper), Normal()],
        )  # fmt: skip
    ax.set(xlim=(-3, 103), ylim=(-3, 103), aspect="equal")
    ax.grid(visible=True, axis="x", color=look_of.grid, linewidth=0.9)
    text = "Numbers: battles. Bars: 95 % intervals. Called off: counted by the chance left then."
    look.note(ax, text, dark=dark)
    pairs = zip(x / 100, y / 100, strict=True)
    parts = [f"{percent(p)} predicted, {percent(a)} captured" for p, a in pairs]
    return look.say(ax, f"Predicted against actual captures: {'; '.join(parts)}.")


def calibration_table(battles: pd.DataFrame, bins: int = 10) -> pd.DataFrame:
    """One row a bin of predicted chances: battles, mean prediction, share captured, its interval.

    A battle that was called off counts as the part of a capture that was still to be hoped for:
    people stop when it goes badly, so leaving such battles out would flatter the odds.
    """
    look.need(battles, "win_chance", "win_left", "captured")
    bins = whole("bins", bins)
    at = np.minimum((battles["win_chance"] * bins).astype(int), bins - 1)
    rows = []
    for _, part in battles.groupby(at):
        count, taken = len(part), float(part["win_left"].sum())
        low = exact_interval(int(np.floor(taken + 1e-9)), count)[0]
        high = exact_interval(int(np.ceil(taken - 1e-9)), count)[1]
        rows.append((count, float(part["win_chance"].mean()), taken / count, low, high))
    return pd.DataFrame(rows, columns=["battles", "predicted", "actual", "low", "high"])


def exact_interval(hits: int, count: int, doubt: float = 0.05) -> tuple[float, float]:
    """Clopper and Pearson's interval of a share.

    >>> tuple(round(end, 4) for end in exact_interval(0, 10))
    (0.0, 0.3085)
    """
    low = 0.0 if hits == 0 else _solve(lambda p: tail(hits, count, p), doubt / 2)
    high = 1.0 if hits == count else _solve(lambda p: tail(hits + 1, count, p), 1 - doubt / 2)
    return low, high


def tail(hits: int, count: int, p: float) -> float:
    """Chance of at least so many hits."""
    if hits <= 0:
        return 1.0
    if p <= 0 or p >= 1:
        return float(p >= 1)
    if count < 500:
        return sum(comb(count, k) * p**k * (1 - p) ** (count - k) for k in range(hits, count + 1))
    every = lgamma(count + 1)
    logs = (
        every - lgamma(k + 1) - lgamma(count - k + 1) + k * log(p) + (count - k) * log(1 - p)
        for k in range(hits, count + 1)
    )
    return sum(map(exp, logs))


def _solve(rising: Any, wanted: float) -> float:
    """Where a rising function of a chance reaches a value, by halving."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        if rising(middle) < wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2
