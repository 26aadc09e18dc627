"""Charts: a table of ``risknb.frames`` in, axes out, one look for all.

Every chart takes ``ax=`` to draw on given axes and ``dark=True`` for a dark screen. ``describe``
tells a chart in words, ``save`` writes it as PNG or SVG, ``report`` makes one page of a game.
"""

from .atlas import fighting_map, losses_flow
from .dice import battle_law, calibration, dice_faces
from .fortune import cumulative_luck, game_lengths, win_probability, win_rates
from .lanes import continent_bands, eliminations, ownership
from .look import describe, save
from .page import Page, report
from .timeline import (
    armies,
    army_share,
    cards,
    casualties,
    kills,
    over_time,
    overview,
    reinforcements,
    territories,
)

__all__ = [
    "Page",
    "armies",
    "army_share",
    "battle_law",
    "calibration",
    "cards",
    "casualties",
    "continent_bands",
    "cumulative_luck",
    "describe",
    "dice_faces",
    "eliminations",
    "fighting_map",
    "game_lengths",
    "kills",
    "losses_flow",
    "over_time",
    "overview",
    "ownership",
    "reinforcements",
    "report",
    "save",
    "territories",
    "win_probability",
    "win_rates",
]


def __dir__() -> list[str]:
    return sorted(__all__)
