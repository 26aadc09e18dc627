"""All lessons and the index: as they ship, solved, and with typical mistakes."""

from __future__ import annotations

import re
from math import ceil
from pathlib import Path
from secrets import token_hex

import pytest

from risknb import odds
from risknb.lessons import (
    Exercise,
    Mistake,
    as_written,
    check,
    drawings,
    exercises,
    export,
    predictions,
    show,
    throws,
    titles,
    workbook,
)
from risknb.lessons.figures import PRINTED
from risknb.lessons.inference import at_least

from .running import NOTEBOOKS, cells, notebook, run, solved

LESSONS = range(1, 11)
FIRST_HALF = range(1, 6)
ALL_MISTAKES = [
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
KINDS = (
    "ties", "sums", "all armies", "free armies", "nobody stays", "no wild cards", "sign", "whole",
)  # fmt: skip
THROUGHOUT = [(n, kind) for n in LESSONS for kind in KINDS if mistakes_called(kind, n)]


@pytest.mark.parametrize("lesson", LESSONS)
def test_unsolved_it_runs_and_nothing_is_right(lesson: int, desk: Path) -> None:
    ran = run(notebook(lesson))
    verdicts = {one.id: ran.shown[f"check-{one.id}"] for one in exercises(lesson)}
    assert {verdict.result for verdict in verdicts.values()} == {"open"}
    assert all("not answered yet" in verdict.text for verdict in verdicts.values())
    assert len(str(ran.shown["own-plot"])) > 20
    assert [path.name for path in desk.iterdir()] == [workbook.FILE]
    book = workbook.current()
    assert (book.predictions, book.solved, book.accused) == ({}, set(), {})


@pytest.mark.parametrize("lesson", LESSONS)
def test_solved_it_passes_every_check_and_tells_its_pictures(lesson: int) -> None:
    ran = run(notebook(lesson), solved(lesson))
    assert [one.id for one in exercises(lesson) if not ran.shown[f"check-{one.id}"]] == []
    code = [cell for cell in cells(notebook(lesson)) if cell["cell_type"] == "code"]
    drawn = [cell["id"] for cell in code if "lessons.show(" in cell["source"]]
    assert "own-plot" in drawn
    assert all(len(str(ran.shown[name])) > 20 for name in drawn)


@pytest.mark.parametrize(("one", "mistake"), ALL_MISTAKES)
def test_a_typical_mistake_gets_its_hint(one, mistake) -> None:
    verdict = check(one.id, mistake.answer())
    assert verdict.result == ("close" if mistake.near else "wrong")
    assert mistake.hint in verdict.text


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
def test_exercises_come_in_the_order_of_their_letters(lesson: int) -> None:
    ids = [one.id for one in exercises(lesson)]
    assert ids == [f"{lesson}{letter}" for letter in "abcde"[: len(ids)]]
    names = [cell["id"] for cell in cells(notebook(lesson))]
    assert [name for name in names if name.startswith("q-") and name[2:] in ids] == [
        f"q-{name}" for name in ids
    ]


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_pupil_without_code_can_type_in_and_hand_in(lesson: int) -> None:
    sources = [cell["source"] for cell in cells(notebook(lesson)) if cell["cell_type"] == "code"]
    typing = [source for source in sources if "widgets.TrialBox(" in source]
    assert len(typing) == (lesson != 9)  # there the bench itself is rolled
    exporting = any("lessons.export(" in source for source in sources)
    assert exporting == any("widgets.HandIn(" in source for source in sources)


# -- a pupil's own data --------------------------------------------------------------------------
def faces(table: object) -> list[object]:
    """The dice of throws, one line a throw."""
    return as_written(table)[["attack", "defence"]].to_numpy().tolist()


@pytest.mark.parametrize("lesson", [1, 3, 4, 5])
def test_no_throw_of_the_computer_is_counted_twice(lesson: int) -> None:
    names = run(notebook(lesson)).names
    by_hand, mine = faces(names["by_hand"]), faces(names["mine"])
    assert mine[: len(by_hand)] == by_hand
    assert mine[len(by_hand) : 2 * len(by_hand)] != by_hand


def test_every_lesson_has_other_dice() -> None:
    seeds = [run_start(lesson)["seed"] for lesson in LESSONS]
    assert len(set(seeds)) == len(seeds)


def test_pupils_without_an_alias_have_other_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook, "token_hex", token_hex)
    seeds = []
    for pupil in ("one", "two"):
        (tmp_path / pupil).mkdir()
        monkeypatch.chdir(tmp_path / pupil)
        seeds.append([run_start(lesson)["seed"] for lesson in (1, 1, 9)])
    assert seeds[0][0] == seeds[0][1]
    assert not set(seeds[0]) & set(seeds[1])


