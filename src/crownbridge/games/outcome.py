"""How a game ends, and for whom."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Side(IntEnum):
    """One of the two players, by colour. Each game names its own two; as numbers they are 0 and 1."""

    @property
    def other(self) -> "Side":
        """The opponent."""
        return type(self)(1 - self)

    def __bool__(self) -> bool:
        """True for both, so that `if outcome.winner` means what it says."""
        return True

    def __str__(self) -> str:
        return self.name.lower()


class Termination(StrEnum):
    """Why a game ended. The list is closed: whatever happens in a game is one of these."""

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
    INTERRUPTED = "interrupted"

    @property
    def is_fault(self) -> bool:
        """Whether a game is lost so by one's own program rather than by the opponent's play."""
        return self in _FAULTS


_FAULTS = frozenset(
    {
        Termination.ILLEGAL_MOVE,
        Termination.TIMEOUT,
        Termination.CRASH,
        Termination.DISCONNECT,
        Termination.PROTOCOL_ERROR,
    }
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game: the winner, or `None` for a draw or a game broken off, and why it ended."""

    winner: Side | None
    termination: Termination
    detail: str = ""
    """Who did what, where the rules alone did not end the game."""

    @property
    def is_draw(self) -> bool:
        """Whether the game was played to its end, and nobody won."""
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
