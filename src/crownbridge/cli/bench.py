"""`crownbridge bench`: what the engine does, in one number, and how fast."""

from dataclasses import replace
from typing import Annotated

import typer

from crownbridge.cli.arguments import examples, subcommand
from crownbridge.engines import Limit, Thought
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.bench_positions import POSITIONS
from crownbridge.games import Checkers

app = subcommand()


@app.command(epilog=examples("bench", "bench --depth 17 --threads 2"))
def bench(
    *,
    depth: Annotated[int, typer.Option(min=1, max=100, help="How deep each position is searched.")] = 15,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Compare with so many threads.")] = 1,
    evaluation: Annotated[str | None, typer.Option(help="network (default), hand-written or piece-tables.")] = None,
) -> None:
    """Search fixed positions to a fixed depth, without endgame tables.

    The sum of the nodes is the signature of the engine: it changes when, and only when, the search or its evaluation
    does. With several threads, the time to the same depth is compared with that of one.
    """
    agent = Hyperparameters(tables=False)
    agent = agent if evaluation is None else replace(agent, evaluation=evaluation)
    alone = _search(agent, depth)
    for number, (text, found) in enumerate(zip(POSITIONS, alone, strict=True), 1):
        typer.echo(f"{number:>3} {text:<38} {found.depth:>3} {found.score:>+7} {found.nodes:>11,}  {found.move}")
    nodes, seconds = _totals(alone)
    typer.echo(f"signature: {nodes}")
    typer.echo(f"{seconds:.3f} s, {nodes / seconds / 1e6:.2f} million nodes/s")
    if threads > 1:
        more_nodes, spent = _totals(_search(replace(agent, threads=threads), depth))
        typer.echo(f"{threads} threads: {spent:.3f} s, {more_nodes / spent / 1e6:.2f} million nodes/s")
        typer.echo(f"{seconds / spent:.2f} times as fast to that depth")


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
