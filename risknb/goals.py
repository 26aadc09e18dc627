"""Missions in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from .notation import letter
from .rules import missions
from .state import HIDDEN_MISSION, Deeds, State

_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "conquered": lambda n: f"take {n} territories in this turn",
    "received": lambda n: f"get {n} armies in this turn",
    "traded": lambda n: "trade a set in this turn",
    "eliminated": lambda n: "take a player's last territory in this turn",
    "broke_continents": lambda n: "break a continent that one opponent holds",
    "victims": lambda n: f"take territories from {n} opponents in this turn",
    "islands": lambda n: f"hold {n} islands",
    "continents_touched": lambda n: f"stand on {n} continents",
    "territories": lambda n: f"hold {n} territories",
    "territories_above_share": lambda n: f"hold {n} territories more than an equal share",
    "places": lambda names: f"hold {', '.join(names)}",
    "stack": lambda n: f"have {n} armies on one territory",
    "continents": lambda n: "hold a whole continent" if n == 1 else f"hold {n} continents in all",
    "continents_all_of": lambda names: f"hold all of {' and '.join(names)}",
    "continents_any_of": lambda names: f"hold all of {' or '.join(names)}",
    "part_of": lambda parts: " and ".join(f"hold {n} of {name}" for name, n in parts.items()),
    "garrisons": lambda w: f"hold {w['territories']} territories with {w['armies']} armies each",
    "wipe_out": lambda colour: f"wipe out the {colour} armies",
}


def _held(state: State, seat: int, places: Iterable[int]) -> int:
    return sum(state.owners[at] == seat for at in places)


#: Conditions that are a matter of counting: (state, seat, wanted) -> what there is, and what is
#: needed. Whether a mission is fulfilled is for the rules alone to say.
_COUNTS: Final[dict[str, tuple[Callable[..., int], Callable[[State, Any], int]]]] = {
    "conquered": (lambda s, seat, n: _deeds(s, seat).conquests, lambda s, n: n),
    "received": (lambda s, seat, n: _deeds(s, seat).received, lambda s, n: n),
    "islands": (lambda s, seat, n: _held(s, seat, s.board.islands), lambda s, n: n),
    "continents_touched": (
        lambda s, seat, n: len({s.board.continent_of[at] for at in s.lands[seat]}),
        lambda s, n: n,
    ),
    "territories": (lambda s, seat, n: s.holds[seat], lambda s, n: n),
    "territories_above_share": (
        lambda s, seat, n: s.holds[seat],
        lambda s, n: s.board.size // s.seats + n,
    ),
    "places": (
        lambda s, seat, names: _held(s, seat, map(s.board.index, names)),
        lambda s, names: len(names),
    ),
    "stack": (
        lambda s, seat, n: max((s.armies[at] for at in s.lands[seat]), default=0),
        lambda s, n: n,
    ),
    "garrisons": (
        lambda s, seat, w: sum(s.armies[at] >= w["armies"] for at in s.lands[seat]),
        lambda s, w: w["territories"],
    ),
}


def _deeds(state: State, seat: int) -> Deeds:
    """What a seat has done in its turn; nothing before the first turn and in others' turns."""
    return state.deeds if state.deeds is not None and state.seat == seat else Deeds()


def deck_title(state: State) -> str:
    """What the deck in play is called, and whether it is one of ours: shown beside its missions.

    >>> from risknb import Game
    >>> deck_title(Game(["Ada", "Ben", "Cleo"], edition="2003", mode="mission", seed=1).state)
    'Stand-in mission deck (invented)'
    """
    return missions.deck_of(state).title


def goal(state: State, mission: str, seat: int) -> str:
    """What a mission asks of a seat; against its own or a missing colour it asks something else."""
    if mission == HIDDEN_MISSION:
        return "a mission nobody else knows"
    target, conditions = _task(state, mission, seat)
    if target is not None:
        return f"put player {letter(target)} out of the game"
    timing = missions.TIMINGS.get(conditions.get("timing", ""))
    return f"{wanted(conditions)} (shown {timing})" if timing else wanted(conditions)


def _task(state: State, mission: str, seat: int) -> tuple[int | None, Mapping[str, Any]]:
    """Whom a mission wants out of the game, or ``None`` and the conditions that it sets instead."""
    deck = missions.deck_of(state)
    conditions: Mapping[str, Any] = deck.missions.get(mission, {})
    if "wipe_out" not in conditions:
        return None, conditions
    target = _target(state, conditions["wipe_out"])
    return (None, deck.instead or {}) if target in (-1, seat) else (target, {})


def shown(state: State, mission: str) -> str:
    """What a mission asked for that a player shows as completed."""
    return wanted(missions.deck_of(state).missions[mission])


def wanted(conditions: Mapping[str, Any]) -> str:
    """The conditions of a mission.

    >>> wanted({"rank": "captain", "timing": "end", "islands": 2})
    'hold 2 islands'
    """
    return " and ".join(
        words(conditions[name]) for name, words in _WORDS.items() if name in conditions
    )


def progress(state: State, mission: str, seat: int) -> str:
    """How far a seat is with a mission that can be counted, as in ``9 of 24``; else nothing."""
    if mission == HIDDEN_MISSION:
        return ""
    target, conditions = _task(state, mission, seat)
    if target is not None:
        return f"{state.holds[target]} territories left"
    pairs = counted(state, seat, conditions)
    return ", ".join(f"{min(have, need)} of {need}" for have, need in pairs)


def counted(state: State, seat: int, conditions: Mapping[str, Any]) -> list[tuple[int, int]]:
    """What a seat has and what it needs, for every condition that is a matter of counting.

    >>> from risknb import Game
    >>> counted(Game(["Ada", "Ben"], edition="2010", seed=1).state, 0, {"territories": 24})
    [(21, 24)]
    """
    pairs = [
        (have(state, seat, wanted), need(state, wanted))
        for name, (have, need) in _COUNTS.items()
        if (wanted := conditions.get(name)) is not None
    ]
    for name in (*conditions.get("continents_all_of", ()), *conditions.get("part_of", ())):
        members = next(c.members for c in state.board.continents if c.name == name)
        enough = conditions.get("part_of", {}).get(name, len(members))
        pairs.append((sum(state.owners[at] == seat for at in members), enough))
    return pairs


def _target(state: State, colour: str) -> int:
    """The seat that has a colour of the edition, or -1; its letter stands for it on the map."""
    colours = state.rules.colours
    seat = colours.index(colour) if colour in colours else -1
    return seat if seat < state.seats and state.alive(seat) else -1
