"""Moves, answers of luck and steps as text, both ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from ..board import Board
from ..moves import (
    Advance,
    Attack,
    Bribe,
    CallOff,
    Chance,
    Claim,
    ClaimMission,
    Command,
    Deal,
    Dealer,
    DealMissions,
    DealTerritories,
    Defend,
    Die,
    Draw,
    Fortify,
    Headquarters,
    Levy,
    Lots,
    MissionDeal,
    Move,
    Pass,
    PickDealer,
    Place,
    Reroll,
    Roll,
    RollFirst,
    RollStatus,
    Step,
    Trade,
)
from ..reading import short
from ..state import State, View
from .words import (
    MAX_TEXT,
    NotationError,
    card_text,
    letter,
    parse_army,
    parse_card,
    parse_count,
    parse_territory,
)


# -- moves ---------------------------------------------------------------------------------------
def _trade_text(board: Board, move: Trade) -> str:
    cards = ",".join(card_text(board, card) for card in move.cards)
    bonus = f"@{board.codes[move.bonus]}" if move.bonus >= 0 else ""
    return f"x:{cards}{bonus}" + (f"={move.value}" if move.value else "")


_MOVE_TEXT: dict[type, Callable[[Board, Any], str]] = {
    Attack: lambda b, m: f"{b.codes[m.src]}>{b.codes[m.dst]}*{m.dice}",
    Advance: lambda b, m: f"!{m.armies}",
    Place: lambda b, m: f"{b.codes[m.at]}+{m.armies}",
    Pass: lambda b, m: "--",
    Fortify: lambda b, m: f"{b.codes[m.src]}~{b.codes[m.dst]}:{m.armies}",
    Trade: _trade_text,
    Defend: lambda b, m: f"d{m.dice}",
    Claim: lambda b, m: f"@{b.codes[m.at]}",
    Headquarters: lambda b, m: f"#{b.codes[m.at]}",
    Bribe: lambda b, m: f"${letter(m.army)}:{card_text(b, m.card)}",
    Levy: lambda b, m: f"&{letter(m.army)}",
    CallOff: lambda b, m: "/",
    RollStatus: lambda b, m: f"?{letter(m.army)}",
    Reroll: lambda b, m: f"r{m.die + 1}",
    Command: lambda b, m: f"^{m.die + 1}",
    ClaimMission: lambda b, m: f"m:{m.mission}",
    RollFirst: lambda b, m: "first",
    PickDealer: lambda b, m: "dealer",
    DealTerritories: lambda b, m: "deal",
    DealMissions: lambda b, m: "missions",
}


def move_text(at: Board | State | View, move: Move) -> str:
    """A move as text; a value that is no move of this board is shown as it is.

    >>> from risknb.board import load
    >>> move_text(load("classic"), Attack(0, 31, 3))
    'ala>kam*3'
    """
    board = at if isinstance(at, Board) else at.board
    try:
        return _MOVE_TEXT[type(move)](board, move)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError):
        return short(move, 80)


ATTACK: Final = re.compile(r"([a-z]{3})>([a-z]{3})\*(\d{1,2})", re.ASCII)
_PLACE = re.compile(r"([a-z]{3})\+(\d{1,6})", re.ASCII)
_FORTIFY = re.compile(r"([a-z]{3})~([a-z]{3}):(\d{1,6})", re.ASCII)
_TRADE = re.compile(r"x:(\w{2,3}),(\w{2,3}),(\w{2,3})(?:@([a-z]{3}))?(?:=(\d{1,3}))?", re.ASCII)
_PLAIN: Final[dict[str, Move]] = {
    "--": Pass(),
    "/": CallOff(),
    "first": RollFirst(),
    "dealer": PickDealer(),
    "deal": DealTerritories(),
    "missions": DealMissions(),
}
_PREFIXED: Final[dict[str, Callable[[Board, str], Move]]] = {
    "@": lambda b, t: Claim(parse_territory(b, t)),
    "#": lambda b, t: Headquarters(parse_territory(b, t)),
    "!": lambda b, t: Advance(parse_count(t)),
    "d": lambda b, t: Defend(parse_count(t, 9)),
    "r": lambda b, t: Reroll(parse_count(t, 9) - 1),
    "^": lambda b, t: Command(parse_count(t, 9) - 1),
    "?": lambda b, t: RollStatus(parse_army(t)),
    "&": lambda b, t: Levy(parse_army(t)),
    "$": lambda b, t: Bribe(parse_army(t[:1]), parse_card(b, t[2:])),
}


def parse_move(board: Board, text: str) -> Move:
    """Read a move; the opposite of ``move_text``.

    :raises NotationError: the text is no move.
    """
    if not isinstance(text, str) or len(text) > 80:
        raise NotationError("a move is a short text")
    if text in _PLAIN:
        return _PLAIN[text]
    if found := ATTACK.fullmatch(text):
        src, dst = parse_territory(board, found[1]), parse_territory(board, found[2])
        return Attack(src, dst, int(found[3]))
    if found := _PLACE.fullmatch(text):
        return Place(parse_territory(board, found[1]), parse_count(found[2]))
    if found := _FORTIFY.fullmatch(text):
        src, dst = parse_territory(board, found[1]), parse_territory(board, found[2])
        return Fortify(src, dst, parse_count(found[3]))
    if found := _TRADE.fullmatch(text):
        cards = tuple(parse_card(board, found[i]) for i in (1, 2, 3))
        bonus = parse_territory(board, found[4]) if found[4] else -1
        return Trade(cards, bonus, int(found[5] or 0))
    if text.startswith("m:") and re.fullmatch(r"[A-Za-z0-9-]{1,24}", text[2:]):
        return ClaimMission(text[2:])
    if len(text) > 1 and text[0] in _PREFIXED and (text[:1] != "$" or text[2:3] == ":"):
        return _PREFIXED[text[0]](board, text[1:])
    raise NotationError(f"{text[:40]!r} is no move")


# -- luck ----------------------------------------------------------------------------------------
def _faces(faces: Sequence[int]) -> str:
    return "".join(map(str, faces))


_CHANCE_TEXT: dict[type, Callable[[Board, Any], str]] = {
    Roll: lambda b, c: f"{_faces(c.attack)}:{_faces(c.defend)}",
    Die: lambda b, c: str(c.face),
    Lots: lambda b, c: _faces(c.faces),
    Dealer: lambda b, c: letter(c.seat),
    Deal: lambda b, c: "".join(letter(army) for army in c.owners),
    MissionDeal: lambda b, c: "|".join(",".join(held) for held in c.missions),
    Draw: lambda b, c: card_text(b, c.card),
}


def chance_text(board: Board, chance: Chance) -> str:
    """An answer of luck as text."""
    return _CHANCE_TEXT[type(chance)](board, chance)


def _dice(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[1-6]{1,6}", text):
        raise NotationError(f"{text[:20]!r} are no dice")
    return tuple(map(int, text))


def parse_roll(board: Board, text: str) -> Roll:
    """Read the dice of an attack."""
    attack, both, defend = text.partition(":")
    if not both:
        raise NotationError(f"{text[:20]!r} are not the dice of both sides, like 651:42")
    return Roll(_dice(attack), _dice(defend))


def _one_die(board: Board, text: str) -> Die:
    faces = _dice(text)
    if len(faces) != 1:
        raise NotationError(f"{text[:20]!r} is not one die")
    return Die(faces[0])


def _mission_deal(board: Board, text: str) -> MissionDeal:
    if not re.fullmatch(r"[A-Za-z0-9,|-]{1,400}", text):
        raise NotationError(f"{text[:40]!r} are no missions")
    return MissionDeal(tuple(tuple(part.split(",")) for part in text.split("|")))


_PARSE_CHANCE: dict[type, Callable[[Board, str], Chance]] = {
    Attack: parse_roll,
    Defend: parse_roll,
    Levy: _one_die,
    RollStatus: _one_die,
    Reroll: _one_die,
    RollFirst: lambda b, t: Lots(_dice(t)),
    PickDealer: lambda b, t: Dealer(parse_army(t)),
    DealTerritories: lambda b, t: Deal(tuple(parse_army(one) for one in t)),
    DealMissions: _mission_deal,
    Pass: lambda b, t: Draw(parse_card(b, t)),
    Fortify: lambda b, t: Draw(parse_card(b, t)),
}


def parse_chance(board: Board, move: Move, text: str) -> Chance:
    """Read luck's answer to a move."""
    parse = _PARSE_CHANCE.get(type(move))
    if parse is None or len(text) > MAX_TEXT:
        raise NotationError(f"luck has no say in {move_text(board, move)}")
    return parse(board, text)


def step_text(board: Board, step: Step) -> str:
    """A step as text: the move, and after ``=`` what luck answered."""
    text = _MOVE_TEXT[type(step.move)](board, step.move)
    return text if step.chance is None else f"{text}={chance_text(board, step.chance)}"


def parse_step(board: Board, text: str) -> tuple[Move, Chance | None]:
    """Read a step: the move and luck's answer, ``None`` where the text gives none."""
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise NotationError("a step is a short text")
    if text.startswith("x:"):
        return parse_move(board, text), None
    head, equals, tail = text.partition("=")
    move = parse_move(board, head)
    return move, parse_chance(board, move, tail) if equals else None
