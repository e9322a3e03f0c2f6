"""What is said of a move, and of all moves of a player."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from crownbridge.games import Side


class Verdict(StrEnum):
    """How good a move was, from the chance to win that it gave away."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    LOST_WIN = "lost a proven win"


_MOST_LOST = {Verdict.GOOD: 0.05, Verdict.INACCURACY: 0.1, Verdict.MISTAKE: 0.2}
_ACCURATE = 1e-9


class Annotation(NamedTuple):
    """What is said of one move. Chances are those of the side that moved; a draw counts half."""

    number: int
    """Of the move in the game, from 1."""
    side: Side
    move: Any
    win_chance_before: float
    """With the best move."""
    win_chance_after: float
    """With the move that was played."""
    best: Any
    """The best move that was found."""
    line: tuple[Any, ...]
    """What was to be expected after it, itself first."""
    reply: tuple[Any, ...]
    """What is to be expected after the move that was played, which tells why it was bad; empty when that is over."""
    exact: bool
    """Whether both chances are certain: by endgame tables, a proof, or the end of the game."""
    seconds: float
    cpu_seconds: float
    memory: int
    """What the move took, as the record has it."""

    @property
    def loss(self) -> float:
        """The chance to win that the move gave away."""
        return 0.0 if self.move == self.best else max(0.0, self.win_chance_before - self.win_chance_after)

    @property
    def verdict(self) -> Verdict:
        """How good the move was."""
        if self.move == self.best or (self.exact and self.loss < _ACCURATE):
            return Verdict.BEST
        if self.exact and self.win_chance_before == 1:
            return Verdict.LOST_WIN
        return next((verdict for verdict, most in _MOST_LOST.items() if self.loss <= most), Verdict.BLUNDER)


class Summary(NamedTuple):
    """All moves of one player."""

    moves: int
    accuracy: float | None
    """The share of the chances to win that its moves kept, 0 to 1; `None` where it has not moved."""
    verdicts: Mapping[Verdict, int]
    seconds: float
    slowest: float
    cpu_seconds: float
    memory: int
    """The most that it used, in bytes."""

    @classmethod
    def of(cls, moves: Sequence[Annotation]) -> "Summary":
        """That of one player's moves."""
        return cls(
            len(moves),
            sum(1 - move.loss for move in moves) / len(moves) if moves else None,
            Counter(move.verdict for move in moves),
            sum(move.seconds for move in moves),
            max((move.seconds for move in moves), default=0.0),
            sum(move.cpu_seconds for move in moves),
            max((move.memory for move in moves), default=0),
        )
