"""`crownbridge show`: draw a position."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import Colour, examples, subcommand, wants_colour
from crownbridge.cli.support.game_options import GameName, GameOptions, takes_game_options
from crownbridge.cli.support.output import echo, echo_drawing
from crownbridge.cli.support.positions import chosen_position
from crownbridge.files import write_atomically
from crownbridge.games.svg import svg
from crownbridge.games.terminal import draw

app = subcommand()


@app.command(
    epilog=examples(
        "show checkers",
        "show checkers 'W:WK3,20:B14'",
        "show checkers 'rrrrrrrrrr.r..r.....wwwwwwwwwwww 0_11_15 w 49'",
        "show hex d4:sc3 --size 7 --swap --svg board.svg",
        "show 'https://hexworld.org/board/#7c1,d4:sc3'",
    )
)
@takes_game_options
def show(
    game_name: GameName,
    position: Annotated[str | None, typer.Argument(help="A position, in any text form.", show_default=False)] = None,
    *,
    svg_file: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also write an SVG image.")] = None,
    colour: Colour = None,
    options: GameOptions,
) -> None:
    """Draw a position.

    Also prints its text forms, the side to move and the legal moves.

    POSITION is a PDN FEN, a KTH board or message, a Hex board by rows or columns, a sequence of Hex moves, or a
    HexWorld link, which does not need GAME (default: the initial position).
    """
    drawn = chosen_position(game_name, position, options)
    coloured = wants_colour(colour)
    echo_drawing(draw(drawn, colour=coloured) + "\n", colour=coloured)
    for name, text in drawn.text_forms().items():
        echo(f"{name}: {shlex.quote(text)}")
    outcome = drawn.outcome()
    if outcome is None:
        moves = [drawn.format_move(move) for move in drawn.legal_moves()]
        echo(f"{drawn.side_to_move} to move, {len(moves)} legal: {' '.join(moves)}")
    else:
        echo(f"over: {outcome}")
    if svg_file is not None:
        write_atomically(svg_file, svg(drawn))
