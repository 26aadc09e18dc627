"""The edges of the odds: defaults, limits, options handed on, and the parts they are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from risknb import odds
from risknb.board import load
from risknb.cards import WILD
from risknb.editions import RulesError
from risknb.odds import (
    battles,
    campaign,
    checks,
    choices,
    deals,
    fight,
    grid,
    hands,
    show,
    simulation,
    words,
)
from risknb.odds.throw import CLASSIC, GRID, Dice, dice_of, exact_law, float_law

HIGH = [1, 1, 1, 1, 1, 3]
LOW = [3, 1, 1, 1, 1, 1]
SURE = {"attack_weights": [0, 0, 0, 0, 0, 1], "defend_weights": [1, 0, 0, 0, 0, 0]}
OPTIONS: list[dict[str, Any]] = [
    {"attack_dice": 2}, {"defend_dice": 1}, {"defend_dice": 3}, {"sides": 3},
    {"attack_weights": HIGH}, {"defend_weights": LOW}, {"attack_weights": LOW, "sides": 6},
]  # fmt: skip
PLAIN = {"attack_dice": 3, "defend_dice": 2, "sides": 6}
FAIR = {"attack_weights": None, "defend_weights": None}
#: What is asked, and the answer in plain values.
ASKED: dict[str, Callable[..., Any]] = {
    "battle": lambda **more: odds.battle(5, 4, **more).endings,
    "table": lambda **more: odds.table(5, 4, **more).values.tolist(),
    "armies_needed": lambda **more: odds.armies_needed(4, 0.9, **more),
    "chain": lambda **more: [link.armies for link in odds.chain(6, [3, 1], **more).links],
    "best_order": lambda **more: odds.best_order(5, [1, 2, 3], **more),
    "simulate": lambda **more: odds.simulate_battles(300, 5, 4, seed=2, **more).ends.tolist(),
    "explain": lambda **more: odds.explain(4, 3, **more).steps,
}


# -- options -------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ASKED)
def test_what_is_left_out_is_the_classic_game(name: str) -> None:
    """COMB-02, COMB-03: up to three dice against up to two, six sides each."""
    assert ASKED[name]() == ASKED[name](**PLAIN, **FAIR)


@pytest.mark.parametrize("name", ASKED)
def test_every_door_has_the_classic_dice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thrown: list[Dice] = []

    def noted(*given: Any) -> Dice:
        thrown.append(dice_of(*given))
        return thrown[-1]

    for module in (battles, campaign, grid, simulation, words):
        monkeypatch.setattr(module, "dice_of", noted)
    ASKED[name]()
    assert thrown
    assert all(dice is CLASSIC for dice in thrown)


def test_other_things_left_out() -> None:
    plain = {"stop": 1, "policy": "maximum", "commander": False, "reroll": False}
    assert odds.battle(5, 4).endings == odds.battle(5, 4, decide="after", **plain).endings
    after = odds.battle(3, 2, reroll=True)
    assert after.endings == odds.battle(3, 2, reroll=True, decide="after").endings
    assert odds.roll(2, 1) == odds.roll(2, 1, sides=6)
    assert odds.chain(9, [1, 3, 2]).order == (1, 3, 2)
    assert odds.simulate_battles(10, 5, 4).way == "rolled"
    assert odds.simulate_battles(10, 5, 4).law.stop == 1
    assert odds.set_chance(3) == odds.set_chance(3, board="classic", deck="A")
    assert odds.expected_cards_until_set() == odds.expected_cards_until_set(board="classic")
    assert odds.deal(3) == odds.deal(3, board="classic", edition="2010", mode="domination")


@pytest.mark.parametrize(
    "number",
    [
        lambda: odds.win(9, 7), lambda: odds.battle(9, 7).win, lambda: odds.set_chance(3),
        lambda: odds.battle(9, 7, stop=2).win, lambda: odds.battle(4, 3, commander=True).win,
        lambda: odds.table(3, 3).values.tolist()[2][1], lambda: odds.chain(5, [1]).win,
        lambda: odds.expected_cards_until_set(), lambda: odds.deal(3).somebody,
        lambda: odds.deal(3)[0].any_continent, lambda: odds.deal(3)[0].mean_reinforcements,
        lambda: odds.battle(5, 4).expected_losses.attacker, lambda: odds.battle(5, 4).at_least(2),
        lambda: fight.law(CLASSIC, 3, 2, 1).won.tolist()[3],
        lambda: choices.decided(CLASSIC, choices.Play(reroll=True), 3, 2, 1).won.tolist()[3],
    ],
)  # fmt: skip
def test_fractions_come_only_when_asked_for(number: Callable[[], Any]) -> None:
    assert type(number()) is float


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize(
    ("option", "bad"),
    [("attack_dice", 4), ("defend_dice", 0), ("sides", 0), ("attack_weights", [1]),
     ("defend_weights", [1, 1])],
)  # fmt: skip
def test_every_door_looks_at_every_option(name: str, option: str, bad: Any) -> None:
    with pytest.raises(ValueError, match=f"^{option} must be"):
        ASKED[name](**{option: bad})


@pytest.mark.parametrize("options", OPTIONS, ids=repr)
def test_options_reach_the_answer(options: dict[str, Any]) -> None:
    exact = odds.battle(5, 4, exact=True, **options)
    for name in ("battle", "table", "chain", "simulate", "explain"):
        assert ASKED[name](**options) != ASKED[name]()
    assert odds.table(5, 4, **options)[5, 4] == pytest.approx(float(exact.win), abs=1e-14)
    assert odds.chain(5, [4], **options).win == pytest.approx(float(exact.win), abs=1e-14)
    assert odds.chain(5, [4], exact=True, **options).win == exact.win
    assert odds.simulate_battles(1, 5, 4, **options).law.win == odds.win(5, 4, **options)


@pytest.mark.parametrize("options", [*OPTIONS, {"attack_dice": 1}], ids=repr)
@pytest.mark.parametrize("p", [0.2, 0.95])
def test_armies_needed_with_other_dice(options: dict[str, Any], p: float) -> None:
    armies = odds.armies_needed(30, p, **options)
    assert odds.win(armies - 1, 30, **options) < p <= odds.win(armies, 30, **options)


def test_how_many_armies_certainty_takes() -> None:
    assert odds.armies_needed(5, 0.5, **SURE) == odds.armies_needed(5, 1, **SURE) == 2
    never = {"attack_weights": SURE["defend_weights"]}
    assert odds.armies_needed(5, 0, **never) == 1
    with pytest.raises(ValueError, match=r"^p must be"):
        odds.armies_needed(5, 0.001, **never)


# -- limits --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("sides", lambda: odds.win(2, 1, sides=8, reroll=True),
         lambda: odds.win(2, 1, sides=9, reroll=True)),
        ("sides", lambda: odds.roll(1, 1, sides=20, attack_weights=[1] * 20),
         lambda: odds.roll(1, 1, sides=21, defend_weights=[1] * 21)),
        ("sides", lambda: odds.win(2, 1, sides=1, reroll=True), lambda: odds.roll(1, 1, sides=0)),
        ("armies", lambda: odds.explain(60, 1), lambda: odds.explain(61, 1)),
        ("defenders", lambda: odds.explain(2, 60), lambda: odds.explain(2, 61)),
        ("seats", lambda: odds.deal(6), lambda: odds.deal(7)),
        ("cards", lambda: odds.set_chance(44), lambda: odds.set_chance(45)),
        ("cards", lambda: odds.set_chance(0), lambda: odds.set_chance(-1)),
        ("k", lambda: odds.battle(2, 1).at_least(0), lambda: odds.battle(2, 1).at_least(-1)),
        ("stop", lambda: odds.battle(2, 1, stop=1), lambda: odds.battle(2, 1, stop=0)),
        ("seed", lambda: odds.simulate_battles(1, 2, 1, seed=0),
         lambda: odds.simulate_battles(1, 2, 1, seed=-1)),
        ("rows", lambda: odds.table(1, 1), lambda: odds.table(5001, 1)),
        ("columns", lambda: odds.table(2, 1), lambda: odds.table(1, 5001)),
        ("n", lambda: checks.armies("n", 50_000), lambda: checks.armies("n", 50_001)),
        ("n", lambda: checks.whole("n", 1), lambda: checks.whole("n", 0)),
        ("n", lambda: odds.simulate_battles(1, 2, 1), lambda: odds.simulate_battles(0, 2, 1)),
        ("defenders", lambda: odds.chain(2, iter([1])), lambda: odds.chain(2, b"12")),
        ("defenders", lambda: odds.best_order(2, (1,)), lambda: odds.best_order(2, [])),
        ("deck", lambda: odds.set_chance(3, deck="B"), lambda: odds.set_chance(3, deck="a")),
        ("deck", lambda: odds.expected_cards_until_set(deck="B"),
         lambda: odds.expected_cards_until_set(deck="C")),
    ],
)  # fmt: skip
def test_the_last_that_is_allowed_and_the_first_that_is_not(
    name: str, allowed: Callable[[], Any], refused: Callable[[], Any]
) -> None:
    assert allowed() is not None
    with pytest.raises(ValueError, match=f"^{name} must"):
        refused()


@pytest.mark.parametrize(
    ("module", "limit", "most", "call"),
    [
        (campaign, "MOST_GROUPS", 12, lambda: odds.best_order(4, [1, 2, 3, 3])),
        (simulation, "MOST_THROWS", 6**5, lambda: odds.simulate_battles(9, 5, 4, seed=1)),
        (simulation, "MOST_STATES", 6 * 5, lambda: odds.simulate_battles(9, 5, 4, way="drawn")),
    ],
)
def test_what_takes_too_long_is_refused(
    monkeypatch: pytest.MonkeyPatch, module: Any, limit: str, most: int, call: Callable[[], Any]
) -> None:
    monkeypatch.setattr(module, limit, most)
    assert call() is not None
    monkeypatch.setattr(module, limit, most - 1)
    with pytest.raises(ValueError):
        call()


def test_the_search_for_enough_armies_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks at 22 and 44 armies, as long as that is at most four times the largest battle."""
    monkeypatch.setattr(checks, "MOST_ARMIES", 11)
    assert odds.armies_needed(3, 0.999, attack_dice=1) == 34
    monkeypatch.setattr(checks, "MOST_ARMIES", 10)
    with pytest.raises(ValueError, match=r"^p must be"):
        odds.armies_needed(3, 0.999, attack_dice=1)


