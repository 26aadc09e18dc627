"""Who held what, and when: lanes of colour along the turns."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.ticker import MaxNLocator

from ..state import NOBODY
from . import look
from .look import Style
from .timeline import one_game

LANE: Final = 0.72
#: A band has room for a letter that is at least so much of one wide, in points.
ROOM: Final = 0.85 * look.CHIP
#: A row of the heat map lower than this, in points, has no room for a name.
LOWEST: Final = 8.0
#: What is written behind a bar may take so much of the width.
MOST: Final = 0.6


def spells(seats: np.ndarray, turns: np.ndarray) -> list[tuple[int, float, float]]:
    """Runs of the same seat: seat, first turn, turn after the last; -1 for nobody is left out."""
    if not len(seats):
        return []
    edges = np.flatnonzero(np.diff(seats)) + 1
    starts, stops = np.append(0, edges), np.append(edges, len(seats))
    return [
        (int(seats[a]), float(turns[a]), float(turns[b - 1]) + 1)
        for a, b in zip(starts, stops, strict=True)
        if seats[a] >= 0
    ]


def continent_bands(
    continents: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False
) -> Axes:
    """One lane a continent, in the holder's colour and with its letter while it is held whole.

    >>> import risknb as rk
    >>> ax = rk.charts.continent_bands(rk.frames.continents(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Who held the continents, by turn. North America: Dan in turns 37 to 38, ...'
    """
    look.need(continents, "turn", "continent", "bonus", "seat", "player")
    frame = one_game(continents)
    ax = look.sheet(ax, "Who held the continents", dark=dark, x="turn")
    if frame.empty:
        return look.nothing(ax, "The game has not begun", dark=dark)
    styles = look.people(frame)
    lanes = frame.drop_duplicates("continent")[["continent", "bonus"]].iloc[::-1]
    last = int(frame["turn"].max()) + 1
    told = []
    names = [f"{look.shown(str(name))}  +{bonus}" for name, bonus in lanes.itertuples(index=False)]
    ax.set_yticks(range(len(lanes)), names)
    for lane, name in enumerate(lanes["continent"]):
        rows = frame[frame["continent"] == name]
        _empty_lane(ax, lane, last, dark)
        held = spells(rows["seat"].to_numpy(), rows["turn"].to_numpy())
        _band(ax, lane, held, {who.seat: who for who in styles}, last)
        told.append(_held(str(name), held, {who.seat: who.name for who in styles}))
    ax.set(xlim=(0, last), ylim=(-0.6, len(lanes) - 0.4))
    ax.grid(visible=False)
    _turns_below(ax, last)
    look.legend(ax, styles, dark=dark, areas=True)
    if not styles:
        look.note(ax, "Nobody has held a whole continent yet.", dark=dark)
    return look.say(ax, "Who held the continents, by turn. " + " ".join(told[::-1]))


def _turns_below(ax: Axes, last: int, first: int = 0) -> None:
    """The numbers of turns, each below the middle of its turn."""
    few = max(2, min(9, int(look.room(ax) / 36)))
    ticks = MaxNLocator(few, integer=True).tick_values(first, max(last - 1, first + 1))
    turns = [int(turn) for turn in ticks if first <= turn < last]
    ax.set_xticks([turn + 0.5 for turn in turns], [str(turn) for turn in turns])


def _empty_lane(ax: Axes, lane: float, last: float, dark: bool) -> None:
    ax.barh(lane, last, height=LANE, color=look.theme(dark).grid, alpha=0.55, zorder=1)


def _band(
    ax: Axes,
    lane: float,
    held: list[tuple[int, float, float]],
    styles: dict[int, Style],
    last: float,
) -> None:
    least = ROOM / look.room(ax) * last
    for seat, start, stop in held:
        who = styles[seat]
        ax.barh(
            lane, stop - start, left=start, height=LANE, facecolor=who.colour,
            edgecolor=look.shade(who), hatch=who.hatch, linewidth=0.8, zorder=2,
        )  # fmt: skip
        if stop - start >= least:
            look.chip(ax, (start + stop) / 2, lane, who)


def _held(name: str, held: list[tuple[int, float, float]], names: dict[int, str]) -> str:
    if not held:
        return f"{name}: nobody."
    by_seat: dict[int, list[str]] = {}
    for seat, start, stop in held:
        spell = f"{start:.0f} to {stop - 1:.0f}" if stop - start > 1 else f"{start:.0f}"
        by_seat.setdefault(seat, []).append(spell)
    parts = [
        f"{names[seat]} in turn{'' if spells[0].isdigit() and len(spells) == 1 else 's'}"
        f" {look.listed(spells)}"
        for seat, spells in by_seat.items()
    ]
    return f"{name}: {'; '.join(parts)}."


def ownership(territories: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Territory by turn in the owner's colour: how the map changed hands.

    >>> import risknb as rk
    >>> ax = rk.charts.ownership(rk.frames.territories(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Who held each territory, by turn. Territories at the end: Ada 42, Ben 0, Cleo 0 and Dan 0.'
    """
    look.need(territories, "turn", "territory", "continent", "seat", "player")
    frame = one_game(territories)
    ax = look.sheet(ax, "Who held the territories", dark=dark, x="turn", size=(11, 11))
    if frame.empty:
        return look.nothing(ax, "The game has not begun", dark=dark)
    styles = look.people(frame)
    if not styles:
        return look.nothing(ax, "Nobody is on the board yet", dark=dark)
    lands = frame.drop_duplicates("territory")[["territory", "continent"]]
    first, last = int(frame["turn"].min()), int(frame["turn"].max()) + 1
    grid = _owners(frame, lands, range(first, last))
    colours = [look.theme(dark).grid, *_by_seat(styles, look.theme(dark).grid)]
    ax.imshow(
        grid + 1, cmap=ListedColormap(colours), vmin=-0.5, vmax=len(colours) - 0.5, aspect="auto",
        interpolation="nearest", extent=(first, last, len(lands) - 0.5, -0.5),
    )  # fmt: skip
    _continent_lines(ax, lands, last + 0.012 * (last - first), dark)
    names = [look.shown(str(name), 24) for name in lands["territory"]]
    low = look.points_tall(ax) < LOWEST * len(lands)
    ax.set_yticks([] if low else range(len(lands)), [] if low else names)
    ax.grid(visible=False)
    _turns_below(ax, last, first)
    look.legend(ax, styles, dark=dark, areas=True)
    _chips_on_runs(ax, grid, styles, first)
    return look.say(ax, _ownership_told(frame, styles, last))


def _owners(frame: pd.DataFrame, lands: pd.DataFrame, turns: range) -> np.ndarray:
    """The seat that held a territory, a row each, in a turn, a column each; -1 is nobody."""
    wide = frame.astype({"territory": "str"}).pivot(
        index="territory", columns="turn", values="seat"
    )
    every = wide.reindex(index=lands["territory"].astype("str"), columns=turns)
    grid: np.ndarray = every.fillna(NOBODY).to_numpy(dtype=int)
    return grid


def _by_seat(styles: list[Style], nobody: str) -> list[str]:
    """Colours by seat number, also where a seat is missing from the table."""
    known = {who.seat: who.colour for who in styles}
    return [known.get(seat, nobody) for seat in range(max(known, default=-1) + 1)]


def _continent_lines(ax: Axes, lands: pd.DataFrame, beside: float, dark: bool) -> None:
    look_of = look.theme(dark)
    continents = lands["continent"].astype("str").to_numpy()
    starts = np.flatnonzero(np.append(True, continents[1:] != continents[:-1]))
    for start, stop in zip(starts, np.append(starts[1:], len(lands)), strict=True):
        if start:
            ax.axhline(start - 0.5, color=look_of.paper, linewidth=2.6)
        ax.text(
            beside, (start + stop - 1) / 2, look.shown(str(continents[start])), va="center",
            fontsize=look.TEXT, color=look_of.faint,
        )  # fmt: skip


def _chips_on_runs(ax: Axes, grid: np.ndarray, styles: list[Style], first: int) -> None:
    """Every player's letter on its longest runs: colour is not the only cue."""
    wide, tall = look.chip_size(ax)
    wide, tall = wide * grid.shape[1], max(2.0, tall * grid.shape[0])
    placed: list[tuple[float, float]] = []
    for who in styles:
        runs = [
            (stop - start, (start + stop) / 2, row)
            for row, seats in enumerate(grid)
            for seat, start, stop in spells(seats, first + np.arange(grid.shape[1]))
            if seat == who.seat and stop - start >= max(2, 0.03 * grid.shape[1])
        ]
        taken: list[int] = []
        for _, middle, row in sorted(runs, reverse=True):
            alone = all(abs(row - other) > 1 for other in taken)
            if len(taken) < 8 and alone and look.has_room(placed, middle, row, wide, tall):
                look.chip(ax, middle, row, who)
                taken.append(row)
                placed.append((middle, row))


def _ownership_told(frame: pd.DataFrame, styles: list[Style], last: int) -> str:
    end = frame[frame["turn"] == last - 1].groupby("seat").size()
    order = sorted(styles, key=lambda who: -int(end.get(who.seat, 0)))
    parts = [f"{who.name} {int(end.get(who.seat, 0))}" for who in order]
    return f"Who held each territory, by turn. Territories at the end: {look.listed(parts)}."


def eliminations(players: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """One bar a player, from the start to the turn of its fall, with the one who did it.

    >>> import risknb as rk
    >>> ax = rk.charts.eliminations(rk.frames.players(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Who lasted how long. Ada won. Dan fell in turn 75, by Ada. ...'
    """
    look.need(
        players, "seat", "player", "turns", "eliminated_turn", "eliminated_by", "won", "armies"
    )
    frame = one_game(players)
    frame = frame[(frame["armies"] > 0) | frame["eliminated_turn"].notna()]
    ax = look.sheet(ax, "Who lasted how long", dark=dark, x="turn", size=(9, 3.6))
    if frame.empty:
        return look.nothing(ax, "Nobody is on the board yet", dark=dark)
    styles = {who.name: who for who in look.people(frame)}
    last = _last_turn(frame)
    ordered = frame.assign(end=frame["eliminated_turn"].fillna(last + 1).astype(int))
    ordered = ordered.sort_values(["won", "end"], kind="stable")
    ax.set_yticks(range(len(ordered)), [look.shown(str(name)) for name in ordered["player"]])
    rows, room = list(ordered.itertuples()), look.room(ax)
    fates = _short_fates(rows, {name: who.letter for name, who in styles.items()}, room)
    for lane, (row, fate) in enumerate(zip(rows, fates, strict=True)):
        who = styles[str(row.player)]
        _band(ax, lane, [(who.seat, 0, row.end)], {who.seat: who}, last)
        ax.annotate(
            fate, (row.end, lane), xytext=(8, 0), textcoords="offset points", va="center",
            fontsize=look.TEXT, color=look.theme(dark).ink,
        )  # fmt: skip
    right = max(row.end / (1 - _part(fate, room)) for row, fate in zip(rows, fates, strict=True))
    ax.set(xlim=(0, max(right, last + 1)), ylim=(-0.6, len(ordered) - 0.4))
    ax.grid(visible=False)
    few = max(2, min(7, int(room / 70)))
    ticks = MaxNLocator(few, integer=True).tick_values(0, last)
    ax.set_xticks([turn for turn in ticks if turn <= last])
    told = [f"{row.player} {_fate(row, str(row.eliminated_by))}." for row in rows]
    return look.say(ax, "Who lasted how long. " + " ".join(told[::-1]))


def _last_turn(frame: pd.DataFrame) -> int:
    """The last turn of the game: all turns begun together."""
    return max(int(frame["turns"].sum()), 1)


def _short_fates(rows: list[Any], letters: dict[str, str], room: float) -> list[str]:
    """What became of everybody, by names; by letters where the bars would have too little room."""
    by = [str(row.eliminated_by) for row in rows]
    named = [_fate(row, look.shown(name)) for row, name in zip(rows, by, strict=True)]
    if max(_part(fate, room) for fate in named) < MOST:
        return named
    return [_fate(row, letters.get(name, "?")) for row, name in zip(rows, by, strict=True)]


def _fate(row: Any, by: str) -> str:
    """What became of a player."""
    if row.won:
        return "won"
    if pd.isna(row.eliminated_by):
        return "still there"
    return f"fell in turn {row.end}, by {by}"


def _part(fate: str, room: float) -> float:
    """How much of the chart's width is needed behind a bar, but never nearly all of it."""
    return min(0.75, (len(fate) * look.LETTER + 12) / room)
