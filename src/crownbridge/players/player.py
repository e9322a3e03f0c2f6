"""The `Player` interface."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

from crownbridge.errors import printable
from crownbridge.games import Game, Outcome, Position, Side, Termination
from crownbridge.protocols import LastMove
from crownbridge.records import Decision

Listener = Callable[[str, bytes], None]
"""Callback for output: takes the name of the stream, `stdout` or `stderr`, and the data."""
ILLEGAL_MOVE = "made an illegal move"
"""Reason of every fault by an illegal move."""


class TimeLimit(NamedTuple):
    """The time that a player may use for one move."""

    seconds: float
    """Wall-clock time for the move."""
    allowance: float = 0.0
    """Grace period after `seconds` before the move loses on time; players must not rely on it."""
    increment: float = 0.0
    """Seconds added to the clock after the move."""
    clock: float | None = None
    """Time left for the rest of the game, if it is limited."""


class FaultError(Exception):
    """A player has failed and loses the game. The referee catches it and turns it into an outcome."""

    def __init__(
        self,
        termination: Termination,
        reason: str,
        turn: Decision | None = None,
        hint: str = "",
        excuse: str = "",
    ) -> None:
        self.reason = printable(reason)  # it may quote a program
        """Action of the player, as a verb phrase."""
        self.hint = printable(hint)
        """Possible explanation, or empty."""
        super().__init__(f"{self.reason}: {self.hint}" if hint else self.reason)
        self.termination = termination
        self.turn = turn
        """The player's unfinished turn."""
        self.excuse = excuse
        """Why the machine, and not the player, is to blame, with advice; else empty."""


class Player(ABC):
    """Base class of players. A player plays one side of one game at a time."""

    name: str
    protocol: str | None = None
    """Protocol of a program. Two programs with the same protocol receive each other's lines unchanged."""
    status: str = ""
    """Exit status of the program of the last game; empty without a program."""
    listener: Listener | None = None
    """Callback for the output of the program, as it arrives."""
    takes_time: bool = False
    """True if the opponent's program is stopped as soon as this player's turn begins."""
    timed: bool = True
    """True if the player is subject to the clock."""
    last_words: Decision | None = None
    """Output of the program of the last game while it was being ended."""

    def start(self, game: Game[Any], side: Side, limit: TimeLimit) -> float:  # noqa: ARG002 (part of the interface)
        """Prepare for a game; return the seconds used of `limit`, which includes the first move. Raise FaultError."""
        return 0.0

    @abstractmethod
    def choose(self, position: Position[Any], last: LastMove | None, limit: TimeLimit) -> Decision:
        """Return a move; `last` is the opponent's move that led to the position. Raise FaultError, also on time-out."""

    def finish(self, outcome: Outcome, last: LastMove | None, seconds: float = 0.1) -> Decision | None:  # noqa: ARG002 (part of the interface)
        """Handle the end of the game within `seconds`; `last` is the opponent's move if it ended the game.

        Return the output since the last turn, if any.
        """
        return None

    def face(self, other: "Player") -> None:  # noqa: B027 (only for programs)
        """Set the opponent, before both players start."""

    def accompany(self, other: "Player") -> None:  # noqa: B027 (only for programs)
        """Read the opponent's output while this player thinks, so that the opponent does not block."""

    def rest(self) -> None:  # noqa: B027 (only for programs)
        """Use no processor until the next turn, because the opponent thinks."""

    def interrupt(self) -> None:  # noqa: B027 (optional)
        """Make the current turn raise FaultError; thread-safe."""

    def close(self) -> None:  # noqa: B027 (optional)
        """Release all resources; may be called at any time, also repeatedly."""


class RandomPlayer(Player):
    """A player of random legal moves."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._random = random.Random(seed)

    def choose(self, position: Position[Any], last: LastMove | None, limit: TimeLimit) -> Decision:  # noqa: ARG002 (needs neither)
        """Return a random legal move."""
        return Decision(self._random.choice(position.legal_moves()), 0.0)
