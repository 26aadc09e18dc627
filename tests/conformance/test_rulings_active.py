"""Rulings on active neutrals: bribes, allies, and the rolls that change their minds."""

from __future__ import annotations

from typing import Any

import pytest

from risknb.board import BoardError
from risknb.moves import Attack, Levy, Place, RollStatus
from risknb.notation import NotationError
from risknb.state import HIDDEN

from .table import Table, set_up, turn_of

#: a in North America, b in South America, the neutrals c d e f elsewhere.
LAND = "NA:a5 SA:b3 EU:c3 AF:d3 AS:e3 AU:f3"
MODE: dict[str, Any] = {"edition": "2003", "mode": "two-player-active", "players": 2}


def at(land: str, fields: str = "", **rest: Any) -> Table:
    """A position of a game with active neutrals; the narrower names of *land* win."""
    named = dict(word.split(":") for word in f"{LAND} {land}".split())
    return set_up(" ".join(map(":".join, named.items())), fields, **MODE, **rest)


def turn(fields: str = "", land: str = "") -> Table:
    """The start of a's turn."""
    named = dict(word.split(":") for word in f"{LAND} {land}".split())
    return turn_of("a", " ".join(map(":".join, named.items())), fields, **MODE)


# -- defence -------------------------------------------------------------------------------------
@pytest.mark.rule("AMB-ACT-1")
@pytest.mark.parametrize("stance", "ab-")
@pytest.mark.parametrize(("seat", "other"), ["ab", "ba"])
def test_the_attackers_opponent_rolls_for_every_neutral(stance: str, seat: str, other: str) -> None:
    table = at(f"ala:{seat}5 kam:c3", f"al:{stance}---", seat=seat, defend="ask")
    table.push("ala>kam*3")
    assert (table.actor, table.moves()) == (other, ["d1", "d2"])


@pytest.mark.rule("AMB-ACT-12")
def test_the_opponents_ally_is_a_neutral_like_any() -> None:
    table = at("kam:c3", "al:b---", defend="ask")
    assert not table.moves(Attack, src="kam"), "it acts in its friend's turn only"
    table.push("ala>kam*3")
    assert table.actor == "b"
    table.push("d2=111:66", "/", "?c=1")
    assert table.stance("c") == "b"


@pytest.mark.rule("AMB-ACT-12")
def test_the_opponents_ally_neither_grows_nor_moves_in_a_foreign_turn() -> None:
    table = at("", "al:b--- r:1,0,0,0,0,0", phase="R").push("ala+1")
    assert table.phase == "A", "no ally to reinforce"
    assert table.push("--", "--").seat == "b", "no ally to move"


# -- bribes --------------------------------------------------------------------------------------
@pytest.mark.rule("AMB-ACT-2")
def test_bribing_an_ally_spends_the_card_and_moves_nothing() -> None:
    table = turn("h:ala.per| al:a---").push("$c:ala")
    assert (table.hand("a"), table.stance("c")) == ("per", "a")
    assert "b:aala|||" in table.state.text(full=True).split()


@pytest.mark.rule("AMB-ACT-3")
def test_a_neutral_takes_two_cards_a_turn_and_no_third() -> None:
    table = turn("h:ala.per.ice.yak| al:b---").push("$c:ala", "$c:per")
    assert table.stance("c") == "a"
    assert not table.legal("$c:ice")
    assert table.push("$d:ice").stance("d") == "a"


@pytest.mark.rule("AMB-ACT-4")
def test_the_last_card_may_be_given_away() -> None:
    table = turn("h:ala|")
    assert table.push("$c:ala").hand("a") == ""


@pytest.mark.rule("AMB-ACT-4")
def test_a_bribe_before_the_forced_trade_avoids_it() -> None:
    table = turn("h:ala.arg.ice.grn.ont|")
    assert not table.legal("ala+1")
    table.push("$c:ala")
    assert table.legal("ala+1")


@pytest.mark.rule("AMB-ACT-4")
def test_no_bribe_after_a_trade_or_an_army_placed() -> None:
    table = turn("h:ala.arg.ice.grn|", "NA:b5 SA:a3")
    assert table.legal("$c:grn")
    assert not table.copy().push("x:ala,arg,ice").legal("$c:grn")
    assert not table.push("bra+1").legal("$c:grn")


