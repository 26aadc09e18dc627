"""What a player sets about the screen; none of it changes the rules."""

from __future__ import annotations

from dataclasses import dataclass

#: Seconds between two steps of a bot, from slow to instant.
DELAYS = (1.6, 0.8, 0.4, 0.15, 0.0)
SPEEDS = ("slow", "normal", "quick", "fast", "instant")


@dataclass
class Settings:
    """How the game is shown."""

    odds: bool = True
    hints: bool = False
    typed_dice: bool = False
    speed: int = 2
    motion: bool = True
    view: str = "owners"
    canvas: bool = True
    """``False``: the map is a picture, and everything is chosen from lists."""

    @property
    def delay(self) -> float:
        """Seconds between two steps of a bot."""
        return DELAYS[min(max(self.speed, 0), len(DELAYS) - 1)]
