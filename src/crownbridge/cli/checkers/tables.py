"""`crownbridge tables`: build and query endgame tables of checkers."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.output import echo
from crownbridge.engines.checkers import tables
from crownbridge.engines.checkers.tables import TableFile, Tables, TableValue
from crownbridge.errors import TableError
from crownbridge.games.checkers import Checkers

app = subcommand()

Folder = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Folder of the tables (default: $CROWNBRIDGE_TABLES or the user's data folder)."),
]
Threads = Annotated[int, typer.Option(min=1, help="Number of threads.")]
_ALL_CORES = len(os.sched_getaffinity(0))

_RESULTS = {1: "won", 0: "drawn", -1: "lost"}


@app.callback(epilog=examples("tables show", "tables build", "tables verify", "tables probe 'B:WK1:BK10,K18'"))
def endgame_tables() -> None:
    """Build and query endgame tables of checkers.

    They have the value of every position with few pieces under perfect play. Tables for up to 5 pieces are included;
    larger ones are built once and then used automatically.
    """


@app.command(epilog=examples("tables build", "tables build --pieces 6 --threads 2 --folder /data/tables"))
def build(
    *,
    pieces: Annotated[
        int,
        typer.Option(min=tables.MIN_PIECES, max=tables.MAX_PIECES, help="Maximum number of pieces on the board."),
    ] = 6,
    threads: Threads = _ALL_CORES,
    folder: Folder = None,
) -> None:
    """Build the tables for up to a number of pieces.

    Intact existing tables are kept. Ctrl-C stops the build; the same command resumes it. Every value is checked at the
    end. The engine, the analysis and the web app use the tables as soon as they are started again.
    """
    target = folder or tables.user_folder()
    if not tables.is_built(pieces, target):
        _announce(pieces, target, threads)
    with _progress() as report:
        tables.build(pieces, target, threads=threads, report=report)
    for path in tables.table_files(target):
        echo(str(path))


def _announce(pieces: int, folder: Path, threads: int) -> None:
    """Print what the build takes. Raise TableError if the disk has less space than that."""
    if pieces not in tables.COSTS:
        return
    cost = tables.COSTS[pieces]
    hours, minutes = divmod(max(1, round(cost.minutes / threads)), 60)
    time = f"{hours} h {minutes} min" if hours else f"{minutes} min"
    echo(
        f"Tables for {pieces} pieces take about {time} with {threads} thread{'s' * (threads > 1)}, {cost.memory:g} GB"
        f" of memory and {cost.disk:g} GB of disk. Ctrl-C stops the build; the same command resumes it.",
        err=True,
    )
    existing = next(parent for parent in (folder, *folder.absolute().parents) if parent.is_dir())
    kept = sum(path.stat().st_size for path in (folder / f"checkers-{pieces}.table.parts").glob("*.table"))
    free = shutil.disk_usage(existing).free + kept
    if free < cost.disk * 1e9:
        raise TableError(
            f"{folder} has only {free / 1e9:.1f} GB of free disk space, but building takes {cost.disk:g} GB; "
            "free some, or choose another folder with --folder"
        )


@app.command(epilog=examples("tables show", "tables show --folder /data/tables"))
def show(*, folder: Folder = None) -> None:
    """List the existing tables.

    For each: the number of positions that are won, drawn and lost for the side to move; the draw counter that the
    longest win needs; the number of wins and losses that the KTH counter of 50 turns into draws; size and checksum.
    """
    files = tables.table_files(folder)
    if not files:
        Tables.open(folder)  # raises TableError
    head = ("pieces", "positions", "won", "drawn", "lost", "longest", "beyond 50", "bytes", "checksum")
    echo(_columns(head) + "  file")
    damaged = []
    for path in files:
        try:
            with tables.name_folder_in_remedy(folder):
                echo(_facts(TableFile(os.fspath(path))))
        except TableError as error:
            damaged.append(str(error))
    if damaged:
        raise TableError("\n".join(damaged))


@app.command(epilog=examples("tables verify", "tables verify --pieces 5 --every 10"))
def verify(
    *,
    pieces: Annotated[
        int | None,
        typer.Option(
            min=tables.MIN_PIECES,
            max=tables.MAX_PIECES,
            help="Only the table for this number of pieces.",
            show_default="all",
        ),
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Check only every n-th position.")] = 1,
    threads: Threads = _ALL_CORES,
    folder: Folder = None,
) -> None:
    """Check every value of the tables.

    Each value is recomputed from the positions after its moves. With 5 or more pieces, needs are rounded, and one that
    is wrong by a single step of the rounding may pass.
    """
    opened = Tables.open(folder)
    for count in [pieces] if pieces is not None else range(tables.MIN_PIECES, opened.pieces + 1):
        with _progress() as report:
            checked = opened.verify(count, every=every, threads=threads, report=report)
        echo(f"{count} pieces: {checked:,} positions are correct")


@app.command(epilog=examples("tables probe 'B:WK1:BK10,K18'", "tables probe 'R.............W.W............... r 20'"))
def probe(
    position: Annotated[str, typer.Argument(help="A position, in any text form.", show_default=False)],
    *,
    folder: Folder = None,
) -> None:
    """Look up a position and the positions after its moves.

    POSITION is a PDN FEN, or a KTH board or message, whose draw counter is taken into account.
    """
    opened = Tables.open(folder)
    root = Checkers().parse(position)
    value = opened.probe(root)
    echo(f"{root.side_to_move} to move: {_described(value, root.counter)}")
    for move in root.legal_moves():
        then = root.play(move)
        theirs = opened.probe(then)
        ours = theirs._replace(result=-theirs.result)
        echo(f"{root.format_move(move):>8}: {_described(ours, then.counter)}")


def _described(value: TableValue, counter: int) -> str:
    """Return the description of a value for the current draw counter."""
    text = _RESULTS[value.result]
    if value.result == 0:
        return text
    if value.need > tables.COUNTER:
        return f"{text}, but a draw under any counter"
    need = str(value.need) if not value.rounding else f"{value.min_need} to {value.need}"
    consequence = {0: ": a draw with the current counter", None: ": perhaps a draw with the current counter"}
    return f"{text}, needs a counter of {need}{consequence.get(value.under_counter(counter), '')}"


def _facts(file: TableFile) -> str:
    results = (file.won, file.drawn, file.lost)
    numbers = (sum(results), *results, file.longest, file.beyond, file.bytes)
    cells = (str(file.pieces), *(f"{number:,}" for number in numbers), f"{file.checksum:016x}")
    return _columns(cells) + f"  {file.path}"


def _columns(cells: tuple[str, ...]) -> str:
    widths = (6, 13, 13, 13, 13, 7, 11, 13, 16)
    return "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


@contextmanager
def _progress() -> Iterator[tables.Report]:
    """Show a progress bar on stderr during the block."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1)
        yield lambda pieces, step, done: bar.update(task, description=f"{pieces} pieces, {step}", completed=done)
