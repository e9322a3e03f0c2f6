"""The benchmark of the checkers engine: fixed positions, searched to a fixed depth without endgame tables."""

from collections.abc import Iterator
from dataclasses import replace

from crownbridge.engines.checkers.bench_positions import POSITIONS
from crownbridge.engines.checkers.hyperparameters import Hyperparameters
from crownbridge.engines.engine import Limit, SearchRequest, Thought, totals
from crownbridge.engines.provider import BenchOptions
from crownbridge.games.checkers import Checkers

DEPTH = 15


def bench(chosen: BenchOptions) -> Iterator[str]:
    """Yield a line for each position, the signature (the sum of the nodes) and the speed; with threads, theirs, too."""
    depth = chosen.depth or DEPTH
    agent = Hyperparameters(tables=False)
    agent = agent if chosen.evaluation is None else replace(agent, evaluation=chosen.evaluation)
    alone = _search(agent, depth)
    for number, (text, found) in enumerate(zip(POSITIONS, alone, strict=True), 1):
        yield f"{number:>3} {text:<38} {found.depth:>3} {found.score:>+7} {found.nodes:>11,}  {found.move}"
    nodes, seconds = totals(alone)
    yield f"signature: {nodes}"
    yield f"{seconds:.3f} s, {nodes / seconds / 1e6:.2f} million nodes/s"
    threads = chosen.threads or 1
    if threads > 1:
        more_nodes, spent = totals(_search(replace(agent, threads=threads), depth))
        yield f"{threads} threads: {spent:.3f} s, {more_nodes / spent / 1e6:.2f} million nodes/s"
        yield f"{seconds / spent:.2f} times as fast to that depth"


def _search(agent: Hyperparameters, depth: int) -> list[Thought]:
    """Search each position with nothing remembered from the one before."""
    engine = agent.engine()
    thoughts = []
    for text in POSITIONS:
        engine.forget()
        thoughts.append(engine.think(SearchRequest(Checkers().parse(text), Limit(depth=depth))))
    return thoughts
