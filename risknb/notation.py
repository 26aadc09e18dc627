"""Moves, answers of luck, steps and positions as text, both ways.

============  ==================  ===============================================
move          text                with luck's answer
============  ==================  ===============================================
claim         ``@ala``
place         ``ala+3``
trade         ``x:ala,bra,w1``    ``...@ala`` the extra armies, ``...=10`` a lower reading
attack        ``ala>kam*3``       ``ala>kam*3=651:42``
defend        ``d2``              ``d2=651:42``
re-roll       ``r1``              ``r1=5``
commander     ``^1``
advance       ``!3``
call off      ``/``
status roll   ``?c``              ``?c=3``
fortify       ``ala~nwt:4``       ``ala~nwt:4=bra`` where the card is drawn last
pass          ``--``              ``--=bra`` with the card drawn
bribe         ``$c:bra``
levy          ``&c``              ``&c=4``
headquarters  ``#ala``
mission       ``m:GEN2``
who begins    ``first``           ``first=426``
dealer        ``dealer``          ``dealer=b``
deal          ``deal``            ``deal=abcab...``, an army a territory
missions      ``missions``        ``missions=GEN1,MAJ2|GEN3,MAJ1``, a seat a part
============  ==================  ===============================================

A position is the board (an army's letter and its armies, ``/`` between continents, ``-`` for
nobody, ``a2+b1`` for team mates), the seat, the phase, the turn, then ``name:value`` for
everything else that is not empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, Final

from .board import Board
from .editions import Rules
from .moves import (
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
from .state import HIDDEN, HIDDEN_MISSION, NOBODY, Deeds, Invasion, Phase, State, View

LETTERS: Final = "abcdefghij"
MAX_TEXT: Final = 4096
MAX_ARMIES: Final = 99_999


class NotationError(ValueError):
    """A text that is no move, no step or no position."""


# -- words ---------------------------------------------------------------------------------------
def card_text(board: Board, card: int) -> str:
    """``ala`` for a territory's card, ``w1`` and ``w2`` for the wild ones."""
    if card == HIDDEN:
        return "?"
    return board.codes[card] if card < board.size else f"w{card - board.size + 1}"


def parse_card(board: Board, text: str) -> int:
    if text in ("w1", "w2"):
        return board.size + int(text[1]) - 1
    return _territory(board, text)


def _territory(board: Board, text: str) -> int:
    try:
        return board.codes.index(text)
    except ValueError:
        raise NotationError(f"there is no territory {text[:20]!r} on {board.name}") from None


def letter(army: int) -> str:
    """The letter of a seat or a neutral army; ``-`` for nobody."""
    return LETTERS[army] if army >= 0 else "-"


def _army(text: str) -> int:
    if text == "-":
        return NOBODY
    at = LETTERS.find(text)
    if len(text) != 1 or at < 0:
        raise NotationError(f"{text[:20]!r} is no army's letter")
    return at


def _count(text: str, most: int = MAX_ARMIES) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6 or int(text) > most:
        raise NotationError(f"{text[:20]!r} is no number up to {most}")
    return int(text)


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
    except (KeyError, TypeError, IndexError, AttributeError):
        return repr(move)[:80]


_ATTACK = re.compile(r"([a-z]{3})>([a-z]{3})\*(\d{1,2})")
_PLACE = re.compile(r"([a-z]{3})\+(\d{1,6})")
_FORTIFY = re.compile(r"([a-z]{3})~([a-z]{3}):(\d{1,6})")
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
    "@": lambda b, t: Claim(_territory(b, t)),
    "#": lambda b, t: Headquarters(_territory(b, t)),
    "!": lambda b, t: Advance(_count(t)),
    "d": lambda b, t: Defend(_count(t, 9)),
    "r": lambda b, t: Reroll(_count(t, 9) - 1),
    "^": lambda b, t: Command(_count(t, 9) - 1),
    "?": lambda b, t: RollStatus(_army(t)),
    "&": lambda b, t: Levy(_army(t)),
    "$": lambda b, t: Bribe(_army(t[:1]), parse_card(b, t[2:])),
}


