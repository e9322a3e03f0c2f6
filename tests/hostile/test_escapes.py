"""No program gets out of its sandbox: in each of them, as an ordinary user and as root."""

import ast
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from crownbridge.players.process import Sandbox

HERE = Path(__file__).parent
NOBODY = 65534
ATTEMPTS = [
    node.name
    for node in ast.parse((HERE / "escapes.py").read_text(encoding="utf-8")).body
    if isinstance(node, ast.FunctionDef) and not node.args.args
]
USERS = {"root": 0, "ordinary": NOBODY} if os.geteuid() == 0 else {"ordinary": os.geteuid()}


@cache
def outcomes(sandbox: str, user: int) -> dict[str, str]:
    """Return the results of all attempts, made in a process of that user."""
    command = [sys.executable, str(HERE / "attempts.py"), str(user), sandbox, *ATTEMPTS]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_there_are_many_attempts() -> None:
    assert len(ATTEMPTS) >= 40


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("sandbox", sorted({Sandbox.AUTO.resolved(), Sandbox.LIMITS}))
def test_nothing_gets_out(sandbox: str, user: str) -> None:
    found = outcomes(sandbox, USERS[user])
    assert {name: result for name, result in found.items() if result != "held"} == {}
    assert list(found) == ATTEMPTS
