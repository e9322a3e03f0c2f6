"""A human who enters moves at the terminal or on a page."""

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, Protocol

from crownbridge.errors import MoveError
from crownbridge.games import Position, Termination
from crownbridge.games.terminal import draw, shows_colour
from crownbridge.players.player import FaultError, Player, TimeLimit
from crownbridge.protocols import LastMove
from crownbridge.records import Decision

LATE = "did not move in time"
"""Reason of the fault of a person whose time is over."""
_SHORTEST = 0.001  # seconds; an alarm after 0 s would never come


class HumanInterface(Protocol):
    """The user interface in which a human sees the game and chooses moves."""

    ended: bool
    """True if the user has left."""

    def ask(self, position: Position[Any], last: LastMove | None, seconds: float | None) -> Any:
        """Return a legal move, chosen within `seconds` if not None. Raise FaultError if the user chooses none."""

    def interrupt(self) -> None:
        """Make `ask` raise FaultError; thread-safe."""


class Terminal:
    """A user interface that draws the board as text and reads typed moves."""

    help = "Type a move, or: moves (list them), resign."

    def __init__(self, *, colour: bool | None = None) -> None:
        """Draw in colour if `colour` is True or, by default, if the output is a terminal."""
        self.colour = shows_colour() if colour is None else colour
        self.ended = False

    def ask(self, position: Position[Any], last: LastMove | None, seconds: float | None) -> Any:
        """Prompt until a legal move is typed; `resign` or the end of the input resigns.

        A time limit needs the main thread, as its end interrupts the input by a signal.
        """
        self.show(position, None if last is None else last.move)
        if seconds is not None:
            self.say(f"You have {seconds:.3g} s.")
        with _alarm(seconds):
            while True:
                line = self.read(f"{position.side_to_move}> ")
                if line is None:
                    self.ended = True
                    raise FaultError(Termination.RESIGNATION, "resigned: the input ended")
                if (move := self.execute(line, position)) is not None:
                    return move

    def execute(self, line: str, position: Position[Any]) -> Any:
        """Return the move on a line; execute a command or explain an error, and return None."""
        match line.lower():
            case "resign":
                raise FaultError(Termination.RESIGNATION, "resigned")
            case "moves":
                self.say(" ".join(map(position.format_move, position.legal_moves())))
            case "" | "help" | "?":
                self.say(self.help)
            case _:
                return self._move(line, position)
        return None

    def _move(self, line: str, position: Position[Any]) -> Any:
        try:
            return position.parse_move(line)
        except MoveError as error:
            self.say(str(error))
            return None

    def show(self, position: Position[Any], last_move: Any) -> None:
        """Draw the board."""
        print(f"\n{draw(position, colour=self.colour, last_move=last_move)}\n")  # noqa: T201 (a dialogue)

    def say(self, text: str) -> None:
        """Print a line."""
        print(text)  # noqa: T201 (a dialogue)

    def read(self, prompt: str) -> str | None:
        """Return a line from stdin, or None at its end."""
        if sys.stdin is None:  # closed by the parent process
            return None
        if sys.stdin.isatty():
            import readline  # noqa: F401, PLC0415 (gives input() line editing; not needed for a pipe)
        try:
            return input(prompt).strip()
        except EOFError:
            return None

    def interrupt(self) -> None:
        """Do nothing: the user interrupts a terminal with Ctrl-C."""


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise FaultError in the block when the time is over, in the main thread."""
    if seconds is None:
        yield
        return

    def on_alarm(*_: object) -> NoReturn:
        raise FaultError(Termination.TIMEOUT, LATE)

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, _SHORTEST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class HumanPlayer(Player):
    """A human player, timed or untimed."""

    takes_time = True

    def __init__(self, interface: HumanInterface | None = None, *, timed: bool = False) -> None:
        self.name = "human"
        self.timed = timed
        self.interface = interface or Terminal()

    def choose(self, position: Position[Any], last: LastMove | None, limit: TimeLimit) -> Decision:
        """Ask for a move in the user interface."""
        began = time.monotonic()
        move = self.interface.ask(position, last, limit.seconds + limit.allowance if self.timed else None)
        return Decision(move, time.monotonic() - began)

    def interrupt(self) -> None:
        """Interrupt the request for a move."""
        self.interface.interrupt()
