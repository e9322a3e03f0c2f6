"""Single keys from a terminal, which afterwards is as it was, whatever happens."""

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
"""What is told when the terminal is gone."""


def named(data: str) -> list[str]:
    """The keys in what a terminal sent: letters as they are, others by their names."""
    found = []
    for key in _KEY.finditer(data):
        if key["name"]:
            found.append(_NAMES.get(key["name"], ""))
        elif key["number"]:
            found.append(_NUMBERS.get(key["number"], ""))
        elif key["other"] == "\x1b":
            found.append("escape")
        else:
            found.append(key["other"] if len(key["other"]) == 1 else "")
    return [key for key in found if key]


@contextmanager
def keys() -> Iterator[Callable[[float], list[str]]]:
    """Gives what tells the keys that were pressed, waiting for so many seconds at most.

    Ctrl-C ends the block as always, and so does a request to terminate; Ctrl-Z does nothing, as it would leave the
    terminal to others half set up.
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
