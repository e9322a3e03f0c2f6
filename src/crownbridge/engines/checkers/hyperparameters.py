"""Hyperparameters: all settings of a checkers agent."""

import random
from dataclasses import dataclass, field, fields
from typing import Any

from crownbridge._core import CheckersEvaluation, CheckersSearch, CheckersTables
from crownbridge.engines.blundering import Blundering, RandomEngine
from crownbridge.engines.checkers.ballots import VariedOpenings
from crownbridge.engines.checkers.engine import CheckersEngine
from crownbridge.engines.checkers.levels import LEVELS
from crownbridge.engines.checkers.minimax import MinimaxEngine, MinimaxOptions
from crownbridge.engines.checkers.network import kth_network, network
from crownbridge.engines.checkers.tables import MAX_PIECES, MIN_PIECES, Tables
from crownbridge.engines.checkers.validators import (
    SQUARES,
    AnyOf,
    Boolean,
    Choice,
    Integer,
    Null,
    Number,
    SquareTable,
    Text,
    Validator,
)
from crownbridge.engines.engine import Engine, Limit
from crownbridge.engines.levels import Level
from crownbridge.engines.pondering import Pondering
from crownbridge.errors import OptionError

MAN = 100
"""Value of a man in the native core's units."""
KING_VALUE = 1.3
"""Default value of a king, in men."""
MAX_PIECE_VALUE = 20
"""Maximum value of a piece on a square, in men."""
MINIMAX_DEPTH = 6
"""Default depth of a minimax agent."""
LEVEL_MEGABYTES = 1
"""Size of the hash table of levels below full strength, which search few nodes."""
SQUARE_TABLE = SquareTable(Number(-1e6, 1e6))
"""Validator of piece-square tables."""
ZERO_TABLE = (0,) * SQUARES


def _parameter(validator: Validator, default: Any) -> Any:
    """Return a field that takes values that a validator accepts."""
    return field(default=default, metadata={"validator": validator})


def _optional(validator: Validator) -> Any:
    """Return a field that takes None or values that a validator accepts."""
    return _parameter(AnyOf(validator, Null()), None)


@dataclass(frozen=True)
class Hyperparameters:
    """The parameters of an agent, all with defaults; see `docs/agents.md`."""

    name: str = _parameter(Text(100), "agent")
    level: int = _parameter(Integer(1, len(LEVELS)), len(LEVELS))
    search: str = _parameter(Choice("iterative", "minimax", "random"), "iterative")
    depth: int | None = _optional(Integer(1, 100))
    nodes: int | None = _optional(Integer(1, 10**15))
    time_per_move: float | None = _optional(Number(0.001, 86_400))
    threads: int = _parameter(Integer(1, 256), 1)
    hash_megabytes: int = _parameter(Integer(1, 65_536), 64)
    ponder: bool = _parameter(Boolean(), False)  # noqa: FBT003 (a default)
    vary_openings: bool = _parameter(Boolean(), False)  # noqa: FBT003 (a default)
    seed: int | None = _optional(Integer(0, 2**63 - 1))
    tables: bool | int = _parameter(AnyOf(Boolean(), Integer(MIN_PIECES, MAX_PIECES)), True)  # noqa: FBT003 (a default)
    evaluation: str = _parameter(Choice("network", "hand-written", "piece-tables"), "network")
    man_value: float = _parameter(Number(0.01, 1e6), 100)
    king_value: float | None = _optional(Number(0.01, 1e6))
    man_table: tuple[float, ...] = _parameter(SQUARE_TABLE, ZERO_TABLE)
    king_table: tuple[float, ...] = _parameter(SQUARE_TABLE, ZERO_TABLE)
    trade_bonus: float = _parameter(Number(0, 100), 0)
    alpha_beta: bool = _parameter(Boolean(), True)  # noqa: FBT003 (a default)
    cache: bool = _parameter(Boolean(), True)  # noqa: FBT003 (a default)
    reorder_moves: bool = _parameter(Boolean(), True)  # noqa: FBT003 (a default)

    def __post_init__(self) -> None:
        """Raise OptionError with one problem per line if a value is not valid."""
        if problems := self._problems():
            raise OptionError("\n".join(problems))

    def _problems(self) -> list[str]:
        problems = [
            problem
            for parameter in fields(self)
            for problem in parameter.metadata["validator"].problems(getattr(self, parameter.name), parameter.name)
        ]
        if problems:
            return problems
        for piece, values in zip(("man", "king"), self._square_values(), strict=True):
            square = max(range(SQUARES), key=lambda square: abs(values[square]))
            if abs(values[square]) > MAX_PIECE_VALUE * MAN:
                place = f"{piece}_table[{square}]" if getattr(self, f"{piece}_table")[square] else f"{piece}_value"
                problems.append(
                    f"{place}: a {piece} is worth {values[square] / MAN:g} men; expected at most {MAX_PIECE_VALUE}"
                )
        return problems

    def _square_values(self) -> tuple[list[int], list[int]]:
        """Return the values of a man and a king on each square, in hundredths of a man."""
        king = KING_VALUE * self.man_value if self.king_value is None else self.king_value
        man_values = [round(MAN * (self.man_value + square) / self.man_value) for square in self.man_table]
        king_values = [round(MAN * (king + square) / self.man_value) for square in self.king_table]
        return man_values, king_values

    def engine(self) -> Engine:
        """Return the engine with these parameters."""
        return self.engine_at(LEVELS[self.level - 1])

    def engine_at(self, level: Level) -> Engine:
        """Return the engine with these parameters, but at another level."""
        seed = random.getrandbits(63) if self.seed is None else self.seed
        if self.search == "random":
            return RandomEngine(seed)
        seconds = None if self.ponder else self.time_per_move
        own_limit = Limit(seconds, depth=self.depth, nodes=self.nodes).within(Limit(nodes=level.nodes))
        engine = (
            self._minimax(own_limit, level, seed)
            if self.search == "minimax"
            else self._iterative(own_limit, level, seed)
        )
        if level.blunders:
            engine = Blundering(engine, level.blunders, seed)
        if self.vary_openings:
            engine = VariedOpenings(engine, seed)
        return Pondering(engine, self.time_per_move) if self.ponder else engine

    def _minimax(self, own_limit: Limit, level: Level, seed: int) -> Engine:
        own_limit = own_limit._replace(depth=self.depth or MINIMAX_DEPTH)
        options = MinimaxOptions(self.alpha_beta, self.cache, self.reorder_moves)
        return MinimaxEngine(self.native_evaluation(), own_limit, options, int(level.noise), seed)

    def _iterative(self, own_limit: Limit, level: Level, seed: int) -> Engine:
        """Return an iterative deepening engine; levels with a node limit use little memory and no endgame tables."""
        tables = None if level.nodes else self._native_tables()
        megabytes = LEVEL_MEGABYTES if level.nodes else self.hash_megabytes
        kth = kth_network() if self.evaluation == "network" else None
        noise = int(level.noise)
        search = CheckersSearch(self.native_evaluation(), megabytes, self.threads, noise, seed, tables, kth)
        return CheckersEngine(search, own_limit)

    def _native_tables(self) -> CheckersTables | None:
        if self.tables is False:
            return None
        return Tables.open(most_pieces=MAX_PIECES if self.tables is True else self.tables).native

    def native_evaluation(self) -> CheckersEvaluation:
        """Return the evaluation for the native search."""
        if self.evaluation == "piece-tables":
            return CheckersEvaluation.piece_tables(*self._square_values(), self.trade_bonus)
        return network() if self.evaluation == "network" else CheckersEvaluation.hand_written()
