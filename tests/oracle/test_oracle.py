"""The rules and a naive umpire judge thousands of moves alike, at every table of the base game."""

from __future__ import annotations

import pytest

from .duel import TABLES, Duel, Verdicts
from .umpire import EDITIONS

#: What every edition's base game comes through.
PHASES = {"REINFORCE", "ATTACK", "DEFEND", "ADVANCE", "FORTIFY"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_rules_and_umpire_agree(edition: str) -> None:
    verdicts = Verdicts()
    for number, (name, seats, ask) in enumerate(TABLES):
        if name == edition and ask == bool(seats % 2):
            Duel(name, seats, ask, number, verdicts).play(misses=12, share=0.05)
    assert verdicts.taken > 1_000
    assert verdicts.refused > 1_000
    assert verdicts.phases >= PHASES
