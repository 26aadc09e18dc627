"""The words that every text is made of: cards, territories, letters of armies, numbers."""

from __future__ import annotations

from typing import Final

from ..board import Board
from ..state import HIDDEN, NOBODY

LETTERS: Final = "abcdefghij"
MAX_TEXT: Final = 4096
MAX_ARMIES: Final = 99_999


class NotationError(ValueError):
    """A text that is no move, no step or no position."""


def card_text(board: Board, card: int) -> str:
    """``ala`` for a territory's card, ``w1`` and ``w2`` for the wild ones."""
    if card == HIDDEN:
        return "?"
    return board.codes[card] if card < board.size else f"w{card - board.size + 1}"


def parse_card(board: Board, text: str) -> int:
    """Read a card; the opposite of ``card_text``."""
    if text in ("w1", "w2"):
        return board.size + int(text[1]) - 1
    return parse_territory(board, text)


def parse_territory(board: Board, text: str) -> int:
    """Read a territory's code."""
    try:
        return board.codes.index(text)
    except ValueError:
        raise NotationError(f"there is no territory {text[:20]!r} on {board.name}") from None


def letter(army: int) -> str:
    """The letter of a seat or a neutral army; ``-`` for nobody."""
    return LETTERS[army] if army >= 0 else "-"


def parse_army(text: str) -> int:
    """Read an army's letter; the opposite of ``letter``."""
    if text == "-":
        return NOBODY
    at = LETTERS.find(text)
    if len(text) != 1 or at < 0:
        raise NotationError(f"{text[:20]!r} is no army's letter")
    return at


def parse_count(text: str, most: int = MAX_ARMIES) -> int:
    """Read a number that is not too large."""
    if not text.isascii() or not text.isdigit() or len(text) > 6 or int(text) > most:
        raise NotationError(f"{text[:20]!r} is no number up to {most}")
    return int(text)
