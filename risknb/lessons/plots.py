"""Pictures of a pupil's own data, in the look of the charts: large letters, hatches, words.

Every function takes ``ax=`` and returns the axes; ``rk.charts.describe(ax)`` tells it in words.
Nothing here draws a true value unless it is given one, so that no answer is given away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ..charts import look
from ..wording import percent
from .figures import Z
from .numbers import is_open
from .questions import LessonError
from .sheets import BAD, EXACT, GOOD, INK, MIDDLE, MINE, TEXT, empty, legend, sheet

#: Attacker and defender: colour, hatch and letter together.
ATTACKER: Final = (*GOOD, "A")
DEFENDER: Final = (*BAD, "D")
SHADES: Final = (GOOD, MIDDLE, BAD)


# -- one throw -----------------------------------------------------------------------------------
def grid(
    wins: Callable[[int, int], Any] | Collection[tuple[int, int]],
    sides: int = 6,
    ax: Axes | None = None,
) -> Axes:
    """All pairs of two dice, and who wins each: by your function, or by the pairs you marked."""
    ax = sheet(ax, "Who wins?", "defender's die", "attacker's die", (6.2, 6.0))
    faces = range(1, sides + 1)
    won = {(a, d) for a in faces for d in faces if _wins(wins, a, d)}
    if callable(wins) and all(is_open(wins(a, d)) for a in faces for d in faces):
        return empty(ax, "The function returns nothing yet")
    for a in faces:
        for d in faces:
            colour, hatch, letter = ATTACKER if (a, d) in won else DEFENDER
            ax.bar(
                d, 0.94, 0.94, a - 0.47, color=colour, hatch=hatch, edgecolor=INK,
                linewidth=0.8,
            )  # fmt: skip
            box = {"boxstyle": "circle,pad=0.15", "facecolor": colour, "edgecolor": "none"}
            ax.text(
                d, a, letter, ha="center", va="center", fontsize=TEXT, fontweight="bold", bbox=box
            )  # fmt: skip
    ax.set(xticks=list(faces), yticks=list(faces), aspect="equal")
    ax.grid(visible=False)
    return look.say(ax, f"Grid of {sides**2} pairs: the attacker (A) wins {len(won)} of them.")


def _wins(wins: Any, attack: int, defend: int) -> bool:
    found = wins(attack, defend) if callable(wins) else (attack, defend) in wins
    return not is_open(found) and bool(found)


# -- shares --------------------------------------------------------------------------------------
def hits_of(throws: pd.DataFrame) -> Any:
    """Which throws cost the attacker nothing, as zeros and ones."""
    look.need(throws, "attacker_losses")
    return (throws["attacker_losses"] == 0).to_numpy(dtype=np.int64)


def running_share(
    throws: pd.DataFrame, truth: Fraction | float | None = None, ax: Axes | None = None
) -> Axes:
    """The share of throws without a loss for the attacker, after every throw.

    With *truth* a line is drawn there, and the band that 95 of 100 pupils stay in at any time.
    """
    ax = sheet(ax, "Share after every throw", "throws so far", "share without loss in %", (9, 5))
    hits = hits_of(throws)
    if not len(hits):
        return empty(ax, "No throws yet")
    n = np.arange(1, len(hits) + 1)
    share = hits.cumsum() / n * 100
    if truth is not None:
        _band(ax, n, float(truth))
    ax.plot(n, share, color=INK, linewidth=2.4, label="your throws")
    ax.set(ylim=(-2, 102), xlim=(1, max(2, len(hits))))
    legend(ax, "upper right")
    words = f"Share without loss for the attacker over {len(hits)} throws: at the end "
    return look.say(ax, f"{words}{share[-1]:.1f} %.{_told(truth)}")


def _band(ax: Axes, n: Any, truth: float) -> None:
    half = Z * np.sqrt(truth * (1 - truth) / n) * 100
    ax.fill_between(
        n, truth * 100 - half, truth * 100 + half, color=BAD[0], alpha=0.3, hatch="//",
        edgecolor=BAD[0], linewidth=0, label="95 % band",
    )  # fmt: skip
    ax.axhline(truth * 100, color=EXACT, linestyle="--", linewidth=2, label="exact")


def _told(truth: Fraction | float | None) -> str:
    return "" if truth is None else f" The exact value is {float(truth) * 100:.1f} %."


def outcomes(sets: Mapping[str, pd.DataFrame], ax: Axes | None = None) -> Axes:
    """Stacked bars: how often the attacker lost 0, 1 or 2 armies, one bar a set of throws."""
    ax = sheet(ax, "What the throws cost the attacker", "", "share of throws in %", (9, 5))
    filled = {name: one for name, one in sets.items() if len(one)}
    if not filled:
        return empty(ax, "No throws yet")
    told = []
    for at, (name, one) in enumerate(filled.items()):
        shares = [float((one["attacker_losses"] == lost).mean()) * 100 for lost in (0, 1, 2)]
        _stack(ax, at, shares)
        told.append(f"{name}: no loss {shares[0]:.0f} % of {len(one)} throws")
    ax.set(xticks=range(len(filled)), ylim=(0, 100), xlim=(-0.6, max(1.6, len(filled) - 0.4)))
    ax.set_xticklabels(look.shown(name) for name in filled)
    return look.say(ax, f"Throws by the attacker's loss. {'; '.join(told)}.")


def _stack(ax: Axes, at: int, shares: Sequence[float]) -> None:
    bottom = 0.0
    for lost, (share, (colour, hatch)) in enumerate(zip(shares, SHADES, strict=True)):
        ax.bar(
            at, share, 0.62, bottom, color=colour, hatch=hatch, edgecolor=INK, linewidth=0.8
        )
        if share >= 6:
            text = f"{lost} lost:  {share:.0f} %"
            box = {"boxstyle": "round,pad=0.2", "facecolor": "white", "edgecolor": "none"}
            ax.text(at, bottom + share / 2, text, ha="center", va="center", fontsize=TEXT, bbox=box)
        bottom += share


# -- the class -----------------------------------------------------------------------------------
def choose(rolls: pd.DataFrame, attack: int, defend: int) -> pd.DataFrame:
    """Only the throws with so many dice."""
    look.need(rolls, "attack_dice", "defend_dice")
    right = (rolls["attack_dice"] == attack) & (rolls["defend_dice"] == defend)
    return rolls[right]


def estimates_of(rolls: pd.DataFrame, least: int = 1) -> pd.DataFrame:
    """One row a pupil or game: throws, and the share without a loss for the attacker."""
    look.need(rolls, "game", "attacker_losses")
    groups = rolls.groupby("game", observed=True)["attacker_losses"]
    table = pd.DataFrame({"throws": groups.size(), "share": groups.agg(lambda x: (x == 0).mean())})
    return table[table["throws"] >= least].reset_index()


def estimates(
    rolls: pd.DataFrame,
    truth: Fraction | float | None = None,
    *,
    mine: float | None = None,
    label: str = "you",
    least: int = 5,
    ax: Axes | None = None,
) -> Axes:
    """A dot for every pupil of the class: the share each has found. *mine* marks one."""
    ax = sheet(ax, "Everybody's estimate", "share without loss in %", "", (9, 4.4))
    table = estimates_of(rolls, least)
    if table.empty:
        return empty(ax, "No throws in the pool yet")
    places = _column(table["share"]).astype(int)
    heights = places.groupby(places).cumcount() + 1
    ax.scatter(places, heights, s=150, color=BAD[0], edgecolor=INK, zorder=3)
    if truth is not None:
        ax.axvline(float(truth) * 100, color=EXACT, linestyle="--", linewidth=2)
    if mine is not None:
        at = _column(mine)
        ax.scatter([at], [0], s=220, marker="^", color=MINE, zorder=4)
        ax.annotate(label, (at, 0), xytext=(12, 0), textcoords="offset points",
                    fontsize=TEXT, va="center")  # fmt: skip
    ax.set(xlim=(-3, 103), ylim=(-0.7, max(4, heights.max() + 1)), yticks=[])
    spread = f"from {places.min()} % to {places.max()} %"
    return look.say(ax, f"{len(table)} estimates of the class, {spread}.{_told(truth)}")


def _column(share: Any) -> Any:
    """The even per cent where a share stands: equal shares stand above each other."""
    return np.round(share * 50) * 2


# -- two pairs -----------------------------------------------------------------------------------
def pair_table(rolls: pd.DataFrame) -> pd.DataFrame:
    """How often the attacker won the first and the second pair, of throws with two pairs."""
    look.need(rolls, "a1", "a2", "a3", "d1", "d2")
    two = rolls[rolls[["a2", "d2"]].notna().all(axis=1)]
    attack = np.sort(two[["a1", "a2", "a3"]].fillna(0).to_numpy(dtype=np.int64), axis=1)[:, ::-1]
    defend = np.sort(two[["d1", "d2"]].to_numpy(dtype=np.int64), axis=1)[:, ::-1]
    first, second = (attack[:, place] > defend[:, place] for place in (0, 1))
    cells = [[int((first == a).astype(int) @ (second == b)) for b in (True, False)]
             for a in (True, False)]  # fmt: skip
    names = ["won", "lost"]
    return pd.DataFrame(
        cells, index=pd.Index(names, name="first"), columns=pd.Index(names, name="second")
    )


def joint_map(rolls: pd.DataFrame, ax: Sequence[Axes] | None = None) -> list[Axes]:
    """Two maps: how often both pairs went which way, and what independence would give."""
    table = pair_table(rolls).to_numpy(dtype=float)
    total = table.sum()
    shares = table / total if total else table
    product = np.outer(shares.sum(axis=1), shares.sum(axis=0))
    axes = list(ax) if ax is not None else _two_axes()
    if len(axes) != 2:
        raise LessonError("two axes are needed")
    for one, title, cells in zip(
        axes, ("as it was", "if the pairs were independent"), (shares, product), strict=True
    ):
        _map(one, title, cells, int(total))
    return axes


def _two_axes() -> list[Axes]:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(10, 4.8), layout="constrained")
    figure.set_facecolor(look.theme(False).paper)
    return list(axes)


def _map(ax: Axes, title: str, cells: Any, total: int) -> None:
    sheet(ax, title, "second pair", "first pair", (5, 4.8))
    if not total:
        empty(ax, "No throws yet")
        return
    ax.imshow(cells, cmap="cividis", vmin=0, vmax=0.5)
    ax.grid(visible=False)
    for (row, column), share in np.ndenumerate(cells):
        box = {"boxstyle": "round,pad=0.3", "facecolor": "white", "edgecolor": "none"}
        text = percent(share, 1)
        ax.text(column, row, text, ha="center", va="center", fontsize=TEXT + 1, bbox=box)
    names = ["attacker wins", "attacker loses"]
    ax.set(xticks=[0, 1], yticks=[0, 1], xticklabels=names)
    ax.set_yticklabels(names, rotation=90, va="center")
    look.say(
        ax, f"{total} throws, {title}: both pairs won {percent(cells[0, 0], 1)}, both lost"
        f" {percent(cells[1, 1], 1)}.",
    )  # fmt: skip


# -- costs ---------------------------------------------------------------------------------------
def loss_bars(
    losses: Sequence[int] | Any, expected: float | None = None, ax: Axes | None = None
) -> Axes:
    """How often an attack cost 0, 1, 2, ... armies, with the mean of your own data."""
    ax = sheet(ax, "What it cost the attacker", "armies lost", "share in %", (9, 5))
    found = np.asarray(losses, dtype=np.int64)
    if not len(found):
        return empty(ax, "No throws yet")
    values, counts = np.unique(found, return_counts=True)
    ax.bar(values, counts / len(found) * 100, 0.8, color=GOOD[0], hatch="..", edgecolor=INK)
    mean = float(found.mean())
    ax.axvline(mean, color=INK, linewidth=2.4, label=f"mean of your data: {mean:.2f}")
    if expected is not None:
        ax.axvline(expected, color=EXACT, linewidth=2.4, linestyle="--", label="expected")
    legend(ax)
    step = max(1, len(values) // 12)
    ax.set_xticks(values[::step])
    error = float(found.std()) / sqrt(len(found))
    return look.say(
        ax, f"Armies lost in {len(found)} trials: mean {mean:.2f}, standard error {error:.2f}."
    )
