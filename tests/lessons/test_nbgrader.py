"""The tags that nbgrader reads: solutions, checks with hidden tests, and tickets graded by hand."""

from __future__ import annotations

import ast
import re
from types import SimpleNamespace
from typing import Any

import pytest

from risknb.lessons import exercise, exercises

from .running import NOTEBOOKS, cells, notebook, run, solved

LESSONS = range(1, 11)
SOLUTION = re.compile(r"### BEGIN SOLUTION\n.*?### END SOLUTION", re.DOTALL)
HIDDEN = re.compile(r"\n?### BEGIN HIDDEN TESTS\n.*?### END HIDDEN TESTS", re.DOTALL)
FIELDS = {"schema_version", "solution", "grade", "locked", "task", "grade_id"}


def tagged(lesson: int) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """The cells with tags, by grade id: the cell and its tags."""
    found = [cell for cell in cells(notebook(lesson)) if "nbgrader" in cell["metadata"]]
    return {cell["metadata"]["nbgrader"]["grade_id"]: (cell, cell["metadata"]["nbgrader"])
            for cell in found}  # fmt: skip


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_tags_are_whole_and_their_ids_unique(lesson: int) -> None:
    found = [cell["metadata"].get("nbgrader") for cell in cells(notebook(lesson))]
    tags = [one for one in found if one is not None]
    ids = [one["grade_id"] for one in tags]
    assert len(set(ids)) == len(ids)
    for one in tags:
        assert FIELDS | ({"points"} if one["grade"] else set()) == set(one)
        assert one["schema_version"] == 3
        assert not one["task"]
        assert re.fullmatch(r"[\w-]+", one["grade_id"])
        assert one["grade"] or one["solution"]


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_exercise_has_a_solution_and_a_check(lesson: int) -> None:
    found = tagged(lesson)
    for one in exercises(lesson):
        answer, tags = found.pop(f"answer-{one.id}")
        assert tags["solution"]
        assert not tags["grade"]
        assert not tags["locked"]
        assert len(SOLUTION.findall(answer["source"])) == 1
        check, tags = found.pop(f"check-{one.id}")
        assert tags["grade"]
        assert tags["locked"]
        assert not tags["solution"]
        assert tags["points"] == 1
        assert len(HIDDEN.findall(check["source"])) == 1
    ticket, tags = found.pop(f"ticket-{lesson}")
    assert ticket["cell_type"] == "markdown"
    assert tags["grade"]
    assert tags["solution"]
    assert not tags["locked"]
    assert found == {}


@pytest.mark.parametrize("lesson", LESSONS)
def test_markers_stand_in_tagged_cells_only(lesson: int) -> None:
    for cell in cells(notebook(lesson)):
        tags = cell["metadata"].get("nbgrader", {})
        assert ("BEGIN SOLUTION" in cell["source"]) == (
            tags.get("solution", False) and cell["cell_type"] == "code"
        )
        assert ("BEGIN HIDDEN" in cell["source"]) == bool(tags.get("locked"))


@pytest.mark.parametrize("lesson", LESSONS)
def test_pupils_get_cells_that_still_run(lesson: int) -> None:
    """What nbgrader hands out: regions emptied, hidden tests taken away."""
    for cell, _ in tagged(lesson).values():
        if cell["cell_type"] == "code":
            stub = SOLUTION.sub("raise NotImplementedError()", cell["source"])
            ast.parse(HIDDEN.sub("", stub))
            shown = HIDDEN.sub("", cell["source"]).strip().splitlines()[-1]
            assert "hidden" not in shown.lower()


@pytest.mark.parametrize("lesson", LESSONS)
def test_while_grading_a_solved_notebook_gets_all_points(
    lesson: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    ran = run(notebook(lesson), solved(lesson))  # a check that fails would stop it
    assert {ran.shown[f"check-{one.id}"] for one in exercises(lesson)} == {None}


@pytest.mark.parametrize("lesson", LESSONS)
def test_while_grading_an_unsolved_check_fails(
    lesson: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    import risknb as rk
    from risknb import lessons

    for name, (cell, tags) in tagged(lesson).items():
        if tags["locked"]:
            one = exercise(name.removeprefix("check-"))
            names = {"rk": rk, "lessons": lessons, one.name: ...}
            with pytest.raises(AssertionError, match="not answered yet"):
                exec(cell["source"], names)


def test_the_settings_that_ship_hand_out_dots() -> None:
    """With the stub of these settings the cells run before anything is answered."""
    text = (NOTEBOOKS / "teachers/nbgrader_config.py").read_text(encoding="utf-8")
    settings = SimpleNamespace(ClearSolutions=SimpleNamespace())
    exec(text, {"get_config": lambda: settings})
    assert settings.ClearSolutions.code_stub == {"python": "..."}
    for lesson in LESSONS:
        run(notebook(lesson), lambda _, source: SOLUTION.sub("...", HIDDEN.sub("", source)))


def test_grade_ids_are_unique_over_all_lessons() -> None:
    ids = [name for lesson in LESSONS for name in tagged(lesson)]
    assert len(set(ids)) == len(ids)
    assert len(list(NOTEBOOKS.glob("[01][0-9]-*.ipynb"))) >= len(LESSONS)
