"""``Game``: a header, the steps made so far, the state they led to, and the one source of luck."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, SupportsIndex

from . import notation, record
from .board import BUILT_IN, Board
from .board import load as load_board
from .dice import Dice, GivenDice, SeededDice, source_of
from .doing import Choose, carry_out, leave_to_luck, let_decide, make
from .editions import rules_for
from .journal import Journal
from .moves import (
    FORCED,
    Blitz,
    Chance,
    Made,
    Move,
    Place,
    Step,
    Trade,
    Wish,
    steps_in,
    written_out,
)
from .players import Bot, bot
from .reading import short
from .record import SaveError
from .replay import (
    DiceCheck,
    Replay,
    board_for,
    check_dice,
    check_result,
    may_take_back,
    player_names,
    saved_bots,
    saved_colours,
    saved_names,
    saved_seed,
    seat_colours,
    seed_line,
    start_of,
)
from .rules import IllegalMove, Kind, LegalMoves, Outcome, begin, outcome, perform, why_not
from .rules import reinforce as reinforce_rules
from .rules.luck import FORCED_PHASES
from .seeds import Seed, Seeds, derive
from .seeds import make as make_seed
from .state import Phase, State
from .writing import ending_lines, header_lines, lines_of, step_lines

TURN_CAP = 5_000  # far beyond any game that people or bots finish
MANY = 1_000  # after so many decisions bots are asked whether they go on without end


class Game:
    """A game of world conquest.

    >>> game = Game(["Ada", "Ben", "Cleo"], edition="2018", seed=7)
    >>> game.push("@ala").move
    Claim(at=0)
    >>> game.armies("Alaska")
    1

    *players* are names; *bots* says which of them are bots (``{"Ben": "rusher"}``). *edition* is
    ``"2003"``, ``"2010"``, ``"five-army"``, ``"2018"`` or a file of house rules; *mode* one of
    ``risknb.editions.modes(edition)``; *board* a name or a file. *options* are the switches of
    ``risknb.editions.OPTIONS``. *dice* replaces the seeded luck. *autosave* is a file that every
    step is appended to. *training* allows to take back anything. *colours* are those of the seats
    on map and charts (``["blue", "rose", "green"]``).
    """

    def __init__(
        self,
        players: Sequence[str],
        *,
        edition: str | int | os.PathLike[str] = "2018",
        mode: str | None = None,
        board: str | os.PathLike[str] | Board = "classic",
        seed: int | str | None = None,
        options: Mapping[str, Any] | None = None,
        dice: Dice | None = None,
        bots: Mapping[str | int, str | Bot] | None = None,
        autosave: str | os.PathLike[str] | None = None,
        training: bool = False,
        colours: Sequence[int | str] | None = None,
    ) -> None:
        self.players = player_names(players)
        self.colours = seat_colours(colours, len(self.players))
        board = board if isinstance(board, Board) else load_board(board)
        self.rules = rules_for(
            edition, mode, players=len(self.players), board=board, options=options
        )
        self._start(begin(board_for(self.rules, board), self.rules, len(self.players)), training)
        self._seeds = Seeds(make_seed(0, seed))
        self._dice = SeededDice(self._seeds.last.text) if dice is None else source_of(dice)
        self._bots, self.bot_names = self._make_bots(bots or {})
        self._advance()
        if autosave is not None:
            self.autosave(autosave)

    def _start(self, state: State, training: bool) -> None:
        """The empty board and the empty record."""
        self.state, self.board, self.rules = state, state.board, state.rules
        if not isinstance(training, bool):
            raise ValueError(f"training is True or False, not {training!r:.60}")
        self.training = training
        self._steps: list[Step] = []
        self._made: list[Made] = []  # what came after them, not yet written out
        self._journal: Journal | None = None

    def _make_bots(
        self, bots: Mapping[str | int, str | Bot]
    ) -> tuple[dict[int, Bot], dict[int, str]]:
        """Bots by seat, each with luck of its own, so that a bot never changes the dice."""
        if not isinstance(bots, Mapping):
            raise ValueError("bots is a table of players and bots, such as {'Ben': 'rusher'}")
        made: dict[int, Bot] = {}
        names: dict[int, str] = {}
        for who, spec in bots.items():
            seat = self.seat(who)
            if seat in made:
                raise ValueError(f"bots names {self.players[seat]} twice")
            made[seat] = bot(spec, seed=derive(self._seeds.last.text, f"bot {seat}"))
            names[seat] = spec if isinstance(spec, str) else type(spec).__name__
        return made, names

    @property
    def steps(self) -> list[Step]:
        """The record: every step made so far."""
        if self._made:
            self._steps += written_out(self._made)
            self._made.clear()  # no call stands between, so that no signal can come there
        return self._steps

    # -- looking -------------------------------------------------------------------------------
    def seat(self, who: str | int) -> int:
        """The number of a seat, by name, letter or number."""
        if isinstance(who, str) and who in self.players:
            return self.players.index(who)
        seat = notation.LETTERS.find(who) if isinstance(who, str) and len(who) == 1 else who
        if seat in range(len(self.players)) and not isinstance(seat, bool):
            return int(seat)
        raise ValueError(f"nobody called {short(who, 40)} plays; {', '.join(self.players)} do")

    def owner(self, territory: str | int) -> str | None:
        """The name of the player on a territory; ``None`` for nobody, a letter for neutrals."""
        army = self.state.owners[self.board.index(territory)]
        if army < 0:
            return None
        return self.players[army] if army < len(self.players) else notation.letter(army)

    def armies(self, territory: str | int) -> int:
        """The armies on a territory."""
        return self.state.armies[self.board.index(territory)]

    def hand(self, who: str | int) -> tuple[str, ...]:
        """The cards of a seat, as codes."""
        return tuple(
            notation.card_text(self.board, card) for card in self.state.hands[self.seat(who)]
        )

    def legal_moves(
        self,
        *,
        src: str | int | None = None,
        dst: str | int | None = None,
        kind: Kind | None = None,
    ) -> LegalMoves:
        """The legal moves now: iterate, ``in``, ``len``; filters by origin, target and kind.

        A kind is a class of moves or its name (``kind="attack"``); ``in`` takes text too.
        """
        index = self.board.index
        return LegalMoves(
            self.state,
            None if src is None else index(src),
            None if dst is None else index(dst),
            kind,
        )

    def outcome(self) -> Outcome | None:
        """``None``, or ``.winners`` and ``.reason``."""
        return outcome(self.state)

    def seen_by(self, who: str | int) -> Any:
        """What a seat may know of the state."""
        return self.state.seen_by(self.seat(who))

    # -- playing -------------------------------------------------------------------------------
    def push(self, move: Move | str, chance: Chance | None = None) -> Step:
        """Make a move, as text or as a move; luck answers unless it is given (``=651:42``).

        :raises IllegalMove: the move is not allowed; nothing has changed.
        :raises NotationError: the text is no move.
        """
        if isinstance(move, str):
            move, given = notation.parse_step(self.board, move)
            chance = given if given is not None else chance
        return self._push(move, self._dice if chance is None else GivenDice(chance, self._dice))

    def _push(self, move: Move, dice: Dice) -> Step:
        try:
            return make(self.state, move, dice, self._keep)
        except KeyboardInterrupt:
            self._mend()
            raise

    def _keep(self, made: Made) -> None:
        """Add to the record what has just happened."""
        self._made.append(made)
        if self._journal is not None:
            self._log(written_out([made]))

    def _advance(self) -> None:
        """Make the moves that only luck decides."""
        leave_to_luck(self.state, self._dice, self._keep)

    def play(self, turns: int | None = None) -> Game:
        """Let the bots decide until a human must, the game is over, or *turns* turns are over."""
        last = self.state.turn + (TURN_CAP if turns is None else turns)
        bots = {seat: bot.choose for seat, bot in self._bots.items()}
        while self.let_decide(bots, last, MANY):
            if len(self) >= record.MAX_STEPS:
                name = self.players[self.state.actor]
                raise ValueError(f"{name} goes on without end: no game is that long")
        return self

    def let_decide(self, bots: Mapping[int, Choose], last: int, times: int) -> bool:
        """Let bots decide so many times, and tell whether they may go on until turn *last*.

        *bots* has, by seat, who chooses; the bots of the game itself are not asked.
        """
        state = self.state
        deciders = {seat: (choose, state.seen_by(seat)) for seat, choose in bots.items()}
        keep = self._made.append if self._journal is None else self._keep
        try:
            return let_decide(state, deciders, self._dice, keep, last, times)
        except KeyboardInterrupt:
            self._mend()
            raise

    def carry_out(self, wish: Wish) -> None:
        """Do what a bot has chosen: a move, or attacks until a territory falls."""
        keep = self._made.append if self._journal is None else self._keep
        try:
            carry_out(self.state, wish, self._dice, keep)
        except KeyboardInterrupt:
            self._mend()
            raise

    def is_bot(self, who: str | int) -> bool:
        """Whether a seat is played by a bot."""
        return self.seat(who) in self._bots

    def bot_of(self, who: str | int) -> Bot | None:
        """The bot that decides for a seat, or ``None``."""
        return self._bots.get(self.seat(who))

    def blitz(
        self, src: str | int, dst: str | int, stop: int = 1, *, advance: bool = False
    ) -> list[Step]:
        """Attack with all dice until the territory is taken or *stop* armies are left behind.

        With *advance* as many armies as may follow move in. Stops also where somebody else has to
        decide. One attack a step; at least one is made.
        """
        wish = Blitz(self.board.index(src), self.board.index(dst), stop, advance)
        number = len(self.steps)
        self.carry_out(wish)
        return self.steps[number:]

    def place(self, armies: Mapping[str | int, int]) -> list[Step]:
        """Place armies on several territories: all of it, or nothing if a part is not allowed."""
        wishes = [Place(self.board.index(at), n) for at, n in armies.items()]
        trial = self.state.copy()
        for move in wishes:
            reason = why_not(trial, move)
            if reason is not None:
                raise IllegalMove(self.state, move, reason)
            perform(trial, move, None)
        return [self.push(move) for move in wishes]

    def best_trade(self) -> Trade | None:
        """The set worth most now, pictured territories counted; ``None`` where there is none."""
        state = self.state
        return max(
            reinforce_rules.trades(state),
            key=lambda move: (
                move.value or reinforce_rules.values(state, move.cards)[0],
                move.bonus >= 0,
                -sum(card >= self.board.size for card in move.cards),
            ),
            default=None,
        )

    # -- taking back ---------------------------------------------------------------------------
    def can_pop(self) -> bool:
        """Whether the last step may be taken back.

        Freely while only the acting seat's own decisions without luck lie between; in a training
        game always.
        """
        decided = any(not isinstance(step.move, FORCED) for step in reversed(self.steps))
        return decided and may_take_back(self.state, self.steps, self.training)

    def pop(self) -> Step:
        """Take the last decision back, with what luck alone did after it, and return it.

        :raises ValueError: luck or somebody else had a say since, and this is no training game.
        """
        if not self.can_pop():
            raise ValueError(
                "only your own decisions can be taken back, and only until luck or somebody else"
                " has answered (a game made with training=True takes back anything)"
            )
        number = len(self.steps) - 1
        while _FORCED[self.at(number).phase]:
            number -= 1
        last = self.steps[number]
        try:
            self._take_back(number)
        except KeyboardInterrupt:
            self._mend()
            raise
        return last

    def _take_back(self, number: int) -> None:
        taken = self.steps[number:]
        del self.steps[number:]
        self.state = self.at(number)
        self._seeds.rewind(number)
        lines = ["<"] * len(taken)
        if any(step.chance is not None for step in taken):
            lines.append(self._renew_luck())  # luck taken back never comes again
        if self._journal is not None:
            self._journal.append(lines, steps=-len(taken))

    def _mend(self) -> None:
        """A cell was stopped in the middle of a step: the record decides what has happened."""
        self.state = self.at(len(self.steps))
        if isinstance(self._dice, SeededDice):
            self._resume_luck()
        if self._journal is not None:
            self._journal.cut()
            undone = ["<"] * (self._journal.steps - len(self.steps))
            lines = [*undone, *self._replayed_lines(self._journal.steps), *self._ending()]
            self._journal.append(lines, steps=len(self.steps) - self._journal.steps)
            self._logged_turn = self.state.turn
        self._advance()

    def at(self, number: int) -> State:
        """The state after so many steps, from the record."""
        if not isinstance(number, SupportsIndex) or number not in range(len(self.steps) + 1):
            raise ValueError(f"the game has {len(self.steps)} steps, not {short(number, 40)}")
        state = begin(self.board, self.rules, len(self.players))
        for step in self.steps[:number]:
            perform(state, step.move, step.chance)
        return state

    def fork(self, at: int | None = None) -> Game:
        """A new game that shares the first *at* steps and then has luck of its own."""
        number = len(self.steps) if at is None else at
        new = Game.__new__(Game)
        new.players, new.colours = self.players, self.colours
        new._start(self.at(number), self.training)
        new._steps = self.steps[:number]
        new._bots, new.bot_names = dict(self._bots), dict(self.bot_names)
        new._seeds = Seeds(Seed(0, self._first_commitment()))
        new._renew_luck()
        new._advance()
        return new

    def __copy__(self) -> Game:
        return self.fork()  # never the same luck again, and never the same file

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.fork()

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """A game goes to another process as its text: the seed and the file stay here."""
        board = None if self.board.name in BUILT_IN else self.board
        own = self.rules.mission_deck.endswith(".toml")
        deck = self.rules.mission_deck if own else None
        return partial(Game.parse, board=board, deck=deck), (str(self),)

    def _first_commitment(self) -> str:
        return next(iter(self._seeds)).commitment

    def _renew_luck(self) -> str:
        """Luck begins anew here; the line that says so belongs into the file."""
        self._seeds.add(make_seed(len(self.steps)))
        if not hasattr(self, "_dice") or isinstance(self._dice, SeededDice):
            self._dice = SeededDice(self._seeds.last.text)
        if self._journal is not None:
            self._journal.write_keys(self._seeds.pairs())
        return seed_line(self._seeds.last)

    def verify_dice(self) -> DiceCheck:
        """Draw every answer of luck again from the seeds and compare it with the record.

        :raises ValueError: the seed is not known (a running game loaded without its key).
        """
        if not any(seed.known for seed in self._seeds):
            raise ValueError("the seed of a running game is secret; it is shown at the end")
        return check_dice(self.at(0), self.steps, self._seeds)

    # -- saving --------------------------------------------------------------------------------
    def header(self) -> list[str]:
        """The lines at the head of the game's file."""
        return header_lines(
            self.state, self.players, self.bot_names, self.colours, self.training, self._seeds
        )

    def _replayed_lines(self, since: int = 0) -> list[str]:
        """Every step from a number on, with the hash of the position at the turns of the game."""
        return step_lines(self.at(0), self.steps, self._seeds, since)

    def __str__(self) -> str:
        """The game's file, with all that lies face down in it; while it runs without the seed."""
        return "\n".join([*self.header(), *self._replayed_lines(), *self._ending()]) + "\n"

    def _ending(self) -> list[str]:
        return ending_lines(self.outcome(), self._seeds)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the game to a file; the key of a running one goes beside it.

        :raises SaveError: the file cannot be written, or another notebook has it open.
        """
        if self._journal is None or self.file != os.path.abspath(path):
            self._new_file(path).close()
            return
        if self._journal.missing():
            self._write_anew()
        else:
            self._journal.append((), sync=True)  # all is there, but for what a full disk refused
        if self.save_problem:
            raise SaveError(self.save_problem)
        if self.state.over:
            self._journal.remove_key()

    def _new_file(self, path: str | os.PathLike[str], mark: str = "") -> Journal:
        journal = Journal.create(path, str(self).removesuffix("\n").split("\n"), mark)
        journal.steps = len(self.steps)
        if self.state.over:
            journal.remove_key()
        else:
            journal.write_keys(self._seeds.pairs())
        return journal

    def autosave(self, path: str | os.PathLike[str]) -> None:
        """Write the game to a file now, and every further step as it is made.

        A cell may run again after a kernel died: a file that holds anything but this very game is
        refused, so that no game is lost.

        :raises SaveError: the file cannot be written, or another notebook has it open.
        """
        if self.file == os.path.abspath(path):
            self.save(path)
            return
        self._journal = self._new_file(path, mark=self._first_commitment())
        self._logged_turn = self.state.turn

    def _write_anew(self) -> None:
        """Somebody deleted, moved or replaced the file: the game writes the whole of it again."""
        assert self._journal is not None
        try:
            self._journal = self._new_file(self._journal.path, mark=self._first_commitment())
        except SaveError as problem:
            self._journal.complain(f"the game goes on but is not being saved: {problem}")

    @property
    def id(self) -> str:
        """A short id that a game keeps when it is saved and loaded; a fork has one of its own.

        It is the beginning of the salted hash of the seed, which the record shows anyway.
        """
        return self._seeds.last.commitment[:12]

    @property
    def file(self) -> str | None:
        """The file that every step is appended to, if there is one."""
        return None if self._journal is None else self._journal.path

    @property
    def save_problem(self) -> str:
        """What keeps the game from being saved right now; empty when all is well."""
        return "" if self._journal is None else self._journal.problem

    def _log(self, steps: list[Step]) -> None:
        assert self._journal is not None
        state = self.state
        turned = state.turn != self._logged_turn or state.over
        lines = [*lines_of(state, steps, self._logged_turn), *self._ending()]
        self._logged_turn = state.turn
        if (turned or self._journal.problem) and self._journal.missing():
            self._write_anew()
            return
        self._journal.append(lines, steps=len(steps), sync=turned)
        if state.over and not self._journal.problem:
            self._journal.remove_key()
        elif turned and self._journal.lacks_keys():
            self._journal.write_keys(self._seeds.pairs())

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        *,
        board: str | os.PathLike[str] | Board | None = None,
        deck: str | os.PathLike[str] | None = None,
    ) -> Game:
        """Read a game from its file and verify every step by replaying it.

        A *board* or a mission *deck* of one's own has to be named again: a game's file never says
        which other file to open.

        :raises SaveError: the file is damaged or the rules do not confirm it; names the line.
        """
        found = record.read(path)
        _tell_torn(found, path)
        game = cls._from_record(found, board, record.read_keys(path), deck)
        game._advance()
        return game

    @classmethod
    def resume(
        cls,
        path: str | os.PathLike[str],
        *,
        board: str | os.PathLike[str] | Board | None = None,
        deck: str | os.PathLike[str] | None = None,
        dice: Dice | None = None,
    ) -> Game:
        """Go on with a game: load it, and append every further step to the same file.

        *dice* as for a new game: who throws real ones has to say so again.

        :raises SaveError: as ``load``, or another notebook has the game open.
        """
        journal = Journal.reopen(path)
        try:
            found = record.read(path)
            _tell_torn(found, path)
            game = cls._from_record(found, board, record.read_keys(path), deck)
            if dice is not None:
                game._dice = source_of(dice)
            journal.set_aside(found.torn)
        except BaseException:
            journal.close()  # a traceback may keep it alive
            raise
        game._journal, game._logged_turn = journal, game.state.turn
        journal.steps = len(game.steps)
        last = game._seeds.last
        if not record.names(found, last.commitment):
            journal.write_keys(game._seeds.pairs())
            journal.append([seed_line(last)])
        game._advance()
        return game

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        board: str | os.PathLike[str] | Board | None = None,
        deck: str | os.PathLike[str] | None = None,
    ) -> Game:
        """Read a game from the text of its file.

        :raises SaveError: as ``load``.
        """
        if not isinstance(text, str):
            raise SaveError(f"the text of a saved game is wanted, not {short(text)}")
        found = record.parse(text.encode("utf-8", "surrogatepass"))
        game = cls._from_record(found, board, [], deck)
        game._advance()
        return game

    @classmethod
    def _from_record(
        cls,
        found: record.Record,
        board: str | os.PathLike[str] | Board | None,
        keys: list[tuple[str, str]],
        deck: str | os.PathLike[str] | None = None,
    ) -> Game:
        record.check_version(found)
        game = cls.__new__(cls)
        game.players = saved_names(found)
        game.colours = saved_colours(found, len(game.players))
        game._start(start_of(found, board, deck), "Training" in found.tags)
        replay = Replay(game.state, game.training, saved_seed(found))
        replay.run(found.lines)
        check_result(found, replay.state, game.training)
        game.state, game._steps, game._seeds = replay.state, replay.steps, replay.seeds
        game._seeds.reveal([*record.shown_keys(found), *keys])
        game._resume_luck()
        game._bots, game.bot_names = game._known_bots(saved_bots(found, len(game.players)))
        return game

    def _known_bots(self, names: Mapping[int, str]) -> tuple[dict[int, Bot], dict[int, str]]:
        """The bots of a saved game; one that is not known here leaves its seat to a human."""
        bots: dict[int, Bot] = {}
        for seat, name in names.items():
            try:
                bots |= self._make_bots({seat: name})[0]
            except ValueError:
                warnings.warn(
                    f"there is no bot {name[:40]!r} here: {self.players[seat]} is left to you",
                    stacklevel=4,
                )
        return bots, dict(names)

    def _resume_luck(self) -> None:
        """Go on with the saved seed after what it has answered already, or else with a new one."""
        last = self._seeds.last
        if not last.known and not self.state.over:
            self._renew_luck()
            return
        state = self.at(last.step)
        self._dice = SeededDice(last.text)
        for step in self.steps[last.step :]:
            if step.chance is not None:
                self._dice.answer(state, step.move)
            perform(state, step.move, step.chance)

    def __len__(self) -> int:
        """How many steps were made, counted without writing them out."""
        return len(self._steps) + sum(map(steps_in, self._made))

    def __repr__(self) -> str:
        return (
            f"<Game {self.rules.edition} {self.rules.mode} of {', '.join(self.players)}:"
            f" {len(self.steps)} steps, {self.state.text()}>"
        )

    def _repr_svg_(self) -> str:
        from .scene import scene, svg

        return svg(scene(self.seen_by(self.state.actor), colours=self.colours))

    def _repr_png_(self) -> bytes:
        from .charts.painting import png
        from .scene import scene

        return png(scene(self.seen_by(self.state.actor), colours=self.colours))


def _tell_torn(found: record.Record, path: str | os.PathLike[str]) -> None:
    """Say that a line was cut off, to whoever loads or resumes the game."""
    if found.torn:
        name = os.path.basename(os.fspath(path))
        warnings.warn(f"the last line of {name} was cut off and is left out", stacklevel=3)


#: By phase, because hashing a member of an enumeration is slow.
_FORCED = tuple(phase in FORCED_PHASES for phase in Phase)
