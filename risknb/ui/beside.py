"""Beside a map made small by open charts: the continents, and the territory under the pointer."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import ipywidgets as widgets

from ..scene.views import shared
from ..story import army_name
from ..wording import armies_text, listed
from . import pieces
from .controls import card, html, mark, note

if TYPE_CHECKING:
    from .app import App


class Beside:
    """What a small map has no room for; only the page of a wide screen shows it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.continents = html()
        self.under = html()
        self.box = widgets.VBox([card(self.continents), card(self.under)])
        self.box.add_class("rk-beside")

    @property
    def wanted(self) -> bool:
        """Whether the map makes room for the charts."""
        return bool(self.app.tabs.bar.value == "Charts")

    def show(self) -> None:
        """Bring the continents up to date, and make room where it is wanted."""
        mark(self.app.grid, "rk-charting", self.wanted)
        if self.wanted:
            self.continents.value = pieces.continents_table(self.app.shown(), self.app.colours)
            self.show_under()

    def show_under(self) -> None:
        """Tell of the territory under the pointer, as the map's own card does."""
        app, at = self.app, self.app.hover
        if not self.wanted:
            return
        if at is None:
            self.under.value = note("Point at a territory.")
            return
        state = app.shown()
        chip = pieces.chip(app.colours, state.owners[at])
        who = army_name(app.game.players, state.owners[at])
        if len(mates := shared(state, at)) > 1:
            who = listed(f"{app.game.players[seat]} {n}" for seat, n in mates)
        head = f"{chip} <b>{escape(state.board.names[at])}</b>"
        told = note(f"{who} · {armies_text(state.armies[at])}")
        chance = app.hover_note()
        more = f"<div><b>{escape(chance)}</b></div>" if chance else ""
        self.under.value = f"{head} {told}{more}"
