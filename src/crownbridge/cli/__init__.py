"""The `crownbridge` command: one file a subcommand, loaded only when it is called."""

import os
import sys
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from crownbridge import __version__
from crownbridge.errors import CrownbridgeError

# In the order in which --help lists them; each is the module of that name, with - for _.
_COMMANDS = ("play", "match", "doctor", "arbi", "show", "perft", "random-games", "tables")


class _LazyGroup(TyperGroup):
    """Imports a subcommand's module when it is needed, so that each pays only for its own imports."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 (typer's signature)
        return list(_COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 (typer's signature)
        if cmd_name not in _COMMANDS:
            return None
        command = typer.main.get_command(import_module(f"crownbridge.cli.{cmd_name.replace('-', '_')}").app)
        command.name = cmd_name
        return command


app = typer.Typer(
    cls=_LazyGroup, add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True, rich_markup_mode=None
)


def _print_version(asked: bool) -> None:  # noqa: FBT001 (typer calls it with the flag)
    if asked:
        typer.echo(f"crownbridge {__version__}")
        raise typer.Exit


@app.callback()
def crownbridge(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Write, test, rank, watch and beat board-game AIs for checkers and Hex."""


def main() -> None:
    """Runs the command line; an error becomes one line on stderr and the exit status of its class."""
    try:
        app()
    except CrownbridgeError as error:
        _give_up(str(error), error.exit_status)
    except OSError as error:
        _give_up(f"{error.strerror}: output is lost", CrownbridgeError.exit_status)


def _give_up(message: str, status: int) -> NoReturn:
    typer.echo(f"crownbridge: {message}", err=True)
    # What could not be written would be tried, and complained about, once more at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(status)