def run_start(lesson: int) -> dict[str, object]:
    """What the first code cell of a lesson leaves behind."""
    names: dict[str, object] = {}
    exec(next(c["source"] for c in cells(notebook(lesson)) if c.get("id") == "start"), names)
    return names


def test_rolls_of_the_loaded_die_are_ones_own() -> None:
    """With the same rolls under thirty names a class would seem to know what it does not."""
    rolled = [
        run(notebook(9), lambda name, source, own=own: source.replace("alias = ...", own))
        for own in ("alias = 'fox'", "alias = 'owl'")
    ]
    assert rolled[0].names["by_hand"] != rolled[1].names["by_hand"]


def test_belief_reckons_with_the_load_of_the_groups_own_dice() -> None:
    ran = run(notebook(9), lambda name, source: source.replace('"1/3"', '"1/4"'))
    counts = ran.names["bench"].dice.counts
    quarter, third = (str(show(drawings.belief(counts, six))) for six in (1 / 4, 1 / 3))
    assert str(ran.shown["own-plot"]) == quarter != third


@pytest.mark.parametrize("lesson", LESSONS)
def test_files_of_other_lessons_stop_no_lesson(
    lesson: int, desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder of the class holds throws of one die each only, as after lesson 1."""
    (desk / "class").mkdir()
    export(throws(20, 1, 1, seed=1), "fox", desk / "class")
    run(notebook(lesson))
    shown = capsys.readouterr().out
    assert "nan" not in shown
    assert ("The sample class" in shown) == (lesson in (3, 4, 5, 6, 10))


@pytest.mark.parametrize("lesson", LESSONS)
def test_unwritten_functions_show_no_dots(lesson: int, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(notebook(lesson))
    shown = capsys.readouterr().out + " ".join(map(repr, ran.shown.values()))
    assert "Ellipsis" not in shown


@pytest.mark.parametrize("lesson", FIRST_HALF)
def test_a_lesson_has_all_its_parts(lesson: int) -> None:
    names = {cell["id"] for cell in cells(notebook(lesson))}
    parts = {"predict-boxes", "by-hand", "answer-boxes", "own-plot", "export", "pool", "compare"}
    assert parts | {f"ticket-{lesson}"} <= names
    assert 3 <= len(exercises(lesson)) <= 5
    assert sum(one.kind == "function" for one in exercises(lesson)) == 1


@pytest.mark.parametrize("lesson", FIRST_HALF)
def test_every_picture_is_told_in_words(lesson: int) -> None:
    sources = [cell["source"] for cell in cells(notebook(lesson)) if cell["cell_type"] == "code"]
    drawing = re.compile(
        r"plots\.(grid|running_share|outcomes|estimates|joint_map|loss_bars)\(", re.ASCII
    )
    drawn = [source for source in sources if drawing.search(source)]
    assert drawn
    assert all("lessons.show(" in source for source in drawn)


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda p: p.stem)
def test_notebooks_ship_without_outputs(path: Path) -> None:
    for cell in cells(path):
        if cell.get("id") != "play":
            assert cell.get("outputs", []) == []
            assert cell.get("execution_count") is None


def test_the_play_notebook_ships_with_an_invitation() -> None:
    (output,) = cells(NOTEBOOKS / "00-play.ipynb")[0]["outputs"]
    text = "".join(output["data"]["text/markdown"])
    assert "Press Shift + Enter" in text
    assert (NOTEBOOKS / re.findall(r"\]\((.+)\)", text)[0]).is_file()


def test_the_index_leads_to_every_lesson() -> None:
    text = cells(NOTEBOOKS / "00-index.ipynb")[0]["source"]
    for number, title in titles().items():
        assert f"[{title}]({notebook(number).name})" in text


def test_the_index_runs() -> None:
    ran = run(NOTEBOOKS / "00-index.ipynb")
    assert ran.names["watched"].outcome() is not None
    assert len(ran.names["rolls"])
    assert "Nothing written yet" in str(ran.shown["export"])


def test_the_figures_in_the_text_are_right() -> None:
    law = odds.roll(3, 2)
    both, none = 1.6449, 0.8416  # 5 % doubt on one side, a power of 80 %
    throws = ((both + none) * law.sd / (1 - float(law.expected_losses.attacker))) ** 2
    assert ceil(throws) == 651
    text = "\n".join(cell["source"] for cell in cells(notebook(5)))
    assert "about 650 throws" in text
    assert f"printed in 1997: {float(PRINTED)}" in "".join(
        cell["source"] for cell in cells(notebook(4))
    )
    # 20 of 60: fair dice do that badly about one time in eight, so nobody need be surprised.
    few = 1 - at_least(21, 60, odds.roll(1, 1)[0, 1])
    assert 0.1 < few < 0.15
