"""The checkers protocol of executable agents in the reblexis tournament system: time and board in, visited squares out.

60000                    the time left, in milliseconds
. b . b . b . b          eight rows from the top: b and w are men, B and W kings
...
2 3 2 2 3                the reply: number of squares, then column and row of each, from 0 at the top left
"""

from collections.abc import Sequence
from typing import Any

from crownbridge.errors import InputError, InvalidMoveError, quoted
from crownbridge.games import Position
from crownbridge.games.checkers import Move, Side
from crownbridge.protocols.dialogue import PRINT_TO_STDERR, Dialogue, LastMove, MoveReply, ProtocolViolation, Reply

SIZE = 8
COLOURS = {Side.RED: b"black", Side.WHITE: b"white"}
_LETTERS = str.maketrans("rR", "bB")
_OWN_LETTERS = {b".": ".", b"b": "r", b"B": "R", b"w": "w", b"W": "W"}


def board_rows(squares: str) -> list[str]:
    """Return the eight rows of a board, from its 32 squares."""
    rows = []
    for row in range(SIZE):
        dark = iter(squares[4 * row : 4 * row + 4].translate(_LETTERS))
        rows.append(" ".join(next(dark) if (row + column) % 2 else "." for column in range(SIZE)))
    return rows


def parse_board(rows: Sequence[bytes]) -> str:
    """Return the 32 squares of a board, from its eight rows. Raise InputError with the number of the invalid row."""
    squares = ""
    for number, row in enumerate(rows):
        cells = row.split()
        if len(cells) != SIZE or not all(cell in _OWN_LETTERS for cell in cells):
            raise InputError(
                f"row {number} is {quoted(row.strip())}; expected eight of . b B w W with spaces between them"
            )
        if any(cell != b"." for cell in cells[number % 2 :: 2]):
            raise InputError(f"row {number} is {quoted(row.strip())}; there is a piece on a light square")
        squares += "".join(_OWN_LETTERS[cell] for cell in cells[1 - number % 2 :: 2])
    return squares


def format_path(move: Move) -> str:
    """Return the reply for a move; `parse_path` is the inverse."""
    places = [divmod(square - 1, SIZE // 2) for square in move.path]
    pairs = (f"{2 * place + (row + 1) % 2} {row}" for row, place in places)
    return " ".join([str(len(places)), *pairs])


def parse_path(line: bytes) -> list[int] | str:
    """Return the squares 1 to 32 of a reply, or what is wrong with it."""
    fields = line.split()
    if not fields or not all(field.isdigit() and len(field) < SIZE for field in fields):
        return "expected numbers"
    count, *numbers = map(int, fields)
    if len(numbers) != 2 * count:
        return f"{len(numbers)} numbers follow; expected {2 * count} for {count} squares"
    path = []
    for column, row in zip(numbers[::2], numbers[1::2], strict=True):
        if row >= SIZE or column >= SIZE or (row + column) % 2 == 0:
            return f"column {column}, row {row} is not a dark square"
        path.append(4 * row + column // 2 + 1)
    return path


class Reblexis(Dialogue):
    """The reblexis protocol: time and colour at the start, then time left and board for each move."""

    protocol = "reblexis"
    sends_positions = True
    game_name = "checkers"
    is_default = True

    @property
    def side_name(self) -> str:
        """The word of the protocol for the program's side."""
        return COLOURS[Side(self.side)].decode()

    def start(self, milliseconds: int) -> bytes:
        """Return the time for the game and the colour; red is called black."""
        return b"%d\n%s\n" % (milliseconds, COLOURS[Side(self.side)])

    def ask(self, position: Position[Any], last: LastMove | None, milliseconds: int) -> bytes:  # noqa: ARG002 (the board suffices)
        """Return the time left and the board."""
        rows = board_rows(str(position).split()[0])
        return "\n".join([str(milliseconds), *rows, ""]).encode()

    def read(self, line: bytes) -> Reply | None:
        """Parse the visited squares."""
        path = parse_path(line)
        if isinstance(path, str):
            remedy = "" if line.split()[:1] and line.split()[0].isdigit() else f"; {PRINT_TO_STDERR}"
            return ProtocolViolation(f"not a move: {quoted(line)} ({path}){remedy}")
        try:
            return MoveReply(Move(path))
        except InvalidMoveError as error:
            return ProtocolViolation(f"not a move: {quoted(line)} ({error})")
