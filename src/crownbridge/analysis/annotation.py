"""Annotations of moves, and summaries of a player's moves."""

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


_MOST_LOST = {Verdict.GOOD: 0.05, Verdict.INACCURACY: 0.1, Verdict.MISTAKE: 0.2}
_ACCURATE = 1e-9


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

    @property
    def loss(self) -> float:
        """The win chance that the move lost."""
        return 0.0 if self.move == self.best else max(0.0, self.win_chance_before - self.win_chance_after)

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
    """Average share of the win chance that the moves kept, 0 to 1; `None` without moves."""
    verdicts: Mapping[Verdict, int]
    seconds: float
    slowest: float
    cpu_seconds: float
    memory: int
    """Peak memory in bytes."""

    @classmethod
    def of(cls, moves: Sequence[Annotation]) -> "Summary":
        """Return the summary of one player's moves."""
        return cls(
            len(moves),
            sum(1 - move.loss for move in moves) / len(moves) if moves else None,
            Counter(move.verdict for move in moves),
            sum(move.seconds for move in moves),
            max((move.seconds for move in moves), default=0.0),
            sum(move.cpu_seconds for move in moves),
            max((move.memory for move in moves), default=0),
        )