def parse_move(board: Board, text: str) -> Move:
    """Read a move; the opposite of ``move_text``.

    :raises NotationError: the text is no move.
    """
    if not isinstance(text, str) or len(text) > 80:
        raise NotationError("a move is a short text")
    if text in _PLAIN:
        return _PLAIN[text]
    if found := _ATTACK.fullmatch(text):
        return Attack(_territory(board, found[1]), _territory(board, found[2]), int(found[3]))
    if found := _PLACE.fullmatch(text):
        return Place(_territory(board, found[1]), _count(found[2]))
    if found := _FORTIFY.fullmatch(text):
        src, dst = _territory(board, found[1]), _territory(board, found[2])
        return Fortify(src, dst, _count(found[3]))
    if found := _TRADE.fullmatch(text):
        cards = tuple(parse_card(board, found[i]) for i in (1, 2, 3))
        return Trade(cards, _territory(board, found[4]) if found[4] else -1, int(found[5] or 0))
    if text.startswith("m:") and re.fullmatch(r"[A-Za-z0-9-]{1,24}", text[2:]):
        return ClaimMission(text[2:])
    if text[:1] in _PREFIXED and (text[:1] != "$" or text[2:3] == ":"):
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


def _roll(board: Board, text: str) -> Roll:
    attack, _, defend = text.partition(":")
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
    Attack: _roll,
    Defend: _roll,
    Levy: _one_die,
    RollStatus: _one_die,
    Reroll: _one_die,
    RollFirst: lambda b, t: Lots(_dice(t)),
    PickDealer: lambda b, t: Dealer(_army(t)),
    DealTerritories: lambda b, t: Deal(tuple(_army(one) for one in t)),
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


# -- positions -----------------------------------------------------------------------------------
#: The letter of every phase.
PHASES: Final = {
    Phase.DEALER: "G", Phase.MISSIONS: "M", Phase.DEAL: "D", Phase.FIRST: "O", Phase.CLAIM: "C",
    Phase.PLACE: "P", Phase.HEADQUARTERS: "H", Phase.REINFORCE: "R", Phase.ALLIES: "L",
    Phase.ATTACK: "A", Phase.DEFEND: "E", Phase.DECIDE: "X", Phase.ADVANCE: "V",
    Phase.SPOILS: "S", Phase.STATUS: "T", Phase.FORTIFY: "F", Phase.ALLY_FORTIFY: "Y",
    Phase.MISSION: "N", Phase.OVER: "Z",
}  # fmt: skip
_PHASE_OF: Final = {text: phase for phase, text in PHASES.items()}
_FLAGS: Final = (
    ("fresh", "f"), ("placed", "p"), ("conquered", "c"), ("ending", "e"), ("rerolled", "r"),
    ("commanded", "k"), ("fortified", "m"),
)  # fmt: skip


def _square(state: State, at: int) -> str:
    if state.units is not None and state.armies[at]:
        units = enumerate(state.units[at])
        return "+".join(f"{letter(seat)}{n}" for seat, n in units if n)
    owner = state.owners[at]
    return "-" if owner == NOBODY else f"{letter(owner)}{state.armies[at]}"


def _cards(board: Board, cards: Sequence[int]) -> str:
    hidden = sum(card == HIDDEN for card in cards)
    known = [card_text(board, card) for card in cards if card != HIDDEN]
    return ".".join((*known, *([f"?{hidden}"] if hidden else ())))


def _words(words: Sequence[str]) -> str:
    hidden = sum(word == HIDDEN_MISSION for word in words)
    known = [word for word in words if word != HIDDEN_MISSION]
    return ".".join((*known, *([f"?{hidden}"] if hidden else ())))


