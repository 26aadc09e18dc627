"""Thousands of damaged files and texts: only the documented errors come out."""

from __future__ import annotations

import warnings
from random import Random

import pytest

from .mutation import damaged
from .targets import TARGETS

#: Inputs a target, by what one costs.
INPUTS = {"game": 3_000, "key": 500, "board": 5_000, "rules": 8_000, "deck": 5_000}
MORE = 15_000


@pytest.mark.parametrize("name", TARGETS)
def test_only_documented_errors(name: str) -> None:
    target, random = TARGETS[name], Random(name)
    seeds = target.seeds()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for good in seeds:
            target.read(good)
        for _ in range(INPUTS.get(name, MORE)):
            data = damaged(seeds, random)
            try:
                target.read(data)
            except Exception as problem:
                raise AssertionError(f"{name}: {data[:3000]!r}") from problem
