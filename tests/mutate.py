"""Mutation testing: the rules are broken in one place at a time, and the tests must notice.

    .venv/bin/python -m tests.mutate                         # cards, rules and odds: hours
    .venv/bin/python -m tests.mutate risknb/rules/combat.py  # only what is named

Everything happens in a copy of the project. Texts of messages are left alone. The survivors are
printed with what was changed.
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
from pathlib import Path

ROOT = Path(__file__).parents[1]
WHAT = ("risknb/cards.py", "risknb/rules/*", "risknb/odds/*")
#: The fast tests of rules and odds; the dearest come last.
RULES = (
    "tests/test_cards.py", "tests/test_hard_rules.py", "tests/conformance", "tests/test_perft.py",
    "tests/oracle",
)  # fmt: skip
ODDS = tuple(f"tests/{path.name}" for path in sorted((ROOT / "tests").glob("test_odds*.py")))
COPIED = ("risknb", "data", "tests", "pyproject.toml", "README.md", "Makefile")
SLOW = ("browser", "ui", "lessons", "kill", "fuzz")
#: Statements that only say something: a reason, an error, a sentence.
SAYS = (r"^\s*(return|yield) f?[\"']", r"^\s*raise ", r"assert ", r"lru_cache", r"cast\(")
CONFIG = """
[tool.mutmut]
source_paths = ["risknb"]
only_mutate = {what}
also_copy = ["data", "README.md", "Makefile"]
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:xdist"]
do_not_mutate_patterns = {says}
use_git_change_detection = false
"""


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
    tests = [*(RULES if any("odds" not in one for one in what) else ()),
             *(ODDS if any("odds" in one or "cards" in one for one in what) else ())]  # fmt: skip
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as config:
        lists = {"what": what, "tests": tests, "says": SAYS}
        config.write(CONFIG.format(**{name: json.dumps(one) for name, one in lists.items()}))
    return folder


def report(folder: Path) -> list[str]:
    """How many mutants there were, how many were killed, and every survivor as a change."""
    mutmut = [sys.executable, "-m", "mutmut"]
    found = subprocess.run(
        [*mutmut, "results", "--all", "true"], cwd=folder, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    fates = dict(re.findall(r"^\s*(\S+): (.+)$", found.stdout, re.MULTILINE))
    counts = Counter(fates.values())
    killed = counts["killed"] + counts["timeout"] + counts["segfault"]
    tried = sum(counts.values()) - counts["skipped"] - counts["not checked"]
    lines = [f"{tried} mutants, {killed} killed ({killed / max(1, tried):.1%}): {dict(counts)}"]
    for name, fate in fates.items():
        if fate in ("survived", "no tests", "suspicious"):
            shown = subprocess.run(
                [*mutmut, "show", name], cwd=folder, capture_output=True, text=True, check=False
            )
            lines += [f"{fate}: {name}", *re.findall(r"^[-+] .*$", shown.stdout, re.MULTILINE)]
    return lines


def main(*what: str) -> None:
    folder = copy(list(what or WHAT))
    children = os.environ.get("CORES", "2")
    with (folder / "mutmut.log").open("w", encoding="utf-8") as log:
        subprocess.run(
            [sys.executable, "-m", "mutmut", "run", "--max-children", children],
            cwd=folder, stdout=log, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
    sys.stdout.write("\n".join(report(folder)) + "\n")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
