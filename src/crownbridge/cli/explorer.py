"""`crownbridge explorer`: import files of games, and show the moves that were played in a position."""

import time
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from crownbridge._core import StopFlag
from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.game_options import GameName, GameOptions, takes_game_options
from crownbridge.cli.support.interrupts import first_interrupt
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.positions import chosen_position
from crownbridge.errors import FileError, NotFoundError
from crownbridge.explorer import Library, find
from crownbridge.files import user_data_folder

app = subcommand()

Data = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Data folder of the web app.", show_default=False, file_okay=False),
]


@app.callback(
    epilog=examples(
        "explorer import games.pdn",
        "explorer moves checkers --play '11-15 23-19'",
        "explorer files",
        "explorer delete games.pdn",
    )
)
def explorer() -> None:
    """Import files of games, and show the moves that were played in a position.

    The web app shows the same on its Analyse page, together with the games of rooms and tournaments.
    """


@app.command("import", epilog=examples("explorer import games.pdn", "explorer import *.sgf --data /srv/crownbridge"))
def import_files(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Files of games in any format.")],
    *,
    data: Data = None,
) -> None:
    """Import files of games.

    Each file is copied and its positions are indexed. Games that cannot be read are skipped, with a message. Ctrl-C
    cancels the import of the current file.
    """
    library = _library(data)
    for path in files:
        if not path.is_file():
            raise FileError(f"{path} is not a file")
        _import(library, path)


def _import(library: Library, path: Path) -> None:
    stop, began = StopFlag(), time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with (
        Progress(*columns, console=Console(stderr=True), transient=True) as bar,
        first_interrupt(then=stop.set),
    ):
        task = bar.add_task(path.name, total=path.stat().st_size)
        file = library.add(path, progress=lambda done, _: bar.update(task, completed=done), stop=stop)
    for problem in file.problems:
        echo(f"{path}, {problem}; the game is skipped", err=True)
    skipped = f", {file.skipped:,} skipped" if file.skipped else ""
    speed = file.size / 1e6 / max(time.monotonic() - began, 1e-3)
    echo(f"{path}: {file.games:,} games, {file.positions:,} positions{skipped} ({speed:.0f} MB/s)")


@app.command(epilog=examples("explorer files"))
def files(*, data: Data = None) -> None:
    """List the imported files, the newest first."""
    for file in _library(data).files():
        at = datetime.fromtimestamp(file.at).astimezone().strftime("%Y-%m-%d %H:%M")
        echo(f"{file.id}  {at}  {file.games:>9,} games  {file.size / 1e6:>7.1f} MB  {file.name}")


@app.command(epilog=examples("explorer delete games.pdn", "explorer delete 019a8c3f2b1c"))
def delete(
    name: Annotated[str, typer.Argument(metavar="NAME|ID", help="The file, by its name or by its id.")],
    *,
    data: Data = None,
) -> None:
    """Delete an imported file from the index."""
    library = _library(data)
    matching = [file for file in library.files() if name in (file.id, file.name)]
    if not matching:
        raise NotFoundError(f"there is no imported file {name!r}; see crownbridge explorer files")
    for file in matching:
        library.delete(file.id)
        echo(f"deleted {file.name}: {file.games:,} games")


@app.command(
    epilog=examples(
        "explorer moves checkers", "explorer moves checkers --play '11-15 23-19'", "explorer moves hex --size 13"
    )
)
@takes_game_options
def moves(
    game_name: GameName,
    position: Annotated[str | None, typer.Argument(help="A position, in any text form.", show_default=False)] = None,
    *,
    play: Annotated[str, typer.Option(metavar="MOVES", help="Moves to play first, separated by spaces.")] = "",
    player: Annotated[str, typer.Option(metavar="NAME", help="Only games of a player, by a part of the name.")] = "",
    data: Data = None,
    options: GameOptions,
) -> None:
    """Show the moves that were played in a position, with their results, and some games."""
    at = chosen_position(game_name, position, options)
    for word in play.split():
        at = at.play(at.parse_move(word))
    answer = find(at, _library(data).parts(), player=player)
    one, other = at.game.sides
    total = sum(answer.endings)
    echo("1 game" if total == 1 else f"{total:,} games")
    for count in answer.moves:
        first, second, drawn, _ = count.endings
        results = f"{one} won {first:,}, {other} won {second:,}, drawn {drawn:,}"
        echo(f"  {at.format_move(count.move):<8} {count.games:>9,}   {results}")
    endings = [f"{one} won", f"{other} won", "drawn", "unfinished"]
    for game in answer.games:
        echo(f"{game.players[0]} - {game.players[1]}: {endings[game.ending]}, {game.plies} moves")


def _library(data: Path | None) -> Library:
    folder = data or user_data_folder("choose the data folder with --data DIR")
    return Library(folder / "explorer" / "files")
