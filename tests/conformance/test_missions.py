"""Missions of four ranks (MIS)."""

from __future__ import annotations

from math import perm
from random import Random

import pytest

from risknb.board import load
from risknb.moves import ClaimMission, DealMissions, MissionDeal
from risknb.rules import IllegalMove, chances
from risknb.rules.missions import load_deck

from .table import Table, new_game, set_up, turn_of

RANKS = ("CPT", "MAJ", "COL", "GEN")
OTHERS = "CPT1.MAJ1.COL1.GEN1|CPT3.MAJ3.COL2.GEN3"


def mission_turn(mine: str, land: str, fields: str = "", done: str = "") -> Table:
    """The start of a's turn with these missions, held and shown."""
    shown = f"md:{done}||" if done else ""
    text = " ".join(f"m:{mine}|{OTHERS} {shown} {fields}".split())
    return turn_of("a", land, text, edition="2003", mode="mission")


# -- missions of four ranks ----------------------------------------------------------------------
@pytest.mark.rule("MIS-01")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_everyone_gets_a_secret_mission_of_each_rank_then_the_set_up_begins(players: int) -> None:
    table = new_game("2003", "mission", players)
    luck = chances(table.state, DealMissions())
    assert luck is not None
    assert luck.count == perm(7, players) ** 4
    table.lucky("missions")
    dealt = table.state.missions
    assert all(tuple(m[:3] for m in mine) == RANKS for mine in dealt)
    assert len({m for mine in dealt for m in mine}) == 4 * players
    for seat in range(players):
        seen = table.state.seen_by(seat).missions
        assert seen[seat] == dealt[seat]
        assert all(set(seen[other]) == {"?"} for other in range(players) if other != seat)
    assert table.phase == "O"
    table.play_to("R")
    assert table.state.missions == dealt


@pytest.mark.rule("MIS-01")
def test_the_piles_are_shuffled() -> None:
    luck = chances(new_game("2003", "mission", 3).state, DealMissions())
    assert luck is not None
    dealt: list[set[str]] = [set(), set(), set()]
    for seed in range(100):
        deal = luck.sample(Random(seed))
        assert isinstance(deal, MissionDeal)
        for seen, missions in zip(dealt, deal.missions, strict=True):
            seen.update(missions)
    assert [len(seen) for seen in dealt] == [28, 28, 28]


@pytest.mark.rule("MIS-01")
def test_a_mission_is_dealt_once_and_from_its_own_pile() -> None:
    table = new_game("2003", "mission", 3)
    for wrong in (
        "CPT1,MAJ1,COL1,GEN1|CPT1,MAJ2,COL2,GEN2|CPT3,MAJ3,COL3,GEN3",
        "CPT1,MAJ1,COL1,GEN1|CPT2,CPT4,COL2,GEN2|CPT3,MAJ3,COL3,GEN3",
    ):
        with pytest.raises(IllegalMove):
            table.push(f"missions={wrong}")


@pytest.mark.rule("MIS-03", "MIS-04")
def test_a_mission_of_the_start_is_shown_before_reinforcements() -> None:
    table = mission_turn("CPT5.MAJ1.COL1.GEN1", "NA:a1 EU:a1 *:b1 wau:c1")
    assert table.holds("a") == 16  # 42 // 3 + 2
    later = table.copy().push("ala+1")
    assert not later.legal("m:CPT5")
    table.push("m:CPT5")
    assert table.state.missions[0] == ("MAJ1", "COL1", "GEN1")
    assert table.state.done[0] == ("CPT5",)
    assert table.legal("ala+1")


@pytest.mark.rule("MIS-03", "MIS-04")
def test_a_mission_after_reinforcements_is_shown_before_the_first_attack() -> None:
    table = mission_turn("CPT7.MAJ1.COL1.GEN1", "ala:a8 wau:c1 *:b1")
    assert not table.legal("m:CPT7")
    table.push("ala+2")
    assert not table.legal("m:CPT7")
    table.push("ala+1")
    attacked = table.copy().push("ala>kam*1=6:1", "!1")
    assert not attacked.legal("m:CPT7")
    assert table.legal("m:CPT7")
    table.push("m:CPT7")
    assert table.legal("ala>kam*3")


@pytest.mark.rule("MIS-03", "MIS-04")
def test_a_mission_of_the_end_is_shown_after_the_card() -> None:
    table = mission_turn("CPT6.MAJ1.COL1.GEN1", "ala:a8 wau:c1 *:b1").push("ala+3")
    table.push("ala>kam*3=666:1", "!3")
    assert not table.legal("m:CPT6")
    table.push("--")
    assert not table.legal("m:CPT6")
    table.push("--=bra")
    assert (table.phase, table.hand("a")) == ("N", "bra")
    assert table.legal("m:CPT6")
    table.push("m:CPT6")
    assert (table.seat, table.state.done[0]) == ("b", ("CPT6",))


