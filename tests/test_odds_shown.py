"""What the odds say beside the chance to win: losses, tables, cards and words."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isclose, sqrt

import pytest

from risknb import odds
from risknb.odds import battles, show


@pytest.mark.parametrize(("armies", "defenders", "stop"), [(2, 1, 1), (5, 4, 1), (9, 6, 3)])
def test_losses_follow_from_the_endings(armies: int, defenders: int, stop: int) -> None:
    """COMB-06: mean and spread of both sides, counted over every ending."""
    law = odds.battle(armies, defenders, stop=stop, exact=True)
    assert sum(law.endings.values()) == 1
    for side in (0, 1):
        lost = {left: (armies - left[0], defenders - left[1])[side] for left in law.endings}
        mean = sum(p * lost[left] for left, p in law.endings.items())
        spread = sum(p * (lost[left] - mean) ** 2 for left, p in law.endings.items())
        assert law.expected_losses[side] == mean
        assert isclose(law.sd[side], sqrt(spread))


def test_a_chance_is_never_above_one() -> None:
    assert battles._chance(1 + 1e-15) == 1.0
    assert battles._chance(Fraction(1, 3)) == Fraction(1, 3)


def test_how_chances_are_written() -> None:
    found = [show.percent(p) for p in (-0.1, 0, 0.0004, 0.0005, 0.5, 0.9994, 0.9995, 1, 1.1)]
    assert found == [
        "0 %", "0 %", "under 0.1 %", "0.1 %", "50.0 %", "99.9 %", "over 99.9 %", "100 %", "100 %",
    ]  # fmt: skip


def test_many_bars_are_put_together() -> None:
    bars = [(str(n), 0.25) for n in range(25)]
    assert show.shorten(bars[:24]) == bars[:24]
    found = show.shorten(bars)
    assert found[0] == ("0 to 1", 0.5)
    assert found[-1] == ("24", 0.25)
    assert len(found) == 13


def test_a_battle_shows_every_ending_and_the_mean_losses() -> None:
    law = odds.battle(4, 3)
    html = law._repr_html_()
    assert re.findall(r"armies left: (\d)", html) == ["4", "3", "2"]
    assert re.findall(r"defenders left: (\d)", html) == ["1", "2", "3"]
    mine, theirs = law.expected_losses
    assert f"Mean losses: attacker {mine:.2f}, defender {theirs:.2f}" in html
    assert f"The attacker wins with {show.percent(law.win)}" in html


def test_a_table_has_named_rows_and_columns() -> None:
    table = odds.table(3, 2)
    frame = table.to_frame()
    assert (frame.index.name, frame.columns.name) == ("armies", "defenders")
    assert (list(frame.index), list(frame.columns)) == ([1, 2, 3], [1, 2])
    assert frame.loc[3, 2] == table[3, 2]


def test_a_table_is_shown_cell_by_cell() -> None:
    html = odds.table(2, 3)._repr_html_()
    assert re.findall(r"<th>(\d*)</th>", html) == ["", "1", "2", "3", "1", "2"]
    assert re.findall(r">([\d.]+)</td>", html) == ["0.0", "0.0", "0.0", "41.7", "10.6", "2.7"]
    assert 'style="background:rgba(0,114,178,0.21)">41.7' in html
    assert "(2 x 3)" in html
    large = odds.table(30, 30)._repr_html_()
    assert re.findall(r"<tr><th>(\d+)</th>", large) == [str(n) for n in range(1, 13)]


def test_an_explanation_has_a_title_and_numbered_steps() -> None:
    told = odds.explain(3, 2)
    assert told.title == "3 armies attack 2 defenders"
    assert odds.explain(2, 1).title == "2 armies attack 1 defender"
    frame = told.to_frame()
    assert list(frame.columns) == ["step", "text"]
    assert list(frame.step) == list(range(1, len(told.steps) + 1))
    assert tuple(frame.text) == told.steps


@pytest.mark.parametrize(
    "options",
    [{}, {"attack_dice": 2}, {"defend_dice": 1}, {"sides": 4},
     {"attack_weights": [1, 1, 1, 1, 1, 3]}, {"defend_weights": [3, 1, 1, 1, 1, 1]}],
)  # fmt: skip
def test_the_last_step_tells_win_and_losses_of_these_dice(options: dict[str, object]) -> None:
    law = odds.battle(5, 3, **options)  # type: ignore[arg-type]
    mine, theirs = law.expected_losses
    last = odds.explain(5, 3, **options).steps[-1]  # type: ignore[arg-type]
    assert f"per cent {show.percent(law.win)}" in last
    assert f"loses {mine:.2f} armies and the defender {theirs:.2f}." in last


def test_a_deal_has_a_row_for_every_seat_and_continent() -> None:
    """SETUP-09: of 42 territories two of four seats get eleven."""
    law = odds.deal(4)
    frame = law.to_frame()
    assert list(frame.columns) == ["seat", "territories", "continent", "chance"]
    assert len(frame) == 4 * 6
    for row in frame.itertuples():
        assert row.territories == law[row.seat].territories
        assert row.chance == law[row.seat].continents[row.continent]
    assert sorted(seat.territories for seat in law.seats) == [10, 10, 11, 11]