def _fields(state: State) -> list[tuple[str, str]]:
    """Everything but the board, seat, phase and turn: name and value, empty where there is none."""
    board = state.board
    flags = "".join(text for name, text in _FLAGS if getattr(state, name))
    hands = state.hands[:2] if state.units is not None else state.hands
    return [
        ("by", letter(state.actor) if state.actor != state.seat else ""),
        ("do", flags),
        ("r", _ints(state.reserves)),
        ("h", "|".join(_cards(board, hand) for hand in hands) if any(hands) else ""),
        ("k", _cards(board, state.deck)),
        ("t", _cards(board, state.pile)),
        ("s", str(state.sets) if state.sets else ""),
        ("b", _bribes_text(state)),
        ("al", "".join(map(letter, state.stances)) if any(s >= 0 for s in state.stances) else ""),
        ("m", "|".join(map(_words, state.missions)) if any(state.missions) else ""),
        ("md", "|".join(map(_words, state.done)) if any(state.done) else ""),
        ("hq", _places(board, state.headquarters)),
        ("g", letter(state.dealer) if state.dealer >= 0 else ""),
        ("o", letter(state.first) if state.first >= 0 else ""),
        ("co", "".join(map(letter, state.contenders))),
        ("q", _ints(state.quota)),
        ("x", str(state.bonus) if state.bonus else ""),
        ("a", _attack_text(state)),
        ("d", chance_text(board, state.rolled) if state.rolled is not None else ""),
        ("sh", _cards(board, state.shown)),
        ("v", letter(state.victim) if state.victim >= 0 else ""),
        ("i", _invasion_text(state)),
        ("u", "".join(map(letter, state.due))),
        ("gi", "".join(map(letter, state.given))),
        ("l", "".join(map(letter, state.levied))),
        ("mv", "".join(map(letter, state.moved))),
        ("de", _deeds_text(state.deeds)),
        ("w", "".join(map(letter, state.winners)) + f".{state.reason}" if state.winners else ""),
    ]


def _ints(values: Sequence[int]) -> str:
    return ",".join(map(str, values)) if any(values) else ""


def _places(board: Board, places: Sequence[int]) -> str:
    if all(at == NOBODY for at in places):
        return ""
    return ".".join("-" if at == NOBODY else "?" if at < 0 else board.codes[at] for at in places)


def _bribes_text(state: State) -> str:
    if not any(state.bribes):
        return ""
    return "|".join(
        ".".join(f"{letter(giver)}{card_text(state.board, card)}" for giver, card in held)
        for held in state.bribes
    )


def _attack_text(state: State) -> str:
    if state.attack is None:
        return ""
    src, dst, dice = state.attack
    return f"{state.board.codes[src]}>{state.board.codes[dst]}*{dice}"


def _invasion_text(state: State) -> str:
    if state.invasion is None:
        return ""
    army, defender, at = state.invasion
    return f"{letter(army)}{letter(defender)}{state.board.codes[at]}"


def _deeds_text(deeds: Deeds | None) -> str:
    if deeds is None:
        return ""
    numbers = ",".join(str(int(value)) for value in deeds[:8])
    return f"{numbers},{''.join(map(letter, deeds.holders))}"


def position(state: State | View) -> str:
    """The position as text, with everything the given state or view holds."""
    if isinstance(state, View):
        state = state.copy()
    land = "/".join(
        "".join(_square(state, at) for at in continent.members)
        for continent in state.board.continents
    )
    head = f"{land} {letter(state.seat)} {PHASES[state.phase]} {state.turn}"
    return " ".join((head, *(f"{name}:{value}" for name, value in _fields(state) if value)))


def digest(state: State) -> str:
    """A short hash of the whole position (BLAKE2b, eight bytes)."""
    return blake2b(position(state).encode(), digest_size=8).hexdigest()


