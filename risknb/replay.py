"""A record made into a game again: every step goes through the rules, every hash is compared."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from . import notation, record
from .board import BUILT_IN, Board
from .board import load as load_board
from .dice import SeededDice
from .editions import Rules, RulesError, check_players, from_switches
from .moves import Chance, Move, Step
from .record import SaveError
from .rules import begin, chances, perform, why_not
from .rules import missions as mission_rules
from .seeds import Seed, Seeds
from .state import State
from .wording import neutral_name

#: A state is kept every so many steps, so that taking a step back never replays more than that.
SNAPSHOT = 64
MAX_TAKEN_BACK = 100_000
#: The colours a seat can have; all stay apart for colour-blind eyes.
COLOURS = ("vermilion", "sky", "green", "yellow", "blue", "rose")


def may_take_back(state: State, steps: Sequence[Step], training: bool) -> bool:
    """Whether the last step may be taken back.

    Freely while only the acting seat's own decisions without luck lie between; in a training game
    always.
    """
    if not steps or training:
        return bool(steps)
    last = steps[-1]
    return last.chance is None and last.seat == state.actor and not state.over


class Replay:
    """Goes through the lines of a record; afterwards has its state, steps and seeds."""

    def __init__(self, start: State, training: bool, commitment: str) -> None:
        self.state = start
        self.steps: list[Step] = []
        self.seeds = Seeds(Seed(0, commitment))
        self._training = training
        self._snapshots = [(0, start.copy())]
        self._taken_back = 0

    def run(self, lines: Iterable[record.Line]) -> None:
        """Make every line happen.

        :raises SaveError: a line is no step, is not allowed, or does not fit; names the line.
        """
        special = {";": self._check_hash, "<": self._take_back, "%": self._new_seed}
        for number, text in lines:
            try:
                special.get(text[0], self._make)(text)
            except ValueError as problem:
                raise SaveError(f"line {number}: {str(problem)[:300]}") from None

    def _make(self, text: str) -> None:
        state = self.state
        move, chance = notation.parse_step(state.board, text)
        _check(state, move, chance)
        self.steps.append(Step(state.actor, move, chance))
        perform(state, move, chance)
        if len(self.steps) - self._snapshots[-1][0] == SNAPSHOT:
            self._keep_state()

    def _take_back(self, text: str) -> None:
        self._taken_back += 1
        if text != "<" or self._taken_back > MAX_TAKEN_BACK:
            raise SaveError("this is no step, or one too many taken back")
        if not may_take_back(self.state, self.steps, self._training):
            raise SaveError("there is no step here that could be taken back")
        self.steps.pop()
        self.seeds.rewind(len(self.steps))
        while self._snapshots[-1][0] > len(self.steps):
            self._snapshots.pop()
        number, kept = self._snapshots[-1]
        self.state = kept.copy()
        for step in self.steps[number:]:
            perform(self.state, step.move, step.chance)
        if number < len(self.steps):
            self._keep_state()  # often the next step is taken back as well

    def _keep_state(self) -> None:
        self._snapshots.append((len(self.steps), self.state.copy()))

    def _check_hash(self, text: str) -> None:
        if text != turn_line(self.state):
            raise SaveError(
                "the position is not the one that was saved: the file was edited, or it was made"
                " under other rules"
            )

    def _new_seed(self, text: str) -> None:
        sign, _, rest = text.partition(" ")
        step, _, commitment = rest.partition(" ")
        if sign != "%" or step != str(len(self.steps)) or not record.is_commitment(commitment):
            raise SaveError("this line about a new seed does not belong here")
        self.seeds.add(Seed(len(self.steps), commitment))


def _check(state: State, move: Move, chance: Chance | None) -> None:
    reason = why_not(state, move)
    if reason is not None:
        raise SaveError(f"{notation.move_text(state.board, move)} is not allowed: {reason}")
    wanted = chances(state, move)
    if (wanted is None) != (chance is None) or (wanted and not wanted.fits(chance)):
        text = notation.move_text(state.board, move)
        raise SaveError(f"luck cannot have answered so to {text}")


class DiceCheck(NamedTuple):
    """How many answers of luck were drawn again, and the steps that say something else."""

    answers: int
    unlike: tuple[int, ...]

    @property
    def ok(self) -> bool:
        """Whether the seeds confirm every answer."""
        return not self.unlike


def check_dice(start: State, steps: Iterable[Step], seeds: Seeds) -> DiceCheck:
    """Draw every answer of luck again from the seeds; *start* is played on."""
    dice, known, answers = SeededDice(""), False, 0
    unlike: list[int] = []
    begins = {seed.step: seed for seed in seeds}
    for number, step in enumerate(steps):
        if number in begins:
            dice, known = SeededDice(begins[number].text), begins[number].known
        if step.chance is not None:
            answers += known
            if dice.answer(start, step.move) != step.chance and known:
                unlike.append(number)
        perform(start, step.move, step.chance)
    return DiceCheck(answers, tuple(unlike))


def turn_line(state: State) -> str:
    """The line that stands in a record when a turn begins and at the end."""
    return f"; {state.turn} {state.digest()}"


def seed_line(seed: Seed) -> str:
    """The line that stands where luck begins anew."""
    return f"% {seed.step} {seed.commitment}"


# -- the header ----------------------------------------------------------------------------------
_NEUTRALS = frozenset(map(neutral_name, range(10)))


def player_names(players: Sequence[str]) -> tuple[str, ...]:
    """Players' names: two to six, all different, printable and short."""
    # A set would seat them in another order every time.
    listed = isinstance(players, Iterable) and not isinstance(players, (str, set, frozenset))
    given: tuple[object, ...] = tuple(players) if listed else (None,)
    names = tuple(name.strip() for name in given if isinstance(name, str))
    if len(names) < len(given):
        raise ValueError("players is a list of names")
    for name in names:
        if not name or len(name) > record.MAX_NAME or not name.isprintable():
            raise ValueError(f"a name has 1 to {record.MAX_NAME} printable letters: {name[:80]!r}")
        if name in _NEUTRALS:
            raise ValueError(f"nobody can be called {name}: that is a neutral army")
    if len(set(names)) != len(names):
        raise ValueError("two players have the same name")
    if not 2 <= len(names) <= 6:
        raise RulesError(f"the game is for 2 to 6 players, not {len(names)}")
    return names


