"""The program's side of the hexai protocol, for the built-in engine. Pure, like the host's side."""

import re

from crownbridge import __version__
from crownbridge.errors import MoveError, OptionError, quoted
from crownbridge.games.hex import Hex, Move, Position, Side
from crownbridge.protocols.hexai import MoveLine, parse_move_line

COLOURS = {"X": Side.RED, "O": Side.BLUE}
"""Sides by letter; X moves first and connects top and bottom."""
_CELL = re.compile(rb"[A-Za-z]{1,3}-?[0-9]{1,9}")


def interrupts(line: bytes) -> bool:
    """Return True if a line must interrupt a search: any line of the protocol except a handshake."""
    return line[:1] in (b"X", b"O") and line[1:2] != b":"


class HexaiClient:
    """Parse the opponent's lines and format the engine's moves."""

    def __init__(self, colour: str, size: int) -> None:
        """Raise OptionError if the colour or the size is invalid."""
        if colour not in COLOURS:
            raise OptionError(f"the colour is {quoted(colour)}; expected X or O")
        self._colour = colour
        self.position: Position = Hex(size).initial()
        self.is_over = False
        """True if the game has ended or was aborted."""

    @property
    def is_our_turn(self) -> bool:
        """True if the engine is to move."""
        return not self.is_over and self.position.side_to_move is COLOURS[self._colour]

    def begin(self) -> str:
        """Return the handshake."""
        return f"{self._colour}: crownbridge {__version__} by the Crownbridge authors"

    def read(self, line: bytes) -> str | None:
        """Read a line; return the line that aborts the game if it is invalid, else None."""
        line = line.rstrip()
        colour, mark = line[:1].decode("ascii", "replace"), line[1:2]
        if colour not in COLOURS:
            return None
        if mark == b".":
            self.is_over = True
            return None
        if colour == self._colour:
            return self._abort(f"received {quoted(line)}, but {colour} is my own colour")
        if mark == b":":
            return None
        return self._read_move(line)

    def _read_move(self, line: bytes) -> str | None:
        """Play the opponent's move; return the line that aborts the game if it is invalid, else None."""
        move = parse_move_line(line)
        if move is None:
            cell = _CELL.match(line[1:])
            if cell is not None and cell[0].decode() not in map(str, self.position.legal_moves()):
                return self._abort(f"received illegal move {cell[0].decode()}")
            return self._abort(f"received {quoted(line)}, which is neither a move nor a handshake")
        if self.is_our_turn:
            return self._abort(f"received {move.cell}, but it is my turn")
        try:
            self.position = self.position.play(move.cell)
        except MoveError:
            return self._abort(f"received illegal move {move.cell}")
        self.is_over = self.position.outcome() is not None
        if move.final and not self.is_over:
            return self._abort(f"received {move.cell} with a dot, but it does not end the game")
        return None

    def _abort(self, reason: str) -> str:
        self.is_over = True
        return f"{self._colour}. E: {reason}"

    def play(self, move: Move, milliseconds: int) -> str:
        """Play a move of the engine; return its line."""
        number = self.position.stones // 2 + 1
        self.position = self.position.play(move)
        self.is_over = self.position.outcome() is not None
        return str(MoveLine(self._colour, str(move), self.is_over, number, milliseconds))
