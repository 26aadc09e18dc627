"""Luck: zero-sum, exact, and told in words."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from recorded import bots_game, by_hand, every_table, just_dealt, over

from risknb import Game, frames, luck, odds
from risknb.dice import LoadedDice
from risknb.luck.faces import chance_of, chance_of_run, exact_chance, holm, longest_run, usual_run
from risknb.luck.reckoning import Law, power
from risknb.moves import Attack, losses
from risknb.state import Phase


def throws(*lost: int, attack: int = 3, defend: int = 2) -> pd.DataFrame:
    """A table of throws of so many dice with these attacker losses."""
    law = odds.roll(attack, defend)
    mean, pairs = float(law.expected_losses.attacker), min(attack, defend)
    rows = [
        {
            "attacker": "Ada", "defender": "Ben", "attacker_seat": 0, "defender_seat": 1,
            "attack_dice": attack, "defend_dice": defend, "attacker_losses": n,
            "defender_losses": pairs - n, "attacker_expected": mean,
            "defender_expected": pairs - mean, "variance": law.sd**2, "luck": mean - n,
            "swing": 0.0, "reroll_die": pd.NA, "commander_die": pd.NA, "turn": 1,
        }
        for n in lost
    ]  # fmt: skip
    return pd.DataFrame(rows)


# -- the ledger ------------------------------------------------------------------------------------
def test_the_ledger_of_the_lessons() -> None:
    """Ten throws of three against two that cost fifteen armies: lessons.md, section 7."""
    ada, ben = luck.ledger(throws(2, 2, 2, 2, 2, 1, 1, 1, 1, 1)).to_dict("records")
    assert ada["z"] == pytest.approx(-2.258, abs=5e-4)
    assert ada["percentile"] == pytest.approx(0.0130, abs=5e-5)
    assert ben["z"] == pytest.approx(-ada["z"])
    assert ben["percentile"] == pytest.approx(1 - ada["percentile"])


def test_the_ledger_of_a_game_by_hand() -> None:
    m32, m31, m21 = Fraction(7161, 7776), Fraction(441, 1296), Fraction(91, 216)
    entries = luck.ledger(by_hand(), roles=True)
    assert entries[["player", "role"]].to_numpy().tolist() == [
        ["Ada", "attacker"], ["Ada", "defender"], ["Ben", "attacker"], ["Ben", "defender"],
    ]  # fmt: skip
    expected = [m32, 10 - 4 * m32 - m31 - m21, 4 * m32 + m31 + m21, 2 - m32]
    assert entries["expected"].tolist() == pytest.approx(expected)
    assert entries["actual"].tolist() == [0, 6, 4, 2]
    assert entries["rolls"].tolist() == [1, 6, 6, 1]
    ada, ben = luck.ledger(by_hand()).to_dict("records")
    assert ada["luck"] == pytest.approx(float(m32 + expected[1] - 6))
    assert ada["luck"] == pytest.approx(-ben["luck"])
    assert ada["sd"] == pytest.approx(sqrt(sum(frames.rolls(by_hand())["variance"])))


def test_the_percentile_is_that_of_all_outcomes() -> None:
    """Every outcome of three different throws, one by one, against the convolution."""
    frame = pd.concat([throws(1), throws(0, attack=1), throws(1, attack=2, defend=1)])
    laws = [odds.roll(3, 2), odds.roll(1, 2), odds.roll(2, 1)]
    worse = same = Fraction(0)
    for picks in product(*(law.items() for law in laws)):
        lost = sum(pair[0] for pair, _ in picks)
        chance = Fraction(1)
        for _, p in picks:
            chance *= p
        worse += chance * (lost > 2)
        same += chance * (lost == 2)
    assert luck.ledger(frame)["percentile"].iloc[0] == pytest.approx(float(worse + same / 2))


@pytest.mark.parametrize("table", list(every_table()), ids=lambda table: "-".join(map(str, table)))
def test_luck_is_zero_sum(table: tuple[str, str, int, Any]) -> None:
    edition, mode, seats, options = table
    entries = luck.ledger(bots_game(edition, mode, seats, options=options))
    assert entries["luck"].sum() == pytest.approx(0, abs=1e-9)
    assert entries["swing"].sum() == pytest.approx(0, abs=1e-9)
    assert entries["percentile"].between(0, 1).all()
    difference = (entries["expected"] - entries["actual"]).tolist()
    assert entries["luck"].tolist() == pytest.approx(difference)


def test_luck_has_no_drift_over_many_throws() -> None:
    """Conditioned on the dice thrown, luck is a martingale: all z together look normal."""
    games = [bots_game("2018", "domination", 4, seed=seed) for seed in range(6)]
    entries = luck.ledger({str(n): game for n, game in enumerate(games)}, roles=True)
    attackers = entries[entries["role"] == "attacker"]
    total = attackers["luck"].sum() / sqrt((attackers["sd"] ** 2).sum())
    assert abs(total) < 3


def test_luck_survives_saving(tmp_path: Path) -> None:
    game = by_hand()
    game.save(tmp_path / "g.rgn")
    pd.testing.assert_frame_equal(luck.ledger(Game.load(tmp_path / "g.rgn")), luck.ledger(game))


def test_a_game_without_a_battle_has_an_empty_ledger() -> None:
    assert luck.ledger(just_dealt()).empty
    assert luck.track(just_dealt()).empty
    assert luck.what_were_the_odds(just_dealt()).empty
    assert str(luck.fairness(just_dealt())) == "No dice were thrown yet."


def test_a_table_of_something_else_is_refused() -> None:
    with pytest.raises(frames.FrameError, match="no column attacker"):
        luck.ledger(frames.turns(by_hand()))


# -- decisions about dice are no luck --------------------------------------------------------------
def expert(*steps: str) -> Game:
    """A game with a commander whose first attack on a single army goes like that."""
    game = Game(["Ada", "Ben", "Cleo"], edition="2018", seed=1, options={"commander": True})
    while game.state.phase is not Phase.ATTACK:
        game.push(next(iter(game.legal_moves())))
    move = next(m for m in game.legal_moves(kind=Attack) if game.armies(m.dst) == 1)
    src, dst = (game.board.codes[at] for at in (move.src, move.dst))
    for step in steps:
        game.push(step.replace("SRC>DST", f"{src}>{dst}"))
    return game


def test_a_commanders_six_is_a_decision_and_no_luck() -> None:
    """EXP-05: 1 against 5 would lose an army; turned to a six it takes one."""
    game = expert("SRC>DST*1=1:5", "^1")
    row = frames.rolls(game).iloc[0]
    assert (row["a1"], row["d1"], row["commander_die"]) == (1, 5, 1)
    assert (row["attacker_losses"], row["defender_losses"]) == (0, 1)
    # The dice alone cost an army where 7/12 were expected: bad luck, made good by a decision.
    assert row["luck"] == pytest.approx(7 / 12 - 1)
    assert row["attacker_expected"] == pytest.approx(7 / 12 - 1)
    assert luck.ledger(game)["percentile"].iloc[0] == pytest.approx(7 / 12 / 2)


def test_the_law_of_very_many_throws_stays_short_and_right() -> None:
    """A hundred thousand throws: whoever pools a thousand games waits for nothing."""
    lost = np.array([2890, 2611, 2275]) / 7776
    law = power(Law(0, lost), 100_000)
    assert len(law.chances) < 6000
    losses_by_chance = law.first + np.arange(len(law.chances))
    mean, one = losses_by_chance @ law.chances, lost @ np.arange(3)
    assert mean == pytest.approx(100_000 * one)
    variance = (losses_by_chance - mean) ** 2 @ law.chances
    assert variance == pytest.approx(100_000 * (lost @ np.arange(3) ** 2 - one**2))


def test_luck_beyond_all_measure_is_a_certainty() -> None:
    """Two thousand throws that cost one side nothing and the other all."""
    assert luck.ledger(throws(*[0] * 2000))["percentile"].tolist() == pytest.approx([1, 0])


def test_a_die_rolled_again_is_a_throw_of_its_own() -> None:
    """EXP-04: 2 against 4, rolled again to a 5."""
    row = pd.DataFrame(
        [{"a1": 2, "a2": pd.NA, "a3": pd.NA, "d1": 4, "d2": pd.NA, "d3": pd.NA,
          "reroll_die": 1, "reroll_face": 5, "commander_die": pd.NA}]
    )  # fmt: skip
    frame = throws(0, attack=1, defend=1).assign(**row.iloc[0].to_dict())
    # The first die: 7/12 expected, 1 lost. The second: 4 of 6 faces lose against a 4, none lost.
    entry = luck.ledger(frame).iloc[0]
    both_lose = Fraction(7, 12) * Fraction(4, 6)
    one_loses = Fraction(7, 12) * Fraction(2, 6) + Fraction(5, 12) * Fraction(4, 6)
    assert entry["percentile"] == pytest.approx(float(both_lose + one_loses / 2))


def test_rerolls_of_whole_games_add_up() -> None:
    """Luck of every throw with a re-roll, worked out from its faces."""
    game = bots_game("2018", "domination", 3, options=(("commander", True), ("reroll", True)))
    rolls = frames.rolls(game)
    again = rolls[rolls["reroll_die"].notna()]
    assert len(again) > 0
    for row in again.itertuples():
        attack = [int(f) for f in (row.a1, row.a2, row.a3) if not pd.isna(f)]
        defend = [int(f) for f in (row.d1, row.d2, row.d3) if not pd.isna(f)]
        first = odds.roll(len(attack), len(defend)).expected_losses.attacker
        change = float(first) - losses(attack, defend)[0]
        outcomes = []
        for face in range(1, 7):
            attack[row.reroll_die - 1] = face
            outcomes.append(losses(attack, defend)[0])
        change += sum(outcomes) / 6 - outcomes[row.reroll_face - 1]
        assert row.luck == pytest.approx(change)


# -- how luck grew ---------------------------------------------------------------------------------
def test_the_track_ends_where_the_ledger_is() -> None:
    game = over()
    track, entries = luck.track(game), luck.ledger(game).set_index("player")
    for player, part in track.groupby("player"):
        assert len(part) == entries.loc[player, "rolls"]
        assert part["luck"].iloc[-1] == pytest.approx(entries.loc[player, "luck"])
        assert part["high"].iloc[-1] == pytest.approx(1.959964 * entries.loc[player, "sd"])
        assert (part["low"] == -part["high"]).all()


# -- fairness --------------------------------------------------------------------------------------
def test_faces_are_counted_by_player_role_and_die() -> None:
    counts = luck.fairness(by_hand()).counts.set_index(["player", "role", "die"])
    assert counts.loc[("Ben", "attacker", "1")].tolist() == [1, 1, 1, 0, 0, 3, 6]
    assert counts.loc[("Ben", "attacker", "3")].tolist() == [3, 0, 1, 0, 1, 0, 5]
    assert counts.loc[("Ada", "defender", "2")].tolist() == [1, 0, 0, 1, 1, 1, 4]
    assert counts.loc[("Ada", "attacker", "2")].tolist() == [0, 0, 0, 0, 0, 1, 1]


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_the_exact_chance_is_that_of_all_throws(dice: int) -> None:
    every = [sum(faces.count(f) ** 2 for f in range(6)) for faces in product(range(6), repeat=dice)]
    for squares in sorted(set(every)):
        wanted = sum(found >= squares for found in every) / 6**dice
        assert exact_chance(dice, squares) == pytest.approx(wanted)


def test_exact_and_simulated_chances_agree() -> None:
    faces = np.array([28, 15, 20, 17, 22, 18])
    exact = exact_chance(120, int((faces**2).sum()))
    random = np.random.default_rng(5).multinomial(120, [1 / 6] * 6, size=20_000)
    simulated = ((random**2).sum(axis=1) >= (faces**2).sum()).mean()
    assert exact == pytest.approx(simulated, abs=0.015)
    assert chance_of(faces) == (exact, True)
    assert chance_of(faces * 10)[1] is False
    assert chance_of(faces * 10, seed=3) == chance_of(faces * 10, seed=3)


def test_holms_correction() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@pytest.mark.parametrize("length", [1, 2, 3, 5])
def test_the_chance_of_a_run_is_that_of_all_sequences(length: int) -> None:
    p, trials = 0.3, 8
    wanted = sum(
        np.prod([p if one else 1 - p for one in flags])
        for flags in product((False, True), repeat=trials)
        if longest_run(np.array(flags)) >= length
    )
    assert chance_of_run(trials, p, length) == pytest.approx(wanted)


def test_the_usual_longest_run() -> None:
    wanted = sum(chance_of_run(6, 0.5, length) for length in range(1, 7))
    assert usual_run(6, 0.5) == pytest.approx(wanted)
    assert longest_run(np.array([True, True, False, True])) == 2
    assert longest_run(np.array([], dtype=bool)) == 0


def loaded(weights: dict[int, list[float]]) -> Game:
    game = Game(
        ["Ada", "Ben", "Cleo"], edition="2010", dice=LoadedDice(weights, seed=4),
        bots=dict.fromkeys(range(3), "rusher"), options={"setup": "deal"},
    )  # fmt: skip
    return game.play(40)


def test_a_loaded_die_is_found_and_the_others_are_not_blamed() -> None:
    found = luck.fairness(loaded({1: [1, 1, 1, 1, 1, 4]}))
    tests = found.tests.set_index("player")
    assert tests.loc["Ben", "p_holm"] < 0.001
    assert tests.loc[["Ada", "Cleo"], "p_holm"].min() > 0.05
    verdict = next(line for line in found.words if line.startswith("Ben:"))
    assert "hard to call chance" in verdict


def test_fairness_warns_of_sorted_dice_and_speaks_plainly() -> None:
    found = luck.fairness(over())
    assert "sixes than ones" in str(found)
    assert "longest bad run" in str(found)
    assert found._repr_html_().count("<li>") == len(found.words)


def test_names_are_escaped_in_html() -> None:
    game = by_hand(names=("<i>Ada", "Ben"))
    assert "<i>Ada" not in luck.fairness(game)._repr_html_()


# -- unlikely battles ------------------------------------------------------------------------------
def test_the_most_unlikely_battles_come_first() -> None:
    found = luck.what_were_the_odds(over(), most=8)
    assert len(found) == 8
    assert found["chance"].is_monotonic_increasing
    rest = frames.battles(over())["percentile"]
    assert found["chance"].iloc[0] == pytest.approx(min(rest.min(), 1 - rest.max()))


def test_tables_put_together_repeat_no_battle() -> None:
    several = [frames.battles({name: over()}) for name in "ab"]
    found = luck.what_were_the_odds(pd.concat(several), most=4)
    assert found["game"].tolist() == ["a", "b", "a", "b"]
    assert found["chance"].is_monotonic_increasing


def test_the_sentence_to_quote() -> None:
    sentences = luck.what_were_the_odds(by_hand())["sentence"].tolist()
    assert sentences[0] == (
        "Turn 2: Ada attacked Stone Pass from Moorland with 4 armies against 2 of Ben and took it"
        " without a loss. It goes so well for the attacker about once in 5 times."
    )
    assert "gave up with 2 left against 1" in sentences[1]


def test_whoever_stops_without_a_loss_was_lucky() -> None:
    game = by_hand("ben+3", "ben>pas*3=666:11", "--")
    told = luck.what_were_the_odds(game)["sentence"].tolist()
    assert (
        "Turn 3: Ben attacked Stone Pass from River Bend with 8 armies against 3 of Ada and stopped"
        " without a loss, 1 still there. It goes so well for the attacker about once in 5 times."
    ) in told


# -- turning points and forecasts ------------------------------------------------------------------
def test_strength_adds_up() -> None:
    shares = luck.strength(frames.turns(over()))
    assert shares.sum(axis=1).tolist() == pytest.approx([1] * len(shares))


def test_turning_points_by_hand() -> None:
    # Ada's army share goes from 2/11 to 5/12 and her income share from 3/8 to 5/10 in turn 2.
    point = luck.turning_points(by_hand(), most=5).set_index("turn").loc[2]
    assert point["before"] == pytest.approx((2 / 11 + 3 / 8) / 2)
    assert point["after"] == pytest.approx((5 / 12 + 1 / 2) / 2)
    assert point["sentence"] == (
        "Turn 2: Ada went from 28 % to 46 % of all strength:"
        " one territory taken, now holding Highland."
    )


def test_a_forecast_adds_up_and_ends_with_the_winner() -> None:
    game = over()
    found = luck.forecast(game, games=4, points=4, seed=1)
    sums = found.groupby("turn")["chance"].sum()
    assert sums.tolist() == pytest.approx([1] * len(sums))
    assert (found["low"] <= found["chance"]).all()
    assert (found["chance"] <= found["high"]).all()
    last = found[found["turn"] == found["turn"].max()]
    assert last.loc[last["chance"] == 1, "seat"].tolist() == list(game.state.winners)
    pd.testing.assert_frame_equal(found, luck.forecast(game, games=4, points=4, seed=1))


def test_mates_win_together() -> None:
    game = bots_game("2003", "team", 4, turns=200)
    assert game.state.over
    found = luck.forecast(game, games=2, points=3, turns=2, seed=1)
    by_seat = found.pivot(index="turn", columns="seat", values="chance")
    assert by_seat[0].tolist() == by_seat[2].tolist()
    assert (by_seat[0] + by_seat[1]).tolist() == pytest.approx([1] * len(by_seat))
    assert by_seat.iloc[-1].tolist() == game_won(game)


def game_won(game: Game) -> list[float]:
    return [float(seat in game.state.winners) for seat in range(len(game.players))]


def test_a_forecast_does_not_look_into_hands_unasked() -> None:
    with pytest.raises(ValueError, match="looks at hidden cards"):
        luck.forecast(by_hand())
    assert luck.forecast(by_hand(), games=2, points=2, reveal=True)["turn"].tolist() == [1, 1, 3, 3]


# -- bad input -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda game: luck.forecast(None), "game must be a game, not NoneType"),
        (lambda game: luck.forecast([game]), "game must be a game, not list"),
        (lambda game: luck.forecast(game, games=0, reveal=True), "games must be at least 1"),
        (lambda game: luck.forecast(game, points="x", reveal=True), "points must be a whole"),
        (lambda game: luck.forecast(game, turns=0, reveal=True), "turns must be at least 1"),
        (lambda game: luck.turning_points("g.rgn"), "game must be a game, not str"),
        (lambda game: luck.turning_points(game, most="x"), "most must be a whole number"),
        (lambda game: luck.what_were_the_odds(game, most=0), "most must be at least 1"),
        (lambda game: luck.fairness(game, seed="x"), "seed must be a whole number"),
        (lambda game: luck.strength(pd.DataFrame()), "no column turn, seat, neutral"),
        (lambda game: luck.strength(frames.turns([game, over()])), "turns of several games"),
        (lambda game: luck.track(throws(1).drop(columns="turn")), "no column turn"),
        (lambda game: luck.ledger(throws(1).assign(reroll_die=1)), "no column a1, a2"),
        (lambda game: luck.ledger(throws(1).assign(variance="x")), "variance does not hold fl"),
        (lambda game: luck.ledger("g.rgn"), "games must be a game or several, not str"),
    ],
)
def test_what_cannot_be_reckoned_with_is_named(call: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call(by_hand())


def test_a_forecast_from_a_single_turn() -> None:
    found = luck.forecast(by_hand(), games=2, points=1, reveal=True)
    assert found["turn"].tolist() == [1, 1]
