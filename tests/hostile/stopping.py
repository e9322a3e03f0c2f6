"""Stops a program that resists, and prints the seconds of processor time that it used while it was stopped, and after.

stopping.py USER SANDBOX NAMESPACES
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.hostile.attempts import PYTHON, become
from tests.processes import program_cpu_seconds, soon

from crownbridge.players.process import LaunchOptions, Program, Sandbox

STOPPED = 1.0
SETTLING = 0.1


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
        before = program_cpu_seconds(program)
        time.sleep(STOPPED)
        stopped = program_cpu_seconds(program) - before
        program.resume()
        while program_cpu_seconds(program) - before - stopped < SETTLING and time.monotonic() < soon():
            time.sleep(SETTLING)
        print(stopped, program_cpu_seconds(program) - before - stopped)
        program.close()


if __name__ == "__main__":
    main()
