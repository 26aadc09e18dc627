"""Missions: four ranks to be shown one after the other, or one secret mission that wins.

A deck is a data file; every mission is a table of conditions that must all hold.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from ..board import Board, BoardError
from ..editions import RulesError, read_toml
from ..moves import ClaimMission, DealMissions, MissionDeal
from ..state import HIDDEN_MISSION, NOBODY, Phase, State
from . import ending, setup, turn
from .errors import not_now
from .table import holders

BUILT_IN: Final = ("ranks", "five-army", "european-14", "us-1993")
#: When a mission may be shown, in words (MIS-04).
TIMINGS: Final = {
    "start": "at the start of a turn",
    "reinforced": "after reinforcing",
    "end": "at the end of a turn",
}
TO_WIN: Final = 4  # MIS-06


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of missions: *kind* is ``ranks`` or ``secret``."""

    title: str
    kind: str
    missions: Mapping[str, Mapping[str, Any]]
    ranks: tuple[str, ...] = ()
    wiped_by_another: str = "completes"
    instead: Mapping[str, Any] | None = None


# -- conditions ----------------------------------------------------------------------------------
def _continents(state: State, seat: int) -> set[str]:
    whole = holders(state)
    return {c.name for c, owner in zip(state.board.continents, whole, strict=True) if owner == seat}


def _touched(state: State, seat: int) -> int:
    return len({state.board.continent_of[t] for t, o in enumerate(state.owners) if o == seat})


def _part_of(state: State, seat: int, wanted: Mapping[str, int]) -> bool:
    return all(
        sum(state.owners[at] == seat for at in continent.members) >= wanted.get(continent.name, 0)
        for continent in state.board.continents
    )


def _garrisons(state: State, seat: int, wanted: Mapping[str, int]) -> bool:
    held = sum(
        owner == seat and armies >= wanted["armies"]
        for owner, armies in zip(state.owners, state.armies, strict=True)
    )
    return held >= wanted["territories"]


def _victims(state: State, seat: int, wanted: int) -> bool:
    """Territories taken from so many opponents; from the only one, if one is left (MAJ5)."""
    assert state.deeds is not None
    others = sum(state.alive(other) for other in range(state.seats) if other != seat)
    return state.deeds.victims.bit_count() >= (wanted if others > 1 else 1)


def _deed(name: str) -> Callable[[State, int, int], bool]:
    return lambda state, seat, wanted: getattr(state.deeds, name) >= wanted


#: Every condition a deck may ask for: (state, seat, what is wanted) -> fulfilled.
CONDITIONS: Final[dict[str, Callable[[State, int, Any], bool]]] = {
    "conquered": _deed("conquests"),
    "received": _deed("received"),
    "traded": _deed("traded"),
    "eliminated": _deed("eliminated"),
    "broke_continents": _deed("broke"),
    "victims": _victims,
    "islands": lambda s, seat, n: sum(s.owners[at] == seat for at in s.board.islands) >= n,
    "continents_touched": lambda s, seat, n: _touched(s, seat) >= n,
    "territories": lambda s, seat, n: s.holds[seat] >= n,
    "territories_above_share": lambda s, seat, n: s.holds[seat] >= s.board.size // s.seats + n,
    "places": lambda s, seat, names: all(s.owners[s.board.index(p)] == seat for p in names),
    "stack": lambda s, seat, n: any(
        o == seat and a >= n for o, a in zip(s.owners, s.armies, strict=True)
    ),
    "continents": lambda s, seat, n: len(_continents(s, seat)) >= n,
    "continents_all_of": lambda s, seat, names: set(names) <= _continents(s, seat),
    "continents_any_of": lambda s, seat, names: bool(set(names) & _continents(s, seat)),
    "part_of": _part_of,
    "garrisons": _garrisons,
}


def fulfilled(state: State, seat: int, conditions: Mapping[str, Any]) -> bool:
    """Whether all conditions hold for a seat now."""
    return all(
        CONDITIONS[name](state, seat, wanted)
        for name, wanted in conditions.items()
        if name in CONDITIONS
    )


# -- decks ---------------------------------------------------------------------------------------
def deck_of(state: State) -> Deck:
    """The deck a game is played with."""
    return load_deck(state.rules.mission_deck)


def read_deck(name: str) -> Deck:
    """A deck as its file is now, for a game that begins: somebody may be writing at it."""
    if name not in BUILT_IN:
        load_deck.cache_clear()
    return load_deck(name)


@lru_cache(maxsize=16)
def load_deck(name: str) -> Deck:
    """A deck that ships, by name, or anybody's, by the path of its file."""
    if name in BUILT_IN:
        text = (files("risknb.data") / "decks" / f"{name}.toml").read_text(encoding="utf-8")
        return _deck(tomllib.loads(text), name)
    if not name.endswith(".toml"):
        raise RulesError(f"there is no mission deck {name[:60]!r}; known: {', '.join(BUILT_IN)}")
    return _deck(read_toml(Path(name)), Path(name).name)