def test_orders_beyond_counting_are_refused() -> None:
    with pytest.raises(ValueError, match="defenders has too many orders"):
        odds.best_order(5, range(1, 71))


def test_chances_keep_their_kind() -> None:
    found = [checks.chance("p", p) for p in (0, 1, Fraction(1, 3), 0.25, np.float64(0.5))]
    assert found == [0, 1, Fraction(1, 3), 0.25, 0.5]
    assert [type(p) for p in found] == [Fraction, Fraction, Fraction, float, float]


def test_weights_of_any_scale() -> None:
    assert checks.weights("w", iter([0, 2, 6]), 3) == (0, Fraction(1, 4), Fraction(3, 4))
    assert checks.weights("w", None, 3) is None
    for bad in ([], [1, 2], [1, 2, -1], [0, 0, 0], ["x", 1, 1], [float("inf"), 1, 1]):
        with pytest.raises(ValueError, match=r"^w must be"):
            checks.weights("w", bad, 3)


# -- boards and editions -------------------------------------------------------------------------
@pytest.mark.parametrize(("board", "seats"), [("duel", 3), ("archipelago", 5)])
def test_a_deal_is_for_as_many_as_the_board_is_made_for(board: str, seats: int) -> None:
    with pytest.raises(RulesError, match=f"on the board {board} is for"):
        odds.deal(seats, board=board)


