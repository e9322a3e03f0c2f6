"""Record which tests call which functions. This file is copied as `sitecustomize` next to a copy of the package.

Each process of such a test imports it first, uses the copy in place of the installed package and, if `MUTATION_CALLS`
is the path of a file, appends a line to it for the first call of each function in each test.
PYTEST_DONT_REWRITE
"""

import contextlib
import os
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

COPY = str(Path(__file__).parent / "crownbridge") + os.sep
_calls = ""
_known: set[CodeType] = set()
_began = 0.0


def trace(calls: str) -> None:
    """Record calls in a file, in this process and its children."""
    global _calls  # noqa: PLW0603 (a plugin is a module)
    _calls = os.environ["MUTATION_CALLS"] = calls
    threading.settrace(_note)
    sys.settrace(_note)


def _note(frame: FrameType, _event: str, _argument: object) -> None:
    """Record the called function; lines are not traced."""
    code = frame.f_code
    if code not in _known:
        _known.add(code)
        if code.co_filename.startswith(COPY):
            test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
            _write(test, f"{code.co_filename.removeprefix(COPY)}:{code.co_qualname}")


def _write(*fields: str) -> None:
    with contextlib.suppress(OSError), Path(_calls).open("a", encoding="utf-8") as file:
        file.write("\t".join(fields) + "\n")


def pytest_runtest_logstart() -> None:
    """Start recording the calls of a test."""
    global _began  # noqa: PLW0603 (a plugin is a module)
    _known.clear()
    _began = sum(os.times()[:4])


def pytest_runtest_logreport(report: Any) -> None:
    """Record a test's outcome and CPU time, so that failed and skipped tests can be excluded."""
    if _calls and (report.when == "call" or not report.passed):
        _write(report.nodeid, report.outcome, f"{sum(os.times()[:4]) - _began:.2f}")


sys.meta_path[:] = [finder for finder in sys.meta_path if not type(finder).__name__.startswith("ScikitBuild")]
if "MUTATION_CALLS" in os.environ:
    trace(os.environ["MUTATION_CALLS"])
