"""A file of lines that only ever grows, and is whole again after any kill."""

import contextlib
import errno
import os
import stat
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import TypeAdapter

from crownbridge.errors import FileError

LONGEST_LINE = 16 << 20
"""Bytes; no event is as long."""
_BATCH = 1 << 20
"""Bytes that are read at a time."""
_BLOCK = 1 << 16
"""Bytes in which the last line of a journal is expected."""


def make_folder(path: Path) -> None:
    """Make a folder for journals, if there is none. Raise OSError, also where it is a symbolic link."""
    path.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def open_regular(path: Path, flags: int) -> int:
    """Return a descriptor of a regular file. Raise OSError, also where the file or its folder is a symbolic link."""
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        # Without O_NONBLOCK, opening a pipe would wait for its other end.
        opened = os.open(path.name, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600, dir_fd=folder)
    finally:
        os.close(folder)
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OSError(errno.EINVAL, "Not a regular file")
    return opened


class Journal:
    """Lines numbered 1, 2, 3, ...; the file is the only place where they are kept. For one writer at a time.

    What a kill left of a last line is not counted, and cut off before the next one is written.
    """

    def __init__(self, path: Path) -> None:
        """Open a journal or begin one. Nothing of a file that is there is changed. Raise FileError."""
        self.path = path
        self._ends = array("Q", [0])
        self._file: BinaryIO | None = None
        try:
            with os.fdopen(open_regular(path, os.O_RDONLY | os.O_CREAT), "rb") as file:
                while (line := file.readline(LONGEST_LINE)).endswith(b"\n"):
                    self._ends.append(self._ends[-1] + len(line))
        except OSError as error:
            raise FileError(f"{path} cannot be opened: {error.strerror}") from error
        if len(line) == LONGEST_LINE:
            raise FileError(f"{path} is damaged at line {len(self) + 1}: it is too long")
        self._is_torn = bool(line)

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

    def replay(self, event_type: TypeAdapter[Any], apply: Callable[[Any], None]) -> None:
        """Apply all events. Raise FileError where they are not the numbered events of a journal that was opened."""
        if self._is_torn and not len(self):
            raise FileError(f"{self.path} is damaged: it has no line")
        for number, line in enumerate(self, 1):
            try:
                event = event_type.validate_json(line)
                is_expected = event.seq == number and (number > 1 or event.type == "opened")
                if is_expected:
                    apply(event)
            except Exception:  # noqa: BLE001 (events that do not follow from those before fail in any way)
                is_expected = False
            if not is_expected:
                raise FileError(f"{self.path} is damaged at line {number}")

    def append(self, line: bytes) -> None:
        """Adds a line, given without its end; it is in the file before it counts, or not at all. Raises FileError."""
        try:
            if self._file is None:
                self._file = os.fdopen(open_regular(self.path, os.O_WRONLY | os.O_APPEND), "ab", buffering=0)
            if self._is_torn:
                self._cut()
            if self._file.write(line + b"\n") <= len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            self._is_torn = True  # else the next line would join what is there of this one
            with contextlib.suppress(OSError):
                self._cut()
            raise FileError(f"{self.path} cannot be written: {error.strerror}") from error
        self._ends.append(self._ends[-1] + len(line) + 1)

    def _cut(self) -> None:
        """Remove what is left of a last line."""
        if self._file is not None:
            self._file.truncate(self.size)
            self._is_torn = False

    def read(self, after: int, last: int, most: int | None = None) -> list[bytes]:
        """The lines `after + 1` to `last`, or as many as fit into so many bytes, but at least one. Raises FileError."""
        ends = self._ends
        if most is not None:
            while last > after + 1 and ends[last] - ends[after] > most:
                last = after + max((last - after) // 2, 1)
        try:
            with os.fdopen(open_regular(self.path, os.O_RDONLY), "rb") as file:
                file.seek(ends[after])
                return file.read(ends[last] - ends[after]).split(b"\n")[:-1]
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


def last_line(path: Path) -> bytes:
    """Return the last whole line of a journal that nobody has opened, or nothing. Raise OSError."""
    with os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
        size = file.seek(0, os.SEEK_END)
        length = min(size, _BLOCK)
        while True:
            file.seek(size - length)
            lines = file.read(length).split(b"\n")
            if len(lines) > 2 or length == min(size, LONGEST_LINE):  # noqa: PLR2004 (one whole line, and what may be torn)
                return lines[-2] if len(lines) > 1 else b""
            length = min(2 * length, size, LONGEST_LINE)
