"""``Game``: a header, the steps made so far, the state they led to, and the one source of luck."""

from __future__ import annotations

import json
import os
import secrets
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import notation, record
from .board import Board
from .board import load as load_board
from .dice import Dice, SeededDice
from .editions import Rules, RulesError, from_switches, rules_for
from .moves import Advance, Attack, Blitz, Chance, Move, Place, Step, Trade
from .players import Bot, bot
from .record import SaveError
from .rules import IllegalMove, LegalMoves, Outcome, begin, chances, outcome, perform, why_not
from .rules import combat as combat_rules
from .rules import missions as mission_rules
from .rules import reinforce as reinforce_rules
from .state import Phase, State

ENGINE = "0.1.0"
TURN_CAP = 5_000  # far beyond any game that people or bots finish


class Game:
    """A game of world conquest.

    >>> game = Game(["Ada", "Ben", "Cleo"], edition="2018", seed=7)
    >>> game.push("@ala").move
    Claim(at=0)
    >>> game.armies("Alaska")
    1

    *players* are names; *bots* says which of them are bots (``{"Ben": "rusher"}``). *options* are
    the switches of ``risknb.editions.OPTIONS``. *dice* replaces the seeded luck. *autosave* is
    a file that every step is appended to. *training* allows to take back anything.
    """

    def __init__(
        self,
        players: Sequence[str],
        *,
        edition: str | os.PathLike[str] = "2018",
        mode: str | None = None,
        board: str | os.PathLike[str] | Board = "classic",
        seed: int | str | None = None,
        options: Mapping[str, Any] | None = None,
        dice: Dice | None = None,
        bots: Mapping[str | int, str | Bot] | None = None,
        autosave: str | os.PathLike[str] | None = None,
        training: bool = False,
    ) -> None:
        self.players = _names(players)
        board = board if isinstance(board, Board) else load_board(board)
        self.rules = rules_for(
            edition, mode, players=len(self.players), board=board, options=options
        )
        self._start(_board_for(self.rules, board), training)
        self._use_seed(secrets.token_hex(8) if seed is None else str(seed))
        if dice is not None:
            self._dice = dice
        self._bots, self.bot_names = self._make_bots(bots or {})
        self._journal: int | None = None
        self._advance()
        if autosave is not None:
            self.autosave(autosave)

    def _start(self, board: Board, training: bool) -> None:
        """The empty board and the empty record."""
        if self.rules.mission_deck:
            mission_rules.check_board(mission_rules.load_deck(self.rules.mission_deck), board)
        self.board = board
        self.training = training
        self.state: State = begin(board, self.rules, len(self.players))
        self.steps: list[Step] = []
        self._path: str | None = None

    def _use_seed(self, seed: str, salt: str | None = None) -> None:
        if len(seed) > 200 or not seed.isprintable():
            raise ValueError("a seed is a number or a short text")
        self._seed, self._salt = seed, salt or secrets.token_hex(16)
        self._dice: Dice = SeededDice(seed)

    def _make_bots(
        self, bots: Mapping[str | int, str | Bot]
    ) -> tuple[dict[int, Bot], dict[int, str]]:
        """Bots by seat, each with luck of its own, so that a bot never changes the dice."""
        made, names = {}, {}
        for who, spec in bots.items():
            seat = self.seat(who)
            made[seat] = bot(spec, seed=f"{self._seed}:bot:{seat}")
            names[seat] = spec if isinstance(spec, str) else type(spec).__name__
        return made, names

    # -- looking -------------------------------------------------------------------------------
    def seat(self, who: str | int) -> int:
        """The number of a seat, by name, letter or number."""
        if isinstance(who, str) and who in self.players:
            return self.players.index(who)
        seat = notation.LETTERS.find(who) if isinstance(who, str) and len(who) == 1 else who
        if isinstance(seat, int) and 0 <= seat < len(self.players):
            return seat
        raise ValueError(f"nobody called {str(who)[:40]!r} plays; {', '.join(self.players)} do")

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
        kind: type | tuple[type, ...] | None = None,
    ) -> LegalMoves:
        """The legal moves now: iterate, ``in``, ``len``; filters by origin, target and kind."""
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
        step = self._make(move, chance)
        if _FORCED[self.state.phase]:
            self._advance()
        return step

    def _make(self, move: Move, chance: Chance | None) -> Step:
        state = self.state
        reason = why_not(state, move)
        if reason is not None:
            raise IllegalMove(state, move, reason)
        if chance is None:
            chance = self._dice.answer(state, move)
        else:
            wanted = chances(state, move)
            if wanted is None or not wanted.fits(chance):
                raise IllegalMove(state, move, f"luck cannot answer {chance!r}")
        step = Step(state.actor, move, chance)
        perform(state, move, chance)
        self.steps.append(step)
        if self._path is not None:
            self._log(step)
        return step

    def _advance(self) -> None:
        """Make the moves that only luck decides."""
        while _FORCED[self.state.phase]:
            self._make(next(iter(LegalMoves(self.state))), None)

    def play(self, turns: int | None = None) -> Game:
        """Let the bots decide until a human must, the game is over, or *turns* turns have passed."""
        last = self.state.turn + (TURN_CAP if turns is None else turns)
        state, bots = self.state, self._bots
        views = {seat: state.seen_by(seat) for seat in bots}
        carry_out = self.carry_out
        while state.turn <= last and state.phase is not _OVER:
            actor = state.actor
            if actor not in bots:
                break
            carry_out(bots[actor].choose(views[actor]))
        return self

    def carry_out(self, wish: Move | Blitz) -> list[Step]:
        """Do what a bot has chosen: a move, or attacks until a territory falls."""
        if wish.__class__ is Blitz:
            return self._blitz(*wish)
        return [self.push(wish)]  # type: ignore[arg-type]

    def is_bot(self, who: str | int) -> bool:
        """Whether a seat is played by a bot."""
        return self.seat(who) in self._bots

    def blitz(
        self, src: str | int, dst: str | int, stop: int = 1, *, advance: bool = False
    ) -> list[Step]:
        """Attack with all dice until the territory is taken or *stop* armies are left at the origin.

        With *advance* as many armies as may follow move in. Stops also where somebody else has to
        decide. One attack a step; at least one is made.
        """
        return self._blitz(self.board.index(src), self.board.index(dst), stop, advance)

    def _blitz(self, src: int, dst: int, stop: int, advance: bool) -> list[Step]:
        if stop < 1:
            raise ValueError("stop: one army always stays")
        state = self.state
        if self._dice.__class__ is SeededDice and combat_rules.is_plain(state):
            made = self._volley(src, dst, stop)
        else:
            made = []
            while state.phase is Phase.ATTACK and not (made and state.armies[src] <= stop):
                dice = max(1, combat_rules.most_dice(state, src))
                made.append(self.push(Attack(src, dst, dice)))
        if advance and state.phase is _ADVANCE:
            made.append(self.push(Advance(combat_rules.most_advance(state))))
        return made

    def _volley(self, src: int, dst: int, stop: int) -> list[Step]:
        """A blitz in one loop, where every attack is a throw and no more."""
        state = self.state
        reason = why_not(state, Attack(src, dst, 1))
        if reason is not None:
            raise IllegalMove(state, Attack(src, dst, 1), reason)
        made = combat_rules.volley(state, src, dst, stop, self._dice.throw)  # type: ignore[attr-defined]
        self.steps += made
        if self._path is not None:
            self._log(*made)
        return made

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
        """The set worth most now, pictured territories counted; ``None`` where none may be traded."""
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
        if not self.steps:
            return False
        last = self.steps[-1]
        if self.training:
            return True
        return last.chance is None and last.seat == self.state.actor and not self.state.over

    def pop(self) -> Step:
        """Take the last step back and return it.

        :raises ValueError: luck or somebody else had a say since, and this is no training game.
        """
        if not self.can_pop():
            raise ValueError(
                "only your own decisions can be taken back, and only until luck or somebody else"
                " has answered (a game made with training=True takes back anything)"
            )
        last = self.steps.pop()
        self.state = self.at(len(self.steps))
        if self._path is not None:
            self._append("<")
        if last.chance is not None:
            self._reseed()
        return last

    def at(self, number: int) -> State:
        """The state after so many steps, from the record."""
        if not 0 <= number <= len(self.steps):
            raise ValueError(f"the game has {len(self.steps)} steps, not {number}")
        state = begin(self.board, self.rules, len(self.players))
        for step in self.steps[:number]:
            perform(state, step.move, step.chance)
        return state

    def fork(self, at: int | None = None) -> Game:
        """A new game that shares the first *at* steps and then has luck of its own."""
        new = Game.__new__(Game)
        new.players, new.rules = self.players, self.rules
        new._start(self.board, self.training)
        new._bots, new.bot_names, new._journal = dict(self._bots), dict(self.bot_names), None
        number = len(self.steps) if at is None else at
        new.state = self.at(number)
        new.steps = self.steps[:number]
        new._use_seed(secrets.token_hex(8))
        new._advance()
        return new

    def _reseed(self) -> None:
        """Luck taken back never comes again: a new seed from here on."""
        self._seed = f"{self._seed}:{len(self.steps)}:{secrets.token_hex(4)}"
        self._dice = SeededDice(self._seed)

    # -- saving --------------------------------------------------------------------------------
    def header(self) -> list[str]:
        """The lines at the head of the game's file."""
        seats = [
            record.tag(notation.letter(seat), name, self.bot_names.get(seat, ""))
            for seat, name in enumerate(self.players)
        ]
        training = [record.tag("Training", "yes")] if self.training else []
        return [
            record.tag("Format", str(record.FORMAT)),
            record.tag("Engine", ENGINE),
            record.tag("Edition", self.rules.edition),
            record.tag("Mode", self.rules.mode),
            record.tag("Board", self.board.name, self.board.digest),
            record.tag("Rules", json.dumps(self.rules.switches(), sort_keys=True)),
            *seats,
            *training,
            record.tag("Seed", record.commitment(self._salt, self._seed)),
            "",
        ]

    def _replayed_lines(self) -> list[str]:
        """Every step as a line, with the hash of the position whenever a turn begins or ends."""
        state = begin(self.board, self.rules, len(self.players))
        lines: list[str] = []
        for step in self.steps:
            before = state.turn
            perform(state, step.move, step.chance)
            lines.append(notation.step_text(self.board, step))
            if state.turn != before or state.over:
                lines.append(f"; {state.turn} {state.digest()}")
        return lines

    def __str__(self) -> str:
        """The game's file as far as everybody may know it: without the seed."""
        return "\n".join([*self.header(), *self._replayed_lines(), *self._ending()]) + "\n"

    def _ending(self) -> list[str]:
        """What a finished game reveals, so that anyone can verify its dice."""
        found = self.outcome()
        if found is None:
            return []
        winners = "".join(map(notation.letter, found.winners))
        return [
            record.tag("Result", winners, found.reason),
            record.tag("Key", self._salt, self._seed),
        ]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the game to a file; the key of a running one goes beside it."""
        record.write_whole(path, str(self).removesuffix("\n").split("\n"))
        if self.state.over:
            record.remove_key(path)
        else:
            record.write_key(path, self._salt, self._seed)

    def autosave(self, path: str | os.PathLike[str]) -> None:
        """Write the game to a file now, and every further step as it is made."""
        self.save(path)
        self._path = os.fspath(path)
        self._journal = os.open(self._path, os.O_WRONLY | os.O_APPEND)
        self._turn = self.state.turn

    def _log(self, *steps: Step) -> None:
        lines = [notation.step_text(self.board, step) for step in steps]
        turned = self.state.turn != self._turn or self.state.over
        if turned:
            self._turn = self.state.turn
            lines.append(f"; {self.state.turn} {self.state.digest()}")
        if self.state.over:
            lines += self._ending()
        self._append(*lines)
        if turned:
            assert self._journal is not None
            os.fsync(self._journal)
        if self.state.over and self._path is not None:
            record.remove_key(self._path)

    def _append(self, *lines: str) -> None:
        assert self._journal is not None
        record.write_all(self._journal, ("\n".join(lines) + "\n").encode())

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], *, board: str | os.PathLike[str] | Board | None = None
    ) -> Game:
        """Read a game from its file and verify every step by replaying it.

        :raises SaveError: the file is damaged or the rules do not confirm it; names the line.
        """
        found = record.read(path)
        game = cls._from_record(found, board)
        if found.torn:
            warnings.warn(
                f"the last line of {os.path.basename(os.fspath(path))} was cut off and is left out",
                stacklevel=2,
            )
        game._resume_luck(found, record.read_key(path))
        return game

    @classmethod
    def parse(cls, text: str, *, board: str | os.PathLike[str] | Board | None = None) -> Game:
        """Read a game from the text of its file."""
        found = record.parse(text.encode())
        game = cls._from_record(found, board)
        game._resume_luck(found, None)
        return game

    @classmethod
    def _from_record(
        cls, found: record.Record, board: str | os.PathLike[str] | Board | None
    ) -> Game:
        record.check_version(found)
        game = cls.__new__(cls)
        game.players = _saved_names(found)
        game.rules = _saved_rules(found, len(game.players))
        loaded = _saved_board(found, game.rules, board)
        game._start(loaded, "Training" in found.tags)
        game._bots, game._journal = {}, None
        game.bot_names = {
            seat: found.tags[notation.letter(seat)][1]
            for seat in range(len(game.players))
            if found.tags[notation.letter(seat)][1:] not in ((), ("",))
        }
        game._replay(found.lines)
        return game

    def _replay(self, lines: Iterable[record.Line]) -> None:
        history: list[State] = []
        for number, text in lines:
            try:
                if text.startswith(";"):
                    self._check_hash(text)
                elif text == "<":
                    self._take_back(history)
                else:
                    move, chance = notation.parse_step(self.board, text)
                    history.append(self.state.copy())
                    self._remake(move, chance)
            except SaveError as problem:
                raise SaveError(f"line {number}: {problem}") from None
            except ValueError as problem:
                raise SaveError(f"line {number}: {str(problem)[:300]}") from None

    def _remake(self, move: Move, chance: Chance | None) -> None:
        reason = why_not(self.state, move)
        if reason is not None:
            raise SaveError(f"{notation.move_text(self.board, move)} is not allowed: {reason}")
        wanted = chances(self.state, move)
        if (wanted is None) != (chance is None) or (wanted and not wanted.fits(chance)):
            raise SaveError(f"luck cannot have answered so to {notation.move_text(self.board, move)}")
        self.steps.append(Step(self.state.actor, move, chance))
        perform(self.state, move, chance)

    def _take_back(self, history: list[State]) -> None:
        if not history:
            raise SaveError("there is no step to take back")
        if not self.can_pop():
            raise SaveError("this step could not be taken back")
        self.state = history.pop()
        self.steps.pop()

    def _check_hash(self, text: str) -> None:
        _, _, rest = text.partition(" ")
        turn, _, wanted = rest.partition(" ")
        if turn != str(self.state.turn) or wanted != self.state.digest():
            raise SaveError(
                "the position is not the one that was saved: the file was edited, or it was made"
                " under other rules"
            )

    def _resume_luck(self, found: record.Record, key: tuple[str, str] | None) -> None:
        """Go on with the saved seed where it is there and confirms the steps; else with a new one."""
        if "Key" in found.tags and len(found.tags["Key"]) == 2:
            key = found.tags["Key"][0], found.tags["Key"][1]
        committed = record.need(found, "Seed")[0]
        try:
            known = key is not None and record.commitment(*key) == committed
        except ValueError:
            known = False
        if known and key is not None:
            self._use_seed(key[1], key[0])
            if self._redraw():
                self._advance()
                return
        self._use_seed(secrets.token_hex(8))
        self._advance()

    def _redraw(self) -> bool:
        """Draw every recorded answer again; tells whether all are the same."""
        state = begin(self.board, self.rules, len(self.players))
        for step in self.steps:
            if self._dice.answer(state, step.move) != step.chance:
                return False
            perform(state, step.move, step.chance)
        return True

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        return (
            f"<Game {self.rules.edition} {self.rules.mode} of {', '.join(self.players)}:"
            f" {len(self.steps)} steps, {self.state.text()}>"
        )

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()


_OVER, _ADVANCE = Phase.OVER, Phase.ADVANCE
_FORCED_PHASES = (Phase.DEALER, Phase.MISSIONS, Phase.DEAL, Phase.FIRST, Phase.STATUS)
#: By phase, because hashing a member of an enumeration is slow.
_FORCED = tuple(phase in _FORCED_PHASES for phase in Phase)


def _names(players: Sequence[str]) -> tuple[str, ...]:
    """Players' names: two to six, all different, printable and short."""
    if isinstance(players, str) or not all(isinstance(name, str) for name in players):
        raise ValueError("players is a list of names")
    names = tuple(name.strip() for name in players)
    for name in names:
        if not name or len(name) > record.MAX_NAME or not name.isprintable():
            raise ValueError(f"a name has 1 to {record.MAX_NAME} printable letters: {name[:80]!r}")
    if len(set(names)) != len(names):
        raise ValueError("two players have the same name")
    if not 2 <= len(names) <= 6:
        raise RulesError(f"the game is for 2 to 6 players, not {len(names)}")
    return names


