"""A pupil's workbook: what was predicted, solved and accused, in a small file beside the notebooks.

The file is written only when there is something to keep. It holds no names and no times.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

FILE: Final = "my-workbook.json"
FORMAT: Final = 1
MOST_BYTES: Final = 1_000_000


@dataclass
class Workbook:
    """Predictions by id, ids of solved exercises, dice accused by key; kept in the file *path*."""

    path: Path
    predictions: dict[str, Any] = field(default_factory=dict)
    solved: set[str] = field(default_factory=set)
    accused: dict[str, str] = field(default_factory=dict)

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

    def _write(self) -> None:
        """Write the file; a folder that cannot be written to must not stop a lesson."""
        kept = {
            "format": FORMAT,
            "predictions": self.predictions,
            "solved": sorted(self.solved),
            "accused": self.accused,
        }
        scratch = self.path.with_suffix(".part")
        try:
            scratch.write_text(json.dumps(kept, indent=1), encoding="utf-8")
            os.replace(scratch, self.path)
        except OSError:
            return


_books: dict[Path, Workbook] = {}


def current() -> Workbook:
    """The workbook of this folder."""
    path = Path.cwd() / FILE
    if path not in _books:
        _books[path] = _read(path)
    return _books[path]


def _read(path: Path) -> Workbook:
    """A workbook from its file; a new one where the file is missing or damaged."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return Workbook(path)
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Workbook(path)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        return Workbook(path)
    solved = found.get("solved")
    return Workbook(
        path,
        _named(found.get("predictions")),
        {str(one) for one in solved} if isinstance(solved, list) else set(),
        {key: str(die) for key, die in _named(found.get("accused")).items()},
    )


def _named(found: Any) -> dict[str, Any]:
    return {str(name): value for name, value in found.items()} if isinstance(found, dict) else {}
