"""The command line: ``risknb play | simulate | tournament | replay | export | worksheet | ...``."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from re import fullmatch
from secrets import token_hex
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from . import __version__, story
from .board import BUILT_IN
from .dice import TypedDice
from .editions import EDITIONS, OPTIONS
from .game import Game
from .players import bot_names
from .scene import scene, svg
from .textgame import TextGame

if TYPE_CHECKING:
    from argparse import _SubParsersAction

QUICK: Final = {"setup": "deal", "placing": "auto"}
WRONG: Final = 2
LEAVE: Final = ("quit", "exit", "q")

NEW_BOT: Final = '''\
"""A bot called {name}. Play against it: risknb play --with {file} Ada Bot={name}

In a notebook: %run {file}, then rk.check_bot("{name}") says whether anything is wrong with it.
"""

from random import Random

import risknb as rk
from risknb.moves import Advance, Attack, Place
from risknb.rules import legal_moves
from risknb.state import Phase


@rk.register("{name}")
class {title}:
    """Attacks where it has most armies more than the defender, while it is ahead."""

    def __init__(self, *, seed=0):
        self.random = Random(str(seed))  # the bot's own luck; the dice belong to the game

    def choose(self, view):
        """The move to make now. The view holds what this seat (view.me) may know."""
        if view.phase is Phase.ATTACK:
            return self.attack(view)
        moves = list(legal_moves(view))
        largest = [move for move in moves if isinstance(move, (Place, Advance))]
        if largest:
            return max(largest, key=lambda move: move.armies)
        return self.random.choice(moves)

    def attack(self, view):
        """The attack with the largest lead, or the last move listed, which ends the attacks."""
        moves = list(legal_moves(view))
        attacks = [move for move in moves if isinstance(move, Attack)]
        best = max(attacks, key=lambda move: (self.lead(view, move), move.dice), default=None)
        return best if best is not None and self.lead(view, best) > 0 else moves[-1]

    def lead(self, view, move):
        """How many armies more the attacker has."""
        return view.armies[move.src] - view.armies[move.dst]
'''


class Parser(ArgumentParser):
    """A parser whose complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {message}; '{self.prog} --help' tells more\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0, or 2 after a sentence about what is wrong."""
    args = _parser().parse_args(argv)
    try:
        _load_bots(args)
        args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as in: risknb replay ... | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (ValueError, OSError, EOFError, KeyboardInterrupt) as problem:
        print(f"risknb {args.command}: {_reason(problem)}", file=sys.stderr)
        return WRONG
    return 0


def _reason(problem: BaseException) -> str:
    """What went wrong, in one line."""
    if isinstance(problem, (EOFError, KeyboardInterrupt)):
        return "stopped"
    if isinstance(problem, OSError) and problem.filename is not None:
        return f"{problem.filename}: {problem.strerror}"
    return " ".join(str(problem).split())


# -- arguments -----------------------------------------------------------------------------------
def _parser() -> Parser:
    parser = Parser(prog="risknb", description="The game of world conquest.")
    parser.add_argument("--version", action="version", version=f"risknb {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for add in (
        _add_play, _add_simulate, _add_tournament, _add_replay, _add_export, _add_new_bot,
        _add_worksheet,
    ):  # fmt: skip
        add(commands)
    return parser


def _add_play(commands: _SubParsersAction[Parser]) -> None:
    play = commands.add_parser(
        "play",
        help="play in the terminal",
        description="Play in the terminal; people at one screen, bots by name.",
        epilog="example: risknb play Ada Ben=planner Cleo=turtle --edition 2018 --quick",
        formatter_class=RawDescriptionHelpFormatter,
    )
    play.add_argument("players", nargs="*", metavar="NAME[=BOT]", help="Ada and two bots if empty")
    play.add_argument("--quick", action="store_true", help="territories dealt, armies placed")
    play.add_argument("--save", metavar="FILE", help="write every step to this file")
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    play.add_argument("--real-dice", action="store_true", help="you throw dice and type the faces")
    play.add_argument("--training", action="store_true", help="everything may be taken back")
    _add_rules(play)
    play.set_defaults(run=_play)


def _add_rules(parser: Parser) -> None:
    """What is played: the same for people and for simulations."""
    parser.add_argument("--edition", help=f"{', '.join(EDITIONS)} or a .toml file")
    parser.add_argument("--mode", help="domination if left out; for two the mode made for two")
    parser.add_argument("--board", help=f"{', '.join(BUILT_IN)} or a file")
    parser.add_argument("--seed", help="the same seed and moves give the same game")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=", ".join(OPTIONS)
    )
    parser.add_argument("--with", dest="bots_file", metavar="FILE", help="a .py file with bots")


def _add_simulate(commands: _SubParsersAction[Parser]) -> None:
    simulate = commands.add_parser(
        "simulate",
        help="let bots play many games, one seat each",
        description="Let bots play many games, one seat each, and count who wins.",
        epilog="example: risknb simulate planner rusher turtle --games 200 --seed 1",
    )
    _add_batch(simulate)
    simulate.set_defaults(run=_simulate)


def _add_tournament(commands: _SubParsersAction[Parser]) -> None:
    tournament = commands.add_parser(
        "tournament",
        help="every bot against every other one",
        description="Let every bot play every other one, and show how often it wins.",
        epilog="example: risknb tournament rusher,odds,planner --games 100 --edition 2010",
    )
    _add_batch(tournament)
    tournament.add_argument("--seats", type=int, default=2, help="one of a kind against the rest")
    tournament.set_defaults(run=_tournament)


def _add_batch(parser: Parser) -> None:
    known = ", ".join(bot_names())
    parser.add_argument("bots", nargs="+", metavar="BOT[,BOT ...]", help=f"such as {known}")
    parser.add_argument(
        "--games", type=int, default=100, help="how many (of a pair in a tournament); usually 100"
    )
    parser.add_argument(
        "--turn-cap", type=int, default=400, help="a longer game is won by nobody; usually 400"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes to share the work")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler to share the work")
    parser.add_argument(
        "-o", "--save", metavar="FILE", help="keep the results, as .csv or .parquet"
    )
    _add_rules(parser)


def _add_replay(commands: _SubParsersAction[Parser]) -> None:
    replay = commands.add_parser("replay", help="tell a saved game, or draw it")
    replay.add_argument("file", help="a saved game (*.rgn)")
    replay.add_argument("--at", type=int, metavar="STEP", help="only the first steps")
    replay.add_argument("--board", action="store_true", help="only the board, as a table")
    replay.add_argument("--svg", metavar="FILE", help="only the board, drawn into this file")
    _add_own(replay)
    replay.set_defaults(run=_replay)


def _add_export(commands: _SubParsersAction[Parser]) -> None:
    export = commands.add_parser("export", help="saved games as tables")
    export.add_argument("files", nargs="+", metavar="FILE", help="saved games (*.rgn)")
    export.add_argument("--to", default="tables", metavar="PATH", help="a folder, or one file")
    export.add_argument("--format", default="csv", help="of a folder: csv, parquet or json")
    export.add_argument("--table", help="for one file: rolls, battles, turns, steps ...")
    _add_own(export)
    export.set_defaults(run=_export)


def _add_own(parser: Parser) -> None:
    """Files of one's own, which a saved game never names by itself."""
    parser.add_argument("--on", metavar="FILE", help="the board of your own it was played on")
    parser.add_argument("--deck", metavar="FILE", help="the mission deck of your own")


