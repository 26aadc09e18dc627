"""The form for a new game: one click starts a good first one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import ipywidgets as widgets

from .. import board as boards
from ..editions import EDITIONS, OPTIONS, RulesError, edition_file, modes, rules_for
from ..game import Game
from ..players import Bot, bot_names
from ..replay import COLOURS, board_for
from ..rules.missions import BUILT_IN
from ..scene import scene, svg
from ..scene.look import Colours
from . import pieces, saving
from .controls import button, html, note, put, put_children, row, show, shown

if TYPE_CHECKING:
    from .app import App

NAMES = ("Ada", "Ben", "Cleo", "Dev", "Eve", "Finn")
BOARDS = ("classic", "archipelago", "duel")
#: How the bots that ship play, from easy to strong, in two or three words.
MANNERS = {
    "beginner": "easy",
    "turtle": "careful",
    "rusher": "reckless",
    "builder": "wants continents",
    "avenger": "pays back",
    "odds": "counts the odds",
    "planner": "thinks ahead",
    "search": "tries its plans first",
}
USUAL = ("builder", "turtle", "avenger", "odds", "rusher")
#: Bots that are there to measure others, not to play against.
NO_OPPONENTS = ("drifter", "planner-blind")
EXPERT = ("expert_sets", "multi_fortify", "army_cap", "reroll", "commander", "capital_short")
#: Options with more than two values, and what they are called in the form.
CHOICES: dict[str, list[tuple[str, Any]]] = {
    "defend_dice": [("1", 1), ("2", 2), ("3", 3)],
    "trade_after_elimination": [("only with too many cards", "forced"), ("any set", "any")],
    "territory_bonus_cap": [("once a set", "set"), ("once a turn", "turn")],
    "mission_deck": [(name, name) for name in BUILT_IN if name != "ranks"],
    "status_roll": [("after every invasion", "invasion"), ("after combat", "end_of_combat")],
    "east_africa_line": [("they border", True), ("they do not border", False)],
}
ASKED = {
    "east_africa_line": "East Africa and the Middle East",
    "trade_after_elimination": "Trading after somebody was put out",
}
USUALLY = "as the edition has it"
MODE_WORDS = {
    "domination": "Put everybody else out of the game.",
    "two-player": "Two players and a neutral army between them.",
    "two-player-active": "Two players and neutral armies that can be won over with cards.",
    "capital": "Choose a headquarters in secret, then take the others'.",
    "mission": "Fulfil four missions, one rank after the other.",
    "secret-mission": "Fulfil your own secret mission before the others do.",
    "team": "Two or three against two or three, side by side.",
}


class EmptyTable(NamedTuple):
    """A board on which nothing stands yet."""

    board: boards.Board
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    seats: int = 2


class SeatRow:
    """One player: letter, name, colour, human or bot."""

    def __init__(self, form: NewGame, seat: int, who: str, colour: int) -> None:
        self.form, self.seat = form, seat
        self.chip = html()
        palette = [(name, number) for number, name in enumerate(COLOURS)]
        self.colour = widgets.Dropdown(options=palette, value=colour, tooltip="Colour")
        self.colour.add_class("rk-colour")
        self.worn = colour
        self.colour.observe(form.app.post(self._dress), "value")
        self.name = widgets.Text(NAMES[seat], tooltip="Name")
        kinds = [("Human, at this screen", ""), *bots()]
        self.kind = widgets.Dropdown(options=kinds, value=who, tooltip="Who plays")
        self.kind.observe(form.app.post(form.show), "value")
        self.box = row(self.chip, self.name, self.colour, self.kind, css="rk-seat")
        self.wear(colour)

    def wear(self, colour: int) -> None:
        """Take a colour."""
        self.worn = colour
        put(self.colour, value=colour)
        self.chip.value = pieces.chip(Colours(6, (colour,)), self.seat)

    def _dress(self) -> None:
        """Take the chosen colour; whoever has it gets the old one, so that all stay different."""
        wanted, old = self.colour.value, self.worn
        for other in self.form.seats:
            if other.worn == wanted:
                other.wear(old)
        self.wear(wanted)


def bots() -> list[tuple[str, str]]:
    """The bots to offer, as text and name: those known by their manner first, then all others."""
    known = [name for name in bot_names() if name not in NO_OPPONENTS]
    ours = [(f"Bot: {name}, {MANNERS[name]}", name) for name in MANNERS if name in known]
    return ours + [(f"Bot: {name}", name) for name in known if name not in MANNERS]


def usual_bot(seat: int) -> str:
    """A fair opponent for a first game; every seat gets another manner."""
    offered = [name for _, name in bots()]
    usual = [name for name in USUAL if name in offered] or offered
    return usual[(seat - 1) % len(usual)]


class NewGame:
    """Everything a new game can be, with sensible values to begin with."""

    def __init__(self, app: App) -> None:
        self.app = app
        post = app.post
        self.edition = _toggle([(edition_file(e)["title"], e) for e in reversed(EDITIONS)], "2018")
        self.mode = _toggle([("domination", "domination")], "domination")
        self.edition_text, self.mode_text = html(), html()
        self.deal = _check("Deal the territories", True)
        self.auto = _check("Place the starting armies for everybody", True)
        self.odds = _check("Show the odds", app.settings.odds)
        self.defend = _check("Defend automatically", True)
        self.cards = _check("Play with cards", True)
        self.hints = _check("Hints for a first game", not saving.hints_closed())
        kinds = [("Computer", "computer"), ("Typed in", "typed"), ("Training", "training")]
        self.dice = _toggle(kinds, "computer")
        self.expert = {name: _check(OPTIONS[name].removeprefix("True: "), False) for name in EXPERT}
        self.choices = {name: _choice(values) for name, values in CHOICES.items()}
        self.motion = _check("Motion on the map", app.settings.motion)
        self.asked = {name: _form(_says(_asks(name)), box) for name, box in self.choices.items()}
        rare = [self.motion, *self.expert.values(), *self.asked.values()]
        more = widgets.Accordion([widgets.VBox(rare)])
        more.titles, more.selected_index = ("More options",), None
        self.board = widgets.Dropdown(options=[(boards.load(b).title, b) for b in BOARDS])
        self.thumb = html("", "rk-thumb")
        self.seats: list[SeatRow] = []
        for _ in range(3):
            self._seat_one()
        self.seat_box = widgets.VBox()
        self.seat_box.add_class("rk-seats")
        self.more_seats = button("+ Add a seat", post(self._add), once=False)
        self.fewer_seats = button("− Remove the last", post(self._remove), once=False)
        self.seed = widgets.Text("", placeholder="any word or number", tooltip="Seed")
        self.summary = html()
        self.begin = button("Start", post(self.start), primary=True)
        self.resume = button("Go on with the last game", post(self._resume))
        self.back = button("Back to the game", post(self._back))
        for one in (self.edition, self.mode, self.board, self.deal, self.cards):
            one.observe(post(self.show), "value")
        self.box = self._lay_out(more)
        self.show()

    def _lay_out(self, more: widgets.Widget) -> widgets.VBox:
        """The board, who plays and the button first; what is played and how below them."""
        title = html("<b>risknb</b><span>New game</span>", "rk-title")
        foot = row(self.summary, self.back, self.resume, self.begin, css="rk-foot")
        seats = row(self.more_seats, self.fewer_seats)
        opening = row(
            _form(self.thumb, self.board), _form(_head("Who plays"), self.seat_box, seats, foot),
            css="rk-opening",
        )  # fmt: skip
        what = _form(
            _head("Edition"), self.edition, self.edition_text, _head("Mode"), self.mode,
            self.mode_text, _head("Dice"), self.dice,
            _says("Typed in: throw real dice and enter them. Training: undo everything."),
            _head("Seed"), self.seed,
            _says("The same seed gives everyone the same deal and the same dice."),
        )  # fmt: skip
        how = _form(
            _head("Options"),
            self.deal, _says("Starts at once; otherwise you claim them one by one.", "rk-under"),
            self.auto, _says("By a fixed rule; otherwise one at a time.", "rk-under"),
            self.odds, _says("Win chance and expected losses before each attack.", "rk-under"),
            self.defend, _says("The defender always rolls as many dice as allowed.", "rk-under"),
            self.cards, _says("A conquest earns one, a set of three brings armies.", "rk-under"),
            self.hints, _says("Short notes that say what to click and why.", "rk-under"), more,
        )  # fmt: skip
        return widgets.VBox([row(title, css="rk-top"), opening, row(what, how, css="rk-dialog")])

    def show(self) -> None:
        """Offer what fits what is chosen so far."""
        names = self.modes()
        if [value for _, value in self.mode.options] != names:
            self.mode.options = [(name.replace("-", " ").capitalize(), name) for name in names]
        self._seat_players()
        self._offer_options()
        self.edition_text.value = note(edition_file(self.edition.value)["summary"])
        self.mode_text.value = note(MODE_WORDS.get(self.mode.value, ""))
        put_children(self.seat_box, [seat.box for seat in self.seats])
        board = boards.load(self.board.value)
        self.thumb.value = _thumbnail(board, self.app.aid.dark)
        human = sum(not seat.kind.value for seat in self.seats)
        deal = "territories dealt" if self.dealt else "territories claimed"
        bots = len(self.seats) - human
        against = f"{bots} bots" if bots != 1 else "a bot"
        who = f"You against {against}" if human == 1 else f"{human} at this screen"
        who += f", {against}" if human != 1 and bots else ""
        self.summary.value = note(f"{who}, {self.edition.value} rules, {deal}.")
        last, playing = saving.last_game(), self.app.playing
        # The game that is being played is where "Back" leads.
        show(self.resume, last is not None and not (playing and self.app.game.file == str(last)))
        show(self.back, playing)
        allowed = self.allowed()
        self.fewer_seats.disabled = len(self.seats) <= min(allowed)
        self.more_seats.disabled = len(self.seats) >= max(allowed)

    def _offer_options(self) -> None:
        """Only what the rules would take with what is chosen so far."""
        put(self.deal, disabled=not self._fits(setup="claim"))
        put(self.auto, disabled=not self.dealt)
        put(self.defend, disabled=not self._fits(defend="ask"))
        put(self.cards, disabled=not self._fits(cards=False))
        for name, box in self.expert.items():
            show(box, self._fits(**self._without_cards(), **{name: True}))
        for name, values in CHOICES.items():
            every = [{**self._without_cards(), name: value} for _, value in values]
            show(self.asked[name], all(self._fits(**options) for options in every))

    def _without_cards(self) -> dict[str, Any]:
        return {} if self.cards.value or self.cards.disabled else {"cards": False}

    def _fits(self, **options: Any) -> bool:
        """Whether the rules allow these options here, for so many players."""
        board, edition = boards.load(self.board.value), self.edition.value
        mode, seats = self.mode.value, len(self.seats)
        try:
            board_for(rules_for(edition, mode, players=seats, board=board, options=options), board)
        except RulesError:
            return False
        return True

    @property
    def dealt(self) -> bool:
        """Whether the territories are dealt: wished so, or the only way here."""
        return bool(self.deal.value or self.deal.disabled)

    def modes(self) -> list[str]:
        """The modes that edition and board both have."""
        board = boards.load(self.board.value)
        names = modes(self.edition.value)
        return [name for name in names if board.modes is None or name in board.modes]

    def allowed(self) -> tuple[int, ...]:
        """How many may play what is chosen."""
        table, board = edition_file(self.edition.value), boards.load(self.board.value)
        mode = table["modes"].get(self.mode.value, {})
        return board.players or tuple(mode.get("players", table["rules"]["players"]))

    def _seat_players(self) -> None:
        """As many seats as may play: the nearest number where there are too many or too few."""
        wanted = min(self.allowed(), key=lambda n: (abs(n - len(self.seats)), n))
        while len(self.seats) > wanted:
            self.seats.pop()
        while len(self.seats) < wanted:
            self._seat_one()

    def _seat_one(self) -> None:
        seat = len(self.seats)
        worn = {one.worn for one in self.seats}
        free = [colour for colour in range(len(COLOURS)) if colour not in worn]
        who = usual_bot(seat) if seat else ""
        self.seats.append(SeatRow(self, seat, who, seat if seat in free else free[0]))

    def _add(self) -> None:
        more = [n for n in self.allowed() if n > len(self.seats)]
        while more and len(self.seats) < more[0]:
            self._seat_one()
        self.show()

    def _remove(self) -> None:
        fewer = [n for n in self.allowed() if n < len(self.seats)]
        while fewer and len(self.seats) > fewer[-1]:
            self.seats.pop()
        self.show()

    def _resume(self) -> None:
        try:
            game, told = saving.resume()
        except ValueError as problem:
            self._refuse(problem)
            return
        with self.app.acting():
            self.app.start(game)
            self.app.notice = told[:1].upper() + told[1:]

    def _refuse(self, problem: ValueError) -> None:
        text = escape(str(problem)[:240])
        self.summary.value = f'<b class="rk-error" role="alert">! {text}</b>'

    def _back(self) -> None:
        self.app.show_game()

    def options(self) -> dict[str, Any]:
        """The switches of the rules that differ from the edition's own."""
        chosen = self._without_cards()
        for name, box in self.expert.items():
            if box.value and shown(box):
                chosen[name] = True
        for name, box in self.choices.items():
            if box.value != USUALLY and shown(self.asked[name]):
                chosen[name] = box.value
        if not self.deal.disabled:
            chosen["setup"] = "deal" if self.deal.value else "claim"
        if self.dealt and self.auto.value:
            chosen["placing"] = "auto"
        if not self.defend.value and not self.defend.disabled:
            chosen["defend"] = "ask"
        return chosen

    def game(self) -> Game:
        """The game that the form describes; an error says what does not fit."""
        names = [seat.name.value for seat in self.seats]
        chosen: dict[str | int, str | Bot] = {
            s: seat.kind.value for s, seat in enumerate(self.seats) if seat.kind.value
        }
        return Game(
            names,
            edition=self.edition.value,
            mode=self.mode.value,
            board=self.board.value,
            seed=self.seed.value.strip() or secrets.token_hex(4),
            options=self.options(),
            bots=chosen,
            training=self.dice.value == "training",
            colours=[seat.worn for seat in self.seats],
        )

    def start(self) -> None:
        """Start the game."""
        settings = self.app.settings
        try:
            game = self.game()
        except ValueError as problem:
            self._refuse(problem)
            return
        self.seed.value = ""  # nobody at the screen may read it while the game runs
        settings.odds, settings.hints = self.odds.value, self.hints.value
        settings.typed_dice = self.dice.value == "typed"
        settings.motion = self.motion.value
        self.app.start(game)