def _deck(table: Mapping[str, Any], name: str) -> Deck:
    missions, ranks = table.get("missions"), table.get("ranks", [])
    if table.get("kind") not in ("ranks", "secret") or not isinstance(missions, dict):
        raise RulesError(f"{name}: a deck has a kind ('ranks' or 'secret') and missions")
    if ranks != [] and not _names(ranks):
        raise RulesError(f"{name}: ranks is a list of names")
    deck = Deck(
        title=str(table.get("title", name))[:200],
        kind=table["kind"],
        missions=missions,
        ranks=tuple(ranks),
        wiped_by_another=table.get("wiped_by_another", "completes"),
        instead=table.get("instead"),
    )
    _check_deck(deck, name)
    return deck


def _number(wanted: object) -> bool:
    return type(wanted) is int and 0 <= wanted <= 1000


def _names(wanted: object) -> bool:
    return isinstance(wanted, list) and 0 < len(wanted) <= 50 and all(map(_name, wanted))


def _name(wanted: object) -> bool:
    return isinstance(wanted, str) and 0 < len(wanted) <= 100


def _numbers(wanted: object) -> bool:
    return isinstance(wanted, dict) and bool(wanted) and all(map(_number, wanted.values()))


#: What a condition that is no plain number asks for.
_KINDS: Final[dict[str, Callable[[object], bool]]] = {
    "places": _names,
    "continents_all_of": _names,
    "continents_any_of": _names,
    "part_of": _numbers,
    "garrisons": lambda wanted: _numbers(wanted) and set(wanted) == {"territories", "armies"},  # type: ignore[call-overload]
    "rank": _name,
    "timing": lambda wanted: isinstance(wanted, str) and wanted in TIMINGS,
    "wipe_out": _name,
}
#: Conditions on the deeds of a turn, which only games of ranks write down.
_DEEDS: Final = ("conquered", "received", "traded", "eliminated", "broke_continents", "victims")


def _check_deck(deck: Deck, name: str) -> None:
    if deck.wiped_by_another not in ("completes", "converts"):
        raise RulesError(f"{name}: wiped_by_another is 'completes' or 'converts'")
    if deck.kind == "ranks" and len(set(deck.ranks)) != TO_WIN:
        raise RulesError(f"{name}: a deck of ranks has four ranks")
    for mission, conditions in deck.missions.items():
        if not re.fullmatch(r"[A-Za-z0-9-]{1,24}", mission):
            raise RulesError(f"{name}: a mission's id is made of letters and digits: {mission!r}")
        _check_conditions(deck, f"{name}: {mission[:24]}", conditions)
    if any("wipe_out" in conditions for conditions in deck.missions.values()):
        _check_conditions(deck, f"{name}: instead", deck.instead)


def _check_conditions(deck: Deck, where: str, conditions: object) -> None:
    """Every condition is known, belongs to this kind of deck, and asks for the right thing."""
    if not isinstance(conditions, dict) or not conditions:
        raise RulesError(f"{where} must be a table of conditions")
    ranked = deck.kind == "ranks"
    known = {*CONDITIONS, "rank", "timing"} if ranked else {*CONDITIONS, "wipe_out"} - {*_DEEDS}
    for condition, wanted in conditions.items():
        if condition not in known:
            raise RulesError(f"{where} asks for {condition[:40]!r}, which is not known here")
        if not _KINDS.get(condition, _number)(wanted):
            raise RulesError(f"{where} asks for a {condition} that makes no sense")
    if ranked and (conditions.get("rank") not in deck.ranks or "timing" not in conditions):
        raise RulesError(f"{where} needs a rank and a timing")


def check_board(deck: Deck, board: Board) -> None:
    """Refuse a deck that names places the board does not have."""
    continents = {continent.name for continent in board.continents}
    for mission, conditions in (*deck.missions.items(), ("instead", deck.instead or {})):
        named = [*conditions.get("continents_all_of", ()), *conditions.get("continents_any_of", ())]
        for name in (*named, *conditions.get("part_of", ())):
            if name not in continents:
                raise RulesError(f"mission {mission} names {name!r}, which {board.name} lacks")
        for place in conditions.get("places", ()):
            try:
                board.index(place)
            except BoardError as problem:
                raise RulesError(f"mission {mission}: {problem}") from None


def check_piles(state: State) -> None:
    """Refuse a deck that has too few missions for so many seats."""
    if any(len(pile) < state.seats for pile in piles(state)):
        raise RulesError(f"the deck has too few missions for {state.seats} players")


