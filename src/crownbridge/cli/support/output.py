"""What commands print. Texts of programs, files and network peers reach the terminal through here, as text only."""

import typer

from crownbridge.errors import printable

_LAYOUT = "\n\t"


def echo(message: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a message, on stderr with `err`, without anything that a terminal would obey."""
    typer.echo(printable(str(message), keep=_LAYOUT), err=err, nl=nl)


def echo_drawing(drawing: str, *, colour: bool) -> None:
    """Print a drawing of ours, which may contain escape sequences for colours."""
    typer.echo(drawing, color=colour)
