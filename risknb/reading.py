"""Reading other people's JSON: every value is checked, every complaint says where it stands."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

MAX_BYTES = 4 * 1024 * 1024
#: What no name may hold, as a part of patterns: what steers a screen, turns text around, or is
#: half a letter, which no file can keep.
UNSEEN = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"


class BoardError(ValueError):
    """A board, a board file or a territory that cannot be used, with the reason."""


class Entry(NamedTuple):
    """A value out of a file, together with the place where it stands."""

    value: Any
    where: str

    def wrong(self, what: str) -> NoReturn:
        """Refuse the file because of this value."""
        raise BoardError(f"{self.where}: {what}")

    def has(self, key: str) -> bool:
        """Tell whether this object holds *key* with something in it."""
        return self._object().get(key) is not None

    def misspelt(self, *optional: str) -> None:
        """Refuse a field that is nearly an optional one, which would else be overlooked."""
        for key in self._object():
            near = get_close_matches(key[:40].casefold(), optional, n=1, cutoff=0.8)
            if near and key not in optional:
                self.wrong(f"there is no field {shown(key)}; did you mean {near[0]!r}?")

    def at(self, key: str) -> Entry:
        """Return the value under *key*, which must be there."""
        if key not in self._object():
            self.wrong(f"'{key}' is missing")
        return Entry(self.value[key], f"{self.where} > {key}")

    def entries(self, most: int = 10_000) -> list[Entry]:
        """Return the values of this list, of which there may be *most*."""
        if not isinstance(self.value, list):
            self.wrong(f"must be a list, not {shown(self.value)}")
        if len(self.value) > most:
            self.wrong(f"has {len(self.value)} entries; {most} are allowed")
        return [Entry(value, f"{self.where}[{at}]") for at, value in enumerate(self.value)]

    def pairs(self, most: int = 1_000) -> Iterator[tuple[str, Entry]]:
        """Yield key and value of this object in the order of the file."""
        if len(self._object()) > most:
            self.wrong(f"has {len(self.value)} entries; {most} are allowed")
        for key in self.value:
            yield key, self.at(key)

    def text(self, pattern: str, meaning: str) -> str:
        """Return this text, which must match *pattern*; *meaning* says it in words."""
        if not isinstance(self.value, str) or not re.fullmatch(pattern, self.value):
            self.wrong(f"must be {meaning}, not {shown(self.value)}")
        return self.value

    def whole(self, low: int, high: int) -> int:
        """Return this whole number, which must lie within *low* and *high*."""
        if type(self.value) is not int or not low <= self.value <= high:
            self.wrong(f"must be a whole number from {low} to {high}, not {shown(self.value)}")
        return self.value

    def number(self, low: float, high: float) -> float:
        """Return this number, which must be finite and lie within *low* and *high*."""
        fits = type(self.value) in (int, float) and math.isfinite(self.value)
        if not fits or not low <= self.value <= high:
            self.wrong(f"must be a number from {low:g} to {high:g}, not {shown(self.value)}")
        return float(self.value)

    def flag(self) -> bool:
        """Return this truth value."""
        if not isinstance(self.value, bool):
            self.wrong(f"must be true or false, not {shown(self.value)}")
        return self.value

    def _object(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            self.wrong(f"must be an object with named fields, not {shown(self.value)}")
        return self.value


def shown(value: object, most: int = 40) -> str:
    """Return *value* short enough for a sentence.

    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
    """
    if isinstance(value, dict | list):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    return short(value, most)


def short(value: object, most: int = 60) -> str:
    """Return *value* as Python writes it, but short."""
    try:
        text = repr(value)
    except ValueError:  # Python writes out no number of more than 4,300 digits
        return "a huge number"
    return text if len(text) <= most else text[: most - 1] + "..."


def read(path: Path) -> Entry:
    """Read the JSON file at *path*, refusing what is too large, too deep or ambiguous."""
    try:
        return Entry(_parsed(_bytes(path), path.name), path.name)
    except OSError as error:
        reason = (error.strerror or "it does not work").lower()
        raise BoardError(f"{path}: cannot be read, {reason}") from None


def _bytes(path: Path) -> bytes:
    if not path.is_file():
        raise BoardError(f"{path}: there is no such file")
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BoardError(f"{path.name}: is larger than {MAX_BYTES // 1024 // 1024} MiB")
    return content


def _parsed(content: bytes, name: str) -> Any:
    try:
        return json.loads(
            content.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_constant
        )
    except RecursionError:
        raise BoardError(f"{name}: is nested too deep") from None
    except BoardError as error:
        raise BoardError(f"{name}: {error}") from None
    except ValueError as error:
        raise BoardError(f"{name}: is not JSON, {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, refusing a key that comes twice (JSON would silently keep the last)."""
    fields: dict[str, Any] = {}
    for key, value in pairs:
        if key in fields:
            raise BoardError(f"the field {shown(key)} comes twice in one object")
        fields[key] = value
    return fields


def _no_constant(text: str) -> NoReturn:
    raise BoardError(f"{text} is not a number that a board can use")
