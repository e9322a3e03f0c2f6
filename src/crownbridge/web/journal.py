"""A file of lines that only ever grows, and is whole again after any kill."""

import contextlib
import errno
import json
import os
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from crownbridge.errors import FileError

_BATCH = 1 << 20
"""Bytes that are read at a time."""


class Journal:
    """Lines numbered 1, 2, 3, ...; the file is the only place where they are kept. For one writer at a time."""

    def __init__(self, path: Path) -> None:
        """Opens a journal or begins one; what a kill left of a last line is cut off. Raises FileError."""
        self.path = path
        self._ends = array("Q", [0])
        self._file: BinaryIO | None = None
        try:
            path.touch(mode=0o600)
            with path.open("r+b") as file:
                line = b""
                for line in file:
                    self._ends.append(self._ends[-1] + len(line))
                if line and not _is_whole(line):
                    self._ends.pop()
                    file.truncate(self._ends[-1])
        except OSError as error:
            raise FileError(f"{path} cannot be opened: {error.strerror}") from error

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[bytes]:
        """All lines, of which only a few are in memory at a time. Raises FileError."""
        after = 0
        while after < len(self):
            lines = self.read(after, len(self), _BATCH)
            after += len(lines)
            yield from lines

    @property
    def size(self) -> int:
        """Bytes of all lines."""
        return self._ends[-1]

    def append(self, line: bytes) -> None:
        """Adds a line, given without its end; it is in the file before it counts, or not at all. Raises FileError."""
        try:
            if self._file is None:
                self._file = self.path.open("ab", buffering=0)
            if self._file.write(line + b"\n") <= len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            with contextlib.suppress(OSError):  # else the next line would join what is there of this one
                os.truncate(self.path, self.size)
            raise FileError(f"{self.path} cannot be written: {error.strerror}") from error
        self._ends.append(self._ends[-1] + len(line) + 1)

    def read(self, after: int, last: int, most: int | None = None) -> list[bytes]:
        """The lines `after + 1` to `last`, or as many as fit into so many bytes, but at least one. Raises FileError."""
        ends = self._ends
        if most is not None:
            while last > after + 1 and ends[last] - ends[after] > most:
                last = after + max((last - after) // 2, 1)
        try:
            with self.path.open("rb") as file:
                file.seek(ends[after])
                return file.read(ends[last] - ends[after]).splitlines()
        except OSError as error:
            raise FileError(f"{self.path} cannot be read: {error.strerror}") from error

    def rest(self) -> None:
        """Closes the file until there is more to write."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def remove(self) -> None:
        """Deletes the file."""
        self.rest()
        self.path.unlink(missing_ok=True)


def _is_whole(line: bytes) -> bool:
    if not line.endswith(b"\n"):
        return False
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def last_line(path: Path) -> bytes:
    """The last whole line of a journal that nobody has opened, or nothing. Raises OSError."""
    block = 1 << 16
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        found = b""
        while len(found) < size:
            file.seek(max(size - len(found) - block, 0))
            found = file.read(min(block, size - len(found))) + found
            lines = found.split(b"\n")
            if len(lines) > 2 or len(found) == size:  # noqa: PLR2004 (one whole line, and what may be torn)
                return lines[-2] if len(lines) > 1 else b""
    return b""
