"""Common arguments of the subcommands and the layout of --help."""

from typing import Annotated

import typer

from crownbridge.games.terminal import shows_colour

Colour = Annotated[bool | None, typer.Option("--colour/--plain", help="Draw in colours; by default on a terminal.")]


def subcommand() -> typer.Typer:
    """Return the typer app of a module with one subcommand."""
    return typer.Typer(rich_markup_mode=None, add_completion=False)


def examples(*lines: str) -> str:
    """Return an epilog for --help that keeps its lines."""
    return "\b\nExamples:\n" + "\n".join(f"  crownbridge {line}" for line in lines)


def wants_colour(choice: bool | None) -> bool:  # noqa: FBT001 (passes an option on)
    """Return the user's choice, or else whether the output is a terminal."""
    return shows_colour() if choice is None else choice
