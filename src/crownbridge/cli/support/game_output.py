"""`--save FILE`: append finished games to a file."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from crownbridge.errors import FileError
from crownbridge.games import Position
from crownbridge.records import FORMATS, Format, GameRecord, check_writable, format_of_name
from crownbridge.records.formats import HEAD


@contextmanager
def saving(path: Path | None, start: Position[Any]) -> Iterator[Callable[[GameRecord], None]]:
    """Open a file and yield a function that appends a game to it; without a path, the function does nothing.

    The format is that of the file's suffix, or JSON lines. Raise FileError if the file has other contents or cannot be
    written, and InputError if its format does not support the game or its start position.
    """
    if path is None:
        yield lambda _: None
        return
    form = format_of_name(path) or FORMATS[0]
    check_writable(form, start.game, start)
    with _naming(path):
        unfinished_line = path.is_file() and _ends_in_line(path, form)
        file = path.open("ab")
    with file:

        def save(record: GameRecord) -> None:
            nonlocal unfinished_line
            with _naming(path):
                file.write(b"\n" * unfinished_line + form.dumps(record).encode("utf-8", "surrogateescape"))
                file.flush()
            unfinished_line = False

        yield save


def _ends_in_line(path: Path, form: Format) -> bool:
    """Return True if the last line of a file is not terminated; raise FileError if the file has another format."""
    with path.open("rb") as file:
        head = file.read(HEAD)
        if not head:
            return False
        if not form.looks_like(head):
            raise FileError(f"{path} exists and does not contain games in {form.name}; choose another name")
        file.seek(-1, 2)
        return file.read() != b"\n"


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Convert an OSError into a FileError with the file's name."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from error
