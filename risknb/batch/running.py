"""Sharing work out: in this process, among processes, or on a Dask cluster."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from re import fullmatch
from typing import Any

Chunk = tuple[int, ...]
Work = Callable[[Chunk], Any]
Done = Iterator[tuple[Chunk, Any]]

MOST_DEATHS = 5


def chunks(numbers: Sequence[int], workers: int, most: int = 50) -> list[Chunk]:
    """Numbers in portions: small enough to share fairly, large enough to be worth sending."""
    size = max(1, min(most, len(numbers) // (8 * max(1, workers))))
    return [tuple(numbers[at : at + size]) for at in range(0, len(numbers), size)]


def run(work: Work, portions: list[Chunk], workers: int, cluster: Any = None) -> Done:
    """Do all portions; yields each with its result as it is done, in no special order."""
    if cluster is not None:
        return _on_cluster(work, portions, cluster)
    if workers <= 1 or len(portions) <= 1:
        return ((portion, work(portion)) for portion in portions)
    return _in_processes(work, portions, workers)


# -- processes -----------------------------------------------------------------------------------
def _in_processes(work: Work, portions: list[Chunk], workers: int) -> Done:
    """A pool of processes; when one is killed its portion is done again in a new pool."""
    left = dict.fromkeys(portions)
    for _ in range(MOST_DEATHS):
        try:
            for portion, result in _pooled(work, list(left), workers):
                del left[portion]
                yield portion, result
            return
        except BrokenProcessPool:
            continue
    raise RuntimeError(f"worker processes died {MOST_DEATHS} times; is there memory enough?")


def _pooled(work: Work, portions: list[Chunk], workers: int) -> Done:
    """Keeps twice as many portions under way as there are processes, so that it can be stopped."""
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_ignore_interrupts)
    if method == "fork":  # forked workers inherit the work, bots from notebook cells and all
        _inherited[:], work = [work], _do_inherited
    waiting = iter(portions)
    running: dict[Future[Any], Chunk] = {}
    try:
        while True:
            while len(running) < 2 * workers and (portion := next(waiting, None)) is not None:
                running[pool.submit(work, portion)] = portion
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future.result()
    except KeyboardInterrupt:
        pool.shutdown(wait=True, cancel_futures=True)
        for future in running:
            # Under way when it was stopped, and finished since.
            if not future.cancelled() and future.exception() is None:
                yield running[future], future.result()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_inherited: list[Work] = []


def _do_inherited(portion: Chunk) -> Any:
    return _inherited[0](portion)


def _ignore_interrupts() -> None:
    """Ctrl-C is the parent's: it stops after the portions under way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# -- a cluster -----------------------------------------------------------------------------------
def _on_cluster(work: Work, portions: list[Chunk], cluster: Any) -> Done:
    """Dask hands portions of a worker that died to another one."""
    client, opened = _client(cluster)
    try:
        from distributed import as_completed

        futures = {client.submit(work, portion, pure=False): portion for portion in portions}
        try:
            for future in as_completed(list(futures), loop=client.loop):
                yield futures.pop(future), future.result()
                future.release()
        finally:
            client.cancel(list(futures))
    finally:
        if opened:
            client.close()


def _client(cluster: Any) -> tuple[Any, bool]:
    """A Dask client, and whether it was opened here."""
    try:
        from distributed import Client
        from distributed.deploy.cluster import Cluster
    except ImportError:
        raise ValueError(
            "a cluster needs Dask: pip install 'risknb[cluster]', or use workers= instead"
        ) from None
    if isinstance(cluster, Client):
        return cluster, False
    if not isinstance(cluster, (str, Cluster)):
        raise ValueError(
            f"cluster must be a Dask client, cluster or address, not {cluster!r:.60}"
        )
    # Dask says so as well, but then waits for a minute.
    if isinstance(cluster, str) and not fullmatch(r"inproc://.+|.+:\d+", cluster):
        example = "as in tcp://here:8786"
        raise ValueError(f"cluster {cluster!r:.60} lacks a scheduler's port, {example}")
    return Client(cluster, set_as_default=False), True
