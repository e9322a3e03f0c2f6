"""What the subcommands share: the arguments that choose a game, and how --help looks."""

import os
import re
import sys
from typing import Annotated, Any

import typer

from crownbridge.errors import OptionError, quoted
from crownbridge.games import Game, load

GameName = Annotated[str, typer.Argument(metavar="GAME", help="checkers or hex.", show_default=False)]
Rules = Annotated[str | None, typer.Option(help="Draw rules of checkers: kth (default) or tournament.")]
Size = Annotated[int | None, typer.Option(help="Size of the Hex board, 1 to 26 (default 11).", show_default=False)]
First = Annotated[str | None, typer.Option(help="Who begins at Hex: red (default) or blue.")]
Swap = Annotated[bool, typer.Option("--swap", help="Play Hex with the swap rule.")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Any option of the game.")]
Colour = Annotated[bool | None, typer.Option("--colour/--plain", help="Draw in colours; by default on a terminal.")]


def subcommand() -> typer.Typer:
    """The app of a file that holds one subcommand."""
    return typer.Typer(rich_markup_mode=None, add_completion=False)


def examples(*lines: str) -> str:
    """An epilog for --help that keeps its lines."""
    return "\b\nExamples:\n" + "\n".join(f"  crownbridge {line}" for line in lines)


def chosen_game(
    name: str,
    *,
    rules: str | None = None,
    size: int | None = None,
    first: str | None = None,
    swap: bool = False,
    options: list[str] | None = None,
) -> Game[Any]:
    """The game that the arguments name. Raises UnknownGameError or OptionError."""
    given = {"size": size, "first": first, "swap": swap or None}
    chosen = {option: value for option, value in given.items() if value is not None}
    return load(name, rules, **{**chosen, **dict(map(_option, options or []))})


def _option(text: str) -> tuple[str, Any]:
    """`name=value`; a value is a whole number, true or false, or a word."""
    name, separator, value = text.partition("=")
    if not separator:
        raise OptionError(f"{quoted(text)} sets no option; expected OPTION=VALUE, such as counter=40")
    if re.fullmatch(r"-?[0-9]{1,18}", value):
        return name, int(value)
    return name, {"true": True, "false": False}.get(value, value)


def wants_colour(asked: bool | None) -> bool:  # noqa: FBT001 (passes an option on)
    """What the user asked for, or else whether a terminal is there to show it."""
    if asked is not None:
        return asked
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
