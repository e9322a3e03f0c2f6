"""Lines that come while a program of ours thinks, some of which are reason to think no longer."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from queue import Empty, Queue
from threading import Thread
from typing import NamedTuple

from crownbridge._core import StopFlag

_LONGEST_LINE = 1000  # what is longer is none of any protocol; its rest is passed over
_MOST_LINES = 1000  # that wait
_CHUNK = 1 << 16


class Heard(NamedTuple):
    """A line without its end, or the end of the input, which is `None`."""

    line: bytes | None
    stop: StopFlag
    """Set when a line comes later that interrupts what this one asks for."""


class Listener:
    """Reads standard input in a thread of its own."""

    def __init__(self, interrupts: Callable[[bytes], bool]) -> None:
        """`interrupts` says of a line whether what was asked before it is to end early."""
        self._interrupts = interrupts
        self.start = StopFlag()
        """Set when a line comes that interrupts what nobody had to ask for."""
        self._heard: Queue[Heard] = Queue(_MOST_LINES)
        self._ended = False
        # A daemon: at the end of the program nobody waits for a line that may never come.
        Thread(target=self._listen, daemon=True).start()

    def next(self) -> Heard:
        """Waits for the next line; the end of the input comes again and again."""
        heard = Heard(None, StopFlag()) if self._ended else self._heard.get()
        self._ended = heard.line is None
        return heard

    def waiting(self) -> Iterator[bytes]:
        """The lines that have come already."""
        while not self._ended:
            try:
                heard = self._heard.get_nowait()
            except Empty:
                return
            if heard.line is None:
                self._ended = True
            else:
                yield heard.line

    def _listen(self) -> None:
        asked = deque([self.start], _MOST_LINES)
        for line in _lines():
            stop = StopFlag()
            self._heard.put(Heard(line, stop))
            if self._interrupts(line):
                while asked:
                    asked.pop().set()
            asked.append(stop)
        self._heard.put(Heard(None, StopFlag()))


def _lines() -> Iterator[bytes]:
    """Those of standard input, which is read past Python's buffer: its lock must be free when the program ends."""
    line = b""
    while chunk := _read():
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield (line + end)[:_LONGEST_LINE]
            line = b""
        line = (line + rest)[:_LONGEST_LINE]
    if line:
        yield line


def _read() -> bytes:
    """What there is; nothing at the end, which is also where there is nothing that could be read."""
    try:
        return b"" if sys.stdin is None else os.read(sys.stdin.fileno(), _CHUNK)
    except OSError:
        return b""
