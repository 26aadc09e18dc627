"""Mutation testing: the rules are broken in one place at a time, and the tests must notice.

    .venv/bin/python -m tests.mutate                         # cards, rules and odds: hours
    .venv/bin/python -m tests.mutate risknb/rules/combat.py  # only what is named
    EVERY=10 .venv/bin/python -m tests.mutate                # one mutant in ten, as a sample
    EVERY=10 OFFSET=3 .venv/bin/python -m tests.mutate       # another sample

Everything happens in a copy of the project. Texts of messages are left alone. What
``equivalent_mutants.txt`` names changes nothing and is subtracted. The survivors are printed with
what was changed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
NAMED = ROOT / "tests" / "equivalent_mutants.txt"
WHAT = ("risknb/cards.py", "risknb/rules/*", "risknb/odds/*")
FEW = 50  # tests that are asked first
SKIPPED, SUSPICIOUS = 34, 35  # what mutmut notes for a mutant not tried, or in vain
#: The fast tests of rules and odds; the dearest come last.
RULES = (
    "tests/test_cards.py", "tests/test_hard_rules.py", "tests/test_hard_modes.py",
    "tests/test_decks.py", "tests/test_game.py", "tests/conformance", "tests/test_perft.py",
    "tests/oracle",
)  # fmt: skip
ODDS = tuple(f"tests/{path.name}" for path in sorted((ROOT / "tests").glob("test_odds*.py")))
COPIED = ("risknb", "data", "tests", "pyproject.toml", "README.md", "Makefile")
SLOW = ("browser", "ui", "lessons", "kill", "fuzz")
#: Statements that only say something: a reason, an error, a sentence.
SAYS = (r"^\s*(return|yield) f?[\"'].*[\"']$", r"^\s*raise ", r"assert ", r"lru_cache", r"cast\(")
SENTENCE = re.compile(r"[\"'][^\"']+ [^\"']+[\"']")
CACHED = re.compile(r"^@(lru_cache\(.*\))\ndef (\w+)", re.MULTILINE)
#: What a sound rule has worked out must not hide a broken one.
FORGET = """

CLEARED = []


