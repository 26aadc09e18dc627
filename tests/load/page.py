"""A page without a browser: it reads what a kernel sends, as the notebook's page would.

It speaks to a real server over the same websocket, keeps the traits of every widget, and replays
the drawing commands of every canvas.
"""

from __future__ import annotations

import ast
import asyncio
import json
import time
import urllib.request
from typing import Any
from uuid import uuid4

import ipycanvas.canvas as ipycanvas_canvas
from jupyter_client.jsonutil import parse_date
from jupyter_server.services.kernels.connection.base import deserialize_binary_message
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

Message = dict[str, Any]
#: What the server does not count towards its limit.
UNCOUNTED = frozenset({"status", "comm_open", "execute_input", "execute_reply"})
#: Seconds after which an answer is given up.
PATIENCE = 60.0
#: What opens the door of a server started with this token.
TOKEN = "under-load"
KNOCK = {"Authorization": f"token {TOKEN}"}
_ATTRIBUTES = {number: name for name, number in ipycanvas_canvas.Canvas.ATTRS.items()}
_SETTING = frozenset({"setLineDash", "setTransform"})


class Easel:
    """The canvases as a page would show them: what lies on each since it was last cleared."""

    def __init__(self) -> None:
        self.drawn: dict[str, list[Any]] = {}
        self._style: dict[str, dict[str, Any]] = {}
        self._canvas = ""

    def draw(self, commands: list[Any]) -> None:
        """Replay one message of drawing commands."""
        for one in commands if isinstance(commands[0], list) else [commands]:
            self._draw(ipycanvas_canvas._CMD_LIST[one[0]], one[1] if len(one) > 1 else [])

    def _draw(self, name: str, args: list[Any]) -> None:
        style = self._style.setdefault(self._canvas, {})
        if name == "switchCanvas":
            self._canvas = args[0]
        elif name == "set":
            style[_ATTRIBUTES[args[0]]] = args[1]
        elif name in _SETTING:
            style[name] = args
        elif name == "resetTransform":
            style.pop("setTransform", None)
        elif name == "clear":
            self.drawn[self._canvas] = []
        else:
            used = {key: value for key, value in style.items() if key in _used(name)}
            mark = (name, json.dumps([args, used], sort_keys=True))
            self.drawn.setdefault(self._canvas, []).append(mark)


def _used(name: str) -> set[str]:
    """The settings that a drawing command looks at."""
    used = {"setTransform"}
    if "fill" in name.lower():
        used |= {"fill_style", "global_alpha"}
    if "stroke" in name.lower():
        used |= {"stroke_style", "global_alpha", "line_width", "line_join", "setLineDash"}
    return used | {"font", "text_align", "text_baseline"} if "Text" in name else used


