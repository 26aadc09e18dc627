"""Rulings on the move at the end of a turn."""

from __future__ import annotations

import pytest

from .table import set_up

EDITIONS = ("2003", "2010", "five-army", "2018")


@pytest.mark.rule("AMB-FORT-1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_moving_no_army_is_no_move(edition: str) -> None:
    table = set_up("NA:a3 *:b3 SA:c3", edition=edition, phase="F")
    assert not table.legal("ala~nwt:0")
    assert table.legal("ala~nwt:1")


@pytest.mark.rule("AMB-FORT-1")
@pytest.mark.parametrize("edition", ["five-army", "2018"])
def test_the_card_is_seen_before_the_move(edition: str) -> None:
    table = set_up("NA:a3 *:b3 SA:c3", "do:c", edition=edition).push("--=bra")
    assert (table.phase, table.seat, table.hand("a")) == ("F", "a", "bra")
    assert table.legal("ala~nwt:2")
    assert not table.needs_luck("ala~nwt:2")


@pytest.mark.rule("AMB-FORT-2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sea_line_is_a_way(edition: str) -> None:
    table = set_up("ala:a3 kam:a1 *:b3 SA:c3", edition=edition, phase="F")
    assert table.push("ala~kam:2").on("kam") == "a3"


@pytest.mark.rule("AMB-FORT-2")
@pytest.mark.parametrize("edition", ["2003", "five-army", "2018"])
def test_a_chain_may_run_over_several_seas(edition: str) -> None:
    table = set_up("que:a3 grn:a1 ice:a1 gbr:a1 *:b3 SA:c3", edition=edition, phase="F")
    assert table.push("que~gbr:2").on("gbr") == "a3"


@pytest.mark.rule("AMB-FORT-3")
def test_the_free_move_of_2010_is_the_last_action() -> None:
    table = set_up("NA:a3 *:b3 SA:c3", "h:ala.arg.ice|| do:c", edition="2010").push("--")
    assert not table.legal("ala>kam*2")
    assert not table.legal("x:ala,arg,ice")
    table.push("ala~nwt:2=bra")
    assert (table.seat, table.phase, table.on("nwt")) == ("b", "R", "a5")
    assert table.hand("a") == "ala.arg.bra.ice"
