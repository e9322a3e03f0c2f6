"""The provider of the Hex engine."""

from collections.abc import Iterator, Mapping
from typing import Any

from crownbridge.engines.engine import Engine, Limit
from crownbridge.engines.hex.levels import LEVELS
from crownbridge.engines.hex.network import WEIGHTS, read_metadata
from crownbridge.engines.hex.parameters import PLAYOUTS, PLAYOUTS_PER_VISIT, Parameters
from crownbridge.engines.insight import Insight
from crownbridge.engines.judging import Judge
from crownbridge.engines.live import LiveAnalyser
from crownbridge.engines.provider import BenchOptions, EngineProvider
from crownbridge.errors import InputError
from crownbridge.games import Position

_USUAL_VISITS = 150
_MEGABYTES = 256


class HexProvider(EngineProvider):
    """Tree search with a network or playouts, and a solver."""

    levels = LEVELS
    layers = ("heat", "policy", "values", "connections", "must", "dead", "proof")
    bench_options = ("nodes", "evaluation")
    node_name = "iterations"

    def engine(self, level: int | None = None, seed: int | None = None, megabytes: int | None = None) -> Engine:
        """Return an engine of a level."""
        return Parameters(level=level or len(LEVELS), seed=seed, megabytes=megabytes or _MEGABYTES).engine()

    @property
    def usual_effort(self) -> Limit:
        """150 visits with the network, or the equivalent number of playouts."""
        return Limit(nodes=_USUAL_VISITS * (PLAYOUTS_PER_VISIT if self.version == PLAYOUTS else 1))

    @property
    def version(self) -> str:
        """The network and its version, or playouts."""
        return Parameters().judged_by

    def judge(self, effort: Limit) -> Judge:
        """Return a judge that also uses the solver."""
        from crownbridge.engines.hex.judge import HexJudge  # noqa: PLC0415 (loaded on demand)

        return HexJudge(effort)

    def analyser(self) -> LiveAnalyser:
        """Return an analyser that supports the swap."""
        from crownbridge.engines.hex.analyser import HexAnalyser  # noqa: PLC0415 (loaded on demand)

        return HexAnalyser()

    def insight(self, position: Position[Any]) -> Insight:
        """Return virtual connections, the must-play region, inferior cells and the proof of a winner."""
        from crownbridge.engines.hex.insight import insight  # noqa: PLC0415 (loaded on demand)

        return insight(position)

    @property
    def details(self) -> Mapping[str, str]:
        """The version of the network."""
        try:
            return {"network": f"version {read_metadata(WEIGHTS.with_suffix('.json'))['version']}"}
        except InputError as error:
            return {"network": str(error)}

    def bench(self, options: BenchOptions) -> Iterator[str]:
        """Search fixed positions with a fixed number of iterations."""
        from crownbridge.engines.hex.bench import bench  # noqa: PLC0415 (loaded on demand)

        return bench(options)
