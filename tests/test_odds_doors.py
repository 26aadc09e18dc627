"""The doors of the odds: what is refused, what a notebook shows, frames, words, and imports."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from risknb import odds

NO_ARMIES = [0, -1, 2.5, 3.0, "3", None, True, nan, inf, 10**9]
NO_CHANCES = [-0.1, 1.1, nan, inf, "0.5", None, True]


# -- bad input -----------------------------------------------------------------------------------
@pytest.mark.parametrize("bad", NO_ARMIES, ids=repr)
@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("armies", lambda bad: odds.battle(bad, 3)),
        ("defenders", lambda bad: odds.battle(3, bad)),
        ("armies", lambda bad: odds.win(bad, 3)),
        ("defenders", lambda bad: odds.win(3, bad)),
        ("rows", lambda bad: odds.table(bad, 3)),
        ("columns", lambda bad: odds.table(3, bad)),
        ("defenders", lambda bad: odds.armies_needed(bad, 0.5)),
        ("armies", lambda bad: odds.chain(bad, [1])),
        ("defenders", lambda bad: odds.chain(3, [1, bad])),
        ("armies", lambda bad: odds.best_order(bad, [1, 2])),
        ("armies", lambda bad: odds.simulate_battles(1, bad, 3)),
        ("defenders", lambda bad: odds.simulate_battles(1, 3, bad)),
        ("armies", lambda bad: odds.explain(bad, 3)),
        ("defenders", lambda bad: odds.explain(3, bad)),
        ("attack_dice", lambda bad: odds.roll(bad, 1)),
        ("defend_dice", lambda bad: odds.roll(1, bad)),
        ("attack_dice", lambda bad: odds.battle(3, 3, attack_dice=bad)),
        ("defend_dice", lambda bad: odds.table(3, 3, defend_dice=bad)),
        ("seats", lambda bad: odds.deal(bad)),
    ],
)
def test_numbers_that_are_none(name: str, call: Callable[[Any], Any], bad: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name} must be"):
        call(bad)


@pytest.mark.parametrize("bad", [6.0, 2.5, 0, "6", None, True, np.array([6, 6])], ids=repr)
def test_sides_that_are_none(bad: Any) -> None:
    """Also where all else is as usual: 6.0 equals 6 and is no whole number all the same."""
    with pytest.raises(ValueError, match=r"^sides must be"):
        odds.battle(3, 3, sides=bad)


@pytest.mark.parametrize("bad", ["123456", dict.fromkeys(range(1, 7), 1), 3], ids=repr)
@pytest.mark.parametrize("name", ["attack_weights", "defend_weights"])
def test_weights_that_are_no_list(name: str, bad: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name} must be numbers, one a face"):
        odds.battle(3, 3, **{name: bad})


@pytest.mark.parametrize("name", ["policy", "decide"])
def test_words_that_are_none(name: str) -> None:
    for bad in ("most", None, np.array(["after", "best"])):
        with pytest.raises(ValueError, match=f"^{name} must be one of"):
            odds.battle(3, 3, commander=True, **{name: bad})


@pytest.mark.parametrize("bad", [*NO_ARMIES[:-1], 10**10], ids=repr)
def test_numbers_of_battles_that_are_none(bad: Any) -> None:
    with pytest.raises(ValueError, match=r"^n must be"):
        odds.simulate_battles(bad, 3, 3)


@pytest.mark.parametrize("bad", NO_CHANCES, ids=repr)
def test_chances_that_are_none(bad: Any) -> None:
    with pytest.raises(ValueError, match=r"^p must be"):
        odds.armies_needed(3, bad)
    with pytest.raises(ValueError, match=r"^p must be"):
        odds.battle(3, 3).quantile(bad)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("stop", lambda: odds.battle(3, 3, stop=0)),
        ("stop", lambda: odds.simulate_battles(1, 3, 3, stop=nan)),
        ("attack_dice", lambda: odds.roll(4, 2)),
        ("defend_dice", lambda: odds.battle(3, 3, defend_dice=4)),
        ("sides", lambda: odds.roll(1, 1, sides=0)),
        ("sides", lambda: odds.roll(1, 1, sides=21, attack_weights=[1] * 21)),
        ("sides", lambda: odds.battle(3, 3, sides=9, commander=True)),
        ("attack_weights", lambda: odds.roll(1, 1, attack_weights=[1, 2])),
        ("attack_weights", lambda: odds.roll(1, 1, attack_weights=[0] * 6)),
        ("defend_weights", lambda: odds.roll(1, 1, defend_weights=[-1, 1, 1, 1, 1, 1])),
        ("defend_weights", lambda: odds.roll(1, 1, defend_weights=[nan] * 6)),
        ("defend_weights", lambda: odds.roll(1, 1, defend_weights=7)),
        ("policy", lambda: odds.battle(3, 3, policy="brave")),
        ("decide", lambda: odds.battle(3, 3, decide="never")),
        ("order", lambda: odds.chain(3, [1], order="any")),
        ("defenders", lambda: odds.chain(3, [])),
        ("defenders", lambda: odds.chain(3, 2)),
        ("defenders", lambda: odds.chain(3, "12")),
        ("k", lambda: odds.battle(3, 3).at_least(-1)),
        ("cards", lambda: odds.set_chance(-1)),
        ("cards", lambda: odds.set_chance(45)),
        ("deck", lambda: odds.set_chance(3, deck="Z")),
        ("way", lambda: odds.simulate_battles(1, 3, 3, way="dreamt")),
        ("seed", lambda: odds.simulate_battles(1, 3, 3, seed=-1)),
        ("seats", lambda: odds.deal(1)),
    ],
)
def test_the_complaint_names_the_argument(name: str, call: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match=f"^{name} must"):
        call()


def test_numbers_of_other_kinds_are_welcome() -> None:
    assert odds.win(np.int64(11), np.int8(10)) == odds.battle(11, 10).win
    assert odds.armies_needed(2, np.float64(0.5)) == odds.armies_needed(2, Fraction(1, 2)) == 4


# -- what is shown -------------------------------------------------------------------------------
ANSWERS: list[tuple[Any, list[str], list[str]]] = [
    (odds.roll(3, 2), ["37.2 %", "0.921"], ["attacker_losses", "defender_losses", "chance"]),
    (odds.battle(11, 10), ["56.8 %", "7.31"], ["armies_left", "defenders_left", "won", "chance"]),
    (odds.chain(10, [2, 3, 1]), ["73.8 %", "2.57"], ["link", "defenders", "armies", "chance"]),
    (odds.deal(3), ["5.5 %", "Australia"], ["seat", "territories", "continent", "chance"]),
    (
        odds.simulate_battles(100, 11, 10, seed=1),
        ["56.8 %", "100 battles"],
        ["armies_left", "defenders_left", "won"],
    ),
    (odds.explain(5, 3), ["2890", "64.2 %"], ["step", "text"]),
]


@pytest.mark.parametrize(("answer", "shown", "columns"), ANSWERS)
def test_answers_show_themselves(answer: Any, shown: list[str], columns: list[str]) -> None:
    html = answer._repr_html_()
    assert html.count("<div") == html.count("</div>")
    assert all(text in html for text in shown)
    assert list(answer.to_frame()) == columns


def test_bars_are_as_long_as_their_chances() -> None:
    html = odds.battle(2, 1)._repr_html_()
    assert "width:100.0%" in html
    assert "41.7 %" in html
    assert "58.3 %" in html


def test_large_battles_show_few_bars() -> None:
    assert odds.battle(1001, 1000)._repr_html_().count("<tr>") <= 48


def test_a_table_shows_its_corner_and_keeps_the_rest() -> None:
    table = odds.table(40, 30)
    html = table._repr_html_()
    assert html.count("<tr>") == 13
    assert "40 x 30" in html
    frame = table.to_frame()
    assert frame.shape == (40, 30)
    assert frame.loc[11, 10] == odds.win(11, 10)
    assert odds.table(4, 4, exact=True).to_frame().loc[2, 1] == Fraction(5, 12)


def test_frames_hold_all_the_chance_there_is() -> None:
    assert odds.battle(9, 7).to_frame()["chance"].sum() == pytest.approx(1)
    assert odds.roll(2, 2).to_frame()["chance"].sum() == pytest.approx(1)
    last = odds.chain(10, [2, 3]).to_frame().query("link == 2")
    assert last["chance"].sum() == pytest.approx(odds.chain(10, [2, 3]).win)


def test_short_forms() -> None:
    assert repr(odds.battle(2, 1, exact=True)).endswith("win=Fraction(5, 12))")
    assert repr(odds.chain(2, [1], exact=True)).startswith("Chain(armies=2, order=[1], win=")
    assert "10 battles rolled" in repr(odds.simulate_battles(10, 3, 2, seed=1))
    assert repr(odds.deal(2, board="duel")) == "DealLaw(2 seats, somebody=0.1)"
    assert repr(odds.explain(3, 1)) == str(odds.explain(3, 1))


# -- words ---------------------------------------------------------------------------------------
def test_an_explanation_names_rolls_fractions_and_recursion() -> None:
    text = str(odds.explain(4, 2))
    assert "A = 3" in text
    assert "Of 7776 equally likely throws 2890 cost the attacker 0 and the defender 2" in text
    assert "W(4, 2) = 2890/7776 W(4, 0) + 2611/7776 W(3, 1) + 2275/7776 W(2, 2)" in text
    assert "W(2, 2) = 55/216 W(2, 1) + 161/216 W(1, 2), which is 275/2592." in text
    assert text.endswith(".")
    assert "65.6 %" in text


def test_what_is_said_can_be_worked_out_from_what_was_said() -> None:
    """Every battle on the right of a line is either over or stands on an earlier line."""
    steps = odds.explain(6, 4).steps[5:-1]
    known: set[str] = set()
    for step in steps:
        left, right = step.split(", which is")[0].split(" = ")
        for term in right.split(" + "):
            battle = term.split(" ", 1)[1]
            assert battle in known or battle.endswith(" 0)") or battle.startswith("W(1,")
        known.add(left)
    assert len(steps) >= 8


def test_a_large_battle_is_not_listed() -> None:
    assert len(odds.explain(30, 30).steps) == 7


def test_loaded_dice_are_explained_in_shares() -> None:
    text = str(odds.explain(2, 1, attack_weights=[1, 1, 1, 1, 1, 5]))
    assert "loaded" in text
    assert str(odds.win(2, 1, attack_weights=[1, 1, 1, 1, 1, 5], exact=True)) in text


def test_no_attack_is_explained_too() -> None:
    assert "no attack" in str(odds.explain(1, 2))


# -- imports -------------------------------------------------------------------------------------
def test_numpy_waits_until_odds_are_asked_for() -> None:
    code = (
        "import sys, risknb; assert 'numpy' not in sys.modules;"
        "risknb.odds.battle(3, 2); assert 'numpy' in sys.modules;"
        "assert 'pandas' not in sys.modules and 'matplotlib' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_public_name_is_there() -> None:
    assert all(callable(getattr(odds, name)) for name in odds.__all__)
    assert set(odds.__all__) <= set(dir(odds))
    with pytest.raises(AttributeError, match="nothing"):
        _ = odds.nothing  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["battle", "win", "armies_needed", "chain", "best_order",
                                  "simulate_battles", "explain", "table"])  # fmt: skip
def test_every_docstring_says_which_armies_are_meant(name: str) -> None:
    text = getattr(odds, name).__doc__
    assert "all" in text
    assert "A = " in text


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ((4, 1), "armies must be at most 3, not 4"),
        ((1, 9), "defenders must be at most 2, not 9"),
        ((-1, 1), "armies must be at least 0, not -1"),
        (("3", 2), "armies must be a whole number"),
        ((1, 1, 1), "not 3 directions"),
    ],
)
def test_a_table_is_asked_for_what_it_has(place: tuple[Any, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        odds.table(3, 2)[place]


def test_a_table_answers_with_plain_numbers_and_shows_its_corner() -> None:
    table = odds.table(30, 20)
    assert type(table[2, 1]) is float
    assert repr(table).startswith("<Table of 30 x 20, all armies down, defenders across>")
    assert re.search(r"^2 +0\.417 +0\.106 +0\.027", repr(table), re.MULTILINE)
    assert len(repr(table).splitlines()) < 20
