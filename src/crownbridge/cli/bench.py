"""`crownbridge bench`: what an engine does, in one number, and how fast."""

from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.output import echo
from crownbridge.engines.provider import BenchOptions, provider_of
from crownbridge.games import DEFAULT_GAME, load

app = subcommand()


@app.command(epilog=examples("bench", "bench --depth 17 --threads 2", "bench hex", "bench hex --evaluation network"))
def bench(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = DEFAULT_GAME,
    *,
    depth: Annotated[
        int | None, typer.Option(min=1, max=100, help="How deep each position is searched (checkers: 15).")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=10**9, help="Iterations for each position (Hex: 10,000, or 200 with the network)."),
    ] = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Compare with so many threads (checkers).")] = 1,
    evaluation: Annotated[
        str | None,
        typer.Option(help="Checkers: network, hand-written or piece-tables; Hex: playouts or network."),
    ] = None,
) -> None:
    """Search fixed positions to a fixed depth, without endgame tables, or with a fixed number of iterations.

    At checkers the sum of the nodes is the signature of the engine, at Hex a checksum over the visits of all moves: it
    changes when, and only when, the search or its evaluation does. With several threads, the time to the same depth is
    compared with that of one. The network's signature at Hex also depends on the processor.
    """
    game = load(game_name)
    for line in provider_of(game.name).bench(BenchOptions(depth, nodes, threads, evaluation)):
        echo(line)
