"""Single keys from a terminal, whose mode is always restored."""

import os
import re
import select
import signal
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_NAMES = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
_NUMBERS = {"1": "home", "7": "home", "4": "end", "8": "end", "5": "page up", "6": "page down"}
_KEY = re.compile(
    r"\x1b[\[O](?:[0-9]+;[0-9]+)?(?P<name>[A-HF])|\x1b\[(?P<number>[0-9]+)~|(?P<other>\x1b[\[O][^~A-Za-z]*.?|.)",
    re.DOTALL,
)
END = "end of input"
"""Pseudo key for the end of the input."""


def named(data: str) -> list[str]:
    """Return the keys in the input of a terminal: letters unchanged, others by name."""
    names = []
    for key in _KEY.finditer(data):
        if key["name"]:
            names.append(_NAMES.get(key["name"], ""))
        elif key["number"]:
            names.append(_NUMBERS.get(key["number"], ""))
        elif key["other"] == "\x1b":
            names.append("escape")
        else:
            names.append(key["other"] if len(key["other"]) == 1 else "")
    return [key for key in names if key]


@contextmanager
def keys() -> Iterator[Callable[[float], list[str]]]:
    """Yield a function that returns the pressed keys, waiting for a number of seconds at most.

    SIGTERM and SIGHUP end the block like Ctrl-C. Ctrl-Z is ignored, because the terminal mode would not be restored.
    """
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    handlers = {
        signal.SIGTERM: signal.signal(signal.SIGTERM, _leave),
        signal.SIGHUP: signal.signal(signal.SIGHUP, _leave),
        signal.SIGTSTP: signal.signal(signal.SIGTSTP, signal.SIG_IGN),
    }
    try:
        tty.setcbreak(terminal)
        yield lambda seconds: _pressed(terminal, seconds)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _pressed(terminal: int, seconds: float) -> list[str]:
    poll = select.poll()
    poll.register(terminal, select.POLLIN)
    if not poll.poll(seconds * 1000):
        return []
    try:
        data = os.read(terminal, 1024)
    except OSError:
        return [END]
    return named(data.decode("utf-8", "replace")) if data else [END]


def _leave(number: int, _: object) -> None:
    raise SystemExit(128 + number)
