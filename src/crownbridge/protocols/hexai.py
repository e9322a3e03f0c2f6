"""The Hex protocol of hexai: colours as command-line arguments, moves as `Xa10 #14 t=358ms`.

X moves first and connects top and bottom. Lines that start with neither X nor O are ignored. A dot after a move claims
that it ends the game; a dot after the colour alone aborts the game.
"""

import re
from typing import Any, NamedTuple

from crownbridge.errors import InvalidMoveError, OptionError, quoted
from crownbridge.games import Game, Outcome, Position, Side
from crownbridge.games.hex import Move
from crownbridge.protocols.dialogue import Abort, Dialogue, LastMove, MoveReply, ProtocolViolation, Reply

_MOVE = re.compile(  # possessive: a line of spaces takes linear time
    rb"([XO])([a-z][0-9]{1,3}+)([ .]?+)\s*+(?:#\s*+([0-9]{1,6}+))?+\s*+(?:t\s*+=\s*+([0-9]{1,9}+)\s*+ms)?+\s*+"
)
_STOP = re.compile(rb"([XO])\.\s*(?:[XO]\b\s*)?(?:E:)?\s*(.*)", re.DOTALL)


class MoveLine(NamedTuple):
    """A line with a move."""

    colour: str
    cell: str
    final: bool
    number: int | None
    milliseconds: int | None

    def __str__(self) -> str:
        return f"{self.colour}{self.cell}{'.' if self.final else ' '}#{self.number} t={self.milliseconds}ms"


def parse_move_line(line: bytes) -> MoveLine | None:
    """Return the move of a line, or `None` if it is not a move."""
    match = _MOVE.fullmatch(line)
    if match is None:
        return None
    colour, cell, dot, number, milliseconds = match.groups()
    return MoveLine(
        colour.decode(),
        cell.decode(),
        dot == b".",
        int(number) if number else None,
        int(milliseconds) if milliseconds else None,
    )


def parse_stop(line: bytes) -> tuple[str, str] | None:
    """Return the colour that aborts the game and the reason, or `None` if the line does not abort it."""
    match = _STOP.fullmatch(line)
    if match is None:
        return None
    return match[1].decode(), match[2].decode("utf-8", "replace").strip() or "no reason given"


class Hexai(Dialogue):
    """The hexai protocol; colour, board size and optionally iterations are command-line arguments."""

    protocol = "hexai"
    game_name = "hex"
    starts_anywhere = False
    moves_unasked = True

    def __init__(self, game: Game[Any], side: Side) -> None:
        """Raise OptionError if the game has the swap rule."""
        super().__init__(game, side)
        if game.options["swap"]:
            raise OptionError("the hexai protocol does not support the swap rule; use htp")
        first = game.initial().side_to_move
        self._letters = {first: "X", first.other: "O"}

    def arguments(self) -> list[str]:
        """Return colour and board size."""
        return [self._letters[self.side], str(self.game.options["size"])]

    def start(self, milliseconds: int) -> bytes:  # noqa: ARG002 (untimed)
        """Return the opponent's handshake."""
        return f"{self._letters[self.side.other]}: crownbridge\n".encode()

    def ask(self, position: Position[Any], last: LastMove | None, milliseconds: int) -> bytes:  # noqa: ARG002 (untimed)
        """Return the opponent's move; X sends its first move without a request."""
        return b"" if last is None else self._move_line(last)

    def _move_line(self, last: LastMove) -> bytes:
        if last.line is not None:
            return last.line + b"\n"
        final = last.position.outcome() is not None
        number = (last.number + 1) // 2
        line = MoveLine(self._letters[self.side.other], str(last.move), final, number, last.milliseconds)
        return f"{line}\n".encode()

    def read(self, line: bytes) -> Reply | None:
        """Parse a move, an abort, or a handshake, which is ignored."""
        if line[:1] not in (b"X", b"O") or line[1:2] == b":":
            return None
        own = self._letters[self.side].encode()
        if line[:1] != own:
            return ProtocolViolation(f"sent a line for the other colour: {quoted(line)}")
        move = parse_move_line(line)
        if move is not None:
            try:
                return MoveReply(Move(move.cell), says_over=move.final)
            except InvalidMoveError as error:
                return ProtocolViolation(str(error))
        stop = parse_stop(line)
        if stop is not None:
            return Abort(stop[1])
        return ProtocolViolation(f"neither a move nor a handshake: {quoted(line)}")

    def end(self, outcome: Outcome, last: LastMove | None) -> bytes:
        """Return the move that ended the game or, if the opponent failed, an abort in its name."""
        if last is not None:
            return self._move_line(last)
        opponent_failed = outcome.detail and outcome.winner is not self.side.other
        return f"{self._letters[self.side.other]}.\n".encode() if opponent_failed else b""
