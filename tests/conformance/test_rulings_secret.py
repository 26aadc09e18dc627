"""Rulings on secret missions; a is green, b yellow, c blue, d orange."""

from __future__ import annotations

from typing import Any

import pytest

from risknb.moves import ClaimMission
from risknb.rules import chances
from risknb.rules.missions import piles

from .table import Table, new_game, parse_move, set_up

DECKS = ("five-army", "european-14", "us-1993")
MODE: dict[str, Any] = {"edition": "five-army", "mode": "secret-mission"}
#: 22 territories of a's.
MUCH = "AS:a1 AF:a1 SA:a1"


def at(land: str, fields: str, **rest: Any) -> Table:
    return set_up(land, fields, **{**MODE, **rest})


# -- colours -------------------------------------------------------------------------------------
@pytest.mark.rule("AMB-SEC-1")
@pytest.mark.parametrize("deck", DECKS)
def test_a_mission_against_oneself_asks_for_24_territories(deck: str) -> None:
    land = f"{MUCH} kam:a9 ala:b1 nwt:b1 *:c2"
    table = at(land, "m:SM-green|SM1|SM2", mission_deck=deck).push("kam>ala*3=666:1", "!3")
    assert (table.holds("a"), table.result) == (23, None)
    assert table.push("ala>nwt*2=66:1").result == "a.mission"


@pytest.mark.rule("AMB-SEC-1")
def test_a_mission_against_oneself_is_not_dealt_again() -> None:
    table = new_game(**MODE).push("dealer=a")
    assert table.state.rules.colours[0] == "green"
    table.push("missions=SM-green|SM1|SM2")
    assert table.phase != "M", "no second deal"
    assert table.state.missions[0] == ("SM-green",)


def blue_falls(deck: str) -> Table:
    """b removes the last of c's pieces, which a's mission asks for."""
    return at(
        f"{MUCH} EU:a1 kam:b9 ala:c1 *:b2", "m:SM-blue|SM8|SM1", seat="b", mission_deck=deck
    ).push("kam>ala*3=666:1")


@pytest.mark.rule("AMB-SEC-2")
@pytest.mark.parametrize("deck", ["five-army", "us-1993"])
def test_somebody_else_may_complete_a_mission_against_a_colour(deck: str) -> None:
    assert blue_falls(deck).result == "a.mission"


@pytest.mark.rule("AMB-SEC-2", "AMB-SEC-4")
def test_the_european_deck_asks_for_24_territories_instead() -> None:
    table = blue_falls("european-14").push("!3")
    assert table.result is None, "a holds more than 24, but it is b's turn"
    table.push("--=bra", "--")
    assert table.result == "a.mission"


@pytest.mark.rule("AMB-SEC-2")
def test_in_the_european_deck_ones_own_deed_completes_the_mission() -> None:
    table = at("NA:a9 kam:c1 *:b2", "m:SM-blue|SM8|SM1", mission_deck="european-14").push(
        "ala>kam*3=666:1"
    )
    assert table.result == "a.mission"


@pytest.mark.rule("AMB-SEC-3")
def test_of_two_missions_completed_at_once_the_acting_players_wins() -> None:
    land = f"{MUCH} kam:a9 ice:a1 ala:c1 *:b2"
    table = at(land, "m:SM7|SM-blue|SM1").push("kam>ala*3=666:1")
    assert (table.holds("a"), table.result) == (24, "a.mission")
    less = at(land.replace("ice:a1", "ice:b1"), "m:SM7|SM-blue|SM1").push("kam>ala*3=666:1")
    assert (less.holds("a"), less.result) == (23, "b.mission")


@pytest.mark.rule("AMB-SEC-3")
@pytest.mark.parametrize(("seat", "winner"), ["ab", "bc", "ca"])
def test_of_two_others_the_next_in_turn_wins(seat: str, winner: str) -> None:
    """Such a deck would have two cards for one colour."""
    held = "|".join("SM8" if each == seat else "SM-orange" for each in "abc")
    land = f"kam:{seat}9 ala:d1 EU:a1 AF:b1 *:c1"
    table = at(land, f"m:{held}|SM1", seat=seat, players=4).push("kam>ala*3=666:1")
    assert table.result == f"{winner}.mission"


@pytest.mark.rule("AMB-SEC-7")
def test_who_is_out_cannot_win_when_the_target_falls_later() -> None:
    table = at("kam:a9 ala:d1 EU:a1 *:b1", "m:SM1|SM8|SM-orange|SM2", players=4)
    table.push("kam>ala*3=666:1", "!3")
    assert (table.holds("c"), table.holds("d"), table.result) == (0, 0, None)


# -- land ----------------------------------------------------------------------------------------
#: 18 territories of a's, two armies on each but on Ukraine.
EIGHTEEN = "AS:a2 SA:a2 ice:a2 ukr:a1"


