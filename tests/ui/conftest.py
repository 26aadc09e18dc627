"""What the tests of the screen share: their own folder of saved games, and what is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipycanvas.canvas as ipycanvas_canvas
import pytest
from ipywidgets import Widget


@pytest.fixture(autouse=True)
def _own_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RISKNB_SAVES", str(tmp_path / "saves"))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[list[tuple[str, Any]]]:
    """Every message of drawing commands, as pairs of name and arguments."""
    messages: list[list[tuple[str, Any]]] = []

    def note(self: object, command: list[Any], buffers: object = ()) -> None:
        commands = command if isinstance(command[0], list) else [command]
        names = ipycanvas_canvas._CMD_LIST
        messages.append([(names[one[0]], one[1] if len(one) > 1 else []) for one in commands])

    monkeypatch.setattr(ipycanvas_canvas._CanvasManager, "_send_custom", note)
    monkeypatch.setattr(ipycanvas_canvas._CANVAS_MANAGER, "_current_canvas", None)
    return messages


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kind of widget of every message sent to the page."""
    kinds: list[str] = []
    send = Widget._send

    def note(self: Widget, message: object, buffers: object = None) -> None:
        kinds.append(type(self).__name__)
        send(self, message, buffers)

    monkeypatch.setattr(Widget, "_send", note)
    return kinds
