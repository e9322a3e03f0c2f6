"""`crownbridge replay`: step through a game in the terminal."""

import os
import sys
from itertools import islice
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.game_view import Replayed
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.stores import STORE, Place, existing
from crownbridge.errors import InputError
from crownbridge.records import Problem, read_games

app = subcommand()


@app.command(
    epilog=examples(
        "replay log3.txt",
        "replay games.pdn --number 12",
        "replay r1/alice-bob/1 --tournament first",
        "replay log3.txt --plain",
    )
)
def replay(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A file of games, a HexWorld link, or a game of --tournament.")
    ],
    *,
    number: Annotated[int, typer.Option("--number", min=1, metavar="N", help="Number of the game in the file.")] = 1,
    tournament: Annotated[
        str | None,
        typer.Option(metavar="ID", help="A tournament in the store; GAME is the identity of one of its games."),
    ] = None,
    store: Place = STORE,
    plain: Annotated[bool, typer.Option("--plain", help="Print the whole game without waiting for keys.")] = False,
) -> None:
    """Step through a game with the arrow keys: board, output of both programs, time used.

    Without a terminal, the whole game is printed.
    """
    game_view = _of_file(game, number) if tournament is None else _of_tournament(store, tournament, game)
    if plain or not _has_terminal():
        _print(game_view)
        return
    from crownbridge.cli.support.replay_screen import step_through  # noqa: PLC0415 (needs a terminal, and rich)

    step_through(game_view)


def _has_terminal() -> bool:
    """Return True if stdin and stdout are an interactive terminal."""
    streams = sys.stdin, sys.stdout
    return all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"


def _of_file(source: str, number: int) -> Replayed:
    """Return a game of a file or a link. Raise InputError or FileError."""
    count = 0
    for count, entry in enumerate(islice(read_games(source), number), 1):
        if count == number:
            if isinstance(entry, Problem):
                raise InputError(f"{source}, {entry}")
            title = source if number == 1 else f"{source}, game {number}"
            return Replayed(title, entry.record, tuple(map(str, entry.notices)))
    raise InputError(f"{source} has {count:,} games; there is no game {number:,}")


def _of_tournament(store: str, tournament: str, identity: str) -> Replayed:
    """Return a game of a tournament. Raise InputError."""
    with existing(store) as opened:
        return Replayed(f"{tournament} {identity}", opened.record(tournament, identity))


def _print(game_view: Replayed) -> None:
    """Print the whole game."""
    record = game_view.record
    for side, player in zip(record.game.sides, game_view.players, strict=True):
        echo(f"{side}: {player}")
    for notice in game_view.notices:
        echo(notice)
    echo(f"\n{game_view.board(0, colour=False)}\n")
    for ply in range(1, game_view.last + 1):
        echo(game_view.line(ply))
        for line in game_view.printed_at(ply):
            echo(line)
        echo(f"\n{game_view.board(ply, colour=False)}\n")
    for ply in (game_view.last + 1, game_view.last + 2):
        for line in game_view.printed_at(ply):
            echo(line)
    echo(record.outcome)
