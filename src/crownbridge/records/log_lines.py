"""The lines of log files."""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from crownbridge.records.reading import Place

MOST_BYTES = 1 << 16
"""Maximum length of a line; the rest is cut."""
_MARK = b"\xef\xbb\xbf"


class Line(NamedTuple):
    """A line of a log."""

    number: int
    data: bytes
    """Bytes of the line, without its newline."""

    def place(self, column: int = 1) -> Place:
        """Return the place of a column of the line."""
        return Place(self.number, column)


def lines(source: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a file; lines that are too long are cut, to bound memory."""
    number = 0
    while data := source.readline(MOST_BYTES):
        number += 1
        if number == 1:
            data = data.removeprefix(_MARK)
        yield Line(number, data.rstrip(b"\r\n"))
        while not data.endswith(b"\n") and len(data) == MOST_BYTES:
            data = source.readline(MOST_BYTES)
