"""`crownbridge convert`: games from one form into another."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.reading import reading
from crownbridge.errors import InputError
from crownbridge.files import write_parts
from crownbridge.records import Entry, Format, Problem, ReadGame, format_to_write

app = subcommand()

_MOST_TOLD = 20
"""Of what is said about single games."""


@app.command(
    epilog=examples(
        "convert games.jsonl games.pdn",
        "convert database.pdn games.jsonl --keep-going",
        "convert 'https://hexworld.org/board/#11c1,a2:sd10' game.sgf",
    )
)
def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A file of games, by its ending or its beginning, or a HexWorld link.")
    ],
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
    with reading(source) as entries:
        write_parts(target, conversion.parts(entries))
    echo(conversion.summary())
    if conversion.left_out:
        raise typer.Exit(1)


class _Conversion:
    """What happens to the games of a file."""

    def __init__(self, source: str, form: Format, *, keep_going: bool) -> None:
        self._source = source
        self._form = form
        self._keep_going = keep_going
        self._told = 0
        self.written = 0
        self.left_out = 0

    def parts(self, entries: Iterator[Entry]) -> Iterator[str]:
        """The games as they are to be written. Raises InputError, where nothing is to be left out."""
        for entry in entries:
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
            echo(f"{self._source}, {message}", err=True)
