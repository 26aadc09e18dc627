"""How fast the rules core plays, steps, copies, lists and loads."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import Figure, best, seconds

from risknb import Game
from risknb.dice import SeededDice
from risknb.doing import forget, let_decide
from risknb.moves import Step
from risknb.players import Bot, bot
from risknb.rules import apply as apply_move
from risknb.rules import begin, legal_moves, perform
from risknb.state import State

NAMES = ("Ada", "Ben", "Cleo", "Dan")
TURN_CAP = 1_000
GAMES = 50


def new_game(seed: int) -> Game:
    """Four that attack while they can, without cards."""
    bots = dict.fromkeys(NAMES, "rusher")
    return Game(NAMES, edition="2010", seed=seed, options={"cards": False}, bots=bots)


def play_recorded(games: int) -> None:
    for seed in range(games):
        new_game(seed).play(TURN_CAP)


def play_unrecorded(games: int) -> None:
    """The same policy with the same checks, but nobody keeps the steps."""
    sample = new_game(0)
    for seed in range(games):
        state, dice = begin(sample.board, sample.rules, len(NAMES)), SeededDice(seed)
        while not state.turn:
            move = next(iter(legal_moves(state)))
            perform(state, move, dice.answer(state, move))
        finish(state, dice, [bot("rusher", seed=f"{seed}:{seat}") for seat in range(len(NAMES))])


def finish(state: State, dice: SeededDice, bots: list[Bot]) -> None:
    """Play to the end, every decision checked."""
    deciders = {seat: (bot.choose, state.seen_by(seat)) for seat, bot in enumerate(bots)}
    let_decide(state, deciders, dice, forget, TURN_CAP, sys.maxsize)


def recorded_steps(games: int) -> list[tuple[State, list[Step]]]:
    """Beginnings and steps of finished games, to be made again."""
    made = [new_game(seed).play(TURN_CAP) for seed in range(games)]
    return [(begin(game.board, game.rules, len(NAMES)), game.steps) for game in made]


def step_again(games: list[tuple[State, list[Step]]]) -> None:
    """Ask for the legal moves, find the one made among them, make it."""
    for start, steps in games:
        state = start.copy()
        for _, move, chance in steps:
            if move in legal_moves(state):
                apply_move(state, move, chance)


def list_again(games: list[tuple[State, list[Step]]]) -> int:
    """List every legal move before every step."""
    listed = 0
    for start, steps in games:
        state = start.copy()
        for _, move, chance in steps:
            listed += len(legal_moves(state))
            perform(state, move, chance)
    return listed


def median_game(games: int = 51) -> Game:
    """The game of median length among these."""
    made = [new_game(seed).play(TURN_CAP) for seed in range(games)]
    return sorted(made, key=len)[games // 2]


def loading(game: Game) -> float:
    """Seconds to load a game and verify every step."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "median.rgn"
        game.save(path)
        return best(lambda: Game.load(path), repeats=2)


def figures() -> Iterator[Figure]:
    """Games, steps, copies, listings and loads."""
    play_recorded(3)  # tables are built when first asked for
    rate = GAMES / best(lambda: play_recorded(GAMES))
    yield Figure("four rushers, no cards, record kept", rate, "games/s", ">= 1500")
    rate = GAMES / best(lambda: play_unrecorded(GAMES))
    yield Figure("four rushers, no cards, no record", rate, "games/s", ">= 1650")
    games = recorded_steps(20)
    count = sum(len(steps) for _, steps in games)
    rate = count / best(lambda: step_again(games), rounds=3)
    yield Figure("legal_moves + apply", rate, "steps/s", ">= 300000")
    spent = seconds(lambda: list_again(games))
    yield Figure("every legal move listed before every step", count / spent, "steps/s", "")
    middle = games[0][0].copy()
    for _, move, chance in games[0][1][: len(games[0][1]) // 2]:
        perform(middle, move, chance)
    yield Figure("copy of a state", best(middle.copy, repeats=5000) * 1e6, "us", "<= 3")
    game = median_game()
    name = f"load and verify a median game ({len(game)} steps)"
    yield Figure(name, loading(game) * 1e3, "ms", "<= 10")
