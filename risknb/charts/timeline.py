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
    """Armies on the board by turn.

    >>> import risknb as rk
    >>> ax = rk.charts.armies(rk.frames.turns(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Armies, ... At the end: Ada 288 in turn 75, Ben 0 in turn 21, ...'
    """
    return over_time(turns, "armies", ax, dark=dark)


def territories(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Territories held by turn.

    >>> import risknb as rk
    >>> ax = rk.charts.territories(rk.frames.turns(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Territories, ... At the end: Ada 42 in turn 75, Ben 0 in turn 21, ...'
    """
    return over_time(turns, "territories", ax, dark=dark)


def reinforcements(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Armies got in one's own turns.

    >>> import risknb as rk
    >>> ax = rk.charts.reinforcements(rk.frames.turns(rk.sample_game()))
    >>> rk.charts.describe(ax)
    "... At the end: Ada 139 in turn 75, Ben 3 in turn 20, Cleo 3 in turn 63 and Dan 3 in turn ..."
    """
    return over_time(turns, "reinforcements", ax, dark=dark)


def kills(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Enemy armies destroyed so far.

    >>> import risknb as rk
    >>> ax = rk.charts.kills(rk.frames.turns(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Kills, ... At the end: Dan 550 in turn 75, Ada 534 in turn 75, ...'
    """
    return over_time(turns, "kills", ax, dark=dark)


def casualties(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Own armies lost so far.

    >>> import risknb as rk
    >>> ax = rk.charts.casualties(rk.frames.turns(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Casualties, ... At the end: Dan 562 in turn 75, Ada 501 in turn 75, ...'
    """
    return over_time(turns, "casualties", ax, dark=dark)


def cards(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Cards in hand by turn.

    >>> import risknb as rk
    >>> ax = rk.charts.cards(rk.frames.turns(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Cards, ... At the end: Dan 2 in turn 75, Ada 1 in turn 75, ...'
    """
    return over_time(turns, "cards", ax, dark=dark)


def over_time(
    turns: pd.DataFrame,
    topic: str,
    ax: Axes | None = None,
    *,
    dark: bool = False,
    legend: bool = True,
) -> Axes:
    """One line a player: *topic* is a key of ``TOPICS``.

    >>> import risknb as rk
    >>> ax = rk.charts.over_time(rk.frames.turns(rk.sample_game()), "kills")
    >>> rk.charts.describe(ax)
    'Kills, ... At the end: Dan 550 in turn 75, Ada 534 in turn 75, ...'
    """
    if topic not in TOPICS:
        raise look.FrameError(f"topic must be one of {', '.join(TOPICS)}, not {topic!r:.60}")
    look.need(turns, "turn", "seat", "player", "on_turn", "armies", topic)
    title, unit, kind = TOPICS[topic]
    frame = one_game(turns)
    ax = look.sheet(ax, title, dark=dark, x="turn", y=unit)
    if len(frame) == 0 or frame["armies"].sum() == 0:
        return look.nothing(ax, "Nobody is on the board yet", dark=dark)
    ends, highest = {}, []
    for who in look.people(frame):
        if who.neutral and topic == "cards":
            continue  # nobody draws cards for them
        x, y = _series(frame[frame["player"] == who.name], topic, kind)
        if len(x):
            look.line(ax, x, y, who, dark=dark, step=kind == "step")
            ends[who] = (float(x[-1]), float(y[-1]))
            highest.append((y.max(), f"{who.name} {y.max():.0f} in turn {x[y.argmax()]}"))
    if not ends:
        return look.nothing(ax, "No turn has begun yet", dark=dark)
    # Lines that run side by side around zero are seen whole.
    ax.set_ylim(bottom=-0.25 if kind == "step" else 0)
    look.whole_turns(ax)
    look.whole_counts(ax)
    if legend:
        look.legend(ax, list(ends), dark=dark)
    look.chips(ax, ends)
    # Sums are highest at the end.
    return look.say(ax, _told(title, unit, ends, [] if kind == "sum" else highest))


def one_game(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of the first game, where a table holds several, turn by turn.

    :raises FrameError: somebody gave two players of a game the same name.
    """
    if "game" in frame.columns and frame["game"].nunique() > 1:
        frame = frame[frame["game"] == frame["game"].iloc[0]]
    named = frame[["seat", "player"]].dropna().drop_duplicates()
    if (twice := named["player"].duplicated()).any():
        raise look.FrameError(f"two players are called {named.loc[twice, 'player'].iloc[0]}")
    return frame.sort_values("turn", kind="stable") if "turn" in frame.columns else frame


def _series(part: pd.DataFrame, topic: str, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Turns and values, up to the turn in which the last army fell."""
    gone = (part["armies"] == 0).to_numpy() & (part["turn"] > 0).to_numpy()
    part = part.iloc[: int(np.argmax(gone)) + 1] if gone.any() else part
    values = part[topic].to_numpy()
    if kind == "own":
        mine = part["on_turn"].to_numpy()
        return part["turn"].to_numpy()[mine], values[mine]
    return part["turn"].to_numpy(), values.cumsum() if kind == "sum" else values


def _told(
    title: str,
    unit: str,
    ends: dict[Style, tuple[float, float]],
    highest: list[tuple[float, str]],
) -> str:
    order = sorted(ends.items(), key=lambda end: -end[1][1])
    parts = [f"{who.name} {y:.0f} in turn {x:.0f}" for who, (x, y) in order]
    told = f"{title}, a line for each player by turn: {unit}. At the end: {look.listed(parts)}."
    if not highest:
        return told
    texts = [text for _, text in sorted(highest, key=lambda one: -one[0])]
    return f"{told} At the highest: {look.listed(texts)}."


def overview(turns: pd.DataFrame, *, dark: bool = False) -> list[Axes]:
    """Six small charts side by side: everything that can be followed over time.

    >>> import risknb as rk
    >>> six = rk.charts.overview(rk.frames.turns(rk.sample_game()))
    >>> [ax.get_title(loc="left") for ax in six]
    ['Armies', 'Territories', 'Reinforcements', 'Kills', 'Casualties', 'Cards']
    """
    import matplotlib.pyplot as plt

    look.need(turns, "turn", "seat", "player", "on_turn", *TOPICS)
    figure, grid = plt.subplots(2, 3, figsize=(15, 8), layout="constrained")
    figure.set_facecolor(look.theme(dark).paper)
    for ax, topic in zip(grid.flat, TOPICS, strict=True):
        over_time(turns, topic, ax, dark=dark, legend=False)
    styles = look.people(one_game(turns))
    if styles:
        figure.legend(
            handles=look.handles(styles, len(styles)), loc="outside upper left",
            ncols=len(styles), frameon=False, fontsize=look.TEXT, handlelength=2.6,
            labelcolor=look.theme(dark).ink,
        )  # fmt: skip
    return list(grid.flat)


def army_share(turns: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Everybody's part of all armies, stacked up to 100 %.

    >>> import risknb as rk
    >>> ax = rk.charts.army_share(rk.frames.turns(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Share of all armies by turn, stacked. In front, ... At the end: Ada 100 %.'
    """
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
    first, last_turn = shares.index.min(), shares.index.max()
    ax.set(xlim=(first, max(last_turn, first + 1)), ylim=(0, 100))
    look.whole_turns(ax)
    look.legend(ax, styles, dark=dark, areas=True)
    _chips_inside(ax, shares, styles)
    last = shares.iloc[-1].sort_values(ascending=False)
    parts = [f"{name} {value:.0f} %" for name, value in last.items() if value > 0]
    led = look.in_front(shares)
    return look.say(
        ax, f"Share of all armies by turn, stacked. {led} At the end: {look.listed(parts)}."
    )


def _shares(frame: pd.DataFrame, styles: list[Style]) -> pd.DataFrame:
    """Percent of all armies: a row a turn, a column a player."""
    wide = frame.astype({"player": "str"}).pivot(index="turn", columns="player", values="armies")
    share = wide.fillna(0).div(wide.sum(axis=1), axis=0) * 100
    return share[[who.name for who in styles]]


def _chips_inside(ax: Axes, shares: pd.DataFrame, styles: list[Style]) -> None:
    """The letter of everybody where its band has most room around it."""
    wide, tall = look.chip_size(ax)
    # A peak of one turn has no room for a letter: the band must be there all along its width.
    span = 2 * max(round(wide * len(shares) / 2), 1) + 1 if len(shares) > 2 else 1
    around = shares.cumsum(axis=1).rolling(span, center=True)
    tops, floors = around.min(), (shares.cumsum(axis=1) - shares).rolling(span, center=True).max()
    placed: list[tuple[float, float]] = []
    for who in styles:
        band = (tops - floors)[who.name]
        band = band[band > 50 * tall].sort_values(ascending=False, kind="stable")
        spots = [(float(turn), floors[who.name][turn] + part / 2) for turn, part in band.items()]
        look.chip_where_free(ax, who, spots, placed)
