"""The Hex Text Protocol, GTP with Hex cells: numbered commands with replies `= ...` or `? ...` and an empty line.

Black moves first and connects top and bottom.
"""

from typing import Any

from crownbridge.errors import InvalidMoveError, quoted
from crownbridge.games import Outcome, Position, Side
from crownbridge.games.hex import Move
from crownbridge.protocols.dialogue import (
    LONGEST_TIME,
    Dialogue,
    LastMove,
    MoveReply,
    ProtocolViolation,
    Reply,
    Resignation,
)
from crownbridge.protocols.hex_opening import opening_stones

_WHOLE_SECONDS_FROM = 10_000  # milliseconds


class Htp(Dialogue):
    """The Hex Text Protocol: `play` for the opponent's stones, `genmove` for the engine's."""

    protocol = "htp"
    game_name = "hex"
    starts_again = True

    def __init__(self, game: Any, side: Side) -> None:
        super().__init__(game, side)
        first = game.initial().side_to_move
        self._colours = {first: "black", first.other: "white"}
        self._sent = 0
        self._genmove = 0  # number of the last `genmove`
        self._optional: set[str] = set()

    @property
    def side_name(self) -> str:
        """The word of the protocol for the program's side."""
        return self._colours[self.side]

    def _command(self, text: str) -> str:
        self._sent += 1
        return f"{self._sent} {text}\n"

    def _optional_command(self, text: str) -> str:
        """Return a command that an engine need not support: its reply is ignored."""
        command = self._command(text)
        self._optional.add(str(self._sent))
        return command

    def start(self, milliseconds: int) -> bytes:  # noqa: ARG002 (untimed)
        """Return the commands that set the board size and the swap rule."""
        board = self._command(f"boardsize {self.game.options['size']}") + self._command("clear_board")
        swap = self._optional_command("param_game allow_swap 1") if self.game.options["swap"] else ""
        return (board + swap).encode()

    def ask(self, position: Position[Any], last: LastMove | None, milliseconds: int) -> bytes:
        """Return the opening stones (the first time only), the opponent's stone, the time left, and `genmove`.

        Without the opponent's move, a second position is that of a new game: the board is cleared.
        """
        colour = self._colours[self.side]
        is_new = not self._genmove or last is None
        stones = opening_stones(position, last) if is_new else []
        opening = self._command("clear_board") if self._genmove and is_new else ""
        opening += "".join(self._command(f"play {self._colours[side]} {move}") for side, move in stones)
        played = "" if last is None else self._command(f"play {self._colours[self.side.other]} {last.move}")
        stones_left = 1 if self.timed_by_moves else 0
        time = ""
        if 0 < milliseconds < LONGEST_TIME:
            time = self._optional_command(f"time_left {colour} {_seconds(milliseconds)} {stones_left}")
        request = self._command(f"genmove {colour}")
        self._genmove = self._sent
        return (opening + played + time + request).encode()

    def read(self, line: bytes) -> Reply | None:
        """Parse the reply to `genmove`; of the replies to other commands, only errors matter."""
        line = line.rstrip()
        if line[:1] not in (b"=", b"?"):
            return None  # an empty line, or the continuation of a reply
        number, _, reply = line[1:].decode("utf-8", "replace").partition(" ")
        if number in self._optional or (line[:1] == b"=" and number != str(self._genmove)):
            return None
        if line[:1] == b"?":
            return ProtocolViolation(f"rejected a command: {quoted(line)}")
        reply = reply.strip().lower()
        if reply == "resign":
            return Resignation()
        try:
            return MoveReply(Move(reply))
        except InvalidMoveError as error:
            return ProtocolViolation(f"not a move: {error}")

    def end(self, outcome: Outcome, last: LastMove | None) -> bytes:  # noqa: ARG002 (the engine need not know)
        """Return `quit`."""
        return self._command("quit").encode()


def _seconds(milliseconds: int) -> str:
    """Return seconds as GTP writes them: whole, unless little time is left."""
    return str(milliseconds // 1000) if milliseconds >= _WHOLE_SECONDS_FROM else f"{milliseconds / 1000:g}"
