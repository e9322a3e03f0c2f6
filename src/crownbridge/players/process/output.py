"""What a program prints, kept within bounds."""

KEPT = 32 * 1024
"""Bytes of a stream that are kept of one turn, at either end."""


class Output:
    """What came on one stream during a turn: the first and the last part, and how much was left out between."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self.total = 0

    def add(self, data: bytes) -> None:
        """Keeps what there is room for."""
        self.total += len(data)
        room = KEPT - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        if data:
            self._tail += data
            if len(self._tail) > 2 * KEPT:
                del self._tail[:-KEPT]

    def take(self) -> tuple[bytes, int]:
        """What was kept and how much was not; the next turn begins."""
        if not self.total:
            return b"", 0
        del self._tail[:-KEPT]
        kept = bytes(self._head + self._tail)
        dropped = self.total - len(kept)
        self._head.clear()
        self._tail.clear()
        self.total = 0
        return kept, dropped