@pytest.mark.rule("AMB-ACT-16")
def test_a_neutral_with_four_cards_takes_one_more() -> None:
    table = turn("h:ala.per| b:abra.aven.bice.byak|||").push("$c:ala")
    assert not table.legal("$c:per")
    assert table.legal("$d:per")


@pytest.mark.rule("AMB-ACT-19")
def test_the_cards_of_a_neutral_are_counted_by_all_and_known_to_the_giver() -> None:
    table = turn("b:abra.bice||bven|")
    bra, ice, ven = (table.board.index(code) for code in ("bra", "ice", "ven"))
    seen = [table.state.seen_by(seat).bribes for seat in (0, 1)]
    assert seen[0] == (((0, bra), (1, HIDDEN)), (), ((1, HIDDEN),), ())
    assert seen[1] == (((0, HIDDEN), (1, ice)), (), ((1, ven),), ())
    assert "b:abra.b?||b?|" in table.state.seen_by(0).text().split()


# -- reinforcing allies --------------------------------------------------------------------------
@pytest.mark.rule("AMB-ACT-9")
def test_an_ally_is_reinforced_between_own_placing_and_combat() -> None:
    table = turn("al:a---")
    assert not table.legal("&c")
    table.push(f"ala+{table.reserve('a')}")
    assert table.moves() == ["&c", "--"], "a choice before the die, and no place to choose yet"
    assert not table.legal("grn>ice*3")
    table.push("&c=4")
    assert set(table.moves()) == set(table.moves(Place))
    assert not table.legal("--")
    assert not table.legal("ala+1")
    table.push("ice+1", "gbr+3")
    assert (table.phase, table.on("ice"), table.on("gbr")) == ("A", "c4", "c6")


@pytest.mark.rule("AMB-ACT-9")
def test_an_ally_need_not_be_reinforced_and_cannot_be_later() -> None:
    table = turn("al:a---")
    table.push(f"ala+{table.reserve('a')}", "--")
    assert table.phase == "A"
    assert not table.legal("&c")
    assert table.moves(Levy) == []


# -- status rolls --------------------------------------------------------------------------------
@pytest.mark.rule("AMB-ACT-5")
@pytest.mark.parametrize("die", "1234")
def test_a_neutral_at_the_opponents_side_stays_there(die: str) -> None:
    table = at("", "al:b---").push("grn>ice*3=111:66", "/", f"?c={die}")
    assert table.stance("c") == "b"


@pytest.mark.rule("AMB-ACT-6")
def test_an_invasion_ends_with_the_conquest() -> None:
    table = at("ice:c1").push("grn>ice*3=666:1", "!3")
    assert table.moves() == ["?c"]
    assert table.push("?c=5").phase == "A"


@pytest.mark.rule("AMB-ACT-6")
def test_an_invasion_ends_when_called_off() -> None:
    table = at("").push("grn>ice*3=111:66")
    assert table.phase == "A", "the invasion may go on"
    assert table.push("/").moves() == ["?c"]


@pytest.mark.rule("AMB-ACT-6")
def test_an_invasion_ends_with_the_attacks() -> None:
    table = at("").push("grn>ice*3=111:66", "--")
    assert table.moves() == ["?c"]
    assert table.push("?c=2").phase == "F"
    assert table.stance("c") == "b"


@pytest.mark.rule("AMB-ACT-6")
def test_another_target_ends_the_invasion() -> None:
    table = at("").push("grn>ice*3=111:66")
    assert not table.legal("ala>kam*3"), "before the roll"
    table.push("/", "?c=5", "ala>kam*3=111:66", "/")
    assert table.moves() == ["?e"]


@pytest.mark.rule("AMB-ACT-6")
def test_another_origin_of_ones_own_goes_on_with_the_invasion() -> None:
    table = at("jap:a5").push("ala>kam*3=111:66", "jap>kam*3=111:66")
    table.push("/", "?e=5")
    assert table.phase == "A", "one roll for the whole invasion"


@pytest.mark.rule("AMB-ACT-6")
def test_each_invasion_has_its_own_roll() -> None:
    table = at("", "al:a---")
    table.push("grn>ice*3=111:66", "/", "?c=4")
    assert table.stance("c") == "-"
    table.push("grn>ice*2=11:66", "/", "?c=4")
    assert table.stance("c") == "b"


