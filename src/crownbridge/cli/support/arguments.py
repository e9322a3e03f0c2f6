"""What the subcommands share: how --help looks, and whether to draw in colours."""

from typing import Annotated

import typer

from crownbridge.games.terminal import shows_colour

Colour = Annotated[bool | None, typer.Option("--colour/--plain", help="Draw in colours; by default on a terminal.")]


def subcommand() -> typer.Typer:
    """The app of a file that holds one subcommand."""
    return typer.Typer(rich_markup_mode=None, add_completion=False)


def examples(*lines: str) -> str:
    """An epilog for --help that keeps its lines."""
    return "\b\nExamples:\n" + "\n".join(f"  crownbridge {line}" for line in lines)


def wants_colour(asked: bool | None) -> bool:  # noqa: FBT001 (passes an option on)
    """What the user asked for, or else whether a terminal is there to show it."""
    return shows_colour() if asked is None else asked
