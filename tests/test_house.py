"""The house: imports point down, nothing prints, names and sizes stay in order."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "risknb"
FILES = sorted(PACKAGE.rglob("*.py"))

#: From the ground up: every part may import what stands before it.
FLOORS = (
    "wording", "reading", "shapes", "board", "editions", "cards", "moves", "state", "notation",
    "rules", "odds", "dice", "doing", "players", "record", "seeds", "journal", "replay", "writing",
    "game", "saves", "bots", "frames", "luck", "batch", "scene", "charts", "goals", "story",
    "textgame", "ui", "lessons", "cli",
)  # fmt: skip
#: Imports that point up: inside a function, or for the type checker only. Each has its reason.
UPWARD = {
    ("state", "scene"),  # _repr_svg_ draws the board
    ("state", "notation"),  # text, parse and digest
    ("state", "rules"),  # outcome
    ("notation", "rules"),  # a position read from text is counted anew
    ("game", "scene"),  # _repr_svg_
    ("game", "charts"),  # _repr_png_
    ("state", "charts"),  # _repr_png_
    ("game", "frames"),  # to_frame
    ("odds", "frames"),  # to_frame
}
#: Third-party libraries, and the parts of the house that may use them.
LIBRARIES = {
    "numpy": {"odds", "dice", "frames", "luck", "batch", "charts", "ui", "lessons"},
    "pandas": {"odds", "frames", "luck", "batch", "charts", "ui", "lessons"},
    "pyarrow": {"frames", "batch"},
    "matplotlib": {"charts", "ui", "lessons"},
    "PIL": {"charts"},  # comes with matplotlib
    "dask": {"batch"},
    "distributed": {"batch"},
    "ipywidgets": {"ui", "lessons"},
    "ipycanvas": {"ui"},
    "anywidget": {"ui", "lessons"},
    "traitlets": {"ui"},
    "orjson": {"ui"},
    "IPython": {"batch", "ui", "lessons"},
    "ipykernel": {"ui"},
}
#: Libraries that may only be imported inside a function: the part must work without them.
LAZY = {
    ("odds", "pandas"),
    ("batch", "IPython"),
    ("batch", "dask"),
    ("batch", "distributed"),
    ("frames", "pyarrow"),
    ("lessons", "ipywidgets"),
}
PUBLIC_NAMES = 30
MOST_LINES = 700


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def part_of(path: Path) -> str:
    """The part of the house a file belongs to; empty for the package's own ``__init__``."""
    first = path.relative_to(PACKAGE).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


def imported(path: Path, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """Full names of the modules that an import statement brings in."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    package = ("risknb", *path.relative_to(PACKAGE).parts[:-1])
    base = package[: len(package) - node.level + 1] if node.level else ()
    module = ".".join((*base, *((node.module,) if node.module else ())))
    yield from (f"{module}.{alias.name}" for alias in node.names)


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Every import of a file: its full name, and whether it happens when the file is loaded."""
    late = {
        id(inner)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_types(node)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name in imported(path, node):
                yield name, id(node) not in late


def is_for_types(node: ast.AST) -> bool:
    test = getattr(node, "test", None)
    return isinstance(node, ast.If) and isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    part = part_of(path)
    if not part:
        return
    assert part in FLOORS, f"{part} has no floor: add it to FLOORS"
    for name, at_once in imports(path):
        words = name.split(".")
        if words[0] != "risknb" or words[1:2] in ([part], ["data"], ["__version__"]):
            continue
        other = words[1]
        if FLOORS.index(other) > FLOORS.index(part):
            assert (part, other) in UPWARD, f"{part} imports {other}, which stands above it"
            assert not at_once, f"{part} may import {other} inside a function only"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_libraries_stay_where_they_belong(path: Path) -> None:
    part = part_of(path)
    for name, at_once in imports(path):
        top = name.split(".")[0]
        if top == "risknb" or top in sys.stdlib_module_names:
            continue
        assert part in LIBRARIES.get(top, ()), f"{part} may not import {top}"
        assert not (at_once and (part, top) in LAZY), f"{part} imports {top} inside functions only"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_prints_but_the_command_line(path: Path) -> None:
    called = (node.func for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call))
    names = {func.id for func in called if isinstance(func, ast.Name)}
    assert part_of(path) == "cli" or not names & {"print", "input", "breakpoint"}


def test_importing_the_package_is_light() -> None:
    heavy = ["IPython", "anywidget", "dask", "ipycanvas", "ipywidgets", "matplotlib", "pandas"]
    code = f"import risknb, sys; print([m for m in {heavy} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_public_names_are_few_and_real() -> None:
    import risknb

    assert len(risknb.__all__) <= PUBLIC_NAMES
    assert sorted(set(risknb.__all__)) == sorted(risknb.__all__)
    assert all(hasattr(risknb, name) for name in risknb.__all__)


def bound_names(package: Path) -> set[str]:
    """What a package's ``__init__`` binds that is no module of the package itself."""
    names: set[str] = set()
    for node in tree_of(package / "__init__.py").body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom) and not (node.level == 1 and node.module is None):
            names.update(alias.asname or alias.name for alias in node.names)
    return names


@pytest.mark.parametrize(
    "package",
    sorted({path.parent for path in FILES}),
    ids=lambda package: str(package.relative_to(ROOT)),
)
def test_no_public_name_is_also_a_module(package: Path) -> None:
    """Importing the module later would replace the function."""
    if not (package / "__init__.py").exists():
        pytest.fail(f"{package.name} has no __init__.py")
    modules = {path.stem for path in package.glob("*.py")}
    modules |= {path.parent.name for path in package.glob("*/__init__.py")}
    assert not bound_names(package) & modules


def test_every_package_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    there = {".".join(path.parent.relative_to(ROOT).parts) for path in FILES}
    assert set(project["tool"]["setuptools"]["packages"]) == there | {"risknb.data"}


def requirement_lines() -> list[str]:
    """The lines of pyproject.toml that name something to install."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    wanted = [*project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        wanted += extra
    return [line for line in text.splitlines() if any(f'"{name}"' in line for name in wanted)]


def test_every_dependency_says_why() -> None:
    lines = requirement_lines()
    assert lines
    assert [line for line in lines if "#" not in line] == []


def test_the_version_is_the_same_everywhere() -> None:
    import risknb
    from risknb.writing import ENGINE

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == risknb.__version__ == ENGINE
    assert f"## {risknb.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_file_is_too_long() -> None:
    folders = (PACKAGE, ROOT / "tests", ROOT / "data")
    sizes = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for folder in folders
        for path in folder.rglob("*.py")
    }
    assert {name: size for name, size in sizes.items() if size > MOST_LINES} == {}
