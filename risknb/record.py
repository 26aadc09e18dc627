"""A game as a file (``*.rgn``): a header, one step a line, a hash of the position every turn.

Reading checks bounds before anything is built; whether the steps are legal, the game finds out by
making them. Lines: ``[Name "value"]`` of the header, a step in notation, ``<`` for a step taken
back, ``; 12 9f3c...`` for the position when turn 12 began, ``% 120 5be1...`` for a new seed from
step 120 on.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

FORMAT: Final = 1
MAX_BYTES: Final = 16 * 1024 * 1024
MAX_LINE: Final = 4096
MAX_STEPS: Final = 200_000
MAX_LINES: Final = 3 * MAX_STEPS  # checked first: millions of tiny lines would fill the memory
MAX_NAME: Final = 64
KEY_SUFFIX: Final = ".key"
#: Stand at the end of a game, a key a seed; a training game can be taken back and end once more.
REPEATED: Final = ("Result", "Key")

_TAG = re.compile(r"\[([A-Za-z]{1,16}) (\".*\")\]")


class SaveError(ValueError):
    """A game file that cannot be read, or that the rules do not confirm; names the line."""


class Line(NamedTuple):
    """A line after the header: its number, and its text."""

    number: int
    text: str


class Record(NamedTuple):
    """A game file, read but not yet replayed."""

    tags: dict[str, tuple[str, ...]]
    lines: list[Line]
    torn: str  # what was left of a last line that was cut off


def tag(name: str, *values: str) -> str:
    """A header line; the values are written as JSON texts."""
    return f"[{name} {' '.join(json.dumps(value) for value in values)}]"


def commitment(salt: str, seed: str) -> str:
    """What the header says of the seed: enough to verify it later, too little to guess it."""
    return blake2b(bytes.fromhex(salt) + seed.encode(), digest_size=16).hexdigest()


def is_commitment(text: str) -> bool:
    """Whether a text can be what a record says of a seed."""
    return re.fullmatch(r"[0-9a-f]{32}", text) is not None


# -- reading -------------------------------------------------------------------------------------
def read(path: str | os.PathLike[str]) -> Record:
    """Read a game file; a last line without its end is set aside as torn."""
    return parse(_content(Path(path)))


def _content(file: Path) -> bytes:
    """What a file holds, never more than a game can be, whatever its size says."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):  # a pipe or a device would never end
            raise SaveError(f"{file.name} is no file")
        with file.open("rb") as opened:
            return opened.read(MAX_BYTES + 1)
    except OSError as problem:
        raise SaveError(f"{file.name} cannot be read: {problem.strerror}") from None
    except ValueError:
        raise SaveError(f"{file.name[:80]!r} is no file") from None  # a NUL in the path


def parse(content: bytes) -> Record:
    """Read a game from the bytes of its file."""
    if len(content) > MAX_BYTES:
        raise SaveError("larger than a game can be: its file has at most 16 MiB")
    content = content.replace(b"\r\n", b"\n")  # as some editors and archives leave it
    if content.count(b"\n") > MAX_LINES:
        raise SaveError(f"a game has at most {MAX_STEPS} steps")
    whole, _, rest = content.rpartition(b"\n")
    try:
        texts = whole.decode("utf-8").split("\n")
        torn = rest.decode("utf-8", "replace")
    except UnicodeDecodeError as problem:
        raise SaveError(f"not a text file: {problem.reason} at byte {problem.start}") from None
    tags: dict[str, tuple[str, ...]] = {}
    lines: list[Line] = []
    keys: list[str] = []
    for number, text in enumerate(texts, 1):
        if len(text) > MAX_LINE:
            raise SaveError(f"line {number} is longer than {MAX_LINE} letters")
        if text.startswith("["):
            name, values = _tag(number, text)
            if name in tags and name not in REPEATED:
                raise SaveError(f"line {number}: {name} stands here for the second time")
            tags[name] = values
            keys.extend(values if name == "Key" else ())
        elif text:
            lines.append(Line(number, text))
    if len(lines) > 2 * MAX_STEPS:  # behind a step stands its turn's hash, or its taking back
        raise SaveError(f"a game has at most {MAX_STEPS} steps")
    if keys:
        tags["Key"] = tuple(keys)
    return Record(tags, lines, torn)


