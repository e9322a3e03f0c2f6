"""The benchmark of the checkers engine: fixed-depth searches of fixed positions without endgame tables."""

from collections.abc import Iterator
from dataclasses import replace

from crownbridge.engines.checkers.bench_positions import POSITIONS
from crownbridge.engines.checkers.hyperparameters import Hyperparameters
from crownbridge.engines.engine import Limit, SearchRequest, Thought, totals
from crownbridge.engines.provider import BenchOptions
from crownbridge.games.checkers import Checkers

DEPTH = 15


def bench(options: BenchOptions) -> Iterator[str]:
    """Yield a line for each position, the signature (total nodes) and the speed; with threads, their speedup, too."""
    depth = options.depth or DEPTH
    agent = Hyperparameters(tables=False)
    agent = agent if options.evaluation is None else replace(agent, evaluation=options.evaluation)
    thoughts = _search(agent, depth)
    for number, (text, thought) in enumerate(zip(POSITIONS, thoughts, strict=True), 1):
        yield f"{number:>3} {text:<38} {thought.depth:>3} {thought.score:>+7} {thought.nodes:>11,}  {thought.move}"
    nodes, seconds = totals(thoughts)
    yield f"signature: {nodes}"
    yield f"{seconds:.3f} s, {nodes / seconds / 1e6:.2f} million nodes/s"
    threads = options.threads or 1
    if threads > 1:
        parallel_nodes, elapsed = totals(_search(replace(agent, threads=threads), depth))
        yield f"{threads} threads: {elapsed:.3f} s, {parallel_nodes / elapsed / 1e6:.2f} million nodes/s"
        yield f"speedup to the same depth: {seconds / elapsed:.2f}"


def _search(agent: Hyperparameters, depth: int) -> list[Thought]:
    """Search each position with a cleared hash table."""
    engine = agent.engine()
    thoughts = []
    for text in POSITIONS:
        engine.forget()
        thoughts.append(engine.think(SearchRequest(Checkers().parse(text), Limit(depth=depth))))
    return thoughts
