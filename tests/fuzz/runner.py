"""Runs the trials of a target in processes of their own, so that one that crashes or hangs is found."""

import faulthandler
import random
import signal
import time
import traceback
from multiprocessing import get_context
from typing import Any

from tests.fuzz import api, configurations, native, records
from tests.fuzz.trial import Trial

TARGETS: dict[str, Trial] = {
    "records": records.trial,
    "configurations": configurations.trial,
    "native": native.trial,
    "api": api.trial,
}
BATCH_SECONDS = 60.0
"""After so long, a fresh process goes on: one that has crashed loses little."""
MOST_SECONDS = 60
"""Of processor time; no trial takes as long."""


def fuzz(name: str, seconds: float) -> int:
    """Run trials of a target for so long; return how many failed."""
    first = seed = time.time_ns() % 10**12
    failures = 0
    end = time.monotonic() + seconds
    context = get_context("spawn")
    while time.monotonic() < end:
        reached = context.Value("q", seed)
        failed = context.Value("i", 0)
        limit = min(BATCH_SECONDS, end - time.monotonic())
        process = context.Process(target=_batch, args=(name, seed, limit, reached, failed))
        process.start()
        process.join()
        failures += failed.value
        if process.exitcode != 0:
            failures += 1
            _tell(f"{name}: trial {reached.value} ended the process with status {process.exitcode}")
        seed = reached.value + 1
    _tell(f"{name}: {seed - first:,} trials in {seconds / 60:.1f} minutes, {failures} failed")
    return failures


def _batch(name: str, seed: int, seconds: float, reached: Any, failed: Any) -> None:
    """Run trials in a process of their own, which a crash ends."""
    faulthandler.enable()
    faulthandler.register(signal.SIGPROF, chain=True)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        reached.value = seed
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
        try:
            TARGETS[name](random.Random(seed))
        except Exception:  # noqa: BLE001 (whatever is raised is what is looked for)
            failed.value += 1
            _tell(f"{name}: trial {seed} failed\n{traceback.format_exc()}")
        signal.setitimer(signal.ITIMER_PROF, 0)
        seed += 1
    TARGETS[name].close()


def _tell(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (a long job prints what it has found)
