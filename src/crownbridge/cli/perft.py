"""`crownbridge perft`: count the positions of a game tree."""

import time
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.game_options import GameName, GameOptions, takes_game_options
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.positions import chosen_position

app = subcommand()


@app.command(
    epilog=examples(
        "perft checkers 12",
        "perft hex 4 --size 5",
        "perft checkers 6 --divide --position 'B:W21-32:B1-12'",
    )
)
@takes_game_options
def perft(
    game_name: GameName,
    depth: Annotated[int, typer.Argument(min=1, help="Length, in moves.", show_default=False)],
    *,
    position: Annotated[str | None, typer.Option(help="Count from this position, in any text form.")] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also show the count for each first move.")] = False,
    options: GameOptions,
) -> None:
    """Count the move sequences of every length up to DEPTH.

    This is the standard test of a move generator and its speed. Captures that differ only in their path count
    separately; draw rules are ignored.
    """
    start = chosen_position(game_name, position, options)
    game = start.game
    for length in range(1, depth + 1):
        began = time.perf_counter()
        nodes = game.perft(start, length)
        seconds = time.perf_counter() - began
        if nodes == 0:
            break
        echo(f"{length:>3} {nodes:>20,} {seconds:>9.3f} s {nodes / seconds / 1e6:>9.1f} million/s")
    if divide:
        for move in start.legal_moves():
            echo(f"{start.format_move(move):>12} {game.perft(start.play(move), depth - 1):>20,}")