@pytest.mark.rule("MIS-03")
def test_only_an_achieved_mission_of_ones_own_is_shown_and_nobody_must() -> None:
    table = mission_turn("CPT6.MAJ1.COL1.GEN1", "ala:a8 wau:c1 *:b1").push("ala+3", "--", "--")
    assert table.phase == "N"
    assert not table.legal("m:CPT6")  # Kamchatka is missing
    assert not table.legal("m:CPT3")  # another's
    assert table.push("--").seat == "b"
    ready = mission_turn("CPT6.MAJ1.COL1.GEN1", "ala:a8 kam:a1 wau:c1 *:b1")
    ready.push("ala+3", "--", "--")
    assert ready.legal("m:CPT6")
    ready.push("--")
    assert ready.state.missions[0] == ("CPT6", "MAJ1", "COL1", "GEN1")


@pytest.mark.rule("MIS-04")
def test_all_three_timings_are_used() -> None:
    timings = {mission["timing"] for mission in load_deck("ranks").missions.values()}
    assert timings == {"start", "reinforced", "end"}


@pytest.mark.rule("T-MIS-1", "MIS-03")
def test_of_two_missions_achieved_in_a_turn_one_is_shown() -> None:
    table = mission_turn("CPT7.MAJ1.COL6.GEN1", "AU:a9 SA:c1 *:b1")
    assert table.moves(ClaimMission) == ["m:COL6"]
    unclaimed = table.copy().push("ino+5")
    assert unclaimed.legal("m:CPT7")
    table.push("m:COL6", "ino+5")
    assert not table.legal("m:CPT7")
    table.push("--", "--")
    assert table.seat == "b"


# What a has done this turn, as in a position's text: conquests, a bit for every victim, armies
# received, sets traded, players eliminated, continents broken, attacked, shown, who held what.
IDLE = "0,0,3,0,0,0,0,0,------"
WHEN = {"start": ("R", "do:f"), "reinforced": ("A", ""), "end": ("N", "")}
ENOUGH = [
    # mission, land and deeds just enough, land and deeds just not enough
    ("CPT1", "*:b1 ala:a1 wau:c1", "2,2,3,0,0,0,1,0,------", "", "1,2,3,0,0,0,1,0,------"),
    ("CPT2", "*:b1 jap:a1 grn:a1", IDLE, "*:b1 jap:a1 kam:a1 ala:a1", IDLE),
    ("CPT3", "*:b1 ala:a1", "0,0,6,0,0,0,0,0,------", "", "0,0,5,0,0,0,0,0,------"),
    ("CPT4", "*:b1 ala:a1 bra:a1 egy:a1 ukr:a1", IDLE, "*:b1 ala:a1 bra:a1 egy:a1 naf:a1", IDLE),
    ("CPT5", "*:b1 NA:a1 EU:a1", IDLE, "*:b1 NA:a1 EU:a1 ala:b1", IDLE),
    ("CPT6", "*:b1 ala:a1 kam:a1", IDLE, "*:b1 ala:a1 kam:c1", IDLE),
    ("CPT7", "*:b1 ala:a10", IDLE, "*:b10 ala:a9", IDLE),
    ("MAJ1", "*:b1 ala:a1", "4,2,3,0,0,0,1,0,------", "", "3,2,3,0,0,0,1,0,------"),
    ("MAJ2", "*:b1 jap:a1 grn:a1 ngu:a1", IDLE, "*:b1 jap:a1 grn:a1 wau:a1", IDLE),
    ("MAJ3", "*:b1 ala:a1", "0,0,3,1,0,0,0,0,------", "", IDLE),
    ("MAJ4", "*:b1 ala:a1 bra:a1 egy:a1 ukr:a1 kam:a1 wau:a1", IDLE,
     "*:b1 ala:a1 bra:a1 egy:a1 ukr:a1 kam:a1 jap:a1", IDLE),
    ("MAJ5", "*:b1 wau:c1 ala:a1", "2,6,3,0,0,0,1,0,------", "", "2,4,3,0,0,0,1,0,------"),
    ("MAJ6", "*:b1 NA:a1 EU:a1 bra:a1 per:a1", IDLE, "*:b1 NA:a1 EU:a1 bra:a1", IDLE),
    ("MAJ7", "*:b1 bra:a1 naf:a1 sia:a1 ino:a1", IDLE, "*:a1 naf:b1", IDLE),
    ("COL1", "*:b1 AU:a1", IDLE, "*:b1 AU:a1 ino:b1", IDLE),
    ("COL1", "*:b1 SA:a1", IDLE, "*:b1 AF:a1", IDLE),
    ("COL2", "*:b1 ala:a1", "6,2,3,0,0,0,1,0,------", "", "5,2,3,0,0,0,1,0,------"),
    ("COL3", "*:b1 jap:a1 grn:a1 ngu:a1 ino:a1 mad:a1", IDLE,
     "*:b1 jap:a1 grn:a1 ngu:a1 ino:a1 wau:a1", IDLE),
    ("COL4", "*:b1 ala:a1", "0,0,12,1,0,0,0,0,------", "", "0,0,11,1,0,0,0,0,------"),
    ("COL5", "*:b1 ala:a1", "1,2,3,0,0,1,1,0,------", "", "1,2,3,0,0,0,1,0,------"),
    ("COL6", "*:b1 SA:a1", IDLE, "*:b1 SA:a1 bra:c1", IDLE),
    ("COL7", "*:b1 NA:a1 EU:a1", IDLE, "*:b1 NA:a1 EU:a1 ukr:b1", IDLE),
    ("GEN1", "*:b1 EU:a1", IDLE, "*:a1 ice:c1", IDLE),
    ("GEN2", "*:b1 NA:a1", IDLE, "*:a1 cam:c1", IDLE),
    ("GEN3", "*:b1 AS:a1 kam:b1 jap:b1", IDLE, "*:a1 kam:b1 jap:b1 yak:b1", IDLE),
    ("GEN4", "*:b1 SA:a1 AU:a1", IDLE, "*:b1 SA:a1 AU:a1 bra:b1", IDLE),
    ("GEN5", "*:b1 NA:a1 EU:a1 SA:a1", IDLE, "*:b1 NA:a1 EU:a1 SA:a1 per:b1", IDLE),
    ("GEN6", "*:b1 ala:a1", "1,4,3,0,1,0,1,0,------", "", "1,4,3,0,0,0,1,0,------"),
    ("GEN7", "*:b1 AF:a1 EU:a1 ala:a1", IDLE, "*:b1 AF:a1 EU:a1", IDLE),
    ("GEN7", "*:b1 AF:a1 EU:a1 ala:a1", IDLE, "*:a1 mad:b1", IDLE),
]  # fmt: skip


