"""The game in the notebook: click, move, push, refresh."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from ..game import Game
from ..rules import IllegalMove
from ..scene import Marks, Scene, hit, scene
from ..scene.layers import COMPACT_BADGE
from ..state import Phase
from ..story import army_name
from ..wording import armies_text
from . import keys, pieces, saving, screens
from .aid import Aid
from .beside import Beside
from .canvas import MapCanvas
from .choice import PLACING, attack_targets
from .controls import html, mark, put, row
from .drawn import DrawnMap
from .looking import action
from .panel import Panel
from .running import Pace, Runner
from .settings import Settings
from .still import Still
from .tabletop import Tabletop
from .tabs import Tabs
from .topbar import TopBar
from .troubles import Trouble, named

if TYPE_CHECKING:
    from .newgame import NewGame
    from .replay import Review

NARROW = 700
#: Said where no canvas works.
PICTURE = "The map cannot be painted here. It is a picture now: choose territories from the lists."
#: Seconds for which losses and arrivals stay marked on the map, and the frames of their rings.
MARKED, PULSES = 1.6, (0.25, 0.5, 0.75)
#: Rings spread only where nothing else changed for so many seconds: every frame is a message.
CALM = 0.35
#: How often in a second the panel follows, and what is only read: the players and the story.
PANELS, TABLES = 4, 2


class App(Tabletop):
    """A game on the screen; every button is also a plain method.

    ``app.click("Alaska")``, ``app.roll()``, ``app.blitz()``, ``app.end_turn()`` and all the others
    work without a browser too. In a notebook bots play in the background: ``await app.idle()``
    waits for them.
    """

    def __init__(
        self, game: Game, settings: Settings | None = None, *, playing: bool = True
    ) -> None:
        self.playing = playing
        self.stop_at = 3
        self.compact = False
        self.hover: int | None = None
        self.help_shown = False
        self._updating = 0
        self._pulse = 0.0
        self._fresh = -1
        self._marked = 0.0
        self._built = False
        self.failure: Exception | None = None
        self.reviewing: Review | None = None
        self.form: NewGame | None = None
        self.left = ""
        super().__init__(game, settings)
        self._build()
        if playing:
            screens.take(self)
        self.changed()

    def _build(self) -> None:
        self.runner = Runner(self)
        self._panel_pace = Pace(self.runner, lambda: self._show(self._show_panel), PANELS)
        self._table_pace = Pace(self.runner, lambda: self._show(self._show_table), TABLES)
        self.aid = Aid()
        self.aid.on_msg(self._page_says)
        self.aid.observe(self.post(self._fit), ["map_width", "density", "dark", "still"])
        self.aid.observe(self.post(self._bare), ["bare"])
        self.panel = Panel(self)
        self.tabs = Tabs(self)
        self.map_box = widgets.Box()
        self.map_box.add_class("rk-map-box")
        self.spoken = html("", "rk-sr")
        self.bar = TopBar(self)
        self.beside = Beside(self)
        parts = (self.map_box, self.beside.box, self.panel.box, self.tabs.box)
        self.grid = row(*parts, css="rk-grid")
        self.stage = widgets.VBox([self.bar.box, self.bar.help, self.grid])
        self.widget = widgets.VBox([self.aid, self.spoken, self.stage])
        self.widget.add_class("rk-app")
        self.still = Still(self)
        self._new_map()
        self._built = True

    def _new_map(self) -> None:
        kind = MapCanvas if self.settings.canvas else DrawnMap
        self.map: MapCanvas | DrawnMap = kind(self.game.board)
        if isinstance(self.map, DrawnMap):
            self.map_box.children = (self.map.widget,)
            return
        self.map.widget.on_client_ready(lambda: self.runner.call(self.map.repaint))
        self.map.on_point(self._moved, self._pressed, self._left)
        self.map_box.children = (self.map.widget,)

    # -- callbacks: nothing but a hop onto the loop, and no error is ever lost ----------------
    def post(self, act: Callable[[], object]) -> Callable[..., None]:
        """A callback that does *act* on the game's loop and shows what goes wrong."""

        def callback(*_: object) -> None:
            # What the screen itself sets is no wish; clicks may come in another thread meanwhile.
            if self._updating != threading.get_ident():
                self.runner.call(lambda: self._run(act))

        return callback

    def _run(self, act: Callable[[], object]) -> None:
        if self.left and act != self.come_back:
            return
        self.alert = self.notice = ""
        with self.acting():
            try:
                act()
            except IllegalMove as problem:
                self.message = problem.reason[:1].upper() + problem.reason[1:] + "."
            except ValueError as problem:
                text = str(problem)
                self.message = text[:1].upper() + text[1:200] + "."
            except Exception as problem:
                self.alarm(f"Something went wrong ({named(problem)}). The game goes on.", problem)

    def _page_says(self, _: object, message: dict[str, Any], __: object) -> None:
        kind = message.get("type")
        if kind == "key":
            self.post(lambda: self._press_key(str(message.get("key", ""))))()
        elif kind == "act":
            self.post(lambda: self._act(str(message.get("act", ""))))()

    def _press_key(self, key: str) -> None:
        """A key means something for what is on the screen: the game, its replay, or a form."""
        if self.reviewing is not None:
            self.reviewing.press(key)
        elif self.form is None:
            keys.press(self, key)

    def _act(self, text: str) -> None:
        verb, _, number = text.partition(":")
        if verb == "moment" and number.isdigit():
            self.show_moment(int(number))
        elif verb == "card" and number.isdigit():
            self.pick(int(number))

    def _moved(self, x: float, y: float) -> None:
        self.runner.call(lambda: self._hover(self._at(x, y)))

    def _left(self) -> None:
        self.runner.call(lambda: self._hover(None))

    def _pressed(self, x: float, y: float) -> None:
        self.post(lambda: self._press(x, y))()

    def _press(self, x: float, y: float) -> None:
        at = self._at(x, y)
        if at is None:
            self.choice.clear()
            self.show_moment(None)
        else:
            self.click(at)

    def _at(self, x: float, y: float) -> int | None:
        badge = COMPACT_BADGE if self.compact else 1.0
        return hit(self.game.board, x, y, badge=badge)

    def _hover(self, at: int | None) -> None:
        if at != self.hover:
            self.hover = at
            self._paint()
            self.beside.show_under()

    # -- the screen follows -------------------------------------------------------------------
    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Act without the screen following; whoever acts shows it."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def changed(self) -> None:
        """Bring the screen up to date and let the bots go on."""
        if not self._built:
            return
        self.refresh()
        self.runner.wake()

    def refresh(self, quick: bool = False) -> None:
        """Show the position; *quick* leaves out what can wait while bots play.

        The map follows at once, the panel a few times a second: every widget is a message.
        """
        self._show(self._show_map)
        if quick and self.settings.delay < 0.3:
            self._show(self._show_quick)
        elif self.curtain or self.left:
            self._show(self._show_panel)  # what is private goes at once
            self._table_pace()
        else:
            self._panel_pace()
            self._table_pace()
        if self.human_decides or self.state.over:
            self._show(self.still.update)

    def _show(self, part: Callable[[], None]) -> None:
        """Bring a part of the screen up to date; what goes wrong there is told, never lost."""
        self._updating = threading.get_ident()
        try:
            part()
        except Exception as problem:
            self.failure = problem
            self.panel.fail(problem)
        finally:
            self._updating = 0

    def _show_map(self) -> None:
        self._mark_fresh()
        self._paint()
        put(self.aid, each_click=self.state.phase in PLACING)
        mark(self.map_box, "rk-dim", self.curtain or bool(self.left))

    def _show_panel(self) -> None:
        self.bar.show()
        self.spoken.value = f'<div role="status" aria-live="polite">{self._spoken()}</div>'
        self.panel.show()

    def _show_quick(self) -> None:
        """What is read between two decisions."""
        self.bar.show()
        self.panel.show_prompt()
        self.panel.show_players()

    def _show_table(self) -> None:
        self.panel.show_players()
        self.tabs.show()

    def picture(self) -> Scene:
        """The map as it is shown now."""
        dark = self.aid.dark
        return scene(
            self.shown(),
            self._marks(),
            view=self.settings.view,
            dark=dark,
            names=self.game.players,
            colours=self.game.colours,
            compact=self.compact,
        )

    def _marks(self) -> Marks:
        decides = self.human_decides and self.moment is None and not self.curtain
        marks = self.choice.marks(self.state, decides)
        if self.moment is not None:
            return marks._replace(hover=self.hover)
        throw = self.throw if not self.state.over else None
        if throw is not None and self._fresh == len(self.game.steps):
            marks = throw.on_map(marks)
        if self._fresh == len(self.game.steps):
            marks = marks._replace(changes=self.changes, pulse=self._pulse)
        return marks._replace(hover=self.hover, note=self.hover_note())

    def hover_note(self) -> str:
        """The odds of attacking what is under the pointer, where odds are shown."""
        src, dst = self.choice.src, self.hover
        if src is None or dst is None or not self.settings.odds or not self.human_decides:
            return ""
        if dst not in attack_targets(self.state, src):
            return ""
        return f"Your win chance {pieces.percent(pieces.taken(pieces.fight(self.state, src, dst)))}"

    def _paint(self) -> None:
        picture = self.picture()
        try:
            self.map.paint(picture)
        except Exception as problem:
            if isinstance(self.map, DrawnMap):
                raise
            self.alarm(PICTURE, problem)
            self._draw_instead()

    def _bare(self) -> None:
        """The page has no canvas where one should be: ipycanvas is not installed there."""
        if self.aid.bare and not isinstance(self.map, DrawnMap):
            self.alert = PICTURE
            self.trouble = Trouble(self.alert, "ipycanvas does not work on this page.")
            self._draw_instead()

    def _draw_instead(self) -> None:
        """No canvas works on this page: a plain picture takes its place, and lists do the rest."""
        self.settings.canvas = False
        self._new_map()
        self.map.paint(self.picture())
        self.panel.show_prompt()

    def _mark_fresh(self) -> None:
        """Mark what the last step changed, for a moment."""
        steps = len(self.game.steps)
        if self._fresh == steps or not self.changes:
            return
        self._fresh = steps
        calm = time.monotonic() - self._marked >= CALM
        self._marked = time.monotonic()
        moving = calm and self.settings.motion and not self.aid.still
        moving = moving and self.settings.delay >= 0.3
        for at, pulse in enumerate(PULSES if moving else ()):
            self.runner.later(0.07 * (at + 1), partial(self._ring, steps, pulse))
        self.runner.later(0.07 * (len(PULSES) + 1), lambda: self._ring(steps, 0.0))
        self.runner.later(MARKED, lambda: self._unmark(steps))

    def _ring(self, steps: int, pulse: float) -> None:
        if len(self.game.steps) == steps and self._fresh == steps:
            self._pulse = pulse
            self._paint()

    def _unmark(self, steps: int) -> None:
        if len(self.game.steps) == steps:
            self.changes = ()
            self._pulse = 0.0
            self._paint()

    def _spoken(self) -> str:
        """The territory under the keyboard, for those who listen."""
        at = self.choice.walking
        if at is None:
            return ""
        state = self.state
        owner = army_name(self.game.players, state.owners[at])
        return escape(f"{state.board.names[at]}, {owner}, {armies_text(state.armies[at])}.")

    def _fit(self) -> None:
        """Follow the page: size, sharpness, theme."""
        self.compact = 0 < self.aid.map_width < NARROW
        shown = self.map if self.reviewing is None else self.reviewing.map
        if self.aid.map_width:
            shown.fit(self.aid.map_width, self.aid.density)
        if self.reviewing is not None:
            self.reviewing.go(self.reviewing.at)
        if self.form is not None and self.form.box in self.stage.children:
            self.form.show()  # its board follows the theme

    # -- what only a screen has ---------------------------------------------------------------
    @property
    def thinking(self) -> int:
        """The seat whose bot is thinking, or -1; the runner may still be at the seat before."""
        thinks = self.runner.thinking >= 0 and not self.human_decides and not self.state.over
        return self.state.actor if thinks else -1

    @property
    def paused(self) -> bool:
        """Whether the bots are stopped."""
        return self.runner.paused

    @property
    def prompt(self) -> str:
        """What to do now, in one sentence."""
        if self.left:
            return self.left
        waits = self.paused and self.runner.wanted and self.moment is None
        if self.playing and waits:
            return f"{self.game.players[self.state.actor]} waits: the bots are stopped."
        return super().prompt

    @action
    def leave(self, text: str) -> None:
        """Another panel takes over: stop the bots and take no more clicks; *text* says why."""
        self.left = text
        self.at_screen, self.hand_shown, self.mission_shown = None, False, False
        self.runner.stop()

    @action
    def come_back(self) -> None:
        """Go on in this panel; another one that plays the game steps back."""
        self.left = ""
        self.runner.paused = False
        self._start(self.game)
        screens.take(self)
        self.unsaved = saving.keep(self.game)

    async def idle(self) -> None:
        """Wait until the bots have done all they can."""
        await self.runner.idle()

    @action
    def pause(self) -> None:
        """Stop the bots, or let them go on."""
        self.runner.pause()

    @action
    def step(self) -> None:
        """One decision of a bot."""
        self.runner.step()

    @action
    def hurry(self) -> None:
        """No pauses until a human has to decide."""
        self.runner.hurry()

    @action
    def blitz_until(self) -> None:
        """Attack until the territory is taken or as many are left as the slider says."""
        self.blitz(self.blitz_stop)

    @property
    def blitz_stop(self) -> int:
        """Where a blitz stops: at as many armies as wished, or at one fewer than attack."""
        src = self.choice.src
        most = self.state.armies[src] - 1 if src is not None else self.stop_at
        return max(1, min(self.stop_at, most))

    @action
    def toggle_hand(self) -> None:
        """Show or cover the hand."""
        self.hand_shown = not self.hand_shown

    @action
    def toggle_mission(self) -> None:
        """Show or cover the missions."""
        self.mission_shown = not self.mission_shown

    @action
    def toggle_help(self) -> None:
        """Show or hide the list of keys."""
        self.help_shown = not self.help_shown

    @action
    def close_hints(self) -> None:
        """No more hints in this game."""
        self.settings.hints = False
        saving.close_hints()

    @action
    def back_to_now(self) -> None:
        """The map shows the present again."""
        self.show_moment(None)

    @action
    def save(self) -> None:
        """Make sure that every step is on disk, and say where."""
        self.unsaved = saving.keep(self.game)
        if self.game.file and not self.game.save_problem:
            self.notice = f"Every step is saved in {self.game.file}."

    @action
    def report(self) -> None:
        """Write the story of the game as a page of its own, and say where."""
        game, dark = self.game.fork(), self.aid.dark
        path = saving.report_path(self.game)
        self.notice = "The report is being written …"
        self.runner.think(lambda: saving.write_report(game, path, dark), self._reported)

    def _reported(self, found: Path | Exception) -> None:
        with self.acting():
            if isinstance(found, Exception):
                self.alarm(f"The report cannot be written ({named(found)}).", found)
            else:
                self.notice = f"The report is in {found}."

    @action
    def finish_turn(self) -> None:
        """Let a bot finish the turn of the player at the screen.

        It stops where dice have to be typed in, and where another player at the screen defends.
        """
        seat, turn = self.state.actor, self.state.turn
        while not self.state.over and self.state.turn == turn and self.asking is None:
            if self.state.actor != seat and (self.human_decides or not turn):
                return
            self.bot_move()

    @action
    def finish_set_up(self) -> None:
        """Let bots decide for everybody until the first turn begins."""
        while self.state.phase in (Phase.CLAIM, Phase.PLACE) and self.asking is None:
            self.bot_move()

    @action
    def start(self, game: Game) -> None:
        """Play another game on this screen."""
        same = game.board is self.game.board
        self._start(game)
        self.playing, self.left = True, ""
        screens.take(self)
        self.unsaved = saving.keep(game)
        self.hover = None
        if not same:
            self._new_map()
            self._fit()
        self.show_game()

    @action
    def show_game(self) -> None:
        """Back from a form or a replay to the map; a game that was only looked at goes on."""
        self.reviewing = self.form = None
        if not self.playing:
            self.playing = True
            screens.take(self)
            self.unsaved = saving.keep(self.game)
        self.stage.children = (self.bar.box, self.bar.help, self.grid)
        self.aid.to_top()

    @action
    def branch(self) -> None:
        """Play on from the moment shown, as a game of its own."""
        self.start(self.game.fork(self.moment))

    def open_new_game(self) -> None:
        """Show the form for a new game."""
        from .newgame import NewGame

        self.form = NewGame(self)
        self.stage.children = (self.form.box,)

    def open_review(self) -> None:
        """Show the replay of this game."""
        from .replay import Review

        self.reviewing = Review(self)
        self.stage.children = (self.reviewing.box,)

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self.widget)
        self.still.show()
