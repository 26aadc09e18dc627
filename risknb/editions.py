"""Editions and modes: every switch of the rules in one frozen ``Rules``, read from data files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any, Final

from .board import Board
from .reading import short

EDITIONS: Final = ("2003", "2010", "five-army", "2018")
MAX_BYTES: Final = 256 * 1024
MAX_LINE: Final = 2_000  # a name of thousands of parts takes a hundred megabytes to read
DEEPEST: Final = 8

#: What ``options={...}`` may set: the option, and what it means in one line.
OPTIONS: Final = {
    "setup": "how territories are given out: 'claim' or 'deal'",
    "placing": "starting armies placed in 'turns', or for everyone by a fixed rule: 'auto'",
    "defend": "the defender's dice: as many as possible ('max') or chosen each time ('ask')",
    "defend_dice": "the most dice a defender may throw: 1, 2 or 3",
    "cards": "False: the game is played without territory cards",
    "capital_short": "True: fewer foreign headquarters are enough to win",
    "mission_deck": "the deck of secret missions: 'five-army', 'european-14', 'us-1993' or a file",
    "east_africa_line": "False: East Africa and the Middle East do not border",
    "status_roll": "when neutrals' moods are rolled: 'invasion' or 'end_of_combat'",
    "trade_after_elimination": "'forced': only with too many cards; 'any': any set at once",
    "territory_bonus_cap": "the two armies for a pictured territory: once a 'set' or once a 'turn'",
    "expert_sets": "True: sets are worth 4, 5, 6, 7 ...",
    "multi_fortify": "True: any number of moves at the end of a turn",
    "army_cap": "True: at most twelve armies on a territory",
    "reroll": "True: a card of the origin or the target lets the attacker roll one die again",
    "commander": "True: once a turn the attacker turns one die to a six",
}

#: The values a switch may take, where it is neither a yes/no nor a number.
CHOICES: Final = {
    "setup": ("claim", "deal"),
    "placing": ("turns", "auto"),
    "placer": ("roll", "youngest", "dealer"),
    "first_turn": ("roll", "placer", "dealer"),
    "territory_bonus_cap": ("set", "turn"),
    "discard": ("pile", "bottom"),
    "draw": ("after_move", "before_move"),
    "move": ("connected", "adjacent"),
    "deck": ("A", "B"),
    "defend": ("max", "ask"),
    "status_roll": ("invasion", "end_of_combat"),
}

#: The smallest and largest value of every number among the switches.
RANGES: Final = {
    "neutrals": (0, 4),
    "neutral_armies": (0, 200),
    "neutral_territories": (0, 50),
    "place_own": (1, 10),
    "place_neutral": (0, 10),
    "set_step": (0, 100),
    "territory_bonus": (0, 20),
    "force_start": (3, 20),
    "elim_force": (3, 20),
    "elim_target": (2, 19),
    "hand_limit": (0, 20),
    "attack_dice": (1, 3),
    "defend_dice": (1, 3),
}


class RulesError(ValueError):
    """An edition, a mode, an option or a combination of them that cannot be played."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every switch of an edition and mode, as one game is played.

    >>> rules_for("2018", "domination", players=3).start[3]
    35
    """

    edition: str
    mode: str
    players: tuple[int, ...]
    start: dict[int, int]
    setup: str
    placer: str
    first_turn: str
    set_values: tuple[int, ...]
    set_step: int
    territory_bonus: int
    elim_force: int
    discard: str
    draw: str
    move: str
    deck: str
    colours: tuple[str, ...]
    dealer: bool = False
    placing: str = "turns"
    neutrals: int = 0
    neutral_armies: int = 0
    neutral_territories: int = 0
    place_own: int = 1
    place_neutral: int = 0
    neutral_last: bool = False
    fixed_sets: bool = False
    territory_bonus_cap: str = "turn"
    force_start: int = 5
    elim_may: bool = False
    elim_target: int = 4
    hand_limit: int = 0
    cards: bool = True
    attack_dice: int = 3
    defend_dice: int = 2
    defend: str = "max"
    teams: bool = False
    capital: bool = False
    capital_short: bool = False
    mission_deck: str = ""
    active: bool = False
    status_roll: str = "invasion"
    east_africa_line: bool = True
    expert_sets: bool = False
    multi_fortify: bool = False
    army_cap: bool = False
    reroll: bool = False
    commander: bool = False
    cap: int = field(init=False)
    decides: bool = field(init=False)
    plain: bool = field(init=False)  # an attack is one throw and no more

    def __post_init__(self) -> None:
        object.__setattr__(self, "cap", 12 if self.army_cap else 10**9)
        object.__setattr__(self, "decides", self.reroll or self.commander)
        asked = self.decides or self.defend == "ask"
        noted = self.active or self.teams or bool(self.mission_deck)
        object.__setattr__(self, "plain", not asked and not noted)

    def switches(self) -> dict[str, Any]:
        """All switches with their values, as written into a game's header."""
        return {name: getattr(self, name) for name in NAMES}


