"""The program's side of the hexai protocol, spoken by our own engine. Pure, like the host's side."""

import re

from crownbridge import __version__
from crownbridge.errors import MoveError, OptionError, quoted
from crownbridge.games.hex import Hex, Move, Position, Side
from crownbridge.protocols.hexai import MoveLine, parse_move_line

COLOURS = {"X": Side.RED, "O": Side.BLUE}
"""X begins, and connects top and bottom."""
_CELL = re.compile(rb"[A-Za-z]{1,3}-?[0-9]{1,9}")


def interrupts(line: bytes) -> bool:
    """Whether a line is worth breaking a thought off for: anything but noise and handshakes."""
    return line[:1] in (b"X", b"O") and line[1:2] != b":"


class HexaiClient:
    """Reads the opponent's lines, and tells our moves."""

    def __init__(self, colour: str, size: int) -> None:
        """Raises OptionError."""
        if colour not in COLOURS:
            raise OptionError(f"the colour is {quoted(colour)}; expected X or O")
        self._colour = colour
        self.position: Position = Hex(size).initial()
        self.is_over = False
        """Whether there is nothing more to say: the game has ended, or was broken off."""

    @property
    def is_our_turn(self) -> bool:
        """Whether a move is wanted of us."""
        return not self.is_over and self.position.side_to_move is COLOURS[self._colour]

    def begin(self) -> str:
        """The handshake."""
        return f"{self._colour}: crownbridge {__version__} by the Crownbridge authors"

    def read(self, line: bytes) -> str | None:
        """Takes a line in; gives the one that breaks the game off, where it is wrong."""
        line = line.rstrip()
        colour, mark = line[:1].decode("ascii", "replace"), line[1:2]
        if colour not in COLOURS:
            return None
        if mark == b".":
            self.is_over = True
            return None
        if colour == self._colour:
            return self._break_off(f"received {quoted(line)}, which is for {colour}, and {colour} is me")
        if mark == b":":
            return None
        return self._hear_move(line)

    def _hear_move(self, line: bytes) -> str | None:
        """Plays a move of the opponent's."""
        found = parse_move_line(line)
        if found is None:
            cell = _CELL.match(line[1:])
            if cell is not None and cell[0].decode() not in map(str, self.position.legal_moves()):
                return self._break_off(f"received illegal move {cell[0].decode()}")
            return self._break_off(f"received {quoted(line)}, which is neither a move nor a handshake")
        if self.is_our_turn:
            return self._break_off(f"received {found.cell}, but it is my turn")
        try:
            self.position = self.position.play(found.cell)
        except MoveError:
            return self._break_off(f"received illegal move {found.cell}")
        self.is_over = self.position.outcome() is not None
        if found.final and not self.is_over:
            return self._break_off(f"received {found.cell} with a dot, but it does not end the game")
        return None

    def _break_off(self, reason: str) -> str:
        self.is_over = True
        return f"{self._colour}. E: {reason}"

    def play(self, move: Move, milliseconds: int) -> str:
        """The line that tells a move of ours, which took so long."""
        number = self.position.stones // 2 + 1
        self.position = self.position.play(move)
        self.is_over = self.position.outcome() is not None
        return str(MoveLine(self._colour, str(move), self.is_over, number, milliseconds))
