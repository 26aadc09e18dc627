"""One panel a game: when a game is shown again, the panel that played it before steps back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import ReferenceType, WeakKeyDictionary, ref

from ..game import Game

if TYPE_CHECKING:
    from .app import App

ELSEWHERE = "This game goes on in the other panel."
AGAIN = "The cell was run again. This game waits."

_players: WeakKeyDictionary[Game, ReferenceType[App]] = WeakKeyDictionary()
#: By cell of the notebook: the run that showed a panel, and that panel.
_cells: dict[str, tuple[str, ReferenceType[App]]] = {}


def take(app: App) -> None:
    """The panel plays its game from now on; the one that did stops its bots and says so."""
    held = _players.get(app.game)
    other = held() if held is not None else None
    if other is not None and other is not app and other.game is app.game:
        other.leave(ELSEWHERE)
    _players[app.game] = ref(app)


def enter(app: App) -> None:
    """A cell shows a panel: one that an earlier run of the same cell has shown stops its bots."""
    cell, run = running_cell()
    if not cell:
        return
    before, held = _cells.get(cell, ("", None))
    other = held() if held is not None and before != run else None
    if other is not None and other is not app and other.playing and not other.left:
        other.leave(AGAIN)
    _cells[cell] = run, ref(app)


def running_cell() -> tuple[str, str]:
    """The id of the cell that runs now and that of its run; empty where no notebook says it."""
    from IPython import get_ipython

    shell: Any = get_ipython()
    parent = shell.get_parent() if hasattr(shell, "get_parent") else None
    if not parent:
        return "", ""
    cell = parent.get("metadata", {}).get("cellId", "")
    return str(cell), str(parent.get("header", {}).get("msg_id", ""))