def _load(file: str, args: Namespace) -> Game:
    return Game.load(file, board=args.on, deck=args.deck)


def _add_new_bot(commands: _SubParsersAction[Parser]) -> None:
    new = commands.add_parser("new-bot", help="write the beginning of a bot of your own")
    new.add_argument("name", help="small letters, digits and '-'")
    new.add_argument("--file", help="NAME.py if left out")
    new.set_defaults(run=_new_bot)


def _options(texts: Sequence[str]) -> dict[str, Any]:
    """``["defend=ask", "cards=false"]`` as a table of options."""
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"an option reads NAME=VALUE, not {text[:40]!r}")
        found[name] = _value(value)
    return found


def _value(text: str) -> Any:
    if text.casefold() in ("true", "yes", "false", "no"):
        return text.casefold() in ("true", "yes")
    return int(text) if text.isdecimal() else text


def _load_bots(args: Namespace) -> None:
    """Run the file with bots that the user named, so that its names are known."""
    name = getattr(args, "bots_file", None)
    if name is None:
        return
    spec = spec_from_file_location(Path(name).stem, name)
    if spec is None or spec.loader is None:
        raise ValueError(f"{name} is no Python file")
    try:
        spec.loader.exec_module(module_from_spec(spec))
    except OSError:
        raise
    except Exception as problem:
        raise ValueError(f"{name} does not run: {type(problem).__name__}, {problem}") from None


