"""`crownbridge hextk`, also installed as `hextk`: Hex in a window."""

from typing import Annotated

import typer

from crownbridge.cli.support.arguments import subcommand
from crownbridge.errors import CrownbridgeError, OptionError
from crownbridge.hextk.setup import MOST_MILLISECONDS, Seat, Setup
from crownbridge.players.process import Sandbox

app = subcommand()


@app.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExamples:\n  hextk\n  hextk 11 human ./libfoo.so:depth=3\n  hextk -t 500 7 ./libfoo.so ./libbar.so",
)
def hextk(
    size: Annotated[
        int | None, typer.Argument(metavar="SIZE", help="Size of the board, 1 to 26.", show_default=False)
    ] = None,
    red: Annotated[
        str | None,
        typer.Argument(metavar="RED[:OPTION]", help="A shared object (libNAME.so), or human.", show_default=False),
    ] = None,
    blue: Annotated[
        str | None, typer.Argument(metavar="BLUE[:OPTION]", help="Same as RED; blue moves first.", show_default=False)
    ] = None,
    *,
    milliseconds: Annotated[
        int | None,
        typer.Option("-t", metavar="MILLISECONDS", min=1, max=MOST_MILLISECONDS, help="Time per move of an AI."),
    ] = None,
    sandbox: Annotated[Sandbox, typer.Option(help="Sandbox for AIs.")] = Sandbox.AUTO,
) -> None:
    """Play Hex in a window, with AIs in C shared objects.

    The arguments are those of hexmon, which plays the game. Without arguments, a dialog asks for the players.
    """
    setup = Setup(milliseconds=milliseconds)
    if size is not None:
        if red is None or blue is None:
            raise OptionError("a game needs SIZE, RED and BLUE; expected something like: hextk 11 human ./libfoo.so")
        setup = Setup(size, Seat.parse(red), Seat.parse(blue), milliseconds)
    setup.command()
    try:
        from crownbridge.hextk.window import run  # noqa: PLC0415 (loads tkinter)
    except ImportError as error:
        if error.name not in {"tkinter", "_tkinter"}:
            raise
        raise CrownbridgeError("hextk needs Python's tkinter, which is missing: apt-get install python3-tk") from None
    run(setup, sandbox, ask=size is None)
