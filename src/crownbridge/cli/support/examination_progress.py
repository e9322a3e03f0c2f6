"""Progress of the examination of a bot on the terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as ProgressBar

from crownbridge.bugfinder.examination import counted
from crownbridge.bugfinder.finder import Progress


@contextmanager
def watching() -> Iterator[Callable[[Progress], None]]:
    """Show the probe, the share of the time, the questions and the findings on the terminal during the block."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
    bar = ProgressBar(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task("starting", total=1.0)
        yield lambda progress: bar.update(task, completed=progress.fraction, description=summary(progress))


def summary(progress: Progress) -> str:
    """Return the probe and the numbers of questions and findings."""
    return f"{progress.probe}: {counted(progress.answers, 'question')}, {counted(progress.findings, 'finding')}"
