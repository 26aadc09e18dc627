"""Who fought whom, and where."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patheffects import Normal, Stroke

from ..board import Board, load
from ..scene.look import DARK, INK, LIGHT, THREAT
from . import look

WARMTH = LinearSegmentedColormap.from_list("fighting", [THREAT[0], "#F2B58C", THREAT[1], "#7A1F16"])


def losses_flow(rolls: pd.DataFrame, ax: Axes | None = None, *, dark: bool = False) -> Axes:
    """Who destroyed whose armies: killers down, victims across, in attack and defence.

    >>> import risknb as rk
    >>> ax = rk.charts.losses_flow(rk.frames.rolls(rk.sample_game()))
    >>> rk.charts.describe(ax)
    '... The most: Ada destroyed 382 of Dan, Dan destroyed 344 of Ada and ...'
    """
    both = ("attacker", "defender")
    look.need(rolls, *both, *(f"{r}_seat" for r in both), *(f"{r}_losses" for r in both))
    ax = look.sheet(ax, "Who destroyed whose armies", dark=dark, x="armies of", y="destroyed by")
    table = kill_matrix(rolls)
    if table.empty:
        return look.nothing(ax, "No battle was fought yet", dark=dark)
    styles = _fighters(rolls)
    values = table.to_numpy(dtype=float)
    top = max(values.max(), 1.0)
    shown = np.ma.masked_where(np.eye(len(values), dtype=bool), values)
    ax.imshow(shown, cmap=WARMTH, vmin=0, vmax=top, aspect="auto")
    for row, column in np.ndindex(*values.shape):
        if row != column:
            paint = WARMTH(values[row, column] / top)
            ink = INK if paint[1] > 0.45 else "#FFFFFF"
            ax.text(
                column, row, f"{values[row, column]:.0f}", ha="center", va="center", color=ink,
                fontsize=look.TEXT + 3, fontweight="bold",
            )  # fmt: skip
    labels = [who.label for who in styles]
    ax.set_yticks(range(len(labels)), labels)
    ax.set_xticks(range(len(labels)), _narrow(styles, look.room(ax)))
    ax.grid(visible=False)
    ax.spines["bottom"].set_visible(False)
    return look.say(ax, _flow_told(table))


def _narrow(styles: list[look.Style], room: float) -> list[str]:
    """Labels for below the columns, where there is less room than beside the rows."""
    most = min(11, int(room / len(styles) / look.LETTER) - 1)
    if most < look.SHORTEST:
        return [who.letter for who in styles]
    return [f"{who.letter}\n{look.shown(who.name, most)}" for who in styles]


def _fighters(rolls: pd.DataFrame) -> list[look.Style]:
    both = [
        rolls[[f"{role}_seat", role]].set_axis(["seat", "player"], axis=1).astype({"player": "str"})
        for role in ("attacker", "defender")
    ]
    return look.people(pd.concat(both))


def kill_matrix(rolls: pd.DataFrame) -> pd.DataFrame:
    """Armies destroyed: killers down, victims across."""
    names = [who.name for who in _fighters(rolls)]
    table = pd.DataFrame(0, index=names, columns=names)
    sums = rolls.groupby(["attacker", "defender"], observed=True)[
        ["attacker_losses", "defender_losses"]
    ].sum()
    for (attacker, defender), (lost, killed) in zip(sums.index, sums.to_numpy(), strict=True):
        table.loc[attacker, defender] += killed
        table.loc[defender, attacker] += lost
    return table


def _flow_told(table: pd.DataFrame) -> str:
    pairs = [
        (int(table.loc[a, b]), f"{a} destroyed {int(table.loc[a, b])} of {b}")
        for a in table.index
        for b in table.columns
        if a != b
    ]
    worst = [text for _, text in sorted(pairs, reverse=True)[:3]]
    return f"Armies destroyed, by killer and victim. The most: {look.listed(worst)}."


def fighting_map(
    rolls: pd.DataFrame,
    ax: Axes | None = None,
    *,
    board: str | Board = "classic",
    dark: bool = False,
) -> Axes:
    """The map with every territory the darker the more armies fell there.

    >>> import risknb as rk
    >>> ax = rk.charts.fighting_map(rk.frames.rolls(rk.sample_game()))
    >>> rk.charts.describe(ax)
    'Map of armies fallen by territory. The most: Kamchatka 159, Brazil 131, ...'
    """
    look.need(rolls, "from", "to", "attacker_losses", "defender_losses")
    land = board if isinstance(board, Board) else load(board)
    _check_places(rolls, land)
    ax = look.sheet(ax, "Where the fighting was", dark=dark, size=(12, 7.6))
    fallen = fallen_armies(rolls, land)
    values = fallen.to_numpy(dtype=float)
    _draw(ax, land, values, dark)
    ax.set(xlim=(0, land.shapes.size[0]), ylim=(land.shapes.size[1], 0), aspect="equal")
    ax.set(xticks=[], yticks=[])
    ax.grid(visible=False)
    ax.spines["bottom"].set_visible(False)
    if not values.any():
        look.note(ax, "No battle was fought yet", dark=dark)
        return look.say(ax, "Where the fighting was: no battle was fought yet.")
    look.note(ax, "Numbers: armies that fell there, of both sides.", dark=dark)
    worst = fallen.sort_values(ascending=False, kind="stable").head(5)
    parts = [f"{name} {int(number)}" for name, number in worst.items() if number]
    return look.say(ax, f"Map of armies fallen by territory. The most: {look.listed(parts)}.")


def _check_places(rolls: pd.DataFrame, board: Board) -> None:
    """A fight on another board would leave the map empty, as if there had been none."""
    places = {*rolls["from"].dropna().astype("str"), *rolls["to"].dropna().astype("str")}
    if strange := sorted(places - set(board.names)):
        raise look.FrameError(
            f"board must be that of the game: {board.name} has no {strange[0]}"
            " (board=game.board gives it)"
        )


def fallen_armies(rolls: pd.DataFrame, board: Board) -> pd.Series[Any]:
    """Armies that fell by territory, in board order: those of both sides on their own ground."""
    attack = rolls.groupby("from", observed=True)["attacker_losses"].sum()
    defence = rolls.groupby("to", observed=True)["defender_losses"].sum()
    both = attack.add(defence, fill_value=0)
    return both.reindex(list(board.names)).fillna(0).astype(int)


def _draw(ax: Axes, board: Board, values: np.ndarray, dark: bool) -> None:
    theme = DARK if dark else LIGHT
    ax.set_facecolor(theme.sea)
    # Few territories see most of the fighting: roots keep the others apart.
    strength = np.sqrt(values / max(values.max(), 1.0))
    shapes = board.shapes
    lines = [path for sea in shapes.sea_lines for path in sea.paths]
    ax.add_collection(LineCollection(lines, colors=theme.sea_line, linewidths=0.9, linestyles=":"))
    for at, outline in enumerate(shapes.outlines):
        paint = WARMTH(strength[at])
        ax.add_collection(
            PolyCollection(outline.rings, facecolor=paint, edgecolor=theme.coast, linewidths=0.7)
        )
    if shapes.lakes:
        ax.add_collection(PolyCollection(shapes.lakes, facecolor=theme.sea, edgecolor=theme.coast))
    _numbers(ax, board, values, strength)


def _numbers(ax: Axes, board: Board, values: np.ndarray, strength: np.ndarray) -> None:
    """How many fell, on every territory; on a small map only where a number hides no larger one."""
    shapes = board.shapes
    unit = shapes.size[0] / look.points_wide(ax)
    placed: list[tuple[float, float]] = []
    for at in np.argsort(-values, kind="stable"):
        x, y = shapes.outlines[at].badge
        if not values[at] or not look.has_room(placed, x, y, 15 * unit, 12 * unit):
            continue
        placed.append((x, y))
        paint = WARMTH(strength[at])
        # An edge of the land's colour, where a number reaches into the sea.
        ax.text(
            x, y, f"{values[at]:.0f}", ha="center", va="center", fontsize=look.TEXT,
            fontweight="bold", color=INK if paint[1] > 0.45 else "#FFFFFF",
            path_effects=[Stroke(linewidth=2.4, foreground=paint), Normal()],
        )  # fmt: skip