@pytest.mark.rule("AMB-ACT-6")
@pytest.mark.parametrize("taking_over", ["ala>kam*3=111:66", "yak>kam*3=111:66"])
def test_another_army_ends_the_allys_part(taking_over: str) -> None:
    """From an ally to one's own troops, and from an ally to an ally."""
    table = at("kam:b3 irk:c5 yak:d5", "al:aa--").push("irk>kam*3=111:66")
    assert table.legal("irk>kam*1")
    table.push(taking_over)
    assert not table.legal("irk>kam*1")
    assert table.push("/").moves() == ["?c"]
    table.push("?c=4")
    assert table.stance("c") == "-"


@pytest.mark.rule("AMB-ACT-6")
def test_an_ally_that_takes_over_is_rolled_for() -> None:
    table = at("kam:b3 irk:c5", "al:a---").push("ala>kam*3=111:66", "irk>kam*3=111:66", "/")
    assert table.moves() == ["?c"]


@pytest.mark.rule("AMB-ACT-6")
def test_who_gives_way_to_an_ally_is_not_rolled_for() -> None:
    """One's own troops began against a neutral: only ally and neutral are asked."""
    table = at("irk:c5", "al:a---").push("ala>kam*3=111:66", "irk>kam*3=111:66", "/")
    assert table.push("?c=5").moves() == ["?e"]
    assert table.push("?e=5").phase == "A"


@pytest.mark.rule("AMB-ACT-6")
def test_the_german_timing_rolls_once_for_each_neutral_after_all_combat() -> None:
    table = at("kam:e3", "al:a---", status_roll="end_of_combat")
    table.push("grn>ice*3=111:66", "ala>kam*3=111:66", "grn>ice*2=11:66")
    assert not table.legal("/")
    table.push("--")
    assert table.push("?c=4").moves() == ["?e"]
    assert table.push("?e=6").phase == "F"
    assert (table.stance("c"), table.stance("e")) == ("-", "-")


@pytest.mark.rule("AMB-ACT-7")
def test_an_ally_that_leaves_in_mid_turn_is_of_no_more_use() -> None:
    table = at("kam:b1 irk:c5 yak:b3", "al:a---").push("irk>kam*3=666:1", "!3", "?c=2")
    assert table.stance("c") == "-"
    assert table.on("kam") == "c3", "its armies stay where they went, in its colour"
    assert not table.legal("irk>yak*1")
    assert not table.legal("kam>yak*2")
    assert not table.legal("&c")
    table.push("--")
    assert not table.legal("kam~irk:1")
    assert table.push("--").seat == "b", "it makes no free move"


@pytest.mark.rule("AMB-ACT-7")
def test_an_ally_that_was_reinforced_may_leave_in_the_same_turn() -> None:
    table = turn("al:a---", "kam:b1 irk:c5")
    table.push(f"ala+{table.reserve('a')}", "&c=2", "irk+2")
    table.push("irk>kam*3=666:1", "!3", "?c=2")
    assert (table.on("irk"), table.on("kam"), table.stance("c")) == ("c4", "c3", "-")
    assert not table.legal("irk>yak*1")
    table.push("--")
    assert not table.legal("kam~irk:1")


# -- conquests by and of neutrals ----------------------------------------------------------------
@pytest.mark.rule("AMB-ACT-8")
def test_what_an_ally_takes_is_the_allys() -> None:
    table = at("kam:b1 irk:c5", "al:a---").push("irk>kam*3=666:1", "!4", "?c=6")
    assert (table.on("kam"), table.on("irk")) == ("c4", "c1")
    assert table.push("--").phase == "F"
    assert not table.legal("ala~kam:1"), "own armies never go there"
    assert not table.legal("kam~ala:1")


@pytest.mark.rule("AMB-ACT-10")
def test_the_cards_of_an_eliminated_neutral_may_force_a_trade() -> None:
    table = at("EU:e3 ice:c1", "h:ala.arg| b:agrn.bont.byak|||").push("grn>ice*3=666:1", "!3")
    assert table.hand("a") == "ala.grn.ont.arg.yak"
    assert table.phase == "S"
    assert not table.legal("grn>gbr*1")
    table.push("x:grn,ont,yak", "ala+4")
    assert (table.phase, table.hand("a")) == ("A", "ala.arg")


