"""Games to look at as data: one written down by hand, and games of bots in every edition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from charger import Charger

from risknb import Game
from risknb.dice import ScriptedDice
from risknb.editions import EDITIONS, modes
from risknb.moves import Deal, Dealer

#: After the set-up hea1 moo1 pas6 of Ada face ben6 ree1 sal1 of Ben. Ben takes Stone Pass in five
#: throws and gives up on Moorland, Ada takes the pass back, Ben has placed two of five armies.
BY_HAND = """
ben+5 ben>pas*3=653:41 ben>pas*3=211:66 ben>pas*3=665:54 ben>pas*3=611:35 ben>pas*3=321:2 !3
pas>moo*2=12:6 -- --=hea
moo+3 moo>pas*3=664:31 !3 -- --=w1
sal+2
"""


def by_hand(*more: str, names: tuple[str, str] = ("Ada", "Ben")) -> Game:
    """The game by hand, and any further steps."""
    luck = ScriptedDice([Dealer(0), Deal((0, 0, 0, 1, 1, 1))])
    game = Game(names, board="duel", edition="2010", dice=luck)
    for text in (*["ben+1", "pas+1"] * 5, *BY_HAND.split(), *more):
        game.push(text)
    return game


def just_dealt() -> Game:
    """A game in which nobody has decided anything."""
    return Game(["Ada", "Ben"], board="duel", edition="2010", seed=1)


def over() -> Game:
    """A finished game of bots."""
    return bots_game("2010", "domination", 3, seed=3, board="classic", turns=400)


@lru_cache(maxsize=64)
def bots_game(
    edition: str,
    mode: str,
    seats: int,
    seed: int = 1,
    board: str = "classic",
    turns: int = 30,
    options: tuple[tuple[str, Any], ...] = (),
) -> Game:
    """A game of bots that attack while they can and use every rule there is."""
    names = [f"Player {seat}" for seat in range(seats)]
    bots = {seat: Charger(seed=f"{seed}:{seat}") for seat in range(seats)}
    game = Game(
        names, edition=edition, mode=mode, board=board, seed=seed, options=dict(options), bots=bots
    )
    return game.play(turns)


def every_table() -> Iterator[tuple[str, str, int, tuple[tuple[str, Any], ...]]]:
    """Every edition and mode, and the options that change throws and turns."""
    for edition in EDITIONS:
        for mode in modes(edition):
            yield edition, mode, _seats(mode), ()
    yield "2018", "domination", 3, (("commander", True), ("reroll", True))
    yield "2003", "domination", 4, (("defend", "ask"), ("defend_dice", 3))
    yield "2018", "domination", 4, (("army_cap", True),)


def _seats(mode: str) -> int:
    return 2 if mode.startswith("two-player") else 4