NAMES: Final = tuple(f.name for f in fields(Rules) if f.init)


def rules_for(
    edition: str | int | PathLike[str],
    mode: str | None = None,
    *,
    players: int,
    board: Board | None = None,
    options: Mapping[str, Any] | None = None,
) -> Rules:
    """The rules of a game, or a ``RulesError`` that says why it cannot be played.

    *edition* is a name of ``EDITIONS`` or the path of a house-rules file; *mode*, where it is left
    out, is ``default_mode``.
    """
    table = edition_file(edition)
    mode = default_mode(edition, players, board) if mode is None else mode
    if not isinstance(mode, str) or mode not in table["modes"]:
        hint = _meant(str(mode), table["modes"]) or f"; it has {', '.join(table['modes'])}"
        raise RulesError(f"edition {table['name']} has no mode {short(mode)}{hint}")
    found = {**table["rules"], **table["modes"][mode], "edition": table["name"], "mode": mode}
    _apply_board(found, board)
    _apply_options(found, options or {})
    rules = from_switches(found)
    check_players(rules, players, board, _modes_for(table["modes"], players))
    _check_options(rules, options or {}, players)
    return rules


def default_mode(
    edition: str | int | PathLike[str], players: int | None = None, board: Board | None = None
) -> str:
    """The mode a game has when none is named: domination, or the first made for so many players.

    >>> default_mode("2018"), default_mode("2018", 2)
    ('domination', 'two-player')
    """
    table = edition_file(edition)
    usual = "domination" if "domination" in table["modes"] else str(next(iter(table["modes"])))
    seats = {**table["rules"], **table["modes"][usual]}.get("players")
    if players is None or not isinstance(seats, list) or players in seats:
        return usual
    made = {} if board is not None and board.players is not None else table["modes"]
    return next(iter(_made_for(players, made)), usual)


def modes(edition: str | int | PathLike[str]) -> tuple[str, ...]:
    """The modes of an edition.

    >>> modes("2018")
    ('domination', 'two-player', 'capital')
    """
    return tuple(edition_file(edition)["modes"])


@lru_cache(maxsize=32)
def unchanged(edition: str, mode: str) -> Rules:
    """The rules as the edition's file has them; house rules are compared with 2018's domination."""
    known = edition in EDITIONS and mode in _built_in(edition)["modes"]
    table, of = _built_in(edition if known else "2018"), mode if known else "domination"
    return from_switches(
        {**table["rules"], **table["modes"][of], "edition": edition, "mode": mode}
    )


def from_switches(found: Mapping[str, Any]) -> Rules:
    """Rules from a full table of switches, each checked."""
    for name in found:
        if name not in NAMES:
            raise RulesError(f"there is no rule {name!r}{_meant(name, NAMES)}")
    try:
        rules = Rules(**{name: _checked(name, value) for name, value in found.items()})
    except TypeError as problem:
        raise RulesError(f"the rules are incomplete: {problem}") from None
    _check_sense(rules)
    return rules


def edition_file(edition: str | int | PathLike[str]) -> dict[str, Any]:
    """The tables of an edition by name or year, or of a house-rules file by path."""
    text = str(edition)
    if text in EDITIONS:
        return _built_in(text)
    if not text.endswith(".toml"):
        raise RulesError(
            f"there is no edition {text[:60]!r}{_meant(text, EDITIONS)};"
            f" known: {', '.join(EDITIONS)}, or the path of a .toml file"
        )
    return _house_rules(Path(text))


