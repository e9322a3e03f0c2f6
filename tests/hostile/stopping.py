"""Stops a program that resists, and prints the seconds of processor time that it used while it was stopped, and after.

stopping.py USER SANDBOX NAMESPACES
"""

import shutil
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tests.hostile.attempts import PYTHON, become
from tests.processes import cpu_seconds, soon

from crownbridge.players.process import LaunchOptions, Program, Sandbox

STOPPED = 1.0
SETTLING = 0.1


def descendants(process: int) -> list[int]:
    """Return the processes that descend from one."""
    children: list[int] = []
    with suppress(OSError):
        for file in Path(f"/proc/{process}/task").glob("*/children"):
            children += map(int, file.read_bytes().split())
    return [*children, *(pid for child in children for pid in descendants(child))]


def used(program: Program) -> float:
    """Return the processor time that all processes of a program have used."""
    return sum(map(cpu_seconds, descendants(program._guard.process.pid)))


def main() -> None:
    user, sandbox, namespaces = sys.argv[1:]
    become(int(user), namespaces)
    with tempfile.TemporaryDirectory() as folder:
        script = shutil.copy(Path(__file__).with_name("continuing.py"), folder)
        everybody = "all" if namespaces == "yes" else "group"
        program = Program([PYTHON, str(script), everybody], LaunchOptions(Path(folder), sandbox=Sandbox(sandbox)))
        program.read_line(soon())
        program.pause()
        time.sleep(SETTLING)
        before = used(program)
        time.sleep(STOPPED)
        stopped = used(program) - before
        program.resume()
        while used(program) - before - stopped < SETTLING and time.monotonic() < soon():
            time.sleep(SETTLING)
        print(stopped, used(program) - before - stopped)
        program.close()


if __name__ == "__main__":
    main()
