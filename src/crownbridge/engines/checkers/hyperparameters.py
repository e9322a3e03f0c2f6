"""A hyperparameters agent: everything that can be chosen about the checkers engine."""

import random
from dataclasses import dataclass, field, fields
from typing import Any

from crownbridge._core import CheckersEvaluation, CheckersSearch, CheckersTables
from crownbridge.engines.blundering import Blundering, RandomEngine
from crownbridge.engines.checkers.ballots import Varied
from crownbridge.engines.checkers.engine import CheckersEngine
from crownbridge.engines.checkers.levels import LEVELS
from crownbridge.engines.checkers.minimax import MinimaxEngine, Switches
from crownbridge.engines.checkers.network import kth_network, network
from crownbridge.engines.checkers.tables import FEWEST_PIECES, MOST_PIECES, Tables
from crownbridge.engines.checkers.values import (
    SQUARES,
    Choice,
    Either,
    Kind,
    Nothing,
    Number,
    Switch,
    Table,
    Text,
    Whole,
)
from crownbridge.engines.engine import Engine, Limit
from crownbridge.engines.levels import Level
from crownbridge.engines.pondering import Pondering
from crownbridge.errors import OptionError

MAN = 100
"""What a man is worth in the native core's units."""
KING = 1.3
"""What a king is worth in men, where an agent does not say."""
MOST_WORTH = 20
"""In men, for a piece on a square."""
MINIMAX_DEPTH = 6
"""Where a minimax agent names no depth."""
WEAK_MEGABYTES = 1
"""Enough for the few positions that a level looks at."""
TABLE = Table(Number(-1e6, 1e6))
"""What may be added to a piece's worth, on each square."""
NO_WORTHS = (0,) * SQUARES


def _parameter(kind: Kind, default: Any) -> Any:
    """A field that takes values of a kind."""
    return field(default=default, metadata={"kind": kind})


def _optional(kind: Kind) -> Any:
    """A field that takes values of a kind, or none."""
    return _parameter(Either(kind, Nothing()), None)


@dataclass(frozen=True)
class Hyperparameters:
    """The parameters of one agent, all with a default; `docs/agents.md` tells what each means."""

    name: str = _parameter(Text(100), "agent")
    level: int = _parameter(Whole(1, len(LEVELS)), len(LEVELS))
    search: str = _parameter(Choice("iterative", "minimax", "random"), "iterative")
    depth: int | None = _optional(Whole(1, 100))
    nodes: int | None = _optional(Whole(1, 10**15))
    time_per_move: float | None = _optional(Number(0.001, 86_400))
    threads: int = _parameter(Whole(1, 256), 1)
    hash_megabytes: int = _parameter(Whole(1, 65_536), 64)
    ponder: bool = _parameter(Switch(), False)  # noqa: FBT003 (a default)
    vary_openings: bool = _parameter(Switch(), False)  # noqa: FBT003 (the same)
    seed: int | None = _optional(Whole(0, 2**63 - 1))
    tables: bool | int = _parameter(Either(Switch(), Whole(FEWEST_PIECES, MOST_PIECES)), True)  # noqa: FBT003 (the same)
    evaluation: str = _parameter(Choice("network", "hand-written", "piece-tables"), "network")
    man_value: float = _parameter(Number(0.01, 1e6), 100)
    king_value: float | None = _optional(Number(0.01, 1e6))
    man_table: tuple[float, ...] = _parameter(TABLE, NO_WORTHS)
    king_table: tuple[float, ...] = _parameter(TABLE, NO_WORTHS)
    trade_bonus: float = _parameter(Number(0, 100), 0)
    alpha_beta: bool = _parameter(Switch(), True)  # noqa: FBT003 (a default)
    cache: bool = _parameter(Switch(), True)  # noqa: FBT003 (the same)
    reorder_moves: bool = _parameter(Switch(), True)  # noqa: FBT003 (the same)

    def __post_init__(self) -> None:
        """Raises OptionError, which names every problem."""
        if problems := self._problems():
            raise OptionError("\n".join(problems))

    def _problems(self) -> list[str]:
        found = [
            line for one in fields(self) for line in one.metadata["kind"].problems(getattr(self, one.name), one.name)
        ]
        if found:
            return found
        for piece, worths in zip(("man", "king"), self._worths(), strict=True):
            square = max(range(SQUARES), key=lambda square: abs(worths[square]))
            if abs(worths[square]) > MOST_WORTH * MAN:
                place = f"{piece}_table[{square}]" if getattr(self, f"{piece}_table")[square] else f"{piece}_value"
                found.append(
                    f"{place}: makes a {piece} worth {worths[square] / MAN:g} men; expected {MOST_WORTH} at most"
                )
        return found

    def _worths(self) -> tuple[list[int], list[int]]:
        """What a man and a king are worth on each square, in hundredths of a man."""
        king = KING * self.man_value if self.king_value is None else self.king_value
        man_worths = [round(MAN * (self.man_value + square) / self.man_value) for square in self.man_table]
        king_worths = [round(MAN * (king + square) / self.man_value) for square in self.king_table]
        return man_worths, king_worths

    def engine(self) -> Engine:
        """The engine that plays so."""
        return self.engine_at(LEVELS[self.level - 1])

    def engine_at(self, level: Level) -> Engine:
        """The engine that plays so, but at that level."""
        seed = random.getrandbits(63) if self.seed is None else self.seed
        if self.search == "random":
            return RandomEngine(seed)
        seconds = None if self.ponder else self.time_per_move
        own = Limit(seconds, depth=self.depth, nodes=self.nodes).within(Limit(nodes=level.nodes))
        engine = self._minimax(own, level, seed) if self.search == "minimax" else self._iterative(own, level, seed)
        if level.blunders:
            engine = Blundering(engine, level.blunders, seed)
        if self.vary_openings:
            engine = Varied(engine, seed)
        return Pondering(engine, self.time_per_move) if self.ponder else engine

    def _minimax(self, own: Limit, level: Level, seed: int) -> Engine:
        own = own._replace(depth=self.depth or MINIMAX_DEPTH)
        switches = Switches(self.alpha_beta, self.cache, self.reorder_moves)
        return MinimaxEngine(self.native_evaluation(), own, switches, int(level.noise), seed)

    def _iterative(self, own: Limit, level: Level, seed: int) -> Engine:
        """Levels that look at few positions need little memory, and know no endgame by heart."""
        tables = None if level.nodes else self._native_tables()
        megabytes = WEAK_MEGABYTES if level.nodes else self.hash_megabytes
        kth = kth_network() if self.evaluation == "network" else None
        noise = int(level.noise)
        search = CheckersSearch(self.native_evaluation(), megabytes, self.threads, noise, seed, tables, kth)
        return CheckersEngine(search, own)

    def _native_tables(self) -> CheckersTables | None:
        if self.tables is False:
            return None
        return Tables.open(most_pieces=MOST_PIECES if self.tables is True else self.tables).native

    def native_evaluation(self) -> CheckersEvaluation:
        """The evaluation as the native core takes it."""
        if self.evaluation == "piece-tables":
            return CheckersEvaluation.piece_tables(*self._worths(), self.trade_bonus)
        return network() if self.evaluation == "network" else CheckersEvaluation.hand_written()
