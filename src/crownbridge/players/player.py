"""What a player is, whoever or whatever it is."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

from crownbridge.errors import printable
from crownbridge.games import Game, Outcome, Position, Side, Termination
from crownbridge.protocols import Turn
from crownbridge.records import Decision

Listener = Callable[[str, bytes], None]
"""Takes the name of a stream, `stdout` or `stderr`, and what came on it."""
ILLEGAL_MOVE = "made an illegal move"
"""The reason of such a fault, whoever finds it."""


class TimeLimit(NamedTuple):
    """The time that a player may use for one move."""

    seconds: float
    """Wall-clock time for the move."""
    allowance: float = 0.0
    """By how much the move may be late before it has lost; not to be counted on."""
    increment: float = 0.0
    """What the clock gains with the move."""
    clock: float | None = None
    """Time left for the rest of the game, where there is such a time."""


class FaultError(Exception):
    """A player has failed, and thereby lost: never our own fault. Caught by the referee, which makes it an outcome."""

    def __init__(self, termination: Termination, reason: str, turn: Decision | None = None, hint: str = "") -> None:
        # Both may quote a program, and are printed.
        self.reason, self.hint = printable(reason), printable(hint)
        """What the player did, as the rest of a sentence about it; and what explains it."""
        super().__init__(f"{self.reason}: {self.hint}" if hint else self.reason)
        self.termination = termination
        self.turn = turn
        """What the player had done of its turn."""


class Player(ABC):
    """Chooses moves for one side of one game after another."""

    name: str
    protocol: str | None = None
    """What the player speaks, where it is a program: two that speak the same hear each other's own words."""
    status: str = ""
    """How the program of the last game ended, where there was one."""
    listener: Listener | None = None
    """Hears what a program prints, as it comes."""
    timed: bool = True
    """Whether the clock counts for it."""
    last_words: Decision | None = None
    """What the program of the last game printed while it was ended."""

    def start(self, game: Game[Any], side: Side, limit: TimeLimit) -> float:  # noqa: ARG002 (many need no start)
        """Get ready for a game. Return the seconds that are used of `limit`, which holds until the first move is made.

        Raise FaultError.
        """
        return 0.0

    @abstractmethod
    def choose(self, position: Position[Any], last: Turn | None, limit: TimeLimit) -> Decision:
        """A move in a position that is not over, to which `last` led. Raises FaultError, also when time is up."""

    def finish(self, outcome: Outcome, last: Turn | None, seconds: float = 0.1) -> Decision | None:  # noqa: ARG002 (for those who care)
        """Hears how the game ended, and has a moment to answer; `last` is the opponent's turn, if that ended it.

        Gives what it printed since its last turn.
        """
        return None

    def face(self, other: "Player") -> None:  # noqa: B027 (of use to programs only)
        """Hears who the opponent is, before both start."""

    def accompany(self, other: "Player") -> None:  # noqa: B027 (of use to programs only)
        """Sees to it that the opponent can print while this player thinks."""

    def interrupt(self) -> None:  # noqa: B027 (many are never long)
        """Has a turn that is under way end with FaultError; from any thread."""

    def close(self) -> None:  # noqa: B027 (many hold nothing)
        """Frees everything; may be called at any time, and more than once."""


class RandomPlayer(Player):
    """Plays any legal move."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._chance = random.Random(seed)

    def choose(self, position: Position[Any], last: Turn | None, limit: TimeLimit) -> Decision:  # noqa: ARG002 (needs neither)
        """Any legal move."""
        return Decision(self._chance.choice(position.legal_moves()), 0.0)
