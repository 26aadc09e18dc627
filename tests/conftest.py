"""What all tests share: where Chromium is, and how the work is spread over the cores."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

BROWSER_TESTS = Path(__file__).parent / "browser"
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
NO_CHROMIUM = (
    "NO CHROMIUM: the browser tests were SKIPPED."
    " Install it (Debian: apt-get install chromium) and run again."
)

#: They need what only `make mutate` installs.
collect_ignore = ["court.py", "mutants.py", "mutate.py"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules, examples and rulings a test is for")
    if "RISKNB_SAVES" not in os.environ:  # tests leave nothing among one's own games
        folder = tempfile.TemporaryDirectory(prefix="risknb-games-")
        os.environ["RISKNB_SAVES"] = folder.name
        config.add_cleanup(folder.cleanup)
    os.environ.setdefault("MPLBACKEND", "agg")  # examples draw charts, also where a screen is
    config.pluginmanager.register(_Figures())


class _Figures:
    """Closes what a test or an example has drawn; no conftest reaches the examples."""

    def pytest_runtest_teardown(self) -> None:
        if "matplotlib.pyplot" in sys.modules:
            sys.modules["matplotlib.pyplot"].close("all")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the cells of a notebook together, and skip the browser tests without a browser."""
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
        if CHROMIUM is None and BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="no Chromium"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if CHROMIUM is None and any(BROWSER_TESTS.glob("test_*.py")):
        terminalreporter.write_sep("!", NO_CHROMIUM, red=True, bold=True)
