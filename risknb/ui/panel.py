"""The panel beside the map: what to do, the turn's steps, the acting card, hand, players."""

from __future__ import annotations

import time
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Protocol

import ipywidgets as widgets

from ..cards import rising_value
from ..goals import goal, progress
from ..moves import Bribe, ClaimMission, Move, Trade
from ..rules import legal_moves, reinforce
from ..state import Phase, State
from ..story import army_name
from ..wording import listed
from . import acting, hints, pieces
from .controls import (
    button,
    card,
    dropdown,
    filled,
    html,
    mark,
    note,
    put,
    put_buttons,
    put_children,
    put_options,
    row,
    show,
)
from .offers import bribes, passing, trade_text, trades_of
from .troubles import fold_out, named, places
from .words import steps_of

if TYPE_CHECKING:
    from .app import App


#: Seconds before a key lifts the curtain: a stray Enter of the last player must not.
SETTLE = 0.6


class Part(Protocol):
    """A part of the panel: a box, brought up to date by ``show``."""

    box: widgets.DOMWidget

    def show(self) -> None: ...


class Panel:
    """Everything beside the map."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.prompt = html()
        self.steps = html("", "rk-grow")
        self.next = button("Next ›", app.post(app.go_on))
        self.stepper = row(self.steps, self.next, css="rk-stepper")
        self.hint = html("", "rk-grow")
        self.unhint = button("No hints", app.post(app.close_hints), tip="Close the hints for good")
        self.hints = row(self.hint, self.unhint)
        self.hints.add_class("rk-hints")
        self.place = widgets.VBox()
        self.starting = acting.Starting(app)
        kinds = (acting.Placing, acting.Attacking, acting.Advancing, acting.Moving)
        parts = [kind(app) for kind in kinds]
        self.cards: dict[Phase, Part] = {}
        for part in (*parts, self.starting, acting.Answering(app)):
            self.cards.update(dict.fromkeys(part.phases, part))
        self.typing = acting.Typing(app)
        self.curtain = Curtain(app)
        self.over = Over(app)
        self.waiting = Waiting(app)
        self.moment = Moment(app)
        self.elsewhere = Elsewhere(app)
        self.hand = Hand(app)
        self.missions = Missions(app)
        self.players = html()
        parts = [self.prompt, self.stepper, self.hints, self.place, self.hand.box]
        self.box = widgets.VBox([*parts, self.missions.box, card(self.players)])
        self.box.add_class("rk-panel")

    def show(self) -> None:
        """Bring everything up to date."""
        state = self.app.state
        self.show_prompt()
        current = self._current()
        current.show()
        self._put_away(current)
        if self.place.children != (current.box,):
            self._give_keyboard(current)
        put_children(self.place, (current.box,))
        self._show_steps(state)
        self.hand.show()
        self.missions.show()
        self._show_hint(state)

    def _give_keyboard(self, opened: Part) -> None:
        """What opens now may wait for a key: the curtain after a moment, dice typed in at once."""
        if opened is self.curtain:
            self.curtain.fell = time.monotonic()
            self.app.aid.focus(".rk-here", int(SETTLE * 1000))
        elif opened is self.typing:
            self.app.aid.focus(".rk-enter input", 100)

    @property
    def usual(self) -> Move | None:
        """The move of the main button of the card that is open, where it is one."""
        offered = getattr(self._current(), "offers", None)
        return offered.usual if offered is not None else None

    def _put_away(self, current: Part) -> None:
        """What was offered to somebody else does not stay in the page."""
        for part in self.cards.values():
            if part is not current and (offered := getattr(part, "offers", None)) is not None:
                offered.clear()

    def _show_hint(self, state: State) -> None:
        app = self.app
        wanted = app.settings.hints and app.human_decides and not app.curtain
        wanted = wanted and app.moment is None and app.asking is None
        hint = hints.hint(state, app.choice) if wanted else None
        self.hint.value = f'<div class="rk-hint">{escape(hint.text)}</div>' if hint else ""
        show(self.hints, hint is not None)
        where = hint.where if hint else ""
        places = {"map": app.map_box, "next": self.next, "hand": self.hand.box,
                  "missions": self.missions.box, "card": self.place}  # fmt: skip
        for name, widget in places.items():
            mark(widget, "rk-pointed", name == where)

    def show_players(self) -> None:
        """The players' table alone, for bots in a hurry."""
        app = self.app
        table = pieces.players_table(app.game, app.shown(), app.colours, app.thinking)
        self.players.value = table

    def _current(self) -> Part:
        app, state = self.app, self.app.state
        if app.left:
            return self.elsewhere
        if app.moment is not None:
            return self.moment
        if state.over:
            return self.over
        if app.curtain:
            return self.curtain
        if app.asking is not None:
            return self.typing
        if not app.human_decides:
            return self.waiting
        return self.cards.get(state.phase, self.waiting)

    def fail(self, problem: Exception) -> None:
        """The screen itself failed: say so, and leave nothing private open."""
        text = escape(f"The screen failed ({named(problem)}). The game goes on.")
        told = f"! {text}{fold_out(places(problem))}"
        self.prompt.value = f'<div class="rk-prompt rk-error" role="alert">{told}</div>'
        self.hand.cover_up()
        self.missions.text.value = ""

    def show_prompt(self) -> None:
        """The sentence above everything, and what went wrong below it."""
        app = self.app
        line = escape(app.prompt)
        unsaved = app.game.save_problem or app.unsaved
        said = app.alert or app.message or unsaved[:1].upper() + unsaved[1:]
        details = app.trouble.details if said == app.trouble.text else ""
        if app.game.file and unsaved and not app.alert and not app.message:
            details = f"The file: {app.game.file}"
        more = fold_out(details)
        error = f'<div class="rk-error" role="alert">! {escape(said)}{more}</div>' if said else ""
        error += f"<div>{note(app.notice)}</div>" if app.notice else ""
        said = f'<div class="rk-prompt" role="status" aria-live="polite">{line}{error}</div>'
        self.prompt.value = said

    def _show_steps(self, state: State) -> None:
        app = self.app
        items = steps_of(state)
        marks = {"done": (" class=rk-done", "✓ "), "now": (" aria-current=step", "")}
        told = [(name, *marks.get(when, ("", ""))) for name, when in items]
        cells = [f"<li{look}>{mark}{name}</li>" for name, look, mark in told]
        self.steps.value = f'<ol class="rk-steps">{"".join(cells)}</ol>' if items else ""
        free = app.human_decides and not app.curtain and app.moment is None and app.asking is None
        text = passing(state) if free else ""
        put(self.next, description=f"{text.removesuffix(' ›')} (E)" if text else "Next (E)",
            disabled=not text)  # fmt: skip
        show(self.stepper, bool(items) and not app.left and not app.curtain)