@pytest.fixture(autouse=True)
def forget() -> None:
    import os, sys
    if os.getpid() in CLEARED and os.environ.get("MUTANT_UNDER_TEST") != "stats":
        return
    CLEARED.append(os.getpid())
    for name, module in list(sys.modules.items()):
        if name.startswith(("risknb.cards", "risknb.rules", "risknb.odds")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
"""
CONFIG = """
[tool.mutmut]
source_paths = ["risknb"]
only_mutate = {what}
also_copy = ["data", "README.md", "Makefile"]
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:xdist"]
do_not_mutate_patterns = {says}
timeout_multiplier = 2
timeout_constant = 10
use_git_change_detection = false
"""


def tests_of(what: list[str]) -> list[str]:
    """The tests that look at these files."""
    rules = any("odds" not in path for path in what)
    odds = any("odds" in path or "cards" in path for path in what)
    return [*(RULES if rules else ()), *(ODDS if odds else ())]


def copy(what: list[str]) -> Path:
    """The project in a folder of its own, ready for mutmut."""
    folder = Path(tempfile.mkdtemp(prefix="risknb-mutants-"))
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", *SLOW) if name == "tests" else None
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    for path in (folder / "risknb").rglob("*.py"):
        path.write_text(_opened(path.read_text(encoding="utf-8")), encoding="utf-8")
    with (folder / "tests" / "conftest.py").open("a", encoding="utf-8") as fixtures:
        fixtures.write(FORGET)
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as config:
        lists = {"what": what, "tests": tests_of(what), "says": SAYS}
        config.write(CONFIG.format(**{name: json.dumps(one) for name, one in lists.items()}))
    return folder


def _opened(text: str) -> str:
    """The same module, its caches set up at the end: mutmut skips decorated functions.

    ``strict=True`` goes: it says that two lists are equally long, which nothing can change.
    """
    caches = [f"{name} = {cache}({name})\n" for cache, name in CACHED.findall(text)]
    text = re.sub(r",\s*strict=True", "", text)
    return CACHED.sub(r"def \2", text) + "".join(caches)


class Mutant(NamedTuple):
    """A change that no test has noticed."""

    name: str  # as mutmut calls it
    place: str  # module and function
    change: tuple[str, str]  # before and after, without indents


def equivalent() -> dict[tuple[str, str], str]:
    """The changes that change nothing, by place and new text, each with its reason."""
    lines = NAMED.read_text(encoding="utf-8").splitlines()
    named = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {(place, change): reason for place, change, reason in named}


def fates(folder: Path) -> dict[str, str]:
    """What became of every mutant."""
    found = _mutmut(folder, "results", "--all", "true")
    return dict(re.findall(r"^\s*(\S+): (.+)$", found, re.MULTILINE))


def mutant(folder: Path, name: str) -> Mutant:
    module, function = re.sub(r"__mutmut_\d+$", "", name).rsplit(".", 1)
    place = f"{module}.{re.sub('^x_|^xǁ', '', function).replace('ǁ', '.')}"
    diff = _mutmut(folder, "show", name)
    before, after = (
        " ".join(line.strip() for line in re.findall(rf"^[{sign}] (.*?)(?:  # .*)?$", diff, re.M))
        for sign in "-+"
    )
    return Mutant(name, place, (before, after))


def survives_in_the_file(folder: Path, name: str, tests: list[str]) -> bool:
    """Whether the tests pass with the change in the file: code run by imports is seen only so."""
    path = next(
        path for path in (folder / "risknb").rglob("*.py")
        if name.startswith(_module(path.relative_to(folder)) + ".x")
    )  # fmt: skip
    sound = path.read_text(encoding="utf-8")
    _mutmut(folder, "apply", name)
    command = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", *tests]
    try:
        return subprocess.run(command, cwd=folder, capture_output=True).returncode == 0
    finally:
        path.write_text(sound, encoding="utf-8")


def _module(path: Path) -> str:
    return ".".join(part for part in path.with_suffix("").parts if part != "__init__")


def _mutmut(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "mutmut", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def only_words(change: tuple[str, str]) -> bool:
    """Whether a change touches nothing but the words of a sentence."""
    before, after = change
    return bool(SENTENCE.search(before)) and before.lower() == after.replace("XX", "").lower()


def report(folder: Path, tests: list[str]) -> list[str]:
    """How many mutants there were, how many were killed, and every survivor as a change."""
    found, named = fates(folder), equivalent()
    counts = Counter(found.values())
    tried = sum(counts.values()) - counts["skipped"] - counts["not checked"]
    alive = [
        mutant(folder, name) for name, fate in found.items()
        if fate in ("survived", "no tests", "suspicious")
    ]  # fmt: skip
    tried -= sum(only_words(each.change) for each in alive)
    alive = [each for each in alive if not only_words(each.change)]
    new = [each for each in alive if (each.place, each.change[1]) not in named]
    new = [each for each in new if survives_in_the_file(folder, each.name, tests)]
    same = sum((each.place, each.change[1]) in named for each in alive)
    killed = tried - same - len(new)
    lines = [
        f"{tried} mutants: {killed} killed, {same} change nothing, {len(new)} survived;"
        f" killed {killed / max(1, tried - same):.1%} of those that change something"
    ]
    for each in new:
        lines += [each.place, f"  - {each.change[0]}", f"  + {each.change[1]}"]
    return lines


def first_asked(tests: list[str]) -> list[str]:
    """A few tests of the two files that look at a function most often: quickly collected."""
    files = Counter(test.split("::")[0] for test in tests)
    often = [path for path, _ in files.most_common(2)]
    return [test for test in tests if test.split("::")[0] in often][:FEW]


def run_mutmut(children: str, *names: str) -> None:
    """Mutmut in this folder; of many tests a few are asked first, which is nearly always enough."""
    from mutmut.__main__ import cli
    from mutmut.runners.harness import PytestRunner

    ask_all = PytestRunner.run_tests

    def ask(self: PytestRunner, *, mutant_name: str | None, tests: Iterable[str]) -> int:
        every = list(tests)  # the fastest first
        if not mutant_name:
            return ask_all(self, mutant_name=None, tests=every)
        try:
            few = first_asked(every) if len(every) > FEW else []
            failed = ask_all(self, mutant_name=mutant_name, tests=few) if few else 0
            return failed or ask_all(self, mutant_name=mutant_name, tests=every)
        except Exception:  # tests that cannot be asked have killed nothing
            return SUSPICIOUS

    PytestRunner.run_tests = ask
    every = int(os.environ.get("EVERY", "1"))
    if every > 1:
        _skip_all_but(every, int(os.environ.get("OFFSET", "0")))
    cli(["run", "--max-children", children, *names])


def _skip_all_but(every: int, offset: int) -> None:
    """Try one mutant in so many, spread evenly over all functions; the offset says which."""
    import mutmut.__main__ as mutmut

    make = mutmut.create_mutants

    def create(children: int) -> object:
        made = make(children)
        for path in mutmut.walk_mutatable_files():
            data = mutmut.SourceFileMutationData(path=path)
            data.load()
            for number, name in enumerate(data.exit_code_by_key):
                if number % every != offset:
                    data.exit_code_by_key[name] = SKIPPED
            data.save()
        return made

    mutmut.create_mutants = create


def main(*what: str) -> None:
    chosen = list(what or WHAT)
    folder = copy(chosen)
    with (folder / "mutmut.log").open("w", encoding="utf-8") as log:
        subprocess.run(
            [sys.executable, "-m", "tests.mutate", "--here", os.environ.get("CORES", "2")],
            cwd=folder, stdout=log, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
    sys.stdout.write("\n".join(report(folder, tests_of(chosen))) + "\n")
    shutil.rmtree(folder)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--here"]:
        run_mutmut(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
