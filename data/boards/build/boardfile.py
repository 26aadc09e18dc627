"""Board files as text: read one, and write it so that a person can read it too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Document = dict[str, Any]

BOARDS = Path(__file__).resolve().parents[1]


def read(name: str) -> Document:
    """Return the content of the built-in board file *name*."""
    document: Document = json.loads((BOARDS / f"{name}.json").read_text("utf-8"))
    return document


def write(name: str, document: Document) -> None:
    """Write the built-in board file *name*."""
    (BOARDS / f"{name}.json").write_text(laid_out(document) + "\n", "utf-8")


def edges(board: Document, kind: str) -> list[tuple[str, str]]:
    """Return the edges of one kind ("land" or "sea"), each once, in the order of the file."""
    order = [territory["code"] for territory in board["territories"]]
    return [
        (territory["code"], other)
        for territory in board["territories"]
        for other in territory.get(kind, [])
        if order.index(territory["code"]) < order.index(other)
    ]


def frontier_pairs(board: Document) -> list[tuple[str, str]]:
    """Return the land edges where two continents meet."""
    continent = {t: c["code"] for c in board["continents"] for t in c["territories"]}
    return [(a, b) for a, b in edges(board, "land") if continent[a] != continent[b]]


def laid_out(value: Any, indent: str = "") -> str:
    """Return *value* as JSON, opened up while a line would be long, except lists of numbers.

    >>> print(laid_out({"title": "Duel", "decks": ["A", "B"]}))
    {"title": "Duel", "decks": ["A", "B"]}
    """
    if _is_numbers(value):
        return json.dumps(value, separators=(",", ":"))
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + len(indent) <= 100 and "[[" not in line:
        return line
    deeper = indent + "  "
    if isinstance(value, dict):
        items = [f"{json.dumps(k)}: {laid_out(v, deeper)}" for k, v in value.items()]
        return f"{{\n{deeper}" + f",\n{deeper}".join(items) + f"\n{indent}}}"
    items = [_row(item, deeper) for item in value]
    return f"[\n{deeper}" + f",\n{deeper}".join(items) + f"\n{indent}]"


def _row(item: Any, indent: str) -> str:
    """Return one territory, edge or ring of a list, which stays on one line where it can."""
    if isinstance(item, dict) and "paths" not in item:
        return json.dumps(item, ensure_ascii=False)
    return laid_out(item, indent)


def _is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, int | float) for item in value)
