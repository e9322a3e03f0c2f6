"""Files of which every line means something by itself."""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from crownbridge.records.reading import Place

MOST_BYTES = 1 << 16
"""Of a line; what is longer is cut."""
_MARK = b"\xef\xbb\xbf"


class Line(NamedTuple):
    """A line of a log."""

    number: int
    data: bytes
    """Without the end of the line."""

    def place(self, column: int = 1) -> Place:
        """Where it stands."""
        return Place(self.number, column)


def lines(source: BinaryIO) -> Iterator[Line]:
    """The lines of a file, one at a time; those that are too long are cut, so that memory is safe."""
    number = 0
    while data := source.readline(MOST_BYTES):
        number += 1
        if number == 1:
            data = data.removeprefix(_MARK)
        yield Line(number, data.rstrip(b"\r\n"))
        while not data.endswith(b"\n") and len(data) == MOST_BYTES:
            data = source.readline(MOST_BYTES)
