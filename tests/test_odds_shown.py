"""What the odds say beside the chance to win: losses, tables, cards and words."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from math import isclose, sqrt

import numpy as np
import pytest

from risknb import odds
from risknb.moves import losses
from risknb.odds import fight, show, words


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
    assert fight.together(np.array([1.0, 1e-15])) == 1.0
    assert fight.together(np.array([Fraction(1, 3)])) == Fraction(1, 3)


def test_how_chances_are_written() -> None:
    found = [show.percent(p) for p in (-0.1, 0, 0.0004, 0.0005, 0.5, 0.9994, 0.9995, 1, 1.1)]
    assert found == [
        "0 %", "0 %", "under 0.1 %", "0.1 %", "50.0 %", "99.9 %", "over 99.9 %", "100 %", "100 %",
    ]  # fmt: skip


def test_many_bars_are_put_together() -> None:
    bars = [(f"armies left: {n}", 0.25) for n in range(13)]
    assert show.shorten(bars[:12]) == bars[:12]
    found = show.shorten(bars)
    assert found[0] == ("armies left: 0 to 1", 0.5)
    assert found[-1] == ("armies left: 12", 0.25)
    assert len(found) == 7


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
    assert large.count("<td") == 12 * 12
    assert "(12 x 12 of 30 x 30)" in large
    assert "(12 x 2 of 13 x 2)" in odds.table(13, 2)._repr_html_()
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


# -- cards ---------------------------------------------------------------------------------------
def bars(html: str) -> list[tuple[str, str, str]]:
    """Label, width and number of every bar."""
    row = (
        r'<tr><td style="text-align:right">([^<]*)</td>'
        r'<td style="width:12em"><div style="background:#0072B2;height:0.8em;width:([^"]*)"></div>'
        r'</td><td style="text-align:right">([^<]*)</td></tr>'
    )
    found = re.findall(row, html)
    assert len(found) == html.count("<tr>")
    return found


def head(html: str) -> list[str]:
    """The title and the lines below it."""
    title = re.findall(r"^<div><strong>([^<]*)</strong>", html)
    return title + re.findall(r"<div>([^<]+)</div>", html)


def test_a_card_is_title_lines_and_bars() -> None:
    html = show.card("a<b", ["c&d", "e"], [("f>g", 0.5), ("h", 0.25)])
    assert head(html) == ["a&lt;b", "c&amp;d", "e"]
    assert bars(html) == [("f&gt;g", "100.0%", "50.0 %"), ("h", "50.0%", "25.0 %")]
    assert '<table style="border-spacing:4px 1px;white-space:nowrap"><tr>' in html
    assert html.endswith("</tr></table></div>")
    assert show.card("t", ["l"]) == "<div><strong>t</strong><div>l</div></div>"
    assert bars(show.card("t", [], [("z", 0.0)])) == [("z", "0.0%", "0 %")]
    assert "background:red;" in show.card("t", [], [("z", 1.0)], "red")


def test_what_one_throw_shows() -> None:
    html = odds.roll(1, 1)._repr_html_()
    assert head(html) == ["One throw", "Mean losses: attacker 0.583, defender 0.417"]
    assert bars(html) == [
        ("attacker -0, defender -1: 5/12", "71.4%", "41.7 %"),
        ("attacker -1, defender -0: 7/12", "100.0%", "58.3 %"),
    ]
    law = odds.roll(3, 2)
    rows = [tuple(row) for row in law.to_frame().itertuples(index=False)]
    assert rows == [(a, d, float(p)) for (a, d), p in law.items()]


def test_what_a_battle_shows() -> None:
    law = odds.battle(3, 1)
    html = law._repr_html_()
    assert head(html)[0] == "3 armies against 1"
    assert bars(html) == [
        ("armies left: 3", "100.0%", "57.9 %"),
        ("armies left: 2", "30.3%", "17.6 %"),
        ("defenders left: 1", "42.5%", "24.6 %"),
    ]
    rows = [tuple(row) for row in law.to_frame().itertuples(index=False)]
    assert rows == [(n, d, d == 0, p) for (n, d), p in law.endings.items()]
    assert repr(law) == f"Battle(armies=3, defenders=1, win={law.win!r})"


def test_a_single_army_is_one() -> None:
    """Titles are sentences for people: "1 army", never "1 armies"."""
    found = odds.simulate_battles(1, 1, 3)
    assert head(odds.battle(1, 3)._repr_html_())[0] == "1 army against 3"
    assert head(odds.chain(1, [3])._repr_html_())[0] == "1 army along [3]"
    assert head(found._repr_html_())[0] == "1 battle of 1 army against 3, rolled"
    assert repr(found) == "Simulation(1 battle rolled, win=0.0)"


def test_what_a_chain_shows() -> None:
    law = odds.chain(5, [1, 2])
    html = law._repr_html_()
    assert head(html) == [
        "5 armies along [1, 2]", "All are taken with 52.1 %", "On average 1.49 of 2 territories",
    ]  # fmt: skip
    assert bars(html) == [("1. against 1", "100.0%", "97.2 %"), ("2. against 2", "53.7%", "52.1 %")]
    rows = [tuple(row) for row in law.to_frame().itertuples(index=False)]
    assert rows == [
        (number, link.defenders, armies, p)
        for number, link in enumerate(law.links, 1)
        for armies, p in link.armies.items()
    ]
    assert repr(law) == f"Chain(armies=5, order=[1, 2], win={law.win!r})"


def test_what_a_deal_shows() -> None:
    html = odds.deal(2, board="duel")._repr_html_()
    mean = "3 territories, 3.20 armies in the first turn on average"
    assert head(html)[1:] == [
        "Somebody starts with a continent: 10.0 %", f"Seat 0: {mean}", f"Seat 1: {mean}",
    ]  # fmt: skip
    assert bars(html) == [("Highland", "100.0%", "5.0 %"), ("Lowland", "100.0%", "5.0 %")]
    law = odds.deal(3, board="archipelago")  # seat 0 gets one more than the others (SETUP-09)
    first = [(name, show.percent(p)) for name, p in law[0].continents.items()]
    assert [(label, number) for label, _, number in bars(law._repr_html_())] == first
    assert first != [(name, show.percent(p)) for name, p in law[1].continents.items()]


def test_what_a_seat_of_a_deal_shows() -> None:
    html = odds.deal(2, board="duel")[1]._repr_html_()
    assert head(html)[1:] == [
        "Holds a continent at the start: 10.0 %",
        "3 territories, 3.20 armies in the first turn on average",
    ]
    assert bars(html) == [("Highland", "100.0%", "5.0 %"), ("Lowland", "100.0%", "5.0 %")]


@pytest.mark.parametrize("way", ["rolled", "drawn"])
def test_what_a_simulation_shows(way: str) -> None:
    found = odds.simulate_battles(100, 4, 2, way=way, seed=1)
    html = found._repr_html_()
    assert head(html) == [
        f"100 battles of 4 armies against 2, {way}",
        "The usual distance between the two is 4.75 points",
    ]
    assert [(label, number) for label, _, number in bars(html)] == [
        ("won here", show.percent(found.win)), ("exact chance", "65.6 %"),
    ]  # fmt: skip
    assert repr(found) == f"Simulation(100 battles {way}, win={found.win!r})"


# -- words ---------------------------------------------------------------------------------------
def test_an_explanation_word_by_word() -> None:
    told = odds.explain(3, 1)
    lines = str(told).split("\n")
    assert lines[0] == told.title == "3 armies attack 1 defender"
    assert lines[1:] == [f"{number}. {step}" for number, step in enumerate(told.steps, 1)]
    assert told.steps[0].startswith("One army must stay, so 2 of the 3 can attack")
    assert told.steps[0].endswith("A = 2).")
    assert told.steps[1].startswith("The attacker throws 2 dice, the defender 1 die. ")
    assert told.steps[2] == (
        "Of 216 equally likely throws 125 cost the attacker 0 and the defender 1, such as 6 5"
        " against 4; 91 cost the attacker 1 and the defender 0, such as 5 4 against 6."
    )
    assert told.steps[4].endswith(": W(3, 1) = 125/216 W(3, 0) + 91/216 W(2, 1).")
    assert told.steps[5] == "W(2, 1) = 15/36 W(2, 0) + 21/36 W(1, 1), which is 5/12."
    assert told.steps[6].startswith("So W(3, 1) is 1955/2592, in per cent 75.4 %. ")
    html = told._repr_html_()
    assert re.findall(r"<li>(.*?)</li>", html) == [s.replace("'", "&#x27;") for s in told.steps]
    assert html.startswith(f"<div><strong>{told.title}</strong><ol><li>")
    assert html.endswith("</li></ol></div>")


@pytest.mark.parametrize(("defend", "rule"), [
    (1, "Highest against highest; a tie"),
    (2, "Highest against highest, second against second; a tie"),
    (3, "Highest against highest, second against second, third against third; a tie"),
])  # fmt: skip
def test_every_pair_of_dice_is_compared(defend: int, rule: str) -> None:
    """COMB-06: as many pairs as the side with fewer dice has."""
    assert f". {rule} is the defender's." in odds.explain(9, 9, defend_dice=defend).steps[1]


@pytest.mark.parametrize("sides", [2, 4, 6, 10])
@pytest.mark.parametrize(("attack", "defend"), list(product((1, 2, 3), repeat=2)))
def test_every_example_costs_what_it_is_an_example_of(attack: int, defend: int, sides: int) -> None:
    law = odds.roll(attack, defend, sides=sides)
    step = odds.explain(9, 9, attack_dice=attack, defend_dice=defend, sides=sides).steps[2]
    found = re.findall(
        r"attacker (\d) and the defender (\d), such as ([\d ]+) against ([\d ]+)", step
    )
    assert [(int(a), int(d)) for a, d, _, _ in found] == list(law)
    for lost, killed, mine, theirs in found:
        faces, others = ([int(face) for face in side.split()] for side in (mine, theirs))
        assert losses(faces, others) == (int(lost), int(killed))
        assert (len(faces), len(others)) == (attack, defend)
        assert {*faces, *others} <= set(range(1, sides + 1))


def test_an_example_shows_different_faces() -> None:
    assert "such as 6 5 4 against 3 2" in odds.explain(4, 2).steps[2]
    assert "such as 5 3 2 against 6 4." in odds.explain(4, 2).steps[2]


def test_what_never_happens_has_no_example() -> None:
    step = odds.explain(2, 1, sides=1).steps[2]
    assert "0 cost the attacker 0 and the defender 1; 1 cost" in step
    assert "such as" not in odds.explain(2, 1, attack_weights=[1, 0, 0, 0, 0, 0]).steps[2]


def test_one_army_cannot_attack() -> None:
    told = odds.explain(1, 2)
    assert told.title == "1 army attacks 2 defenders"
    assert len(told.steps) == 1


def test_smaller_battles_come_first_and_few_are_listed() -> None:
    steps = odds.explain(5, 5).steps[5:-1]
    sizes = [sum(map(int, re.findall(r"\d+", step.split(" = ")[0]))) for step in steps]
    assert len(sizes) == words.LISTED
    assert sizes == sorted(sizes)
    assert odds.explain(4, 7).steps[5].startswith("14 smaller battles are needed on the way")


@pytest.mark.parametrize("options", [
    {"attack_weights": [1, 1, 1, 1, 1, 5]}, {"defend_weights": [5, 1, 1, 1, 1, 1]},
])  # fmt: skip
def test_loaded_dice_are_told_in_shares(options: dict[str, list[int]]) -> None:
    told = odds.explain(2, 1, **options)  # type: ignore[arg-type]
    won, lost = odds.roll(1, 1, **options).values()
    assert told.steps[2] == (
        f"The dice are loaded: a share of {won} cost the attacker 0 and the defender 1;"
        f" {lost} cost the attacker 1 and the defender 0."
    )
    assert told.steps[4].endswith(f": W(2, 1) = {won} W(2, 0) + {lost} W(1, 1).")


def test_long_fractions_become_decimals() -> None:
    assert words._text(Fraction(12345, 678901)) == "12345/678901"
    assert words._text(Fraction(12345, 1234567)) == "about 0.009999"
