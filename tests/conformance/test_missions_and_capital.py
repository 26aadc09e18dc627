"""Missions of four ranks, secret missions, headquarters (MIS, SEC, CAP)."""

from __future__ import annotations

from dataclasses import replace
from math import perm
from typing import Any

import pytest

from risknb.board import load
from risknb.editions import RulesError
from risknb.moves import ClaimMission, DealMissions
from risknb.rules import IllegalMove, begin, chances
from risknb.rules.capital import held
from risknb.rules.missions import load_deck, piles

from .table import Table, new_game, rules, set_up, turn_of

RANKS = ("CPT", "MAJ", "COL", "GEN")
OTHERS = "CPT1.MAJ1.COL1.GEN1|CPT3.MAJ3.COL2.GEN3"


def mission_turn(mine: str, land: str, fields: str = "", done: str = "") -> Table:
    """The start of a's turn with these missions, held and shown."""
    shown = f"md:{done}||" if done else ""
    text = " ".join(f"m:{mine}|{OTHERS} {shown} {fields}".split())
    return turn_of("a", land, text, edition="2003", mode="mission")


def secret(missions: str, land: str, players: int = 3, **rest: Any) -> Table:
    """Seat a attacks in a game of secret missions: green a, yellow b, blue c, orange d, black e."""
    return set_up(
        land, f"m:{missions}", edition="five-army", mode="secret-mission", players=players, **rest
    )


def capital(
    land: str, headquarters: str, players: int = 3, edition: str = "2018", **options: Any
) -> Table:
    """Seat a attacks in a game for headquarters."""
    return set_up(
        land, f"hq:{headquarters}", edition=edition, mode="capital", players=players, **options
    )


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


# -- secret missions -----------------------------------------------------------------------------
@pytest.mark.rule("SEC-01")
@pytest.mark.parametrize(("players", "cards"), [(3, 10), (4, 11), (5, 12)])
def test_missions_about_unchosen_colours_are_removed_before_dealing(
    players: int, cards: int
) -> None:
    table = new_game("five-army", "secret-mission", players).push("dealer=a")
    luck = chances(table.state, DealMissions())
    assert luck is not None
    assert luck.count == perm(cards, players)
    table.lucky("missions")
    dealt = table.state.missions
    assert len({m for mine in dealt for m in mine}) == players
    for seat in range(players):
        view = table.state.seen_by(seat)
        assert [view.missions[s] for s in range(players) if s != seat] == [("?",)] * (players - 1)


@pytest.mark.rule("SEC-01")
def test_nobody_is_dealt_a_colour_that_does_not_play() -> None:
    table = new_game("five-army", "secret-mission", 3).push("dealer=a")
    for absent in ("SM-orange", "SM-black"):
        with pytest.raises(IllegalMove):
            table.push(f"missions=SM1|SM2|{absent}")
    table.push("missions=SM1|SM2|SM-blue")
    assert table.state.missions == (("SM1",), ("SM2",), ("SM-blue",))


@pytest.mark.rule("T-SEC-2")
def test_greens_card_is_removed_when_green_does_not_play() -> None:
    colours = ("yellow", "blue", "orange", "black", "green")
    without = replace(rules("five-army", "secret-mission", 4), colours=colours)
    (pile,) = piles(begin(load("classic"), without, 4))
    assert "SM-green" not in pile
    (all_five,) = piles(begin(load("classic"), without, 5))
    assert set(all_five) - set(pile) == {"SM-green"}


@pytest.mark.rule("SEC-02")
def test_territories_of_secret_missions_are_dealt() -> None:
    table = new_game("five-army", "secret-mission", 3).play_to("D")
    assert table.moves() == ["deal"]
    table.lucky("deal")
    assert [table.holds(seat) for seat in "abc"] == [14, 14, 14]


@pytest.mark.rule("SEC-03")
@pytest.mark.parametrize(
    ("mission", "land", "step"),
    [
        ("SM1", "NA:a4 AF:a4 mad:b1 *:b1 wau:c1", "saf>mad*3=666:1"),
        ("SM2", "NA:a4 AU:a4 wau:b1 *:b1 kam:c1", "ino>wau*3=666:1"),
        ("SM3", "AS:a4 SA:a4 arg:b1 *:b1 wau:c1", "bra>arg*3=666:1"),
        ("SM5", "EU:a4 SA:a4 AU:a4 ino:b1 *:b1 sia:c1", "wau>ino*3=666:1"),
        ("SM6", "EU:a4 AF:a4 AU:a4 ino:b1 *:b1 sia:c1", "wau>ino*3=666:1"),
        ("SM7", "NA:a4 EU:a4 SA:a4 sia:a4 chi:a4 ind:a4 afg:b1 *:b1 wau:c1", "ind>afg*3=666:1"),
    ],
)
def test_the_last_territory_of_a_mission_wins_at_once(mission: str, land: str, step: str) -> None:
    table = secret(f"{mission}|SM-green|SM-blue", land)
    assert table.result is None
    assert table.push(step).result == "a.mission"


@pytest.mark.rule("SEC-03")
def test_eighteen_territories_with_two_armies_each() -> None:
    """Seventeen have two armies; Iceland is the eighteenth."""
    land = "NA:a2 EU:a2 ice:a1 ven:a2 per:a2 naf:c1 *:b1"
    table = secret("SM8|SM1|SM2 r:3,0,0", land, phase="R").push("ala+2")
    assert table.result is None
    assert table.push("ice+1").result == "a.mission"


