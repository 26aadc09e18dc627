"""A game from its beginning to its end: step, play, jump, and play on from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as widgets

from ..game import Game
from ..scene import Marks, scene
from ..scene.look import Colours
from . import pieces
from .canvas import MapCanvas
from .controls import button, card, html, note, row
from .running import running_loop
from .words import Line, Story

if TYPE_CHECKING:
    from .app import App

JUMPS = {
    "turn": "every turn",
    "battle": "battles",
    "taken": "captures",
    "out": "eliminations",
}


class Review:
    """The replay of a game. ``go(n)``, ``forward()``, ``next_event()`` work without a browser."""

    def __init__(self, game: Game, app: App | None = None) -> None:
        self.game, self.app = game, app
        self.at = len(game.steps)
        self.playing = False
        self._loop = running_loop()
        self._updating = False
        self.story = Story(game)
        self.lines = self.story.catch_up()
        self.colours = Colours(len(game.players))
        self.map = MapCanvas(game.board)
        self.map.widget.on_client_ready(self.map.repaint)
        self._build()
        self.go(self.at)

    def _build(self) -> None:
        self.slider = widgets.IntSlider(self.at, 0, max(1, len(self.game.steps)), tooltip="Step")
        self.slider.add_class("rk-wide")
        self.slider.observe(self._slid, "value")
        self.kind = widgets.Dropdown(options=[(text, kind) for kind, text in JUMPS.items()])
        self.text, self.players = html(), html()
        buttons = [
            button("⏮ Start", lambda _: self.go(0)),
            button("‹ Step", lambda _: self.go(self.at - 1)),
            button("▶ Play", lambda _: self.play()),
            button("Step ›", lambda _: self.go(self.at + 1)),
            button("End ⏭", lambda _: self.go(len(self.game.steps))),
        ]
        self.play_button = buttons[2]
        jumps = [
            button("‹ Jump", lambda _: self.jump(-1)),
            self.kind,
            button("Jump ›", lambda _: self.jump(1)),
        ]
        branch = button("Play on from here", lambda _: self.branch(), primary=True)
        ends = [branch]
        if self.app is not None:
            app = self.app
            ends.append(button("Back to the game", lambda _: app.show_game()))
        panel = widgets.VBox(
            [card(self.text), card(self.slider, row(*buttons), row(*jumps), row(*ends)),
             card(self.players)]
        )  # fmt: skip
        panel.add_class("rk-panel")
        place = widgets.Box([self.map.widget])
        place.add_class("rk-map-box")
        self.grid = row(place, panel, css="rk-grid")
        self.box = widgets.VBox([self.grid])

    def _slid(self, change: dict[str, int]) -> None:
        if not self._updating:
            self.go(change["new"])

    def go(self, number: int) -> None:
        """Show the board after so many steps."""
        self.at = min(max(0, number), len(self.game.steps))
        state = self.game.at(self.at)
        before = self.game.at(self.at - 1).armies if self.at else state.armies
        pairs = zip(before, state.armies, strict=True)
        changes = tuple((t, b - a) for t, (a, b) in enumerate(pairs) if a != b)
        view = state.seen_by(0)
        picture = scene(view, Marks(changes=changes[:6]), names=self.game.players)
        self.map.paint(picture)
        line = self._line()
        told = pieces.story_rows([line], self.colours) if line else note("The beginning.")
        self.text.value = f"<b>Step {self.at} of {len(self.game.steps)}</b>{told}"
        self.players.value = pieces.players_table(self.game, state, self.colours)
        self._updating = True
        self.slider.value = self.at
        self._updating = False

    def _line(self) -> Line | None:
        done = [line for line in self.lines if line.number <= self.at]
        return done[-1] if done else None

    def jump(self, way: int) -> None:
        """Go to the next event of the chosen kind, or to the one before."""
        kind = self.kind.value
        numbers = [line.number for line in self.lines if _is(line, kind)]
        if kind == "turn":
            turns: dict[int, int] = {}
            for line in self.lines:
                turns.setdefault(line.turn, line.number)
            numbers = list(turns.values())
        later = [n for n in numbers if n > self.at] if way > 0 else []
        earlier = [n for n in numbers if n < self.at] if way < 0 else []
        if later or earlier:
            self.go(min(later) if later else max(earlier))

    def play(self) -> None:
        """Play on by itself, or stop."""
        self.playing = not self.playing
        self.play_button.description = "⏸ Stop" if self.playing else "▶ Play"
        if self.playing:
            self._tick()

    def _tick(self) -> None:
        if not self.playing or self.at >= len(self.game.steps) or self._loop is None:
            self.playing = False
            self.play_button.description = "▶ Play"
            return
        self.go(self.at + 1)
        self._loop.call_later(0.35, self._tick)

    def branch(self) -> App:
        """A new game that goes on from the step shown."""
        from .app import App

        game = self.game.fork(self.at)
        if self.app is not None:
            self.app.start(game)
            return self.app
        app = App(game)
        self.box.children = (app.widget,)
        return app


def _is(line: Line, kind: str) -> bool:
    if kind == "taken":
        return "is taken" in line.text
    if kind == "out":
        return " is out" in line.text
    return line.kind == kind
