"""Reads stdin in a thread, so that a line can interrupt a search."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from queue import Empty, Queue
from threading import Thread
from typing import NamedTuple

from crownbridge._core import StopFlag

_LONGEST_LINE = 1000  # bytes; the rest of a longer line is dropped
_MOST_LINES = 1000  # in the queue
_CHUNK = 1 << 16


class InputLine(NamedTuple):
    """A line without its newline, or `None` at the end of the input."""

    line: bytes | None
    stop: StopFlag
    """Set if a later line interrupts the command of this one."""


class Listener:
    """Reads stdin in its own thread."""

    def __init__(self, interrupts: Callable[[bytes], bool]) -> None:
        """Start reading; `interrupts` returns True for a line that interrupts the commands before it."""
        self._interrupts = interrupts
        self.start = StopFlag()
        """Set if a line interrupts the search before the first command."""
        self._queue: Queue[InputLine] = Queue(_MOST_LINES)
        self._ended = False
        # A daemon, so that the program can exit while the thread waits for a line.
        Thread(target=self._listen, daemon=True).start()

    def next(self) -> InputLine:
        """Wait for the next line and return it; at the end of the input, return that repeatedly."""
        item = InputLine(None, StopFlag()) if self._ended else self._queue.get()
        self._ended = item.line is None
        return item

    def waiting(self) -> Iterator[bytes]:
        """Yield the lines that have already arrived."""
        while not self._ended:
            try:
                item = self._queue.get_nowait()
            except Empty:
                return
            if item.line is None:
                self._ended = True
            else:
                yield item.line

    def _listen(self) -> None:
        running = deque([self.start], _MOST_LINES)
        for line in _lines():
            stop = StopFlag()
            self._queue.put(InputLine(line, stop))
            if self._interrupts(line):
                while running:
                    running.pop().set()
            running.append(stop)
        self._queue.put(InputLine(None, StopFlag()))


def _lines() -> Iterator[bytes]:
    """Yield the lines of stdin, read without Python's buffer, whose lock must be free when the program exits."""
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
    """Return the available input; empty at the end or if stdin cannot be read."""
    try:
        return b"" if sys.stdin is None else os.read(sys.stdin.fileno(), _CHUNK)
    except OSError:
        return b""
