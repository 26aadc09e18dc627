"""Rulings on missions of four ranks."""

from __future__ import annotations

from typing import Any

import pytest

from risknb.rules.missions import load_deck
from risknb.state import HIDDEN_MISSION

from .table import Table, set_up, turn_of

MODE: dict[str, Any] = {"edition": "2003", "mode": "mission"}
#: a holds 16 territories, two more than its share of three: enough for CPT5.
SIXTEEN = "AS:a2 AU:a2 NA:b2 SA:b2 EU:c2 AF:c2"


def sit_out(table: Table, until: str = "") -> None:
    """Place everything, then pass until the turn is over or the phase with this letter."""
    seat = table.seat
    table.push(table.moves()[-1])
    while table.seat == seat and table.phase != until:
        table.push("--")


@pytest.mark.rule("AMB-MIS-1")
def test_a_condition_must_hold_when_the_card_is_shown() -> None:
    held = "m:CPT5.MAJ1.COL1.GEN1||"
    assert turn_of("a", SIXTEEN, held, **MODE).legal("m:CPT5")
    assert not turn_of("a", f"{SIXTEEN} ino:b2", held, **MODE).legal("m:CPT5")


@pytest.mark.rule("AMB-MIS-1")
def test_an_event_must_have_happened_in_this_turn() -> None:
    table = set_up(
        "AS:a9 mon:b1 jap:b1 NA:b2 *:c2 AU:b2", "m:CPT1.MAJ1.COL1.GEN1|| de:0,0,3,0,0,0,0,0,------",
        **MODE,
    )  # fmt: skip
    table.push("irk>mon*3=666:1", "!3", "mon>jap*2=66:1", "!2", "--", "--=bra")
    assert table.legal("m:CPT1")
    table.push("--")
    for _ in "bc":
        sit_out(table)
    sit_out(table, until="N")
    assert (table.seat, table.phase) == ("a", "N")
    assert not table.legal("m:CPT1"), "those conquests were last turn's"


@pytest.mark.rule("AMB-MIS-2")
def test_missions_after_reinforcements_are_shown_between_placing_and_attacking() -> None:
    table = turn_of("a", SIXTEEN, "m:CPT7.MAJ1.COL4.GEN1||", **MODE)
    assert table.reserve("a") == 5 + 7 + 2
    assert not table.legal("m:COL4"), "the total is known, but not placed"
    table.push("kam+13")
    assert not table.legal("m:CPT7")
    table.push("kam+1")
    assert table.legal("m:COL4")
    assert table.legal("m:CPT7")
    assert not table.push("kam>ala*3=111:66").legal("m:CPT7"), "the attacks have begun"


@pytest.mark.rule("AMB-MIS-2")
def test_trading_is_part_of_receiving_reinforcements() -> None:
    land, hand = "SA:a2 EU:c2 *:b2", "h:ala.nwt.ice.cam||"
    table = turn_of("a", land, f"m:CPT3.MAJ3.COL4.GEN1|| {hand}", **MODE)
    plain, traded = table.copy(), table
    sit_out(plain, until="A")
    assert not plain.legal("m:CPT3"), "three and two for South America are five"
    assert not plain.legal("m:MAJ3")
    sit_out(traded.push("x:ala,nwt,cam"), until="A")
    assert all(traded.legal(f"m:{mission}") for mission in ("CPT3", "MAJ3", "COL4"))


@pytest.mark.rule("AMB-MIS-3")
def test_a_mission_may_be_shown_in_the_first_turn() -> None:
    table = set_up(SIXTEEN, "m:CPT5.MAJ1.COL1.GEN1|| co:abc o:b", phase="O", turn=0, **MODE)
    table.push("first=611")
    assert table.state.turn == 1
    assert table.push("m:CPT5").state.done[0] == ("CPT5",)


@pytest.mark.rule("AMB-MIS-4")
def test_a_mission_at_the_start_comes_before_the_forced_trade() -> None:
    table = turn_of("a", SIXTEEN, "m:CPT5.MAJ1.COL1.GEN1|| h:ala.arg.ice.grn.ont||", **MODE)
    assert not table.legal("kam+1")
    assert table.legal("m:CPT5")
    assert not table.copy().push("x:ala,arg,ice").legal("m:CPT5"), "too late"
    assert not table.push("m:CPT5").legal("kam+1"), "the trade is still due"
    assert table.legal("x:ala,arg,ice")


