"""Positions as text, both ways: everything a state or a view holds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, Final

from ..board import BUILT_IN, Board, load
from ..editions import Rules, check_players, from_switches, unchanged
from ..state import HIDDEN, HIDDEN_MISSION, NOBODY, Deeds, Invasion, Phase, State, View
from .steps import ATTACK, chance_text, parse_roll
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


#: What a phase cannot be without: the attribute and its name in the text.
_NEEDED: Final = {
    Phase.MISSIONS: (("missions", "m"),), Phase.FIRST: (("contenders", "co"),),
    Phase.PLACE: (("quota", "q"),), Phase.HEADQUARTERS: (("headquarters", "hq"),),
    Phase.DEFEND: (("attack", "a"),), Phase.DECIDE: (("attack", "a"), ("rolled", "d")),
    Phase.ADVANCE: (("attack", "a"),), Phase.STATUS: (("due", "u"),),
    Phase.OVER: (("winners", "w"),),
}  # fmt: skip


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


def full_position(state: State) -> str:
    """The whole position with what is played: the board, the seats and the rules."""
    return f"{position(state)} on:{_game_text(state)}"


def _game_text(state: State) -> str:
    """Board, seats, edition, mode, and the switches that differ from the edition's."""
    rules = state.rules
    usual = unchanged(rules.edition, rules.mode).switches()
    own = {name: value for name, value in rules.switches().items() if value != usual[name]}
    told = [state.board.name, state.seats, rules.edition, rules.mode, own]
    return json.dumps(told, separators=(",", ":")).replace(" ", "\\u0020")


def _told_game(text: str, board: Board | None) -> tuple[Board, Rules, int]:
    """Board, rules and seats as a full position tells them; it never says which file to open."""
    from ..rules.missions import BUILT_IN as DECKS

    told = next((part[3:] for part in text.split(" ") if part.startswith("on:")), None)
    if told is None:
        raise NotationError("the text does not tell what is played: name board, rules and seats")
    try:
        name, seats, edition, mode, own = json.loads(told)
        if type(seats) is not int:
            raise NotationError("seats are a whole number")
        rules = from_switches({**unchanged(edition, mode).switches(), **own})
        if (board is None and name not in BUILT_IN) or rules.mission_deck not in ("", *DECKS):
            raise NotationError("a board or a deck of one's own has to be named again")
        if board is None:
            board = load(name) if rules.east_africa_line else load(name).without("eaf", "mea")
        check_players(rules, seats, board)
    except NotationError:
        raise
    except (ValueError, TypeError, RecursionError) as problem:
        raise NotationError(f"{told[:40]!r} cannot be played: {problem}") from None
    return board, rules, seats


def digest(state: State) -> str:
    """A short hash of the whole position (BLAKE2b, eight bytes)."""
    return blake2b(position(state).encode(), digest_size=8).hexdigest()


def parse_position(
    text: str, board: Board | None = None, rules: Rules | None = None, seats: int | None = None
) -> State:
    """Read a position; the opposite of ``position`` and of ``full_position``.

    A full position tells what is played; for any other name board, rules and seats.

    :raises NotationError: the text is no position of this board and these rules.
    """
    from ..rules.table import recount

    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise NotationError("a position is a text of at most 4096 letters")
    if board is None or rules is None or seats is None:
        board, told, count = _told_game(text, board)
        rules, seats = rules or told, seats or count
    state = State(board, rules, seats)
    parts = text.split(" ")
    if len(parts) < 4:
        raise NotationError("a position has a board, a seat, a phase and a turn")
    _parse_land(state, parts[0])
    state.seat = state.actor = _seat(state, parts[1])
    if parts[2] not in _PHASE_OF:
        raise NotationError(f"{parts[2][:10]!r} is no phase")
    state.phase = _PHASE_OF[parts[2]]
    state.turn = parse_count(parts[3])
    for part in parts[4:]:
        name, _, value = part.partition(":")
        if name not in _PARSE_FIELD:
            raise NotationError(f"{part[:20]!r} is no part of a position")
        try:
            _PARSE_FIELD[name](state, value)
        except (ValueError, IndexError, KeyError, TypeError) as problem:
            raise NotationError(f"{part[:40]!r} cannot be read: {problem}") from None
    recount(state)
    _check_complete(state)
    _check_cards(state)
    return state


def _check_complete(state: State) -> None:
    """Refuse a position that lacks what its phase is about, or armies that must stand somewhere."""
    for name, field in _NEEDED.get(state.phase, ()):
        if not getattr(state, name):
            raise NotationError(f"in phase {PHASES[state.phase]} the part '{field}:' is missing")
    if state.attack is not None:
        _check_attack(state, *state.attack)
    taken = state.attack[1] if state.phase is Phase.ADVANCE and state.attack is not None else -1
    for at, owner in enumerate(state.owners):
        if owner != NOBODY and not state.armies[at] and at != taken:  # COMP-08
            raise NotationError(f"no army stands on {state.board.codes[at]}")
    given_out = state.phase > Phase.CLAIM or (state.phase is Phase.FIRST and state.first != NOBODY)
    if given_out and not any(map(state.alive, range(state.seats))):
        raise NotationError("no seat holds any land")


def _check_cards(state: State) -> None:
    """Refuse a card that lies in two places (COMP-03)."""
    hands = state.hands if state.units is None else state.hands[:2]
    given = [card for held in state.bribes for _, card in held]
    known = [card for cards in (state.deck, state.pile, given, *hands) for card in cards]
    twice = {card for card in known if card != HIDDEN and known.count(card) > 1}
    if twice:
        raise NotationError(f"the card {card_text(state.board, min(twice))} is there twice")


