"""Rulings on what belongs to no single topic."""

from __future__ import annotations

from fractions import Fraction

import pytest

from risknb import Game
from risknb.moves import Die, Roll
from risknb.rules import chances

from .table import parse_move, set_up, turn_of

LAND = "NA:a3 SA:b3 *:c3"


@pytest.mark.rule("AMB-GEN-1")
def test_no_card_goes_from_player_to_player() -> None:
    table = turn_of("a", LAND, "h:ala.alb|per", edition="2003", mode="two-player-active", players=2)
    assert table.legal("$c:ala")
    assert not table.legal("$b:ala")
    assert not table.legal("$a:ala")
    assert not table.legal("x:ala,alb,per")


@pytest.mark.rule("AMB-GEN-1")
@pytest.mark.parametrize("phase", "RAF")
def test_games_without_neutrals_have_no_bribes_at_all(phase: str) -> None:
    table = set_up(LAND, "h:ala.alb|per|", edition="2003", phase=phase)
    assert not any(table.legal(f"${army}:ala") for army in "abc")


@pytest.mark.rule("AMB-GEN-2")
def test_who_can_neither_attack_nor_move_passes() -> None:
    table = set_up("ala:a1 *:b2 kam:c1", edition="2018")
    assert table.moves() == ["--"]
    assert table.push("--").moves() == ["--"]
    assert table.push("--").seat == "b"


@pytest.mark.rule("AMB-GEN-3")
def test_all_throws_of_an_attack_are_equally_likely() -> None:
    table = set_up("ala:a4 kam:b2 *:c1")
    found = chances(table.state, parse_move(table.board, "ala>kam*3"))
    assert found is not None
    every = dict(found)
    assert len(every) == 6**5
    assert set(every.values()) == {Fraction(1, 6**5)}
    assert {face for roll in every for face in roll.attack} == set(range(1, 7))  # type: ignore[union-attr]


@pytest.mark.rule("AMB-GEN-3")
def test_a_single_die_is_fair() -> None:
    table = set_up(LAND, "al:a---", edition="2003", mode="two-player-active", players=2, phase="L")
    found = chances(table.state, parse_move(table.board, "&c"))
    assert found is not None
    assert dict(found) == {Die(face): Fraction(1, 6) for face in range(1, 7)}


def thrown(seed: int) -> list[Roll]:
    """The dice of twelve turns of a game with this seed."""
    bots = dict.fromkeys("abc", "rusher")
    game = Game(["Ada", "Ben", "Cleo"], edition="2010", seed=seed, bots=bots).play(turns=12)
    return [step.chance for step in game.steps if isinstance(step.chance, Roll)]


@pytest.mark.rule("AMB-GEN-3")
def test_a_seed_repeats_the_luck() -> None:
    assert thrown(5) == thrown(5) != []
    assert thrown(5) != thrown(6)
