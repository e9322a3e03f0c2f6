"""`crownbridge bench`: what an engine does, in one number, and how fast."""

import zlib
from dataclasses import replace
from typing import Annotated

import typer

from crownbridge.cli.arguments import examples, subcommand
from crownbridge.cli.output import echo
from crownbridge.engines import Limit, Thought
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.bench_positions import POSITIONS
from crownbridge.engines.hex import HexEngine, Parameters
from crownbridge.engines.hex.bench_positions import POSITIONS as HEX_POSITIONS
from crownbridge.engines.hex.network import network
from crownbridge.engines.hex.parameters import NETWORK, PLAYOUTS
from crownbridge.games import Checkers, Hex

_HEX_NODES = 10_000
_NETWORK_NODES = 200

app = subcommand()


@app.command(epilog=examples("bench", "bench --depth 17 --threads 2", "bench hex", "bench hex --evaluation network"))
def bench(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="checkers or hex.")] = "checkers",
    *,
    depth: Annotated[int, typer.Option(min=1, max=100, help="How deep each position of checkers is searched.")] = 15,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=10**9, help="Iterations for each position of Hex: 10,000, or 200 with the network."),
    ] = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="At checkers, compare with so many threads.")] = 1,
    evaluation: Annotated[
        str | None,
        typer.Option(help="At checkers: network (default), hand-written or piece-tables; at Hex: playouts or network."),
    ] = None,
) -> None:
    """Search fixed positions to a fixed depth, without endgame tables, or with a fixed number of iterations.

    At checkers the sum of the nodes is the signature of the engine, at Hex a checksum over the visits of all moves: it
    changes when, and only when, the search or its evaluation does. With several threads, the time to the same depth is
    compared with that of one. The network's signature at Hex also depends on the processor.
    """
    if game_name == Hex.name:
        _bench_hex(nodes, evaluation or PLAYOUTS)
    elif game_name == Checkers.name:
        _bench_checkers(depth, threads, evaluation)
    else:
        raise typer.BadParameter(f"{game_name!r} has no engine; expected checkers or hex", param_hint="GAME")


def _bench_checkers(depth: int, threads: int, evaluation: str | None) -> None:
    agent = Hyperparameters(tables=False)
    agent = agent if evaluation is None else replace(agent, evaluation=evaluation)
    alone = _search(agent, depth)
    for number, (text, found) in enumerate(zip(POSITIONS, alone, strict=True), 1):
        echo(f"{number:>3} {text:<38} {found.depth:>3} {found.score:>+7} {found.nodes:>11,}  {found.move}")
    nodes, seconds = _totals(alone)
    echo(f"signature: {nodes}")
    echo(f"{seconds:.3f} s, {nodes / seconds / 1e6:.2f} million nodes/s")
    if threads > 1:
        more_nodes, spent = _totals(_search(replace(agent, threads=threads), depth))
        echo(f"{threads} threads: {spent:.3f} s, {more_nodes / spent / 1e6:.2f} million nodes/s")
        echo(f"{seconds / spent:.2f} times as fast to that depth")


def _bench_hex(nodes: int | None, evaluation: str) -> None:
    if evaluation == NETWORK:
        echo(f"network {network().version}")
    limit = Limit(nodes=nodes or (_NETWORK_NODES if evaluation == NETWORK else _HEX_NODES))
    thoughts = []
    signature = 0
    for number, (size, moves) in enumerate(HEX_POSITIONS, 1):
        engine = HexEngine(Parameters(evaluation=evaluation, seed=0).search())
        found = engine.think(Hex(size).parse(moves), limit)
        for _, visits, _ in found.candidates:
            signature = zlib.crc32(visits.to_bytes(4, "little"), signature)
        echo(f"{number:>3} {size:>3} {found.verdict:>7}  {found.move!s:<4} {moves}")
        thoughts.append(found)
    done, seconds = _totals(thoughts)
    echo(f"signature: {signature:08x}")
    echo(f"{seconds:.3f} s, {done / seconds:,.0f} iterations/s")


def _totals(thoughts: list[Thought]) -> tuple[int, float]:
    """All nodes and seconds."""
    return sum(thought.nodes for thought in thoughts), sum(thought.seconds for thought in thoughts)


def _search(agent: Hyperparameters, depth: int) -> list[Thought]:
    """What the agent thinks of each position, with nothing remembered from the one before."""
    engine = agent.engine()
    thoughts = []
    for text in POSITIONS:
        engine.forget()
        thoughts.append(engine.think(Checkers().parse(text), Limit(depth=depth)))
    return thoughts