@pytest.mark.rule("AMB-ACT-10")
def test_four_cards_force_nothing() -> None:
    table = at("EU:e3 ice:c1", "h:ala| b:agrn.bont.byak|||").push("grn>ice*3=666:1", "!3")
    assert (table.phase, table.hand("a")) == ("A", "ala.grn.ont.yak")


@pytest.mark.rule("AMB-ACT-11")
def test_an_eliminated_neutral_is_gone() -> None:
    table = at("EU:e3 ice:c1", "al:b---").push("grn>ice*3=666:1", "!3")
    assert (table.phase, table.moves(RollStatus)) == ("A", []), "no roll for it"
    assert (table.stance("c"), table.holds("c")) == ("-", 0)
    later = turn("h:ala|", "EU:e3")
    assert not later.legal("$c:ala")
    assert later.legal("$d:ala")


@pytest.mark.rule("AMB-ACT-11")
def test_only_the_ally_is_rolled_for_when_it_eliminates_a_neutral() -> None:
    table = at("EU:e3 ice:c1 gbr:d5", "al:ba--").push("gbr>ice*3=666:1", "!3")
    assert table.moves() == ["?d"]
    assert table.push("?d=5").phase == "A"


@pytest.mark.rule("AMB-ACT-13")
def test_an_ally_moves_once_among_its_own_connected_land() -> None:
    table = at("kam:c3", "al:a---", phase="F").push("--")
    assert table.phase == "Y"
    assert not table.legal("ice~kam:1"), "not connected"
    assert not table.legal("ice~grn:1"), "not its own"
    assert not table.legal("grn~que:1"), "one's own move is over"
    table.push("ice~ukr:2")
    assert table.on("ukr") == "c5"
    assert not table.legal("ukr~ice:1"), "once"
    assert table.push("--").seat == "b"


@pytest.mark.rule("AMB-ACT-13")
def test_every_ally_still_allied_moves() -> None:
    table = at("", "al:aab-", phase="F").push("--", "naf~egy:1", "ice~gbr:1")
    assert not table.legal("mon~chi:1"), "the opponent's ally"
    assert not table.legal("ino~ngu:1"), "nobody's ally"


@pytest.mark.rule("AMB-ACT-14")
def test_the_last_own_unit_lost_is_the_game_lost_whatever_allies_remain() -> None:
    table = at("ala:a1 NA:b5 kam:b5", "al:aa--", seat="b").push("kam>ala*3=666:1")
    assert table.result == "b.conquest"
    assert (table.holds("c"), table.stance("c")) == (7, "a")


@pytest.mark.rule("AMB-ACT-18")
def test_no_neutral_is_rolled_for_after_the_end() -> None:
    table = at("ala:a1 NA:b5 SA:e3 irk:c5 kam:c5", "al:b---", seat="b").push("kam>ala*3=666:1")
    assert (table.result, table.moves(), table.state.due) == ("b.conquest", [], ())


@pytest.mark.rule("AMB-ACT-15")
def test_invading_a_continent_means_one_of_its_territories() -> None:
    table = at("SA:a3 AU:b2 ino:b1 sia:c5", "al:a---")
    with pytest.raises(BoardError):
        table.board.index("Australia")
    with pytest.raises(NotationError):
        table.push("sia>Australia*3")
    table.push("sia>ino*3=666:1", "!3", "?c=5")
    assert [table.on(code) for code in ("ino", "ngu", "eau", "wau")] == ["c3", "b2", "b2", "b2"]


@pytest.mark.rule("AMB-ACT-17")
def test_own_troops_may_attack_the_own_ally() -> None:
    table = at("ice:c1", "al:a---")
    assert not table.legal("ice>grn*1"), "never the other way round"
    table.push("grn>ice*3=666:1", "!3")
    assert table.moves() == ["?c"]
    table.push("?c=4")
    assert table.stance("c") == "-"
    table.push("--", "--=bra")
    assert table.hand("a") == "bra", "a conquest by own troops"


@pytest.mark.rule("AMB-ACT-17")
def test_the_opponent_defends_the_own_ally_that_is_attacked() -> None:
    table = at("", "al:a---", defend="ask").push("grn>ice*3")
    assert (table.actor, table.moves()) == ("b", ["d1", "d2"])
