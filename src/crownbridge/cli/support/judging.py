"""What `analyze` and `report` share: the engine's judgement of moves, how far it is, and how to stop it."""

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

Engine = Annotated[bool, typer.Option("--engine", help="Have the engine judge every move: chances and mistakes.")]
Nodes = Annotated[
    int | None, typer.Option(min=1, max=10**12, help="For a position: nodes or iterations. Implies --engine.")
]
Seconds = Annotated[
    float | None, typer.Option("--per-move", min=0.001, max=1e6, help="For a position: seconds. Implies --engine.")
]
Kept = Annotated[
    Path | None, typer.Option("--cache", metavar="FILE", help="A store in which the engine's judgements are kept.")
]


class Judge:
    """Goes through games with the engine, where that was asked for, until it is stopped."""

    def __init__(self, effort: Limit | None, cache: Store | None, progress: Progress | None) -> None:
        self._effort = effort
        self._cache = cache
        self._progress = progress
        self._task = None if progress is None else progress.add_task("", total=None)
        self._games = 0
        self.stop = StopFlag()

    @property
    def works(self) -> bool:
        """Whether anybody asked for it; it then shows how far it is."""
        return self._progress is not None

    def __call__(self, record: GameRecord) -> tuple[Annotation, ...]:
        """What is to be said of a game's moves; nothing once it is stopped, or where nobody asked."""
        self._games += 1
        self._tell(0, len(record.decisions))
        if self._progress is None or self.stop.is_set:
            return ()
        found = annotate(record, self._effort, progress=self._tell, stop=self.stop, cache=self._cache)
        if not found.complete:
            echo("\ngoing on without the engine; Ctrl-C once more leaves the report as it was", err=True)
        return found.moves

    def _tell(self, done: int, total: int) -> None:
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, description=f"game {self._games}", completed=done, total=total)

    def about(self) -> tuple[str, ...]:
        """What the reader of a report should know of it."""
        if self._progress is None:
            return ()
        if self.stop.is_set:
            return (f"The engine's analysis was stopped in game {self._games}.",)
        told = "its usual effort"
        if self._effort is not None:
            told = f"{self._effort.seconds:g} s" if self._effort.nodes is None else f"{self._effort.nodes:,} nodes"
        return (f"The engine judged every move, with {told} for a position.",)


@contextmanager
def judging(*, engine: bool, nodes: int | None, seconds: float | None, cache: Path | None) -> Iterator[Judge]:
    """A judge of games. The first Ctrl-C ends its work, not that of whoever asks it; the second ends all."""
    effort = None if nodes is None and seconds is None else Limit(seconds=seconds, nodes=nodes)
    if not engine and effort is None:
        yield Judge(None, None, None)
        return
    with ExitStack() as open_things:
        kept = None if cache is None else open_things.enter_context(Store.open(cache))
        console = Console(stderr=True)
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        open_things.enter_context(progress)
        judge = Judge(effort, kept, progress)
        open_things.enter_context(first_interrupt(then=judge.stop.set))
        yield judge