class Waiting:
    """A bot's turn."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.text = html()
        self.pause = button("Pause (Space)", app.post(app.pause))
        self.step = button("One step", app.post(app.step))
        self.finish = button("To my turn, at once", app.post(app.hurry))
        self.box = card(filled(self.pause, self.step), filled(self.finish), self.text)

    def show(self) -> None:
        app = self.app
        throw = acting.last_throw(app) if app.throw is not None else note("No dice on the table.")
        self.text.value = f'<div class="rk-odds rk-table-top">{throw}</div>'
        put(self.pause, description="Go on (Space)" if app.paused else "Pause (Space)")
        put(self.step, disabled=not app.paused)


class Curtain:
    """Pass the screen: nothing private is in the page until the next player is here."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.text = html()
        self.here = button("I am here (Enter)", app.post(app.ready), primary=True)
        self.here.add_class("rk-here")
        self.here.add_class("rk-wide")
        self.box = card(self.text, self.here)
        self.box.add_class("rk-curtain")
        self.box.add_class("rk-pass")
        self.fell = 0.0

    @property
    def settled(self) -> bool:
        """Whether the curtain is down long enough for a key not to be a stray one."""
        return self.app.runner.loop is None or time.monotonic() - self.fell >= SETTLE

    def show(self) -> None:
        app, state = self.app, self.app.state
        name = escape(app.game.players[state.actor])
        lines = [line for line in app.story.catch_up() if line.turn >= state.turn - 1][-3:]
        told = "".join(
            f"<li>{pieces.chip(app.colours, line.seat)} {escape(line.text)}</li>" for line in lines
        )
        self.text.value = (
            f"{pieces.chip(app.colours, state.actor)}<h2>Pass the screen to {name}</h2>"
            f"{note('Cards and missions stay covered until then.')}<ul>{told}</ul>"
        )
        put(self.here, description=f"I am {app.game.players[state.actor]}, start (Enter)")


