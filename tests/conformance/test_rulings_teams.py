"""Rulings on team games: a and c (and e) against b and d (and f)."""

from __future__ import annotations

from typing import Any

import pytest

from risknb.moves import Attack, Place
from risknb.state import HIDDEN

from .table import Table, set_up, turn_of

MODE: dict[str, Any] = {"edition": "2003", "mode": "team", "players": 4}
#: a in North America, c in South America, b in Asia, d in the rest.
LAND = "NA:a3 SA:c3 AS:b3 *:d3"


def at(land: str, fields: str = "", **rest: Any) -> Table:
    """A position of a game of two teams; the narrower names of *land* win."""
    return set_up(spread(land), fields, **MODE, **rest)


def spread(land: str) -> str:
    named = dict(word.split(":") for word in f"{LAND} {land}".split())
    return " ".join(map(":".join, named.items()))


# -- defence -------------------------------------------------------------------------------------
@pytest.mark.rule("AMB-TEAM-1")
@pytest.mark.parametrize(
    ("seat", "kam", "defender"),
    [
        ("a", "b2+d1", "b"), ("a", "b1+d2", "d"), ("c", "b2+d1", "b"),
        ("a", "b1+d1", "b"), ("c", "b1+d1", "d"),
    ],
)  # fmt: skip
def test_the_largest_contingent_defends_or_of_equals_the_next_in_turn(
    seat: str, kam: str, defender: str
) -> None:
    table = at(f"kam:{kam} ala:{seat}5", seat=seat, defend="ask").push("ala>kam*3")
    assert (table.actor, table.moves()) == (defender, ["d1", "d2"])


@pytest.mark.rule("AMB-TEAM-1")
@pytest.mark.parametrize(
    ("seat", "before", "dice", "after"),
    [
        ("a", "b2+d1", "666:15", "d1"),
        ("a", "b3+d1", "666:11", "b1+d1"),
        ("a", "b2+d2", "666:11", "b1+d1"),
        ("a", "b2+d2", "661:16", "b1+d2"),
        ("c", "b2+d2", "661:16", "b2+d1"),
        ("c", "b1+d3", "666:11", "b1+d1"),
    ],
)
def test_each_loss_comes_from_the_largest_contingent(
    seat: str, before: str, dice: str, after: str
) -> None:
    table = at(f"kam:{before} ala:{seat}5", seat=seat).push(f"ala>kam*3={dice}")
    assert table.on("kam") == after


# -- attack --------------------------------------------------------------------------------------
@pytest.mark.rule("AMB-TEAM-2")
@pytest.mark.parametrize(
    ("ala", "dice"),
    [("a3", 2), ("a3+c1", 3), ("a2+c1", 2), ("a5+c4", 3), ("a2+c2", 0), ("a2+c3", 0), ("c5", 0)],
)
def test_one_attacks_from_land_one_controls_with_own_units_only(ala: str, dice: int) -> None:
    table = at(f"ala:{ala}")
    assert table.moves(Attack, src="ala") == [f"ala>kam*{n}" for n in range(1, dice + 1)]
    assert not table.legal(f"ala>kam*{dice + 1}")


@pytest.mark.rule("AMB-TEAM-2")
@pytest.mark.parametrize(("ala", "most"), [("a4+c1", 4), ("a4", 3), ("a5+c4", 5)])
def test_all_own_units_may_move_in_if_a_mate_stays(ala: str, most: int) -> None:
    table = at(f"ala:{ala} kam:b1").push("ala>kam*1=6:1")
    assert table.moves() == [f"!{n}" for n in range(1, most + 1)]


@pytest.mark.rule("AMB-TEAM-2")
@pytest.mark.parametrize(("seat", "kam"), [("b", "b2+d2"), ("d", "b2+d2"), ("d", "b3+d2")])
def test_nobody_attacks_from_land_of_nobodys_or_a_mates(seat: str, kam: str) -> None:
    table = at(f"kam:{kam}", seat=seat)
    assert table.moves(Attack, src="kam") == []
    assert not table.legal("kam>ala*1")


