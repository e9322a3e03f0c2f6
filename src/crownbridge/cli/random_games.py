"""`crownbridge random-games`: play games of random moves."""

import random
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.game_options import GameName, GameOptions, takes_game_options
from crownbridge.cli.support.output import echo
from crownbridge.cli.support.positions import chosen_position

_SLICES = 100

app = subcommand()


@app.command(
    epilog=examples(
        "random-games hex --size 11 -n 10000",
        "random-games checkers -n 100000 --rules tournament --seed 7",
    )
)
@takes_game_options
def random_games(
    game_name: GameName,
    *,
    games: Annotated[int, typer.Option("-n", "--games", min=1, max=10**12, help="Number of games.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random moves.")] = 0,
    position: Annotated[str | None, typer.Option(help="Start from this position, in any text form.")] = None,
    options: GameOptions,
) -> None:
    """Play games of random moves.

    Prints the results, the average length of games and the speed of the rules.
    """
    start = chosen_position(game_name, position, options)
    game = start.game
    slices = min(_SLICES, games)
    seeds = random.Random(seed)
    began = time.perf_counter()
    wins, draws, moves = [0, 0], 0, 0
    screen = Console(stderr=True)
    for i in track(range(slices), "Playing", console=screen, transient=True, disable=not screen.is_terminal):
        share = games * (i + 1) // slices - games * i // slices
        counts = game.random_games(start, share, seeds.getrandbits(64))
        wins = [won + more for won, more in zip(wins, counts.wins, strict=True)]
        draws += counts.draws
        moves += counts.moves
    seconds = time.perf_counter() - began
    for label, count in (*zip(game.sides, wins, strict=True), ("draws", draws)):
        echo(f"{label!s:>6} {count:>12,} {count / games:>7.1%}")
    echo(f"{games:,} games, {moves / games:.1f} moves a game")
    echo(f"{games / seconds:,.0f} games/s, {moves / seconds:,.0f} moves/s")