def test_a_deal_knows_edition_and_mode() -> None:
    with pytest.raises(RulesError, match="five-army domination is for"):
        odds.deal(6, edition="five-army")
    with pytest.raises(RulesError, match="no mode"):
        odds.deal(3, mode="nonsense")
    for edition in ("2003", "2010", "2018", "five-army"):
        shares = [seat.territories for seat in odds.deal(5, edition=edition).seats]
        assert shares == [9, 9, 8, 8, 8]  # SETUP-09


def test_hands_are_listed_once_each() -> None:
    for pack, cards in product([(1, 3, 2), (3, 1), (2,), (0, 2, 2, 1)], range(5)):
        every = product(*(range(n + 1) for n in pack))
        assert sorted(hands._hands(pack, cards)) == [hand for hand in every if sum(hand) == cards]


@pytest.mark.parametrize("name", ["classic", "duel", "archipelago"])
def test_a_pack_counts_every_card(name: str) -> None:
    board = load(name)
    pack = hands._pack(name, "A")
    assert len(pack) == WILD + 1
    assert sum(pack) == board.size + pack[WILD]


def test_what_cannot_be_dealt_brings_no_bonus() -> None:
    highland = load("duel").continents[0]
    found = [deals._hands([highland], share) for share in (2, 3, 4)]
    assert found == [(3, {0: 3}), (0, {highland.bonus: 1}), (0, {})]


def test_a_continent_may_be_worth_nothing() -> None:
    """Hands with it and hands without it bring the same."""
    idle = [replace(continent, bonus=0) for continent in load("duel").continents]
    assert deals._hands(idle, 3) == (18, {0: 20})


def test_dealing_the_rest() -> None:
    assert deals._deals((3, 2, 2), (1, 0)) == 90  # 6! / (2! 2! 2!)
    assert deals._deals((2, 1), (2, 1)) == 1


