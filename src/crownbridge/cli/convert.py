"""`crownbridge convert`: convert games from one format into another."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.game_input import reading
from crownbridge.cli.support.output import echo
from crownbridge.errors import InputError
from crownbridge.files import write_parts
from crownbridge.records import Entry, Format, Problem, ReadGame, format_to_write

app = subcommand()

_MOST_NOTICES = 20
"""Maximum number of printed notices."""


@app.command(
    epilog=examples(
        "convert games.jsonl games.pdn",
        "convert database.pdn games.jsonl --keep-going",
        "convert 'https://hexworld.org/board/#11c1,a2:sd10' game.sgf",
        "convert game1254910.hsgf game.sgf",
    )
)
def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A file of games, whose format is detected, or a HexWorld link.")
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="File to write: .jsonl, .pdn, .sgf, .kth, .arbi or .hexworld.")
    ],
    *,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Skip games that cannot be read or written, with a message.")
    ] = False,
) -> None:
    """Convert games from one format into another.

    JSON lines keep all data of a game; other formats keep what they support, and the command lists the data that was
    dropped. Every move is checked. If the result in the file contradicts the board, that of the board is written. The
    exit status is 1 if games were skipped.
    """
    form = format_to_write(target)
    conversion = _Conversion(source, form, keep_going=keep_going)
    with reading(source) as entries:
        write_parts(target, conversion.parts(entries))
    echo(conversion.summary())
    for line in conversion.dropped():
        echo(line, err=True)
    if conversion.skipped:
        raise typer.Exit(1)


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


class _Conversion:
    """A conversion of the games of a file."""

    def __init__(self, source: str, form: Format, *, keep_going: bool) -> None:
        self._source = source
        self._form = form
        self._keep_going = keep_going
        self._notices = 0
        self._dropped: Counter[str] = Counter()
        """Numbers of games by the data that the format does not support."""
        self.written = 0
        self.skipped = 0

    def parts(self, entries: Iterator[Entry]) -> Iterator[str]:
        """Yield the games in the new format; raise InputError for an unreadable game unless such games are skipped."""
        for entry in entries:
            if isinstance(entry, Problem):
                self._skip(str(entry))
                continue
            for notice in entry.notices:
                self._print(str(notice))
            if (text := self._text(entry)) is not None:
                self.written += 1
                yield text
        if not self.written and not self.skipped:
            raise InputError(f"there are no games in {self._source}")

    def summary(self) -> str:
        """Return the numbers of converted and skipped games."""
        games = _games(self.written)
        skipped = f", {self.skipped:,} skipped" if self.skipped else ""
        hidden = (
            f"; {self._notices - _MOST_NOTICES:,} more notices were not shown" if self._notices > _MOST_NOTICES else ""
        )
        return f"{games}{skipped}{hidden}"

    def _text(self, game: ReadGame) -> str | None:
        try:
            text = self._form.dumps(game.record)
        except InputError as error:
            self._skip(f"line {game.line}: {error}")
            return None
        self._dropped.update(self._form.dropped(game.record))
        return text

    def dropped(self) -> list[str]:
        """Return a line for each kind of data that was dropped."""
        return [
            f"dropped from {_games(count)}: {content}, which {self._form.name} cannot hold"
            for content, count in self._dropped.items()
        ]

    def _skip(self, message: str) -> None:
        if not self._keep_going:
            raise InputError(f"{self._source}, {message}; use --keep-going to skip such games")
        self.skipped += 1
        self._print(f"{message}; the game is skipped")

    def _print(self, message: str) -> None:
        self._notices += 1
        if self._notices <= _MOST_NOTICES:
            echo(f"{self._source}, {message}", err=True)
