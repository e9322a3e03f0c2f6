"""Run tests for `mutation.py`, each time in a fork of this process, which has loaded what no planted bug changes.

Reads orders as lines of JSON, and answers each with the number of the process that carries it out and with pytest's
exit code. That takes a third of the time that a new interpreter takes.
"""

import contextlib
import json
import os
import sys
from typing import Any

import numpy as np  # noqa: F401 (loaded once for all)
import pydantic  # noqa: F401 (the same)
import pytest
import rich  # noqa: F401 (the same)
import sitecustomize  # type: ignore[import-not-found]  # the copy's: `mutation_trace.py`
import sqlalchemy  # noqa: F401 (the same)
import typer  # noqa: F401 (the same)


def carry_out(order: dict[str, Any]) -> None:
    """Run tests and end this process with pytest's exit code."""
    os.setpgid(0, 0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    code = 1
    try:
        if order["calls"]:
            sitecustomize.trace(order["calls"])
        code = int(pytest.main(order["arguments"]))
    finally:
        sys.stdout.flush()
        os._exit(code)


def main() -> None:
    """Carry out orders until there are no more."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            carry_out(json.loads(line))
        with contextlib.suppress(OSError):  # it may have done so itself, and ended
            os.setpgid(child, child)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
