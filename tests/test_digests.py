"""Invariant 18: the same seeds give the same games, whatever the order of sets and tables."""

from __future__ import annotations

import digests


def test_two_processes_with_other_hash_seeds_play_the_same_games() -> None:
    assert digests.unlike(first=0, games=2 * len(digests.TABLES)) == []


def test_the_digest_depends_on_the_game() -> None:
    assert digests.digest(1) == digests.digest(1)
    assert len({digests.digest(number) for number in range(6)}) == 6
