"""What a protocol is to the rest of the house: the host's side of the conversation with one program in one game.

A dialogue is pure: it turns turns into bytes to send, and lines into replies. It starts no program, knows no clock, and
judges no move; whether a move is legal, and whether what a program claims is true, is for the referee to say.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from crownbridge.games import Game, Outcome, Position, RuleCheck, Side, Termination

PRINT_TO_STDERR = "print diagnostics to stderr"
"""The remedy for a line on stdout that was not meant for us."""

LONGEST_TIME = 86_400_000
"""Milliseconds; from here on there is no limit, and none is told."""


class Turn(NamedTuple):
    """A turn that was taken: what a program is told of its opponent's."""

    position: Position[Any]
    """The position after it."""
    move: Any
    number: int
    """Counted from 1 over both sides."""
    milliseconds: int
    line: bytes | None = None
    """The line in which a program of the same protocol announced it, to be passed on unchanged."""


class Played(NamedTuple):
    """The program plays a move."""

    move: Any
    """A move, or its text; not checked yet."""
    claim: str | None = None
    """The position that the program says it has reached, as the position's own text, where the protocol tells."""
    says_over: bool = False
    """Whether the program says that the move ends the game."""


class Resigned(NamedTuple):
    """The program gives up."""


class Stopped(NamedTuple):
    """The program breaks the game off."""

    reason: str


class Nonsense(NamedTuple):
    """The line breaks the protocol."""

    reason: str


Reply = Played | Resigned | Stopped | Nonsense
"""What a line means; a line that means nothing is `None`."""


class Overheard(NamedTuple):
    """What a line says that one of two programs sends to the other, true or not."""

    summary: str
    """What the line announces instead of a move, in a word or two."""
    position: str
    """The text of the position."""
    begins: bool = False
    """Whether it announces the beginning of the game."""
    outcome: Outcome | None = None
    """The end of the game, if it announces one."""


class Dialogue(ABC):
    """The host's side of the conversation with the program that plays one side of one game."""

    protocol: ClassVar[str]
    game_name: ClassVar[str | None] = None
    """The game that its programs play; `None` is any game."""
    is_default: ClassVar[bool] = False
    """Whether executables in tournaments of its game speak it if they do not name a protocol."""
    hosts_shared_objects: ClassVar[bool] = False
    """Whether its players are shared objects instead of commands."""
    starts_anywhere: ClassVar[bool] = True
    """Whether a program can be told of a game that does not begin from the initial position."""
    greets: bool = False
    """Whether the program must say something before the game begins."""
    moves_unasked: ClassVar[bool] = False
    """Whether the program that begins sends its first move without being asked for it."""
    stop_termination: ClassVar[Termination] = Termination.DISCONNECT
    """The termination of a game that the program stops. The referee checks every move, so stopping is a loss."""
    opening_word: ClassVar[str | None] = None
    """If two programs can be joined to each other, the argument that has one of them speak first."""
    endings: ClassVar[Sequence[RuleCheck]] = ()
    """Moves that end the game, each of which a program must answer by announcing the end, for `crownbridge doctor`."""
    timed_by_moves: bool = False
    """Whether the time that is told is for one move alone, not for all that follow."""

    def __init__(self, game: Game[Any], side: Side) -> None:
        self.game = game
        self.side = side

    @classmethod
    def plays(cls, game_name: str) -> bool:
        """Return True if programs for that game can speak the protocol."""
        return cls.game_name in (None, game_name)

    def arguments(self) -> list[str]:
        """What is added to the program's command line."""
        return []

    def start(self, milliseconds: int) -> bytes:  # noqa: ARG002 (for those that tell it)
        """What is sent before the game, `milliseconds` being the time for all of it."""
        return b""

    def read_greeting(self, line: bytes) -> Nonsense | bool:
        """Whether a line is the greeting; a line that may come before it is `False`."""
        return bool(line)

    @abstractmethod
    def ask(self, position: Position[Any], last: Turn | None, milliseconds: int) -> bytes:
        """What is sent to get a move in this position; `last` is the opponent's turn that led to it."""

    @abstractmethod
    def read(self, line: bytes) -> Reply | None:
        """What a line from the program means; it comes without its newline, but may end with a carriage return."""

    def end(self, outcome: Outcome, last: Turn | None) -> bytes:  # noqa: ARG002 (for those that tell it)
        """What is sent when the game is over; `last` is the opponent's turn that ended it, if it was theirs."""
        return b""

    def overhear(self, line: bytes) -> Overheard | None:  # noqa: ARG002 (for those that can be joined)
        """Return what a line says between two programs that are joined, or None if it is not of the protocol."""
        return None