@lru_cache(maxsize=len(EDITIONS))
def _built_in(name: str) -> dict[str, Any]:
    text = (files("risknb.data") / "editions" / f"{name}.toml").read_text(encoding="utf-8")
    return {"name": name, **tomllib.loads(text)}


def _house_rules(path: Path) -> dict[str, Any]:
    """A file of one's own: ``base = "2018"`` and the switches that differ, under ``[rules]``."""
    table = read_toml(path)
    base = table.get("base")
    if str(base) not in EDITIONS:
        raise RulesError(f"{path.name}: base must be one of {', '.join(EDITIONS)}, not {base!r}")
    for name in table:
        if name not in ("base", "title", "summary", "rules", "modes"):
            hint = "; a switch stands under [rules]" if name in NAMES else ""
            raise RulesError(f"{path.name}: there is no table {name!r}{hint}")
    own, named = table.get("rules", {}), table.get("modes", {})
    if not isinstance(own, dict) or not isinstance(named, dict):
        raise RulesError(f"{path.name}: rules and modes must be tables")
    if not all(isinstance(switches, dict) for switches in named.values()):
        raise RulesError(f"{path.name}: every mode must be a table")
    parent = _built_in(str(base))
    modes = {
        mode: {**rules, **own, **named.get(mode, {})} for mode, rules in parent["modes"].items()
    }
    modes.update({mode: {**own, **rules} for mode, rules in named.items() if mode not in modes})
    for switches in modes.values():
        deck = switches.get("mission_deck")
        if isinstance(deck, str) and deck.endswith(".toml"):
            switches["mission_deck"] = str(path.parent / deck)  # it lies beside the house rules
    return {"name": path.stem[:40], "rules": parent["rules"], "modes": modes}


def read_toml(path: Path) -> dict[str, Any]:
    """A small TOML file, or a ``RulesError`` that says what is wrong with it."""
    content = _small_file(path)
    try:
        found = tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as problem:
        raise RulesError(f"{path.name} is not a TOML file: {str(problem)[:200]}") from None
    if _deep(found):
        raise RulesError(f"{path.name} is nested too deep for a rules file")
    return found


def _small_file(path: Path) -> bytes:
    """What a file holds, never more than rules can be, whatever its size says."""
    content = None
    try:
        if path.is_file():  # a pipe or a device would never end
            with path.open("rb") as file:
                content = file.read(MAX_BYTES + 1)
    except OSError as problem:
        raise RulesError(f"{path.name} cannot be read: {problem.strerror}") from None
    if content is None:
        raise RulesError(f"{path.name} cannot be read: there is no such file")
    if len(content) > MAX_BYTES or max(map(len, content.split(b"\n"))) > MAX_LINE:
        raise RulesError(f"{path.name} is too large for a rules file")
    return content


def _deep(found: Any) -> bool:
    """Whether tables and lists lie in each other deeper than any rules need."""
    level = [found]
    for _ in range(DEEPEST):
        level = [one for each in level for one in _inside(each)]
    return bool(level)


def _inside(found: Any) -> Iterable[Any]:
    if isinstance(found, dict):
        return found.values()
    return found if isinstance(found, list) else ()


def _apply_board(found: dict[str, Any], board: Board | None) -> None:
    """What a board file carries replaces the edition's."""
    if board is None:
        return
    if board.modes is not None and found["mode"] not in board.modes:
        raise RulesError(
            f"the board {board.name} is made for {', '.join(board.modes)}, not for {found['mode']}"
        )
    if board.players is not None:
        found["players"] = board.players
    if board.start is not None:
        found["start"] = board.start
    if found["deck"] in CHOICES["deck"] and found["deck"] not in board.decks:
        found["deck"] = next(iter(board.decks))


def _apply_options(found: dict[str, Any], options: Mapping[str, Any]) -> None:
    if not isinstance(options, Mapping):
        raise RulesError(f"options is a table such as {{'commander': True}}, not {short(options)}")
    for name, value in options.items():
        if name not in OPTIONS:
            hint = _meant(name, OPTIONS) if isinstance(name, str) else ""
            raise RulesError(f"there is no option {short(name)}{hint}")
        if name == "trade_after_elimination":
            if value not in ("forced", "any"):
                raise RulesError(f"{name} is 'forced' or 'any', not {short(value)}")
            found["elim_may"] = value == "any"
        else:
            found[name] = value


