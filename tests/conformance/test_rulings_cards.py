"""Rulings on reinforcements and cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from risknb.moves import Trade
from risknb.rules import chances
from risknb.state import HIDDEN

from .table import Table, card_text, parse_move, set_up, turn_of

EDITIONS = ("2003", "2010", "five-army", "2018")
#: None of the cards below is pictured on a's land: no question of extra armies.
LAND = "AF:a2 AU:a2 AS:b2 *:c2"
INFANTRY = "ala.arg.ice"  # in both decks
CAVALRY = "grn.ont.yak"  # in both decks


def drawn(table: Table, move: str = "--") -> dict[str, Fraction]:
    """The cards that a move may bring, with their probabilities."""
    found = chances(table.state, parse_move(table.board, move))
    assert found is not None
    return {card_text(table.board, draw.card): share for draw, share in found}  # type: ignore[union-attr]


def trade(cards: str) -> str:
    return "x:" + cards.replace(".", ",")


# -- what is a set, and its worth ----------------------------------------------------------------
@pytest.mark.rule("AMB-CARD-1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_any_two_cards_and_a_wild_one_are_a_set(edition: str) -> None:
    table = turn_of("a", LAND, "h:ala.arg.neu.w1||", edition=edition)
    assert table.legal("x:ala,arg,w1"), "two alike"
    assert table.legal("x:ala,neu,w1"), "two different"
    assert not table.legal("x:ala,arg,neu")


@pytest.mark.rule("AMB-CARD-1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_any_card_and_two_wild_ones_are_a_set(edition: str) -> None:
    assert turn_of("a", LAND, "h:ala.w1.w2||", edition=edition).legal("x:ala,w1,w2")


@pytest.mark.rule("AMB-CARD-2")
def test_sets_of_2003_go_on_rising_after_ten() -> None:
    worth = []
    for traded in range(12):
        table = turn_of("a", LAND, f"h:{INFANTRY}|| s:{traded}", edition="2003")
        before = table.reserve("a")
        worth.append(table.push(trade(INFANTRY)).reserve("a") - before)
    assert worth == [4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45]


@pytest.mark.rule("AMB-CARD-3")
@pytest.mark.parametrize(
    ("cards", "best", "lower"),
    [("ala.grn.w1", 10, []), ("ala.arg.w1", 4, []), ("grn.w1.w2", 10, [6]), ("ala.w1.w2", 10, [4])],
)
def test_the_fixed_table_reads_a_wild_set_at_its_best(
    cards: str, best: int, lower: list[int]
) -> None:
    table = turn_of("a", LAND, f"h:{cards}||", edition="2003", mode="mission")
    before = table.reserve("a")
    for value in (4, 6, 8, 10):
        assert table.legal(f"{trade(cards)}={value}") == (value in lower)
    assert table.moves(Trade) == [trade(cards), *(f"{trade(cards)}={value}" for value in lower)]
    for value in lower:
        chosen = table.copy().push(f"{trade(cards)}={value}")
        assert chosen.reserve("a") - before == value
    assert table.push(trade(cards)).reserve("a") - before == best


# -- two armies for a pictured territory ---------------------------------------------------------
TWO_SETS = "h:con.eaf.egy.mad.naf.alb||"  # of five-army: three infantry, three cavalry


@pytest.mark.rule("AMB-CARD-4")
def test_five_army_gives_the_extra_armies_for_every_set() -> None:
    table = turn_of("a", LAND, TWO_SETS, edition="five-army")
    table.push("x:con,eaf,egy@con", "x:alb,mad,naf@mad")
    assert (table.on("con"), table.on("mad"), table.on("eaf")) == ("a4", "a4", "a2")


@pytest.mark.rule("AMB-CARD-4")
def test_the_option_caps_the_extra_armies_of_a_turn() -> None:
    table = turn_of("a", LAND, TWO_SETS, edition="five-army", territory_bonus_cap="turn")
    table.push("x:con,eaf,egy@con")
    assert not table.legal("x:alb,mad,naf@mad")
    assert table.push("x:alb,mad,naf").on("mad") == "a2"


@pytest.mark.rule("AMB-CARD-5")
@pytest.mark.parametrize("edition", ["five-army", "2018"])
def test_the_owner_picks_one_of_several_pictured_territories(edition: str) -> None:
    table = turn_of("a", "AF:a2 *:b2 NA:c2", "h:egy.ala.w1||", edition=edition)
    assert not table.legal("x:ala,egy,w1@ala"), "c holds Alaska"
    assert table.push("x:ala,egy,w1@egy").on("egy") == "a4"
    both = turn_of("a", "AF:a2 NA:a2 *:b2 SA:c2", "h:egy.ala.w1||", edition=edition)
    assert both.legal("x:ala,egy,w1@ala")
    assert both.legal("x:ala,egy,w1@egy")
    assert not both.legal("x:ala,egy,w1"), "one of them has to be named"


def kamchatka_falls(fields: str, **options: Any) -> Table:
    """a takes b's last territory, whose card is in its hand."""
    land = "ala:a6 nwt:a2 kam:b1 *:c2"
    return set_up(land, fields, **options).push("ala>kam*3=666:1", "!3")