def _board_for(rules: Rules, board: Board) -> Board:
    """The board as these rules have it: one line may be missing (rules.md, disputed edges)."""
    if rules.east_africa_line:
        return board
    if "eaf" not in board.codes or "mea" not in board.codes:
        raise RulesError(f"the board {board.name} has no line from East Africa to remove")
    return board.without("eaf", "mea")


def _saved_names(found: record.Record) -> tuple[str, ...]:
    names = [found.tags[letter][0] for letter in "abcdef" if found.tags.get(letter)]
    try:
        return _names(names)
    except ValueError as problem:
        raise SaveError(f"the header's players: {problem}") from None


def _saved_rules(found: record.Record, players: int) -> Rules:
    try:
        rules = from_switches(record.need_json(found, "Rules"))
    except RulesError as problem:
        raise SaveError(f"the header's rules: {problem}") from None
    if players not in rules.players or (rules.start and players not in rules.start):
        raise SaveError(f"the header's rules are not for {players} players")
    return rules


def _saved_board(
    found: record.Record, rules: Rules, given: str | os.PathLike[str] | Board | None
) -> Board:
    name, digest = record.need(found, "Board", 2)[:2]
    try:
        loaded = given if isinstance(given, Board) else load_board(given or name)
        board = _board_for(rules, loaded)
        if rules.mission_deck:
            mission_rules.check_board(mission_rules.load_deck(rules.mission_deck), board)
    except ValueError as problem:
        raise SaveError(f"the header's board or deck: {problem}") from None
    if board.digest != digest:
        raise SaveError(f"the board {name[:40]!r} is not the one the game was played on")
    return board

