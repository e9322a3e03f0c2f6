"""Hex positions and games as text. `HexMove` parses and formats single moves."""

import re
from collections.abc import Iterable

from crownbridge._core import HexMove
from crownbridge.errors import InvalidMoveError, PositionError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crownbridge.games.hex.position import Position

_SWAP = ":s"
_MOVE = re.compile(r"[a-z]+[0-9]+|:s")


def columns(position: "Position") -> str:
    """Return the cells column by column, stones as `r` and `b`, empty as a space: the board string of hexmon's AIs."""
    return _transposed(position.rows, position.rules.size).replace(".", " ")


def format_moves(moves: Iterable[HexMove]) -> str:
    """Return moves in the notation of HexWorld: `a2:sd10`."""
    return "".join(_SWAP if move.is_swap else str(move) for move in moves)


def parse_moves(text: str) -> list[HexMove]:
    """Return the moves of a HexWorld string. Raise InvalidMoveError with the place of the error."""
    moves, at = [], 0
    while at < len(text):
        match = _MOVE.match(text, at)
        if not match:
            raise InvalidMoveError(
                f"{quoted(text[at:], 12)} at character {at + 1} is not a move; expected a cell or {_SWAP}"
            )
        moves.append(HexMove("swap-pieces" if match[0] == _SWAP else match[0]))
        at = match.end()
    return moves


def are_moves(text: str) -> bool:
    """Return True if a text looks like moves rather than a board."""
    return not text or bool(re.match(r"[a-z]+[0-9]|:", text))


def parse(text: str, size: int, first: int) -> tuple[str, int]:
    """Return the cells row by row and the side to move. Raise PositionError.

    The text is either rows and side (`.../.r./... b`), or a string of columns as `columns` returns it; then the side
    to move is the one with fewer stones or, if the numbers are equal, the one that moved first.
    """
    if "/" in text or "." in text or len(text) == size * size + 2:
        return _parse_rows(text, size)
    rows = _transposed(text, size).replace(" ", ".")
    lead = rows.count("rb"[first]) - rows.count("br"[first])
    return rows, 1 - first if lead > 0 else first


def _parse_rows(text: str, size: int) -> tuple[str, int]:
    board, _, side = text.strip().rpartition(" ")
    if side not in ("r", "b"):
        raise PositionError(
            "the side to move is missing; expected r or b after the rows and a space, as in '.../.r./... b'"
        )
    rows = board.split("/")
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise PositionError(f"row {number} has {len(row)} cells; expected {size}")
    if len(rows) != size:
        raise PositionError(f"the board has {len(rows)} rows; expected {size}")
    return "".join(rows), "rb".index(side)


def _transposed(cells: str, size: int) -> str:
    if len(cells) != size * size:
        raise PositionError(
            f"{quoted(cells)} is not a Hex position of size {size}; expected rows and side ('.../.r./... b'), "
            f"{size * size} cells column by column, or moves ('c3d4')"
        )
    return "".join(cells[start::size] for start in range(size))
