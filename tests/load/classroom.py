"""A class at play: so many kernels, each with a student who clicks and two bots who answer."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psutil

from .page import KNOCK, TOKEN, Page, busiest

ROOT = Path(__file__).parents[2]
#: The first cell: where this folder is, and what a student does.
PREPARE = f"import sys; sys.path.append({str(ROOT)!r})\nimport risknb as rk"
OPEN = """
from tests.load.student import Student, traits
app = rk.play(["Ada", "Ben", "Cleo"], seed={seed}, bots={bots},
              options={{"setup": "deal", "placing": "auto"}}, speed={speed})
student = Student(app, {seed})
app
"""
RIVALS = {"Ben": "planner", "Cleo": "rusher"}
MEGABYTE = 1 << 20


class Memory(NamedTuple):
    """Megabytes of one kernel: all that it has mapped, and what it shares with nobody."""

    rss: float
    private: float


class Desk(NamedTuple):
    """What was measured at one kernel."""

    clicks: list[float]
    unanswered: int
    turns: int
    memory: Memory
    a_second: int
    three_seconds: int
    trouble: list[str]


@contextmanager
def school() -> Iterator[str]:
    """A server with kernels and saved games of its own; gives its address."""
    with TemporaryDirectory() as folder, socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
        found.close()
        server = _server(Path(folder), port)
        try:
            _await(server, f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(20)


def _server(folder: Path, port: int) -> subprocess.Popen[bytes]:
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR")
    own = {name: str(folder / name.lower()) for name in (*names, "RISKNB_SAVES")}
    own["JUPYTER_NO_CONFIG"] = "1"  # no extensions: only kernels are wanted
    command = [
        sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root",
        f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1", f"--ServerApp.root_dir={folder}",
        f"--IdentityProvider.token={TOKEN}", "--ServerApp.log_level=ERROR",
    ]  # fmt: skip
    return subprocess.Popen(
        command, env={**os.environ, **own}, cwd=folder, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def _await(server: subprocess.Popen[bytes], url: str) -> None:
    wanted = urllib.request.Request(f"{url}/api/status", headers=KNOCK)
    for _ in range(600):
        if server.poll() is not None:
            raise RuntimeError("the server ended")
        try:
            urllib.request.urlopen(wanted, timeout=2).read()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server does not answer")


async def sit_down(url: str, seed: int, speed: int = 2) -> Page:
    """Start a kernel, open a game in it, and tell it how large the page is."""
    page = await Page.open(url)
    await page.run(PREPARE)
    await page.run(OPEN.format(seed=seed, bots=RIVALS, speed=speed))
    aid = await page.ask("app.aid.model_id")
    await page.set(aid, map_width=900, width=1300, density=1.5, attached=True)
    return page


async def memory(page: Page) -> Memory:
    """What a kernel takes now."""
    process = psutil.Process(await page.ask("__import__('os').getpid()"))
    found = process.memory_full_info()
    return Memory(found.rss / MEGABYTE, found.uss / MEGABYTE)


async def study(
    page: Page, seconds: float, seed: int, pause: tuple[float, float] = (0.5, 2.0)
) -> Desk:
    """Click for a while as a student would, and note when each click was answered."""
    luck, clicks, unanswered = Random(seed), [], 0
    began = time.monotonic()
    page.came.clear()
    page.looking = False
    while time.monotonic() - began < seconds:
        await asyncio.sleep(luck.uniform(*pause))
        taken = await click(page)
        if taken is None:
            continue
        if taken < 0:
            unanswered += 1
        else:
            clicks.append(taken)
    turns = await page.ask("app.state.turn")
    counts = busiest(page.came, 1.0), busiest(page.came, 3.0)
    return Desk(clicks, unanswered, turns, await memory(page), *counts, page.trouble)


async def click(page: Page) -> float | None:
    """Seconds until a click is answered, -1 if it never is; ``None`` while bots play."""
    deed = await page.ask("student.next()")
    if not deed:
        if await page.ask("app.state.over"):
            await page.run("app.start(app.game.fork(0))", silent=True)
        return None
    if "move" in deed:
        await page.tell(deed["to"], deed["move"])
        await asyncio.sleep(0.15)
    try:
        return await page.click(deed["to"], deed["say"])
    except TimeoutError:
        return -1.0


async def with_charts(url: str) -> Memory:
    """What a kernel takes once its charts are open: pandas and matplotlib come with them."""
    page = await sit_down(url, 1, speed=4)
    try:
        while await page.ask("app.state.turn < 6"):
            await click(page)
        await page.set(await page.ask("app.tabs.bar.model_id"), index=1)
        while not await page.ask("'<img' in app.tabs.charts.value"):
            await asyncio.sleep(0.2)
        return await memory(page)
    finally:
        await page.close()


async def haste(url: str, seconds: float) -> Desk:
    """One student who clicks about four times a second."""
    page = await sit_down(url, 3)
    try:
        await page.quiet()
        return await study(page, seconds, 3, pause=(0.1, 0.2))
    finally:
        await page.close()


async def lesson(url: str, kernels: int, seconds: float) -> list[Desk]:
    """A whole class for a while: everybody sits down first, then all play at once."""
    pages = [await sit_down(url, seed) for seed in range(kernels)]
    await asyncio.sleep(2)  # the last page is painted
    try:
        plays = (study(page, seconds, seed) for seed, page in enumerate(pages))
        return list(await asyncio.gather(*plays))
    finally:
        await asyncio.gather(*(page.close() for page in pages))


def percentile(values: list[float], share: float) -> float:
    """The value that a share of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0
