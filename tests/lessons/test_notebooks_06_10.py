"""Lessons 6 to 10: hints and pages that give nothing away, and what pupils type in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from risknb.lessons import check, exercises, short_game
from risknb.lessons.widgets import AnswerBoxes

from .running import Ran, cells, notebook, run

LESSONS = range(6, 11)
MISTAKES = [
    pytest.param(one, mistake, id=f"{one.id}-{mistake.name}")
    for lesson in LESSONS
    for one in exercises(lesson)
    for mistake in one.mistakes
]


@pytest.mark.parametrize(
    ("one", "mistake"), [p for p in MISTAKES if p.values[0].kind in ("chance", "number")]
)
def test_a_mistake_written_with_four_decimals_gets_its_hint_too(one, mistake) -> None:
    assert mistake.hint in check(one.id, f"{float(mistake.answer()):.4f}").text


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_hint_gives_an_answer_away(lesson: int) -> None:
    for one in exercises(lesson):
        if one.kind not in ("chance", "number"):
            continue
        texts = [one.hint, *(mistake.hint for mistake in one.mistakes)]
        for text in texts:
            numbers = text.replace(",", " ").replace(".", " ").replace("%", " ").split()
            assert str(one.answer()) not in numbers, (one.id, text)
            assert f"{float(one.answer()):.3f}" not in text


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_all_its_parts_in_their_order(lesson: int) -> None:
    names = [cell["id"] for cell in cells(notebook(lesson))]
    parts = ["predict-boxes", "by-hand", "own-plot", "pool", f"ticket-{lesson}", "compare"]
    assert [name for name in names if name in parts] == parts
    assert "answer-boxes" in names
    assert 3 <= len(exercises(lesson)) <= 5
    assert sum(one.kind == "function" for one in exercises(lesson)) == 1


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_links_lead_somewhere(lesson: int) -> None:
    path = notebook(lesson)
    for cell in cells(path):
        for part in cell["source"].split("](")[1:] if cell["cell_type"] == "markdown" else ():
            assert (path.parent / part.split(")")[0]).is_file()


@pytest.mark.parametrize("lesson", range(1, 11))
def test_a_notebook_run_to_its_end_gives_no_answer_away(lesson: int, capsys) -> None:
    ran = run(notebook(lesson))
    shown = [capsys.readouterr().out, *map(seen, ran.shown.values())]
    for one in exercises(lesson):
        if one.kind == "chance":
            value = float(one.answer())
            forms = {str(one.answer()), f"{value:.3f}", f"{value:.4f}", f"{100 * value:.1f} %"}
            assert [(one.id, form) for form in forms for text in shown if form in text] == []
        elif one.kind == "number" and one.answer() > 100:
            assert [text for text in shown if re.search(rf"\b{one.answer()}\b", text)] == []


def seen(shown: object) -> str:
    """What a pupil reads of something shown: its words, or those inside a widget."""
    words = [getattr(getattr(shown, name, None), "value", "") for name in ("said", "told")]
    return " ".join([str(shown), *(word for word in words if isinstance(word, str))])


# -- what pupils type in -------------------------------------------------------------------------
def typed_in(lesson: int, **values: str) -> Ran:
    """A run in which a pupil gave the names other values."""

    def change(_: str, source: str) -> str:
        for name, value in values.items():
            lines = [
                f"{name} = {value}" if line.startswith(f"{name} = ") else line
                for line in source.split("\n")
            ]
            source = "\n".join(lines)
        return source

    return run(notebook(lesson), change)


def test_battles_marches_and_hands_typed_in_are_used() -> None:
    assert typed_in(6, my_battles="'wwl'").names["by_hand"] == [1, 1, 0]
    assert typed_in(7, my_marches="'2 0'").names["by_hand"] == [2, 0]
    assert typed_in(8, my_waits="'5 3'").names["by_hand"] == [5, 3]
    assert len(typed_in(10, my_dice="'651:42 333:31'").names["by_hand"]) == 2


def test_a_game_played_in_lesson_10_is_looked_at_and_not_made_anew() -> None:
    making = [cell["id"] for cell in cells(notebook(10)) if "short_game(" in cell["source"]]
    assert making == ["game"]
    names = run(notebook(10), given={"game": {"game": short_game("You", seed=3, played_by="odds")}})
    assert set(names.names["ledger"]["player"]) == {"You", "Rex"}


@pytest.mark.parametrize("answer", ["2, 2, 2", "[2,2,2]", "2 2 2", (2, 2, 2)])
def test_a_list_may_be_typed_as_a_text(answer: object) -> None:
    assert check("7d", answer)
    assert AnswerBoxes(7).answer("7d", answer)
    assert "2 numbers" in check("7d", "2, 4").text
    assert "a list of 3 numbers" in check("7d", "all in front").text


def test_the_numbers_of_a_real_class_take_the_place_of_the_sample() -> None:
    assert len(typed_in(8, class_counts="[12, 13, 5]").names["class_hands"]) == 30
    counts = typed_in(9, **{"class_sixes, class_rolls": "[5, 5, 16, 5, 5], [30] * 5"}).names
    assert counts["class_sixes"] == [5, 5, 16, 5, 5]


def test_an_alias_writes_one_file_that_can_be_pooled(desk: Path) -> None:
    from risknb.lessons import pool

    typed_in(10, my_alias="'fox-7'")
    (file,) = desk.glob("*.csv")
    assert file.name.startswith("fox-7-")
    assert "fox-7" in set(pool(str(file)).frame["attacker"])
