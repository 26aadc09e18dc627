"""The seeds of a game: a secret while it runs, shown at its end so that anyone can verify the dice.

Most games have one. A game that took luck back, or that lost its key, goes on with a new seed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from numbers import Real
from types import NoneType
from typing import NamedTuple

from .record import commitment

MAX_SEED = 200


class Seed(NamedTuple):
    """A seed, the step it counts from, and what the record says of it before it is shown."""

    step: int
    commitment: str
    salt: str = ""
    text: str = ""  # empty when nobody knows it any more

    @property
    def known(self) -> bool:
        """Whether the seed itself is here, not only what was said of it."""
        return bool(self.salt)

    def __repr__(self) -> str:
        return f"<Seed from step {self.step}>"


def make(step: int, seed: float | str | None = None) -> Seed:
    """A seed for the steps from *step* on; a random one unless a number or a text is given."""
    fits = isinstance(seed, (str, Real, NoneType)) and not isinstance(seed, bool)
    if isinstance(seed, int) and abs(seed) > 10**MAX_SEED:
        fits = False  # Python would not even write it out
    text = secrets.token_hex(8) if seed is None else str(seed) if fits else ""
    if not text or len(text) > MAX_SEED or not text.isprintable():
        raise ValueError(f"seed: a number or a text of 1 to {MAX_SEED} printable letters")
    salt = secrets.token_hex(16)
    return Seed(step, commitment(salt, text), salt, text)


def derive(text: str, use: str) -> str:
    """A seed for another use, from which the first cannot be found."""
    return blake2b(f"{use}\0{text}".encode(), digest_size=16).hexdigest()


class Seeds:
    """The seeds of one game in the order of their steps."""

    def __init__(self, first: Seed) -> None:
        self._seeds = [first]

    def __iter__(self) -> Iterator[Seed]:
        return iter(self._seeds)

    def __repr__(self) -> str:
        return f"<{len(self._seeds)} seeds>"

    @property
    def last(self) -> Seed:
        """The seed that luck comes from now."""
        return self._seeds[-1]

    def add(self, seed: Seed) -> None:
        """Go on with another seed."""
        if len(self._seeds) > 1 and self.last.step == seed.step:
            self._seeds.pop()  # it has answered nothing
        self._seeds.append(seed)

    def rewind(self, step: int) -> None:
        """Steps were taken back: a seed that was to count from later counts from here."""
        while len(self._seeds) > 1 and self._seeds[-1].step > step:
            moved = self._seeds.pop()._replace(step=step)
            if self._seeds[-1].step < step or len(self._seeds) == 1:
                self._seeds.append(moved)
                return
            self._seeds[-1] = moved

    def reveal(self, keys: Iterable[tuple[str, str]]) -> None:
        """Fill in the seeds that these salts and texts belong to."""
        found = {commitment(salt, text): (salt, text) for salt, text in keys}
        self._seeds = [
            Seed(seed.step, seed.commitment, *found.get(seed.commitment, (seed.salt, seed.text)))
            for seed in self._seeds
        ]

    def pairs(self) -> list[tuple[str, str]]:
        """Salt and text of every seed that is known."""
        return [(seed.salt, seed.text) for seed in self._seeds if seed.known]
