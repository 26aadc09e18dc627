"""The small helper in the page: keys, focus, double clicks, size, theme."""

from __future__ import annotations

from importlib.resources import files

import anywidget
import traitlets


def _text(name: str) -> str:
    return (files("risknb.ui") / name).read_text(encoding="utf-8")


class Aid(anywidget.AnyWidget):
    """Repairs what ipycanvas cannot do from Python, and reports what the page looks like.

    Messages it sends: ``{"type": "key", "key": "r"}`` and ``{"type": "act", "act": "moment:12"}``.
    """

    _esm = _text("aid.js")
    _css = _text("look.css")

    label = traitlets.Unicode("Map of the game. Arrows walk, Enter chooses.").tag(sync=True)
    each_click = traitlets.Bool(False).tag(sync=True)
    """Whether fast clicks on the map count one by one; otherwise a double click is one."""
    move_ms = traitlets.Int(70).tag(sync=True)
    attached = traitlets.Bool(False).tag(sync=True)
    dark = traitlets.Bool(False).tag(sync=True)
    still = traitlets.Bool(False).tag(sync=True)
    density = traitlets.Float(1.0).tag(sync=True)
    map_width = traitlets.Int(0).tag(sync=True)
    width = traitlets.Int(0).tag(sync=True)
    bare = traitlets.Bool(False).tag(sync=True)

    def focus(self, selector: str, after: int = 0) -> None:
        """Give the keyboard to an element of the game, *after* so many milliseconds."""
        self.send({"focus": selector, "after": after})

    def to_top(self) -> None:
        """Scroll the page to where the game begins."""
        self.send({"top": True})
