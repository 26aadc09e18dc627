"""Ending a turn with one wish: the same as passing the attacks and the move one by one."""

from __future__ import annotations

from typing import Any

import pytest
from conformance.table import set_up

from risknb import Game
from risknb.dice import SeededDice
from risknb.doing import end_turn, make
from risknb.moves import Blitz, EndTurn, Made, Pass, steps_in, written_out
from risknb.rules import IllegalMove, combat
from risknb.rules.turn import ends_plainly
from risknb.state import Phase


@pytest.mark.parametrize(
    ("edition", "options", "took", "plainly"),
    [
        ("2010", {"cards": False}, True, True),
        ("2010", {}, False, True),
        ("2010", {}, True, True),  # a card is drawn last
        ("2018", {}, True, True),  # or before the move
        ("2018", {"multi_fortify": True}, True, True),
        ("2018", {"defend": "ask"}, False, False),
    ],
)
def test_the_end_of_a_turn_is_the_same_as_single_passes(
    edition: str, options: dict[str, Any], took: bool, plainly: bool
) -> None:
    """TURN-05, CARD-01: over seats that are out, with the card and the next reinforcements."""
    land = "AU:c1 *:a9 kam:c1"
    one, many = (set_up(land, players=4, edition=edition, **options).state for _ in "ab")
    if took:
        src, dst = one.board.index("mon"), one.board.index("kam")
        for state in one, many:
            combat.volley(state, Blitz(src, dst, 1, True), lambda: 0.996)  # 6, 6, 6 against 1, 1
    assert ends_plainly(one) is plainly
    kept: list[Made] = []
    end_turn(one, SeededDice(1), kept.append)
    dice = SeededDice(1)
    singly = [make(many, Pass(), dice) for _ in "ab"]
    assert written_out(kept) == singly
    assert sum(map(steps_in, kept)) == len(singly)
    assert one == many
    assert (one.turn, one.seat, one.phase) == (10, 2, Phase.REINFORCE)


@pytest.mark.parametrize(
    ("fields", "phase"),
    [
        ("do:c h:ala.alb.wus.arg||", Phase.REINFORCE),
        ("h:ala.alb.wus.arg.ice||", Phase.REINFORCE),
        ("do:c h:ala.alb.wus.arg.ice||", Phase.SPOILS),
    ],
)
def test_the_end_of_a_turn_leaves_too_many_cards_to_be_traded(fields: str, phase: Phase) -> None:
    """AMB-CARD-9: who holds five cards and has earned another trades first."""
    one, many = (set_up("ala:a9 kam:b3 *:c1", fields, edition="2010").state for _ in "ab")
    end_turn(one, SeededDice(1))
    dice = SeededDice(1)
    while many.seat == 0 and many.phase is not Phase.SPOILS:
        make(many, Pass(), dice)
    assert one == many
    assert one.phase is phase


def test_a_turn_that_cannot_end_now() -> None:
    state = set_up("ala:a9 *:b1", phase="R").state
    before = state.copy()
    with pytest.raises(IllegalMove):
        end_turn(state, SeededDice(1))
    assert state == before
    assert not ends_plainly(state)


def test_the_end_of_a_turn_leaves_a_mission_to_be_shown() -> None:
    """MIS-03: what is no attack and no move is still decided."""
    game = Game(["A", "B", "C"], edition="2003", mode="mission", seed=3,
                options={"setup": "deal", "placing": "auto"},
                bots=dict.fromkeys("ABC", "rusher"))  # fmt: skip
    while game.state.phase is not Phase.ATTACK:
        game.carry_out(next(iter(game.legal_moves())))
    game.carry_out(EndTurn())
    assert game.state.phase is Phase.MISSION
