"""How a game ends, and for whom."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Side(IntEnum):
    """One of the two players, by colour. Each game names its own two; as numbers they are 0 and 1."""

    @property
    def other(self) -> "Side":
        """The opponent."""
        return type(self)(1 - self)

    def __str__(self) -> str:
        return self.name.lower()


class Termination(StrEnum):
    """Why a game ended. The list is closed: whatever happens in a game is one of these."""

    NORMAL = "normal"
    COUNTER = "counter"
    REPETITION = "repetition"
    MOVE_LIMIT = "move limit"
    RESIGNATION = "resignation"
    ILLEGAL_MOVE = "illegal move"
    TIMEOUT = "timeout"
    CRASH = "crash"
    DISCONNECT = "disconnect"
    PROTOCOL_ERROR = "protocol error"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game: the winner, or `None` for a draw, and why it ended."""

    winner: Side | None
    termination: Termination

    def __str__(self) -> str:
        if self.termination is Termination.INTERRUPTED:
            return "unfinished"
        if self.winner is None:
            return f"draw ({self.termination})"
        return f"{self.winner} wins" + ("" if self.termination is Termination.NORMAL else f" ({self.termination})")
