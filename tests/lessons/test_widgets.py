"""The no-code path: buttons and boxes do what the plain calls do, and pictures have words."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from risknb.charts import describe
from risknb.lessons import (
    LessonError,
    check,
    counted,
    exercise,
    exercises,
    plots,
    predictions,
    show,
    throws,
    typed,
    won_or_lost,
)
from risknb.lessons.figures import attacker_wins
from risknb.lessons.widgets import (
    AnswerBoxes,
    CostExplorer,
    GridPicker,
    HandIn,
    PairCounter,
    PredictionBoxes,
    Roller,
    TrialBox,
    picture,
)


# -- widgets -------------------------------------------------------------------------------------
def test_the_grid_is_marked_by_clicks_and_by_calls() -> None:
    picker = GridPicker()
    picker.squares[6, 1].value = True
    picker.mark(6, 2)
    picker.mark(3, 3)
    picker.mark(3, 3)
    assert picker.marked == {(6, 1), (6, 2)}
    assert "Marked: 2 of 36" in picker.told.value
    assert picker.squares[6, 1].description == "A 6:1"
    assert picker.squares[3, 3].description == "3:3"
    assert len(GridPicker(4).squares) == 16
    with pytest.raises(LessonError):
        GridPicker(40)


def test_a_grid_marked_rightly_solves_1a() -> None:
    picker = GridPicker()
    for attack, defend in picker.squares:
        if attacker_wins(attack, defend):
            picker.mark(attack, defend)
    assert check("1a", len(picker.marked))


def test_the_roller_throws() -> None:
    roller = Roller(2, 1, seed=4)
    assert "Nothing thrown yet" in roller.said.value
    once, ten, hundred = roller.widget.children[1].children
    for button in (once, ten, hundred):
        button.click()
    assert len(roller.throws) == 111
    roller.attack.value, roller.defend.value = 3, 2
    assert roller.throw(5)["attack_dice"].tolist() == [3] * 5
    assert {name: len(part) for name, part in roller.sets().items()} == {
        "2 against 1": 111, "3 against 2": 5,
    }  # fmt: skip
    assert re.search(r'<img alt="Throws by the attacker', roller.image.value)
    assert Roller(2, 1, seed=4).throw(3).equals(Roller(2, 1, seed=4).throw(3))


def test_answer_boxes_check_like_check() -> None:
    boxes = AnswerBoxes(2)
    assert set(boxes.boxes) == {one.id for one in exercises(2) if one.kind != "function"}
    boxes.boxes["2a"].value = "11/36"
    boxes.widget.children[1].children[1].click()
    assert boxes.verdicts["2a"]
    assert boxes.answer("2e", "attack") == check("2e", "attack")
    assert "✗" in boxes.told["2e"].value
    with pytest.raises(LessonError):
        AnswerBoxes(77)


def test_an_answer_is_checked_when_it_is_entered() -> None:
    boxes = AnswerBoxes(2)
    boxes.boxes["2a"].value = "11/36"  # the page sends it with Enter
    boxes.boxes["2e"].value = "attack"
    assert not boxes.boxes["2a"].continuous_update
    assert set(boxes.verdicts) == {"2a"}


def test_prediction_boxes_write_down() -> None:
    boxes = PredictionBoxes(1)
    assert set(boxes.boxes) == {one.id for one in predictions(1)}
    boxes.boxes["1p"].value = "18"
    boxes.widget.children[1].children[1].click()
    assert "predicted 18" in boxes.told["1p"].value
    assert "no prediction yet" in str(boxes.predict("1q", ""))


def test_what_was_tried_by_hand_is_typed_into_a_box() -> None:
    box = TrialBox("6:3 2:2")
    assert "Nothing typed in" in box.told.value
    box.box.value = "6:3 2 : 2\n1:5"
    assert box.text == "6:3 2 : 2\n1:5"
    assert "3 read" in box.told.value
    box.write("6:3 7:1")
    assert box.text == ""
    assert "&#x27;7:1&#x27; is no throw" in box.told.value


def test_battles_and_small_numbers_are_typed_in_too() -> None:
    battles = TrialBox("wwl", won_or_lost)
    battles.write("w w L")
    assert battles.read(battles.text) == [1, 1, 0]
    battles.write("wx")
    assert "w for a battle won" in battles.told.value
    waits = TrialBox("3 5 4", counted, 3, 5)
    waits.write("3, 5 4")
    assert "3 read" in waits.told.value
    waits.write("3 6")
    assert "from 3 to 5" in waits.told.value


@pytest.mark.parametrize("text", ["1.5", "-1", "two", "1e3", "99999999999"])
def test_only_small_whole_numbers_are_counted(text: str) -> None:
    with pytest.raises(LessonError, match="whole numbers"):
        counted(text, 0, 9)


def test_all_throws_are_counted_by_their_pairs() -> None:
    counter = PairCounter()
    counter.first.value = counter.second.value = "higher"
    assert counter.count("higher", "higher") == 2890
    assert "2890" in counter.said.value
    assert counter.count() == 6**5
    assert counter.count("higher") == exercise("4a").answer() * 6**5
    lost = sum(counter.count(a, b) for a in ("the same", "lower") for b in ("the same", "lower"))
    assert lost == 2275
    with pytest.raises(LessonError, match="choose one of"):
        counter.count("sixes")


def test_a_file_is_handed_in_by_a_button(desk: Path) -> None:
    box = HandIn(throws(5, seed=1))
    (click,) = (part for part in box.widget.children[0].children if hasattr(part, "click"))
    click.click()
    assert "Choose an alias" in box.told.value
    box.alias.value = "!!"
    click.click()
    assert "an alias needs a letter" in box.told.value
    box.alias.value = "Fox 7"
    click.click()
    (file,) = desk.glob("*.csv")
    assert file.name in box.told.value


def test_the_cost_explorer_tells_a_battle() -> None:
    explorer = CostExplorer(4, 2)
    assert "65.6 %" in explorer.said.value
    explorer.armies.value = 3
    assert explorer.look(3, 2) in explorer.said.value


# -- pictures ------------------------------------------------------------------------------------
def test_the_grid_is_drawn_from_a_function_or_from_marks() -> None:
    assert "wins 15 of them" in describe(plots.grid(attacker_wins))
    assert "wins 2 of them" in describe(plots.grid({(6, 1), (5, 1)}))
    assert "nothing yet" in describe(plots.grid(lambda a, d: ...))
    letters = [text.get_text() for text in plots.grid(attacker_wins, 4).texts]
    assert letters.count("A") == 6
    assert letters.count("D") == 10


def test_shares_run_to_their_end() -> None:
    table = typed("6:1 1:6 6:1 6:1")
    assert "75.0 %" in describe(plots.running_share(table))
    assert "exact value is 41.7 %" in describe(plots.running_share(table, 5 / 12))


def test_a_picture_without_data_says_so() -> None:
    empty = throws(0)
    for ax in (
        plots.running_share(empty), plots.outcomes({"none": empty}), plots.estimates(empty),
        plots.loss_bars([]), *plots.joint_map(empty),
    ):  # fmt: skip
        assert "No throws" in describe(ax)


def test_pairs_are_counted() -> None:
    table = plots.pair_table(typed("651:42 651:62 111:66 621:52 6:6"))
    assert table.loc["won", "won"] == 1
    assert table.loc["lost", "won"] == 1
    assert table.loc["lost", "lost"] == 1
    assert table.loc["won", "lost"] == 1
    first, second = plots.joint_map(typed("651:42 111:66"))
    assert "both pairs won 50.0 %" in describe(first)
    assert "both pairs won 25.0 %" in describe(second)


def test_everybody_is_a_dot() -> None:
    pool = pd.concat(throws(10, 3, 2, seed=n, alias=f"p{n}") for n in range(8))
    ax = plots.estimates(pool, mine=0.4)
    assert "8 estimates" in describe(ax)
    assert plots.estimates_of(pool)["throws"].tolist() == [10] * 8
    assert plots.choose(pool, 1, 1).empty


def test_my_mark_stands_below_the_dots_of_my_share() -> None:
    """Lesson 1 asks how many dots stand above the triangle or left of it: 20 of 60 or fewer."""
    twenty = typed("6:1 " * 20 + "1:6 " * 40)
    dots, mark = plots.estimates(twenty, mine=20 / 60).collections
    assert dots.get_offsets()[0, 0] == mark.get_offsets()[0, 0]


def test_letters_are_large_enough() -> None:
    for ax in (plots.grid(attacker_wins), plots.running_share(throws(9, seed=1), 0.4)):
        texts = [ax.title, ax.xaxis.label, ax.yaxis.label, *ax.get_xticklabels(), *ax.texts]
        legend = ax.get_legend()
        texts += legend.get_texts() if legend else []
        assert min(text.get_fontsize() for text in texts) >= 12


def test_a_picture_is_shown_once_with_its_words() -> None:
    made = show(plots.loss_bars([0, 1, 2]))
    assert plt.get_fignums() == []
    assert str(made) == "Armies lost in 3 trials: mean 1.00, standard error 0.47."
    assert made._repr_html_().count(str(made)) == 2
    assert made.png.startswith(b"\x89PNG")
    assert "<b>" not in show(plots.outcomes({"<b>x</b>": throws(3)}))._repr_html_()


def test_a_picture_in_a_page_has_words() -> None:
    page = picture(lambda ax: plots.loss_bars([0, 1, 2], ax=ax))
    assert 'alt="Armies lost in 3 trials: mean 1.00' in page
