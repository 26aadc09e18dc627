"""Rulings on capital games."""

from __future__ import annotations

from typing import Any

import pytest

from risknb.editions import RulesError
from risknb.moves import Headquarters
from risknb.rules.capital import held
from risknb.rules.combat import most_defence
from risknb.state import HIDDEN

from .table import Table, new_game, rules, set_up, turn_of

EDITIONS = ("five-army", "2018")
#: Headquarters of a, b and c: Alaska, Kamchatka, Brazil.
HQ = "hq:ala.kam.bra"
LAND = "NA:a5 AS:b2 SA:c2 *:c2"


def at(land: str = "", fields: str = HQ, **rest: Any) -> Table:
    """A capital game; the narrower names of *land* win."""
    named = dict(word.split(":") for word in f"{LAND} {land}".split())
    return set_up(" ".join(map(":".join, named.items())), fields, mode="capital", **rest)


@pytest.mark.rule("AMB-CAP-1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_headquarters_are_chosen_in_secret_and_revealed_together(edition: str) -> None:
    table = at(fields="o:b", seat="b", phase="H", edition=edition).push("#kam")
    ala, kam, bra = (table.board.index(code) for code in ("ala", "kam", "bra"))
    assert table.seat == "c"
    assert table.state.seen_by(2).headquarters == (-1, HIDDEN, -1)
    assert table.state.seen_by(1).headquarters == (-1, kam, -1)
    table.push("#bra")
    assert table.state.seen_by(0).headquarters == (-1, HIDDEN, HIDDEN)
    table.push("#ala")
    for seat in range(3):
        assert table.state.seen_by(seat).headquarters == (ala, kam, bra)


@pytest.mark.rule("AMB-CAP-1")
def test_nobody_can_choose_what_another_has_chosen() -> None:
    table = at(fields="o:a", phase="H").push("#ala")
    assert not table.legal("#ala")
    assert set(table.moves(Headquarters)) == {
        f"#{table.board.codes[t]}" for t, owner in enumerate(table.state.owners) if owner == 1
    }


@pytest.mark.rule("AMB-CAP-2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_card_of_a_headquarters_follows_the_territory(edition: str) -> None:
    table = at("ala:a9 jap:c9 mon:b9 kam:b1", edition=edition).push("ala>kam*3=666:1", "!3")
    assert [held(table.state, seat) for seat in range(3)] == [1, 0, 0]
    table.push("--=per", "--").push(f"mon+{table.reserve('b')}")
    table.push("mon>kam*3=666:11", "mon>kam*3=666:1", "!3")
    assert [held(table.state, seat) for seat in range(3)] == [0, 0, 0], "its owner has it back"
    table.push("--=ven", "--").push(f"jap+{table.reserve('c')}")
    table.push("jap>kam*3=666:11", "jap>kam*3=666:1", "!3")
    assert [held(table.state, seat) for seat in range(3)] == [0, 0, 1]
    assert table.hand("a") == "per", "never a card of the hand"


@pytest.mark.rule("AMB-CAP-3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_headquarters_lost_again_does_not_count(edition: str) -> None:
    table = at("ala:a9 kam:b1 mon:b9 bra:c1 ven:a9", edition=edition)
    table.push("ala>kam*3=666:1", "!3", "--=per", "--").push(f"mon+{table.reserve('b')}")
    table.push("mon>kam*3=666:11", "mon>kam*3=666:1", "!3", "--=ven", "--")
    table.push(f"arg+{table.reserve('c')}", "--", "--").push(f"ala+{table.reserve('a')}")
    table.push("ven>bra*3=666:1")
    assert table.result is None


@pytest.mark.rule("AMB-CAP-4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_headquarters_of_the_eliminated_still_count(edition: str) -> None:
    table = at("AS:c2 ven:a9 kam:c1 bra:c1", edition=edition)
    table.push("ven>bra*3=666:1", "!3")
    assert table.result is None, "one of two"
    assert table.push("ala>kam*3=666:1").result == "a.capital"


@pytest.mark.rule("AMB-CAP-4")
def test_the_headquarters_of_the_eliminated_count_for_all() -> None:
    table = at("AS:c2 ala:a1 kam:c9 NA:a2", seat="c")
    assert held(table.state, 2) == 1
    assert table.push("kam>ala*3=666:1").result == "c.capital"


@pytest.mark.rule("AMB-CAP-5")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_headquarters_wins_at_once(edition: str) -> None:
    table = at("bra:a2 kam:b1", edition=edition).push("ala>kam*3=666:1")
    assert (table.result, table.on("kam")) == ("a.capital", "a3")
    assert table.holds("c") > 0


@pytest.mark.rule("AMB-CAP-5", "AMB-CAP-6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_own_headquarters_must_be_held_and_may_be_the_last_one_taken(edition: str) -> None:
    table = at("bra:a2 kam:b1 ala:c1 jap:a5", edition=edition).push("jap>kam*3=666:1", "!3")
    assert held(table.state, 0) == 2
    assert table.result is None, "other land of one's own is not enough"
    assert table.push("nwt>ala*3=666:1").result == "a.capital"


@pytest.mark.rule("AMB-CAP-7")
@pytest.mark.parametrize(("edition", "players"), [("five-army", 5), ("2018", 3), ("2018", 6)])
def test_the_deck_is_44_cards_less_the_headquarters(edition: str, players: int) -> None:
    table = new_game(edition, "capital", players=players).play_to("R")
    assert len(table.state.deck) == 44 - players
    assert not set(table.state.headquarters) & set(table.state.deck)
    assert not any(table.state.hands)


@pytest.mark.rule("AMB-CAP-7")
@pytest.mark.parametrize("edition", EDITIONS)
def test_headquarters_are_not_taken_with_a_hand(edition: str) -> None:
    table = at("AS:c2 kam:c2 yak:b1 nwt:a9 mon:a9 irk:a9", f"{HQ} h:ice|egy.arg|", edition=edition)
    table.push("irk>yak*3=666:1", "!3")
    assert table.hand("a") == "arg.ice.egy"
    assert [held(table.state, seat) for seat in (0, 2)] == [0, 1], "c holds b's headquarters"


@pytest.mark.rule("AMB-CAP-7")
@pytest.mark.parametrize("edition", EDITIONS)
def test_headquarters_do_not_count_for_the_forced_trade(edition: str) -> None:
    named = f"{LAND} kam:a2"
    table = turn_of("a", named, f"{HQ} h:arg.ice.egy.grn||", edition=edition, mode="capital")
    assert held(table.state, 0) == 1
    assert table.legal("alb+1"), "four cards, whatever headquarters are held"
    assert not table.legal("x:kam,arg,ice")


@pytest.mark.rule("AMB-CAP-8")
def test_five_army_has_no_capital_game_for_six_and_three_have_no_short_form() -> None:
    with pytest.raises(RulesError):
        rules("five-army", "capital", 6)
    for edition in EDITIONS:
        with pytest.raises(RulesError):
            rules(edition, "capital", 3, {"capital_short": True})
        assert rules(edition, "capital", 4, {"capital_short": True}).capital_short


@pytest.mark.rule("AMB-CAP-9")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_capital_has_no_third_defence_die(edition: str) -> None:
    table = at("kam:b9 ala:a9", edition=edition, defend="ask")
    assert most_defence(table.state, table.board.index("kam")) == 2
    assert table.push("ala>kam*3").moves() == ["d1", "d2"]
