"""How ``make play`` starts JupyterLab: the game as one document, running, without side bars.

``jupyter lab --config=notebooks/play_config.py`` uses it; a JupyterLab started in any other way
plays the same game.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from jupyterlab_server.workspaces_handler import WorkspacesManager

SPACE = "risknb"
HIDDEN = {"collapsed": True, "visible": False, "widgets": []}


def single_document() -> str:
    """A folder with a workspace that shows nothing but the document."""
    folder = tempfile.mkdtemp(prefix="risknb-lab-")
    layout = {"left": HIDDEN, "right": HIDDEN, "top": {"simpleVisibility": False}}
    space = {"data": {"layout-restorer:data": layout}, "metadata": {"id": SPACE}}
    WorkspacesManager(folder).save(SPACE, json.dumps(space))
    return folder


def send_at_once() -> None:
    """Let the server send small messages at once; otherwise a click waits some 35 ms for nothing.

    The server has no setting for it.
    """
    usual = KernelWebsocketHandler.open

    async def prompt(self: Any, *args: Any, **kwargs: Any) -> None:
        self.set_nodelay(True)
        await usual(self, *args, **kwargs)

    KernelWebsocketHandler.open = prompt


if "get_config" in globals():  # as the server reads it; nothing happens on a mere import
    send_at_once()
    c = get_config()  # type: ignore[name-defined]  # noqa: F821
    c.LabApp.workspaces_dir = single_document()
    c.LabApp.extra_labextensions_path = [str(Path(__file__).parent / "extensions")]
    c.LabApp.default_url = f"/doc/workspaces/{SPACE}/tree/notebooks/00-play.ipynb"
