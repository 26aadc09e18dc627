"""A pupil's workbook: what was predicted, solved and accused, in a small file beside the notebooks.

The file is written only when there is something to keep. It holds no names and no times. Several
notebooks may be open at once: what the others have kept is read before anything is written.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

FILE: Final = "my-workbook.json"
FORMAT: Final = 1
MOST_BYTES: Final = 1_000_000


@dataclass
class Workbook:
    """Predictions by id, ids of solved exercises, dice accused by key; kept in the file *path*.

    *luck* is a word by chance: whoever has no alias yet has dice of their own by it.
    """

    path: Path
    predictions: dict[str, Any] = field(default_factory=dict)
    solved: set[str] = field(default_factory=set)
    accused: dict[str, str] = field(default_factory=dict)
    luck: str = ""

    def own_luck(self) -> str:
        """A word by chance, always the same for this workbook."""
        if not self.luck:
            self.luck = token_hex(8)
            self._write()
        return self.luck

    def predict(self, name: str, value: str | float) -> None:
        """Keep a prediction."""
        self.predictions[name] = value
        self._write()

    def solve(self, name: str) -> None:
        """Keep that an exercise has been solved."""
        if name not in self.solved:
            self.solved.add(name)
            self._write()

    def accuse(self, key: str, die: str) -> str:
        """Keep an accusation; the first one for a key stays."""
        if key not in self.accused:
            self.accused[key] = die
            self._write()
        return self.accused[key]

    def refresh(self) -> None:
        """Take over what other open notebooks have kept in the meantime."""
        kept = _read(self.path)
        self.predictions |= kept.predictions
        self.solved |= kept.solved
        self.accused |= kept.accused
        self.luck = kept.luck or self.luck

    def _write(self) -> None:
        """Write the file; a folder that cannot be written to must not stop a lesson."""
        kept = {
            "format": FORMAT,
            "predictions": self.predictions,
            "solved": sorted(self.solved),
            "accused": self.accused,
            "luck": self.luck,
        }
        scratch = self.path.with_suffix(f".{os.getpid()}.part")
        try:
            scratch.write_text(json.dumps(kept, indent=1), encoding="utf-8")
            os.replace(scratch, self.path)
        except OSError:
            return


_books: dict[Path, Workbook] = {}


def current() -> Workbook:
    """The workbook of this folder, with all that is kept in it by now."""
    path = Path.cwd() / FILE
    book = _books.setdefault(path, Workbook(path))
    book.refresh()
    return book


def _read(path: Path) -> Workbook:
    """A workbook from its file; a new one where the file is missing or damaged."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return Workbook(path)
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Workbook(path)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        return Workbook(path)
    solved = found.get("solved")
    return Workbook(
        path,
        _named(found.get("predictions")),
        {str(one) for one in solved} if isinstance(solved, list) else set(),
        {key: str(die) for key, die in _named(found.get("accused")).items()},
        str(found.get("luck") or ""),
    )


def _named(found: Any) -> dict[str, Any]:
    return {str(name): value for name, value in found.items()} if isinstance(found, dict) else {}
