"""Below the map: the story, the charts, the cards."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import ipywidgets as widgets

from ..cards import rising_value
from ..game import Game
from ..state import State
from . import pieces
from .controls import button, html, note, put_children, row, show
from .troubles import fold_out, named, places

if TYPE_CHECKING:
    from .app import App

KINDS: dict[str, frozenset[str] | None] = {
    "everything": None,
    "battles": frozenset({"battle"}),
    "captures": frozenset({"taken"}),
    "moves": frozenset({"move", "place"}),
    "cards": frozenset({"card"}),
    "turns": frozenset({"turn"}),
}
#: Lines of the story that are shown at first, and how many more each time.
MOST_LINES = 12
SOON = "The charts are being drawn …"


class Tabs:
    """The tab bar and what is open below it; only what is open is kept up to date."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.bar = widgets.ToggleButtons(options=["Story", "Charts", "Cards"])
        self.filter = widgets.Dropdown(options=list(KINDS), tooltip="Which part of the story")
        self.filter.layout.width = "150px"
        self.story = html()
        self.most = MOST_LINES
        self.older = button("Older …", app.post(self._more), once=False)
        self.older.add_class("rk-older")
        self.charts = html()
        self.cards = html()
        self.place = widgets.VBox()
        self.bar.observe(app.post(self.show), "value")
        self.filter.observe(app.post(self.show), "value")
        self.box = widgets.VBox([row(self.bar, self.filter, css="rk-tabbar"), self.place])
        self.box.add_class("rk-tabs")
        self._drawn: tuple[Game, int, bool] | None = None
        self._drawing = False

    def show(self) -> None:
        """Bring the open tab up to date, and the map's size: charts need room."""
        self.app.beside.show()
        show(self.filter, self.bar.value == "Story")
        match self.bar.value:
            case "Story":
                self._show_story()
                put_children(self.place, (self.story, self.older))
            case "Charts":
                put_children(self.place, (self.charts,))
                self._show_charts()
            case "Cards":
                self.cards.value = self._cards(self.app.state)
                put_children(self.place, (self.cards,))

    def _show_story(self) -> None:
        kinds = KINDS[self.filter.value]
        every = self.app.story.catch_up()
        lines = every if kinds is None else [line for line in every if line.kinds & kinds]
        rows = pieces.story_rows(lines[-self.most :], self.app.colours, self.app.moment)
        self.story.value = rows
        show(self.older, len(lines) > self.most)

    def _more(self) -> None:
        """Tell more of the story; nothing scrolls inside the page."""
        self.most += 4 * MOST_LINES

    def _show_charts(self) -> None:
        """Draw the charts anew when a turn has passed, in a thread: they take a while."""
        wanted = (self.app.game, self.app.state.turn, self.app.aid.dark)
        drawn = self._drawn
        if drawn is None or drawn[0] is not self.app.game or drawn[2] != self.app.aid.dark:
            # another game's charts tell nothing here, and another theme's cannot be read
            self.charts.value = note(SOON)
        if wanted == self._drawn or self._drawing:
            return
        self._drawn = wanted
        if self.app.state.turn < 2:
            self.charts.value = note("Charts begin with the second turn.")
            return
        if "<img" not in self.charts.value:
            self.charts.value = note(SOON)
        snapshot, dark = self.app.game.fork(), self.app.aid.dark
        self._drawing = True
        self.app.runner.think(lambda: _drawn(snapshot, dark), self._drew)

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
        if rules.fixed_sets:
            parts.append(f"<p>Value of a set &nbsp; {note(pieces.FIXED)}</p>")
        else:
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


def _drawn(game: Game, dark: bool) -> list[str]:
    """The charts; what draws them is large, and loaded in the thread when first needed."""
    from . import pictures

    return pictures.pictures(game, dark)


def _value(state: State, sets: int) -> str:
    """What a set is worth after so many others: gone, now, or later."""
    look = " class=rk-gone" if sets < state.sets else ""
    look = " aria-current=true" if sets == state.sets else look
    return f"<span{look}>{rising_value(state.rules, sets)}</span>"
