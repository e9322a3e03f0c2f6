"""Output of commands. Text from programs, files and the network is printed here without control characters."""

import typer

from crownbridge.errors import printable

_LAYOUT = "\n\t"


def echo(message: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a message without control characters, on stderr with `err`."""
    typer.echo(printable(str(message), keep=_LAYOUT), err=err, nl=nl)


def echo_drawing(drawing: str, *, colour: bool) -> None:
    """Print a drawing by Crownbridge, which may contain escape sequences for colours."""
    typer.echo(drawing, color=colour)