@pytest.mark.rule("AMB-SEC-4")
def test_land_is_counted_at_once_in_the_own_turn() -> None:
    taken = at("NA:a9 AU:a9 ino:b1 *:c2", "m:SM2|SM1|SM8").push("ngu>ino*3=666:1")
    assert taken.result == "a.mission", "with the capture, before the rest of the turn"
    placed = at(f"{EIGHTEEN} *:b2 NA:c2", "m:SM8|SM1|SM2 r:9,0,0", phase="R")
    assert placed.push("ukr+1").result == "a.mission", "armies in hand or not"
    moved = at(f"{EIGHTEEN} afg:a3 *:b2 NA:c2", "m:SM8|SM1|SM2", phase="F")
    assert moved.push("afg~ukr:1").result == "a.mission"


@pytest.mark.rule("AMB-SEC-4")
def test_the_two_armies_of_a_traded_card_count_at_once() -> None:
    fields = "m:SM8|SM1|SM2 r:9,0,0 h:ukr.alb.ont||"
    table = at(f"{EIGHTEEN} *:b2 NA:c2", fields, phase="R").push("x:alb,ont,ukr@ukr")
    assert table.result == "a.mission"


@pytest.mark.rule("AMB-SEC-4")
def test_armies_moving_in_count_at_once() -> None:
    table = at(f"{EIGHTEEN.replace('ukr:a1', 'kam:a9')} ala:b1 *:b2 NA:c2", "m:SM8|SM1|SM2")
    table.push("kam>ala*1=6:1")
    assert table.copy().push("!1").result is None
    assert table.push("!2").result == "a.mission"


@pytest.mark.rule("AMB-SEC-4")
def test_land_is_not_counted_in_the_turns_of_others() -> None:
    table = at(f"{MUCH} EU:a1 NA:b9 *:c1 AU:c1 grn:b9", "m:SM7|SM1|SM2", seat="b")
    assert table.holds("a") > 24
    table.push("ala>kam*3=111:6", "--", "--")
    assert (table.seat, table.result) == ("c", None)


@pytest.mark.rule("AMB-SEC-4")
def test_the_turn_begins_with_the_count_and_nobody_has_to_claim() -> None:
    table = at(f"{MUCH} EU:a1 *:b2 AU:c2", "m:SM7|SM1|SM2", seat="c", phase="F")
    assert table.moves(ClaimMission) == []
    assert table.push("--").result == "a.mission"
    assert table.state.seen_by(1).missions == (("SM7",), ("SM1",), ("SM2",)), "all are shown"


def start_of_turn(land: str, mission: str) -> str | None:
    """The result when a's turn begins with this land and mission."""
    return at(land, f"m:{mission}|SM1|SM8", seat="c", phase="F").push("--").result


@pytest.mark.rule("AMB-SEC-5")
@pytest.mark.parametrize(
    ("more", "result"),
    [
        ("", None),
        ("gbr:a1 sca:a1", None),
        ("ukr:a2", "a.mission"),
        ("ukr:a2 gbr:a1 sca:a1", "a.mission"),
        ("ukr:a7 gbr:a2", "a.mission"),
    ],
)
def test_18_territories_need_two_armies_and_others_may_have_one(
    more: str, result: str | None
) -> None:
    assert start_of_turn(f"{EIGHTEEN} {more} *:b2 NA:c2", "SM8") == result


@pytest.mark.rule("AMB-SEC-6")
@pytest.mark.parametrize(
    ("mission", "continents", "result"),
    [
        *(("SM5", ("EU", "SA", third), "a.mission") for third in ("NA", "AF", "AS", "AU")),
        *(("SM6", ("EU", "AU", third), "a.mission") for third in ("NA", "SA", "AF", "AS")),
        ("SM5", ("EU", "SA"), None),
        ("SM6", ("EU", "AU"), None),
        ("SM5", ("EU", "NA", "AF"), None),
        ("SM6", ("AU", "NA", "AF"), None),
    ],
)
def test_the_third_continent_is_any_besides_the_two_named(
    mission: str, continents: tuple[str, ...], result: str | None
) -> None:
    land = " ".join(f"{code}:a1" for code in continents)
    assert start_of_turn(f"{land} *:b2", mission) == result


@pytest.mark.rule("AMB-SEC-8")
def test_total_conquest_wins_whatever_the_mission() -> None:
    table = at("*:a1 ala:a4 kam:b1", "m:SM8|SM1|SM2").push("ala>kam*3=666:1")
    assert table.result == "a.conquest"


@pytest.mark.rule("AMB-SEC-9")
def test_three_players_are_dealt_from_ten_cards() -> None:
    table = new_game(**MODE).push("dealer=a")
    (pile,) = piles(table.state)
    assert len(pile) == 10
    assert not {"SM-orange", "SM-black"} & set(pile)
    found = chances(table.state, parse_move(table.board, "missions"))
    assert found is not None
    assert found.count == 10 * 9 * 8
    table.lucky("missions")
    assert [len(held) for held in table.state.missions] == [1, 1, 1]
