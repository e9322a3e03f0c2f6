"""The subcommands: one file each, loaded only when it is called."""

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from crownbridge import __version__
from crownbridge.cli.mistyped import meant
from crownbridge.errors import InputError, quoted

# In the order in which --help lists them; each is the module of that name, with - for _.
_PROGRAMS = ("checkers", "agent", "hexai", "htp")
_RECORDS = ("analyze", "report", "replay", "convert")
_TOOLS = ("solve", "bench", "arbi", "show", "perft", "random-games", "tables", "libhex")
_COMMANDS = ("serve", "visualizer", "play", "match", "tournament", "tune", "doctor", *_PROGRAMS, *_RECORDS, *_TOOLS)


class _LazyGroup(TyperGroup):
    """Imports a subcommand's module when it is needed, so that each pays only for its own imports."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 (typer's signature)
        return list(_COMMANDS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in _COMMANDS:
            question = meant(args[0], "crownbridge", _COMMANDS)
            raise InputError(f"there is no command {quoted(args[0])}; {question or 'see crownbridge --help'}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 (typer's signature)
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"crownbridge.cli.{cmd_name.replace('-', '_')}")
        if not hasattr(module, "app"):  # a program that is started before typer is loaded; here it is only listed
            return TyperCommand(cmd_name, short_help=module.SUMMARY)
        command = typer.main.get_command(module.app)
        command.name = cmd_name
        return command


app = typer.Typer(cls=_LazyGroup, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def crownbridge(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="With --version: all versions, CPU features, the sandbox in force.")
    ] = False,
) -> None:
    """Write, test, rank, watch and beat board-game AIs for checkers and Hex."""
    if version and verbose:
        from crownbridge.cli.version import describe  # noqa: PLC0415 (loads the web package)

        typer.echo(describe())
    elif version:
        typer.echo(f"crownbridge {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())
    if version or context.invoked_subcommand is None:
        raise typer.Exit
