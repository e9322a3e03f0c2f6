"""`crownbridge bench`: signature and speed of an engine."""

from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.output import echo
from crownbridge.engines.provider import BenchOptions, provider_of
from crownbridge.errors import OptionError
from crownbridge.games import DEFAULT_GAME, load

app = subcommand()


@app.command(epilog=examples("bench", "bench --depth 17 --threads 2", "bench hex", "bench hex --evaluation network"))
def bench(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = DEFAULT_GAME,
    *,
    depth: Annotated[
        int | None, typer.Option(min=1, max=100, help="Search depth for each position (checkers: 15).")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=10**9, help="Iterations for each position (Hex: 10,000, or 200 with the network)."),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="Also measure with this number of threads (checkers).")
    ] = None,
    evaluation: Annotated[
        str | None,
        typer.Option(help="Checkers: network, hand-written or piece-tables; Hex: playouts or network."),
    ] = None,
) -> None:
    """Search fixed positions to a fixed depth, without endgame tables, or with a fixed number of iterations.

    The signature of the engine is the total number of nodes for checkers, and a checksum of the visits of all moves for
    Hex: it changes if and only if the search or its evaluation does. With several threads, the time to the same depth
    is compared with that of one thread. The signature of the Hex network also depends on the processor.
    """
    provider = provider_of(load(game_name).name)
    settings = BenchOptions(depth, nodes, threads, evaluation)
    for option, value in settings._asdict().items():
        if value is not None and option not in provider.bench_options:
            raise OptionError(f"the benchmark of {game_name} does not support --{option}")
    for line in provider.bench(settings):
        echo(line)
