"""Run a lesson notebook in this process: as it ships, solved, or with somebody's mistakes."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from risknb.lessons import Exercise, exercises

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"


class Ran(NamedTuple):
    """What the cells showed, by cell id, and the names they left behind."""

    shown: dict[str, Any]
    names: dict[str, Any]


def notebook(lesson: int) -> Path:
    """The notebook of a lesson."""
    (found,) = NOTEBOOKS.glob(f"{lesson:02d}-[a-z]*.ipynb")
    return found


def cells(path: Path) -> list[dict[str, Any]]:
    """The cells of a notebook, each with its source as one text."""
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [{**cell, "source": "".join(cell["source"])} for cell in found]


def run(
    path: Path,
    change: Callable[[str, str], str] = lambda name, source: source,
    given: Mapping[str, Mapping[str, Any]] | None = None,
) -> Ran:
    """Run all code cells in order.

    *change* may rewrite a cell's source (id, source); *given* puts names in place after a cell.
    """
    ran = Ran({}, {"__name__": "notebook"})
    for cell in cells(path):
        if cell["cell_type"] == "code":
            name = cell["id"]
            ran.shown[name] = _execute(change(name, cell["source"]), name, ran.names)
            ran.names.update((given or {}).get(name, {}))
    return ran


def _execute(source: str, name: str, names: dict[str, Any]) -> Any:
    """Run a cell; what its last line shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), name, "eval"), names)


def solved(lesson: int) -> Callable[[str, str], str]:
    """A change that fills every solution region with the right answer."""
    by_cell = {f"answer-{one.id}": solution_of(one) for one in exercises(lesson)}

    def fill(name: str, source: str) -> str:
        return filled(source, by_cell[name]) if name in by_cell else source

    return fill


def solution_of(one: Exercise) -> str:
    """What a good pupil writes between the markers."""
    if one.kind == "function":
        return one.code.split("\n", 1)[1]
    return f"{one.name} = {one.answer()!r}"


def filled(source: str, solution: str) -> str:
    """A cell with another text between its markers."""
    before, rest = source.split(BEGIN)
    _, after = rest.split(END)
    indent = before.rsplit("\n", 1)[-1]
    return f"{before}{BEGIN}\n{solution}\n{indent}{END}{after}"