@pytest.mark.rule("SEC-03")
def test_an_unfinished_mission_does_not_win() -> None:
    table = secret("SM1|SM3|SM2", "ala:a4 kam:c1 wau:c1 ino:a3 *:b4")
    table.push("ala>kam*3=666:1", "!3")
    assert table.result is None


@pytest.mark.rule("SEC-04", "T-SEC-1")
def test_another_player_removes_the_last_yellow_army() -> None:
    table = secret("SM1|SM7|SM-yellow", "ala:a4 kam:b1 *:c1")
    assert table.push("ala>kam*3=666:1").result == "c.mission"


# -- headquarters --------------------------------------------------------------------------------
@pytest.mark.rule("CAP-01")
@pytest.mark.parametrize("edition", ["five-army", "2018"])
def test_headquarters_are_chosen_in_turn_in_secret_and_revealed_together(edition: str) -> None:
    table = new_game(edition, "capital", 4).push("first=1161").play_to("P").play_to("H")
    assert [table.armies(seat) for seat in "abcd"] == [30] * 4
    order = ""
    while table.phase == "H":
        seat = table.seat
        own = {code for code in table.board.codes if table.on(code)[0] == seat}
        assert set(table.moves()) == {f"#{code}" for code in own}
        chosen = table.state.headquarters
        for other in range(4):
            seen = table.state.seen_by(other).headquarters
            assert all(seen[s] < 0 for s in range(4) if s != other)
            assert seen[other] == chosen[other]
        order += seat
        table.push(f"#{min(own)}")
    assert order == "cdab"
    for other in range(4):
        assert table.state.seen_by(other).headquarters == table.state.headquarters


@pytest.mark.rule("CAP-02", "T-CAP-1")
@pytest.mark.parametrize("edition", ["five-army", "2018"])
def test_who_loses_the_headquarters_plays_on_and_the_captor_holds_it(edition: str) -> None:
    table = capital("ala:a9 kam:b1 wau:c1 jap:b2 *:c1", "ala.kam.wau", edition=edition)
    assert held(table.state, 0) == 0
    table.push("ala>kam*3=666:1", "!3")
    assert (held(table.state, 0), table.result) == (1, None)
    assert table.state.headquarters == tuple(map(table.board.index, ("ala", "kam", "wau")))
    table.push("--=bra", "--")
    assert table.seat == "b"
    assert table.legal("jap+3")


@pytest.mark.rule("CAP-04", "T-CAP-4")
@pytest.mark.parametrize("edition", ["five-army", "2018"])
def test_three_players_need_both_foreign_headquarters(edition: str) -> None:
    table = capital("ala:a9 kam:b1 jap:c1 wau:c1 *:b1", "ala.kam.jap", edition=edition)
    table.push("ala>kam*3=666:1", "!8")
    assert table.result is None
    assert table.push("kam>jap*3=666:1").result == "a.capital"
    with pytest.raises(RulesError):
        capital("*:a1", "ala.kam.jap", edition=edition, capital_short=True)


@pytest.mark.rule("CAP-04")
def test_the_own_headquarters_must_be_held() -> None:
    table = capital("ala:b1 nwt:a9 kam:a9 jap:c1 wau:c1 *:b1", "ala.kam.jap")
    table.push("kam>jap*3=666:1", "!3")
    assert table.result is None
    assert table.push("nwt>ala*3=666:1").result == "a.capital"


@pytest.mark.rule("CAP-05", "T-CAP-2")
@pytest.mark.parametrize("edition", ["five-army", "2018"])
def test_the_short_form_of_four_players_asks_for_two(edition: str) -> None:
    land = "ala:a9 kam:b1 jap:c1 wau:d1 yak:c1 ven:b1 *:d1"
    for short, result in ((True, "a.capital"), (False, None)):
        table = capital(
            land, "ala.kam.jap.wau", 4, edition=edition, capital_short=short
        ).push("ala>kam*3=666:1", "!8")
        assert table.result is None
        assert table.push("kam>jap*3=666:1").result == result


@pytest.mark.rule("CAP-05", "T-CAP-3")
@pytest.mark.parametrize(("edition", "players"), [("five-army", 5), ("2018", 5), ("2018", 6)])
def test_the_short_form_of_five_or_six_players_asks_for_three(edition: str, players: int) -> None:
    land = "ala:a20 kam:b1 jap:c1 yak:d1 wau:e1 ven:b1 bra:c1 arg:d1 per:e1 *:e1"
    places = "ala.kam.jap.yak.wau"
    if players == 6:
        land, places = land + " egy:f1", places + ".egy"
    table = capital(land, places, players, edition=edition, capital_short=True)
    table.push("ala>kam*3=666:1", "!19", "kam>jap*3=666:1", "!3")
    assert table.result is None
    assert table.push("kam>yak*3=666:1").result == "a.capital"


@pytest.mark.rule("CAP-05")
def test_the_short_form_asks_for_the_own_headquarters_too() -> None:
    land = "ala:b1 kam:a9 jap:c1 wau:d1 yak:c1 ven:b1 *:d1"
    table = capital(land, "ala.kam.jap.wau", 4, capital_short=True)
    table.push("kam>jap*3=666:1", "!3")
    assert table.result is None
    assert table.push("kam>ala*3=666:1").result == "a.capital"