class Page:
    """One kernel and its page."""

    def __init__(self, url: str, kernel: str, socket: WebSocketClientConnection) -> None:
        self.url, self.kernel, self.socket = url, kernel, socket
        self.session = uuid4().hex
        #: Whether the page keeps what it is shown; a whole class of pages would take the time of
        #: the kernels that are measured.
        self.looking = True
        self.traits: dict[str, dict[str, Any]] = {}
        self.easel = Easel()
        #: When each message that counts was sent; when it comes is no measure, as servers bundle.
        self.came: list[float] = []
        self._clicks: dict[str, asyncio.Future[float]] = {}
        self.trouble: list[str] = []
        self._replies: dict[str, asyncio.Future[Message]] = {}
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    async def open(cls, url: str) -> Page:
        """Start a kernel on a server and open a page on it."""
        wanted = f"{url}/api/kernels", "POST", {"name": "python3"}
        kernel = (await asyncio.to_thread(_request, *wanted))["id"]
        address = f"ws{url.removeprefix('http')}/api/kernels/{kernel}/channels"
        socket = await websocket_connect(HTTPRequest(address, headers=KNOCK))
        return cls(url, kernel, socket)

    async def close(self) -> None:
        """End the kernel."""
        self._reading.cancel()
        self.socket.close()
        await asyncio.to_thread(_request, f"{self.url}/api/kernels/{self.kernel}", "DELETE")

    # -- reading -------------------------------------------------------------------------------
    async def _read(self) -> None:
        while (raw := await self.socket.read_message()) is not None:
            now = time.monotonic()
            self._take(_decoded(raw), now)

    def _take(self, message: Message, now: float) -> None:
        kind = message["header"]["msg_type"]
        parent = message["parent_header"].get("msg_id", "")
        if kind not in UNCOUNTED:
            self.came.append(_sent(message))
            if parent in self._clicks:
                self._clicks.pop(parent).set_result(now)
        if kind == "execute_reply" and parent in self._replies:
            self._replies.pop(parent).set_result(message)
        elif kind in ("stream", "error"):
            self.trouble.append(json.dumps(message["content"])[:2000])
        elif kind == "comm_open":
            content = message["content"]
            self.traits[content["comm_id"]] = dict(content["data"].get("state", {}))
        elif kind == "comm_msg":
            self._widget(message)

    def _widget(self, message: Message) -> None:
        if not self.looking:
            return
        data, comm = message["content"]["data"], message["content"]["comm_id"]
        if data.get("method") in ("update", "echo_update"):
            self.traits.setdefault(comm, {}).update(data["state"])
        elif self.traits.get(comm, {}).get("_model_name") == "CanvasManagerModel":
            self.easel.draw(json.loads(bytes(message["buffers"][0])))

    # -- speaking ------------------------------------------------------------------------------
    async def _send(self, kind: str, content: Message, number: str = "") -> str:
        number = number or uuid4().hex
        header = {
            "msg_id": number, "msg_type": kind, "session": self.session,
            "username": "", "version": "5.3", "date": "",
        }  # fmt: skip
        whole = {
            "header": header, "parent_header": {}, "metadata": {},
            "content": content, "channel": "shell", "buffers": [],
        }  # fmt: skip
        await self.socket.write_message(json.dumps(whole))
        return number

    async def tell(self, model: str, content: Message) -> str:
        """Send a widget a message of the page: a click on a button, a pointer on the map."""
        data = {"method": "custom", "content": content}
        return await self._send("comm_msg", {"comm_id": model, "data": data})

    async def click(self, model: str, content: Message) -> float:
        """Tell a widget of a click; the seconds until the page is sent what follows from it."""
        number = uuid4().hex
        answer = self._clicks[number] = asyncio.get_running_loop().create_future()
        began = time.monotonic()
        data = {"method": "custom", "content": content}
        await self._send("comm_msg", {"comm_id": model, "data": data}, number)
        return await asyncio.wait_for(answer, PATIENCE) - began

    async def set(self, model: str, **traits: Any) -> str:
        """Set traits of a widget as the page would."""
        data = {"method": "update", "state": traits, "buffer_paths": []}
        return await self._send("comm_msg", {"comm_id": model, "data": data})

    async def run(self, code: str, wanted: str = "None", silent: bool = False) -> Any:
        """Run code in a cell, and answer with the value of an expression."""
        content = {
            "code": code, "silent": silent, "store_history": False, "allow_stdin": False,
            "user_expressions": {"r": f"__import__('json').dumps({wanted})"},
        }  # fmt: skip
        number = uuid4().hex
        reply = self._replies[number] = asyncio.get_running_loop().create_future()
        await self._send("execute_request", content, number)
        found = (await asyncio.wait_for(reply, PATIENCE))["content"]
        if found["status"] != "ok" or found["user_expressions"]["r"]["status"] != "ok":
            raise RuntimeError(json.dumps(found)[:2000])
        return json.loads(ast.literal_eval(found["user_expressions"]["r"]["data"]["text/plain"]))

    async def ask(self, wanted: str) -> Any:
        """The value of an expression in the kernel."""
        return await self.run("", wanted, silent=True)

    async def quiet(self, seconds: float = 0.6) -> None:
        """Wait until nothing has come for a while."""
        known = -1
        while known != len(self.came):
            known = len(self.came)
            await asyncio.sleep(seconds)


def _sent(message: Message) -> float:
    """When the kernel sent a message, in seconds."""
    date = message["header"]["date"]
    return (parse_date(date) if isinstance(date, str) else date).timestamp()


def _decoded(raw: str | bytes) -> Message:
    found: Message = json.loads(raw) if isinstance(raw, str) else deserialize_binary_message(raw)
    return found


def _request(address: str, method: str, content: Message | None = None) -> Any:
    body = None if content is None else json.dumps(content).encode()
    wanted = urllib.request.Request(address, body, KNOCK, method=method)
    return json.loads(urllib.request.urlopen(wanted, timeout=120).read() or "null")


def busiest(came: list[float], seconds: float) -> int:
    """The most messages in any stretch of so many seconds.

    >>> busiest([0.0, 0.4, 0.9, 1.1, 5.0], 1.0)
    3
    """
    most = first = 0
    for last, now in enumerate(came):
        while came[first] <= now - seconds:
            first += 1
        most = max(most, last - first + 1)
    return most
