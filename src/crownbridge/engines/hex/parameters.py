"""All settings of the Hex engine."""

import random
from dataclasses import dataclass
from warnings import warn

from crownbridge._core import HexSearch
from crownbridge.engines.blundering import Blundering
from crownbridge.engines.engine import Engine, Limit
from crownbridge.engines.hex.engine import HexEngine
from crownbridge.engines.hex.levels import LEVELS
from crownbridge.engines.hex.network import BATCH, Network, network
from crownbridge.engines.hex.solver import Solver
from crownbridge.engines.levels import Level
from crownbridge.engines.pondering import Pondering
from crownbridge.errors import FileError, OptionError
from crownbridge.games.options import whole_number, yes_or_no

LEVEL_MEGABYTES = 16
"""Memory of the tree of levels below full strength, which make few iterations."""
MAX_SECONDS = 86_400.0
NETWORK, PLAYOUTS = EVALUATIONS = ("network", "playouts")
PLAYOUTS_PER_VISIT = 300
"""Number of iterations with playouts that replace a level's visit with the network."""
PRUNE_AFTER = 8
"""Number of visits after which H-search prunes a node, if the network evaluates leaves."""


class NetworkWarning(UserWarning):
    """The network is not available, so that positions are evaluated by playouts."""


@dataclass(frozen=True)
class Parameters:
    """Settings of one engine. Raise OptionError if a value is not valid."""

    level: int = len(LEVELS)
    """Level from 1 to 10; 10 is full strength."""
    nodes: int | None = None
    """Maximum number of iterations per move; with one thread and a seed, play is then reproducible."""
    time_per_move: float | None = None
    """Maximum number of seconds per move."""
    threads: int = 1
    """Number of search threads, if nodes are not limited."""
    megabytes: int = 256
    """Memory of the search tree."""
    evaluation: str | None = None
    """Evaluation of leaves: network or playouts; `None` is the network if available, else playouts."""
    ponder: bool = False
    """Whether the engine searches on the opponent's time."""
    seed: int | None = None
    """Seed of all random choices; `None` is a random seed."""

    def __post_init__(self) -> None:
        whole_number("level", self.level, 1, len(LEVELS))
        whole_number("threads", self.threads, 1, 256)
        whole_number("megabytes", self.megabytes, 1, 65_536)
        yes_or_no("ponder", self.ponder)
        if self.evaluation not in {None, *EVALUATIONS}:
            raise OptionError(f"the option evaluation is {self.evaluation!r}; expected {' or '.join(EVALUATIONS)}")
        if self.nodes is not None:
            whole_number("nodes", self.nodes, 1, 10**15)
        if self.seed is not None:
            whole_number("seed", self.seed, 0, 2**63 - 1)
        if self.time_per_move is not None and not 0 < self.time_per_move <= MAX_SECONDS:
            raise OptionError(
                f"the option time_per_move is {self.time_per_move!r}; expected a number of seconds up to 86,400"
            )

    @property
    def judged_by(self) -> str:
        """The evaluation, with the version of the network. Raise FileError."""
        evaluator = self.evaluator()
        return PLAYOUTS if evaluator is None else f"{NETWORK} {evaluator.version}"

    def engine(self) -> Engine:
        """Return the engine; raise FileError if it requires a network that is not available."""
        return self.engine_at(LEVELS[self.level - 1])

    def search(self) -> HexSearch:
        """Return the search at full strength; raise FileError."""
        return self._search(self.evaluator(), LEVELS[-1], self.seed or 0)

    def engine_at(self, level: Level) -> Engine:
        """Return the engine with these settings, but at another level."""
        seed = random.getrandbits(63) if self.seed is None else self.seed
        evaluator = self.evaluator()
        nodes = level.nodes and level.nodes * (1 if evaluator else PLAYOUTS_PER_VISIT)
        own_limit = Limit(self.time_per_move, nodes=self.nodes).within(Limit(nodes=nodes))
        engine: Engine = HexEngine(self._search(evaluator, level, seed), own_limit, seed, self._solver(level))
        if level.blunders:
            engine = Blundering(engine, level.blunders, seed)
        return Pondering(engine) if self.ponder else engine

    def _solver(self, level: Level) -> Solver | None:
        return Solver(max(1, self.megabytes // 4)) if level.nodes is None else None

    def _search(self, evaluator: Network | None, level: Level, seed: int) -> HexSearch:
        """Return the search; levels below full strength use little memory and no solver."""
        if level.nodes is not None:
            megabytes = min(LEVEL_MEGABYTES, self.megabytes)
            return HexSearch(evaluator, BATCH, megabytes, self.threads, level.noise, seed, prune_after=None)
        if evaluator is None:
            return HexSearch(megabytes=self.megabytes, threads=self.threads, noise=level.noise, seed=seed)
        return HexSearch(evaluator, BATCH, self.megabytes, self.threads, level.noise, seed, PRUNE_AFTER)

    def evaluator(self) -> Network | None:
        """Return the network, or None for playouts; issue a NetworkWarning if an optional network is not available."""
        if self.evaluation == PLAYOUTS:
            return None
        try:
            return network()
        except FileError as error:
            if self.evaluation == NETWORK:
                raise
            warn(f"{error}; playing Hex with playouts instead", NetworkWarning, stacklevel=3)
            return None
