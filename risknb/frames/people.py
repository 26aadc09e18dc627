"""The tables of who and what: one row a step, one row a player, one row a game."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pandas as pd

from ..game import Game
from ..moves import Bribe, DealMissions, Draw, Headquarters, Move, Step
from ..notation import letter, move_text, step_text
from ..state import Phase
from .collect import MISSING, Collection, Games, category, flat, joined, nullable, stack
from .fold import ROLL, TURN, Fold

#: What every kind of move is called in the table of steps.
MOVES: Final = {
    "RollFirst": "who begins", "PickDealer": "dealer", "DealTerritories": "deal",
    "DealMissions": "missions", "Claim": "claim", "Place": "place", "Headquarters": "headquarters",
    "Bribe": "bribe", "Trade": "trade", "Levy": "levy", "Attack": "attack", "Defend": "defend",
    "Reroll": "re-roll", "Command": "commander", "Advance": "advance", "CallOff": "call off",
    "RollStatus": "status", "Fortify": "fortify", "ClaimMission": "mission", "Pass": "pass",
}  # fmt: skip


# -- steps ---------------------------------------------------------------------------------------
def steps(games: Games, *, reveal: bool = False) -> pd.DataFrame:
    """One row a step of the record.

    Cards drawn, missions and headquarters of a game still going on are written ``?``; *reveal*
    shows them.

    >>> import risknb as rk
    >>> steps(rk.sample_game())[["player", "move", "text"]].head(2).to_numpy().tolist()
    [['Ada', 'who begins', 'first=4454'], ['Cleo', 'claim', '@eau']]
    """
    every = Collection(games)
    when, counts, which = stack([flat(fold.when) for fold in every.folds], 2)
    made = [step for game in every.games for step in game.steps]
    moves = [step.move for step in made]
    seat = np.array([step.seat for step in made], dtype=np.int32)
    columns: dict[str, Any] = {
        "game": every.game(counts),
        "step": joined([np.arange(count) for count in counts]),
        "turn": when[:, 0],
        "seat": seat,
        "player": every.sides(which, seat),
        "phase": category([_PHASES[phase] for phase in when[:, 1].tolist()]),
        "move": category([MOVES[move.__class__.__name__] for move in moves]),
        "text": pd.array([t for game in every.games for t in _texts(game, reveal)], dtype="str"),
        "from": every.territories(which, _field(moves, "src", MISSING)),
        "to": every.territories(which, _targets(every, moves, counts, reveal)),
        "armies": nullable(_field(moves, "armies"), "Int32"),
        "dice": nullable(_field(moves, "dice"), "Int8"),
    }
    return every.frame("steps", columns)


_PHASES: Final = {int(phase): phase.name.lower().replace("_", " ") for phase in Phase}


def _field(moves: list[Move], name: str, none: int = 0) -> Any:
    return np.array([getattr(move, name, none) for move in moves], dtype=np.int32)


def _targets(every: Collection, moves: list[Move], counts: list[int], reveal: bool) -> Any:
    """Where armies go, or the territory concerned; a secret headquarters is left out."""
    found = np.where(
        _field(moves, "dst", MISSING) >= 0,
        _field(moves, "dst", MISSING),
        _field(moves, "at", MISSING),
    )
    start = 0
    for game, count in zip(every.games, counts, strict=True):
        if game.state.phase is Phase.HEADQUARTERS and not reveal:
            secret = [isinstance(move, Headquarters) for move in moves[start : start + count]]
            found[start : start + count][secret] = MISSING
        start += count
    return found


def _texts(game: Game, reveal: bool) -> list[str]:
    """The steps as they are written, without what is still hidden."""
    board = game.board
    if reveal or game.state.over:
        return [step_text(board, step) for step in game.steps]
    return [_public_text(game, step) for step in game.steps]


def _public_text(game: Game, step: Step) -> str:
    move = step.move
    if isinstance(move, Headquarters) and game.state.phase is Phase.HEADQUARTERS:
        return "#?"
    if isinstance(move, Bribe):
        return f"${letter(move.army)}:?"
    if isinstance(step.chance, Draw) or isinstance(move, DealMissions):
        return f"{move_text(game.board, move)}=?"
    return step_text(game.board, step)


# -- players -------------------------------------------------------------------------------------
_TOTALS: Final = ("sets", "attacks", "conquests", "kills", "casualties", "eliminations")
_SOURCES: Final = (
    "from_territories", "from_continents", "from_cards", "from_pictures", "from_levies",
)  # fmt: skip


def players(games: Games, *, reveal: bool = False) -> pd.DataFrame:
    """One row a player and neutral army: who it is, how it stands, what it did in all.

    >>> import risknb as rk
    >>> players(rk.sample_game())[["player", "place", "kills"]].to_numpy().tolist()
    [['Ada', 1, 534], ['Ben', 4, 46], ['Cleo', 3, 329], ['Dan', 2, 550]]
    """
    every = Collection(games)
    counts = [fold.sides for fold in every.folds]
    seat = joined([np.arange(count) for count in counts])
    which = np.repeat(np.arange(len(counts)), counts)
    people = [_person(game, side, reveal) for game in every.games for side in _sides(game)]
    falls = [fold.falls.get(side) for fold in every.folds for side in range(fold.sides)]
    fallen = np.array([fall.turn if fall else 0 for fall in falls], dtype=np.int32)
    by = np.array([fall.by if fall else MISSING for fall in falls], dtype=np.int32)
    totals = _totals(every.folds)
    columns: dict[str, Any] = {
        "game": every.game(counts),
        "seat": seat,
        "player": every.sides(which, seat),
        "eliminated_turn": nullable(fallen, "Int16"),
        "eliminated_by": every.sides(which, by),
        "place": nullable(joined([_places(g, f) for g, f in _both(every)]), "Int8"),
        "turns": np.array([n for fold in every.folds for n in fold.begun], dtype=np.int16),
        "letter": category([letter(side).upper() for side in seat.tolist()]),
        "bot": category([person["bot"] for person in people]),
        "neutral": np.array([person["neutral"] for person in people], dtype=bool),
        "team": nullable(np.array([p["team"] for p in people], dtype=np.int32), "Int8"),
        "won": np.array([person["won"] for person in people], dtype=bool),
        "missions": pd.array([person["missions"] for person in people], dtype="str"),
        "headquarters": pd.array([p["headquarters"] for p in people], dtype="str"),
        **totals,
    }
    return every.frame("players", columns)


def _both(every: Collection) -> zip[tuple[Game, Fold]]:
    return zip(every.games, every.folds, strict=True)


def _sides(game: Game) -> range:
    return range(game.state.sides)


def _person(game: Game, side: int, reveal: bool) -> dict[str, Any]:
    state, player = game.state, side < len(game.players)
    return {
        "bot": game.bot_names.get(side) if player else None,
        "neutral": not player,
        "team": state.team(side) + 1 if state.units is not None else 0,
        "won": side in state.winners,
        "missions": _missions(game, side, reveal) if player else "",
        "headquarters": _headquarters(game, side, reveal) if player else "",
    }


def _missions(game: Game, side: int, reveal: bool) -> str:
    state = game.state
    if not state.missions:
        return ""
    if reveal or state.over:
        return " ".join((*state.done[side], *state.missions[side]))
    return " ".join((*state.done[side], *("?" for _ in state.missions[side])))


def _headquarters(game: Game, side: int, reveal: bool) -> str:
    state = game.state
    if not state.headquarters or state.headquarters[side] < 0:
        return ""
    if state.phase is Phase.HEADQUARTERS and not reveal:
        return "?"
    return game.board.names[state.headquarters[side]]


def _totals(folds: list[Fold]) -> dict[str, Any]:
    """Sums of what happened in all turns, and the standing in the last one."""
    rows: dict[str, list[int]] = {
        name: [] for name in (*_TOTALS, "reinforcements", "armies", "territories")
    }
    at = {name: place for place, name in enumerate(TURN)}
    for fold in folds:
        table = flat(fold.turns, fold.tail().turns).reshape(-1, fold.sides, len(TURN))
        sums, last = table.sum(axis=0), table[-1]
        for name in _TOTALS:
            rows[name] += sums[:, at[name]].tolist()
        rows["reinforcements"] += sums[:, [at[name] for name in _SOURCES]].sum(axis=1).tolist()
        for name in ("armies", "territories"):
            rows[name] += last[:, at[name]].tolist()
    return {name: np.array(values, dtype=np.int32) for name, values in rows.items()}


def _places(game: Game, fold: Fold) -> Any:
    """1 for the winners, then the survivors by territories, then the fallen, the last one first."""
    state = game.state

    def merit(seat: int) -> tuple[bool, int, int]:
        fall = fold.falls.get(seat)
        return seat in state.winners, fall.turn if fall else 1 << 30, state.holds[seat]

    seats = len(game.players)
    merits = [merit(seat) for seat in range(seats)]
    places = [1 + sum(other > mine for other in merits) for mine in merits]
    return np.array(places + [0] * (fold.sides - seats), dtype=np.int32)


# -- games ---------------------------------------------------------------------------------------
def games(games: Games) -> pd.DataFrame:
    """One row a game: what was played, how long, and who won.

    >>> import risknb as rk
    >>> games(rk.sample_game())[["turns", "battles", "winner", "reason"]].to_numpy().tolist()
    [[75, 590, 'Ada', 'conquest']]
    """
    every = Collection(games)
    made, folds = every.games, every.folds
    winners = [_winners(game) for game in made]
    throws = [flat(fold.rolls) for fold in folds]
    columns: dict[str, Any] = {
        "game": every.game([1] * len(made)),
        "edition": category([game.rules.edition for game in made]),
        "mode": category([game.rules.mode for game in made]),
        "board": category([game.board.name for game in made]),
        "seats": np.array([len(game.players) for game in made], dtype=np.int8),
        "neutrals": np.array([game.rules.neutrals for game in made], dtype=np.int8),
        "turns": np.array([game.state.turn for game in made], dtype=np.int16),
        "rounds": np.array([fold.round for fold in folds], dtype=np.int16),
        "steps": np.array([len(game.steps) for game in made], dtype=np.int32),
        "battles": np.array([fold.battle for fold in folds], dtype=np.int32),
        "rolls": np.array([len(part) // len(ROLL) for part in throws], dtype=np.int32),
        "over": np.array([game.state.over for game in made], dtype=bool),
        "winner": category([_joined_names(g, w) for g, w in zip(made, winners, strict=True)]),
        "winner_seat": nullable(
            np.array([w[0] if w else MISSING for w in winners], dtype=np.int32), "Int8", least=0
        ),
        "winner_bot": category(
            [game.bot_names.get(w[0]) if w else None for game, w in zip(made, winners, strict=True)]
        ),
        "reason": category([game.state.reason or None for game in made]),
    }
    return every.frame("games", columns)


def _winners(game: Game) -> tuple[int, ...]:
    return tuple(game.state.winners)


def _joined_names(game: Game, winners: tuple[int, ...]) -> str | None:
    return " + ".join(game.players[seat] for seat in winners) or None
