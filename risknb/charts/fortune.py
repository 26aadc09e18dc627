"""Luck and chances along the game."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patheffects import Normal, Stroke
from matplotlib.ticker import MaxNLocator

from .. import luck as fortunes
from ..scene.look import INK
from ..wording import percent
from . import look


def cumulative_luck(rolls: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Luck so far in armies, throw by throw, with the ribbon that holds 95 % of fair games.

    >>> import risknb as rk
    >>> ax = rk.charts.cumulative_luck(rk.frames.rolls(rk.sample_game()))
    >>> rk.charts.describe(ax)
    '... Ada +1.1 armies, Ben +3.0 armies, Cleo -6.7 armies and Dan +2.7 armies.'
    """
    ax = look.sheet(ax, "Luck", dark=dark, x="throws in the game", y="armies more than expected")
    track = fortunes.track(rolls)
    if track.empty:
        return look.nothing(ax, "No dice were thrown yet", dark=dark)
    styles = look.people(track)
    look_of = look.theme(dark)
    ends = {}
    for who in styles:
        part = track[track["player"] == who.name]
        look.line(ax, part["throw"], part["luck"], who, dark=dark)
        ends[who] = (float(part["throw"].iloc[-1]), float(part["luck"].iloc[-1]))
    _ribbon(ax, track, look_of)
    ax.axhline(0, color=look_of.faint, linewidth=1.2)
    look.whole_turns(ax)
    look.legend(ax, styles, dark=dark)
    look.chips(ax, ends)
    look.note(ax, "Grey: 95 % of what chance alone does to whoever threw most.", dark=dark)
    parts = [f"{who.name} {luck:+.1f} armies" for who, (_, luck) in ends.items()]
    return look.say(ax, f"Luck so far by throw. At the end: {look.listed(parts)}.")


def _ribbon(ax: Axes, track: pd.DataFrame, look_of: look.Theme) -> None:
    """The widest ribbon, which is that of the player with the most throws."""
    widest = track.loc[track["high"].idxmax(), "player"]
    part = track[track["player"] == widest]
    ax.fill_between(
        part["throw"], part["low"], part["high"], color=look_of.faint, alpha=0.16, linewidth=0,
        zorder=1,
    )  # fmt: skip