@pytest.mark.rule("MIS-03")
@pytest.mark.parametrize(("mission", "land", "deeds", "other_land", "other_deeds"), ENOUGH)
def test_every_mission_asks_for_what_it_says(
    mission: str, land: str, deeds: str, other_land: str, other_deeds: str
) -> None:
    phase, flags = WHEN[load_deck("ranks").missions[mission]["timing"]]
    fields = f"m:{mission}|| {flags}".strip()
    mode = {"edition": "2003", "mode": "mission", "phase": phase}
    assert set_up(land, f"{fields} de:{deeds}", **mode).legal(f"m:{mission}")
    less = set_up(other_land or land, f"{fields} de:{other_deeds}", **mode)
    assert not less.legal(f"m:{mission}")


@pytest.mark.rule("MIS-03")
def test_the_deeds_of_a_turn_are_counted_as_they_happen() -> None:
    table = mission_turn("CPT1.MAJ5.COL5.GEN6", "ala:a20 kam:c1 NA:a1 AU:b1 AS:b1 EU:b1 *:b1")
    table.push("ala+8", "ala>kam*3=666:1", "!10", "kam>jap*1=6:1", "!1", "kam>yak*1=6:1", "!1")
    table.push("--", "--=bra")
    assert set(table.moves(ClaimMission)) == {"m:CPT1", "m:MAJ5", "m:GEN6"}
    assert mission_turn("COL5.GEN6", "SA:a9 naf:b1 AF:b1 *:c1").push(
        "bra+5", "bra>naf*3=666:1", "!3", "--", "--=bra"
    ).moves(ClaimMission) == ["m:COL5"]


@pytest.mark.rule("MIS-05", "T-MIS-2")
def test_after_the_third_mission_the_fourth_lies_open() -> None:
    table = mission_turn("COL6.GEN1", "AU:a9 SA:c1 *:b1", done="CPT7.MAJ1")
    assert table.state.seen_by(1).missions[0] == ("?", "?")
    table.push("m:COL6")
    for seat in (0, 1, 2):
        assert table.state.seen_by(seat).missions[0] == ("GEN1",)
    table.push("ino+5", "--", "--")
    assert table.seat == "b"
    assert table.state.seen_by(2).missions[0] == ("GEN1",)


@pytest.mark.rule("MIS-06")
def test_the_fourth_mission_wins() -> None:
    table = mission_turn("COL6", "AU:a9 SA:c1 *:b1", done="CPT7.MAJ1.GEN1")
    assert table.push("m:COL6").result == "a.mission"
    third = mission_turn("COL6.GEN7", "AU:a9 SA:c1 *:b1", done="CPT7.MAJ1")
    assert third.push("m:COL6").result is None


@pytest.mark.rule("MIS-06")
def test_eliminating_all_others_wins_too() -> None:
    missions = f"m:CPT5.MAJ6.COL3.GEN2|{OTHERS}"
    table = set_up("kam:b1 *:a4", missions, edition="2003", mode="mission")
    assert table.push("ala>kam*3=666:1").result == "a.conquest"


@pytest.mark.rule("MIS-07")
def test_the_seven_islands() -> None:
    board = load("classic")
    islands = {board.codes[at] for at in board.islands}
    assert islands == {"gbr", "grn", "ice", "ino", "jap", "mad", "ngu"}
    for pair, enough in (("jap:a1 mad:a1", True), ("jap:a1 wau:a1", False)):
        table = mission_turn("CPT2.MAJ1.COL1.GEN1", f"ala:a1 {pair} bra:c1 *:b1")
        table.push("ala+3", "--", "--")
        assert table.legal("m:CPT2") == enough
