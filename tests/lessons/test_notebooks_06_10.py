"""Lessons 6 to 10: as they ship, solved, and with typical mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from risknb.lessons import Exercise, Mistake, check, exercises, predictions, titles
from risknb.lessons.widgets import AnswerBoxes

from .running import Ran, cells, notebook, run, solved

LESSONS = range(6, 11)
MISTAKES = [
    pytest.param(one, mistake, id=f"{one.id}-{mistake.name}")
    for lesson in LESSONS
    for one in exercises(lesson)
    for mistake in one.mistakes
]


def mistakes_called(kind: str, lesson: int) -> dict[Exercise, Mistake]:
    """The mistakes of one kind in a lesson, by exercise."""
    found = ((one, mistake) for one in exercises(lesson) for mistake in one.mistakes)
    return {one: mistake for one, mistake in found if mistake.name == kind}


#: Whoever thinks wrong once thinks wrong everywhere.
KINDS = ("ties", "all armies", "free armies", "nobody stays", "no wild cards", "sign", "whole")
THROUGHOUT = [(n, kind) for n in LESSONS for kind in KINDS if mistakes_called(kind, n)]


@pytest.mark.parametrize("lesson", LESSONS)
def test_unsolved_it_runs_and_nothing_is_right(lesson: int, desk: Path) -> None:
    ran = run(notebook(lesson))
    for one in exercises(lesson):
        assert "not answered yet" in ran.shown[f"check-{one.id}"].text
    assert len(str(ran.shown["own-plot"])) > 20
    assert list(desk.iterdir()) == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_solved_it_passes_every_check_and_tells_its_pictures(lesson: int) -> None:
    ran = run(notebook(lesson), solved(lesson))
    assert [one.id for one in exercises(lesson) if not ran.shown[f"check-{one.id}"]] == []
    drawn = [cell["id"] for cell in cells(notebook(lesson)) if "lessons.show(" in cell["source"]]
    assert "own-plot" in drawn
    assert all(len(str(ran.shown[name])) > 20 for name in drawn)


@pytest.mark.parametrize(("one", "mistake"), MISTAKES)
def test_a_typical_mistake_gets_its_hint(one, mistake) -> None:
    verdict = check(one.id, mistake.answer())
    assert verdict.result == ("close" if mistake.near else "wrong")
    assert mistake.hint in verdict.text


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


@pytest.mark.parametrize(("lesson", "kind"), THROUGHOUT)
def test_a_notebook_with_one_mistake_throughout(lesson: int, kind: str) -> None:
    wrong = mistakes_called(kind, lesson)
    given = {f"answer-{one.id}": {one.name: m.answer()} for one, m in wrong.items()}
    ran = run(notebook(lesson), given=given)
    for one, mistake in wrong.items():
        assert mistake.hint in ran.shown[f"check-{one.id}"].text


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_questions_are_those_of_the_table(lesson: int) -> None:
    texts = [cell["source"] for cell in cells(notebook(lesson)) if cell["cell_type"] == "markdown"]
    for one in [*exercises(lesson), *predictions(lesson)]:
        assert sum(text.startswith(f"**{one.id}** {one.question}") for text in texts) == 1
    assert texts[0].startswith(f"# {lesson} {titles()[lesson]}")


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


@pytest.mark.parametrize("lesson", LESSONS)
def test_it_ships_without_outputs(lesson: int) -> None:
    for cell in cells(notebook(lesson)):
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_notebook_run_to_its_end_gives_no_answer_away(lesson: int, capsys) -> None:
    ran = run(notebook(lesson))
    shown = [capsys.readouterr().out, *map(seen, ran.shown.values())]
    for one in exercises(lesson):
        if one.kind == "chance":
            value = float(one.answer())
            forms = {str(one.answer()), f"{value:.3f}", f"{value:.4f}", f"{100 * value:.1f} %"}
            assert [(one.id, form) for form in forms for text in shown if form in text] == []


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
    assert typed_in(7, my_marches="[2, 0]").names["by_hand"] == [2, 0]
    assert typed_in(8, my_waits="[5, 3]").names["by_hand"] == [5, 3]
    assert len(typed_in(10, my_dice="'651:42 333:31'").names["by_hand"]) == 2


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
