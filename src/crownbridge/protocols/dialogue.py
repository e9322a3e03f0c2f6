"""The interface of protocols: the host's side of the conversation with one program in one game.

A dialogue is pure: it encodes moves as bytes to send and parses lines into replies. It does not start the program,
measure time or check moves; the referee decides whether a move is legal and whether a program's claims are true.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from crownbridge.games import Game, Outcome, Position, RuleCheck, Side, Termination

PRINT_TO_STDERR = "print diagnostics to stderr"
"""Advice for a line on stdout that is not part of the protocol."""

LONGEST_TIME = 86_400_000
"""Time in milliseconds from which on a limit counts as unlimited and is not sent."""


class LastMove(NamedTuple):
    """The opponent's last move, as sent to a program."""

    position: Position[Any]
    """Position after the move."""
    move: Any
    number: int
    """Number of the move, counted from 1 over both sides."""
    milliseconds: int
    line: bytes | None = None
    """Line in which a program of the same protocol sent the move, with single spaces, to be forwarded."""


class MoveReply(NamedTuple):
    """The program plays a move."""

    move: Any
    """The move or its text, not yet validated."""
    claim: str | None = None
    """Text of the position after the move according to the program, if the protocol includes it."""
    says_over: bool = False
    """True if the program claims that the move ends the game."""


class Resignation(NamedTuple):
    """The program resigns."""


class Abort(NamedTuple):
    """The program aborts the game."""

    reason: str


class ProtocolViolation(NamedTuple):
    """The line violates the protocol."""

    reason: str


Reply = MoveReply | Resignation | Abort | ProtocolViolation
"""Meaning of a line from a program; `None` stands for a line to ignore."""


class RelayedLine(NamedTuple):
    """Content of a line that one of two joined programs sends to the other, not validated."""

    summary: str
    """Short description of the line if it is not a move."""
    position: str
    """Text of the position."""
    begins: bool = False
    """True if the line announces the start of the game."""
    outcome: Outcome | None = None
    """Outcome of the game, if the line announces one."""


class Dialogue(ABC):
    """The host's side of the conversation with the program that plays one side of one game."""

    protocol: ClassVar[str]
    game_name: ClassVar[str | None] = None
    """Name of the game that the protocol is for; `None` for any game."""
    is_default: ClassVar[bool] = False
    """True if this is the default protocol of executables in tournaments of its game."""
    hosts_shared_objects: ClassVar[bool] = False
    """True if players are shared objects instead of commands."""
    starts_anywhere: ClassVar[bool] = True
    """True if the protocol supports games that start from a position other than the initial one."""
    sends_positions: ClassVar[bool] = False
    """True if every request contains the whole position, so that one process can be asked about any position."""
    starts_again: ClassVar[bool] = False
    """True if a request without the opponent's last move starts a new game in the same process."""
    greets: bool = False
    """True if the program must send a greeting before the game starts."""
    moves_unasked: ClassVar[bool] = False
    """True if the program that moves first sends its first move without a request."""
    stop_termination: ClassVar[Termination] = Termination.DISCONNECT
    """Termination of a game that the program aborts. It loses the game, because the referee checks every move."""
    opening_word: ClassVar[str | None] = None
    """Argument that makes one of two joined programs send the first line; `None` if programs cannot be joined."""
    endings: ClassVar[Sequence[RuleCheck]] = ()
    """Moves after which a program must announce the end of the game, for `crownbridge doctor`."""
    illegal_move_advice: ClassVar[str] = "correct its move generator for the last position that was sent to it"
    """Advice for the author of a program that made an illegal move."""
    timed_by_moves: bool = False
    """True if the time sent to the program is for one move, False if it is for the rest of the game."""

    def __init__(self, game: Game[Any], side: Side) -> None:
        self.game = game
        self.side = side

    @property
    def side_name(self) -> str:
        """The word of the protocol for the program's side."""
        return str(self.side)

    @classmethod
    def plays(cls, game_name: str) -> bool:
        """Return True if the protocol supports the game."""
        return cls.game_name in (None, game_name)

    def arguments(self) -> list[str]:
        """Return the arguments to append to the program's command line."""
        return []

    def start(self, milliseconds: int) -> bytes:  # noqa: ARG002 (part of the interface)
        """Return the bytes to send before the game; `milliseconds` is the time for the whole game."""
        return b""

    def read_greeting(self, line: bytes) -> ProtocolViolation | bool:
        """Return True if a line is the greeting, False if it is a line that may precede the greeting."""
        return bool(line)

    @abstractmethod
    def ask(self, position: Position[Any], last: LastMove | None, milliseconds: int) -> bytes:
        """Return the bytes that request a move in a position; `last` is the opponent's move that led to it."""

    @abstractmethod
    def read(self, line: bytes) -> Reply | None:
        """Parse a line from the program; it has no newline, but may end with a carriage return."""

    def end(self, outcome: Outcome, last: LastMove | None) -> bytes:  # noqa: ARG002 (part of the interface)
        """Return the bytes to send when the game is over; `last` is the opponent's move if it ended the game."""
        return b""

    def parse_relayed(self, line: bytes) -> RelayedLine | None:  # noqa: ARG002 (part of the interface)
        """Parse a line between two joined programs; return None if it does not belong to the protocol."""
        return None