def parse_position(text: str, board: Board, rules: Rules, seats: int) -> State:
    """Read a position; the opposite of ``position``.

    :raises NotationError: the text is no position of this board and these rules.
    """
    from .rules.table import recount

    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise NotationError("a position is a text of at most 4096 letters")
    state = State(board, rules, seats)
    parts = text.split(" ")
    if len(parts) < 4:
        raise NotationError("a position has a board, a seat, a phase and a turn")
    _parse_land(state, parts[0])
    state.seat = state.actor = _seat(state, parts[1])
    if parts[2] not in _PHASE_OF:
        raise NotationError(f"{parts[2][:10]!r} is no phase")
    state.phase = _PHASE_OF[parts[2]]
    state.turn = _count(parts[3])
    for part in parts[4:]:
        name, _, value = part.partition(":")
        if name not in _PARSE_FIELD:
            raise NotationError(f"{part[:20]!r} is no part of a position")
        try:
            _PARSE_FIELD[name](state, value)
        except (ValueError, IndexError, KeyError, TypeError) as problem:
            raise NotationError(f"{part[:40]!r} cannot be read: {problem}") from None
    recount(state)
    return state


_SQUARE = re.compile(r"-|[a-j]\d{1,6}(?:\+[a-j]\d{1,6})*")


def _parse_land(state: State, text: str) -> None:
    """The territories, continent by continent."""
    rows = text.split("/")
    if len(rows) != len(state.board.continents):
        raise NotationError(f"the board has {len(state.board.continents)} continents")
    for row, continent in zip(rows, state.board.continents, strict=True):
        squares = _SQUARE.findall(row)
        if len(squares) != len(continent.members) or "".join(squares) != row:
            raise NotationError(f"{continent.name} has {len(continent.members)} territories")
        for at, square in zip(continent.members, squares, strict=True):
            if square != "-":
                _parse_square(state, at, square)


def _parse_square(state: State, at: int, square: str) -> None:
    from .rules.table import controller

    parts = [(_army(part[0]), _count(part[1:])) for part in square.split("+")]
    if any(army >= state.sides for army, _ in parts):
        raise NotationError(f"{square[:20]!r} names an army that is not in the game")
    state.armies[at] = sum(n for _, n in parts)
    if state.units is None:
        if len(parts) != 1:
            raise NotationError("only team mates share a territory")
        state.owners[at] = parts[0][0]
        return
    for seat, n in parts:
        state.units[at][seat] += n
    state.owners[at] = controller(state.units[at]) if any(state.units[at]) else parts[0][0]


def _seat(state: State, text: str) -> int:
    seat = _army(text)
    if not 0 <= seat < state.seats:
        raise NotationError(f"there is no seat {text[:10]!r}")
    return seat


def _armies(state: State, text: str) -> tuple[int, ...]:
    found = tuple(_army(one) for one in text)
    if any(army >= state.sides for army in found):
        raise NotationError("no such army")
    return found


def _parse_cards(board: Board, text: str) -> tuple[int, ...]:
    found: list[int] = []
    for word in text.split(".") if text else ():
        if word.startswith("?"):
            found.extend([HIDDEN] * _count(word[1:], board.size + 2))
        else:
            found.append(parse_card(board, word))
    return tuple(found)


def _parse_hands(state: State, text: str) -> None:
    hands = [tuple(sorted(_parse_cards(state.board, part))) for part in text.split("|")]
    if state.units is not None:
        hands *= state.seats // 2
    if len(hands) != state.seats:
        raise NotationError("there is a hand for every seat")
    state.hands = hands


