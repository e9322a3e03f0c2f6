"""The Hex Text Protocol, GTP with Hex cells: numbered commands, each answered by `= ...` or `? ...` and an empty line.

Black begins and connects top and bottom.
"""

from typing import Any

from crownbridge.errors import InvalidMoveError, quoted
from crownbridge.games import Outcome, Position, Side
from crownbridge.games.hex import Move
from crownbridge.protocols.dialogue import LONGEST_TIME, Dialogue, Nonsense, Played, Reply, Resigned, Turn
from crownbridge.protocols.hex_opening import opening_stones

_MUCH = 10_000  # milliseconds: parts of a second do not matter then


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
        self._offered: set[str] = set()

    def _command(self, text: str) -> str:
        self._sent += 1
        return f"{self._sent} {text}\n"

    def _offer(self, text: str) -> str:
        """A command that an engine need not know: its answer does not count."""
        command = self._command(text)
        self._offered.add(str(self._sent))
        return command

    def start(self, milliseconds: int) -> bytes:  # noqa: ARG002 (untimed)
        """The size of the board, and whether there is a swap."""
        board = self._command(f"boardsize {self.game.options['size']}") + self._command("clear_board")
        swap = self._offer("param_game allow_swap 1") if self.game.options["swap"] else ""
        return (board + swap).encode()

    def ask(self, position: Position[Any], last: Turn | None, milliseconds: int) -> bytes:
        """What the game began with, where it is the first time; the opponent's stone, the time, and `genmove`."""
        colour = self._colours[self.side]
        stones = [] if self._asked else opening_stones(position, last)
        opening = "".join(self._command(f"play {self._colours[side]} {move}") for side, move in stones)
        played = "" if last is None else self._command(f"play {self._colours[self.side.other]} {last.move}")
        left = 1 if self.timed_by_moves else 0
        told = 0 < milliseconds < LONGEST_TIME
        time = self._offer(f"time_left {colour} {_seconds(milliseconds)} {left}") if told else ""
        request = self._command(f"genmove {colour}")
        self._asked = self._sent
        return (opening + played + time + request).encode()

    def read(self, line: bytes) -> Reply | None:
        """The answer to `genmove`; answers to other commands matter only when they are refusals."""
        line = line.rstrip()
        if line[:1] not in (b"=", b"?"):
            return None  # an empty line, or one that goes on with an answer
        number, _, answer = line[1:].decode("utf-8", "replace").partition(" ")
        if number in self._offered or (line[:1] == b"=" and number != str(self._asked)):
            return None
        if line[:1] == b"?":
            return Nonsense(f"refuses a command: {quoted(line)}")
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


def _seconds(milliseconds: int) -> str:
    """As GTP has them, whole, but where little time is left."""
    return str(milliseconds // 1000) if milliseconds >= _MUCH else f"{milliseconds / 1000:g}"
