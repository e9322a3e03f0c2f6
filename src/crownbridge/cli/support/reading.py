"""Reads games that are named on the command line, with a bar on the terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TimeElapsedColumn, TransferSpeedColumn

from crownbridge.files import path_exists
from crownbridge.records import Entry, read_games

_TELL_EVERY = 1 << 20


@contextmanager
def reading(source: str, *, silent: bool = False) -> Iterator[Iterator[Entry]]:
    """The games of a file or a link, as `read_games` gives them; a bar shows how far it is, on a terminal."""
    file = Path(source)
    console = Console(stderr=True)
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=silent or not console.is_terminal) as shown:
        task = shown.add_task("", total=file.stat().st_size if path_exists(file) and file.is_file() else None)
        last = 0

        def told(done: int) -> None:
            nonlocal last
            if done - last >= _TELL_EVERY:
                last = done
                shown.update(task, completed=done)

        yield read_games(source, told)
