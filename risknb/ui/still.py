"""The last board as a picture in the saved notebook, seen where no game is running."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from ..scene import scene, svg

if TYPE_CHECKING:
    from .app import App


class Still:
    """A picture below the widget. The page hides it as long as the game itself is there."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._handle: Any = None
        self._shown: tuple[int, int, bool] | None = None

    def show(self) -> None:
        """Put the picture into the output of the cell."""
        from IPython.display import HTML, display

        self._handle = display(HTML(self.text()), display_id=True)
        self._shown = self._moment()

    def _moment(self) -> tuple[int, int, bool]:
        """What a new picture is due for: another turn or game. It is too large for every step."""
        return id(self.app.game), self.app.state.turn, self.app.state.over

    def update(self) -> None:
        """Show the present board, where a turn has passed or the game is over."""
        if self._handle is not None and self._moment() != self._shown:
            from IPython.display import HTML

            self._shown = self._moment()
            self._handle.update(HTML(self.text()))

    def text(self) -> str:
        """The picture as HTML that also survives in a notebook nobody trusts."""
        app = self.app
        names, colours = app.game.players, app.game.colours
        drawn = svg(scene(app.shown(), names=names, colours=colours, players=True), 960)
        data = b64encode(drawn.encode()).decode()
        return (
            f'<div class="rk-still"><img alt="The board after {len(app.game.steps)} steps"'
            f' src="data:image/svg+xml;base64,{data}"></div>'
        )
