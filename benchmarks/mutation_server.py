"""Run tests for `mutation.py`, each time in a fork of this process, which has imported third-party packages.

It reads requests as lines of JSON, and answers each with the process id of the fork and with pytest's exit code. That
takes a third of the time of a new interpreter.
"""

import contextlib
import json
import os
import sys
from typing import Any

import numpy as np  # noqa: F401 (preloaded)
import pydantic  # noqa: F401 (the same)
import pytest
import rich  # noqa: F401 (the same)
import sitecustomize  # type: ignore[import-not-found]  # the copy's: `mutation_trace.py`
import sqlalchemy  # noqa: F401 (the same)
import typer  # noqa: F401 (the same)


def run_tests(request: dict[str, Any]) -> None:
    """Run tests and end this process with pytest's exit code."""
    os.setpgid(0, 0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    log = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    code = 1
    try:
        if request["calls"]:
            sitecustomize.trace(request["calls"])
        code = int(pytest.main(request["arguments"]))
    finally:
        sys.stdout.flush()
        os._exit(code)


def main() -> None:
    """Execute requests until the input ends."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            run_tests(json.loads(line))
        with contextlib.suppress(OSError):  # the child may have done so itself, or have exited
            os.setpgid(child, child)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
