"""The KTH checkers protocol: a line is a complete game state, and each client sends the state after its move.

rrrrrrrrrr.r..r.....wwwwwwwwwwww 0_11_15 w 49
board                            move    side to move, and moves left until a draw
"""

import re
from typing import Any, ClassVar, NamedTuple

from crownbridge.errors import InvalidMoveError, OptionError, quoted
from crownbridge.games import Game, Outcome, Position, RuleCheck, Termination
from crownbridge.games import Side as AnySide
from crownbridge.games.checkers import Move, Side
from crownbridge.protocols.dialogue import (
    PRINT_TO_STDERR,
    Dialogue,
    LastMove,
    MoveReply,
    ProtocolViolation,
    RelayedLine,
    Reply,
    Resignation,
)

MOST_MOVES_LEFT = 50
_SQUARES = 32
BEGINNING = "-1"
ENDS: dict[AnySide | None, str] = {Side.RED: "-2", Side.WHITE: "-3", None: "-4"}
"""Descriptions that announce the end of the game, by winner."""

_SUMMARIES = {BEGINNING: "beginning", "-5": "null move"} | {
    word: "draw" if winner is None else f"{winner} wins" for winner, word in ENDS.items()
}

_MESSAGE = re.compile(
    rb"\s*([.rRwW]{32})\s+(-[1-5]|[0-9](?:_(?:[1-9]|[12][0-9]|3[0-2])){2,10})\s+([rw])\s+([0-9]|[1-4][0-9]|50)\s*"
)

_BOARD_FIRST = re.compile(rb"\s*[.rRwW]{8}")  # ordinary text does not match


class Message(NamedTuple):
    """One line of the protocol."""

    board: str
    description: str
    next_player: str
    moves_left: int

    @property
    def state(self) -> str:
        """The game state without the description: the text of a checkers position."""
        return f"{self.board} {self.next_player} {self.moves_left}"

    @property
    def ends_game(self) -> bool:
        """True if the message announces the end of the game."""
        return self.description in ENDS.values()

    def __str__(self) -> str:
        return f"{self.board} {self.description} {self.next_player} {self.moves_left}"


def parse_message(line: bytes) -> Message | None:
    """Return the message on a line, or `None` if it is not a message. Extra spaces are allowed."""
    match = _MESSAGE.fullmatch(line)
    if match is None:
        return None
    board, description, next_player, moves_left = (field.decode() for field in match.groups())
    if description[0] != "-" and description.count("_") != max(int(description[0]), 1) + 1:
        return None
    return Message(board, description, next_player, int(moves_left))


def describe_problem(line: bytes) -> str:
    """Return which field of an invalid message is wrong, and what is expected."""
    fields = [field.decode("utf-8", "replace") for field in line.split()]
    if len(fields) != len(Message._fields):
        return f"expected 4 fields (board, move, next player, moves left), got {len(fields)}"
    board, description, next_player, moves_left = fields
    if len(board) != _SQUARES:
        return f"the board has {len(board)} squares; expected {_SQUARES}"
    if strange := board.strip(".rRwW"):
        return f"the board contains {quoted(strange[0])}; expected . r R w W"
    if next_player not in ("r", "w"):
        return f"the next player is {quoted(next_player)}; expected r or w"
    if moves_left not in map(str, range(MOST_MOVES_LEFT + 1)):
        return f"the number of moves left is {quoted(moves_left)}; expected 0 to {MOST_MOVES_LEFT}"
    return (
        f"{quoted(description)} is not a move; expected -1 to -5, or captures and squares such as 0_11_15 or 2_6_15_24"
    )


def _remedy(line: bytes) -> str:
    """Return advice for the author of a program that sent a line that is not a message."""
    return describe_problem(line) if _BOARD_FIRST.match(line) else PRINT_TO_STDERR


def describe(move: Move) -> str:
    """Return a move as the protocol writes it: the number of captures, and the squares."""
    captures = len(move.path) - 1 if move.is_capture else 0
    return "_".join(map(str, (captures, *move.path)))


