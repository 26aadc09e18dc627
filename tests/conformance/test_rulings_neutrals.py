"""Rulings on neutral armies that stay passive."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Table, set_up, turn_of

TWO_PLAYER = ("2003", "five-army", "2018")


def two(land: str, fields: str = "", **rest: Any) -> Table:
    """A game of two with passive neutrals; c is one of them in every edition."""
    return set_up(land, fields, mode="two-player", players=2, **rest)


@pytest.mark.rule("AMB-NEU-1")
@pytest.mark.parametrize("edition", TWO_PLAYER)
def test_taking_neutral_land_earns_a_card(edition: str) -> None:
    table = two("ala:a5 kam:c1 NA:b2 *:c2", edition=edition)
    assert not table.state.conquered
    table.push("ala>kam*3=666:1", "!3")
    table.push(*(("--", "--=bra") if edition == "2003" else ("--=bra", "--")))
    assert table.hand("a") == "bra"


@pytest.mark.rule("AMB-NEU-1")
@pytest.mark.parametrize("edition", TWO_PLAYER)
def test_a_passive_neutral_leaves_nothing(edition: str) -> None:
    table = two("NA:a5 kam:c1 *:b2", "h:ala.arg.ice.grn|bra", edition=edition)
    undrawn = table.state.deck
    table.push("ala>kam*3=666:1", "!3")
    assert (table.phase, table.result, table.state.deck) == ("A", None, undrawn)
    assert (table.hand("a"), table.hand("b")) == ("ala.grn.arg.ice", "bra")


@pytest.mark.rule("AMB-NEU-2")
@pytest.mark.parametrize("edition", TWO_PLAYER)
def test_neutral_land_breaks_a_continent(edition: str) -> None:
    rest: dict[str, Any] = {"edition": edition, "mode": "two-player", "players": 2}
    assert turn_of("a", "AU:a2 ino:c1 *:b2", **rest).reserve("a") == 3
    assert turn_of("a", "AU:a2 *:b2 sia:c1", **rest).reserve("a") == 3 + 2


@pytest.mark.rule("AMB-NEU-3")
@pytest.mark.parametrize("edition", TWO_PLAYER)
@pytest.mark.parametrize(("seat", "other"), ["ab", "ba"])
def test_the_opponent_chooses_the_dice_of_a_neutral(edition: str, seat: str, other: str) -> None:
    land = f"ala:{seat}5 NA:{other}2 *:c2"
    table = two(land, seat=seat, edition=edition, defend="ask").push("ala>kam*3")
    assert (table.actor, table.moves()) == (other, ["d1", "d2"])


@pytest.mark.rule("AMB-NEU-4")
@pytest.mark.parametrize("edition", TWO_PLAYER)
def test_the_opponents_last_unit_ends_a_game_of_two_at_once(edition: str) -> None:
    table = two("ala:a5 kam:b1 *:c2", edition=edition)
    assert table.push("ala>kam*3=666:1").result == "a.conquest"


@pytest.mark.rule("AMB-NEU-5")
@pytest.mark.parametrize("edition", TWO_PLAYER)
def test_neutrals_have_no_turns(edition: str) -> None:
    table = two("NA:a2 SA:b2 *:c2", phase="F", edition=edition)
    seats = ""
    for _ in range(4):
        table.push("--")
        seats += table.seat
        table.push(table.moves()[-1], "--")
    assert seats == "baba"
