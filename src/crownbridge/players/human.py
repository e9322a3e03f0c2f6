"""A human, who is asked for moves at the terminal or by a page."""

import sys
import time
from typing import Any, Protocol

from crownbridge.errors import MoveError
from crownbridge.games import Position, Termination
from crownbridge.games.terminal import draw, shows_colour
from crownbridge.players.player import FaultError, Player, TimeLimit
from crownbridge.protocols import Turn
from crownbridge.records import Decision


class Front(Protocol):
    """Where a human sees the game and chooses moves."""

    ended: bool
    """Whether nobody is there any more."""

    def ask(self, position: Position[Any], last: Turn | None, seconds: float | None) -> Any:
        """Return a legal move, chosen within the time if there is a limit. Raise FaultError if there is none."""

    def interrupt(self) -> None:
        """Have `ask` end with FaultError; from any thread."""


class Terminal:
    """The board is drawn, and moves are typed."""

    help = "Type a move, or: moves (list them), resign."

    def __init__(self, *, colour: bool | None = None) -> None:
        """Draw in colours if told so or, by default, on a terminal."""
        self.colour = shows_colour() if colour is None else colour
        self.ended = False

    def ask(self, position: Position[Any], last: Turn | None, seconds: float | None) -> Any:  # noqa: ARG002 (nobody is hurried)
        """Ask until a legal move is typed; `resign` or the end of the input gives up."""
        self.show(position, None if last is None else last.move)
        while True:
            line = self.read(f"{position.side_to_move}> ")
            if line is None:
                self.ended = True
                raise FaultError(Termination.RESIGNATION, "resigned: the input ended")
            if (move := self.obey(line, position)) is not None:
                return move

    def obey(self, line: str, position: Position[Any]) -> Any:
        """Return the move of a line; None after a command or a mistake, which is explained."""
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
        """Return a line from the keyboard, or None when there will be no more."""
        if sys.stdin is None:  # closed by whoever started us
            return None
        if sys.stdin.isatty():
            import readline  # noqa: F401, PLC0415 (gives input() line editing; not needed for a pipe)
        try:
            return input(prompt).strip()
        except EOFError:
            return None

    def interrupt(self) -> None:
        """Do nothing: a terminal ends by Ctrl-C."""


class HumanPlayer(Player):
    """Somebody before a front, whose time counts or not."""

    def __init__(self, front: Front | None = None, *, timed: bool = False) -> None:
        self.name = "human"
        self.timed = timed
        self.front = front or Terminal()

    def choose(self, position: Position[Any], last: Turn | None, limit: TimeLimit) -> Decision:
        """Have the front ask for a move."""
        began = time.monotonic()
        move = self.front.ask(position, last, limit.seconds + limit.allowance if self.timed else None)
        return Decision(move, time.monotonic() - began)

    def interrupt(self) -> None:
        """End the waiting."""
        self.front.interrupt()