class Over:
    """The end of the game."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.text = html()
        self.again = button("Review the game", app.post(app.open_review))
        self.report = button("Save a report", app.post(app.report))
        self.new = button("New game", app.post(app.open_new_game), primary=True)
        self.box = card(self.text, filled(self.again, self.report, self.new))
        self.box.add_class("rk-curtain")

    def show(self) -> None:
        app = self.app
        found = app.game.outcome()
        winners = found.winners if found else ()
        chips = " ".join(pieces.chip(app.colours, seat) for seat in winners)
        names = listed(app.game.players[seat] for seat in winners)
        verb = "win" if len(winners) > 1 else "wins"
        head = f"<h2>{escape(names)} {verb}</h2>" if winners else ""
        after = f"After {app.state.turn} turns and {len(app.game.steps)} steps."
        self.text.value = f"{chips}{head}{note(after)}"


class Elsewhere:
    """Another panel plays the game."""

    def __init__(self, app: App) -> None:
        self.here = button("Go on here", app.post(app.come_back), primary=True)
        self.box = card(filled(self.here))

    def show(self) -> None:
        """Nothing follows from the position here."""


class Moment:
    """The map shows the past."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.now = button("Back to now (Esc)", app.post(app.back_to_now), primary=True)
        self.branch = button("Play on from here", app.post(app.branch))
        self.box = card(filled(self.now, self.branch))

    def show(self) -> None:
        """Nothing follows from the position here."""


