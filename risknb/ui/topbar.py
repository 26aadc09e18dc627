"""The bar above the map: what is played, the speed of the bots, undo, views, help."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import ipywidgets as widgets

from ..scene import VIEWS
from . import keys, pieces
from .controls import button, html, note, put, row, show
from .settings import SPEEDS

if TYPE_CHECKING:
    from .app import App


class TopBar:
    """The bar, and the list of keys that Help opens below it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.title = html("", "rk-title")
        self.speed = widgets.SelectionSlider(
            options=[(name, at) for at, name in enumerate(SPEEDS)], value=app.settings.speed,
            description="Bots", tooltip="Speed of the bots",
        )  # fmt: skip
        self.speed.add_class("rk-speed")
        self.speed.style.description_width = "34px"
        self.speed.observe(app.post(self._set_speed), "value")
        views = [(f"View: {name}", name) for name in VIEWS]
        self.view = widgets.Dropdown(options=views, value=app.settings.view)
        self.view.observe(app.post(self._set_view), "value")
        self.pause = button("Pause", app.post(app.pause))
        self.undo = button("Undo", app.post(app.undo))
        self.finish = button("Finish my turn", app.post(app.finish_turn))
        others = [
            button("Save", app.post(app.save)),
            self.view,
            button("New game", app.post(app.open_new_game)),
            button("Help", app.post(app.toggle_help)),
        ]
        first = [self.title, self.speed, self.pause, self.undo, self.finish]
        self.box = row(*first, *others, css="rk-top")
        self.help = html()

    def _set_speed(self) -> None:
        self.app.settings.speed = self.speed.value

    def _set_view(self) -> None:
        self.app.settings.view = self.view.value

    def show(self) -> None:
        """Bring the bar up to date."""
        app, game, state = self.app, self.app.game, self.app.state
        kind = f"{game.rules.edition} {game.rules.mode.replace('-', ' ')}"
        # The sentence beside the map names whose turn it is; a long name would need a line here.
        who = "over" if state.over else pieces.chip(app.colours, state.actor)
        turn = f"Turn {state.turn}" if state.turn else "Set-up"
        kind = f'<span class="rk-kind">{escape(kind)} · </span>'  # left out where there is no room
        self.title.value = f"<b>risknb</b><span>{kind}{turn} · {who}</span>"
        put(self.pause, description="Go on" if app.paused else "Pause", disabled=state.over)
        put(self.undo, disabled=not app.can_undo)
        put(self.finish, disabled=app.curtain or not app.human_decides)
        show(self.help, app.help_shown)
        if app.help_shown:
            self.help.value = self._help()

    def _help(self) -> str:
        rows = "".join(f"<div><dt>{key}</dt><dd>{what}</dd></div>" for key, what in keys.HELP)
        file = self.app.game.file
        where = f"Every step is saved in {file}." if file else ""
        return f'<dl class="rk-help">{rows}</dl>{note(where)}'
