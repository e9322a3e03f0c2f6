"""`crownbridge convert`: games from one form into another."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TimeElapsedColumn, TransferSpeedColumn

from crownbridge.cli.arguments import examples, subcommand
from crownbridge.errors import InputError
from crownbridge.files import write_parts
from crownbridge.records import Format, Problem, ReadGame, format_to_write, read_file

app = subcommand()

_MOST_TOLD = 20
"""Of what is said about single games."""
_TELL_EVERY = 1 << 20


@app.command(
    epilog=examples(
        "convert games.jsonl games.pdn", "convert database.pdn games.jsonl --keep-going", "convert log3.txt games.sgf"
    )
)
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Games in any form, by its ending or its beginning.")],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="Written whole: .jsonl, .pdn, .sgf, .kth, .arbi or .hexworld.")
    ],
    *,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Leave out games that cannot be read or written, and say so.")
    ] = False,
) -> None:
    """Turn games from one form into another.

    JSON lines keep all of a game, the other forms what they have a place for. Every move is checked. Where a file says
    another result than the board, the board's is written. The exit status is 1 when games were left out.
    """
    form = format_to_write(target)
    conversion = _Conversion(source, form, keep_going=keep_going)
    with _progress(source) as told:
        write_parts(target, conversion.parts(told))
    typer.echo(conversion.summary())
    if conversion.left_out:
        raise typer.Exit(1)


class _Conversion:
    """What happens to the games of a file."""

    def __init__(self, source: Path, form: Format, *, keep_going: bool) -> None:
        self._source = source
        self._form = form
        self._keep_going = keep_going
        self._told = 0
        self.written = 0
        self.left_out = 0

    def parts(self, told: Callable[[int], None]) -> Iterator[str]:
        """The games as they are to be written. Raises InputError, where nothing is to be left out."""
        for entry in read_file(self._source, told):
            if isinstance(entry, Problem):
                self._leave_out(str(entry))
                continue
            for notice in entry.notices:
                self._tell(str(notice))
            if (text := self._text(entry)) is not None:
                self.written += 1
                yield text
        if not self.written and not self.left_out:
            raise InputError(f"there is no game in {self._source}")

    def summary(self) -> str:
        """How many games there were."""
        games = "1 game" if self.written == 1 else f"{self.written:,} games"
        left_out = f", {self.left_out:,} left out" if self.left_out else ""
        untold = f"; {self._told - _MOST_TOLD:,} more notices were not shown" if self._told > _MOST_TOLD else ""
        return f"{games}{left_out}{untold}"

    def _text(self, found: ReadGame) -> str | None:
        try:
            return self._form.dumps(found.record)
        except InputError as error:
            self._leave_out(f"line {found.line}: {error}")
            return None

    def _leave_out(self, message: str) -> None:
        if not self._keep_going:
            raise InputError(f"{self._source}, {message}; --keep-going leaves such games out")
        self.left_out += 1
        self._tell(f"{message}; the game is left out")

    def _tell(self, message: str) -> None:
        self._told += 1
        if self._told <= _MOST_TOLD:
            typer.echo(f"{self._source}, {message}", err=True)


@contextmanager
def _progress(source: Path) -> Iterator[Callable[[int], None]]:
    """A bar on the terminal, where there is one."""
    console = Console(stderr=True)
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("", total=source.stat().st_size if source.is_file() else None)
        last = 0

        def told(done: int) -> None:
            nonlocal last
            if done - last >= _TELL_EVERY:
                last = done
                shown.update(task, completed=done)

        yield told
