"""The commands of hexmon, the host of Hex AIs in shared objects: one side is an AI, the other is human to hexmon."""

import re
from typing import Any

from crownbridge.errors import quoted
from crownbridge.games import Game, Outcome, Position, Side
from crownbridge.games.hex import Move
from crownbridge.protocols.dialogue import Dialogue, LastMove, MoveReply, ProtocolViolation, Reply
from crownbridge.protocols.hex_opening import opening_stones

_STONE = re.compile(rb"\s*(red|blue)\s+([0-9]{1,4})\s+([0-9]{1,4})\s*")


class Hexmon(Dialogue):
    """The hexmon protocol. hexmon echoes every stone; the echoes of the opponent's and opening stones are ignored."""

    protocol = "hexmon"
    game_name = "hex"
    hosts_shared_objects = True

    def __init__(self, game: Game[Any], side: Side) -> None:
        super().__init__(game, side)
        self._knows_opening = False
        self._echoes = 0

    def ask(self, position: Position[Any], last: LastMove | None, milliseconds: int) -> bytes:  # noqa: ARG002 (untimed)
        """Return the opening stones (the first time only), the opponent's stone, and the request to move."""
        stones = [] if self._knows_opening else opening_stones(position, last)
        self._knows_opening = True
        self._echoes = sum(side == self.side for side, _ in stones)
        opening = "".join(f"{side} {move.row} {move.column}\n" for side, move in stones)
        return f"{opening}{self._stone(last)}move {self.side}\n".encode()

    def end(self, outcome: Outcome, last: LastMove | None) -> bytes:  # noqa: ARG002 (the board suffices)
        """Return the opponent's last stone, so that the AI's destructor gets the final board, and `quit`."""
        return (self._stone(last) + "quit\n").encode()

    def _stone(self, last: LastMove | None) -> str:
        return "" if last is None else f"{self.side.other} {last.move.row} {last.move.column}\n"

    def read(self, line: bytes) -> Reply | None:
        """Parse `red ROW COL` or `blue ROW COL`."""
        match = _STONE.fullmatch(line)
        if match is None:
            return ProtocolViolation(f"not a reply of hexmon: {quoted(line)}")
        if match[1].decode() != str(self.side):
            return None
        if self._echoes:
            self._echoes -= 1
            return None
        row, column = int(match[2]), int(match[3])
        if max(row, column) >= self.game.options["size"]:
            return ProtocolViolation(f"row {row}, column {column} is off the board")
        return MoveReply(Move(row, column))
