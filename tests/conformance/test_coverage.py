"""Every rule, worked example and ruling is cited by a test, or listed as not testable."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
MOST_NOT_TESTABLE = 15


def ids() -> list[str]:
    return (HERE / "ids.txt").read_text("utf-8").split()


def not_testable() -> dict[str, str]:
    lines = (HERE / "not_testable.txt").read_text("utf-8").splitlines()
    return {line.split(maxsplit=1)[0]: line.split(maxsplit=1)[1] for line in lines if line}


def is_rule_marker(call: ast.Call) -> bool:
    """``pytest.mark.rule(...)``, as a decorator or among the marks of a ``pytest.param``."""
    return ast.unparse(call.func) == "pytest.mark.rule"


def markers(tree: ast.Module) -> Iterator[ast.Call]:
    """Markers of tests: on a test function itself or inside one of its decorators."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for decorator in node.decorator_list:
                yield from (
                    call
                    for call in ast.walk(decorator)
                    if isinstance(call, ast.Call) and is_rule_marker(call)
                )


def citations() -> dict[str, set[str]]:
    """The ids cited by the tests of this folder, each with the files that cite it."""
    found: dict[str, set[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for call in markers(ast.parse(path.read_text("utf-8"))):
            for arg in call.args:
                assert isinstance(arg, ast.Constant), f"{path.name}: ids are written out"
                found.setdefault(str(arg.value), set()).add(path.name)
    return found


def test_the_ids_are_all_different() -> None:
    assert len(ids()) == len(set(ids())) == 311


def test_every_id_is_cited_by_a_test_or_not_testable() -> None:
    covered = {*citations(), *not_testable()}
    assert [each for each in ids() if each not in covered] == []


def test_tests_cite_only_known_ids() -> None:
    unknown = {each: where for each, where in citations().items() if each not in ids()}
    assert unknown == {}


def test_few_ids_are_not_testable_and_each_says_why() -> None:
    excused = not_testable()
    assert len(excused) <= MOST_NOT_TESTABLE
    assert set(excused) <= set(ids())
    assert all(len(reason.split()) >= 4 for reason in excused.values())


def test_what_is_not_testable_is_not_cited() -> None:
    assert set(not_testable()) & set(citations()) == set()


def test_rule_markers_stand_on_tests_only() -> None:
    """A marker anywhere else would count as nothing, so nobody should trust it."""
    for path in sorted(HERE.glob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        everywhere = [
            call for call in ast.walk(tree) if isinstance(call, ast.Call) and is_rule_marker(call)
        ]
        assert len(everywhere) == len(list(markers(tree))), path.name


def test_no_test_of_a_rule_is_skipped_or_expected_to_fail() -> None:
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("skip", "skipif", "xfail", "importorskip"), path.name