@pytest.mark.rule("AMB-TEAM-2")
def test_two_mates_do_not_lend_dice() -> None:
    land = "ala:a2+c1+e1 kam:b1 NA:a3 SA:b3 EU:c3 AF:d3 AS:e3 AU:f1"
    table = set_up(land, **{**MODE, "players": 6})
    assert table.moves(Attack, src="ala") == ["ala>kam*1", "ala>kam*2"]
    assert not table.legal("ala>kam*3"), "four units, but two of one's own"
    assert table.push("ala>kam*1=6:1").moves() == ["!1", "!2"]


@pytest.mark.rule("AMB-TEAM-2")
def test_losses_of_an_attack_are_the_attackers_own() -> None:
    assert at("ala:a3+c2").push("ala>kam*3=111:66").on("ala") == "a1+c2"


@pytest.mark.rule("AMB-TEAM-12")
def test_a_conquest_puts_only_ones_own_units_in() -> None:
    table = at("ala:a4+c3 kam:b1").push("ala>kam*3=666:1", "!4")
    assert (table.on("kam"), table.on("ala")) == ("a4", "c3")


# -- moving and placing --------------------------------------------------------------------------
@pytest.mark.rule("AMB-TEAM-3")
@pytest.mark.parametrize(("ala", "most"), [("a3+c1", 3), ("a3", 2), ("a1+c4", 1)])
def test_a_mates_unit_is_enough_to_hold_a_territory(ala: str, most: int) -> None:
    table = at(f"ala:{ala}", phase="F")
    assert table.legal(f"ala~nwt:{most}")
    assert not table.legal(f"ala~nwt:{most + 1}")


@pytest.mark.rule("AMB-TEAM-4")
def test_armies_are_placed_on_controlled_land_only() -> None:
    table = turn_of("a", spread("ven:c3+a1 per:a2+c2 bra:a3+c1"), **MODE)
    assert table.legal("bra+1")
    assert not table.legal("ven+1"), "a mate controls it"
    assert not table.legal("per+1"), "nobody controls it"


@pytest.mark.rule("AMB-TEAM-4")
def test_who_controls_nothing_places_where_own_units_stand() -> None:
    table = turn_of("a", "NA:c3 SA:c3 AS:b3 *:d3 ven:c3+a1 per:a2+c2", **MODE)
    assert table.reserve("a") == 3
    assert {move[:3] for move in table.moves(Place)} == {"ven", "per"}
    assert not table.legal("bra+1"), "only a mate's"
    assert table.push("ven+2", "per+1").on("ven") == "a3+c3"


@pytest.mark.rule("AMB-TEAM-5")
def test_a_pictured_territory_brings_nothing() -> None:
    table = turn_of("a", spread(""), "h:ala.alb.wus|", **MODE)
    assert not table.legal("x:ala,alb,wus@ala")
    before = table.reserve("a")
    table.push("x:ala,alb,wus")
    assert (table.reserve("a") - before, table.on("ala")) == (4, "a3")


@pytest.mark.rule("AMB-TEAM-7")
def test_a_tied_territory_counts_for_nobody_but_is_held() -> None:
    tied = spread("ala:a2+c2")
    table = turn_of("a", tied, **MODE)
    assert (table.holds("a"), table.reserve("a")) == (8, 3), "no bonus for North America"
    assert turn_of("c", tied, **MODE).reserve("c") == 3 + 2, "South America only"


@pytest.mark.rule("AMB-TEAM-7")
def test_a_tied_territory_is_defended_and_links_team_mates() -> None:
    table = at("kam:b5 ala:a1+c1", seat="b")
    assert not table.moves(Attack, src="ala")
    assert table.push("kam>ala*3=611:52").on("ala") == "a1", "two dice of the two together"
    moving = at("alb:a2+c2 ont:d1 wus:d1 nwt:b1", phase="F")
    assert moving.legal("ala~alb:2")
    chain = at("NA:d3 ala:a3 alb:a2+c2 wus:c1", phase="F")
    assert chain.legal("ala~wus:2")


@pytest.mark.rule("AMB-TEAM-10")
def test_the_target_of_a_move_must_be_connected() -> None:
    table = at("jap:c3", phase="F")
    assert table.legal("ala~arg:1"), "through a mate's land"
    assert not table.legal("ala~jap:1"), "Kamchatka is the enemy's"


# -- the end -------------------------------------------------------------------------------------
@pytest.mark.rule("AMB-TEAM-6")
def test_a_unit_among_mates_keeps_a_player_in_the_game() -> None:
    table = at("*:b3 EU:b3 AF:b3 AU:b3 kam:d1 mon:b3+d1").push("ala>kam*2=66:1")
    assert table.result is None
    assert table.push("!2").phase == "A"


