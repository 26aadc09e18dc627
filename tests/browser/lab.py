"""A Jupyter server, a page in it, and the game on that page, as the browser tests use them."""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from PIL import Image

from risknb.board import Board, load
from risknb.shapes import inside

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
#: Seconds to wait for what must happen: far more than it takes, for a busy machine.
PATIENCE = 60
SHOTS = Path(__file__).parent / "screenshots"
OURS = Path(__file__).parents[2] / "notebooks"
PAINTED = """() => { const c = document.querySelector('canvas.rk-map');
  return !!c && c.width > 50 && !!document.querySelector('.rk-awake') &&
    c.getContext('2d').getImageData(3, 3, 1, 1).data[3] > 0 }"""


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """A running server: its address, its folder of notebooks, its kernels."""

    def __init__(self, kind: str, folder: Path, notebooks: Path, process: Any, port: int) -> None:
        self.kind, self.folder, self.notebooks = kind, folder, notebooks
        self.process, self.port = process, port
        self.url = f"http://127.0.0.1:{port}"

    def notebook(self, source: str, name: str = "game") -> str:
        """Write a notebook with one cell of code; returns its name."""
        folded = {"jupyter": {"source_hidden": True}}
        cell = nbformat.v4.new_code_cell(source, metadata=folded)
        made = nbformat.v4.new_notebook(cells=[cell])
        made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(made, self.notebooks / f"{name}.ipynb")
        return f"{name}.ipynb"

    def address(self, name: str) -> str:
        """Where a notebook is opened."""
        return {
            "play": f"{self.url}/doc/workspaces/risknb/tree/notebooks/{name}",
            "lab": f"{self.url}/doc/tree/{name}?reset",
            "notebook": f"{self.url}/notebooks/{name}",
            "voila": f"{self.url}/voila/render/{name}",
        }[self.kind]


@contextlib.contextmanager
def serve(kind: str, folder: Path) -> Iterator[Server]:
    """Start a server with settings, kernels and saved games of its own, and end it again."""
    notebooks = folder / "notebooks"
    notebooks.mkdir(parents=True)
    for name in ("play_config.py", "00-play.ipynb"):
        shutil.copy(OURS / name, notebooks)
    shutil.copytree(OURS / "extensions", notebooks / "extensions")
    _settings(folder)
    env = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "IPYTHONDIR": str(folder / "ipython"),
        "RISKNB_SAVES": str(folder / "saves"),
    }
    (folder / "runtime").mkdir()
    port = free_port()
    process = _launch(kind, folder, notebooks, port, env)
    try:
        page = "" if kind == "voila" else "api/status"
        _await(process, f"http://127.0.0.1:{port}/{page}", folder / "server.log")
        yield Server(kind, folder, notebooks, process, port)
    finally:
        with contextlib.suppress(ProcessLookupError):  # it may have ended by itself
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def _settings(folder: Path) -> None:
    path = folder / "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    path.parent.mkdir(parents=True)
    path.write_text('{"fetchNews": "false", "checkForUpdates": false}')


def _launch(kind: str, folder: Path, notebooks: Path, port: int, env: dict[str, str]) -> Any:
    tools = Path(sys.executable).parent
    jupyter = [
        "--no-browser", "--allow-root", f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1",
        "--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly",
    ]  # fmt: skip
    at = [f"--ServerApp.root_dir={notebooks}"]
    command = {
        "play": [tools / "jupyter", "lab", "--config=notebooks/play_config.py", *jupyter],
        "lab": [tools / "jupyter", "lab", *jupyter, *at],
        "notebook": [tools / "jupyter", "notebook", *jupyter, *at],
        "voila": [
            tools / "voila", "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1",
            f"--Voila.connection_dir_root={folder / 'runtime'}", notebooks,
        ],
    }[kind]  # fmt: skip
    if kind == "play":
        env = {name: value for name, value in env.items() if name != "JUPYTERLAB_WORKSPACES_DIR"}
    log = (folder / "server.log").open("w")
    place = folder if kind == "play" else notebooks
    return subprocess.Popen(
        list(map(str, command)), env=env, cwd=place, stdout=log, stderr=log, start_new_session=True
    )


