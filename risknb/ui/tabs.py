"""Below the map: the story, the charts, the cards."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import ipywidgets as widgets

from ..cards import rising_value
from ..state import State
from . import pieces
from .controls import html, note, put_children, row, show
from .troubles import fold_out, named, places

if TYPE_CHECKING:
    from .app import App

KINDS = {
    "everything": None,
    "battles": ("battle",),
    "moves": ("move", "place"),
    "cards": ("card",),
    "turns": ("turn",),
}
MOST_LINES = 150


class Tabs:
    """The tab bar and what is open below it; only what is open is kept up to date."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.bar = widgets.ToggleButtons(options=["Story", "Charts", "Cards"])
        self.filter = widgets.Dropdown(options=list(KINDS), tooltip="Which part of the story")
        self.filter.layout.width = "150px"
        self.story = html()
        self.charts = html()
        self.cards = html()
        self.place = widgets.VBox()
        self.bar.observe(app.post(self.show), "value")
        self.filter.observe(app.post(self.show), "value")
        self.box = widgets.VBox([row(self.bar, self.filter, css="rk-tabbar"), self.place])
        self.box.add_class("rk-tabs")
        self._drawn: tuple[int, int, bool] | None = None
        self._drawing = False

    def show(self) -> None:
        """Bring the open tab up to date."""
        show(self.filter, self.bar.value == "Story")
        match self.bar.value:
            case "Story":
                self._show_story()
                put_children(self.place, (self.story,))
            case "Charts":
                self._show_charts()
                put_children(self.place, (self.charts,))
            case "Cards":
                self.cards.value = self._cards(self.app.state)
                put_children(self.place, (self.cards,))

    def _show_story(self) -> None:
        kinds = KINDS[self.filter.value]
        lines = [
            line for line in self.app.story.catch_up() if kinds is None or line.kind in kinds
        ]
        rows = pieces.story_rows(lines[-MOST_LINES:], self.app.colours, self.app.moment)
        self.story.value = rows

    def _show_charts(self) -> None:
        """Draw the charts anew when a turn has passed, in a thread: they take a while."""
        from . import pictures

        wanted = (id(self.app.game), self.app.state.turn, self.app.aid.dark)
        if wanted == self._drawn or self._drawing:
            return
        self._drawn = wanted
        if self.app.state.turn < 2:
            self.charts.value = note("Charts begin with the second turn.")
            return
        snapshot, dark = self.app.game.fork(), self.app.aid.dark
        self._drawing = True
        self.app.runner.think(lambda: pictures.pictures(snapshot, dark), self._drew)

    def _drew(self, found: list[str] | Exception) -> None:
        self._drawing = False
        if isinstance(found, Exception):
            text = escape(f"The charts cannot be drawn ({named(found)}). The game goes on.")
            self.charts.value = f'<div class="rk-error">! {text}{fold_out(places(found))}</div>'
            return
        self.charts.value = f'<div class="rk-charts">{"".join(found)}</div>'
        if self.bar.value == "Charts":
            self.show()

    def _cards(self, state: State) -> str:
        rules = state.rules
        if not rules.cards:
            return note("This game is played without cards.")
        parts = []
        if not rules.fixed_sets:
            near = range(max(0, state.sets - 2), state.sets + 6)
            cells = "".join(_value(state, sets) for sets in near)
            parts.append(f'<p class="rk-values">Value of a set &nbsp; {cells}</p>')
        hands = " &nbsp; ".join(
            f"{pieces.chip(self.app.colours, seat)} {len(state.hands[seat])}"
            for seat in range(state.seats)
        )
        must = note(f"with {rules.force_start} or more a set must be traded as the turn begins")
        parts.append(f"<p>Cards in hands &nbsp; {hands} {must}</p>")
        parts.append(f"<p>Pile &nbsp; {len(state.deck)} cards, {len(state.pile)} traded in.</p>")
        return "".join(parts)


def _value(state: State, sets: int) -> str:
    """What a set is worth after so many others: gone, now, or later."""
    look = " class=rk-gone" if sets < state.sets else ""
    look = " aria-current=true" if sets == state.sets else look
    return f"<span{look}>{rising_value(state.rules, sets)}</span>"