# -- dice ----------------------------------------------------------------------------------------
def test_the_classic_dice_are_one_object() -> None:
    assert dice_of(3, 2, 6, None, None) is CLASSIC
    assert dice_of(2, 2) == Dice(2, 2, 6)
    assert dice_of(3, 2, 7) == Dice(3, 2, 7)
    assert dice_of(3, 2, attack_weights=[1] * 6).attack_weights == (Fraction(1, 6),) * 6
    assert dice_of(3, 2, defend_weights=[1] * 6).attack_weights is None
    assert (
        [Dice(3, d).pairs for d in (1, 2, 3)] == [Dice(a, 3).pairs for a in (1, 2, 3)] == [1, 2, 3]
    )


@pytest.mark.parametrize("sides", [1, 5, 8, 9, 12])
def test_listed_and_extended_counts_agree(sides: int) -> None:
    even = [1] * sides
    for attack, defend in ((3, 3), (3, 2), (1, 3)):
        loaded = odds.roll(attack, defend, sides=sides, defend_weights=even)
        assert odds.roll(attack, defend, sides=sides) == loaded


@pytest.mark.parametrize("dice", [CLASSIC, dice_of(3, 3, 7), dice_of(3, 2, 6, HIGH, LOW)])
def test_floats_of_one_throw_lose_nothing(dice: Dice) -> None:
    for attack, defend in product(range(1, dice.attack + 1), range(1, dice.defend + 1)):
        close, exact = float_law(dice, attack, defend), exact_law(dice, attack, defend)
        assert sum(map(Fraction, close)) == 1
        for p, q in zip(close, exact, strict=True):
            assert abs(Fraction(p) - q) <= Fraction(2, GRID)


def test_what_rounding_leaves_over_goes_to_the_most_likely() -> None:
    """A chance too small for the grid is nothing; less than nothing it must not become."""
    dice = dice_of(3, 3, 3, [1, 0, 10**6], [0, 1, 0])
    law = float_law(dice, 3, 3)
    assert sum(round(p * GRID) for p in exact_law(dice, 3, 3)) == GRID + 1, "one is left over"
    assert law[3] == 0
    assert sum(map(Fraction, law)) == 1


def test_the_spread_of_one_throw() -> None:
    assert odds.roll(1, 1).sd == pytest.approx((35 / 144) ** 0.5)
    law = odds.roll(3, 3, defend_weights=LOW)
    mean = sum(lost * p for (lost, _), p in law.items())
    assert law.sd**2 == pytest.approx(float(sum((a - mean) ** 2 * p for (a, _), p in law.items())))


# -- battles -------------------------------------------------------------------------------------
@pytest.mark.parametrize("play", [{"policy": "sees"}, {"policy": "best"}, {"commander": True}])
@pytest.mark.parametrize("options", [*OPTIONS, {"stop": 3}, {"attack_dice": 1}], ids=repr)
def test_decided_laws_in_floats_and_fractions(play: Any, options: dict[str, Any]) -> None:
    exact = odds.battle(5, 3, exact=True, **play, **options)
    close = odds.battle(5, 3, **play, **options)
    assert sum(exact.endings.values()) == 1
    assert close.endings == pytest.approx({k: float(p) for k, p in exact.endings.items()})
    stop = options.get("stop", 1)
    assert all((left <= stop) == (held > 0) or held == 0 for left, held in exact.endings)


@pytest.mark.parametrize(
    "play", [{}, {"policy": "sees"}, {"commander": True}, {"stop": 3}, {"decide": "before"}]
)
def test_a_battle_knows_what_it_was_asked(play: Any) -> None:
    law = odds.battle(5, 4, exact=True, **play)
    assert (law.armies, law.defenders, law.stop) == (5, 4, play.get("stop", 1))
    mean = [sum(p * (5 - n, 4 - d)[side] for (n, d), p in law.endings.items()) for side in (0, 1)]
    assert list(law.expected_losses) == mean
    assert type(law.win) is Fraction


def test_quantiles_of_floats_forgive_rounding() -> None:
    exact, close = (odds.battle(11, 10, exact=flag) for flag in (True, False))
    total = Fraction(0)
    for armies, p in sorted(exact._armies_left().items()):
        total += p
        assert exact.quantile(total) == close.quantile(float(total)) == armies
        if total < 1:
            assert exact.quantile(total + Fraction(1, 10**20)) == armies + 1
            assert close.quantile(float(total) + 1e-12) == armies + 1


