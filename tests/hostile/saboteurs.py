"""Programs that play over the lines protocol and try to harm their opponent.

    saboteurs.py MISDEED

Each misdeed is a function here, which is called before the first move.
"""

import os
import random
import resource
import signal
import socket
import sys
import time
from contextlib import suppress

PROCESSES = range(2, 70_000)
kept: list[object] = []


def limit_processor_time() -> None:
    for process in PROCESSES:
        if process != os.getpid():
            with suppress(OSError, ValueError):
                resource.prlimit(process, resource.RLIMIT_CPU, (0, 0))


def slow_down() -> None:
    for process in PROCESSES:
        if process != os.getpid():
            with suppress(OSError):
                os.sched_setscheduler(process, os.SCHED_IDLE, os.sched_param(0))
            with suppress(OSError):
                os.sched_setaffinity(process, {0})
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process, 19)


def stop_all() -> None:
    for process in (-1, *PROCESSES):
        if process != os.getpid():
            with suppress(OSError):
                os.kill(process, signal.SIGSTOP)


def kill_all() -> None:
    for process in (-1, *PROCESSES):
        if process != os.getpid():
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)


def compute_with_many() -> None:
    for _ in range(100):
        if os.fork() == 0:
            while True:
                pass


def fork_endlessly() -> None:
    while True:
        with suppress(OSError):
            os.fork()


def take_memory_with_many() -> None:
    for _ in range(10):
        if os.fork() == 0:
            with suppress(MemoryError):
                kept.append(b"x" * (100 << 20))
            time.sleep(60)
    time.sleep(0.5)


def keep_memory_in_sockets() -> None:
    with suppress(OSError):
        while True:
            ends = socket.socketpair()
            kept.extend(ends)
            for end in ends:
                end.settimeout(0)
                with suppress(BlockingIOError):
                    while True:
                        end.send(bytes(1 << 14))


def fill_pipes() -> None:
    with suppress(OSError):
        while True:
            reader, writer = os.pipe()
            kept.extend((reader, writer))
            os.set_blocking(writer, False)
            with suppress(BlockingIOError):
                while True:
                    os.write(writer, bytes(1 << 12))


def flood_stderr() -> None:
    for _ in range(1000):
        sys.stderr.write("x" * (1 << 14))


def main() -> None:
    """Play at random, after the misdeed."""
    legal: list[str] = []
    misdeed = globals()[sys.argv[1]]
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "legal":
            legal = rest
        elif word == "move":
            misdeed()
            misdeed = int
            print("move", random.choice(legal), flush=True)


if __name__ == "__main__":
    main()
