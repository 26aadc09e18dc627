"""``python -m tests.fuzz.atheris_run target inputs``: one target under atheris, led by coverage."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random

from . import mutation

LARGEST = 40_000  # bytes
SLOWEST = 10  # seconds for one input
MEMORY = 256  # MiB
#: Where an input that breaks a target is kept.
KEPT = Path(__file__).parents[2] / "artefacts"


def main(name: str, inputs: str, seed: str = "1") -> None:
    """Write the good inputs to a folder, and let atheris damage them."""
    import atheris

    with atheris.instrument_imports(include=["risknb"]):
        from .targets import TARGETS

    warnings.simplefilter("ignore")
    target = TARGETS[name]
    seeds = target.seeds()
    corpus = Path(tempfile.mkdtemp())
    for number, good in enumerate(seeds):
        (corpus / f"{number}").write_bytes(good[:LARGEST])

    def mutator(data: bytes, most: int, number: int) -> bytes:
        """Half of the time damage that knows the format, else what atheris thinks of."""
        if number % 2:
            return bytes(atheris.Mutate(data, most))
        return mutation.damaged([data, *seeds[:20]], Random(number))[:most]

    KEPT.mkdir(exist_ok=True)
    options = [
        sys.argv[0], f"-atheris_runs={inputs}", f"-max_len={LARGEST}", f"-timeout={SLOWEST}",
        f"-rss_limit_mb={MEMORY}", f"-seed={seed}", "-print_final_stats=1",
        f"-artifact_prefix={KEPT}/{name}-", str(corpus),
    ]  # fmt: skip
    atheris.Setup(options, Watched(name, target.read, int(inputs)), custom_mutator=mutator)
    atheris.Fuzz()


class Watched:
    """A target that tells at its last input what the dearest one has cost."""

    def __init__(self, name: str, read: Callable[[bytes], None], inputs: int) -> None:
        self._name, self._read, self._inputs = name, read, inputs
        self._count, self._slowest = 0, 0.0

    def __call__(self, data: bytes) -> None:
        started = time.process_time()
        self._read(data)
        self._count += 1
        self._slowest = max(self._slowest, time.process_time() - started)
        if self._count == self._inputs:
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            sys.stdout.write(
                f"{self._name}: {self._count} inputs, the slowest {self._slowest:.3f} s,"
                f" {memory:.0f} MiB at most\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