def piles(state: State) -> list[list[str]]:
    """The piles missions are dealt from: one a rank, or one of all that can be used (SEC-01)."""
    deck = deck_of(state)
    if deck.kind == "ranks":
        return [
            [m for m, wanted in deck.missions.items() if wanted["rank"] == rank]
            for rank in deck.ranks
        ]
    colours = state.rules.colours[: state.seats]
    return [
        [m for m, wanted in deck.missions.items() if wanted.get("wipe_out", colours[0]) in colours]
    ]


def why_not_deal(state: State, move: DealMissions) -> str | None:
    return None if state.phase is Phase.MISSIONS else not_now(state)


def perform_deal(state: State, move: DealMissions, chance: MissionDeal) -> None:
    state.missions = chance.missions
    setup.proceed(state)


# -- missions of four ranks ----------------------------------------------------------------------
def timing(state: State) -> str | None:
    """The timing whose missions may be shown now (MIS-04, AMB-MIS-2, AMB-MIS-4)."""
    deeds = state.deeds
    if deeds is None or deeds.claimed:
        return None
    if state.phase is Phase.REINFORCE:
        return "start" if state.fresh else None
    if state.phase is Phase.ATTACK:
        return None if deeds.attacked else "reinforced"
    return "end" if state.phase is Phase.MISSION else None


def claims(state: State) -> Iterator[ClaimMission]:
    if timing(state) is None:
        return
    for mission in state.missions[state.seat]:
        if why_not_claim(state, ClaimMission(mission)) is None:
            yield ClaimMission(mission)


def why_not_claim(state: State, move: ClaimMission) -> str | None:
    deck = deck_of(state) if state.rules.mission_deck else None
    if deck is None or deck.kind != "ranks":
        return not_now(state)
    if move.mission == HIDDEN_MISSION or move.mission not in state.missions[state.seat]:
        return "you do not hold this mission"
    if state.deeds is not None and state.deeds.claimed:
        return "one mission a turn may be shown"
    conditions = deck.missions[move.mission]
    if conditions["timing"] != timing(state):
        return f"this mission is shown {TIMINGS[conditions['timing']]}"
    return None if fulfilled(state, state.seat, conditions) else "the mission is not completed"


def perform_claim(state: State, move: ClaimMission, chance: None) -> None:
    assert state.deeds is not None
    seat = state.seat
    held, done = list(state.missions), list(state.done)
    held[seat] = tuple(m for m in held[seat] if m != move.mission)
    done[seat] = (*done[seat], move.mission)
    state.missions, state.done = tuple(held), tuple(done)
    state.deeds = state.deeds._replace(claimed=True)
    if len(done[seat]) == TO_WIN:
        ending.finish(state, (seat,), "mission")
    elif state.phase is Phase.MISSION:
        turn.next_seat(state)


def note_capture(state: State, at: int, victim: int) -> None:
    """Keep what missions ask about conquests of this turn."""
    deeds = state.deeds
    assert deeds is not None
    continent = state.board.continent_of[at]
    state.deeds = deeds._replace(
        conquests=deeds.conquests + 1,
        victims=deeds.victims | 1 << victim,
        broke=deeds.broke + (deeds.holders[continent] == victim),
    )


# -- one secret mission --------------------------------------------------------------------------
def secret_won(state: State, victim: int = NOBODY) -> bool:
    """End the game if somebody's secret mission is completed (SEC-03, SEC-04, AMB-SEC-3).

    *victim* is the army that lost the territory just taken.
    """
    if state.phase is Phase.OVER or deck_of(state).kind != "secret":
        return False
    after = [(state.seat + step) % state.seats for step in range(state.seats)]
    fallen = victim if 0 <= victim < state.seats and not state.alive(victim) else NOBODY
    for seat in after:
        if state.alive(seat) and _secret_done(state, seat, fallen):
            ending.finish(state, (seat,), "mission")
            return True
    return False


def _secret_done(state: State, seat: int, fallen: int) -> bool:
    deck, mission = deck_of(state), next(iter(state.missions[seat]), HIDDEN_MISSION)
    if mission == HIDDEN_MISSION:
        return False  # on a copy of a view nobody knows
    conditions: Mapping[str, Any] = deck.missions[mission]
    colour = conditions.get("wipe_out")
    if colour is not None:
        target = state.rules.colours.index(colour)
        if target == fallen and (seat == state.seat or deck.wiped_by_another == "completes"):
            return True
        if target != seat and state.alive(target):
            return False
        conditions = deck.instead or {}  # AMB-SEC-1, AMB-SEC-2
    # Land is counted in the own turn only (AMB-SEC-4).
    return seat == state.seat and bool(conditions) and fulfilled(state, seat, conditions)
