"""Territory cards: earning, trading, what sets are worth (CARD)."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from risknb.cards import readings, rising_value
from risknb.editions import EDITIONS
from risknb.moves import Draw, Pass, Trade
from risknb.notation import parse_card
from risknb.rules import chances

from .table import Table, new_game, set_up, turn_of

# In the deck of 2003, 2010 and 2018: infantry ala alb arg egy, cavalry cam grn ont per,
# artillery eus nwt que bra.
FIXED = [("2003", "mission", 3), ("2003", "team", 4)]
DRAW_FIRST = ("five-army", "2018")


def to_the_draw(table: Table) -> str:
    """End the attacks; returns the move that brings the card, if one is due."""
    if table.state.rules.edition not in DRAW_FIRST:
        table.push("--")
    return "--"


# -- earning a card ------------------------------------------------------------------------------
@pytest.mark.rule("CARD-01", "T-CARD-11")
@pytest.mark.parametrize("edition", EDITIONS)
def test_three_conquests_earn_one_card(edition: str) -> None:
    table = set_up("ala:a20 *:b1", edition=edition)
    for src, dst, moving in (("ala", "kam", 9), ("kam", "jap", 3), ("kam", "yak", 3)):
        table.push(f"{src}>{dst}*3=666:1", f"!{moving}")
    last = to_the_draw(table)
    table.push(f"{last}=bra")
    assert (table.hand("a"), len(table.state.deck)) == ("bra", 43)
    if edition in DRAW_FIRST:
        assert not table.needs_luck("--")
        table.push("--")
    assert (table.seat, table.hand("a")) == ("b", "bra")


@pytest.mark.rule("CARD-01", "T-CARD-11")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_turn_without_a_conquest_earns_none(edition: str) -> None:
    table = set_up("ala:a20 kam:b3 *:b1", edition=edition).push("ala>kam*3=666:11")
    last = to_the_draw(table)
    assert not table.needs_luck(last)
    assert table.push(last).hand("a") == ""


@pytest.mark.rule("CARD-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_card_is_any_of_the_pile_and_only_its_owner_sees_it(edition: str) -> None:
    table = set_up("ala:a9 kam:b1 *:c1", "h:per||", edition=edition)
    table.push("ala>kam*3=666:1", "!3")
    last = to_the_draw(table)
    luck = chances(table.state, Pass())
    assert luck is not None
    assert luck.count == 43
    assert len({table.copy().lucky(last, seed) for seed in range(600)}) == 43
    assert Draw(parse_card(table.board, "per")) not in luck
    table.push(f"{last}=w2")
    cards = table.state.hands[0]
    assert table.state.seen_by(0).hands[0] == cards
    for other in (1, 2):
        view = table.state.seen_by(other)
        assert not set(view.hands[0]) & set(cards)
        assert not set(view.deck) & set(table.state.deck)
        assert "w2" not in view.text()


# -- sets ----------------------------------------------------------------------------------------
@pytest.mark.rule("CARD-03")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("kinds", "is_set"),
    [
        ("iii", True), ("ccc", True), ("aaa", True), ("ica", True), ("iiw", True), ("icw", True),
        ("iww", True), ("caw", True), ("iic", False), ("cca", False), ("aai", False),
    ],
)  # fmt: skip
def test_three_alike_one_of_each_or_two_and_a_wild(edition: str, kinds: str, is_set: bool) -> None:
    supply = {"i": ["ala", "arg", "egy"], "c": ["grn", "ont", "ura"],
              "a": ["eus", "nwt", "saf"], "w": ["w1", "w2"]}  # alike in both decks  # fmt: skip
    cards = [supply[kind].pop(0) for kind in kinds]
    table = turn_of("a", "wau:a1 *:b1", f"h:{'.'.join(cards)}||", edition=edition)
    assert table.legal(f"x:{','.join(cards)}") == is_set
    assert bool(table.moves(Trade)) == is_set


@pytest.mark.rule("T-CARD-10")
@pytest.mark.parametrize("cards", ["grn,ont,w1", "ala,grn,w1", "ala,w1,w2"])
def test_sets_with_a_joker(cards: str) -> None:
    table = turn_of("a", "wau:a1 *:b1", f"h:{cards.replace(',', '.')}||", edition="2010")
    assert table.push(f"x:{cards}").reserve("a") == 3 + 4


@pytest.mark.rule("CARD-03")
def test_cards_of_others_and_cards_twice_are_no_set() -> None:
    table = turn_of("a", "wau:a1 *:b1", "h:ala.arg|egy|", edition="2003")
    assert not table.legal("x:ala,arg,egy")
    assert not table.legal("x:ala,arg,arg")


@pytest.mark.rule("CARD-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_set_may_be_kept_with_four_cards(edition: str) -> None:
    table = turn_of("a", "wau:a1 *:b1", "h:ala.arg.egy.grn||", edition=edition)
    assert table.legal("x:ala,arg,egy")
    table.push("wau+3", "--", "--")
    assert table.hand("a").count(".") == 3


@pytest.mark.rule("CARD-05")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("more", ["", ".bra"], ids=["five cards", "six cards"])
def test_with_five_cards_a_set_must_be_turned_in(edition: str, more: str) -> None:
    hand = f"ala.arg.egy.grn.ont{more}"
    table = turn_of("a", "wau:a1 *:b1", f"h:{hand}||", edition=edition)
    assert not table.legal("wau+3")
    assert not table.legal("--")
    assert table.moves(Trade)
    assert all(move.startswith("x:") for move in table.moves())
    table.push("x:ala,arg,egy")
    assert table.legal("wau+7")


@pytest.mark.rule("CARD-05")
def test_five_cards_always_hold_a_set() -> None:
    for five in combinations_with_replacement(range(4), 5):
        if five.count(3) <= 2:
            threes = {tuple(five[i] for i in three) for three in THREES}
            assert any(readings(tuple(sorted(three))) for three in threes), five


THREES = [(a, b, c) for a in range(5) for b in range(a + 1, 5) for c in range(b + 1, 5)]


@pytest.mark.rule("CARD-06")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_second_set_in_the_same_turn(edition: str) -> None:
    table = turn_of("a", "wau:a1 *:b1", "h:ala.arg.egy.grn.ont.ura||", edition=edition)
    table.push("x:ala,arg,egy")
    assert table.legal("wau+1")
    assert table.push("x:grn,ont,ura").reserve("a") == 3 + 4 + 6
    assert table.hand("a") == ""


# -- what a set is worth -------------------------------------------------------------------------
def worth(edition: str, traded: int, **options: bool) -> int:
    """What a set brings when so many were turned in before, by whomever."""
    table = turn_of("a", "wau:a1 *:b1", f"h:ala.arg.egy|| s:{traded}", edition=edition, **options)
    return table.push("x:ala,arg,egy").reserve("a") - 3


@pytest.mark.rule("CARD-07")
@pytest.mark.parametrize(
    ("edition", "values"),
    [
        pytest.param("2003", [4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45]),
        pytest.param(
            "2010", [4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45],
            marks=pytest.mark.rule("T-CARD-3"),
        ),
        pytest.param(
            "five-army", [4, 6, 8, 10, 12, 15, 20, 25], marks=pytest.mark.rule("T-CARD-4")
        ),
        pytest.param("2018", [4, 6, 8, 10, 15, 20, 25, 30], marks=pytest.mark.rule("T-CARD-6")),
    ],
)  # fmt: skip
def test_the_value_rises_with_the_sets_turned_in_by_everybody(
    edition: str, values: list[int]
) -> None:
    assert [worth(edition, traded) for traded in range(len(values))] == values


@pytest.mark.rule("T-CARD-0")
def test_the_marker_starts_on_four() -> None:
    state = new_game("2003").play_to("R").state
    assert rising_value(state.rules, state.sets) == 4


@pytest.mark.rule("T-CARD-1", "CARD-08")
def test_the_third_set_of_the_game() -> None:
    table = turn_of("a", "wau:a1 *:b1", "h:ala.alb.grn.bra|| s:2", edition="2003")
    table.push("x:ala,grn,bra")
    assert table.reserve("a") == 3 + 8
    assert table.hand("a") == "alb"
    assert rising_value(table.state.rules, table.state.sets) == 10


@pytest.mark.parametrize(
    ("edition", "traded", "value"),
    [
        pytest.param("2010", 3, 10, marks=pytest.mark.rule("T-CARD-2")),
        pytest.param("five-army", 2, 8, marks=pytest.mark.rule("T-CARD-5")),
        pytest.param("2018", 2, 8, marks=pytest.mark.rule("T-CARD-7")),
    ],
)
def test_my_first_set_after_sets_of_others(edition: str, traded: int, value: int) -> None:
    """The others' sets are really turned in, by b and c in turns of their own."""
    inf = ["ala", "arg", "egy", "kam", "con", "eaf", "chi", "sia", "mea"]
    if edition != "five-army":
        inf = ["ala", "arg", "egy", "alb", "wus", "ice", "weu", "mad", "naf"]
    mine, theirs = inf[:3], inf[3:]
    spare = ["w1", "w2", "bra"]
    table = set_up(
        "wau:a1 eau:b1 *:c1",
        f"h:{'.'.join(mine)}|{'.'.join(theirs[:3] + spare)}|{'.'.join(theirs[3:])}",
        edition=edition,
        phase="F",
    )
    table.push("--", f"x:{','.join(theirs[:3])}")
    if traded == 3:
        table.push(f"x:{','.join(spare)}")
    table.push(f"eau+{table.reserve('b')}", "--", "--")
    table.push(table.moves(Trade)[0])
    table.push(f"ala+{table.reserve('c')}", "--", "--")
    assert (table.seat, table.state.sets) == ("a", traded)
    before = table.reserve("a")
    assert table.push(f"x:{','.join(mine)}").reserve("a") - before == value


