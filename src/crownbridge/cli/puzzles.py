"""`crownbridge puzzles`: make puzzles from games."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from crownbridge._core import StopFlag
from crownbridge.analysis import PuzzleBook, PuzzleFinder
from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.game_input import reading
from crownbridge.cli.support.interrupts import first_interrupt
from crownbridge.cli.support.output import echo
from crownbridge.engines import Limit
from crownbridge.errors import FileError, InputError
from crownbridge.explorer import Library
from crownbridge.files import user_data_folder
from crownbridge.records import GameRecord, Problem

app = subcommand()


@app.command(
    epilog=examples("puzzles games.pdn", "puzzles --count 100", "puzzles *.sgf --nodes 1000 --data /srv/crownbridge")
)
def puzzles(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILES...]", help="Files of games (default: the imported ones).", show_default=False),
    ] = None,
    *,
    count: Annotated[int, typer.Option(min=1, help="Number of puzzles to make.")] = 20,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Nodes of an analysis; deciding searches take 10 times as many.")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Data folder of the web app.", show_default=False, file_okay=False),
    ] = None,
) -> None:
    """Make puzzles from games.

    A puzzle is a position of a game in which one move alone wins, or alone saves the game. All its moves are proven by
    endgame tables or a solver, or searched with ten times the effort of an analysis. The web app shows them under
    /puzzles. Ctrl-C stops; the puzzles made so far are kept.
    """
    folder = data or user_data_folder("choose the data folder with --data DIR")
    book, stop, made = PuzzleBook(folder / "puzzles"), StopFlag(), 0
    finders: dict[str, PuzzleFinder] = {}
    with first_interrupt(then=stop.set):
        for record in _from_files(files) if files else _from_library(Library(folder / "explorer" / "files")):
            if record.game.name not in finders:
                effort = None if nodes is None else Limit(nodes=nodes)
                finders[record.game.name] = PuzzleFinder(record.game, effort, stop)
            for puzzle in finders[record.game.name].puzzles(record):
                if book.add(puzzle):
                    made += 1
                    proof = "proven" if puzzle.proven else "searched"
                    echo(f"{puzzle.game} {puzzle.goal}: {puzzle.position}  {puzzle.solution}  {proof}")
            if stop.is_set or made >= count:
                break
    echo(f"{made} new puzzles, {len(book.all())} in {folder / 'puzzles'}")


def _from_files(files: list[str]) -> Iterator[GameRecord]:
    for source in files:
        with reading(source) as entries:
            for entry in entries:
                if not isinstance(entry, Problem):
                    yield entry.record


def _from_library(library: Library) -> Iterator[GameRecord]:
    """Yield the games of the imported files in random order."""
    games = [(file.id, number) for file in library.files() for number in range(file.games)]
    if not games:
        raise InputError("there are no imported games; name files, or import some with crownbridge explorer import")
    random.shuffle(games)
    for file, number in games:
        try:
            yield library.game(file, number)
        except FileError as error:
            echo(f"{error}; the game is skipped", err=True)
