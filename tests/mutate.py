"""Mutation testing: the rules are broken in one place at a time, and the tests must notice.

    .venv/bin/python -m tests.mutate                         # cards, rules and odds
    .venv/bin/python -m tests.mutate risknb/rules/combat.py  # only what is named
    ONLY='*._largest *.take' .venv/bin/python -m tests.mutate   # only these functions
    EVERY=10 OFFSET=3 .venv/bin/python -m tests.mutate       # one mutant in ten, as a sample
    SURVEY=who-calls-what.json ...      # kept for the next run, as long as no function is new

Everything happens in a copy of the project. Texts of messages are left alone. What
``equivalent_mutants.txt`` names changes nothing and is subtracted. The survivors are printed with
what was changed. Interrupted (Ctrl-C), it tells what it has found so far.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.court import ALIVE, KILLED, LOOPS, LOST, Court
from tests.mutants import File, Mutant

ROOT = Path(__file__).parents[1]
NAMED = ROOT / "tests" / "equivalent_mutants.txt"
WHAT = ("risknb/cards.py", "risknb/rules/*.py", "risknb/odds/*.py")
#: The fast tests of rules and odds.
RULES = (
    "tests/test_cards.py", "tests/test_hard_rules.py", "tests/test_hard_modes.py",
    "tests/test_turn_ends.py", "tests/test_decks.py", "tests/test_game.py", "tests/conformance",
    "tests/test_perft.py", "tests/test_secrets.py", "tests/oracle",
)  # fmt: skip
ODDS = tuple(f"tests/{path.name}" for path in sorted((ROOT / "tests").glob("test_odds*.py")))
COPIED = ("risknb", "data", "tests", "pyproject.toml", "README.md", "Makefile")
SLOW = ("browser", "ui", "lessons", "kill", "fuzz")
PLAINLY = ("-q", "-s", "--tb=native", "-p", "no:cacheprovider", "-p", "no:xdist")


def tests_of(paths: list[Path]) -> list[str]:
    """The tests that look at these files."""
    odds = {"odds" in path.parts for path in paths}
    return [*(RULES if False in odds else ()), *(ODDS if True in odds else ())]


def copy() -> Path:
    """The project in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="risknb-mutants-"))
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", *SLOW) if name == "tests" else None
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    return folder


def chosen(paths: list[Path]) -> list[Mutant]:
    """The mutants to be tried."""
    every, offset = (int(os.environ.get(name, n)) for name, n in (("EVERY", 1), ("OFFSET", 0)))
    only = os.environ.get("ONLY", "*").split()
    every_one = [mutant for path in paths for mutant in File(path).mutants()]
    found = [one for one in every_one if any(fnmatch(one.place, place) for place in only)]
    return found[offset::every]


def equivalent() -> dict[tuple[str, str], str]:
    """The changes that change nothing, by place and new text, each with its reason."""
    lines = NAMED.read_text(encoding="utf-8").splitlines()
    named = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {(place, change): reason for place, change, reason in named}


def survives_in_the_file(mutant: Mutant) -> bool:
    """Whether the tests pass with the change in the file: code run by imports is seen only so."""
    sound = mutant.path.read_text(encoding="utf-8")
    mutant.path.write_text(mutant.file(), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", *PLAINLY, *tests_of([mutant.path])]
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    finally:
        mutant.path.write_text(sound, encoding="utf-8")


def name_of(mutant: Mutant) -> tuple[str, str]:
    """As ``equivalent_mutants.txt`` names it."""
    return mutant.place, mutant.change()[1]


def report(court: Court, words: int) -> list[str]:
    """What became of the mutants of every file, and every survivor as a change."""
    named, lines = equivalent(), list[str]()
    fates: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, fate, _ in court.verdicts.values():
        if fate is ALIVE and name_of(mutant) in named:
            fate = "change nothing"
        elif fate is ALIVE and mutant.place in court.early and not survives_in_the_file(mutant):
            fate = KILLED
        fates[str(mutant.path)][fate] += 1
        if fate in (ALIVE, LOST):
            lines += ["", f"{fate}: {mutant}"]
    lines += ["", f"{words} touch nothing but words and were not tried"]
    lines += [f"named, but noticed: {' | '.join(name)}" for name in _noticed(court, named)]
    lines += [f"fails without any change: {test}" for test in court.unfair]
    lines += [_line(path, fates[path]) for path in sorted(fates)]
    return [*lines, _line("all", sum(fates.values(), Counter()))]


def _noticed(court: Court, named: dict[tuple[str, str], str]) -> set[tuple[str, str]]:
    """Names of changes that are said to change nothing, and do."""
    alive = {name_of(one.mutant) for one in court.verdicts.values() if one.fate is ALIVE}
    found = {name_of(one.mutant) for one in court.verdicts.values() if one.fate is not ALIVE}
    return found & set(named) - alive


def _line(path: str, fates: Counter[str]) -> str:
    tried, same = sum(fates.values()), fates["change nothing"]
    killed = fates[KILLED] + fates[LOOPS]
    return (
        f"{path}: {tried} mutants, {killed} killed ({fates[LOOPS]} of them loop), {same} change"
        f" nothing, {fates[ALIVE]} alive, {fates[LOST]} lost;"
        f" {killed / max(1, tried - same):.1%} of those that change something"
    )


def here(*what: str) -> None:
    """Try the mutants of this folder."""
    paths = sorted({path for one in what for path in Path().glob(one)})
    mutants, named = chosen(paths), equivalent()
    tried = [mutant for mutant in mutants if not mutant.only_words()]
    court = Court(
        tried, lambda mutant: name_of(mutant) in named,
        int(os.environ.get("CORES", "2")), os.environ.get("SURVEY", ""),
    )  # fmt: skip
    pytest.main([*PLAINLY, *tests_of(paths)], plugins=[court])
    lines = report(court, len(mutants) - len(tried))
    lines += [f"{len(tried) - len(court.verdicts)} were not tried"]
    sys.stdout.write("\n".join(lines) + "\n")


def main(*what: str) -> None:
    """Do it in a copy, which this process moves into."""
    if what[:1] == ("--here",):
        here(*what[1:])
        shutil.rmtree(Path.cwd())
    else:
        os.chdir(copy())
        os.execv(sys.executable, [sys.executable, "-m", "tests.mutate", "--here", *(what or WHAT)])


if __name__ == "__main__":
    main(*sys.argv[1:])
