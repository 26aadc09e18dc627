"""The names that stay: what is called from outside, as it is written there, and its documents."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import risknb as rk
from risknb import charts, frames, luck, odds

MODULES = [rk, odds, frames, luck, charts]


def public(module: Any) -> Iterator[tuple[str, Any]]:
    for name in module.__all__:
        yield f"{module.__name__}.{name}", getattr(module, name)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_completion_offers_what_is_meant_for_users(module: Any) -> None:
    offered = [name for name in dir(module) if not name.startswith("_")]
    assert offered == sorted(module.__all__)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_public_function_has_one_sentence(module: Any) -> None:
    for name, thing in public(module):
        if callable(thing):
            first = inspect.getdoc(thing)
            assert first, name
            assert first.split("\n\n")[0].rstrip().endswith((".", ":")), name


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_public_function_has_an_example_that_runs(module: Any) -> None:
    for name, thing in public(module):
        if inspect.isfunction(thing):
            assert ">>>" in (inspect.getdoc(thing) or ""), name


@pytest.mark.parametrize(
    "call", [f for _, f in public(odds) if "armies" in inspect.signature(f).parameters]
)
def test_every_docstring_of_the_odds_says_what_armies_are(call: Any) -> None:
    text = " ".join(inspect.getdoc(call).split())
    assert "**all**" in text, call
    assert ">>>" in text, call
    assert "A = " in text, call
