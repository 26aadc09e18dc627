"""A game's file while the game goes on: every step appended with one write, before it is shown."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from pathlib import Path

from . import record
from .record import SaveError

try:
    import fcntl
except ImportError:  # Windows has no such lock; there two kernels on one file go unnoticed
    fcntl = None  # type: ignore[assignment]


class Journal:
    """An open game file that only grows.

    A write that fails (a full disk) never damages the file: what could not be written is kept and
    tried again with the next step, and ``problem`` says what is wrong in the meantime.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.path.abspath(path)
        self.problem = ""
        self._waiting = b""
        self._file = -1  # should opening fail
        self._file = _open(self.path)
        self._size = os.fstat(self._file).st_size

    @classmethod
    def create(cls, path: str | os.PathLike[str], lines: Sequence[str]) -> Journal:
        """Begin a file with these lines, in place of what it held."""
        if os.path.exists(path):
            cls(path).close()  # refuses where another kernel has it open
        try:
            record.write_whole(path, lines)
        except OSError as problem:
            raise SaveError(f"{_name(path)} cannot be written: {problem.strerror}") from None
        return cls(path)

    @classmethod
    def reopen(cls, path: str | os.PathLike[str], torn: str) -> Journal:
        """Go on with a file; a torn last line is moved to a file beside it."""
        journal = cls(path)
        if torn:
            with open(f"{journal.path}.bad", "a", encoding="utf-8") as aside:
                aside.write(torn + "\n")
            content = Path(journal.path).read_bytes()
            journal._size = content.rfind(b"\n") + 1
            os.ftruncate(journal._file, journal._size)
        return journal

    def append(self, lines: Sequence[str], *, sync: bool = False) -> None:
        """Write lines at the end with one write; with *sync* they are on the disk afterwards."""
        self._waiting += ("\n".join(lines) + "\n").encode()
        try:
            self._size += self._write()
            if sync:
                os.fsync(self._file)
        except OSError as problem:
            os.ftruncate(self._file, self._size)
            self._complain(f"the game goes on but is not being saved: {problem.strerror}")
            return
        self.problem, self._waiting = "", b""

    def _write(self) -> int:
        record.write_all(self._file, self._waiting)
        return len(self._waiting)

    def _complain(self, problem: str) -> None:
        if not self.problem:
            warnings.warn(f"{_name(self.path)}: {problem}", stacklevel=5)
        self.problem = problem

    def close(self) -> None:
        """Let go of the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    __del__ = close


def _open(path: str) -> int:
    try:
        file = os.open(path, os.O_WRONLY | os.O_APPEND)
    except OSError as problem:
        raise SaveError(f"{_name(path)} cannot be written: {problem.strerror}") from None
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            raise SaveError(f"{_name(path)} is already open in another notebook") from None
    return file


def _name(path: str | os.PathLike[str]) -> str:
    return os.path.basename(os.fspath(path))
