"""Processes of tests: how they are started, waited for, and seen in /proc."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from crownbridge.players.process import Program


def soon(seconds: float = 30.0) -> float:
    """Return a deadline."""
    return time.monotonic() + seconds


def python(code: str) -> list[str]:
    """Return the command line that runs code."""
    return [sys.executable, "-c", code]


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    return sum(map(int, _fields(Path(f"/proc/{pid}/stat"))[11:13])) / os.sysconf("SC_CLK_TCK")


def descendants(pid: int) -> list[int]:
    """Return the processes below one."""
    children: list[int] = []
    with suppress(OSError):
        for file in Path(f"/proc/{pid}/task").glob("*/children"):
            children += map(int, file.read_bytes().split())
    return [process for child in children for process in (child, *descendants(child))]


def program_cpu_seconds(program: Program) -> float:
    """Return the processor time that the processes of a program have used."""
    return sum(map(cpu_seconds, descendants(program._guard.process.pid)))  # noqa: SLF001 (nobody else needs it)


def session(number: int) -> list[int]:
    """Return the processes of a session that still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of = _fields(path)[:4]
        except OSError:
            continue
        if int(of) == number and state != "Z":
            found.append(int(path.parent.name))
    return found


def alive(pid: int) -> bool:
    """Return whether a process runs."""
    try:
        return _fields(Path(f"/proc/{pid}/stat"))[0] != "Z"
    except FileNotFoundError:
        return False


def until_dead(*pids: int) -> bool:
    """Wait for the end of processes; return False if they run on."""
    deadline = soon()
    while any(map(alive, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def _fields(path: Path) -> list[str]:
    """Return what stands after the name, which may have spaces and brackets."""
    return path.read_text().rpartition(")")[2].split()
