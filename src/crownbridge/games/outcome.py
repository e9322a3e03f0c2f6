"""Sides and outcomes of games."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Side(IntEnum):
    """One of the two sides, by colour. Each game names its own two; as numbers they are 0 and 1."""

    @property
    def other(self) -> "Side":
        """The opponent."""
        return type(self)(1 - self)

    def __bool__(self) -> bool:
        """Return True for both sides, so that `if outcome.winner` is False only if there is no winner."""
        return True

    def __str__(self) -> str:
        return self.name.lower()


class Termination(StrEnum):
    """Why a game ended. The list is complete: every game ends in one of these ways."""

    NORMAL = "normal"
    COUNTER = "counter"
    REPETITION = "repetition"
    MOVE_LIMIT = "move limit"
    ADJUDICATION = "adjudication"
    RESIGNATION = "resignation"
    ILLEGAL_MOVE = "illegal move"
    TIMEOUT = "timeout"
    CRASH = "crash"
    DISCONNECT = "disconnect"
    PROTOCOL_ERROR = "protocol error"
    FORFEIT = "forfeit"
    INTERRUPTED = "interrupted"

    @property
    def is_fault(self) -> bool:
        """True if the loser's program is at fault, rather than its play."""
        return self in _FAULTS


_FAULTS = frozenset(
    {
        Termination.ILLEGAL_MOVE,
        Termination.TIMEOUT,
        Termination.CRASH,
        Termination.DISCONNECT,
        Termination.PROTOCOL_ERROR,
        Termination.FORFEIT,
    }
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: the winner, `None` for a draw or an interrupted game, and why it ended."""

    winner: Side | None
    termination: Termination
    detail: str = ""
    """What happened, if it was not the rules that ended the game."""

    @property
    def is_draw(self) -> bool:
        """True if the game was played to its end without a winner."""
        return self.winner is None and self.termination is not Termination.INTERRUPTED

    def __str__(self) -> str:
        if self.termination is Termination.INTERRUPTED:
            result = "unfinished"
        elif self.winner is None:
            result = f"draw ({self.termination})"
        else:
            result = f"{self.winner} wins"
            if self.termination is not Termination.NORMAL:
                result += f" ({self.termination})"
        return f"{result}: {self.detail}" if self.detail else result