def _checked(name: str, value: Any) -> Any:
    """One switch, of the right kind and in its range."""
    if name in CHOICES:
        if value not in CHOICES[name]:
            raise RulesError(f"{name} is one of {', '.join(CHOICES[name])}, not {short(value)}")
        return value
    if name in RANGES:
        return _number(name, value, *RANGES[name])
    if name in ("players", "set_values"):
        if not isinstance(value, (list, tuple)) or not 0 < len(value) <= 50:
            raise RulesError(f"{name} is a list of numbers, not {short(value)}")
        low, high = (2, 6) if name == "players" else (0, 1000)
        return tuple(_number(name, each, low, high) for each in value)
    if name == "start":
        return _start(value)
    if name == "colours":
        if not isinstance(value, (list, tuple)) or not all(map(_whole_text, value)):
            raise RulesError(f"colours is a list of names, not {short(value)}")
        return tuple(value)
    if name in ("edition", "mode", "mission_deck"):
        if not _whole_text(value) or len(value) > 300:
            raise RulesError(f"{name} is a name, not {short(value)}")
        return value
    if not isinstance(value, bool):
        raise RulesError(f"{name} is True or False, not {short(value)}")
    return value


def _whole_text(value: Any) -> bool:
    """Whether it is a text without half letters, which no page and no file can show."""
    return isinstance(value, str) and value == value.encode(errors="replace").decode()


def _start(value: Any) -> dict[int, int]:
    if not isinstance(value, Mapping) or len(value) > 10:
        raise RulesError(f"start is a table of armies by number of players, not {short(value)}")
    try:
        return {
            _number("start", int(seats), 2, 6): _number("start", armies, 1, 500)
            for seats, armies in value.items()
        }
    except (TypeError, ValueError) as problem:
        if isinstance(problem, RulesError):
            raise
        raise RulesError(f"start is a table of armies by number of players: {problem}") from None


