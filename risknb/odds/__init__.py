"""Exact dice mathematics: one throw, a battle, a chain of territories, card sets, deals.

Every argument called *armies* means **all** armies on the attacking territory. One must stay, so
eleven armies are the literature's A = 10:

>>> round(win(armies=11, defenders=10), 3)
0.568
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .battles import armies_needed, battle, win
    from .campaign import best_order, chain
    from .deals import deal
    from .grid import table
    from .hands import expected_cards_until_set, set_chance
    from .simulation import simulate_battles
    from .throw import roll
    from .words import explain

# Where each name lives. They are fetched when first asked for, because `import risknb` must not
# wait for numpy; afterwards they are plain names of this module.
_HOMES = {
    "armies_needed": "battles",
    "battle": "battles",
    "best_order": "campaign",
    "chain": "campaign",
    "deal": "deals",
    "expected_cards_until_set": "hands",
    "explain": "words",
    "roll": "throw",
    "set_chance": "hands",
    "simulate_battles": "simulation",
    "table": "grid",
    "win": "battles",
}

__all__ = [
    "armies_needed",
    "battle",
    "best_order",
    "chain",
    "deal",
    "expected_cards_until_set",
    "explain",
    "roll",
    "set_chance",
    "simulate_battles",
    "table",
    "win",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
