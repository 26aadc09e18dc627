"""Secret missions and headquarters (SEC, CAP)."""

from __future__ import annotations

from dataclasses import replace
from math import perm
from typing import Any

import pytest

from risknb.board import load
from risknb.editions import RulesError
from risknb.moves import DealMissions
from risknb.rules import IllegalMove, begin, chances
from risknb.rules.capital import held
from risknb.rules.missions import piles

from .table import Table, new_game, rules, set_up


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
    dealt_out = [table.copy().lucky("missions", seed)[9:].split("|") for seed in range(200)]
    assert [len(set(seat)) for seat in zip(*dealt_out, strict=True)] == [cards] * players
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
        table = capital(land, "ala.kam.jap.wau", 4, edition=edition, capital_short=short).push(
            "ala>kam*3=666:1", "!8"
        )
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