def _number(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RulesError(f"{name} is a whole number from {low} to {high}, not {short(value)}")
    return value


def _modes_for(modes: Mapping[str, Mapping[str, Any]], players: int) -> str:
    """The modes made for so many players, as a hint."""
    found = _made_for(players, modes)
    return f"; for {players} there is {' and '.join(found)}" if found else ""


def _made_for(players: int, modes: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The modes that name so many players; a list that is none is complained about elsewhere."""
    named = {mode: switches.get("players") for mode, switches in modes.items()}
    return [mode for mode, found in named.items() if isinstance(found, list) and players in found]


def check_players(rules: Rules, players: int, board: Board | None, hint: str = "") -> None:
    """Refuse rules that so many players cannot play, or not on this board."""
    if players not in rules.players:
        counts, where = ", ".join(map(str, rules.players)), ""
        if board is not None and board.players is not None:
            where, hint = f" on the board {board.name}", ""
        raise RulesError(
            f"{rules.edition} {rules.mode}{where} is for {counts} players, not {players}{hint}"
        )
    if rules.start and players not in rules.start:
        raise RulesError(f"the rules give no starting armies for {players} players")
    if rules.neutrals and players != 2:
        raise RulesError("neutral armies are for two players")
    if rules.capital_short and players < 4:
        raise RulesError("capital_short needs four players or more: three have no short form")
    if rules.mission_deck and len(rules.colours) < players:
        raise RulesError(f"missions need a colour for each of the {players} players")
    if board is not None:
        if rules.deck not in board.decks:
            raise RulesError(f"the board {board.name} has no card symbols of deck {rules.deck}")
        _check_land(rules, players, board)


def _check_land(rules: Rules, players: int, board: Board) -> None:
    """Starting armies must cover the land, and fit on it."""
    land = board.size - rules.neutrals * rules.neutral_territories
    if land < players:
        raise RulesError(f"neutral armies leave no land for the players on {board.name}")
    if rules.start:
        _check_armies(rules, rules.start[players], land // players, -(-land // players))
    if rules.neutrals:
        share = rules.neutral_territories
        _check_armies(rules, rules.neutral_armies, share, share)


def _check_armies(rules: Rules, armies: int, least: int, most: int) -> None:
    """So many armies must cover from *least* to *most* territories."""
    if armies < most:
        raise RulesError(f"{armies} starting armies are too few for {most} territories")
    if armies > least * rules.cap:
        raise RulesError(f"{armies} armies do not fit on {least} territories of twelve at most")


def _check_sense(rules: Rules) -> None:
    """Combinations that make no sense, each with the reason."""
    for wrong, why in (*_card_nonsense(rules), *_neutral_nonsense(rules), *_mode_nonsense(rules)):
        if wrong:
            raise RulesError(why)


def _card_nonsense(rules: Rules) -> Iterator[tuple[bool, str]]:
    yield (
        rules.expert_sets and rules.fixed_sets,
        f"expert_sets cannot be used in {rules.mode}: its sets have a fixed table",
    )
    yield rules.expert_sets and not rules.cards, "expert_sets needs cards"
    yield rules.reroll and not rules.cards, "reroll needs cards: a shown card gives the re-roll"
    untraded = rules.elim_may and not rules.cards and not rules.hand_limit
    yield untraded, "without cards nothing is traded"
    late = rules.draw == "after_move"
    yield rules.hand_limit > 0 and not late, "a hand limit needs the draw last"
    forced = rules.elim_target >= rules.elim_force
    yield forced, "a forced trade must start above where it stops"
    yield rules.mission_deck == "ranks" and not rules.cards, "these missions need cards"


def _neutral_nonsense(rules: Rules) -> Iterator[tuple[bool, str]]:
    active, late = rules.active, rules.draw == "after_move"
    yield active and not rules.cards, "active neutrals need cards: they are bribed with them"
    yield active and not late, "active neutrals need the draw after the move"
    yield active and not rules.neutrals, "active neutrals need neutrals"
    yield (
        rules.status_roll != "invasion" and not active,
        "status_roll belongs to the two-player-active mode",
    )
    there = bool(rules.neutrals)
    yield there and rules.neutral_territories < 1, "every neutral army needs a territory"
    yield there and rules.place_neutral < 1, "neutral armies have to be placed"


def _mode_nonsense(rules: Rules) -> Iterator[tuple[bool, str]]:
    yield rules.capital_short and not rules.capital, "capital_short belongs to the capital mode"
    yield (
        rules.setup == "claim" and bool(rules.neutrals or not rules.start),
        f"{rules.edition} {rules.mode} has nothing to claim with: its territories are dealt",
    )
    uneven = rules.teams and rules.players not in ((4, 6), (4,), (6,))
    yield uneven, "teams need four or six players"
    yield (
        rules.teams and bool(rules.neutrals or rules.capital or rules.mission_deck),
        "teams are played without neutral armies, headquarters and missions",
    )
    yield (
        not rules.dealer and "dealer" in (rules.placer, rules.first_turn),
        "without a dealer nobody sits left of one",
    )


def _check_options(rules: Rules, options: Mapping[str, Any], players: int) -> None:
    """Options that are legal words but have no meaning in this mode."""
    if "mission_deck" in options and rules.mode != "secret-mission":
        own = "; house rules may name another deck of ranks" if rules.mode == "mission" else ""
        raise RulesError(f"mission_deck belongs to the secret-mission mode{own}")
    if options.get("mission_deck") == "":
        raise RulesError("secret missions need a mission_deck")
    if "status_roll" in options and not rules.active:
        raise RulesError("status_roll belongs to the two-player-active mode")
    if "trade_after_elimination" in options and not rules.cards:
        raise RulesError("trade_after_elimination needs cards")
    if "trade_after_elimination" in options and _ends_at_once(rules, players):
        raise RulesError("trade_after_elimination means nothing here: an elimination ends the game")
    if options.get("defend") == "ask" and rules.defend_dice == 1:
        raise RulesError("defend='ask' needs two dice: with one there is nothing to choose")
    if "territory_bonus_cap" in options and not (rules.territory_bonus and rules.cards):
        raise RulesError(f"{rules.edition} has no armies for pictured territories to cap")


def _ends_at_once(rules: Rules, players: int) -> bool:
    """Whether the first player to be eliminated ends the game, so that no cards change hands."""
    return rules.teams or (players == 2 and not rules.active)


def _meant(word: str, known: Any) -> str:
    close = get_close_matches(word, [str(k) for k in known], n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
