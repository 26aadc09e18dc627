"""A game from its beginning to its end: step, play, jump, and play on from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as widgets

from ..moves import Roll, Step
from ..rules import perform
from ..scene import Marks, scene
from ..state import State
from . import pieces
from .canvas import MapCanvas
from .controls import button, card, filled, html, note, put, row
from .looking import battle_of

if TYPE_CHECKING:
    from .app import App

JUMPS = {
    "turn": "every turn",
    "battle": "battles",
    "taken": "captures",
    "out": "eliminations",
}


class Review:
    """The replay of a game; ``go(n)``, ``jump(1)`` and ``branch()`` work without a browser too."""

    def __init__(self, app: App) -> None:
        game = app.game
        self.game, self.app = game, app
        self.at = len(game.steps)
        self.playing = False
        self.lines = app.story.catch_up()
        self.colours = app.colours
        self.map = MapCanvas(game.board)
        self.map.widget.on_client_ready(lambda: app.runner.call(self.map.repaint))
        self._build()
        self.go(self.at)

    def _build(self) -> None:
        self.slider = widgets.IntSlider(self.at, 0, max(1, len(self.game.steps)), tooltip="Step")
        self.slider.add_class("rk-wide")
        post = self.app.post
        self.slider.observe(post(lambda: self.go(self.slider.value)), "value")
        self.kind = widgets.Dropdown(options=[(text, kind) for kind, text in JUMPS.items()])
        self.text, self.players = html(), html()
        buttons = [
            button("|‹ Start", post(lambda: self.go(0))),
            button("‹ Step", post(lambda: self.go(self.at - 1)), once=False),
            button("▶ Play", post(self.play)),
            button("Step ›", post(lambda: self.go(self.at + 1)), once=False),
            button("End ›|", post(lambda: self.go(len(self.game.steps)))),
        ]
        self.play_button = buttons[2]
        jumps = [
            button("‹ Jump", post(lambda: self.jump(-1)), once=False),
            self.kind,
            button("Jump ›", post(lambda: self.jump(1)), once=False),
        ]
        ends = [
            button("Play on from here", post(self.branch), primary=True),
            button("Back to the game", post(self.app.show_game)),
        ]
        panel = widgets.VBox(
            [card(self.text), card(self.slider, filled(*buttons), filled(*jumps), filled(*ends)),
             card(self.players)]
        )  # fmt: skip
        panel.add_class("rk-panel")
        place = widgets.Box([self.map.widget])
        place.add_class("rk-map-box")
        self.grid = row(place, panel, css="rk-grid")
        title = html("<b>risknb</b><span>The game again, step by step</span>", "rk-title")
        self.box = widgets.VBox([row(title, css="rk-top"), self.grid])

    def go(self, number: int) -> None:
        """Show the board after so many steps."""
        self.at = min(max(0, number), len(self.game.steps))
        state = self.game.at(max(0, self.at - 1))
        marks = self._perform(state, self.game.steps[self.at - 1]) if self.at else Marks()
        view = self.app.seen(state)
        dark, compact = self.app.aid.dark, self.app.compact
        names, colours = self.game.players, self.game.colours
        drawn = scene(view, marks, names=names, colours=colours, dark=dark, compact=compact)
        self.map.paint(drawn)
        line = self.app.story.at(self.at)
        told = pieces.story_rows([line], self.colours) if line else note("The beginning.")
        self.text.value = f"<b>Step {self.at} of {len(self.game.steps)}</b>{told}"
        self.players.value = pieces.players_table(self.game, state, self.colours)
        put(self.slider, value=self.at)

    def _perform(self, state: State, step: Step) -> Marks:
        """Make a step; returns what to mark: who threw at whom, and what changed."""
        before, throw = state.armies[:], battle_of(state, step.move)
        perform(state, step.move, step.chance)
        pairs = zip(before, state.armies, strict=True)
        changes = tuple((t, b - a) for t, (a, b) in enumerate(pairs) if a != b)
        marks = Marks(changes=changes[:6])
        if throw is None or not isinstance(step.chance, Roll):
            return marks
        return throw._replace(roll=step.chance).on_map(marks)

    def jump(self, way: int) -> None:
        """Go to the next event of the chosen kind, or to the one before."""
        numbers = [line.number for line in self.lines if self.kind.value in line.kinds]
        later = [n for n in numbers if n > self.at] if way > 0 else []
        earlier = [n for n in numbers if n < self.at] if way < 0 else []
        if later or earlier:
            self.go(min(later) if later else max(earlier))

    def press(self, key: str) -> None:
        """Do what a key stands for: arrows step, Home and End, Space plays, Escape goes back."""
        last = len(self.game.steps)
        places = {"ArrowLeft": self.at - 1, "ArrowRight": self.at + 1, "Home": 0, "End": last}
        if key in places:
            self.go(places[key])
        elif key == " ":
            self.play()
        elif key == "Escape":
            self.app.show_game()

    def play(self) -> None:
        """Play on by itself, or stop."""
        self.playing = not self.playing
        self.play_button.description = "⏸ Stop" if self.playing else "▶ Play"
        if self.playing:
            self._tick()

    def _tick(self) -> None:
        if not self.playing or self.at >= len(self.game.steps):
            self.playing = False
            self.play_button.description = "▶ Play"
            return
        self.go(self.at + 1)
        if self.app.runner.later(0.35, self._tick) is None:
            self.playing = False

    def branch(self) -> None:
        """A new game that goes on from the step shown."""
        self.app.start(self.game.fork(self.at))
