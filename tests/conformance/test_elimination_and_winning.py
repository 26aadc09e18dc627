"""Elimination, the move at the end of the turn, winning (ELIM, FORT, WIN)."""

from __future__ import annotations

import pytest

from risknb.editions import EDITIONS
from risknb.moves import Fortify

from .table import Table, set_up

CONNECTED = ("2003", "five-army", "2018")


# -- elimination ---------------------------------------------------------------------------------
def eliminated(mine: str, theirs: str, edition: str, land: str = "") -> Table:
    """Seat a has just removed b's last army and moved in."""
    table = set_up(
        f"ala:a9 kam:b1 wau:a1 {land} *:c1", f"h:{mine}|{theirs}|", edition=edition, turn=30
    )
    return table.push("ala>kam*3=666:1", "!3")


@pytest.mark.rule("ELIM-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_eliminator_takes_the_cards_at_once(edition: str) -> None:
    table = set_up("ala:a9 kam:b1 *:c1", "h:arg|egy.grn|", edition=edition)
    table.push("ala>kam*3=666:1", "!3")
    assert table.hand("a") == "grn.arg.egy"
    assert table.hand("b") == ""
    assert not table.state.alive(1)
    assert table.result is None


@pytest.mark.rule("ELIM-01")
def test_a_player_with_an_army_left_is_not_eliminated() -> None:
    table = set_up("ala:a9 kam:b1 wau:b1 *:c1", "h:arg|egy.grn|").push("ala>kam*3=666:1", "!3")
    assert (table.hand("a"), table.hand("b")) == ("arg", "grn.egy")
    assert table.state.alive(1)


@pytest.mark.rule("ELIM-02", "T-ELIM-1", "CARD-08")
@pytest.mark.parametrize("edition", ["2003", "2018"])
def test_three_and_two_cards_must_be_traded_now(edition: str) -> None:
    table = eliminated("arg.egy.grn", "ont.ura", edition)
    assert not table.legal("--")
    assert not table.legal("ala>alb*1")
    assert all(move.startswith("x:") for move in table.moves())
    table.push("x:grn,ont,ura")
    assert table.hand("a") == "arg.egy"
    assert (table.reserve("a"), table.state.sets) == (4, 1)
    assert not table.legal("--")
    table.push("kam+1", "wau+3")
    assert (table.on("kam"), table.on("wau"), table.phase) == ("a4", "a4", "A")


@pytest.mark.rule("ELIM-02", "T-ELIM-2")
def test_the_five_army_edition_waits_with_five_cards() -> None:
    table = eliminated("arg.egy.grn", "ont.ura", "five-army")
    assert table.hand("a").count(".") == 4
    assert table.phase == "A"
    assert not table.legal("x:grn,ont,ura")


@pytest.mark.rule("ELIM-02", "T-ELIM-3")
def test_the_five_army_edition_trades_seven_cards_down_to_four_and_stops() -> None:
    table = eliminated("arg.egy.ice.grn", "ont.ura.yak", "five-army")
    assert all(move.startswith("x:") for move in table.moves())
    table.push("x:arg,egy,ice")
    assert table.hand("a").count(".") == 3
    assert not table.legal("x:grn,ont,ura")  # a set, but it has to stay
    table.push("wau+4")
    assert table.phase == "A"
    assert not table.legal("x:grn,ont,ura")


@pytest.mark.rule("ELIM-02", "T-ELIM-4")
def test_2010_may_trade_a_set_among_four_cards() -> None:
    table = eliminated("arg.egy", "ice.grn", "2010")
    assert table.legal("x:arg,egy,ice")
    assert table.legal("--")
    kept = table.copy().push("--")
    assert (kept.phase, kept.hand("a").count(".")) == ("A", 3)
    table.push("x:arg,egy,ice", "wau+4")
    assert (table.phase, table.hand("a")) == ("A", "grn")


@pytest.mark.rule("ELIM-02", "T-ELIM-5")
def test_2010_must_trade_one_set_of_seven_cards_and_may_trade_another() -> None:
    table = eliminated("arg.egy.ice.grn", "ont.ura.yak", "2010")
    assert not table.legal("--")
    assert all(move.startswith("x:") for move in table.moves())
    table.push("x:arg,egy,ice")
    assert table.legal("wau+4")
    stopped = table.copy().push("wau+4")
    assert (stopped.phase, stopped.hand("a").count(".")) == ("A", 3)
    table.push("x:grn,ont,ura")
    assert (table.reserve("a"), table.hand("a")) == (4 + 6, "yak")


@pytest.mark.rule("ELIM-02", "T-ELIM-6")
@pytest.mark.parametrize("edition", ["2003", "2018"])
def test_nine_cards_are_two_sets_one_after_the_other(edition: str) -> None:
    table = eliminated("arg.egy.ice.grn", "ont.ura.bra.saf.nwt", edition)
    table.push("x:arg,egy,ice")
    assert table.hand("a").count(".") == 5
    assert all(move.startswith("x:") for move in table.moves())
    table.push("x:bra,saf,nwt")
    assert table.hand("a") == "grn.ont.ura"
    assert not table.legal("x:grn,ont,ura")
    assert table.reserve("a") == 4 + 6
    table.push("kam+10")
    assert (table.phase, table.on("kam")) == ("A", "a13")
    assert not table.legal("x:grn,ont,ura")


@pytest.mark.rule("ELIM-02")
@pytest.mark.parametrize(
    ("edition", "least"), [("2003", 5), ("2018", 5), ("2010", 6), ("five-army", 6)]
)
def test_from_how_many_cards_on_the_trade_is_forced(edition: str, least: int) -> None:
    cards = ["arg", "egy", "ice", "grn", "ont", "ura"]
    below = eliminated(".".join(cards[: least - 2]), cards[-1], edition)
    assert below.legal("--")
    enough = eliminated(".".join(cards[: least - 1]), cards[-1], edition)
    assert not enough.legal("--")
    assert all(move.startswith("x:") for move in enough.moves())


@pytest.mark.rule("ELIM-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_attacker_goes_on_after_an_elimination(edition: str) -> None:
    table = eliminated("", "egy.grn", edition)
    table.push("kam>jap*2=66:1", "!2")
    assert table.on("jap") == "a2"
    table.push("ala>alb*1=6:1")
    assert table.phase == "V"


@pytest.mark.rule("ELIM-04")
def test_missions_are_not_taken_over_and_stay_secret() -> None:
    missions = "m:CPT1.MAJ1.COL1.GEN1|CPT2.MAJ2.COL2.GEN2|CPT3.MAJ3.COL3.GEN3"
    table = set_up("ala:a9 kam:b1 *:c1", missions, edition="2003", mode="mission")
    table.push("ala>kam*3=666:1", "!3")
    assert not table.state.alive(1)
    assert table.state.missions[0] == ("CPT1", "MAJ1", "COL1", "GEN1")
    assert table.state.missions[1] == ("CPT2", "MAJ2", "COL2", "GEN2")
    for seat in (0, 2):
        view = table.state.seen_by(seat)
        assert set(view.missions[1]) == {"?"}
        assert "GEN2" not in view.text()


@pytest.mark.rule("ELIM-05", "T-SEC-3", "SEC-03")
def test_eliminating_the_target_of_ones_mission_wins_at_once() -> None:
    table = set_up(
        "ala:a9 kam:b1 *:c1", "m:SM-yellow|SM7|SM8", edition="five-army", mode="secret-mission"
    )
    assert table.push("ala>kam*3=666:1").result == "a.mission"


# -- the move at the end of the turn -------------------------------------------------------------
@pytest.mark.rule("FORT-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_one_move_of_any_size_and_one_army_stays(edition: str) -> None:
    table = set_up("ala:a8 nwt:a2 kam:b1 *:c1", edition=edition, phase="F")
    assert table.moves(Fortify, src="ala") == [f"ala~nwt:{armies}" for armies in range(1, 8)]
    assert not table.legal("ala~nwt:8")
    assert not table.legal("ala~nwt:0")
    for armies in (1, 7):
        moved = table.copy().push(f"ala~nwt:{armies}")
        assert (moved.on("ala"), moved.on("nwt")) == (f"a{8 - armies}", f"a{2 + armies}")
        assert moved.seat == "b", "one move, however small"


@pytest.mark.rule("FORT-02", "T-FORT-1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_from_indonesia_to_the_ukraine(edition: str) -> None:
    table = set_up("ino:a5 sia:a1 ind:a1 afg:a1 ukr:a1 *:b1", edition=edition, phase="F")
    assert table.legal("ino~ukr:4") == (edition in CONNECTED)
    assert table.legal("ino~sia:4")


@pytest.mark.rule("FORT-02", "T-FORT-2")
def test_2010_moves_to_one_neighbour_and_never_splits() -> None:
    table = set_up("arg:a8 per:a1 bra:a1 ven:a1 *:b1", edition="2010", phase="F")
    wanted = {f"arg~{dst}:{armies}" for dst in ("per", "bra") for armies in range(1, 8)}
    assert set(table.moves(Fortify)) == wanted
    assert table.legal("--")
    assert table.push("arg~per:3").seat == "b"
    assert table.phase == "R"


@pytest.mark.rule("T-FORT-3")
def test_two_armies_along_a_chain_into_india() -> None:
    table = set_up("mon:a3 chi:a1 ind:a2 *:b1", edition="five-army", phase="F")
    assert not table.legal("mon~ind:3")
    table.push("mon~ind:2")
    assert (table.on("mon"), table.on("ind")) == ("a1", "a4")


@pytest.mark.rule("T-FORT-4")
@pytest.mark.parametrize(
    ("congo", "north_africa", "legal"),
    [("a1", "a1", True), ("b1", "a1", False), ("a1", "b1", False), ("b1", "b1", False)],
)
def test_from_south_africa_to_brazil(congo: str, north_africa: str, legal: bool) -> None:
    land = f"saf:a5 con:{congo} naf:{north_africa} bra:a1 *:b1"
    for expert in (True, False):
        table = set_up(land, edition="2018", phase="F", multi_fortify=expert)
        assert table.legal("saf~bra:4") == legal


@pytest.mark.rule("FORT-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_never_through_enemy_territory(edition: str) -> None:
    table = set_up("ala:a8 nwt:b1 alb:b1 kam:b1 grn:a1 ont:a1 *:c1", edition=edition, phase="F")
    assert not table.legal("ala~ont:1")
    assert not table.legal("ala~nwt:1")
    assert table.moves(Fortify) == []


# -- winning -------------------------------------------------------------------------------------
@pytest.mark.rule("WIN-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_holder_of_all_territories_wins(edition: str) -> None:
    table = set_up("kam:b1 *:a4", edition=edition).push("ala>kam*3=666:1")
    assert table.result == "a.conquest"
    assert table.holds("a") == 42
    assert min(table.state.armies) >= 1
    assert table.moves() == []


@pytest.mark.rule("WIN-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_has_won_while_two_are_left(edition: str) -> None:
    table = set_up("kam:b1 wau:c1 *:a4", edition=edition).push("ala>kam*3=666:1", "!3")
    assert table.result is None
    table.push("ino>wau*3=666:1")
    assert table.result == "a.conquest"
