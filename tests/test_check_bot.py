"""The test bench for bots: it says in plain words what is wrong with one."""

from __future__ import annotations

import random

import pytest
from bad_bots import (
    Cheating,
    Dicing,
    Groping,
    Leaving,
    Meddling,
    Mute,
    Peeking,
    Raising,
    Sorting,
    Stumbling,
    Tossing,
)

from risknb.batch import check_bot, checking
from risknb.batch.checking import Check


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Peeking, "may not know"),
        (Groping, "may not know"),
        (Meddling, "changes the table"),
        (Sorting, "changes the table"),
        (Stumbling, "changes the table"),
        (Leaving, "raises SystemExit"),
        (Dicing, "luck does not come from its seed"),
        (Raising, "raises KeyError"),
        (Cheating, "illegal move"),
        (Mute, "must return a move, not None, in "),
        (dict, "no method choose"),
    ],
)
def test_the_bench_says_what_is_wrong(kind: type, said: str) -> None:
    found = check_bot(kind)
    assert not found.ok
    assert said in repr(found)


def test_the_bench_says_the_same_only_once_and_where_a_bot_broke_down() -> None:
    found = check_bot(Leaving)
    line = Leaving.place.__code__.co_firstlineno + 1
    assert found.failed == checking.ENOUGH
    assert len(found.problems) == 1
    assert f"raises SystemExit: 1 (line {line}, in place), in " in found.problems[0]
    assert f"something is wrong in {checking.ENOUGH} of the games" in repr(found)


def test_a_bot_that_breaks_down_in_the_last_games_is_told_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checking, "benches", list)
    found = check_bot(Raising)
    assert (found.games, found.failed) == (2, 2)
    assert "raises KeyError: 'lost my map'" in found.problems[0]
    assert len(found.problems) == 1


def test_the_bench_tells_times_in_units_that_fit() -> None:
    slow, quick = (Check("x", decisions=10, seconds=spent) for spent in (3.0, 3e-4))
    assert "300.0 ms each" in repr(slow)
    assert "30 µs each" in repr(quick)


def test_a_slow_bot_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("risknb.batch.checking.SLOW", 0.0)
    found = check_bot("rusher")
    assert "it is slow: 0.00 s a decision (at most 0.0 s on average)" in repr(found)
    assert found.decisions == checking.PATIENCE  # nobody waits for the rest


def test_peeking_is_not_taken_for_luck_from_elsewhere() -> None:
    assert "its seed" not in repr(check_bot(Peeking))


def test_luck_from_elsewhere_is_not_taken_for_peeking() -> None:
    random.seed(1)
    found = repr(check_bot(Tossing))
    assert "its seed" in found
    assert "may not know" not in found


def test_the_bench_tells_a_broken_rule_once_and_where() -> None:
    found = check_bot(Cheating)
    assert found.failed == checking.ENOUGH
    reasons = [told.split(" (")[0].split(": ", 1)[1] for told in found.problems]
    assert len(reasons) == len(set(reasons)) < found.failed
    assert "illegal move: Alaska is not yours to attack from (ala>alb*9), in " in found.problems[0]
