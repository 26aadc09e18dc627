"""Damage to good inputs, for runs without a fuzzer that looks at coverage."""

from __future__ import annotations

from random import Random

#: Pieces that readers stumble over.
ODD = (
    b"", b"\0", b"\xff", b"\xed\xa0\x80", "\u0663".encode(), "\U0001f600".encode(),
    b"-1", b"1e999", b"NaN", b"1.5", b"[1]", b"{a=1}",
    b"99999999999999999999", b"[" * 50, b"{" * 50, b'"', b"\\", b"\n", b"\r\n", b"../../x", b"<b>",
    b"true", b"null", b"[]", b"{}", b"0", b"=", b"?", b"%", b";", b"<", b"a" * 300, b"0x10", b"_",
    b".x" * 400,
)  # fmt: skip


def damaged(seeds: list[bytes], random: Random) -> bytes:
    """A good input with one to four places changed, or something wild."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        random.choice(WAYS)(data, seeds, random)
    return bytes(data)


def _cut(data: bytearray, seeds: list[bytes], random: Random) -> None:
    at = random.randrange(len(data) + 1)
    del data[at : at + random.choice((1, 1, 4, 30, 10_000))]


def _flip(data: bytearray, seeds: list[bytes], random: Random) -> None:
    if data:
        data[random.randrange(len(data))] = random.randrange(256)


def _insert(data: bytearray, seeds: list[bytes], random: Random) -> None:
    at = random.randrange(len(data) + 1)
    data[at:at] = random.choice(ODD)


def _replace_word(data: bytearray, seeds: list[bytes], random: Random) -> None:
    """A run of letters or digits becomes something odd, or a word from elsewhere."""
    at = random.randrange(len(data) + 1)
    start = end = at
    while start > 0 and chr(data[start - 1]).isalnum():
        start -= 1
    while end < len(data) and chr(data[end]).isalnum():
        end += 1
    other = random.choice(seeds)
    words = other[(cut := random.randrange(len(other) + 1)) : cut + 40].split()
    data[start:end] = random.choice([*ODD, *words])


def _swap_lines(data: bytearray, seeds: list[bytes], random: Random) -> None:
    lines = bytes(data).split(b"\n")
    a, b = random.randrange(len(lines)), random.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[random.choice((a, b))]
    data[:] = b"\n".join(lines)


WAYS = (_cut, _flip, _insert, _replace_word, _replace_word, _swap_lines)