@pytest.mark.rule("AMB-CARD-5")
def test_a_trade_in_mid_turn_counts_land_just_taken() -> None:
    table = kamchatka_falls("h:kam.ura.yak|arg.bra|")
    assert table.push("x:kam,ura,yak@kam").on("kam") == "a5"


@pytest.mark.rule("AMB-CARD-5")
def test_the_cap_of_2018_counts_the_whole_turn() -> None:
    table = kamchatka_falls("h:kam.ura.yak|arg.bra| x:2")
    assert not table.legal("x:kam,ura,yak@kam")
    assert table.push("x:kam,ura,yak").on("kam") == "a3"


# -- when cards are traded -----------------------------------------------------------------------
@pytest.mark.rule("AMB-CARD-6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_second_set_may_be_traded_with_fewer_than_five_cards_left(edition: str) -> None:
    table = turn_of("a", LAND, f"h:{INFANTRY}.{CAVALRY}||", edition=edition)
    before = table.reserve("a")
    table.push(trade(INFANTRY))
    assert table.legal(trade(CAVALRY))
    assert table.legal("con+1"), "it may, it need not"
    assert table.push(trade(CAVALRY)).reserve("a") - before == 4 + 6
    assert table.hand("a") == ""


@pytest.mark.rule("AMB-CARD-7")
@pytest.mark.parametrize("edition", EDITIONS)
def test_trading_ends_with_the_first_army_placed(edition: str) -> None:
    table = turn_of("a", LAND, f"h:{INFANTRY}.{CAVALRY}||", edition=edition)
    table.push(trade(INFANTRY))
    assert table.legal(trade(CAVALRY))
    table.push("con+1")
    assert table.phase == "R"
    assert not table.legal(trade(CAVALRY))


# -- the draw pile -------------------------------------------------------------------------------
@pytest.mark.rule("AMB-CARD-8")
@pytest.mark.parametrize(("edition", "phase"), [("2003", "F"), ("2010", "F"), ("five-army", "A")])
def test_an_empty_pile_is_made_again_of_the_traded_cards(edition: str, phase: str) -> None:
    table = set_up(LAND, "k: t:yak.ala.bra do:c", edition=edition, phase=phase)
    assert drawn(table) == {code: Fraction(1, 3) for code in ("ala", "bra", "yak")}
    table.push("--=bra")
    assert table.hand("a") == "bra"
    assert [card_text(table.board, card) for card in table.state.deck] == ["ala", "yak"]
    assert table.state.pile == ()


@pytest.mark.rule("AMB-CARD-8")
@pytest.mark.parametrize(("edition", "phase"), [("2003", "F"), ("2010", "F"), ("five-army", "A")])
def test_traded_cards_stay_out_while_the_pile_lasts(edition: str, phase: str) -> None:
    table = set_up(LAND, "k:per t:ala.bra do:c", edition=edition, phase=phase)
    assert drawn(table) == {"per": Fraction(1)}
    assert len(table.push("--=per").state.pile) == 2


@pytest.mark.rule("AMB-CARD-8")
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_card_is_drawn_when_none_is_left_and_the_claim_lapses(edition: str) -> None:
    table = set_up(LAND, "k: h:ala|| do:c", edition=edition)
    while table.seat == "a":
        assert not table.needs_luck("--")
        table.push("--")
    assert table.hand("a") == "ala"
    assert not table.state.conquered


@pytest.mark.rule("AMB-CARD-9")
@pytest.mark.parametrize("edition", ["2003", "2018", "five-army", "2010"])
def test_five_cards_after_the_draw_wait_for_the_next_turn(edition: str) -> None:
    table = set_up(LAND, f"h:{INFANTRY}.grn|| do:c", edition=edition)
    table.push(*(("--", "--=ont") if edition in ("2003", "2010") else ("--=ont", "--")))
    assert (table.phase, table.seat) == ("R", "b")
    assert table.hand("a").count(".") == 4


@pytest.mark.rule("AMB-CARD-9")
def test_six_cards_of_five_army_wait_for_the_next_turn_too() -> None:
    table = set_up(LAND, f"h:{INFANTRY}.{CAVALRY[:7]}|| do:c", edition="five-army")
    table.push("--=yak")
    assert table.phase == "F"
    assert not table.legal(trade(INFANTRY))


@pytest.mark.rule("AMB-CARD-9")
def test_a_hand_of_five_is_traded_before_the_move_of_2010() -> None:
    table = set_up(LAND, f"h:{INFANTRY}.{CAVALRY[:7]}|| do:c", edition="2010").push("--")
    assert (table.phase, table.state.placed) == ("S", False)
    assert not table.legal("--")
    assert not table.legal("con+1")
    table.push(trade(INFANTRY))
    assert table.reserve("a") == 4
    assert table.push("con+4").phase == "F"
    table.push("con~eaf:1=yak")
    assert table.hand("a") == CAVALRY


@pytest.mark.rule("AMB-CARD-9")
def test_a_hand_of_five_may_stay_where_no_card_was_earned() -> None:
    table = set_up(LAND, f"h:{INFANTRY}.{CAVALRY[:7]}||", edition="2010")
    assert table.push("--").phase == "F"


@pytest.mark.rule("AMB-CARD-10")
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_card_is_drawn_for_the_conquest_that_ends_the_game(edition: str) -> None:
    table = set_up("*:a4 kam:b1", "h:arg|bra|", edition=edition)
    undrawn = table.state.deck
    table.push("ala>kam*3=666:1")
    assert table.result == "a.conquest"
    assert table.moves() == []
    assert (table.hand("a"), table.state.deck) == ("arg", undrawn)


@pytest.mark.rule("AMB-CARD-11")
def test_an_elimination_in_mid_turn_brings_armies_for_cards_only() -> None:
    table = set_up("AU:a6 SA:a6 ino:b1 *:c2", f"h:{INFANTRY}|bra.per| do:p", edition="2003")
    table.push("ngu>ino*3=666:1", "!3", trade(INFANTRY))
    assert table.reserve("a") == 4, "nothing for Australia, whole only now"


# -- what is known -------------------------------------------------------------------------------
@pytest.mark.rule("AMB-CARD-12")
def test_hands_are_hidden_but_their_size_is_public() -> None:
    table = set_up(LAND, f"h:{INFANTRY}|{CAVALRY}.w1|bra")
    view = table.state.seen_by(0)
    assert view.hands == [table.state.hands[0], (HIDDEN,) * 4, (HIDDEN,)]
    assert f"h:{INFANTRY}|?4|?1" in view.text().split()


@pytest.mark.rule("AMB-CARD-13")
def test_traded_cards_of_2018_go_under_the_pile_in_the_order_named() -> None:
    table = turn_of("a", LAND, "h:ala.arg.ice|| t:ven")
    table.push("x:ice,ala,arg")
    assert "t:ven.ice.ala.arg" in table.state.text(full=True).split()
    for seat in range(3):
        assert "t:ven.ice.ala.arg" in table.state.seen_by(seat).text().split()


@pytest.mark.rule("AMB-CARD-13")
def test_a_draw_of_2018_is_uniform_until_the_shuffled_part_is_gone() -> None:
    table = set_up(LAND, "k:bra.per t:yak.ala do:c")
    assert drawn(table) == {"bra": Fraction(1, 2), "per": Fraction(1, 2)}
    last = set_up(LAND, "k:per t:yak.ala do:c").push("--=per")
    assert "t:yak.ala" in last.state.text(full=True).split()


@pytest.mark.rule("AMB-CARD-13", "AMB-CARD-8")
def test_the_public_tail_of_2018_is_drawn_in_order_and_never_shuffled() -> None:
    table = set_up(LAND, "k: t:yak.ala.bra do:c")
    assert drawn(table) == {"yak": Fraction(1)}
    table.push("--=yak")
    assert (table.hand("a"), table.state.deck) == ("yak", ())
    assert "t:ala.bra" in table.state.text(full=True).split()