def win_probability(forecast: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Chances to win along the game with their bands: an estimate of ``luck.forecast``.

    >>> import risknb as rk
    >>> estimate = rk.luck.forecast(rk.sample_game(), games=2, points=2, turns=5)
    >>> rk.charts.describe(rk.charts.win_probability(estimate))
    'Estimated ... In front: Ben from turn 1 and Ada from turn 75. At the end: Ada 100 %, ...'
    """
    look.need(forecast, "turn", "seat", "player", "chance", "low", "high")
    ax = look.sheet(ax, "Chance to win (estimate)", dark=dark, x="turn", y="chance in %")
    if forecast.empty:
        return look.nothing(ax, "There is nothing to estimate yet", dark=dark)
    styles = look.people(forecast)
    for who in styles:
        part = forecast[forecast["player"] == who.name]
        ax.fill_between(
            part["turn"], part["low"] * 100, part["high"] * 100, color=who.colour, alpha=0.15,
            linewidth=0, zorder=1,
        )  # fmt: skip
        look.line(ax, part["turn"], part["chance"] * 100, who, dark=dark)
    ax.set_ylim(-3, 103)
    look.whole_turns(ax)
    look.legend(ax, styles, dark=dark)
    placed: list[tuple[float, float]] = []
    for who in styles:
        mine = forecast[forecast["player"] == who.name]
        best = mine.sort_values("chance", ascending=False, kind="stable")
        spots = zip(best["turn"].astype(float), best["chance"] * 100, strict=True)
        look.chip_where_free(ax, who, spots, placed)
    text = "Estimated: bots played on from here many times. Bands: 95 % of such estimates."
    look.note(ax, text, dark=dark)
    last = forecast[forecast["turn"] == forecast["turn"].max()]
    parts = [f"{row.player} {percent(row.chance)}" for row in last.itertuples()]
    led = look.in_front(forecast.pivot(index="turn", columns="player", values="chance"))
    told = f"Estimated chance to win by turn. {led} At the end: {look.listed(parts)}."
    return look.say(ax, told)


def win_rates(results: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Share of games won with its 95 % interval.

    Takes a table with *share*, *low* and *high* and names as its index (``Results.table()``,
    ``Results.seat_effect()``), or ``frames.players`` of many games.

    >>> import risknb as rk
    >>> ax = rk.charts.win_rates(rk.frames.players(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Games won, by bot: builder 100 %, avenger 0 % and planner 0 %.'
    """
    look.need(results)
    table = _rates(results) if "won" in results.columns else results
    look.need(table, "share", "low", "high")
    what = str(table.index.name or "player")
    title = f"Games won, by {look.shown(what)}"
    ax = look.sheet(ax, title, dark=dark, x="share of games won in %", size=(9, 4.2))
    if table.empty:
        return look.nothing(ax, "No game is over yet", dark=dark)
    ordered = table.iloc[::-1]
    look_of = look.theme(dark)
    for lane, row in enumerate(ordered.itertuples()):
        ax.plot([row.low * 100, row.high * 100], [lane, lane], color=look_of.faint, linewidth=2.4)
        ax.scatter(row.share * 100, lane, s=150, color=look_of.accent, edgecolor=INK, zorder=3)
        ax.annotate(
            percent(row.share), (row.share * 100, lane), xytext=(0, 10), ha="center",
            textcoords="offset points", fontsize=look.TEXT, color=look_of.ink, fontweight="bold",
            path_effects=[Stroke(linewidth=3, foreground=look_of.paper), Normal()],
        )  # fmt: skip
    ax.set_yticks(range(len(ordered)), [look.shown(str(name), 24) for name in ordered.index])
    ax.set(ylim=(-0.6, len(ordered) - 0.3), xlim=(-2, min(102, ordered["high"].max() * 112)))
    ax.grid(visible=False, axis="y")
    ax.grid(visible=True, axis="x", color=look_of.grid)
    look.note(ax, f"Lines: 95 % intervals.{_par(ax, table, look_of)}", dark=dark)
    parts = [f"{row.Index} {percent(row.share)}" for row in table.itertuples()]
    return look.say(ax, f"Games won, by {what}: {look.listed(parts)}.")


def _par(ax: Axes, table: pd.DataFrame, look_of: look.Theme) -> str:
    """The share of all seats that won, as a line, and what it means."""
    counted = next((name for name in ("seats", "games") if name in table.columns), None)
    if counted is None or "wins" not in table.columns or not table[counted].sum():
        return ""
    par = 100 * table["wins"].sum() / table[counted].sum()
    ax.axvline(par, color=look_of.ink, linewidth=1.4, linestyle=(0, (4, 2)), zorder=1)
    return " Dashed: if all were equally good."


def game_lengths(games: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """How many turns games took: ``Results.games`` or ``frames.games`` of many games.

    >>> import risknb as rk
    >>> ax = rk.charts.game_lengths(rk.frames.games(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'How long games are: one game of 75 turns.'
    """
    look.need(games, "turns")
    ax = look.sheet(ax, "How long games are", dark=dark, x="turns", y="games", size=(9, 4.2))
    if games.empty:
        return look.nothing(ax, "No games yet", dark=dark)
    look_of, middle = look.theme(dark), float(games["turns"].median())
    edges = _bins(games["turns"])
    ax.hist(games["turns"], bins=edges, color=look_of.accent, edgecolor=look_of.paper)
    ax.set_xlim(edges[0] - 2, edges[-1] + 2)  # a single bar must not fill the chart
    ax.axvline(middle, color=look_of.ink, linewidth=1.6, linestyle=(0, (4, 2)))
    look.note(ax, f"Dashed: half of them take {middle:.0f} turns or fewer.", dark=dark)
    look.whole_turns(ax)
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    shortest, longest = int(games["turns"].min()), int(games["turns"].max())
    told = f"{len(games):,} games of {shortest} to {longest} turns, half of {middle:.0f} or fewer."
    if len(games) == 1:
        told = f"one game of {longest} turns."
    return look.say(ax, f"How long games are: {told}")


def _bins(turns: pd.Series[Any]) -> list[float]:
    """Edges between whole turns, for about twenty bars at most."""
    low, high = int(turns.min()), int(turns.max())
    width = -(-(high - low + 1) // 20)
    return [edge - 0.5 for edge in range(low, high + width + 1, width)]


def _rates(players: pd.DataFrame) -> pd.DataFrame:
    """Win rates from a table of players: by bot where all are bots, else by name."""
    from ..batch.results import rate

    look.need(players, "game", "player", "bot", "won", "neutral")
    # A game that goes on is won by nobody so far, which says nothing.
    over = players.groupby("game", observed=True)["won"].transform("any")
    people = players[~players["neutral"] & over]
    by = "bot" if len(people) and people["bot"].notna().all() else "player"
    groups = people.groupby(by, observed=True)["won"]
    rows = {str(name): rate("games", won) for name, won in groups}
    columns = ["games", "wins", "share", "low", "high"]
    table = pd.DataFrame(rows.values(), index=pd.Index(list(rows)), columns=columns)
    return table.rename_axis(by).sort_values("share", ascending=False, kind="stable")