def _tag(number: int, text: str) -> tuple[str, tuple[str, ...]]:
    found = _TAG.fullmatch(text)
    if found is None:
        raise SaveError(f"line {number} is no header line: {text[:60]!r}")
    try:
        return found[1], tuple(_strings(found[2]))
    except ValueError:
        raise SaveError(f"line {number} cannot be read: {text[:60]!r}") from None


def _strings(text: str) -> Iterator[str]:
    """The JSON texts of a header line."""
    decoder = json.JSONDecoder()
    at = 0
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        if not isinstance(value, str):
            raise ValueError("not a text")
        value.encode()  # half a letter, which no page and no file can show, is refused
        yield value
        if at < len(text) and text[at] != " ":
            raise ValueError("no space between texts")
        at += 1


def need(record: Record, name: str, count: int = 1) -> tuple[str, ...]:
    """A header line that must be there."""
    values = record.tags.get(name)
    if values is None or len(values) < count:
        raise SaveError(f"the header has no {name}")
    return values


def need_json(record: Record, name: str) -> Any:
    """A header line that holds a JSON object."""
    try:
        found = json.loads(need(record, name)[0])
    except (ValueError, RecursionError):
        raise SaveError(f"the header's {name} cannot be read") from None
    if not isinstance(found, dict):
        raise SaveError(f"the header's {name} is not a table")
    return found


def names(record: Record, commitment: str) -> bool:
    """Whether the header or a later line says this of a seed."""
    later = (line.text.endswith(f" {commitment}") for line in record.lines)
    return commitment in record.tags["Seed"] or any(later)


def check_version(record: Record) -> None:
    """Refuse files of a newer format, and files that are none of ours."""
    if "Format" not in record.tags:
        raise SaveError('no saved game: its header begins with [Format "1"]')
    text = need(record, "Format")[0]
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise SaveError(f"{text[:20]!r} is no format version")
    if int(text) < 1:
        raise SaveError(f"there is no format {text}; they are numbered from 1")
    if int(text) > FORMAT:
        raise SaveError(f"made by a newer risknb (format {text}); this one reads up to {FORMAT}")


# -- writing -------------------------------------------------------------------------------------
def write_whole(path: str | os.PathLike[str], lines: Iterable[str]) -> None:
    """Write a whole file so that there is the old one or the new one, never half of one."""
    _put(Path(path), ("\n".join(lines) + "\n").encode(), 0o644)


def _put(file: Path, content: bytes, mode: int) -> None:
    beside = file.with_name(f".{file.name}.{os.getpid()}.part")
    beside.unlink(missing_ok=True)  # left by a killed process, or a link laid by somebody else
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        try:
            write_all(descriptor, content)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(beside, file)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def write_all(descriptor: int, content: bytes) -> None:
    """``os.write`` until everything is written; one call on every ordinary file."""
    while content:
        content = content[os.write(descriptor, content) :]


def write_keys(path: str | os.PathLike[str], keys: Iterable[tuple[str, str]]) -> None:
    """Keep salts and seeds beside a running game, for its owner alone."""
    content = "".join(f"{salt} {seed}\n" for salt, seed in keys).encode()
    _put(Path(f"{os.fspath(path)}{KEY_SUFFIX}"), content, 0o600)


def read_keys(path: str | os.PathLike[str]) -> list[tuple[str, str]]:
    """Salts and seeds of a running game, as far as its key file is there and sound."""
    try:
        text = _content(Path(f"{os.fspath(path)}{KEY_SUFFIX}")).decode("utf-8")
    except ValueError:  # no file, or no text
        return []
    return _pairs(part for line in text.splitlines() for part in line.split(" ", 1))


def shown_keys(record: Record) -> list[tuple[str, str]]:
    """Salts and seeds that a finished game shows."""
    return _pairs(record.tags.get("Key", ()))


def _pairs(parts: Iterable[str]) -> list[tuple[str, str]]:
    found = list(parts)
    return [
        (salt, seed)
        for salt, seed in zip(found[::2], found[1::2], strict=False)
        if re.fullmatch(r"[0-9a-f]{32}", salt) and seed
    ]


def remove_key(path: str | os.PathLike[str]) -> None:
    """Forget the key of a game that is over: its record holds the seed now."""
    Path(f"{os.fspath(path)}{KEY_SUFFIX}").unlink(missing_ok=True)
