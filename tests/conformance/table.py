"""Positions for tests, set up and played in the game's own notation.

>>> table = set_up("ala:a4 kam:b2 *:c1", edition="2003", players=3)
>>> table.push("ala>kam*3=651:42", "!3").on("kam")
'a3'
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from risknb.board import Board, load
from risknb.cards import all_cards
from risknb.editions import Rules, rules_for
from risknb.moves import Chance, Move, Step
from risknb.notation import (
    LETTERS,
    PHASES,
    card_text,
    letter,
    move_text,
    parse_move,
    parse_step,
    step_text,
)
from risknb.rules import apply, begin, chances, legal_moves, why_not
from risknb.state import NOBODY, State

#: A test that plays on until something happens must fail when it never does.
MOST_STEPS = 2000


class Table:
    """A state that is looked at and played in notation."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.board: Board = state.board
        self._steps = 0

    # -- playing ---------------------------------------------------------------------------------
    def push(self, *steps: str) -> Table:
        """Make steps, each with luck's answer where luck has a say; an illegal one raises."""
        for step in steps:
            self._apply(*parse_step(self.board, step))
        return self

    def _apply(self, move: Move, chance: Chance | None) -> None:
        self._steps += 1
        assert self._steps <= MOST_STEPS, f"this goes round and round: {self.state.text(full=True)}"
        apply(self.state, move, chance)
        self._is_what_it_says()

    def _is_what_it_says(self) -> None:
        """Nothing has changed in the state that its text does not tell, running counts included."""
        state = self.state
        text = state.text(full=True)
        again = State.parse(text, self.board, state.rules, state.seats)
        assert again == state, text
        for count in ("lands", "hostile"):
            assert getattr(again, count) == getattr(state, count), f"{count} in {text}"

    def lucky(self, move: str, seed: int = 1) -> str:
        """Make a move with an answer of luck picked at random; returns the step's text."""
        parsed = parse_move(self.board, move)
        luck = chances(self.state, parsed)
        answer = luck.sample(Random(seed)) if luck is not None else None
        self._apply(parsed, answer)
        return step_text(self.board, Step(0, parsed, answer))

    def play_to(self, phase: str, seed: int = 1) -> Table:
        """Make the first legal move again and again until the phase with this letter."""
        for number in range(1000):
            if self.phase == phase:
                return self
            self.lucky(move_text(self.board, next(iter(legal_moves(self.state)))), seed + number)
        raise AssertionError(f"phase {phase} never came: {self.state.text(full=True)}")

    def copy(self) -> Table:
        """The same position again, to try something else."""
        return Table(self.state.copy())

    # -- what may be done ------------------------------------------------------------------------
    def legal(self, move: str) -> bool:
        """Whether a move is allowed; the list of legal moves must say the same."""
        allowed = self.why_not(move) is None
        if not move.startswith("x:"):  # a set may be named in any order, the list has one
            assert allowed == (move in self.moves()), move
        return allowed

    def why_not(self, move: str) -> str | None:
        """The reason why a move is not allowed, or ``None``."""
        return why_not(self.state, parse_move(self.board, move))

    def moves(self, kind: type | None = None, src: str | None = None) -> list[str]:
        """The legal moves as texts."""
        origin = None if src is None else self.board.index(src)
        found = legal_moves(self.state, src=origin, kind=kind)
        return [move_text(self.board, move) for move in found]

    def needs_luck(self, move: str) -> bool:
        """Whether luck has a say in a move: dice, or a card to draw."""
        return chances(self.state, parse_move(self.board, move)) is not None

    # -- what lies on the table ------------------------------------------------------------------
    def on(self, code: str) -> str:
        """What stands on a territory: ``a4``, ``a2+c1`` of team mates, ``-`` for nobody."""
        at = self.board.index(code)
        state = self.state
        if state.units is not None:
            shares = [f"{letter(seat)}{n}" for seat, n in enumerate(state.units[at]) if n]
            return "+".join(shares) or "-"
        return f"{letter(state.owners[at])}{state.armies[at]}" if state.armies[at] else "-"

    def holds(self, army: str) -> int:
        """How many territories an army holds."""
        return self.state.owners.count(LETTERS.index(army))

    def armies(self, army: str) -> int:
        """How many armies of one colour stand on the board."""
        mine = LETTERS.index(army)
        state = self.state
        if state.units is not None:
            return sum(units[mine] for units in state.units)
        return sum(n for n, owner in zip(state.armies, state.owners, strict=True) if owner == mine)

    def hand(self, seat: str) -> str:
        """The cards of a seat, ``ala.bra.w1``, in board order."""
        cards = self.state.hands[LETTERS.index(seat)]
        return ".".join(card_text(self.board, card) for card in cards)

    def reserve(self, army: str) -> int:
        """The armies a colour still has to place."""
        return self.state.reserves[LETTERS.index(army)]

    def stance(self, neutral: str) -> str:
        """The seat a neutral army is allied with, ``-`` for nobody."""
        return letter(self.state.stances[LETTERS.index(neutral) - self.state.seats])

    @property
    def seat(self) -> str:
        """Whose turn it is."""
        return letter(self.state.seat)

    @property
    def actor(self) -> str:
        """Who has to decide now."""
        return letter(self.state.actor)

    @property
    def phase(self) -> str:
        """The letter of the phase, as in a position's text."""
        return PHASES[self.state.phase]

    @property
    def result(self) -> str | None:
        """``a.conquest`` once the game is over: the winners and the reason."""
        if (end := self.state.outcome()) is None:
            return None
        return f"{''.join(map(letter, end.winners))}.{end.reason}"


