"""Odds with decisions: the number of dice, the commander and the re-roll, used best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from risknb import odds
from risknb.moves import losses

Faces = tuple[int, ...]
SMALL = list(product(range(2, 8), range(1, 7)))
EXPERT = [
    {"commander": True},
    {"reroll": True},
    {"commander": True, "reroll": True},
]


# -- how many dice -------------------------------------------------------------------------------
@pytest.mark.parametrize(("armies", "defenders"), SMALL)
def test_all_dice_are_best_for_both(armies: int, defenders: int) -> None:
    """Minimax over the number of dice is the battle with as many as possible."""
    best = odds.battle(armies, defenders, policy="best", exact=True)
    assert best.endings == odds.battle(armies, defenders, exact=True).endings


def test_all_dice_are_best_in_larger_battles_too() -> None:
    for armies, defenders in ((25, 20), (12, 30), (40, 40)):
        best = odds.battle(armies, defenders, policy="best").win
        assert best == pytest.approx(odds.win(armies, defenders), abs=1e-13)


def minimax(armies: int, defenders: int, **weights: list[int]) -> Fraction:
    """The attacker says how many dice, then the defender, both knowing what follows."""

    @cache
    def value(n: int, d: int) -> Fraction:
        if d <= 0 or n <= 1:
            return Fraction(d <= 0)
        return max(
            min(thrown(n, d, a, b) for b in range(1, min(2, d) + 1))
            for a in range(1, min(3, n - 1) + 1)
        )

    def thrown(n: int, d: int, a: int, b: int) -> Fraction:
        law = odds.roll(a, b, **weights)
        return sum((p * value(n - x, d - y) for (x, y), p in law.items()), Fraction(0))

    return value(armies, defenders)


@pytest.mark.parametrize("weights", [
    {"attack_weights": [1, 0, 0, 0, 0, 1]},
    {"attack_weights": [0, 0, 0, 0, 1, 1]},
    {"attack_weights": [0, 0, 0, 0, 1, 1], "defend_weights": [1, 0, 0, 0, 0, 1]},
])  # fmt: skip
@pytest.mark.parametrize(("armies", "defenders"), [(3, 2), (4, 3), (6, 5)])
def test_with_loaded_dice_fewer_may_be_better(
    armies: int, defenders: int, weights: dict[str, list[int]]
) -> None:
    best = odds.win(armies, defenders, policy="best", exact=True, **weights)
    assert best == minimax(armies, defenders, **weights)
    assert best != odds.win(armies, defenders, exact=True, **weights)


@pytest.mark.parametrize("limits", [{"attack_dice": 1}, {"attack_dice": 2}])
def test_fewer_attack_dice_never_help(limits: dict[str, int]) -> None:
    for armies, defenders in SMALL:
        assert odds.win(armies, defenders, **limits) <= odds.win(armies, defenders) + 1e-15


def test_one_defence_die_never_helps() -> None:
    for armies, defenders in SMALL:
        assert odds.win(armies, defenders, defend_dice=1) >= odds.win(armies, defenders) - 1e-15


def test_a_defender_with_one_die() -> None:
    one, two = odds.roll(3, 1)[0, 1], odds.roll(2, 1)[0, 1]
    hold = odds.battle(4, 2, defend_dice=1, exact=True).survivors
    assert hold[4] == one * one
    assert hold[3] == one * (1 - one) * two + (1 - one) * two * two


def test_a_defender_who_sees_the_attack() -> None:
    """With two defenders against one attacker he needs both dice, whatever he sees."""
    assert odds.win(2, 2, policy="sees", exact=True) == odds.win(2, 2, exact=True)
    for armies, defenders in SMALL:
        seen = odds.win(armies, defenders, policy="sees", exact=True)
        assert seen <= odds.win(armies, defenders, exact=True)
    assert odds.win(4, 2, policy="sees") < odds.win(4, 2) - 0.01


def test_seeing_by_hand() -> None:
    """Three armies against two: one die or two, decided for every attack shown."""
    faces = range(1, 7)

    def worth(attack: Faces, dice: int) -> Fraction:
        answers = list(product(faces, repeat=dice))
        total = Fraction(0)
        for lost, killed in (losses(attack, answer) for answer in answers):
            won = killed == 2
            total += 1 if won else odds.win(3 - lost, 2 - killed, policy="sees", exact=True)
        return total / len(answers)

    attacks = list(product(faces, repeat=2))
    mean = sum(min(worth(attack, 1), worth(attack, 2)) for attack in attacks) / len(attacks)
    assert odds.win(3, 2, policy="sees", exact=True) == mean


@pytest.mark.parametrize(("armies", "defenders", "stop"), [(5, 3, 3), (4, 3, 2), (6, 2, 4)])
def test_seeing_and_stopping_by_hand(armies: int, defenders: int, stop: int) -> None:
    """An attack that stops is lost, and the defender who picks his dice knows it."""

    @cache
    def value(n: int, d: int) -> Fraction:
        if d <= 0 or n <= stop:
            return Fraction(d <= 0)
        seen = [
            p * min(answered(n, d, faces, dice) for dice in range(1, min(2, d) + 1))
            for faces, p in rolls(min(3, n - 1))
        ]
        return sum(seen, Fraction(0))

    def answered(n: int, d: int, faces: Faces, dice: int) -> Fraction:
        ends = [(losses(faces, others), q) for others, q in rolls(dice)]
        return sum((q * value(n - lost, d - killed) for (lost, killed), q in ends), Fraction(0))

    found = odds.win(armies, defenders, policy="sees", stop=stop, exact=True)
    assert found == value(armies, defenders)


# -- the expert rules ----------------------------------------------------------------------------
@cache
def rolls(dice: int) -> list[tuple[Faces, Fraction]]:
    """All rolls, the same faces put together."""
    found: dict[Faces, int] = {}
    for faces in product(range(1, 7), repeat=dice):
        found[tuple(sorted(faces))] = found.get(tuple(sorted(faces)), 0) + 1
    return [(faces, Fraction(n, 6**dice)) for faces, n in found.items()]


def swapped(faces: Faces, new: int) -> Iterator[Faces]:
    for at in range(len(faces)):
        yield tuple(sorted((*faces[:at], new, *faces[at + 1 :])))


def improved(
    faces: Faces, ready: bool, reroll: bool, worth: Callable[[Faces, bool], Fraction]
) -> Fraction:
    """The best of leaving the dice, rolling one again, and the commander after that."""

    def commanded(mine: Faces) -> Fraction:
        options = [worth(mine, ready)]
        if ready:
            options += [worth(turned, False) for turned in swapped(mine, 6)]
        return max(options)

    options = [commanded(faces)]
    if reroll:
        for at in range(len(faces)):
            kept = (*faces[:at], *faces[at + 1 :])
            again = [commanded(tuple(sorted((*kept, face)))) for face in range(1, 7)]
            options.append(sum(again, Fraction(0)) / 6)
    return max(options)


def by_hand(armies: int, defenders: int, commander: bool, reroll: bool, before: bool) -> Fraction:
    """The chance to win with the expert rules, by looking at every throw and every choice."""

    @cache
    def value(n: int, d: int, ready: bool) -> Fraction:
        if d <= 0 or n <= 1:
            return Fraction(d <= 0)
        mine, theirs = rolls(min(3, n - 1)), rolls(min(2, d))

        def against(faces: Faces, others: Faces, left: bool) -> Fraction:
            a, k = losses(faces, others)
            return value(n - a, d - k, left)

        if before:

            def open_(faces: Faces, left: bool) -> Fraction:
                return sum((q * against(faces, others, left) for others, q in theirs), Fraction(0))

            return sum((p * improved(f, ready, reroll, open_) for f, p in mine), Fraction(0))
        total = Fraction(0)
        for (faces, p), (others, q) in product(mine, theirs):
            worth = cache(lambda shown, left, others=others: against(shown, others, left))
            total += p * q * improved(faces, ready, reroll, worth)
        return total

    return value(armies, defenders, commander)


@pytest.mark.parametrize("decide", ["after", "before"])
@pytest.mark.parametrize("expert", EXPERT, ids=lambda expert: "+".join(expert))
@pytest.mark.parametrize(("armies", "defenders"), [(2, 1), (2, 3), (3, 2), (4, 2)])
def test_expert_rules_by_hand(
    armies: int, defenders: int, expert: dict[str, bool], decide: str
) -> None:
    """EXP-04, EXP-05, AMB-EXP-4, AMB-EXP-6."""
    commander, reroll = expert.get("commander", False), expert.get("reroll", False)
    expected = by_hand(armies, defenders, commander, reroll, decide == "before")
    assert odds.win(armies, defenders, decide=decide, exact=True, **expert) == expected


def test_the_commander_alone_against_one() -> None:
    """EXP-05: a six beats all but a six."""
    assert odds.win(2, 1, commander=True, exact=True) == Fraction(5, 6)


def test_the_re_roll_alone_against_one() -> None:
    """EXP-04: after a lost throw the die gets a second chance against the same face."""
    second = sum(Fraction(face * (6 - face), 36 * 6) for face in range(1, 7))
    assert odds.win(2, 1, reroll=True, exact=True) == Fraction(15, 36) + second


@pytest.mark.parametrize("expert", EXPERT, ids=lambda expert: "+".join(expert))
def test_the_laws_hold_together(expert: dict[str, bool]) -> None:
    for armies, defenders in ((5, 4), (6, 6), (4, 8)):
        exact = odds.battle(armies, defenders, exact=True, **expert)
        close = odds.battle(armies, defenders, **expert)
        assert sum(exact.endings.values()) == 1
        assert close.endings == pytest.approx({k: float(p) for k, p in exact.endings.items()})
        assert close.win == pytest.approx(float(exact.win), abs=1e-14)


@pytest.mark.parametrize("expert", EXPERT, ids=lambda expert: "+".join(expert))
def test_knowing_more_helps_and_so_does_every_rule(expert: dict[str, bool]) -> None:
    for armies, defenders in ((3, 3), (6, 5), (10, 12)):
        plain = odds.win(armies, defenders)
        before = odds.win(armies, defenders, decide="before", **expert)
        after = odds.win(armies, defenders, decide="after", **expert)
        assert plain < before < after
        both = odds.win(armies, defenders, commander=True, reroll=True)
        assert after <= both


def test_stopping_with_the_expert_rules() -> None:
    battle = odds.battle(6, 4, stop=3, commander=True, exact=True)
    assert sum(battle.endings.values()) == 1
    assert {n for n, d in battle.endings if d} <= {2, 3}


def test_deciding_before_makes_no_difference_when_there_is_nothing_to_decide() -> None:
    assert odds.battle(9, 7, decide="before").endings == odds.battle(9, 7).endings


def test_an_attack_that_cannot_win_is_made_all_the_same() -> None:
    """COMB-03: with one die at least, whatever the number that would be best."""
    never = {"attack_weights": [1, 0, 0, 0, 0, 0], "defend_weights": [0, 0, 0, 0, 0, 1]}
    assert odds.battle(3, 1, policy="best", exact=True, **never).endings == {(1, 1): 1}


def test_dice_that_show_one_face_only() -> None:
    """Every choice comes to the same leaf; the commander alone changes anything."""
    same = {"attack_weights": [0, 0, 1, 0, 0, 0], "defend_weights": [0, 0, 1, 0, 0, 0]}
    assert odds.win(3, 2, policy="best", **same) == 0
    assert odds.win(3, 2, policy="sees", **same) == 0
    assert odds.win(3, 1, commander=True, **same) == 1


# -- decisions with other dice -------------------------------------------------------------------
def one_to_one(
    mine: list[int], theirs: list[int], commander: bool, reroll: bool, before: bool
) -> Fraction:
    """Two armies against one: the chance to win the only throw, every choice by hand."""
    sides, total, others = len(mine), sum(mine), sum(theirs)

    def beats(face: int, other: int | None) -> Fraction:
        if other is not None:
            return Fraction(face > other)
        return Fraction(sum(theirs[: face - 1]), others)

    def commanded(face: int, other: int | None) -> Fraction:
        return max(beats(face, other), beats(sides, other) if commander else Fraction(0))

    def improved(face: int, other: int | None) -> Fraction:
        kept = commanded(face, other)
        if not reroll:
            return kept
        again = sum(mine[f - 1] * commanded(f, other) for f in range(1, sides + 1))
        return max(kept, Fraction(again, total))

    faces = range(1, sides + 1)
    if before:
        return sum((mine[f - 1] * improved(f, None) for f in faces), Fraction(0)) / total
    pairs = product(faces, faces)
    won = sum((mine[f - 1] * theirs[o - 1] * improved(f, o) for f, o in pairs), Fraction(0))
    return won / total / others


@pytest.mark.parametrize("decide", ["after", "before"])
@pytest.mark.parametrize(("commander", "reroll"), [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [([1] * 4, [1] * 4), ([3, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 3]), ([1, 2, 3], [2, 0, 1])],
)
def test_expert_rules_with_other_dice(
    mine: list[int], theirs: list[int], commander: bool, reroll: bool, decide: str
) -> None:
    """EXP-04, EXP-05: one die against one."""
    found = odds.win(
        2, 1, sides=len(mine), attack_weights=mine, defend_weights=theirs,
        commander=commander, reroll=reroll, decide=decide, exact=True,
    )  # fmt: skip
    assert found == one_to_one(mine, theirs, commander, reroll, decide == "before")
