"""An append-only file of lines that survives a kill at any moment."""

import contextlib
import errno
import os
import stat
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from pydantic import TypeAdapter

from crownbridge.errors import FileError, ShortageError

LONGEST_LINE = 16 << 20
"""Size limit of a line in bytes; no event is that long."""
_BATCH = 1 << 20
"""Bytes that are read at once."""
_SHORTAGES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "the disk is full"),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE), "too many files are open"),
}
_BLOCK = 1 << 16
"""Bytes in which the last line of a journal is expected."""


def make_folder(path: Path) -> None:
    """Create a folder for journals, if it does not exist. Raise OSError, also if it is a symbolic link."""
    path.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def open_regular(path: Path, flags: int) -> int:
    """Return a descriptor of a regular file. Raise OSError, also if the file or its folder is a symbolic link."""
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


def _file_error(path: Path, verb: str, error: OSError) -> FileError:
    """Return the error of a file that cannot be used: a ShortageError if that may be possible later."""
    if (shortage := _SHORTAGES.get(error.errno or 0)) is not None:
        return ShortageError(f"{shortage}: {path} cannot be {verb}")
    return FileError(f"{path} cannot be {verb}: {error.strerror}")


class Part(NamedTuple):
    """Lines of a journal, which any process can read."""

    path: Path
    begin: int
    """Offset in the file."""
    end: int

    def read(self) -> list[bytes]:
        """Return the lines. Raise FileError."""
        try:
            with os.fdopen(open_regular(self.path, os.O_RDONLY), "rb") as file:
                file.seek(self.begin)
                return file.read(self.end - self.begin).split(b"\n")[:-1]
        except OSError as error:
            raise _file_error(self.path, "read", error) from error


class Journal:
    """Lines numbered 1, 2, 3, ..., which are kept in the file only. For one writer at a time.

    An incomplete last line, as a kill may leave it, does not count, and is removed before the next one is written.
    """

    def __init__(self, path: Path) -> None:
        """Open a journal, or create one; an existing file is not changed.

        Raise FileError, or ShortageError if it may be possible later, as do all methods that read or write the file.
        """
        self.path = path
        self._ends = array("Q", [0])
        self._file: BinaryIO | None = None
        try:
            with os.fdopen(open_regular(path, os.O_RDONLY | os.O_CREAT), "rb") as file:
                while (line := file.readline(LONGEST_LINE)).endswith(b"\n"):
                    self._ends.append(self._ends[-1] + len(line))
        except OSError as error:
            raise _file_error(path, "opened", error) from error
        if len(line) == LONGEST_LINE:
            raise FileError(f"{path} is damaged at line {len(self) + 1}: it is too long")
        self._is_torn = bool(line)

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[bytes]:
        """Yield all lines, in batches that fit into memory. Raise FileError."""
        after = 0
        while after < len(self):
            lines = self.read(after, len(self), _BATCH)
            after += len(lines)
            yield from lines

    @property
    def size(self) -> int:
        """Size of all lines in bytes."""
        return self._ends[-1]

    def replay(self, event_type: TypeAdapter[Any], apply: Callable[[Any], None]) -> None:
        """Apply all events. Raise FileError if a line is not the next event, or the first one is not `opened`."""
        if self._is_torn and not len(self):
            raise FileError(f"{self.path} is damaged: it has no line")
        for number, line in enumerate(self, 1):
            try:
                event = event_type.validate_json(line)
                is_expected = event.seq == number and (number > 1 or event.type == "opened")
                if is_expected:
                    apply(event)
            except Exception:  # noqa: BLE001 (an event that does not follow from the ones before may raise anything)
                is_expected = False
            if not is_expected:
                raise FileError(f"{self.path} is damaged at line {number}")

    def append(self, *lines: bytes) -> None:
        """Append lines, without their newlines; they count once all of them are in the file. Raise FileError."""
        data = b"".join(line + b"\n" for line in lines)
        try:
            if self._file is None:
                self._file = os.fdopen(open_regular(self.path, os.O_WRONLY | os.O_APPEND), "ab", buffering=0)
            if self._is_torn:
                self._cut()
            if self._file.write(data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            self._is_torn = True  # otherwise the next line would be appended to a part of this one
            with contextlib.suppress(OSError):
                self._cut()
            raise _file_error(self.path, "written", error) from error
        for line in lines:
            self._ends.append(self._ends[-1] + len(line) + 1)

    def _cut(self) -> None:
        """Remove an incomplete last line."""
        if self._file is not None:
            self._file.truncate(self.size)
            self._is_torn = False

    def read(self, after: int, last: int, most: int | None = None) -> list[bytes]:
        """Return the lines `after + 1` to `last`, at least one, up to `most` bytes. Raise FileError."""
        ends = self._ends
        if most is not None:
            while last > after + 1 and ends[last] - ends[after] > most:
                last = after + max((last - after) // 2, 1)
        return self.part(after, last).read()

    def part(self, after: int, last: int) -> Part:
        """Return the lines `after + 1` to `last`, without reading them."""
        return Part(self.path, self._ends[after], self._ends[last])

    def close_file(self) -> None:
        """Close the file until the next write."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def remove(self) -> None:
        """Delete the file."""
        self.close_file()
        self.path.unlink(missing_ok=True)


def last_line(path: Path) -> bytes:
    """Return the last complete line of a journal, or nothing. Raise OSError."""
    with os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
        size = file.seek(0, os.SEEK_END)
        length = min(size, _BLOCK)
        while True:
            file.seek(size - length)
            lines = file.read(length).split(b"\n")
            if len(lines) > 2 or length == min(size, LONGEST_LINE):  # noqa: PLR2004 (one complete line, and what may be incomplete)
                return lines[-2] if len(lines) > 1 else b""
            length = min(2 * length, size, LONGEST_LINE)