def _add_worksheet(commands: _SubParsersAction[Parser]) -> None:
    papers = commands.add_parser("worksheet", help="papers for a lesson, ready for print")
    papers.add_argument("paper", metavar="LESSON", help="1 to 10, or guide, or dictionary")
    papers.add_argument("--key", action="store_true", help="the answer key, for the teacher")
    papers.add_argument("--cream", action="store_true", help="paper in a warm tone")
    papers.add_argument("-o", "--to", metavar="FILE", help="the file to write; shown if left out")
    papers.set_defaults(run=_worksheet)


# -- playing -------------------------------------------------------------------------------------
def _play(args: Namespace) -> None:
    game = _saved_game(args) if args.resume else _new_game(args)
    bots = {seat: game.bot_of(seat) for seat in range(len(game.players))}
    table = TextGame(game, {seat: one for seat, one in bots.items() if one is not None})
    for line in table.opening():
        print(line)
    if not _sit(table) and (kept := args.resume or args.save):
        print(f"\nThe game is kept. Go on with: risknb play --resume {kept}")


def _saved_game(args: Namespace) -> Game:
    """A saved game, which has players and rules of its own."""
    options = _options(args.option)
    deck = options.pop("mission_deck", None)
    new = {"the players": args.players, "--option": options}
    for name in ("quick", "save", "training", "edition", "mode", "seed"):
        new[f"--{name}"] = getattr(args, name)
    for said, value in new.items():
        if value:
            raise ValueError(f"a saved game goes on as it is: leave out {said}")
    return Game.resume(args.resume, board=args.board, deck=deck, dice=_real_dice(args))


def _real_dice(args: Namespace) -> TypedDice | None:
    """The dice that the user throws, if so wished."""
    return TypedDice(_ask_dice, args.seed or token_hex(8), again=True) if args.real_dice else None


def _new_game(args: Namespace) -> Game:
    names, bots = _seats(args.players or ["Ada", "Ben=planner", "Cleo=turtle"])
    return Game(
        names,
        dice=_real_dice(args),
        bots=bots,
        autosave=args.save,
        training=args.training,
        **_rules(args, QUICK if args.quick else {}),
    )


