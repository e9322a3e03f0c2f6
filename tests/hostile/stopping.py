"""Stops programs, and prints what came of it.

stopping.py USER SANDBOX NAMESPACES

Prints how many seconds of processor time a program that resists used while it was stopped, and after; and how many
turns another program did not answer that was stopped and continued at once before each of them.
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.hostile.attempts import PYTHON, become
from tests.processes import program_cpu_seconds, soon

from crownbridge.players import FaultError
from crownbridge.players.process import LaunchOptions, Program, Sandbox

TURNS = 200
ECHO = "import sys\nfor line in sys.stdin: print(line, flush=True)"
PATIENCE = 2.0
STOPPED = 1.0
SETTLING = 0.1


def unanswered(launch_options: LaunchOptions) -> int:
    program = Program([PYTHON, "-c", ECHO], launch_options)
    count = 0
    for number in range(TURNS):
        program.pause()
        program.begin_turn()
        program.send(b"%d\n" % number, soon())
        try:
            program.read_line(time.monotonic() + PATIENCE)
        except FaultError:
            count += 1
    program.close()
    return count


def main() -> None:
    user, sandbox, namespaces = sys.argv[1:]
    become(int(user), namespaces)
    with tempfile.TemporaryDirectory() as folder:
        script = shutil.copy(Path(__file__).with_name("continuing.py"), folder)
        launch_options = LaunchOptions(Path(folder), sandbox=Sandbox(sandbox))
        everybody = "all" if namespaces == "yes" else "group"
        program = Program([PYTHON, str(script), everybody], launch_options)
        program.read_line(soon())
        program.pause()
        time.sleep(SETTLING)
        before = program_cpu_seconds(program)
        time.sleep(STOPPED)
        stopped = program_cpu_seconds(program) - before
        program.resume()
        while program_cpu_seconds(program) - before - stopped < SETTLING and time.monotonic() < soon():
            time.sleep(SETTLING)
        resumed = program_cpu_seconds(program) - before - stopped
        program.close()
        print(stopped, resumed, unanswered(launch_options))


if __name__ == "__main__":
    main()
