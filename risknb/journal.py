"""A game's file while the game goes on: every step appended with one write, before it is shown."""

from __future__ import annotations

import os
import stat
import warnings
from collections.abc import Iterable, Sequence
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from weakref import WeakValueDictionary

from . import record
from .record import SaveError

try:
    import fcntl
except ImportError:  # Windows has no such lock; there two kernels on one file go unnoticed
    fcntl = None  # type: ignore[assignment]


HEAD = 64 * 1024  # far more than the header of a game


class Journal:
    """An open game file that only grows.

    A write that fails (a full disk) never damages the file: what could not be written is kept and
    tried again with the next step, and ``problem`` says what is wrong in the meantime.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.path.abspath(path)
        self.problem = ""
        self.steps = 0  # how many steps of the game are in the file
        self._has_keys = True
        self._waiting = b""
        self._waiting_steps = 0
        self._file = -1  # should opening fail
        self._file = _open(self.path)
        self._size = os.fstat(self._file).st_size
        _OPEN[self.path] = self

    @classmethod
    def create(
        cls, path: str | os.PathLike[str], lines: Sequence[str], mark: str = ""
    ) -> Journal:
        """Begin a file with these lines, in place of what it held.

        With a *mark* only a file whose beginning has it is replaced: the same game, saved before.
        """
        there = os.path.exists(path)  # then refuse where another kernel has it open
        with closing(cls(path)) if there else nullcontext():
            if there and mark and _holds_something_else(path, mark):
                raise SaveError(
                    f"{_name(path)} holds something else and is left alone: name another file, or"
                    " go on with the game in it by rk.resume"
                )
            _write(path, lines)
        return cls(path)

    @classmethod
    def reopen(cls, path: str | os.PathLike[str]) -> Journal:
        """Go on with a file. A game of this kernel that wrote to it before does so no longer."""
        before = _OPEN.get(os.path.abspath(path))
        if before is not None:
            before.close()
            before.problem = "this game was opened anew and is not saved here any more"
        return cls(path)

    def set_aside(self, torn: str) -> None:
        """Move a torn last line to a file beside this one."""
        if not torn:
            return
        try:
            with open(f"{self.path}.bad", "a", encoding="utf-8") as aside:
                aside.write(torn + "\n")
            self._size = Path(self.path).read_bytes().rfind(b"\n") + 1
            os.ftruncate(self._file, self._size)
        except OSError as problem:
            raise SaveError(f"{_name(self.path)} cannot be written: {problem.strerror}") from None

    def append(self, lines: Sequence[str], *, steps: int = 0, sync: bool = False) -> None:
        """Write lines at the end with one write; with *sync* they are on the disk afterwards.

        *steps* is how many more steps (or less, where some are taken back) the file then holds.
        """
        if self._file < 0:
            return
        self._waiting_steps += steps
        self._waiting += "".join(f"{line}\n" for line in lines).encode()
        try:
            if self.problem:
                os.ftruncate(self._file, self._size)
            record.write_all(self._file, self._waiting)
            if sync:
                os.fsync(self._file)
        except OSError as problem:
            with suppress(OSError):  # tried again before the next write
                os.ftruncate(self._file, self._size)
            self.complain(f"the game goes on but is not being saved: {problem.strerror}")
            return
        size = self._size + len(self._waiting)
        # from here on no call, so that no signal can come between
        self._size = size
        self.steps += self._waiting_steps
        self.problem, self._waiting, self._waiting_steps = "", b"", 0

    def missing(self) -> bool:
        """Whether the file was deleted or moved, or another one was put in its place."""
        if self._file < 0:
            return False
        try:
            mine = os.fstat(self._file)
            return not os.path.samestat(os.stat(self.path), mine) or self._edited(mine.st_size)
        except OSError:
            return True

    def _edited(self, size: int) -> bool:
        """Whether somebody else has written into the file; what they made of it is put aside."""
        if size == self._size or self.problem:  # half a line may be left of a failed write
            return False
        aside = f"{self.path}.edited"
        try:
            os.replace(self.path, aside)
        except OSError:
            return False  # then it stays as it is, and the next steps follow
        warnings.warn(
            f"{_name(self.path)} was changed by somebody else: the game is written anew, and what"
            f" they made of it lies in {_name(aside)}",
            stacklevel=6,
        )
        return True

    def cut(self) -> None:
        """Forget a write that was interrupted: the file holds ``steps`` steps and no more."""
        self._waiting, self._waiting_steps = b"", 0
        if self._file >= 0:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)

    def write_keys(self, keys: Iterable[tuple[str, str]]) -> None:
        """Keep the seeds beside the game; without them it would go on with new luck one day."""
        try:
            record.write_keys(self.path, keys)
            self._has_keys = True
        except OSError as problem:
            if self._has_keys:  # once is enough: it is tried again every turn
                self.complain(f"the seed of the game is not being saved: {problem.strerror}")
            self._has_keys = False

    def lacks_keys(self) -> bool:
        """Whether the seeds could not be written, or were deleted since."""
        kept = self._has_keys and os.path.exists(f"{self.path}{record.KEY_SUFFIX}")
        return self._file >= 0 and not kept

    def remove_key(self) -> None:
        """The game is over, and its record shows the seed; a key that stays does no harm."""
        with suppress(OSError):
            record.remove_key(self.path)

    def complain(self, problem: str) -> None:
        """Say once what keeps the game from being saved."""
        if not self.problem:
            warnings.warn(f"{_name(self.path)}: {problem}", stacklevel=5)
        self.problem = problem

    def close(self) -> None:
        """Let go of the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    __del__ = close


#: The journals of this kernel by path.
_OPEN: WeakValueDictionary[str, Journal] = WeakValueDictionary()


def _let_go() -> None:
    """A forked worker lets go of the files, or they would stay locked as long as it lives."""
    for journal in list(_OPEN.values()):
        journal.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def _holds_something_else(path: str | os.PathLike[str], mark: str) -> bool:
    with open(path, "rb") as file:
        head = file.read(HEAD)
    return bool(head) and mark.encode() not in head


def _write(path: str | os.PathLike[str], lines: Sequence[str]) -> None:
    try:
        record.write_whole(path, lines)
    except OSError as problem:
        raise SaveError(f"{_name(path)} cannot be written: {problem.strerror}") from None
    except ValueError:  # nothing at all, or a NUL
        raise SaveError(f"{os.fspath(path)[:80]!r} is no name of a file") from None


def _open(path: str) -> int:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # opening a pipe would wait for a reader
            raise SaveError(f"{_name(path)} cannot be written: it is no file")
        file = os.open(path, os.O_WRONLY | os.O_APPEND)
    except FileNotFoundError:
        raise SaveError(f"there is no file {_name(path)}") from None
    except OSError as problem:
        raise SaveError(f"{_name(path)} cannot be written: {problem.strerror}") from None
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            os.close(file)
            mine = _OPEN.get(path)
            where = "this" if mine is not None and mine._file >= 0 else "another"
            raise SaveError(f"{_name(path)} is already open in {where} notebook") from None
        except OSError:
            pass  # some network folders know no locks; there it is as on Windows
    return file


def _name(path: str | os.PathLike[str]) -> str:
    return os.path.basename(os.fspath(path))
