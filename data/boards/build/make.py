"""Rebuild the drawing of a built-in board: ``python make.py duel archipelago classic``."""

from __future__ import annotations

import argparse

import boardfile
import islands
from boardfile import Document
from sketches import ARCHIPELAGO, DUEL

BOARDS = ("classic", "duel", "archipelago")


def drawing(name: str, board: Document) -> Document:
    """Return the drawing of the board *name*."""
    if name == "classic":
        import world  # fetches Natural Earth, which the small boards do not need

        return world.shapes(board)
    return islands.shapes(DUEL if name == "duel" else ARCHIPELAGO, board)


def main() -> None:
    """Rebuild the boards that the command line names, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=BOARDS, metavar="board")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    wanted = parser.parse_args()
    for name in wanted.boards:
        board = boardfile.read(name)
        before, board["shapes"] = board.get("shapes"), drawing(name, board)
        print(f"{name}: {'unchanged' if board['shapes'] == before else 'changed'}")
        if not wanted.check:
            boardfile.write(name, board)
        elif board["shapes"] != before:
            raise SystemExit(f"{name}: the drawing in the file is not the one built")


if __name__ == "__main__":
    main()
