"""Annotations of moves, and summaries of a player's moves."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from crownbridge.games import Side


class Verdict(StrEnum):
    """The quality of a move, by the win chance that it lost."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    LOST_WIN = "lost a proven win"


# Calibrated with benchmarks/accuracy.py: full strength gets no mark above GOOD, and random players get low accuracies.
_MOST_LOST = {Verdict.GOOD: 0.125, Verdict.INACCURACY: 0.2, Verdict.MISTAKE: 0.35}
_ACCURATE = 1e-9
_DECAY = 5.0
"""A move that lost a share x of the win chance has the accuracy exp(-_DECAY * x)."""
_LEAST_WEIGHT = 0.05
"""Weight of a move in a decided position, compared with one in an even position."""


class Annotation(NamedTuple):
    """The annotation of a move. Win chances are those of the side that moved; a draw counts half."""

    number: int
    """Number of the move in the game, from 1."""
    side: Side
    move: Any
    win_chance_before: float
    """Win chance with the best move."""
    win_chance_after: float
    """Win chance with the move that was played."""
    best: Any
    """The best move."""
    line: tuple[Any, ...]
    """Principal variation, starting with the best move."""
    reply: tuple[Any, ...]
    """Principal variation after the move that was played; empty if the game was over."""
    exact: bool
    """True if both win chances are proven by endgame tables, a solver or the end of the game."""
    seconds: float
    cpu_seconds: float
    memory: int
    """Memory in bytes."""
    forced: bool = False
    """True if it was the only legal move."""

    @property
    def loss(self) -> float:
        """The win chance that the move lost."""
        return 0.0 if self.move == self.best else max(0.0, self.win_chance_before - self.win_chance_after)

    @property
    def accuracy(self) -> float:
        """How close the move was to the best one, 0 to 1."""
        return math.exp(-_DECAY * self.loss)

    @property
    def weight(self) -> float:
        """How much was at stake, 0 to 1: much in an even position, little in a decided one, nothing if forced."""
        if self.forced:
            return 0.0
        chances = self.win_chance_before, self.win_chance_after
        return max(*(4 * chance * (1 - chance) for chance in chances), self.loss, _LEAST_WEIGHT)

    @property
    def verdict(self) -> Verdict:
        """The quality of the move."""
        if self.move == self.best or (self.exact and self.loss < _ACCURATE):
            return Verdict.BEST
        if self.exact and self.win_chance_before == 1:
            return Verdict.LOST_WIN
        return next((verdict for verdict, most in _MOST_LOST.items() if self.loss <= most), Verdict.BLUNDER)


class Summary(NamedTuple):
    """Summary of the moves of one player."""

    moves: int
    accuracy: float | None
    """Mean accuracy of the moves, weighted by what was at stake, 0 to 1; `None` if there was never a choice."""
    verdicts: Mapping[Verdict, int]
    seconds: float
    slowest: float
    cpu_seconds: float
    memory: int
    """Peak memory in bytes."""

    @classmethod
    def of(cls, moves: Sequence[Annotation]) -> "Summary":
        """Return the summary of one player's moves."""
        weight = sum(move.weight for move in moves)
        return cls(
            len(moves),
            sum(move.weight * move.accuracy for move in moves) / weight if weight else None,
            Counter(move.verdict for move in moves),
            sum(move.seconds for move in moves),
            max((move.seconds for move in moves), default=0.0),
            sum(move.cpu_seconds for move in moves),
            max((move.memory for move in moves), default=0),
        )