class Hand:
    """The cards of the player at the screen, and what they can be used for."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.cover = button("Hide (H)", app.post(app.toggle_hand))
        self.head = html("<b>Your hand</b>", "rk-grow")
        self.text = html()
        self.cards = html()
        self.trade = button("Trade (T)", app.post(app.trade), primary=True)
        self.trade.add_class("rk-wide")
        self.extra = dropdown("Territory that gets the extra armies", app.post(self._extra))
        self.give = row()
        self._gifts: tuple[tuple[int, int], ...] = ()
        head = row(self.head, self.cover)
        self.box = card(head, self.text, self.cards, self.extra, self.trade, self.give)
        self.box.add_class("rk-hand")

    def show(self) -> None:
        app, state = self.app, self.app.state
        seat = app.viewer
        cards = state.hands[seat] if app.may_look and not state.over else ()
        show(self.box, bool(cards))
        open_hand = bool(cards) and app.hand_shown
        put(self.cover, description="Hide (H)" if open_hand else "Show (H)")
        self.head.value = f"<b>Your hand</b> {note(_cards(len(cards)))}" if cards else ""
        mine = open_hand and state.seat == seat and app.human_decides
        picked = app.picked if mine else ()
        useful = mine and self._useful(state)
        mark(self.box, "rk-later", not useful)
        laid = pieces.hand(state, cards, picked, app.colours) if useful else ""
        self.cards.value = laid or (pieces.hand_strip(state, cards) if open_hand else "")
        move = app.trade_move() if mine else None
        show(self.trade, move is not None)
        put(self.trade, description=trade_text(state, move) if move is not None else "Trade (T)")
        self._show_extra(state, move)
        told = f"{self._worth(state)} {self._gift(state)}" if useful else ""
        self.text.value = note(told.strip()) if told else ""
        self._show_gifts(mine and state.rules.active and len(app.picked) == 1)

    def _extra(self) -> None:
        if self.extra.value is not None:
            self.app.give_extra(self.extra.value)

    def _show_extra(self, state: State, move: Trade | None) -> None:
        """Where the extra armies of a set may go, if there is a choice."""
        ways = trades_of(state, move.cards) if move is not None else []
        places = sorted({way.bonus for way in ways if way.bonus >= 0})
        more = state.rules.territory_bonus
        options = [(f"{more} more on {state.board.names[at]}", at) for at in places]
        put_options(self.extra, options, move.bonus if move is not None else None)
        show(self.extra, len(places) > 1)

    def _useful(self, state: State) -> bool:
        """Whether cards can be played now: then they lie open as cards, otherwise in a line."""
        return state.rules.active or any(True for _ in reinforce.trades(state))

    def cover_up(self) -> None:
        """Take everything private out of the page."""
        self.cards.value = self.text.value = ""
        put(self.trade, description="Trade (T)")
        put_options(self.extra, [], None)
        show(self.trade, False)
        show(self.extra, False)
        self._show_gifts(False)

    def _worth(self, state: State) -> str:
        if not reinforce.may_trade(state):
            return "Three alike, or one of each, make a set."
        if reinforce.must_trade(state):
            return "So many cards: a set must be traded now."
        if state.rules.fixed_sets:
            return pieces.FIXED
        now, later = (rising_value(state.rules, state.sets + n) for n in (0, 1))
        return f"A set is worth {now} now; the next one, by anyone, {later}."

    def _gift(self, state: State) -> str:
        """That cards win neutral armies over, as long as they may be given."""
        if not state.rules.active or not any(True for _ in legal_moves(state, kind=Bribe)):
            return ""
        return "Pick a single card to give it to a neutral army."

    def _show_gifts(self, offered: bool) -> None:
        app = self.app
        moves = bribes(app.state, app.picked[0]) if offered else []
        wanted = tuple((move.army, move.card) for move in moves)
        if wanted == self._gifts:
            return
        self._gifts = wanted
        made = []
        for move in moves:
            text = f"Give it to {army_name(app.game.players, move.army)}"
            if app.state.stances[move.army - app.state.seats] == app.state.seat:
                text += ", your ally already"  # AMB-ACT-2: legal, and for nothing
            made.append(button(text, app.post(partial(app.push, move))))
        put_buttons(self.give, made)


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


class Missions:
    """The missions of the player at the screen, covered until asked for."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.text = html("", "rk-grow")
        self.cover = button("Show me", app.post(app.toggle_mission))
        self.box = card(row(self.text, self.cover))
        self.box.add_class("rk-missions")

    def show(self) -> None:
        app, state = self.app, self.app.state
        held = state.missions[app.viewer] if state.missions and app.may_look else ()
        show(self.box, bool(held))
        put(self.cover, description="Hide" if app.mission_shown else "Show me")
        if not held or not app.mission_shown or state.phase is Phase.OVER:
            ready = note("One of them can be shown now.") if held and self._ready(state) else ""
            self.text.value = f"<b>{self._whose()}</b> {ready}" if held else ""
            return
        rows = []
        for mission in held:
            words = goal(state, mission, app.viewer)
            far = note(progress(state, mission, app.viewer))
            rows.append(f"<li>{escape(words[:1].upper() + words[1:])}. {far}</li>")
        self.text.value = f"<b>{self._whose()}</b><ul>{''.join(rows)}</ul>"

    def _whose(self) -> str:
        """Whose missions these are: where several sit at the screen, by name."""
        app = self.app
        what = "your mission" if len(app.state.missions[app.viewer]) == 1 else "your missions"
        if len(app.humans) < 2:
            return what.capitalize()
        return f"{escape(app.game.players[app.viewer])}: {what}"

    def _ready(self, state: State) -> bool:
        """Whether the player may show a mission now (AMB-MIS-8: offered, never forced)."""
        mine = state.seat == self.app.viewer and self.app.human_decides
        return mine and any(True for _ in legal_moves(state, kind=ClaimMission))
