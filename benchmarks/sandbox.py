"""Overhead of a sandbox when a program starts: the time until its first line, compared with no sandbox.

python benchmarks/sandbox.py [--starts 200]
"""

import argparse
import statistics
import time

from crownbridge.players.process import LaunchOptions, Program, Sandbox

COMMAND = ["/bin/echo", "ready"]


def milliseconds(sandbox: Sandbox) -> float:
    """Return the time from the start to the first line of a program."""
    began = time.perf_counter()
    program = Program(COMMAND, LaunchOptions(sandbox=sandbox))
    program.read_line(time.monotonic() + 10)
    seconds = time.perf_counter() - began
    program.close()
    return 1000 * seconds


def main() -> None:
    """Print a line per sandbox."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starts", type=int, default=200)
    starts = parser.parse_args().starts
    kinds = [Sandbox.NONE, *sorted({Sandbox.AUTO.resolved(), Sandbox.LIMITS}, reverse=True)]
    times: dict[Sandbox, list[float]] = {kind: [] for kind in kinds}
    for _ in range(starts):  # alternating, so that a busy machine slows down all of them
        for kind in kinds:
            times[kind].append(milliseconds(kind))
    base = statistics.median(times[Sandbox.NONE])
    for kind in kinds:
        middle = statistics.median(times[kind])
        print(f"{kind:>7}: {middle:5.1f} ms until the first line, {middle - base:+5.1f} ms, {middle / base:.1f}x")


if __name__ == "__main__":
    main()
