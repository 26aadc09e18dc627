"""How everybody fared, turn by turn."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ..scene.look import INK
from . import look
from .look import Style

#: What can be followed over time: column, title, what is counted, and how it is added up.
TOPICS: Final = {
    "armies": ("Armies", "armies on the board", "state"),
    "territories": ("Territories", "territories held", "state"),
    "reinforcements": ("Reinforcements", "armies got in one's own turn", "own"),
    "kills": ("Kills", "enemy armies destroyed so far", "sum"),
    "casualties": ("Casualties", "own armies lost so far", "sum"),
    "cards": ("Cards", "cards in hand", "step"),
}


def armies(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Armies on the board by turn."""
    return over_time(turns, "armies", ax, dark=dark)


def territories(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Territories held by turn."""
    return over_time(turns, "territories", ax, dark=dark)


def reinforcements(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Armies got in one's own turns."""
    return over_time(turns, "reinforcements", ax, dark=dark)


def kills(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Enemy armies destroyed so far."""
    return over_time(turns, "kills", ax, dark=dark)


def casualties(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Own armies lost so far."""
    return over_time(turns, "casualties", ax, dark=dark)


def cards(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Cards in hand by turn."""
    return over_time(turns, "cards", ax, dark=dark)


def over_time(
    turns: pd.DataFrame,
    topic: str,
    ax: Axes | None = None,
    *,
    dark: bool = False,
    legend: bool = True,
) -> Axes:
    """One line a player: *topic* is a key of ``TOPICS``."""
    look.need(turns, "turn", "seat", "player", "on_turn", "armies", topic)
    title, unit, kind = TOPICS[topic]
    frame = one_game(turns)
    ax = look.sheet(ax, title, dark=dark, x="turn", y=unit)
    if len(frame) == 0 or frame["armies"].sum() == 0:
        return look.nothing(ax, "Nobody is on the board yet", dark=dark)
    styles = look.people(frame)
    ends = {}
    for who in styles:
        x, y = _series(frame[frame["player"] == who.name], topic, kind)
        if len(x):
            look.line(ax, x, y, who, dark=dark, step=kind == "step")
            ends[who] = (float(x[-1]), float(y[-1]))
    if not ends:
        return look.nothing(ax, "No turn has begun yet", dark=dark)
    ax.set_ylim(bottom=0)
    look.whole_turns(ax)
    look.whole_counts(ax)
    look.chips(ax, ends)
    if legend:
        look.legend(ax, styles, dark=dark)
    return look.say(ax, _told(title, unit, ends))


def one_game(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of the first game, where a table holds several."""
    if "game" not in frame.columns or frame["game"].nunique() < 2:
        return frame
    return frame[frame["game"] == frame["game"].iloc[0]]


def _series(part: pd.DataFrame, topic: str, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Turns and values, up to the turn in which the last army fell."""
    gone = (part["armies"] == 0).to_numpy() & (part["turn"] > 0).to_numpy()
    part = part.iloc[: int(np.argmax(gone)) + 1] if gone.any() else part
    values = part[topic].to_numpy()
    if kind == "own":
        mine = part["on_turn"].to_numpy()
        return part["turn"].to_numpy()[mine], values[mine]
    return part["turn"].to_numpy(), values.cumsum() if kind == "sum" else values


def _told(title: str, unit: str, ends: dict[Style, tuple[float, float]]) -> str:
    order = sorted(ends.items(), key=lambda end: -end[1][1])
    parts = [f"{who.name} {y:.0f} in turn {x:.0f}" for who, (x, y) in order]
    return f"{title}: a line for each player, {unit} by turn. At the end: {look.listed(parts)}."


def overview(turns: pd.DataFrame, *, dark: bool = False) -> list[Axes]:
    """Six small charts side by side: everything that can be followed over time."""
    import matplotlib.pyplot as plt

    look.need(turns, "turn", "seat", "player", "on_turn", *TOPICS)
    figure, grid = plt.subplots(2, 3, figsize=(15, 8), layout="constrained")
    figure.set_facecolor(look.theme(dark).paper)
    for ax, topic in zip(grid.flat, TOPICS, strict=True):
        over_time(turns, topic, ax, dark=dark, legend=False)
    return list(grid.flat)


def army_share(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Everybody's part of all armies, stacked up to 100 %."""
    look.need(turns, "turn", "seat", "player", "armies")
    frame = one_game(turns)
    ax = look.sheet(ax, "Share of all armies", dark=dark, x="turn", y="share in %")
    total = frame.groupby("turn")["armies"].transform("sum")
    frame = frame[total > 0]
    if frame.empty:
        return look.nothing(ax, "Nobody is on the board yet", dark=dark)
    styles = look.people(frame)
    shares = _shares(frame, styles)
    bottom = np.zeros(len(shares))
    for who in styles:
        top = bottom + shares[who.name].to_numpy()
        ax.fill_between(
            shares.index, bottom, top, facecolor=who.colour, edgecolor=look.shade(who),
            hatch=who.hatch, linewidth=0.7, label=who.label,
        )  # fmt: skip
        ax.plot(shares.index, top, color=INK, linewidth=0.9, zorder=2)
        bottom = top
    _chips_inside(ax, shares, styles)
    ax.set(xlim=(shares.index.min(), max(shares.index.max(), 1)), ylim=(0, 100))
    look.whole_turns(ax)
    look.legend(ax, styles, dark=dark, areas=True)
    last = shares.iloc[-1].sort_values(ascending=False)
    parts = [f"{name} {value:.0f} %" for name, value in last.items() if value > 0]
    return look.say(ax, f"Share of all armies by turn, stacked. At the end: {look.listed(parts)}.")


def _shares(frame: pd.DataFrame, styles: list[Style]) -> pd.DataFrame:
    """Percent of all armies: a row a turn, a column a player."""
    wide = frame.astype({"player": "str"}).pivot(index="turn", columns="player", values="armies")
    share = wide.fillna(0).div(wide.sum(axis=1), axis=0) * 100
    return share[[who.name for who in styles]]


def _chips_inside(ax: Axes, shares: pd.DataFrame, styles: list[Style]) -> None:
    """The letter of everybody where its band is widest."""
    tops = shares.cumsum(axis=1)
    # Not at the very edge, where half of it would be cut off.
    margin = max(len(shares) // 25, 1) if len(shares) > 2 else 0
    inner = slice(margin, len(shares) - margin)
    for who in styles:
        band = shares[who.name].iloc[inner]
        if len(band) and band.max() > 4:
            turn = band.idxmax()
            look.chip(ax, float(turn), tops[who.name][turn] - band[turn] / 2, who)