def seat_colours(colours: Sequence[int | str] | None, seats: int) -> tuple[int, ...]:
    """The number of every seat's colour, by numbers or names; in the order of seats if none are.

    >>> seat_colours(["rose", "sky"], 2), seat_colours(None, 3)
    ((5, 1), (0, 1, 2))
    """
    if colours is None:
        return tuple(range(seats))
    names = dict(zip(COLOURS, range(len(COLOURS)), strict=True))
    if isinstance(colours, str) or not isinstance(colours, Sequence):
        raise ValueError("colours is a list of names or numbers, one a seat")
    chosen = tuple(names.get(c, -1) if isinstance(c, str) else c for c in colours)
    if not all(type(c) is int and 0 <= c < len(COLOURS) for c in chosen):
        raise ValueError(f"a colour is one of {', '.join(COLOURS)}, or its number from 0")
    if len(chosen) != seats or len(set(chosen)) != seats:
        raise ValueError(f"{seats} players need {seats} different colours")
    return chosen


def saved_colours(found: record.Record, seats: int) -> tuple[int, ...]:
    """The colours a header names; those of the seats' order where it names none."""
    try:
        return seat_colours(found.tags.get("Colours"), seats)
    except ValueError as problem:
        raise SaveError(f"the header's colours: {problem}") from None


def colours_line(colours: Sequence[int]) -> list[str]:
    """The header's line about colours, where they were chosen."""
    usual = tuple(colours) == tuple(range(len(colours)))
    return [] if usual else [record.tag("Colours", *(COLOURS[c] for c in colours))]


