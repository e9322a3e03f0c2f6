"""The subcommands, one module each, which is imported only when it is called."""

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from crownbridge import __version__
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.suggestions import meant
from crownbridge.errors import InputError, OptionError, quoted

SUMMARIES = {
    "serve": "Play, watch and step through games in the browser.",
    "visualizer": "Watch two checkers clients that speak the KTH protocol.",
    "play": "Play a game in the terminal.",
    "hextk": "Play Hex in a window, with AIs in C shared objects.",
    "match": "Play a match between two players.",
    "tournament": "Run tournaments and show their results.",
    "tune": "Tune the piece values of an agent by SPSA.",
    "doctor": "Check a bot and explain what is wrong with it.",
    "checkers": "Play checkers on stdin and stdout by the KTH protocol.",
    "agent": "Create and compare agents.",
    "hexai": "Play Hex on stdin and stdout by the hexai protocol.",
    "htp": "Play Hex on stdin and stdout by the Hex Text Protocol, for example in HexGui.",
    "lines": "Play any game on stdin and stdout by the lines protocol.",
    "analyze": "Check every move of every game in LOG, and write a report.",
    "report": "Write a report of a tournament: standings, tables, and every game to step through.",
    "annotate": "Analyse games with the engine, and write them with its verdicts.",
    "replay": "Step through a game with the arrow keys: board, output of both programs, time used.",
    "explorer": "Import files of games, and show the moves that were played in a position.",
    "puzzles": "Make puzzles from games.",
    "convert": "Convert games from one format into another.",
    "solve": "Prove who wins at Hex: every opening of a board, or one position.",
    "bench": "Search fixed positions to a fixed depth, without endgame tables, or with a fixed number of iterations.",
    "arbi": "Play a game between two hexai programs, and append their output to LOG.",
    "show": "Draw a position.",
    "perft": "Count the move sequences of every length up to DEPTH.",
    "random-games": "Play games of random moves.",
    "sandbox": "Check the sandbox of programs, and install a profile that allows it.",
    "tables": "Build and query endgame tables of checkers.",
    "libhex": "Print the compiler and linker flags for libhex.",
}
"""Commands in the order of --help, each with the first sentence of its own help."""
_FOLDERS = {
    **dict.fromkeys(("agent", "checkers", "tables", "tune", "visualizer"), "checkers."),
    **dict.fromkeys(("arbi", "hexai", "hextk", "htp", "libhex", "solve"), "hex."),
}
"""Subfolders of commands for a single game."""


class _LazyGroup(TyperGroup):
    """A command group that imports the module of a subcommand when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 (typer's signature)
        return list(SUMMARIES)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 (typer's signature)
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in SUMMARIES:
            question = meant(args[0], "crownbridge", SUMMARIES)
            raise InputError(f"there is no command {quoted(args[0])}; {question or 'see crownbridge --help'}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 (typer's signature)
        if cmd_name not in SUMMARIES:
            return None
        command = typer.main.get_command(load(cmd_name).app)
        command.name = cmd_name
        return command


def load(command: str) -> Any:
    """Import the module of a command."""
    return import_module(f"crownbridge.cli.{_FOLDERS.get(command, '')}{command.replace('-', '_')}")


app = typer.Typer(
    cls=_LazyGroup,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},  # inherited by all commands
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


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
    if verbose and not version:
        raise OptionError("--verbose needs --version")
    if version and verbose:
        from crownbridge.cli.support.version import describe  # noqa: PLC0415 (loads the web package)

        echo(describe())
    elif version:
        echo(f"crownbridge {__version__}")
    elif context.invoked_subcommand is None:
        echo(context.get_help())
    if version or context.invoked_subcommand is None:
        raise typer.Exit