def _toggle(options: Sequence[tuple[str, str]], value: str) -> widgets.ToggleButtons:
    return widgets.ToggleButtons(options=list(options), value=value)


def _check(text: str, value: bool) -> widgets.Checkbox:
    return widgets.Checkbox(value, description=text[:1].upper() + text[1:], indent=False)


def _choice(values: Sequence[tuple[str, Any]]) -> widgets.Dropdown:
    return widgets.Dropdown(options=[(USUALLY, USUALLY), *values])


def _asks(option: str) -> str:
    """What an option is about, without the values that the list shows."""
    text = ASKED.get(option) or OPTIONS[option].partition(":")[0]
    return text[:1].upper() + text[1:]


def _head(text: str) -> widgets.HTML:
    return html(f"<h3>{text}</h3>")


def _says(text: str, css: str = "") -> widgets.HTML:
    return html(note(text), css)


def _form(*children: widgets.Widget) -> widgets.VBox:
    box = widgets.VBox(children)
    box.add_class("rk-form")
    return box


def _thumbnail(board: boards.Board, dark: bool) -> str:
    """The board in the colours of its continents."""
    empty = EmptyTable(board, (-1,) * board.size, (0,) * board.size)
    picture = svg(scene(empty, view="continents", dark=dark, compact=True))
    count = f"{board.size} territories, {len(board.continents)} continents"
    return f"{picture}{note(count)}"


def default_game(seed: int | str | None = None) -> Game:
    """A good first game: you against two bots, 2018 rules, dealt."""
    return Game(
        NAMES[:3],
        seed=seed,
        options={"setup": "deal", "placing": "auto"},
        bots={NAMES[1]: usual_bot(1), NAMES[2]: usual_bot(2)},
    )
