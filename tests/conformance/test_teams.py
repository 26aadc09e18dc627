"""Team games (TEAM): a, c (and e) against b, d (and f)."""

from __future__ import annotations

from typing import Any

import pytest

from risknb.editions import RulesError
from risknb.moves import Attack, Fortify, Trade

from .table import Table, new_game, set_up, turn_of

HOME = "wau:c1 eau:d1"  # a mate and a foe that nobody disturbs


def team(land: str, fields: str = "", players: int = 4, **rest: Any) -> Table:
    return set_up(land, fields, edition="2003", mode="team", players=players, **rest)


def team_turn(seat: str, land: str, fields: str = "", players: int = 4) -> Table:
    return turn_of(seat, land, fields, edition="2003", mode="team", players=players)


@pytest.mark.rule("TEAM-01")
def test_four_or_six_play_in_two_teams_seated_alternately() -> None:
    for players in (2, 3, 5):
        with pytest.raises(RulesError):
            new_game("2003", "team", players)
    assert new_game("2003", "team", 6).push("first=611111").phase == "C"
    table = new_game("2003", "team", 4).push("first=6111")
    order = ""
    while table.phase == "C":
        order += table.seat
        table.push(table.moves()[0])
    assert order.startswith("abcdabcd")
    assert [table.state.team(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]


@pytest.mark.rule("TEAM-01")
@pytest.mark.parametrize(("players", "armies"), [(4, 30), (6, 20)])
def test_everyone_sets_up_in_own_territories(players: int, armies: int) -> None:
    table = new_game("2003", "team", players).play_to("P")
    mine = table.moves()
    assert {table.on(move[:3])[0] for move in mine} == {table.seat}
    table.play_to("R")
    assert [table.armies(seat) for seat in "abcdef"[:players]] == [armies] * players
    assert all("+" not in table.on(code) for code in table.board.codes)


@pytest.mark.rule("TEAM-02")
@pytest.mark.parametrize(("players", "winners"), [(4, "ac"), (6, "ace")])
def test_one_player_eliminated_ends_the_game(players: int, winners: str) -> None:
    land = "ala:a9 kam:b1 wau:c1 " + ("ino:e1 ngu:f1 " if players == 6 else "") + "*:d1"
    table = team(land, players=players).push("ala>kam*3=666:1")
    assert table.result == f"{winners}.team"


@pytest.mark.rule("TEAM-02")
def test_a_player_with_a_unit_anywhere_is_not_eliminated() -> None:
    table = team("ala:a9 kam:b1 egy:d3+b1 wau:c1 *:d1").push("ala>kam*3=666:1")
    assert table.result is None


@pytest.mark.rule("TEAM-03")
@pytest.mark.parametrize(
    ("units", "controller"),
    [("a2+c1", 0), ("a1+c2", 2), ("a2+c2", -1), ("a1", 0), ("a3+c2+e2", 0), ("a2+c2+e1", -1)],
)
def test_strictly_most_units_control_a_territory(units: str, controller: int) -> None:
    table = team(f"grn:{units} ino:c1 ngu:e1 wau:a1 eau:f1 sia:d1 *:b1", players=6)
    assert table.state.owners[table.board.index("grn")] == controller


@pytest.mark.rule("TEAM-03")
def test_fortifying_shares_a_territory_and_changes_its_control() -> None:
    table = team(f"ala:a5 nwt:c3 {HOME} *:b1", phase="F")
    tied = table.copy().push("ala~nwt:3")
    assert tied.on("nwt") == "a3+c3"
    assert tied.state.owners[tied.board.index("nwt")] == -1
    table.push("ala~nwt:4")
    assert table.on("nwt") == "a4+c3"
    assert table.state.owners[table.board.index("nwt")] == 0


@pytest.mark.rule("T-TEAM-1", "TEAM-03", "TEAM-04")
def test_green_controls_eight_territories() -> None:
    """Green a, Black c, Red e: seven alone, Greenland tied, the Eastern United States Green's."""
    alone = "ala:a1 alb:a1 cam:a1 nwt:a1 ont:a1 que:a1 wus:a1"
    land = f"{alone} grn:a4+c4 eus:a3+c2+e2 wau:d1 eau:f1 *:b1"
    table = team_turn("a", land, players=6)
    assert table.holds("a") == 8
    assert table.state.owners[table.board.index("grn")] == -1
    assert table.reserve("a") == 3


@pytest.mark.rule("TEAM-04")
def test_only_controlled_territories_count() -> None:
    twelve = "NA:a1 arg:a1 bra:a1 per:a1 " + HOME
    assert team_turn("a", f"{twelve} *:b1").reserve("a") == 4 + 5
    tied = team_turn("a", f"{twelve} per:a1+c1 *:b1".replace("per:a1 ", "", 1))
    assert tied.holds("a") == 11
    assert tied.reserve("a") == 3 + 5


@pytest.mark.rule("T-TEAM-2", "TEAM-04")
@pytest.mark.parametrize(("indonesia", "bonus"), [("c2+e2", 0), ("c3+e2", 2), ("c2+e3", 0)])
def test_black_holds_australia_only_when_indonesia_is_not_tied(indonesia: str, bonus: int) -> None:
    land = f"ngu:c1 eau:c1 wau:c1 ino:{indonesia} ala:a1 kam:e1 jap:d1 mon:f1 *:b1"
    assert team_turn("c", land, players=6).reserve("c") == 3 + bonus


@pytest.mark.rule("TEAM-06")
def test_team_mates_are_not_attacked() -> None:
    table = team(f"ala:a9 nwt:c1 alb:a1+c1 kam:b1 {HOME} *:d1")
    assert {move[4:7] for move in table.moves(Attack, src="ala")} == {"kam"}
    assert not table.legal("ala>nwt*1")
    assert not table.legal("ala>alb*1")


@pytest.mark.rule("T-TEAM-3", "TEAM-07")
@pytest.mark.parametrize("east_africa", ["a1", "c1", "e1"])
def test_reds_march_from_indonesia_to_east_africa(east_africa: str) -> None:
    """Red a, Green c, Black e; nobody is asked."""
    land = f"ino:a3 sia:c1 ind:a1 mea:c1+e1 eaf:{east_africa} grn:c1 ice:e1 ala:d1 kam:f1 *:b1"
    table = team(land, phase="F", players=6)
    assert table.legal("ino~eaf:2")
    table.push("ino~eaf:2")
    assert table.state.units is not None
    assert table.state.units[table.board.index("eaf")][0] == (3 if east_africa == "a1" else 2)


@pytest.mark.rule("TEAM-07")
def test_a_move_needs_own_units_and_a_chain_of_the_team() -> None:
    land = "ino:a3 sia:b1 ind:a1 ngu:c3 wau:a2+c3 ala:d1 bra:c1 *:b1"
    table = team(land, phase="F")
    assert not table.legal("ino~ind:1")  # an enemy stands between
    assert not table.legal("ino~bra:1")  # a team mate's, but not connected
    assert not table.legal("ngu~ino:1")  # a team mate's units
    assert table.legal("wau~ino:2")  # own units in a territory that a team mate controls
    assert not table.legal("wau~ino:3")
    assert {move[:3] for move in table.moves(Fortify)} == {"ino", "wau"}


@pytest.mark.rule("TEAM-08")
def test_a_team_has_one_hand_that_its_next_player_trades_from() -> None:
    table = team("ala:a9 kam:b1 nwt:c1 egy:d1 *:b1", "h:arg.egy|")
    table.push("ala>kam*3=666:1", "!3", "--", "--=ala")
    assert table.hand("a") == table.hand("c") == "ala.arg.egy"
    assert table.hand("b") == table.hand("d") == ""
    assert table.seat == "b"
    assert not table.legal("x:ala,arg,egy")
    table.push(f"wau+{table.reserve('b')}", "--", "--")
    assert table.seat == "c"
    assert table.moves(Trade) == ["x:ala,arg,egy"]
    table.push("x:ala,arg,egy")
    assert (table.reserve("c"), table.hand("a"), table.hand("c")) == (3 + 4, "", "")


@pytest.mark.rule("TEAM-08", "T-TEAM-4")
@pytest.mark.parametrize("seat", ["a", "c"])
def test_five_cards_of_the_team_must_be_traded_by_who_gets_them(seat: str) -> None:
    table = team_turn(seat, "ala:a9 nwt:c1 egy:d1 *:b1", "h:arg.egy.grn.ont.bra|")
    assert table.moves()
    assert all(move.startswith("x:") for move in table.moves())
    four = team_turn(seat, "ala:a9 nwt:c1 egy:d1 *:b1", "h:arg.egy.grn.bra|")
    assert any(move.startswith("x:") for move in four.moves())
    assert four.legal("ala+1" if seat == "a" else "nwt+1")
