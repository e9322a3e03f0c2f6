"""The lines protocol, for any game: a line is a keyword and its arguments; lines with unknown keywords are ignored.

play 11-15                          the opponent's move
position rrrrrrrrrr.r..r... w 49    the position to move in
time move 500                       milliseconds for this move
legal 21-17 22-17 22-18             the legal moves
move                                the request for a move; the reply is `move 22-18`
"""

import re
from collections.abc import Mapping
from typing import Any

from crownbridge.errors import quoted
from crownbridge.games import Game, Outcome, Position, Side
from crownbridge.protocols.dialogue import (
    LONGEST_TIME,
    Abort,
    Dialogue,
    LastMove,
    MoveReply,
    ProtocolViolation,
    Reply,
    Resignation,
)

VERSION = 1
_WHOLE = re.compile(r"-?[0-9]{1,18}")


def format_options(options: Mapping[str, Any]) -> str:
    """Return a game's options as `size=11 first=red swap=false`; `parse_options` is the inverse."""
    return " ".join(
        f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in options.items()
    )


def parse_options(text: str) -> dict[str, Any]:
    """Return the options of a `game` line. A value is a whole number, true or false, or else a word."""
    return {name: _value(value) for name, _, value in (word.partition("=") for word in text.split())}


def _value(text: str) -> Any:
    return int(text) if _WHOLE.fullmatch(text) else {"true": True, "false": False}.get(text, text)


class Lines(Dialogue):
    """The lines protocol: the game at the start, and the complete position with every request for a move."""

    protocol = "lines"
    sends_positions = True
    illegal_move_advice = "reply with 'move' and exactly one of the moves in the last 'legal' line"

    def __init__(self, game: Game[Any], side: Side) -> None:
        super().__init__(game, side)
        self._legal: list[str] = []

    def start(self, milliseconds: int) -> bytes:  # noqa: ARG002 (sent with every request)
        """Return the version of the protocol, the game with its options, and the program's side."""
        game = f"game {self.game.name} {format_options(self.game.options)}".rstrip()
        return f"lines {VERSION}\n{game}\nside {self.side}\n".encode()

    def ask(self, position: Position[Any], last: LastMove | None, milliseconds: int) -> bytes:
        """Return the opponent's move, the position, the time, the legal moves, and the request."""
        self._legal = list(map(str, position.legal_moves()))
        scope = "move" if self.timed_by_moves else "game"
        time = f"time {scope} {milliseconds}\n" if milliseconds < LONGEST_TIME else ""
        return f"{_play(last)}position {position}\n{time}legal {' '.join(self._legal)}\nmove\n".encode()

    def read(self, line: bytes) -> Reply | None:
        """Parse `move MOVE`, `resign` or `error REASON`."""
        text = line.decode("utf-8", "replace").strip()
        word, _, rest = text.partition(" ")
        match word:
            case "move" if rest.strip():
                return MoveReply(rest.strip())
            case "move":
                return ProtocolViolation("the move is missing; expected 'move MOVE'")
            case "resign":
                return Resignation()
            case "error":
                return Abort(quoted(rest.strip()) if rest.strip() else "no reason given")
        if text in self._legal:
            return ProtocolViolation(f"{quoted(text)} lacks the keyword move; expected {quoted(f'move {text}')}")
        return None

    def end(self, outcome: Outcome, last: LastMove | None) -> bytes:
        """Return the opponent's move if it ended the game, and the outcome."""
        return f"{_play(last)}end {' '.join(str(outcome).split())}\n".encode("utf-8", "replace")


def _play(last: LastMove | None) -> str:
    return "" if last is None else f"play {last.move}\n"