def saved_seed(found: record.Record) -> str:
    """What a header says of the seed."""
    commitment = record.need(found, "Seed")[0]
    if not record.is_commitment(commitment):
        raise SaveError("the header's Seed is no hash of a seed")
    return commitment


def check_result(found: record.Record, state: State, training: bool) -> None:
    """Refuse a result that the steps do not lead to; a training game may go on after its end."""
    told, end = found.tags.get("Result"), state.outcome()
    if told is None or (end is None and training):
        return
    if end is None or told != ("".join(map(notation.letter, end.winners)), end.reason):
        raise SaveError("the result that is written down is not the one that was played")


def saved_names(found: record.Record) -> tuple[str, ...]:
    """The players a header names."""
    letters = "".join(letter for letter in "abcdef" if found.tags.get(letter))
    if not "abcdef".startswith(letters):
        raise SaveError("the header's players: a seat is missing")
    names = [found.tags[letter][0] for letter in letters]
    try:
        return player_names(names)
    except ValueError as problem:
        raise SaveError(f"the header's players: {problem}") from None


def saved_bots(found: record.Record, seats: int) -> dict[int, str]:
    """The bots' names by seat."""
    tags = [found.tags[notation.letter(seat)] for seat in range(seats)]
    return {seat: tag[1] for seat, tag in enumerate(tags) if len(tag) > 1 and tag[1]}


def saved_rules(found: record.Record, deck: str | os.PathLike[str] | None = None) -> Rules:
    """The rules a header has written out; *deck* is the file of a mission deck of one's own."""
    table = record.need_json(found, "Rules")
    try:
        rules = from_switches(table if deck is None else {**table, "mission_deck": str(deck)})
    except RulesError as problem:
        raise SaveError(f"the header's rules: {problem}") from None
    own = rules.mission_deck and rules.mission_deck not in mission_rules.BUILT_IN
    if own and deck is None:  # a file never says which other file to open
        raise SaveError("the header names a mission deck of one's own: load the game with deck=")
    return rules


def saved_board(
    found: record.Record,
    rules: Rules,
    players: int,
    given: str | os.PathLike[str] | Board | None,
) -> Board:
    """The board of a header, or the one that is given if its hash is the same."""
    name, digest = record.need(found, "Board", 2)[:2]
    if given is None and name not in BUILT_IN:  # a file never says which other file to open
        raise SaveError(f"the game was played on another board, {name[:40]!r}: load it with board=")
    try:
        loaded = given if isinstance(given, Board) else load_board(given or name)
        board = board_for(rules, loaded)
        check_players(rules, players, board)
    except ValueError as problem:
        raise SaveError(f"the header's board or rules: {problem}") from None
    if board.digest != digest:
        raise SaveError(f"the board {name[:40]!r} is not the one the game was played on")
    return board


def board_for(rules: Rules, board: Board) -> Board:
    """The board as these rules have it: one line may be missing (rules.md, disputed edges)."""
    if rules.mission_deck:
        deck = mission_rules.read_deck(rules.mission_deck)
        if rules.mode == "secret-mission" and deck.kind != "secret":
            raise RulesError(f"{deck.title!r} is a deck of four ranks, not one of secret missions")
        mission_rules.check_board(deck, board)
    if rules.east_africa_line:
        return board
    if "eaf" not in board.codes or "mea" not in board.codes:
        raise RulesError(f"the board {board.name} has no line from East Africa to remove")
    return board.without("eaf", "mea")


def start_of(
    found: record.Record,
    given: str | os.PathLike[str] | Board | None,
    deck: str | os.PathLike[str] | None = None,
) -> State:
    """The state before the first step of a record."""
    players, rules = len(saved_names(found)), saved_rules(found, deck)
    board = saved_board(found, rules, players, given)
    try:
        return begin(board, rules, players)
    except RulesError as problem:
        raise SaveError(f"the header's rules: {problem}") from None
