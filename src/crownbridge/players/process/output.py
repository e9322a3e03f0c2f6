"""Bounded buffers for the output of programs."""

from typing import NamedTuple

KEPT = 32 * 1024
"""Number of bytes to keep from the start and from the end of a turn's output."""


class Kept(NamedTuple):
    """The first and the last part of a turn's output, and the number of bytes dropped between them."""

    head: bytes
    tail: bytes
    dropped: int


class Output:
    """The output on one stream during a turn."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self.total = 0

    def add(self, data: bytes) -> bytes:
        """Add output; return the part that was added to the head."""
        self.total += len(data)
        room = KEPT - len(self._head)
        joined = data[:room]
        self._head += joined
        self._tail += data[room:]
        if len(self._tail) > 2 * KEPT:
            del self._tail[:-KEPT]
        return joined

    def take(self) -> Kept:
        """Return the output of the turn and clear the buffer."""
        if not self.total:
            return Kept(b"", b"", 0)
        head, tail = bytes(self._head), bytes(self._tail[-KEPT:])
        kept = Kept(head, tail, self.total - len(head) - len(tail))
        self._head.clear()
        self._tail.clear()
        self.total = 0
        return kept
