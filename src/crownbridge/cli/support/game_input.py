"""Reads games from the command line's source, with a progress bar on a terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TimeElapsedColumn, TransferSpeedColumn

from crownbridge.files import path_exists
from crownbridge.records import Entry, read_games

_UPDATE_EVERY = 1 << 20  # bytes


@contextmanager
def reading(source: str, *, silent: bool = False, trees: bool = True) -> Iterator[Iterator[Entry]]:
    """Yield the games of a file or a link from `read_games`, with a progress bar on a terminal."""
    file = Path(source)
    console = Console(stderr=True)
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=silent or not console.is_terminal) as progress:
        task = progress.add_task("", total=file.stat().st_size if path_exists(file) and file.is_file() else None)
        last = 0

        def update(done: int) -> None:
            nonlocal last
            if done - last >= _UPDATE_EVERY:
                last = done
                progress.update(task, completed=done)

        yield read_games(source, update, trees=trees)
