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


PLACES = [(sandbox, "yes") for sandbox in sorted({Sandbox.AUTO.resolved(), Sandbox.LIMITS})] + [(Sandbox.LIMITS, "no")]


@cache
def outcomes(sandbox: str, namespaces: str, user: int) -> dict[str, str]:
    """Return the results of all attempts, made in a process of that user."""
    command = [sys.executable, str(HERE / "attempts.py"), str(user), sandbox, namespaces, *ATTEMPTS]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_there_are_many_attempts() -> None:
    assert len(ATTEMPTS) >= 40


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(("sandbox", "namespaces"), PLACES)
def test_nothing_gets_out(sandbox: str, namespaces: str, user: str) -> None:
    found = outcomes(sandbox, namespaces, USERS[user])
    assert {name: result for name, result in found.items() if result != "held"} == {}
    assert list(found) == ATTEMPTS


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(("sandbox", "namespaces"), PLACES)
def test_a_stopped_program_computes_nothing(sandbox: str, namespaces: str, user: str) -> None:
    command = [sys.executable, "-m", "tests.hostile.stopping", str(USERS[user]), sandbox, namespaces]
    done = subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    stopped, resumed = map(float, done.stdout.split())
    assert stopped <= 0.02, "one tick of the clock for each of two processors"
    assert resumed >= 0.1