@pytest.mark.rule("CARD-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_sets_turned_in_one_after_the_other_take_successive_values(edition: str) -> None:
    hand = "ala.arg.egy.grn.ont.ura.eus.nwt.saf"
    table = turn_of("a", "wau:a1 *:b1", f"h:{hand}|| s:3", edition=edition)
    gained = []
    for cards in ("ala,arg,egy", "grn,ont,ura", "eus,nwt,saf"):
        before = table.reserve("a")
        gained.append(table.push(f"x:{cards}").reserve("a") - before)
    assert gained == ([10, 15, 20] if edition == "2018" else [10, 12, 15])
    assert table.state.sets == 6


@pytest.mark.rule("CARD-09", "T-CARD-13")
@pytest.mark.parametrize(
    ("edition", "extra"), [("five-army", 2), ("2018", 2), ("2003", 0), ("2010", 0)]
)
def test_two_armies_on_a_pictured_territory_of_ones_own(edition: str, extra: int) -> None:
    table = turn_of("a", "ala:a1 wau:a1 *:b1", "h:ala.arg.egy||", edition=edition)
    assert table.legal("x:ala,arg,egy@ala") == bool(extra)
    assert not table.legal("x:ala,arg,egy@arg")
    assert not table.legal("x:ala,arg,egy@wau")
    table.push("x:ala,arg,egy@ala" if extra else "x:ala,arg,egy")
    assert table.on("ala") == f"a{1 + extra}"
    assert table.reserve("a") == 3 + 4


@pytest.mark.rule("T-CARD-12", "CARD-09")
def test_two_pictured_territories_bring_two_armies_on_one_of_them() -> None:
    table = turn_of("a", "ala:a1 arg:a1 *:b1", "h:ala.arg.egy||", edition="2018")
    assert set(table.moves(Trade)) == {"x:ala,arg,egy@ala", "x:ala,arg,egy@arg"}
    table.push("x:ala,arg,egy@arg")
    assert (table.on("ala"), table.on("arg"), table.reserve("a")) == ("a1", "a3", 7)


@pytest.mark.rule("CARD-09")
def test_2018_gives_two_extra_armies_a_turn_at_most() -> None:
    hand = "h:ala.arg.egy.grn.ont.ura||"
    table = turn_of("a", "ala:a1 grn:a1 *:b1", hand, edition="2018")
    table.push("x:ala,arg,egy@ala")
    assert not table.legal("x:grn,ont,ura@grn")
    assert table.push("x:grn,ont,ura").on("grn") == "a1"


# -- where traded cards go -----------------------------------------------------------------------
@pytest.mark.rule("CARD-10")
@pytest.mark.parametrize("edition", ["2003", "2010", "five-army"])
def test_traded_cards_are_shuffled_again_when_the_pile_is_empty(edition: str) -> None:
    table = turn_of("a", "wau:a9 *:b1", "h:ala.arg.egy.w1|| k:bra", edition=edition)
    table.push("x:ala,arg,egy", "wau+7", "wau>ino*3=666:1", "!3")
    last = to_the_draw(table)
    assert drawable(table) == {"bra"}
    table.push(f"{last}=bra")
    again = set_up("ala:a9 kam:b1 *:c1", "t:ala.arg.egy k:", edition=edition)
    again.push("ala>kam*3=666:1", "!3")
    last = to_the_draw(again)
    assert drawable(again) == {"ala", "arg", "egy"}
    again.push(f"{last}=arg")
    assert (len(again.state.deck), again.state.pile) == (2, ())


@pytest.mark.rule("CARD-10")
def test_2018_puts_traded_cards_under_the_pile() -> None:
    table = turn_of("a", "wau:a9 *:b1", "h:ala.arg.egy.w1|| k:bra", edition="2018")
    table.push("x:egy,ala,arg", "wau+7", "wau>ino*3=666:1", "!3")
    assert drawable(table) == {"bra"}
    table.push("--=bra")
    assert table.state.text(full=True).count("t:egy.ala.arg") == 1
    table = set_up("ala:a9 kam:b1 *:c1", "t:egy.ala.arg k:", edition="2018")
    table.push("ala>kam*3=666:1", "!3")
    assert drawable(table) == {"egy"}


def drawable(table: Table) -> set[str]:
    """The cards that passing now may bring."""
    luck = chances(table.state, Pass())
    assert luck is not None
    codes = [*table.board.codes, "w1", "w2"]
    return {codes[chance.card] for chance, _ in luck if isinstance(chance, Draw)}


@pytest.mark.rule("CARD-11")
@pytest.mark.parametrize("edition", EDITIONS)
def test_sets_are_turned_in_at_the_beginning_of_the_own_turn_only(edition: str) -> None:
    hand = "h:grn.ont.ura|ala.arg.egy|"
    table = turn_of("a", "wau:a9 *:b1", hand, edition=edition)
    assert not table.legal("x:ala,arg,egy")
    table.push("wau+3")
    assert table.moves(Trade) == []
    assert not table.legal("x:grn,ont,ura")
    table.push("wau>ino*3=666:1")
    assert not table.legal("x:grn,ont,ura")
    table.push("!3")
    assert not table.legal("x:grn,ont,ura")
    table.push("--=bra" if edition in DRAW_FIRST else "--")
    assert not table.legal("x:grn,ont,ura")
    table.push("--" if edition in DRAW_FIRST else "--=bra")
    assert table.seat == "b"
    assert table.moves(Trade)


# -- the fixed table -----------------------------------------------------------------------------
@pytest.mark.rule("CARD-12", "T-CARD-8", "MIS-02", "TEAM-05")
@pytest.mark.parametrize(("edition", "mode", "players"), FIXED)
@pytest.mark.parametrize("traded", [0, 14])
def test_three_cavalry_are_worth_six_as_first_or_fifteenth_set(
    edition: str, mode: str, players: int, traded: int
) -> None:
    assert fixed(mode, players, "grn,ont,per", traded) == 6


@pytest.mark.rule("CARD-12", "T-CARD-9", "MIS-02", "TEAM-05")
@pytest.mark.parametrize(("edition", "mode", "players"), FIXED)
@pytest.mark.parametrize(
    ("cards", "value"), [("ala,arg,egy", 4), ("eus,nwt,bra", 8), ("ala,grn,bra", 10)]
)
def test_the_fixed_table(edition: str, mode: str, players: int, cards: str, value: int) -> None:
    for traded in (0, 1, 6):
        assert fixed(mode, players, cards, traded) == value


def fixed(mode: str, players: int, cards: str, traded: int) -> int:
    """What a set is worth in a mode with the fixed table."""
    hands = cards.replace(",", ".") + "|" * (1 if mode == "team" else players - 1)
    table = turn_of(
        "a", "wau:a1 eau:c1 *:b1 ino:d1" if players == 4 else "wau:a1 eau:c1 *:b1",
        f"h:{hands} s:{traded}", edition="2003", mode=mode, players=players,
    )  # fmt: skip
    return table.push(f"x:{cards}").reserve("a") - 3


# -- headquarters --------------------------------------------------------------------------------
@pytest.mark.rule("CARD-13", "CAP-03")
@pytest.mark.parametrize("edition", ["five-army", "2018"])
def test_headquarters_cards_leave_the_deck(edition: str) -> None:
    table = new_game(edition, "capital", 4).play_to("H")
    assert len(table.state.deck) == 44
    table.play_to("R")
    capitals = set(table.state.headquarters)
    assert len(capitals) == 4
    assert len(table.state.deck) == 40
    assert not capitals & set(table.state.deck)


@pytest.mark.rule("CARD-13", "CAP-03")
@pytest.mark.parametrize(("edition", "pair"), [("five-army", "arg.egy"), ("2018", "grn.ont")])
def test_a_captured_headquarters_card_is_no_part_of_a_set(edition: str, pair: str) -> None:
    """Kamchatka's symbol would complete the pair."""
    table = set_up(
        "ala:a9 kam:b1 wau:c1 *:b1", f"hq:ala.kam.wau h:{pair}||", edition=edition, mode="capital"
    )
    table.push("ala>kam*3=666:1", "!3", "--=w1")
    assert table.hand("a") == f"{pair}.w1"
    later = turn_of(
        "a", "ala:a6 kam:a3 wau:c1 *:b1", f"hq:ala.kam.wau h:{pair}||", edition=edition,
        mode="capital",
    )  # fmt: skip
    assert later.moves(Trade) == []
    assert not later.legal(f"x:{pair.replace('.', ',')},kam")