def _check_attack(state: State, src: int, dst: int, dice: int) -> None:
    """Refuse an attack without the armies, or with other dice than were thrown (COMB-03)."""
    if state.armies[src] <= dice or not state.board.adjacent(src, dst):
        raise NotationError(f"{_attack_text(state)} cannot be: it needs a border and the armies")
    if state.rolled is not None and len(state.rolled.attack) != dice:
        raise NotationError(f"{dice} dice were to be thrown")


_SQUARE = re.compile(r"-|[a-j]\d{1,6}(?:\+[a-j]\d{1,6})*", re.ASCII)


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
    from ..rules.table import controller

    parts = [(parse_army(part[0]), parse_count(part[1:])) for part in square.split("+")]
    if any(army >= state.sides for army, _ in parts):
        raise NotationError(f"{square[:20]!r} names an army that is not in the game")
    if len({state.team(army) for army, _ in parts}) > 1 or (state.units is None and parts[1:]):
        raise NotationError("only team mates share a territory")
    state.armies[at] = sum(n for _, n in parts)
    if state.units is None:
        state.owners[at] = parts[0][0]
        return
    for seat, n in parts:
        state.units[at][seat] += n
    state.owners[at] = controller(state.units[at]) if any(state.units[at]) else parts[0][0]


def _seat(state: State, text: str) -> int:
    seat = parse_army(text)
    if not 0 <= seat < state.seats:
        raise NotationError(f"there is no seat {text[:10]!r}")
    return seat


def _armies(state: State, text: str) -> tuple[int, ...]:
    found = tuple(parse_army(one) for one in text)
    if any(army >= state.sides for army in found):
        raise NotationError("no such army")
    return found


def _parse_cards(board: Board, text: str) -> tuple[int, ...]:
    found: list[int] = []
    for word in text.split(".") if text else ():
        if word.startswith("?"):
            found.extend([HIDDEN] * parse_count(word[1:], board.size + 2))
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
            found.extend([HIDDEN_MISSION] * parse_count(word[1:], 28))
        elif re.fullmatch(r"[A-Za-z0-9-]{1,24}", word):
            found.append(word)
        else:
            raise NotationError(f"{word[:20]!r} is no mission")
    return tuple(found)


def _per_seat(state: State, text: str) -> tuple[tuple[str, ...], ...]:
    if not state.rules.mission_deck:
        raise NotationError("this game has no missions")
    found = tuple(_parse_words(part) for part in text.split("|"))
    if len(found) != len(state.done):  # empty where no missions are played
        raise NotationError("there is a part for every seat that has missions")
    return found


def _parse_flags(state: State, text: str) -> None:
    for name, flag in _FLAGS:
        setattr(state, name, flag in text)
    if not set(text) <= {flag for _, flag in _FLAGS}:
        raise NotationError(f"{text[:20]!r} are no flags")


def _parse_ints(state: State, text: str) -> list[int]:
    found = [parse_count(one) for one in text.split(",")]
    if len(found) != state.sides:
        raise NotationError("there is a number for every army")
    return found


def _parse_quota(state: State, text: str) -> tuple[int, ...]:
    """What is to be placed in this round of the set-up; all noughts are no quota."""
    found = tuple(_parse_ints(state, text))
    return found if any(found) else ()


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
    found = tuple(parse_army(one) for one in text)
    if len(found) != len(state.stances) or any(army >= state.seats for army in found):
        raise NotationError("there is a letter for every neutral army")
    state.stances = found


def _parse_headquarters(state: State, text: str) -> None:
    words = text.split(".")
    if len(words) != len(state.headquarters):
        raise NotationError("there is a headquarters for every seat")
    special = {"-": NOBODY, "?": HIDDEN}
    state.headquarters = tuple(
        special[word] if word in special else parse_territory(state.board, word) for word in words
    )


def _parse_attack(state: State, text: str) -> None:
    found = ATTACK.fullmatch(text)
    if found is None:
        raise NotationError(f"{text[:20]!r} is no attack")
    src, dst = (parse_territory(state.board, found[i]) for i in (1, 2))
    state.attack = (src, dst, parse_count(found[3], 3))


def _parse_invasion(state: State, text: str) -> None:
    army, defender = _armies(state, text[:2])
    state.invasion = Invasion(army, defender, parse_territory(state.board, text[2:]))


def _parse_deeds(state: State, text: str) -> None:
    *numbers, owners = text.split(",")
    *counts, attacked, claimed = map(parse_count, numbers)
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
    "s": _sets("sets", lambda s, t: parse_count(t)),
    "b": _parse_bribes,
    "al": _parse_stances,
    "m": _sets("missions", _per_seat),
    "md": _sets("done", _per_seat),
    "hq": _parse_headquarters,
    "g": _sets("dealer", _seat),
    "o": _sets("first", _seat),
    "co": _sets("contenders", _armies),
    "q": _sets("quota", _parse_quota),
    "x": _sets("bonus", lambda s, t: parse_count(t)),
    "a": _parse_attack,
    "d": _sets("rolled", lambda s, t: parse_roll(s.board, t)),
    "sh": _sets("shown", lambda s, t: _parse_cards(s.board, t)),
    "v": _sets("victim", lambda s, t: _armies(s, t)[0]),
    "i": _parse_invasion,
    "u": _sets("due", _armies),
    "gi": _sets("given", _armies),
    "l": _sets("levied", _armies),
    "mv": _sets("moved", _armies),
    "de": _parse_deeds,
    "w": _parse_winners,
    "on": lambda s, t: None,  # read before the rest
}
