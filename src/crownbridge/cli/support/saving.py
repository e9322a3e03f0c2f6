"""`--save FILE`: games added to a file as they end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from crownbridge.errors import FileError
from crownbridge.games import Game
from crownbridge.records import FORMATS, Format, GameRecord, check_writable, format_of, format_of_name
from crownbridge.records.formats import HEAD


@contextmanager
def saving(path: Path | None, game: Game[Any]) -> Iterator[Callable[[GameRecord], None]]:
    """Open a file, and yield a function that appends a game to it; without a path, the function does nothing.

    The format is that of the file's ending, or JSON lines. Raise FileError if the file has other contents or cannot be
    written, InputError if its format is for another game.
    """
    if path is None:
        yield lambda _: None
        return
    form = format_of_name(path) or FORMATS[0]
    check_writable(form, game)
    with _naming(path):
        unfinished_line = path.is_file() and _ends_in_line(path, form)
        file = path.open("ab")
    with file:

        def save(record: GameRecord) -> None:
            nonlocal unfinished_line
            with _naming(path):
                file.write(b"\n" * unfinished_line + form.dumps(record).encode())
                file.flush()
            unfinished_line = False

        yield save


def _ends_in_line(path: Path, form: Format) -> bool:
    """Return True if the last line of a file has no end. Raise FileError if the file is not of that format."""
    with path.open("rb") as file:
        head = file.read(HEAD)
        if not head:
            return False
        if format_of(head) is not form:
            raise FileError(f"{path} exists and holds something else than games in {form.name}; choose another name")
        file.seek(-1, 2)
        return file.read() != b"\n"


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Turn an OSError into a FileError that names the file."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from error
