"""The Hex Text Protocol, GTP with Hex cells: numbered commands, each answered by `= ...` or `? ...` and an empty line.

Black begins and connects top and bottom.
"""

from typing import Any

from crownbridge.errors import InvalidMoveError, quoted
from crownbridge.games import Outcome, Position, Side
from crownbridge.games.hex import Move
from crownbridge.protocols.dialogue import Dialogue, Nonsense, Played, Reply, Resigned, Turn


class Htp(Dialogue):
    """The engine is told the opponent's stones and asked to generate its own."""

    protocol = "htp"
    game_name = "hex"

    def __init__(self, game: Any, side: Side) -> None:
        super().__init__(game, side)
        first = game.initial().side_to_move
        self._colours = {first: "black", first.other: "white"}
        self._sent = 0
        self._asked = 0

    def _command(self, text: str) -> str:
        self._sent += 1
        return f"{self._sent} {text}\n"

    def start(self, milliseconds: int) -> bytes:  # noqa: ARG002 (untimed)
        """The size of the board."""
        return (self._command(f"boardsize {self.game.options['size']}") + self._command("clear_board")).encode()

    def ask(self, position: Position[Any], last: Turn | None, milliseconds: int) -> bytes:  # noqa: ARG002 (untimed)
        """The opponent's stone, and `genmove`."""
        played = "" if last is None else self._command(f"play {self._colours[self.side.other]} {last.move}")
        request = self._command(f"genmove {self._colours[self.side]}")
        self._asked = self._sent
        return (played + request).encode()

    def read(self, line: bytes) -> Reply | None:
        """The answer to `genmove`; answers to other commands matter only when they are refusals."""
        line = line.rstrip()
        if line[:1] == b"?":
            return Nonsense(f"refuses a command: {quoted(line)}")
        if line[:1] != b"=":
            return None  # an empty line, or one that goes on with an answer
        number, _, answer = line[1:].decode("utf-8", "replace").partition(" ")
        if number != str(self._asked):
            return None
        answer = answer.strip().lower()
        if answer == "resign":
            return Resigned()
        try:
            return Played(Move(answer))
        except InvalidMoveError as error:
            return Nonsense(f"not a move: {error}")

    def end(self, outcome: Outcome, last: Turn | None) -> bytes:  # noqa: ARG002 (the engine need not know)
        """The engine's leave."""
        return self._command("quit").encode()