def _await(process: Any, address: str, log: Path) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError("the server ended: " + log.read_text()[-2000:])
        try:
            urllib.request.urlopen(address, timeout=2).read()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server does not answer: " + log.read_text()[-2000:])


def chromium() -> str | None:
    """Where the system's Chromium is."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


class Screen:
    """A game on a page: click territories by name, read pixels, ask the kernel."""

    def __init__(self, page: Any, server: Server, board: Board | None = None) -> None:
        self.page, self.server = page, server
        self.board = board or load("classic")
        self.canvas = page.locator("canvas.rk-map").first
        self.kernel: Any = None

    def open(self, name: str, *, wait: str = PAINTED) -> Screen:
        """Open a notebook and run it."""
        self.page.goto(self.server.address(name))
        if self.server.kind != "voila":
            self.page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=PATIENCE * 1000)
            self.run_all()
        self.page.wait_for_function(wait, timeout=PATIENCE * 1000)
        return self

    def run_all(self) -> None:
        """Run every cell, once the kernel is there."""
        self.page.evaluate(
            """async () => { const shell = window.jupyterapp.shell; const w = shell.currentWidget;
            await w.context.ready; await w.sessionContext.ready;
            for (let i = 0; i < 1200 && w.sessionContext.session?.kernel?.status !== 'idle'; i++)
              await new Promise(r => setTimeout(r, 50));
            await window.jupyterapp.commands.execute('notebook:run-all-cells'); }"""
        )

    def connect(self) -> Screen:
        """A second client on the newest kernel, to look at Python's side."""
        from jupyter_client import BlockingKernelClient

        files = sorted(
            (self.server.folder / "runtime").rglob("kernel-*.json"), key=os.path.getmtime
        )
        self.kernel = BlockingKernelClient(connection_file=str(files[-1]))
        self.kernel.load_connection_file()
        self.kernel.start_channels()
        self.kernel.wait_for_ready(timeout=PATIENCE)
        return self

    def ask(self, expression: str) -> Any:
        """The value of an expression in the kernel."""
        if self.kernel is None:
            self.connect()
        wanted = {"r": f"__import__('json').dumps({expression})"}
        asked = {"silent": True, "user_expressions": wanted, "reply": True, "timeout": PATIENCE}
        reply = self.kernel.execute("", **asked)
        found = reply["content"]["user_expressions"]["r"]
        if found["status"] != "ok":
            raise RuntimeError(found)
        return json.loads(ast.literal_eval(found["data"]["text/plain"]))

    def click(self, territory: str) -> None:
        """Click a territory's badge."""
        x, y = self.board.shapes.outlines[self.board.index(territory)].badge
        self.canvas.scroll_into_view_if_needed()
        scale = self.canvas.bounding_box()["width"] / self.board.shapes.size[0]
        self.canvas.click(position={"x": x * scale, "y": y * scale})

    def image(self) -> Image.Image:
        """The canvas as it is, pixel by pixel."""
        data = self.canvas.evaluate("c => c.toDataURL('image/png')").split(",")[1]
        return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")

    def colour(self, territory: str) -> tuple[int, int, int]:
        """The colour of a territory's land, read back from the canvas."""
        picture = self.image()
        scale = picture.width / self.board.shapes.size[0]
        outline = self.board.shapes.outlines[self.board.index(territory)]
        left, top, right, bottom = outline.bounds
        parts = [at / 24 for at in range(25)]
        wide, high = right - left, bottom - top
        points = [(left + wide * a, top + high * b) for a in parts for b in parts]
        seen = Counter(
            picture.getpixel((int(x * scale), int(y * scale)))
            for x, y in points
            if any(inside(ring, x, y) for ring in outline.rings)
        )
        return seen.most_common(1)[0][0]  # type: ignore[return-value]

    def button(self, text: str) -> Any:
        """A button of the game by the beginning of its text."""
        return self.page.locator(".rk-app button").filter(has_text=text).first

    def shot(self, name: str) -> Path:
        """Keep a picture of the whole page."""
        SHOTS.mkdir(exist_ok=True)
        path = SHOTS / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    def close(self) -> None:
        """End the kernel client and the kernel."""
        if self.kernel is not None:
            self.kernel.stop_channels()
        if self.server.kind != "voila":
            self.page.evaluate(
                "() => window.jupyterapp.shell.currentWidget?.sessionContext?.shutdown()"
            )