@pytest.mark.parametrize("exact", [False, True])
def test_what_is_left_when_an_attack_stops_early(exact: bool) -> None:
    """Two or three armies of a battle given up, more of one that is won (COMB-07)."""
    law = odds.battle(9, 6, stop=3, exact=exact)
    left, held = Counter[int](), Counter[int]()
    for (armies, defenders), p in law.endings.items():
        left[armies] += p
        held[defenders] += p
    assert all((armies > 3) == (not defenders) for armies, defenders in law.endings)
    assert law.defenders_left == pytest.approx({d: p for d, p in held.items() if d})
    for armies in range(2, 9):
        below = sum(p for n, p in left.items() if n <= armies)
        assert law.quantile(below - 0.001) == armies
        assert law.quantile(below + 0.001) == armies + 1


@pytest.mark.parametrize("play", [{}, {"commander": True}, {"policy": "sees"}])
def test_a_battle_that_cannot_begin_is_exact_as_well(play: Any) -> None:
    law = odds.battle(1, 3, exact=True, **play)
    assert law.endings == {(1, 3): 1}
    assert type(law.defenders_left[3]) is Fraction


def test_a_battle_that_cannot_be_lost() -> None:
    law = odds.battle(5, 4, **SURE)
    assert law.endings == {(5, 0): 1}
    assert law.survivors == {5: 1}
    assert law.defenders_left == {}


def test_what_is_kept_cannot_be_changed() -> None:
    for array in (odds.battle(3, 2)._law.won, odds.table(3, 2).values, odds.table(40, 2).values):
        with pytest.raises(ValueError, match="read-only"):
            array[1] = 1


def test_a_table_as_an_array() -> None:
    table = odds.table(3, 2)
    assert np.asarray(table) is table.values
    assert np.asarray(table, dtype=np.float32).dtype == np.float32
    assert table.__array__(np.float32).dtype == np.float32
    assert table.__array__(copy=False) is table.values
    copied = table.__array__(copy=True)
    assert copied is not table.values
    assert copied.tolist() == table.values.tolist()
    again = table.__array__(np.float64, True)
    assert not np.shares_memory(again, table.values)


def test_exact_tables_are_of_the_same_size() -> None:
    assert odds.table(3, 2, exact=True).values.shape == odds.table(3, 2).values.shape == (4, 3)


@pytest.mark.parametrize("options", [{}, {"defend_dice": 1}, {"attack_dice": 1}], ids=repr)
@pytest.mark.parametrize("shape", [(1, 9), (9, 1), (9, 2), (2, 9)])
def test_narrow_tables(shape: tuple[int, int], options: dict[str, Any]) -> None:
    exact = odds.table(*shape, exact=True, **options).values.astype(float)
    assert odds.table(*shape, **options).values == pytest.approx(exact, abs=1e-14)


def test_one_row_and_a_whole_column_of_a_table() -> None:
    table = odds.table(6, 4)
    assert table[0].tolist() == [0] * 5
    assert table[:, 0].tolist() == [0, 1, 1, 1, 1, 1, 1]
    assert table[1, 1:].tolist() == [0] * 4
    assert grid.kept_wins()[6][:5] == pytest.approx(table[6].tolist())


def test_a_column_of_chances() -> None:
    column = battles._column(CLASSIC, 9, 3)
    assert len(column) == 10
    assert column[2:].tolist() == pytest.approx([odds.win(n, 3) for n in range(2, 10)])


# -- deals and pages -----------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_first_reinforcements_add_up(seats: int) -> None:
    """REIN-01, REIN-03: means add up, whatever the continents have to do with each other."""
    board = load("classic")
    for seat in odds.deal(seats, exact=True).seats:
        bonus = sum(c.bonus * seat.continents[c.name] for c in board.continents)
        assert seat.mean_reinforcements == max(3, seat.territories // 3) + bonus


def test_no_continent_is_larger_than_a_hand() -> None:
    small, large = odds.deal(4, exact=True)[3], odds.deal(3, exact=True)[0]
    assert small.territories < 12 <= large.territories
    assert small.continents["Asia"] == 0 < large.continents["Asia"]


def test_pages_have_nothing_between_their_parts() -> None:
    law, told = odds.battle(4, 2), odds.explain(4, 2)
    assert "</li><li>" in told._repr_html_()
    assert "<th>1</th><th>2</th><th>3</th></tr>" in odds.table(3, 3)._repr_html_()
    assert "</tr><tr>" in law._repr_html_()
    assert "</div><div>" in show.card("t", ["one", "two"])
    assert any("a tie is the defender's" in step for step in told.steps)