@pytest.mark.rule("AMB-TEAM-6")
def test_the_last_unit_lost_beside_a_mate_ends_the_game() -> None:
    """d has one unit left, beside b's; of equals d's falls first, for its turn comes next."""
    table = at("*:b3 EU:b3 AF:b3 AU:b3 kam:b1+d1 ala:c5", seat="c").push("ala>kam*3=611:52")
    assert (table.on("kam"), table.on("ala")) == ("b1", "c4")
    assert (table.result, table.moves()) == ("ac.team", [])


@pytest.mark.rule("AMB-TEAM-6")
def test_who_loses_the_own_last_units_in_an_attack_loses_for_the_team() -> None:
    table = at("NA:c3 ala:a2+c1").push("ala>kam*2=11:66")
    assert (table.result, table.moves()) == ("bd.team", [])


@pytest.mark.rule("AMB-TEAM-6")
def test_the_team_wins_before_cards_change_hands() -> None:
    table = at("*:b3 EU:b3 AF:b3 AU:b3 kam:d1", "h:grn.ont|bra").push("ala>kam*2=66:1")
    assert table.result == "ac.team"
    assert (table.on("kam"), table.on("ala")) == ("a2", "a1")
    assert (table.hand("a"), table.hand("b")) == ("grn.ont", "bra")


@pytest.mark.rule("AMB-TEAM-9")
def test_the_game_is_over_before_a_team_holds_everything() -> None:
    table = at("AS:a3 *:a3 EU:a3 AF:a3 AU:a3 kam:b1 jap:d1").push("ala>kam*2=66:1")
    assert table.result == "ac.team"
    assert table.on("jap") == "d1"


# -- the teams and their hands -------------------------------------------------------------------
@pytest.mark.rule("AMB-TEAM-8")
def test_a_team_never_holds_more_than_five_cards() -> None:
    table = set_up(LAND, "h:ala.arg.ice.grn| do:c", phase="F", **MODE).push("--=ont")
    assert table.hand("c").count(".") == 4
    table.push(table.moves()[-1], "--", "--")
    assert (table.seat, table.phase) == ("c", "R")
    assert not table.legal("bra+1"), "the mate has to trade before anything else"
    table.push("x:ala,arg,ice")
    assert table.hand("a") == table.hand("c") == "grn.ont"


@pytest.mark.rule("AMB-TEAM-11")
def test_six_players_are_two_teams_of_three() -> None:
    land = "NA:a3 SA:b3 EU:c3 AF:d3 AS:e3 AU:f1"
    table = set_up(land, **{**MODE, "players": 6}, seat="e", phase="A")
    assert not table.legal("ura>ukr*2"), "c is a mate"
    assert not table.legal("kam>ala*2"), "a is a mate"
    assert table.legal("mea>egy*2")
    last = set_up("NA:a3 SA:b3 EU:c3 AF:d3 AS:e3 AU:e3 ino:f1", seat="e", **{**MODE, "players": 6})
    assert last.push("sia>ino*2=66:1").result == "ace.team"


@pytest.mark.rule("AMB-TEAM-13")
def test_the_hand_of_a_team_is_seen_by_the_team_alone() -> None:
    state = at("", "h:ala.grn|bra.per.ven").state
    for seat in (0, 2):
        assert state.seen_by(seat).hands == [state.hands[0], (HIDDEN,) * 3] * 2
    for seat in (1, 3):
        assert state.seen_by(seat).hands == [(HIDDEN,) * 2, state.hands[1]] * 2


@pytest.mark.rule("AMB-TEAM-11", "AMB-TEAM-13")
def test_a_team_of_three_shares_one_hand() -> None:
    land = "NA:a3 SA:b3 EU:c3 AF:d3 AS:e3 AU:f1"
    state = set_up(land, "h:ala.grn|bra.per.ven", **{**MODE, "players": 6}).state
    for seat in (0, 2, 4):
        assert state.seen_by(seat).hands == [state.hands[0], (HIDDEN,) * 3] * 3
    for seat in (1, 3, 5):
        assert state.seen_by(seat).hands == [(HIDDEN,) * 2, state.hands[1]] * 3
