"""Who is likely to win: an estimate, by letting bots play a position to its end many times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from ..dice import SeededDice
from ..doing import carry_out, make
from ..frames.collect import chosen_colours, one_game
from ..game import Game
from ..odds.checks import whole
from ..players import bot
from ..rules import LegalMoves, perform
from ..rules.luck import FORCED_PHASES
from ..state import State
from .intervals import wilson


def forecast(
    game: Game,
    *,
    player: str = "rusher",
    games: int = 20,
    points: int = 16,
    turns: int = 60,
    seed: int | str = 0,
    reveal: bool = False,
) -> pd.DataFrame:
    """Chances to win along the game, estimated: one row a seat and chosen turn.

    From the start of up to *points* turns the bot *player* plays for everybody, *games* times,
    at most *turns* turns; a game cut off there counts by shares of armies. Mates win together.
    ``low`` and ``high`` hold 95 % (Wilson). It is an estimate of how such bots would fare, no more.

    :raises ValueError: the game goes on, and hands and missions that only some may know would
        be looked at; *reveal* allows it.

    >>> import risknb as rk
    >>> estimate = forecast(rk.sample_game(), games=2, points=2, turns=5)
    >>> estimate.query("turn == 1")[["player", "chance"]].round(2).to_numpy().tolist()
    [['Ada', 0.27], ['Ben', 0.34], ['Cleo', 0.18], ['Dan', 0.22]]
    """
    state = one_game(game).state
    for name, value in (("games", games), ("points", points), ("turns", turns)):
        whole(name, value)
    if not state.over and not reveal:
        raise ValueError(
            "the game goes on: a forecast looks at hidden cards"
            " (luck.forecast(game, reveal=True) does it)"
        )
    rows: list[dict[str, Any]] = []
    for number, state in _positions(game, points):
        wins = _played(state, player, games, turns, f"{seed}:{number}")
        rows += [
            {"turn": state.turn, "seat": seat, "player": name, **_interval(wins[seat], games)}
            for seat, name in enumerate(game.players)
        ]
    if rows and game.state.over:
        rows += _the_end(game)
    table = pd.DataFrame(rows, columns=["turn", "seat", "player", "chance", "low", "high"])
    table.attrs = chosen_colours(game)
    return table


def _positions(game: Game, points: int) -> Iterable[tuple[int, State]]:
    """The state at the start of evenly spaced turns."""
    starts: dict[int, State] = {}
    wanted = _spaced(game.state.turn, points)
    state = game.at(0)
    for step in game.steps:
        turn = state.turn
        perform(state, step.move, step.chance)
        if state.turn != turn and state.turn in wanted and not state.over:
            starts[state.turn] = state.copy()
    return starts.items()


def _spaced(turns: int, points: int) -> set[int]:
    if turns <= points:
        return set(range(1, turns + 1))
    return {1 + round(at * (turns - 1) / max(points - 1, 1)) for at in range(points)}


def _played(state: State, player: str, games: int, turns: int, seed: str) -> list[float]:
    """How often each seat won."""
    wins = [0.0] * state.seats
    for number in range(games):
        for seat, share in enumerate(_play_out(state.copy(), player, turns, f"{seed}:{number}")):
            wins[seat] += share
    return wins


def _play_out(state: State, player: str, turns: int, seed: str) -> list[float]:
    """One game to its end: 1 for the winner, or shares of armies where it is cut off."""
    dice = SeededDice(seed)
    bots = [bot(player, seed=f"{seed}:bot:{seat}") for seat in range(state.seats)]
    views = [state.seen_by(seat) for seat in range(state.seats)]
    last = state.turn + turns
    while not state.over and state.turn < last:
        if state.phase in FORCED_PHASES:
            make(state, next(iter(LegalMoves(state))), dice)
        else:
            carry_out(state, bots[state.actor].choose(views[state.actor]), dice)
    if state.over:
        return [float(seat in state.winners) for seat in range(state.seats)]
    return _army_shares(state)


def _army_shares(state: State) -> list[float]:
    """Everybody's share of the players' armies; in team games that of the team."""
    sides = [state.team(seat) for seat in range(state.seats)]
    armies = dict.fromkeys(sides, 0)
    for at, here in enumerate(state.armies):
        if (side := state.team_at(at)) in armies:
            armies[side] += here
    return [armies[side] / max(1, sum(armies.values())) for side in sides]


def _interval(wins: float, games: int) -> dict[str, float]:
    """The share of wins with Wilson's interval."""
    low, high = wilson(wins, games)
    return {"chance": wins / games, "low": low, "high": high}


def _the_end(game: Game) -> list[dict[str, Any]]:
    winners = game.state.winners
    return [
        {"turn": game.state.turn + 1, "seat": seat, "player": name,
         **dict.fromkeys(("chance", "low", "high"), float(seat in winners))}
        for seat, name in enumerate(game.players)
    ]  # fmt: skip