def message_for(position: Position[Any], description: str) -> Message:
    """Return the message for a position and the description of the move that led to it."""
    board, side, counter = str(position).split()
    return Message(board, description, side, int(counter))


def _played(message: Message) -> MoveReply | ProtocolViolation:
    jumps, *squares = map(int, message.description.split("_"))
    try:
        move = Move(squares)
    except InvalidMoveError as error:
        return ProtocolViolation(f"{message.description} is not a move: {error}")
    if move.is_capture != (jumps > 0):
        return ProtocolViolation(f"{message.description} has a wrong number of captures for {move}")
    return MoveReply(move, message.state)


class Kth(Dialogue):
    """The KTH protocol. The client that is started with `init` plays white and sends the first message."""

    protocol = "kth"
    sends_positions = True
    game_name = "checkers"
    opening_word: ClassVar[str] = "init"
    endings = (
        RuleCheck(
            "says that it has lost", "W:W15:B10", "15x6", "a client without a legal move sends the board with -3"
        ),
        RuleCheck(
            "says that the game is drawn",
            "R..............................W w 1",
            "32-27",
            "a client that receives a counter of 0 sends the board with -4",
        ),
    )

    def __init__(self, game: Game[Any], side: AnySide) -> None:
        super().__init__(game, side)
        if game.options["counter"] != MOST_MOVES_LEFT or game.options["men_progress"]:
            raise OptionError(
                "the kth protocol requires a draw counter of 50 moves without a capture; use the preset kth"
            )

    @property
    def greets(self) -> bool:  # type: ignore[override]
        """True for white, which announces the start of the game."""
        return self.side is Side.WHITE

    def arguments(self) -> list[str]:
        """Return `init` for white."""
        return [self.opening_word] if self.side is Side.WHITE else []

    def read_greeting(self, line: bytes) -> ProtocolViolation | bool:
        """Return True if a line is the message that announces the start of the game."""
        expected = str(message_for(self.game.initial(), BEGINNING))
        message = parse_message(line)
        if message is not None and str(message) == expected:
            return True
        remedy = f"; {_remedy(line)}" if message is None else ""
        return ProtocolViolation(f"the first message should be {expected!r}, but is {quoted(line)}{remedy}")

    def ask(self, position: Position[Any], last: LastMove | None, milliseconds: int) -> bytes:  # noqa: ARG002 (untimed)
        """Return the message with which a KTH opponent would have moved."""
        if last is not None and last.line is not None:
            return last.line + b"\n"
        description = BEGINNING if last is None else describe(last.move)
        return str(message_for(position, description)).encode() + b"\n"

    def read(self, line: bytes) -> Reply | None:
        """Parse a message with a move or the end of the game."""
        message = parse_message(line)
        if message is None:
            return ProtocolViolation(f"not a message of the protocol: {quoted(line)}; {_remedy(line)}")
        if message.ends_game:
            if message.description == ENDS[self.side.other]:
                return Resignation()
            return ProtocolViolation(f"claims that the game is over: {quoted(line)}")
        if message.description[0] == "-":
            return ProtocolViolation(f"the message contains no move: {quoted(line)}")
        return _played(message)

    def end(self, outcome: Outcome, last: LastMove | None) -> bytes:  # noqa: ARG002 (the client knows the outcome)
        """Return the move that ended the game; the client replies with the end of the game."""
        return self.ask(last.position, last, 0) if last is not None else b""

    def parse_relayed(self, line: bytes) -> RelayedLine | None:
        """Parse a message between two joined programs, legal or not."""
        message = parse_message(line)
        if message is None:
            return None
        description = message.description
        outcomes = {word: Outcome(winner, Termination.NORMAL) for winner, word in ENDS.items()}
        summary = _SUMMARIES.get(description, description)
        return RelayedLine(summary, message.state, description == BEGINNING, outcomes.get(description))