def rules(
    edition: str,
    mode: str | None = None,
    players: int = 3,
    options: Mapping[str, Any] | None = None,
) -> Rules:
    """The rules of a game on the classic board."""
    return rules_for(edition, mode, players=players, board=load("classic"), options=options)


def new_game(edition: str, mode: str | None = None, players: int = 3, **options: Any) -> Table:
    """The empty board before the first die."""
    found = rules(edition, mode, players, options)
    return Table(begin(_board(found), found, players))


def set_up(
    land: str,
    fields: str = "",
    *,
    edition: str = "2018",
    mode: str | None = None,
    players: int = 3,
    seat: str = "a",
    phase: str = "A",
    turn: int = 9,
    **options: Any,
) -> Table:
    """A position in the middle of a turn.

    *land* names territories (``ala:a4``), whole continents (``NA:b1``) and all the rest
    (``*:c1``), the narrower name winning. *fields* are the further parts of a position's text,
    such as ``h:ala.bra||w1``. Cards that are named nowhere are in the deck unless ``k:`` is given.
    """
    found = rules(edition, mode, players, options)
    board = _board(found)
    text = f"{_land(board, land)} {seat} {phase} {turn} {fields}".strip()
    state = State.parse(text, board, found, players)
    if found.cards and not any(field.startswith("k:") for field in fields.split()):
        state.deck = _undrawn(state)
    return Table(state)


def turn_of(seat: str, land: str, fields: str = "", *, players: int = 3, **rest: Any) -> Table:
    """A position at the very start of a seat's turn: the seat before has just passed."""
    before = letter((LETTERS.index(seat) - 1) % players)
    table = set_up(land, fields, players=players, seat=before, phase="F", **rest)
    while table.phase != "R":
        table.push("--")
    assert table.seat == seat
    return table


def _board(found: Rules) -> Board:
    board = load("classic")
    return board if found.east_africa_line else board.without("eaf", "mea")


def _land(board: Board, land: str) -> str:
    """The land part of a position's text."""
    named = dict(word.split(":") for word in land.split())
    rows = []
    for continent in board.continents:
        rest = named.get(continent.code, named.get("*", "-"))
        rows.append("".join(named.pop(board.codes[at], rest) for at in continent.members))
    unknown = set(named) - {"*", *(continent.code for continent in board.continents)}
    assert not unknown, f"no such territory: {unknown}"
    return "/".join(rows)


def _undrawn(state: State) -> tuple[int, ...]:
    """Every card that lies nowhere else; headquarters' cards have left the deck (CAP-03)."""
    away = {card for hand in state.hands for card in hand} | set(state.pile)
    away |= {card for held in state.bribes for _, card in held}
    away |= {at for at in state.headquarters if at != NOBODY}
    return tuple(card for card in all_cards(state.board) if card not in away)
