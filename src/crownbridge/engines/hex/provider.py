"""What the Hex engine offers to the rest of the program."""

from collections.abc import Iterator, Mapping
from typing import Any

from crownbridge.engines.engine import Engine, Limit
from crownbridge.engines.hex.levels import LEVELS
from crownbridge.engines.hex.network import WEIGHTS, read_note
from crownbridge.engines.hex.parameters import PLAYOUTS, PLAYOUTS_A_VISIT, Parameters
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
    layers = ("heat", "connections", "must", "dead", "proof")
    node_name = "iterations"

    def engine(self, level: int | None = None, seed: int | None = None, megabytes: int | None = None) -> Engine:
        """Return an engine."""
        return Parameters(level=level or len(LEVELS), seed=seed, megabytes=megabytes or _MEGABYTES).engine()

    @property
    def usual_effort(self) -> Limit:
        """150 visits of the network, or playouts in their place."""
        return Limit(nodes=_USUAL_VISITS * (PLAYOUTS_A_VISIT if self.version == PLAYOUTS else 1))

    @property
    def version(self) -> str:
        """The network and its version, or playouts."""
        return Parameters().judged_by

    def judge(self, effort: Limit) -> Judge:
        """Return a judge that also has a solver."""
        from crownbridge.engines.hex.judge import HexJudge  # noqa: PLC0415 (most programs need none)

        return HexJudge(effort)

    def analyser(self) -> LiveAnalyser:
        """Return an analyser that knows the swap."""
        from crownbridge.engines.hex.analyser import HexAnalyser  # noqa: PLC0415 (the same)

        return HexAnalyser()

    def insight(self, position: Position[Any]) -> Insight:
        """Return connections, cells that matter most or not at all, and the proof of a winner."""
        from crownbridge.engines.hex.insight import insight  # noqa: PLC0415 (the same)

        return insight(position)

    @property
    def details(self) -> Mapping[str, str]:
        """The network."""
        try:
            return {"network": f"version {read_note(WEIGHTS.with_suffix('.json'))['version']}"}
        except InputError as error:
            return {"network": str(error)}

    def bench(self, chosen: BenchOptions) -> Iterator[str]:
        """Search fixed positions with a fixed number of iterations."""
        from crownbridge.engines.hex.bench import bench  # noqa: PLC0415 (the same)

        return bench(chosen)
