"""What a student would do next: runs inside the kernel, beside the game."""

from __future__ import annotations

from random import Random
from typing import Any

from ipywidgets import Widget

from risknb.state import Phase
from risknb.ui import App
from risknb.ui.choice import MOVING, attack_sources, attack_targets, places

Deed = dict[str, Any]


class Student:
    """Clicks like a person who wants to get on: on the map where that is the way, on buttons."""

    def __init__(self, app: App, seed: int) -> None:
        self.app, self.luck = app, Random(seed)

    def next(self) -> Deed:
        """The next click: to which widget, and what the page would send; empty while bots play."""
        app, state = self.app, self.app.state
        if not app.human_decides:
            return {}
        if state.phase is Phase.ATTACK:
            return self._attack()
        if state.phase is Phase.ADVANCE:
            return self._button(app.panel.cards[state.phase].some)  # type: ignore[attr-defined]
        if state.phase in MOVING:
            return self._button(app.panel.next)
        if app.trade_move() is not None:
            return self._button(app.panel.hand.trade)
        return self._territory(self.luck.choice(places(state)))

    def _attack(self) -> Deed:
        app, state = self.app, self.app.state
        src, dst = app.choice.src, app.choice.dst
        if src is not None and dst is not None:
            card: Any = app.panel.cards[Phase.ATTACK]
            return self._button(card.blitz if self.luck.random() < 0.4 else card.roll)
        if src is not None and (targets := attack_targets(state, src)):
            return self._territory(self.luck.choice(targets))
        strong = [at for at in attack_sources(state) if state.armies[at] > 3]
        if not strong or self.luck.random() < 0.25:
            return self._button(app.panel.next)
        return self._territory(self.luck.choice(strong))

    def _button(self, button: Widget) -> Deed:
        return {"to": button.model_id, "say": {"event": "click"}}

    def _territory(self, at: int) -> Deed:
        """A press on a territory's badge, in pixels of the canvas."""
        shown: Any = self.app.map
        x, y = (v * shown.scale for v in self.app.game.board.shapes.outlines[at].badge)
        say = {"event": "mouse_down", "x": x, "y": y}
        return {"to": shown.widget.model_id, "say": say, "move": {**say, "event": "mouse_move"}}


def traits(app: App) -> dict[str, Any]:
    """The traits of every widget of the game, as the page should have them."""
    found: dict[str, Any] = {}
    todo: list[Widget] = [app.widget]
    while todo:
        widget = todo.pop()
        if widget.model_id in found:
            continue
        state = widget.get_state()
        found[widget.model_id] = {name: state[name] for name in SHOWN if name in state}
        todo += getattr(widget, "children", ())
    return found


#: The traits that make the picture of a panel.
SHOWN = ("value", "description", "disabled", "children", "_dom_classes", "max", "min", "index")
