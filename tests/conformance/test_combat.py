"""Combat: who may attack whom, the dice, battles, moving in (COMB)."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from risknb.editions import EDITIONS
from risknb.moves import Advance, Attack, Defend, Roll
from risknb.rules import IllegalMove

from .table import set_up


def dice_on(armies: int, edition: str = "2018") -> list[int]:
    """How many dice so many armies may attack with."""
    table = set_up(f"ala:a{armies} kam:b9 nwt:a1 alb:a1 *:c1", edition=edition)
    return [int(move[-1]) for move in table.moves(Attack, src="ala")]


# -- who may attack whom -------------------------------------------------------------------------
@pytest.mark.rule("COMB-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_only_a_neighbouring_enemy_is_attacked_from_two_armies_or_more(edition: str) -> None:
    table = set_up("ala:a4 nwt:a3 alb:a1 kam:b2 *:c1", edition=edition)
    assert table.legal("ala>kam*1")
    assert table.legal("nwt>ont*1")
    assert not table.legal("ala>nwt*1")  # one's own
    assert not table.legal("ala>bra*1")  # no neighbour
    assert not table.legal("alb>ont*1")  # one army
    assert not table.legal("kam>ala*1")  # not one's own
    assert not table.legal("ala>ala*1")


@pytest.mark.rule("COMB-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_throw_names_origin_target_and_dice(edition: str) -> None:
    table = set_up("ala:a9 kam:b2 *:c1", edition=edition)
    assert not table.legal("ala>kam*0")
    for wrong in ("65:42", "6:42", "6514:42", "651:4", "651:421"):
        with pytest.raises(IllegalMove):
            table.push(f"ala>kam*3={wrong}")
    assert table.push("ala>kam*2=65:42").on("kam") == "-"


@pytest.mark.rule("COMB-03", "T-DICE-D1")
@pytest.mark.parametrize(("armies", "most"), [(1, 0), (2, 1), (3, 2), (4, 3), (9, 3)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_attackers_dice(edition: str, armies: int, most: int) -> None:
    assert dice_on(armies, edition) == list(range(1, most + 1))
    table = set_up(f"ala:a{armies} kam:b9 *:c1", edition=edition)
    assert not table.legal(f"ala>kam*{most + 1}")


@pytest.mark.rule("T-DICE-D2")
def test_three_armies_may_send_two_not_three() -> None:
    table = set_up("ala:a3 kam:b9 *:c1", edition="2003")
    assert table.legal("ala>kam*2")
    assert not table.legal("ala>kam*3")


@pytest.mark.rule("COMB-04")
@pytest.mark.parametrize(("armies", "most"), [(2, 2), (3, 2), (9, 2)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_defenders_dice(edition: str, armies: int, most: int) -> None:
    table = set_up(f"ala:a9 kam:b{armies} *:c1", edition=edition, defend="ask").push("ala>kam*1")
    assert table.moves(Defend) == [f"d{dice}" for dice in range(1, most + 1)]


@pytest.mark.rule("COMB-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_last_army_defends_with_one_die(edition: str) -> None:
    table = set_up("ala:a9 kam:b1 *:c1", edition=edition, defend="ask")
    with pytest.raises(IllegalMove):
        table.push("ala>kam*3=651:42")
    assert table.push("ala>kam*3=651:6").on("kam") == "b1"
    assert table.on("ala") == "a8"


@pytest.mark.rule("T-DICE-D3")
def test_three_armies_defend_with_two_dice_at_most() -> None:
    table = set_up("ala:a9 kam:b3 *:c1", edition="2003", defend="ask").push("ala>kam*3")
    assert table.legal("d2")
    assert not table.legal("d3")


@pytest.mark.rule("COMB-05")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_attacker_commits_then_the_defender_chooses_then_both_roll(edition: str) -> None:
    table = set_up("ala:a9 kam:b3 *:c1", edition=edition, defend="ask")
    assert not table.needs_luck("ala>kam*3")
    table.push("ala>kam*3")
    assert (table.phase, table.seat, table.actor) == ("E", "a", "b")
    assert table.moves(Attack) == []
    assert table.needs_luck("d1")
    table.push("d1=651:6")
    assert (table.actor, table.on("ala"), table.on("kam")) == ("a", "a8", "b3")


# -- the dice ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("attack", "defend", "lost", "killed"),
    [
        pytest.param("543", "63", 1, 1, marks=pytest.mark.rule("T-DICE-A1")),
        pytest.param("411", "41", 2, 0, marks=pytest.mark.rule("T-DICE-A2")),
        pytest.param("661", "51", 0, 2, marks=pytest.mark.rule("T-DICE-A3")),
        pytest.param("331", "4", 1, 0, marks=pytest.mark.rule("T-DICE-A4")),
        pytest.param("421", "3", 0, 1, marks=pytest.mark.rule("T-DICE-A5")),
        pytest.param("6", "54", 0, 1, marks=pytest.mark.rule("T-DICE-A6")),
        pytest.param("43", "32", 0, 2, marks=pytest.mark.rule("T-DICE-A7")),
        pytest.param("4", "61", 1, 0, marks=pytest.mark.rule("T-DICE-A8")),
        pytest.param("32", "33", 2, 0, marks=pytest.mark.rule("T-DICE-A9")),
        pytest.param("61", "52", 1, 1, marks=pytest.mark.rule("T-DICE-A10")),
        pytest.param("54", "4", 0, 1, marks=pytest.mark.rule("T-DICE-A11")),
        pytest.param("52", "5", 1, 0, marks=pytest.mark.rule("T-DICE-A12")),
        pytest.param("32", "62", 2, 0, marks=pytest.mark.rule("T-DICE-B1")),
        pytest.param("644", "55", 1, 1, marks=pytest.mark.rule("T-DICE-B2")),
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_dice_of_the_rulebooks(
    edition: str, attack: str, defend: str, lost: int, killed: int
) -> None:
    table = set_up("ala:a9 kam:b9 *:c1", edition=edition, defend="ask")
    table.push(f"ala>kam*{len(attack)}", f"d{len(defend)}={attack}:{defend}")
    assert (table.on("ala"), table.on("kam")) == (f"a{9 - lost}", f"b{9 - killed}")


@pytest.mark.rule("COMB-06", "COMB-07")
@pytest.mark.parametrize(("attack_dice", "defend_dice"), list(product((1, 2, 3), (1, 2))))
def test_every_throw_compares_the_best_dice_and_ties_defend(
    attack_dice: int, defend_dice: int
) -> None:
    for attack in product(range(1, 7), repeat=attack_dice):
        for defend in product(range(1, 7), repeat=defend_dice):
            lost = 1 if max(attack) <= max(defend) else 0
            pairs = 1
            if attack_dice > 1 and defend_dice > 1:
                lost += 1 if sorted(attack)[-2] <= sorted(defend)[-2] else 0
                pairs = 2
            assert Roll(attack, defend).losses == (lost, pairs - lost)


@pytest.mark.rule("COMB-06")
def test_losses_come_off_the_two_territories_and_nowhere_else() -> None:
    table = set_up("ala:a9 kam:b9 *:c2")
    before = sum(table.state.armies)
    table.push("ala>kam*3=166:65")  # dice count in any order; the tie is the defender's
    assert (table.on("ala"), table.on("kam")) == ("a8", "b8")
    assert sum(table.state.armies) == before - 2


# -- battles -------------------------------------------------------------------------------------
@pytest.mark.rule("T-BATTLE-1", "T-BATTLE-2", "T-BATTLE-3", "COMB-08")
def test_the_invasion_of_egypt() -> None:
    """Blue (a) against Red (b); one battle that the manual leaves out stands in the middle."""
    table = set_up("naf:a3 eaf:a10 egy:b3 *:c1", edition="2003", defend="ask")
    table.push("naf>egy*2", "d2=32:62")
    assert (table.on("naf"), table.on("egy")) == ("a1", "b3")
    assert table.moves(Attack, src="naf") == []
    table.push("eaf>egy*3", "d2=644:55")
    assert (table.on("eaf"), table.on("egy")) == ("a9", "b2")
    table.push("eaf>egy*3", "d1=611:5")
    assert (table.on("eaf"), table.on("egy")) == ("a9", "b1")
    table.push("eaf>egy*3=542:3")
    assert table.moves(Advance)[0] == "!3"
    table.push("!8")
    assert (table.on("egy"), table.on("eaf")) == ("a8", "a1")


@pytest.mark.rule("T-BATTLE-4")
def test_of_three_armies_two_attack_and_one_stays() -> None:
    table = set_up("ala:a3 kam:b1 *:c1", edition="five-army")
    assert not table.legal("ala>kam*3")
    table.push("ala>kam*2=66:1")
    assert table.moves() == ["!2"]
    assert table.push("!2").on("ala") == "a1"
    assert table.on("kam") == "a2"


@pytest.mark.rule("COMB-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_origin_and_target_change_freely_between_battles(edition: str) -> None:
    table = set_up("ala:a6 alb:a6 kam:b4 wus:b4 *:c1", edition=edition)
    table.push("ala>kam*3=666:11", "alb>wus*3=666:11", "ala>kam*1=1:66", "alb>wus*2=66:11")
    assert [table.on(at) for at in ("ala", "alb", "kam", "wus")] == ["a5", "a6", "b2", "-"]
    table.push("!2", "ala>kam*3=666:11")  # attacked before, and left for another
    assert [table.on(at) for at in ("alb", "wus", "kam")] == ["a4", "a2", "-"]


@pytest.mark.rule("COMB-08")
def test_the_attackers_of_a_battle_come_from_one_territory() -> None:
    table = set_up("ala:a2 nwt:a9 alb:a9 kam:b4 *:c1")
    assert not table.legal("ala>kam*2")
    table.push("ala>kam*1=6:11")
    assert (table.on("ala"), table.on("nwt"), table.on("alb")) == ("a2", "a9", "a9")


@pytest.mark.rule("COMB-09")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_attacker_may_stop_after_any_battle(edition: str) -> None:
    table = set_up("ala:a6 kam:b4 *:c1", edition=edition).push("ala>kam*3=661:61")
    assert table.legal("--")
    table.push("--")
    assert (table.on("ala"), table.on("kam"), table.phase) == ("a5", "b3", "F")


@pytest.mark.rule("COMB-10", "T-MOVEIN-1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_won_with_three_dice_from_nine_armies(edition: str) -> None:
    table = set_up("ala:a9 kam:b1 jap:b1 *:c1", edition=edition).push("ala>kam*3=666:1")
    assert table.moves() == [f"!{armies}" for armies in range(3, 9)]
    assert not table.legal("--")
    assert not table.legal("ala>alb*1")
    assert not table.legal("!2")
    assert not table.legal("!9")
    assert table.push("!5").on("kam") == "a5"
    assert table.on("ala") == "a4"


@pytest.mark.rule("COMB-10")
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_at_least_the_dice_of_the_last_throw_move_in(dice: int) -> None:
    table = set_up("ala:a9 kam:b1 *:c1").push(f"ala>kam*{dice}={'6' * dice}:1")
    assert table.moves(Advance)[0] == f"!{dice}"


@pytest.mark.rule("COMB-11")
@pytest.mark.parametrize("edition", EDITIONS)
def test_any_number_of_attacks_while_two_armies_border_an_enemy(edition: str) -> None:
    table = set_up("bra:a12 ven:b1 *:c1", edition=edition)
    way = ["bra", "ven", "cam", "wus", "alb", "ala", "kam", "mon", "chi", "sia", "ino"]
    for left, (src, dst) in enumerate(pairwise(way)):
        table.push(f"{src}>{dst}*1=6:1", f"!{11 - left}")
    assert [table.on(at) for at in way] == ["a1"] * 10 + ["a2"]
    table = set_up("bra:a12 naf:b1 *:c1", edition=edition)
    for _ in range(10):
        table.push("bra>naf*1=1:6")
    assert table.on("bra") == "a2"
    table.push("bra>naf*1=1:6")
    assert table.moves(Attack) == []
