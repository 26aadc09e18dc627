"""The map as a plain picture, for pages where no canvas works: the lists of the panel play on."""

from __future__ import annotations

from ..board import Board
from ..scene import Scene, svg
from .controls import html


class DrawnMap:
    """Shows scenes as SVG; it cannot be clicked."""

    def __init__(self, board: Board) -> None:
        self.widget = html()

    def paint(self, scene: Scene) -> int:
        """Show a scene; returns how many pictures were sent."""
        drawn = svg(scene)
        if drawn == self.widget.value:
            return 0
        self.widget.value = drawn
        return 1

    def repaint(self) -> None:
        """A picture stays by itself when the page is loaded anew."""

    def fit(self, css_width: float, density: float) -> bool:
        """A drawing fits every width."""
        return False