THREE_DONE = "m:GEN4|| md:CPT1.MAJ1.COL1||"


@pytest.mark.rule("AMB-MIS-5")
def test_the_fourth_mission_keeps_its_timing() -> None:
    table = turn_of("a", SIXTEEN, THREE_DONE, **MODE)
    late = table.copy()
    sit_out(late, until="N")
    assert not late.legal("m:GEN4")
    assert table.push("m:GEN4").result == "a.mission"


@pytest.mark.rule("AMB-MIS-5")
def test_the_fourth_mission_waits_for_another_turn_than_the_third() -> None:
    table = turn_of("a", SIXTEEN, "m:CPT5.GEN4|| md:MAJ1.COL1||", **MODE).push("m:CPT5")
    assert not table.legal("m:GEN4")
    assert table.result is None


@pytest.mark.rule("AMB-MIS-6")
def test_missions_of_the_eliminated_are_hidden_until_the_end() -> None:
    dealt = "m:CPT1.MAJ1.COL1.GEN1|CPT2.MAJ2.COL2.GEN2|CPT3.MAJ3.COL3.GEN3"
    table = set_up("*:a2 ala:a9 kam:b1 nwt:c1", f"{dealt} de:0,0,3,0,0,0,0,0,------", **MODE)
    table.push("ala>kam*3=666:1", "!3")
    for looking in (0, 2):
        assert table.state.seen_by(looking).missions[1] == (HIDDEN_MISSION,) * 4
    table.push("ala>nwt*3=666:1")
    assert table.result == "a.conquest"
    assert table.state.seen_by(0).missions[1] == ("CPT2", "MAJ2", "COL2", "GEN2")
    assert table.state.seen_by(1).missions[2] == ("CPT3", "MAJ3", "COL3", "GEN3")


# -- no mission becomes impossible ---------------------------------------------------------------
RANKS = load_deck("ranks").missions
WHEN = {"start": ("R", "do:f"), "reinforced": ("A", "do:p"), "end": ("N", "")}


@pytest.mark.rule("AMB-MIS-7")
@pytest.mark.parametrize("mission", [each for each in RANKS if each != "GEN6"])
def test_every_mission_can_be_shown_with_one_opponent_left(mission: str) -> None:
    """a has done in its turn what can be done against b alone: conquests, a continent broken."""
    phase, flags = WHEN[RANKS[mission]["timing"]]
    deeds = f"6,2,13,1,0,1,{int(phase == 'N')},0,------"
    fields = f"{flags} m:{mission}|| de:{deeds} r:0,0,0".strip()
    table = set_up("*:a10 chi:b2 sib:b2", fields, phase=phase, **MODE)
    assert table.legal(f"m:{mission}")


@pytest.mark.rule("AMB-MIS-7")
def test_wiping_out_the_only_opponent_left_wins_anyway() -> None:
    assert RANKS["GEN6"] == {"rank": "general", "timing": "end", "eliminated": 1}
    table = set_up("*:a2 ala:a9 kam:b1", "m:GEN6|| de:0,0,3,0,0,0,0,0,------", **MODE)
    assert table.push("ala>kam*3=666:1").result == "a.conquest"


@pytest.mark.rule("AMB-MIS-7")
def test_with_two_opponents_left_one_victim_is_not_enough() -> None:
    fields = "m:MAJ5|| de:6,2,13,1,0,1,1,0,------"
    assert not set_up("*:a10 chi:b2 sib:c2", fields, phase="N", **MODE).legal("m:MAJ5")


@pytest.mark.rule("AMB-MIS-8")
def test_a_mission_is_offered_and_never_forced() -> None:
    held = "m:CPT5.MAJ4.COL7.GEN1||"
    table = turn_of("a", f"{SIXTEEN} ukr:a2 naf:a2 ala:a2 bra:a2", held, **MODE)
    assert "m:CPT5" in table.moves()
    sit_out(table, until="N")
    assert table.state.missions[0] == ("CPT5", "MAJ4", "COL7", "GEN1")
    assert table.moves() == ["m:MAJ4", "m:COL7", "--"]
    assert table.push("--").seat == "b"
    assert table.state.done[0] == ()
