"""Computes with several processes, and continues whenever it is stopped, by timers, signals and new sessions."""

import ctypes
import fcntl
import os
import signal
import sys
from contextlib import suppress

libc = ctypes.CDLL(None, use_errno=True)
NANOSECONDS = 1_000_000


class Event(ctypes.Structure):
    """`struct sigevent` of timer_create."""

    _fields_ = (
        ("value", ctypes.c_void_p),
        ("signal", ctypes.c_int),
        ("notify", ctypes.c_int),
        ("rest", ctypes.c_char * 48),
    )


def continue_by_a_timer() -> None:
    """Send SIGCONT to this process every millisecond."""
    timer, event = ctypes.c_void_p(), Event(None, signal.SIGCONT, 0)
    times = (ctypes.c_long * 4)(0, NANOSECONDS, 0, NANOSECONDS)
    if libc.timer_create(1, ctypes.byref(event), ctypes.byref(timer)) == 0:
        libc.timer_settime(timer, 0, ctypes.byref(times), None)


def continue_by_input() -> None:
    """Send SIGCONT to this process when a pipe becomes readable."""
    reader, writer = os.pipe()
    with suppress(OSError):
        fcntl.fcntl(reader, fcntl.F_SETSIG, signal.SIGCONT)
        fcntl.fcntl(reader, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    if os.fork() == 0:
        while True:
            os.write(writer, b"x")


def continue_others() -> None:
    """Send SIGCONT to all processes that this one may signal."""
    while True:
        with suppress(OSError):
            os.kill(-1 if sys.argv[1] == "all" else 0, signal.SIGCONT)


def compute_as_an_orphan() -> None:
    """Continue the program from a process that is not its descendant."""
    if os.fork():
        os._exit(0)
    continue_others()


CONTINUING = 40
for misdeed in (
    *(compute_as_an_orphan, continue_by_a_timer, continue_by_input, lambda: None),
    *(continue_others,) * CONTINUING,
):
    if os.fork() == 0:
        with suppress(OSError):
            os.setsid()
        misdeed()
        while True:
            pass
print("ready", flush=True)
while True:
    pass
