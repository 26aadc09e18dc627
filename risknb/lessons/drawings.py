"""Pictures of lessons 6 to 10, in the look of the charts: large letters, hatches, words.

Every function takes ``ax=`` and returns the axes; ``rk.charts.describe(ax)`` tells it in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from .. import odds
from ..charts import look
from .figures import Z
from .inference import at_least, exactly, posterior, power
from .numbers import is_open
from .reckoning import wait_law
from .sheets import BAD, EXACT, GOOD, INK, MINE, TEXT, empty, legend, sheet


# -- 6: battles ----------------------------------------------------------------------------------
def running_mean(
    values: Sequence[float],
    truth: float | None = None,
    *,
    what: str = "mean",
    ax: Axes | None = None,
) -> Axes:
    """The mean of your own numbers after every trial; with *truth* a line is drawn there."""
    ax = sheet(ax, "After every trial", "trials so far", what, (9, 4.6))
    found = np.asarray(list(values), dtype=float)
    if not len(found):
        return empty(ax, "No trials yet")
    n = np.arange(1, len(found) + 1)
    means = found.cumsum() / n
    ax.plot(n, means, color=INK, linewidth=2.4, marker="o", markersize=4, label="your trials")
    if truth is not None:
        ax.axhline(float(truth), color=EXACT, linestyle="--", linewidth=2, label="exact")
    legend(ax)
    ax.set_xlim(0.5, len(found) + 0.5)
    # From zero: a cut axis makes small jumps look large.
    ax.set_ylim(min(0.0, float(means.min())), max(1.0, float(means.max())) * 1.08)
    exact = "" if truth is None else f" The exact value is {float(truth):.3f}."
    return look.say(
        ax, f"{what.capitalize()} over {len(found)} trials: at the end {means[-1]:.3f}.{exact}"
    )


def win_map(win: Callable[[int, int], Any], most: int = 8, ax: Axes | None = None) -> Axes:
    """Your function as a map: chance in % for 2 to *most* armies and 1 to *most* defenders."""
    ax = sheet(ax, "Chance to take it in %", "defenders", "armies, all counted", (8, 6.6))
    armies, defenders = range(2, most + 1), range(1, most + 1)
    if is_open(win(2, 1)):
        return empty(ax, "The function returns nothing yet")
    cells = np.array([[float(win(n, d)) for d in defenders] for n in armies]) * 100
    ax.imshow(cells, cmap="cividis", vmin=0, vmax=100, origin="lower", aspect="auto")
    ax.grid(visible=False)
    for (row, column), chance in np.ndenumerate(cells):
        ink = "white" if chance < 48 else "black"
        weight = "bold" if chance >= 50 else "normal"
        ax.text(
            column, row, f"{chance:.0f}", ha="center", va="center", fontsize=TEXT, color=ink,
            fontweight=weight,
        )  # fmt: skip
    ax.set(xticks=range(most), xticklabels=defenders)
    ax.set(yticks=range(most - 1), yticklabels=armies)
    look.note(ax, "Bold: a half or more.", dark=False)
    better = int((cells >= 50).sum())
    return look.say(
        ax, f"Chances of {cells.size} battles by armies and defenders; {better} are a half or more."
    )


# -- 7: marches ----------------------------------------------------------------------------------
def staircase(armies: int, defenders: Sequence[int], ax: Axes | None = None) -> Axes:
    """How likely the march reaches each of its territories."""
    ax = sheet(ax, f"{armies} armies on the march", "", "chance to get so far in %", (9, 4.8))
    links = odds.chain(armies, defenders).links
    chances = [100.0, *(float(link.taken) * 100 for link in links)]
    names = ["start", *(f"{at}: against {link.defenders}" for at, link in enumerate(links, 1))]
    bars = ax.bar(range(len(chances)), chances, 1.0, color=GOOD[0], edgecolor=INK, hatch="..")
    for bar, chance in zip(bars, chances, strict=True):
        ax.annotate(
            f"{chance:.1f}", (bar.get_x() + bar.get_width() / 2, chance), xytext=(0, 4),
            textcoords="offset points", ha="center", fontsize=TEXT,
        )  # fmt: skip
    ax.set(xticks=range(len(chances)), xticklabels=names, ylim=(0, 112))
    told = "; ".join(f"{n} {c:.1f} %" for n, c in zip(names[1:], chances[1:], strict=True))
    return look.say(ax, f"A march of {armies} armies reaches: {told}.")


def pairs(
    some: Sequence[float], other: Sequence[float], names: tuple[str, str], ax: Axes | None = None
) -> Axes:
    """A dot a pupil: two numbers against each other, and the line where both are equal."""
    ax = sheet(ax, "A dot for every pupil", names[0], names[1], (6.6, 6.2))
    if not len(some):
        return empty(ax, "Nobody yet")
    low, high = min(*some, *other, 0), max(*some, *other, 1)
    ax.plot([low, high], [low, high], color="#595959", linestyle="--", linewidth=1.4)
    ax.scatter(some, other, s=90, color=BAD[0], edgecolor=INK, zorder=3)
    ax.grid(visible=True, axis="x", color="#DCE4E9", linewidth=0.9)
    above = sum(b > a for a, b in zip(some, other, strict=True))
    return look.say(
        ax,
        f"{len(some)} pupils: {names[1]} against {names[0]}; {above} of them lie above the line.",
    )


# -- 8: cards ------------------------------------------------------------------------------------
def wait_bars(waits: Sequence[int], exact: bool = False, ax: Axes | None = None) -> Axes:
    """How often 3, 4 or 5 cards were needed for a set; with *exact* beside the true chances."""
    ax = sheet(ax, "Cards until the first set", "cards", "share in %", (8, 4.8))
    if not len(waits):
        return empty(ax, "No hands yet")
    law = wait_law()
    shares = [100 * list(waits).count(n) / len(waits) for n in law]
    aside, width = (0.2, 0.38) if exact else (0.0, 0.6)
    ax.bar(
        [n - aside for n in law], shares, width, color=GOOD[0], edgecolor=INK, label="drawn",
        zorder=2,
    )  # fmt: skip
    if exact:
        heights = [100 * float(p) for p in law.values()]
        ax.bar(
            [n + aside for n in law], heights, width, color=BAD[0], edgecolor=INK, hatch=BAD[1],
            label="exact", zorder=2,
        )  # fmt: skip
    ax.set_xticks(list(law))
    legend(ax)
    told = ", ".join(f"{n} cards {share:.0f} %" for n, share in zip(law, shares, strict=True))
    mean = sum(waits) / len(waits)
    return look.say(ax, f"{len(waits)} hands: {told}. The mean is {mean:.2f} cards.")


# -- 9: the loaded die ---------------------------------------------------------------------------
def belief(counts: pd.DataFrame, six: float = 1 / 3, ax: Axes | None = None) -> Axes:
    """How likely each die is the loaded one, from the counts of ``mystery_dice(...).counts``."""
    ax = sheet(ax, "Which die is loaded?", "die", "how likely in %", (8, 4.8))
    chances = [100 * float(p) for p in posterior(counts["6"], counts["rolls"], six)]
    best = int(np.argmax(chances))
    for at, chance in enumerate(chances):
        colour, hatch = GOOD if at == best else BAD
        ax.bar(at, chance, 0.7, color=colour, hatch=hatch, edgecolor=INK)
        ax.annotate(
            f"{chance:.0f}", (at, chance), xytext=(0, 4), textcoords="offset points", ha="center",
            fontsize=TEXT,
        )  # fmt: skip
    ax.axhline(100 / len(chances), color=INK, linestyle="--", linewidth=1.4)
    names = [f"{die}\n{n} rolls" for die, n in zip(counts["die"], counts["rolls"], strict=True)]
    ax.set(xticks=range(len(chances)), xticklabels=names, ylim=(0, 112))
    look.note(ax, "Dashed: what you believed before any roll.", dark=False)
    told = ", ".join(f"{die} {p:.0f} %" for die, p in zip(counts["die"], chances, strict=True))
    return look.say(ax, f"How likely each die is the loaded one: {told}.")


def tail(sixes: int, rolls: int, ax: Axes | None = None) -> Axes:
    """How many sixes a fair die shows; so many or more stand out."""
    ax = sheet(ax, f"{rolls} rolls of a fair die", "sixes", "how likely in %", (9, 4.6))
    chances = [100 * float(exactly(hits, rolls)) for hits in range(max(sixes, rolls) + 1)]
    # Beyond this the bars are too low to be seen.
    last = max(sixes, *(hits for hits, chance in enumerate(chances) if chance >= 0.05))
    for part, (colour, hatch), name in (
        (range(min(sixes, last + 1)), BAD, "fewer"),
        (range(sixes, last + 1), GOOD, f"{sixes} or more"),
    ):
        heights = [chances[hits] for hits in part]
        ax.bar(list(part), heights, 0.8, color=colour, hatch=hatch, edgecolor=INK, label=name)
    ax.set_xticks(range(0, last + 1, max(1, last // 12)))
    legend(ax)
    found = float(at_least(sixes, rolls))
    return look.say(
        ax, f"A fair die, {rolls} rolls: {sixes} sixes or more have the chance {found:.4f}."
    )


def saw(six: float = 1 / 3, low: int = 10, high: int = 60, ax: Axes | None = None) -> Axes:
    """How often the loaded die is found out, by the number of rolls."""
    ax = sheet(ax, "Power", "rolls", "found out in %", (9, 4.8))
    rolls = range(low, high + 1)
    powers = [100 * power(six, n) for n in rolls]
    ax.plot(rolls, powers, color=INK, linewidth=2, marker="o", markersize=4)
    ax.axhline(80, color=EXACT, linestyle="--", linewidth=2)
    ax.annotate("80 %", (low, 80), xytext=(4, 6), textcoords="offset points", fontsize=TEXT)
    ax.set_ylim(0, 102)
    return look.say(
        ax, f"Power from {low} to {high} rolls: from {powers[0]:.0f} % up to {powers[-1]:.0f} %,"
        " rising like a saw.",
    )  # fmt: skip


# -- 10: luck ------------------------------------------------------------------------------------
def luck_dots(table: pd.DataFrame, mine: float | None = None, ax: Axes | None = None) -> Axes:
    """A dot for every pupil: luck in standard deviations; the band holds 95 % of fair games."""
    ax = sheet(ax, "Everybody's luck", "luck in standard deviations", "", (9, 4.4))
    if table.empty:
        return empty(ax, "Nobody yet")
    places = (table["z"] * 4).round() / 4
    heights = places.groupby(places).cumcount() + 1
    ax.axvspan(-Z, Z, color=BAD[0], alpha=0.2, hatch="//", linewidth=0)
    for won, (colour, hatch), mark in ((True, GOOD, "^"), (False, BAD, "o")):
        here = table["won"] == won
        ax.scatter(
            places[here], heights[here], s=150, marker=mark, color=colour, edgecolor=INK, zorder=3,
            label="won" if won else "lost", hatch=hatch or None,
        )  # fmt: skip
    ax.axvline(0, color=INK, linewidth=1.4)
    if mine is not None:
        ax.axvline(mine, color=MINE, linewidth=2.4, linestyle="--", label="you")
    ax.set(yticks=[], ylim=(0, max(4, heights.max() + 1)), xlim=(-4, 4))
    legend(ax)
    outside = int((table["z"].abs() > Z).sum())
    return look.say(
        ax, f"Luck of {len(table)} pupils: {outside} outside the band of 95 %, mean z"
        f" {table['z'].mean():+.2f}.",
    )  # fmt: skip
