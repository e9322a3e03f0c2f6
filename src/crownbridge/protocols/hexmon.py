"""The commands of hexmon, the host of Hex AIs in shared objects: one AI in it, its opponent a human to it."""

import re
from typing import Any

from crownbridge.errors import quoted
from crownbridge.games import Outcome, Position
from crownbridge.games.hex import Move
from crownbridge.protocols.dialogue import Dialogue, Nonsense, Played, Reply, Turn

_STONE = re.compile(rb"\s*(red|blue)\s+([0-9]{1,4})\s+([0-9]{1,4})\s*")


class Hexmon(Dialogue):
    """hexmon echoes every stone; the echo of the opponent's is passed over."""

    protocol = "hexmon"
    game_name = "hex"

    def ask(self, position: Position[Any], last: Turn | None, milliseconds: int) -> bytes:  # noqa: ARG002 (untimed)
        """The opponent's stone, and the request to move."""
        return f"{self._stone(last)}move {self.side}\n".encode()

    def end(self, outcome: Outcome, last: Turn | None) -> bytes:  # noqa: ARG002 (the board tells)
        """The opponent's last stone, so that the AI's farewell has the final board, and `quit`."""
        return (self._stone(last) + "quit\n").encode()

    def _stone(self, last: Turn | None) -> str:
        return "" if last is None else f"{self.side.other} {last.move.row} {last.move.column}\n"

    def read(self, line: bytes) -> Reply | None:
        """`red ROW COL` or `blue ROW COL`."""
        match = _STONE.fullmatch(line)
        if match is None:
            return Nonsense(f"not an answer of hexmon: {quoted(line)}")
        if match[1].decode() != str(self.side):
            return None
        row, column = int(match[2]), int(match[3])
        if max(row, column) >= self.game.options["size"]:
            return Nonsense(f"row {row}, column {column} is off the board")
        return Played(Move(row, column))