def _parse_words(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for word in text.split(".") if text else ():
        if word.startswith("?"):
            found.extend([HIDDEN_MISSION] * _count(word[1:], 28))
        elif re.fullmatch(r"[A-Za-z0-9-]{1,24}", word):
            found.append(word)
        else:
            raise NotationError(f"{word[:20]!r} is no mission")
    return tuple(found)


def _per_seat(state: State, text: str) -> tuple[tuple[str, ...], ...]:
    found = tuple(_parse_words(part) for part in text.split("|"))
    if len(found) != state.seats:
        raise NotationError("there is a part for every seat")
    return found


def _parse_flags(state: State, text: str) -> None:
    for name, flag in _FLAGS:
        setattr(state, name, flag in text)
    if not set(text) <= {flag for _, flag in _FLAGS}:
        raise NotationError(f"{text[:20]!r} are no flags")


def _parse_ints(state: State, text: str) -> list[int]:
    found = [_count(one) for one in text.split(",")]
    if len(found) != state.sides:
        raise NotationError("there is a number for every army")
    return found


def _parse_bribes(state: State, text: str) -> None:
    parts = text.split("|")
    if len(parts) != len(state.bribes):
        raise NotationError("there is a part for every neutral army")
    state.bribes = tuple(
        tuple(_parse_bribe(state, word) for word in (part.split(".") if part else ()))
        for part in parts
    )


def _parse_bribe(state: State, word: str) -> tuple[int, int]:
    card = HIDDEN if word[1:] == "?" else parse_card(state.board, word[1:])
    return _seat(state, word[0]), card


def _parse_stances(state: State, text: str) -> None:
    found = tuple(_army(one) for one in text)
    if len(found) != len(state.stances) or any(army >= state.seats for army in found):
        raise NotationError("there is a letter for every neutral army")
    state.stances = found


def _parse_headquarters(state: State, text: str) -> None:
    words = text.split(".")
    if len(words) != len(state.headquarters):
        raise NotationError("there is a headquarters for every seat")
    special = {"-": NOBODY, "?": HIDDEN}
    state.headquarters = tuple(
        special[word] if word in special else _territory(state.board, word) for word in words
    )


def _parse_attack(state: State, text: str) -> None:
    found = _ATTACK.fullmatch(text)
    if found is None:
        raise NotationError(f"{text[:20]!r} is no attack")
    src, dst = (_territory(state.board, found[i]) for i in (1, 2))
    state.attack = (src, dst, _count(found[3], 3))


def _parse_invasion(state: State, text: str) -> None:
    army, defender = _armies(state, text[:2])
    state.invasion = Invasion(army, defender, _territory(state.board, text[2:]))


def _parse_deeds(state: State, text: str) -> None:
    *numbers, owners = text.split(",")
    *counts, attacked, claimed = map(_count, numbers)
    conquests, victims, received, traded, eliminated, broke = counts
    state.deeds = Deeds(
        conquests, victims, received, traded, eliminated, broke, bool(attacked), bool(claimed),
        _armies(state, owners),
    )  # fmt: skip


def _parse_winners(state: State, text: str) -> None:
    seats, _, reason = text.partition(".")
    if reason not in ("conquest", "team", "mission", "capital"):
        raise NotationError(f"{reason[:20]!r} is no reason")
    state.winners, state.reason = tuple(_seat(state, one) for one in seats), reason


def _sets(name: str, parse: Callable[[State, str], Any]) -> Callable[[State, str], None]:
    return lambda state, text: setattr(state, name, parse(state, text))


_PARSE_FIELD: dict[str, Callable[[State, str], None]] = {
    "by": _sets("actor", _seat),
    "do": _parse_flags,
    "r": _sets("reserves", _parse_ints),
    "h": _parse_hands,
    "k": _sets("deck", lambda s, t: _parse_cards(s.board, t)),
    "t": _sets("pile", lambda s, t: _parse_cards(s.board, t)),
    "s": _sets("sets", lambda s, t: _count(t)),
    "b": _parse_bribes,
    "al": _parse_stances,
    "m": _sets("missions", _per_seat),
    "md": _sets("done", _per_seat),
    "hq": _parse_headquarters,
    "g": _sets("dealer", _seat),
    "o": _sets("first", _seat),
    "co": _sets("contenders", _armies),
    "q": _sets("quota", lambda s, t: tuple(_parse_ints(s, t))),
    "x": _sets("bonus", lambda s, t: _count(t)),
    "a": _parse_attack,
    "d": _sets("rolled", lambda s, t: _roll(s.board, t)),
    "sh": _sets("shown", lambda s, t: _parse_cards(s.board, t)),
    "v": _sets("victim", lambda s, t: _armies(s, t)[0]),
    "i": _parse_invasion,
    "u": _sets("due", _armies),
    "gi": _sets("given", _armies),
    "l": _sets("levied", _armies),
    "mv": _sets("moved", _armies),
    "de": _parse_deeds,
    "w": _parse_winners,
}
