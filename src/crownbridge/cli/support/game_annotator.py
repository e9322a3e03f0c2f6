"""Engine analysis for `analyze` and `report`, with progress and interruption."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from crownbridge._core import StopFlag
from crownbridge.analysis import Annotation, annotate
from crownbridge.cli.support.interrupts import first_interrupt
from crownbridge.cli.support.output import echo
from crownbridge.engines import Limit
from crownbridge.records import GameRecord
from crownbridge.store import Store

Engine = Annotated[bool, typer.Option("--engine", help="Analyse every move with the engine: win chances and mistakes.")]
Nodes = Annotated[
    int | None, typer.Option(min=1, max=10**12, help="Nodes or iterations per position. Implies --engine.")
]
Seconds = Annotated[
    float | None, typer.Option("--per-move", min=0.001, max=1e6, help="Seconds per position. Implies --engine.")
]
Kept = Annotated[
    Path | None, typer.Option("--cache", metavar="FILE", help="Store for caching the engine's judgements.")
]


class Judge:
    """Annotates games with the engine, if enabled, until it is stopped."""

    def __init__(self, effort: Limit | None, cache: Store | None, progress: Progress | None) -> None:
        self._effort = effort
        self._cache = cache
        self._progress = progress
        self._task = None if progress is None else progress.add_task("", total=None)
        self._games = 0
        self.stop = StopFlag()

    @property
    def works(self) -> bool:
        """True if analysis is enabled; it then shows its own progress."""
        return self._progress is not None

    def __call__(self, record: GameRecord) -> tuple[Annotation, ...]:
        """Return the annotations of a game; none if analysis is disabled or stopped."""
        self._games += 1
        self._update(0, len(record.decisions))
        if self._progress is None or self.stop.is_set:
            return ()
        annotations = annotate(record, self._effort, progress=self._update, stop=self.stop, cache=self._cache)
        if not annotations.complete:
            echo("\ncontinuing without the engine; press Ctrl-C again to keep the old report", err=True)
        return annotations.moves

    def _update(self, done: int, total: int) -> None:
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, description=f"game {self._games}", completed=done, total=total)

    def about(self) -> tuple[str, ...]:
        """Return sentences about the analysis for the report."""
        if self._progress is None:
            return ()
        if self.stop.is_set:
            return (f"The engine's analysis was stopped in game {self._games}.",)
        effort = "the default effort"
        if self._effort is not None:
            effort = f"{self._effort.seconds:g} s" if self._effort.nodes is None else f"{self._effort.nodes:,} nodes"
        return (f"The engine analysed every move with {effort} per position.",)


@contextmanager
def judging(*, engine: bool, nodes: int | None, seconds: float | None, cache: Path | None) -> Iterator[Judge]:
    """Yield a judge of games. The first Ctrl-C stops the analysis, the second one the program."""
    effort = None if nodes is None and seconds is None else Limit(seconds=seconds, nodes=nodes)
    if not engine and effort is None:
        yield Judge(None, None, None)
        return
    with ExitStack() as stack:
        kept = None if cache is None else stack.enter_context(Store.open(cache))
        console = Console(stderr=True)
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        stack.enter_context(progress)
        judge = Judge(effort, kept, progress)
        stack.enter_context(first_interrupt(then=judge.stop.set))
        yield judge
