"""The benchmark of the Hex engine: fixed positions, searched with a fixed number of iterations."""

import zlib
from collections.abc import Iterator

from crownbridge.engines.engine import Limit, SearchRequest, totals
from crownbridge.engines.hex.bench_positions import POSITIONS
from crownbridge.engines.hex.engine import HexEngine
from crownbridge.engines.hex.network import network
from crownbridge.engines.hex.parameters import NETWORK, PLAYOUTS, Parameters
from crownbridge.engines.provider import BenchOptions
from crownbridge.games.hex import Hex

NODES = {PLAYOUTS: 10_000, NETWORK: 200}


def bench(options: BenchOptions) -> Iterator[str]:
    """Yield a line for each position, the signature (a checksum of the visit counts) and the speed.

    With the network, the signature also depends on the exponential function of the C library.
    """
    evaluation = options.evaluation or PLAYOUTS
    parameters = Parameters(evaluation=evaluation, seed=0)
    if evaluation == NETWORK:
        yield f"network {network().version}"
    limit = Limit(nodes=options.nodes or NODES[evaluation])
    thoughts = []
    signature = 0
    for number, (size, moves) in enumerate(POSITIONS, 1):
        thought = HexEngine(parameters.search()).think(SearchRequest(Hex(size).parse(moves), limit))
        for _, visits, _ in thought.candidates:
            signature = zlib.crc32(visits.to_bytes(4, "little"), signature)
        yield f"{number:>3} {size:>3} {thought.verdict:>7}  {thought.move!s:<4} {moves}"
        thoughts.append(thought)
    iterations, seconds = totals(thoughts)
    yield f"signature: {signature:08x}"
    yield f"{seconds:.3f} s, {iterations / seconds:,.0f} iterations/s"
