"""The provider for games without an engine of their own: levels, analysis and benchmark."""

import random
import zlib
from collections.abc import Iterator

from crownbridge.engines.blundering import Blundering
from crownbridge.engines.engine import Engine, Limit, SearchRequest, totals
from crownbridge.engines.generic.search import TreeSearch
from crownbridge.engines.levels import Level
from crownbridge.engines.provider import BenchOptions, EngineProvider
from crownbridge.games import load

LEVELS = (
    Level("newcomer", 10, blunders=0.5),
    Level("beginner", 20, blunders=0.2),
    Level("casual player", 50, blunders=0.05),
    Level("learner", 50),
    Level("hobbyist", 100),
    Level("club player", 200),
    Level("strong club player", 400),
    Level("expert", 800),
    Level("master", 1_600),
    Level("full strength", None),
)
_USUAL_NODES = 200
_BENCH_NODES = 100
_BENCH_PLIES = (0, 4, 8)


class GenericProvider(EngineProvider):
    """Monte Carlo tree search with random playouts."""

    levels = LEVELS
    layers = ("heat",)
    node_name = "playouts"

    def engine(self, level: int | None = None, seed: int | None = None, megabytes: int | None = None) -> Engine:  # noqa: ARG002 (the tree is not limited)
        """Return an engine of a level."""
        strength = LEVELS[(level or len(LEVELS)) - 1]
        seed = random.getrandbits(63) if seed is None else seed
        search = TreeSearch(Limit(nodes=strength.nodes), seed)
        return Blundering(search, strength.blunders, seed) if strength.blunders else search

    @property
    def usual_effort(self) -> Limit:
        """200 playouts."""
        return Limit(nodes=_USUAL_NODES)

    def bench(self, options: BenchOptions) -> Iterator[str]:
        """Search positions after random moves; the signature is a checksum of the visit counts."""
        rng = random.Random(0)
        game, thoughts, signature = load(self.game_name), [], 0
        for plies in _BENCH_PLIES:
            position = game.initial()
            for _ in range(plies):
                if position.outcome() is None:
                    position = position.play(rng.choice(position.legal_moves()))
            if position.outcome() is not None:
                continue
            thought = TreeSearch(seed=0).think(SearchRequest(position, Limit(nodes=options.nodes or _BENCH_NODES)))
            for _, visits, _ in thought.candidates:
                signature = zlib.crc32(visits.to_bytes(4, "little"), signature)
            yield f"{plies:>3} {thought.verdict:>7}  {position.format_move(thought.move)}"
            thoughts.append(thought)
        nodes, seconds = totals(thoughts)
        yield f"signature: {signature:08x}"
        yield f"{seconds:.3f} s, {nodes / seconds:,.0f} playouts/s"
