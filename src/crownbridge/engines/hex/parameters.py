"""Everything that can be chosen about the Hex engine."""

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

WEAK_MEGABYTES = 16
"""Enough for the few iterations that a level makes."""
MOST_SECONDS = 86_400.0
NETWORK, PLAYOUTS = EVALUATIONS = ("network", "playouts")
PLAYOUTS_A_VISIT = 300
"""So many iterations with playouts are made in place of one visit of a level's."""
PRUNE_AFTER = 8
"""Visits after which a position is judged where every visit takes as long as one of the network's evaluations."""


class NetworkWarning(UserWarning):
    """The network cannot be used, so that positions are judged by playouts."""


@dataclass(frozen=True)
class Parameters:
    """How one engine plays. Raises OptionError."""

    level: int = len(LEVELS)
    """1 to 10; 10 is full strength."""
    nodes: int | None = None
    """The most iterations for a move; with one thread and a seed, the engine then repeats itself."""
    time_per_move: float | None = None
    """The most seconds for a move."""
    threads: int = 1
    """How many search together, where there is no limit in nodes."""
    megabytes: int = 256
    """Memory for the tree."""
    evaluation: str | None = None
    """What judges positions: network or playouts; `None` is the network, if it can be used."""
    ponder: bool = False
    """Whether it goes on in the opponent's time."""
    seed: int | None = None
    """Of all that happens by chance; `None` is another every time."""

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
        if self.time_per_move is not None and not 0 < self.time_per_move <= MOST_SECONDS:
            raise OptionError(f"the option time_per_move is {self.time_per_move!r}; expected seconds, up to 86,400")

    @property
    def judged_by(self) -> str:
        """What judges positions, and its version, if it has one. Raises FileError or OptionError."""
        judge = self._network()
        return PLAYOUTS if judge is None else f"{NETWORK} {judge.version}"

    def engine(self) -> Engine:
        """The engine that plays so. Raises FileError or OptionError where it needs a network that cannot be used."""
        return self.engine_at(LEVELS[self.level - 1])

    def search(self) -> HexSearch:
        """What full strength searches with. Raises FileError or OptionError."""
        return self._search(self._network(), LEVELS[-1], self.seed or 0)

    def engine_at(self, level: Level) -> Engine:
        """The engine that plays so, but at that level."""
        seed = random.getrandbits(63) if self.seed is None else self.seed
        judge = self._network()
        nodes = level.nodes and level.nodes * (1 if judge else PLAYOUTS_A_VISIT)
        own = Limit(self.time_per_move, nodes=self.nodes).within(Limit(nodes=nodes))
        engine: Engine = HexEngine(self._search(judge, level, seed), own, seed, self._solver(level))
        if level.blunders:
            engine = Blundering(engine, level.blunders, seed)
        return Pondering(engine) if self.ponder else engine

    def _solver(self, level: Level) -> Solver | None:
        return Solver(max(1, self.megabytes // 4)) if level.nodes is None else None

    def _search(self, judge: Network | None, level: Level, seed: int) -> HexSearch:
        """Levels below full strength need little memory, and see no win before they have played it out."""
        if level.nodes is not None:
            megabytes = min(WEAK_MEGABYTES, self.megabytes)
            return HexSearch(judge, BATCH, megabytes, self.threads, level.noise, seed, prune_after=None)
        if judge is None:
            return HexSearch(megabytes=self.megabytes, threads=self.threads, noise=level.noise, seed=seed)
        return HexSearch(judge, BATCH, self.megabytes, self.threads, level.noise, seed, PRUNE_AFTER)

    def _network(self) -> Network | None:
        """What judges positions, if not playouts do. Gives a NetworkWarning where it is missing but not insisted on."""
        if self.evaluation == PLAYOUTS:
            return None
        try:
            return network()
        except (FileError, OptionError) as error:
            if self.evaluation == NETWORK:
                raise
            warn(f"{error}; until then, Hex is played by playouts", NetworkWarning, stacklevel=3)
            return None