def _rules(args: Namespace, quick: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """What the user said about the rules; what is left unsaid has its usual value."""
    said = {name: getattr(args, name) for name in ("edition", "mode", "board", "seed")}
    options = {**quick, **_options(args.option)}
    return {name: value for name, value in said.items() if value is not None} | {"options": options}


def _seats(texts: Sequence[str]) -> tuple[list[str], dict[str | int, str]]:
    """``["Ada", "Ben=rusher"]`` as names and the bots among them."""
    names, bots = [], dict[str | int, str]()
    for text in texts:
        name, equals, spec = text.partition("=")
        names.append(name)
        if equals:
            bots[name] = spec
    return names, bots


def _ask_dice(question: str) -> str:
    typed = input(question)
    if typed.strip().casefold() in LEAVE:
        raise EOFError
    return typed


def _sit(table: TextGame) -> bool:
    """Play until the game is over; False if the players leave before."""
    print("The word 'help' tells how moves are written.")
    try:
        while True:
            for line in table.bots_play():
                print(line)
            if table.game.state.over:
                return True
            line = input(table.prompt()).strip()
            if line.casefold() in LEAVE:
                return False
            for text in table.reply(line):
                print(text)
    except (EOFError, KeyboardInterrupt):
        return False


# -- many games ----------------------------------------------------------------------------------
def _simulate(args: Namespace) -> None:
    from . import batch

    if args.save:
        batch.check_target(args.save)
    _show_results(batch.simulate(_line_up(args.bots), **_work(args), **_rules(args)), args.save)


def _tournament(args: Namespace) -> None:
    from . import batch

    if args.save:
        batch.check_target(args.save)
    work = {"seats": args.seats, **_work(args)}
    _show_results(batch.tournament(_line_up(args.bots), **work, **_rules(args)), args.save)


def _work(args: Namespace) -> dict[str, Any]:
    """How much is played, and where."""
    return {name: getattr(args, name) for name in ("games", "turn_cap", "workers", "cluster")}


def _line_up(texts: Sequence[str]) -> list[str]:
    """``["planner,rusher", "turtle"]`` as three bots."""
    return [name for text in texts for name in text.split(",") if name]


def _show_results(results: Any, file: str | None) -> None:
    print(results)
    if file:
        results.save(file)
        print(f"{file} is written.")


# -- saved games ---------------------------------------------------------------------------------
def _replay(args: Namespace) -> None:
    game = _load(args.file, args)
    number = len(game) if args.at is None else args.at
    state = game.at(number)
    if args.svg:
        seen = state.seen_by(state.actor)
        drawn = svg(scene(seen, names=game.players, colours=game.colours, players=True))
        Path(args.svg).write_text(drawn, encoding="utf-8")
        print(f"{args.svg} is written.")
    elif args.board:
        print(story.board_table(state, game.players))
        print(story.players_table(state, game.players))
    else:
        for line in story.tell(game.players, game.at(0), game.steps[:number]):
            print(line)


def _export(args: Namespace) -> None:
    from . import frames

    games = {Path(file).stem: _load(file, args) for file in args.files}
    if len(games) < len(args.files):
        raise ValueError("two files have the same name: their games could not be told apart")
    for path in frames.export(games, args.to, table=args.table, file_format=args.format):
        print(path)


def _worksheet(args: Namespace) -> None:
    from .lessons.papers import paper

    text = paper(args.paper, key=args.key, cream=args.cream)
    if args.to:
        Path(args.to).write_text(text, encoding="utf-8")
        print(f"{args.to} is written.")
    else:
        print(text, end="")


def _new_bot(args: Namespace) -> None:
    if not fullmatch(r"[a-z][a-z0-9-]{0,38}", args.name):
        raise ValueError(f"a bot's name has small letters, digits and '-', not {args.name!r}")
    if args.name in bot_names():
        raise ValueError(f"there is a bot {args.name!r} already")
    file = Path(args.file or f"{args.name.replace('-', '_')}.py")
    if file.exists():
        raise ValueError(f"{file} is there already")
    title = "".join(part.capitalize() for part in args.name.split("-"))
    text = NEW_BOT.format(name=args.name, file=file.name, title=title)
    file.write_text(text, encoding="utf-8")
    print(f"{file} is written. Try it: risknb play --with {file} Ada Bot={args.name} --quick")


if __name__ == "__main__":
    sys.exit(main())
