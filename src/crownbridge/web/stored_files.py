"""Files of rooms, studies and analyses: one for each, named at random."""

import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_NAME = re.compile(r"[a-z0-9]{10}")
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # without those that look alike


class StoredFile(NamedTuple):
    """A file in the data folder."""

    path: Path
    at: float
    """The time of the last write."""
    size: int
    """Size in bytes."""

    @property
    def name(self) -> str:
        """The name without the extension."""
        return self.path.stem


def stored_files(folder: Path, ending: str) -> Iterator[StoredFile]:
    """Yield the files in a folder with an extension."""
    for path in folder.glob(f"*{ending}"):
        with suppress(OSError):  # it may just have been deleted
            status = path.lstat()
            yield StoredFile(path, status.st_mtime, status.st_size)


def new_name() -> str:
    """Return a random name of a room or study."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def is_name(text: str) -> bool:
    """Return True if a text may be the name of a room or study."""
    return _NAME.fullmatch(text) is not None
