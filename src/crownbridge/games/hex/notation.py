"""Hex positions and games as text. A single move as text is the move's own."""

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
    """The cells column by column, stones as `r` and `b`, empty as a space: the board string of hexmon's AIs."""
    return _transposed(position.rows, position.rules.size).replace(".", " ")


def format_moves(moves: Iterable[HexMove]) -> str:
    """Moves one after another as HexWorld writes them: `a2:sd10`."""
    return "".join(_SWAP if move.is_swap else str(move) for move in moves)


def parse_moves(text: str) -> list[HexMove]:
    """The moves of a HexWorld-style string. Raises InvalidMoveError, which says where."""
    moves, at = [], 0
    while at < len(text):
        match = _MOVE.match(text, at)
        if not match:
            raise InvalidMoveError(
                f"{quoted(text[at:], 12)} at character {at + 1} is no move; expected a cell or {_SWAP}"
            )
        moves.append(HexMove("swap-pieces" if match[0] == _SWAP else match[0]))
        at = match.end()
    return moves


def are_moves(text: str) -> bool:
    """Whether a text is meant as moves rather than as a board."""
    return not text or bool(re.match(r"[a-z]+[0-9]|:", text))


def parse(text: str, size: int, first: int) -> tuple[str, int]:
    """The cells row by row and the side to move. Raises PositionError.

    The text is either rows and side (`.../.r./... b`), or a string of columns as `columns` gives it; then the side with
    fewer stones is to move, or the one that began.
    """
    if "/" in text or "." in text or len(text) == size * size + 2:
        return _parse_rows(text, size)
    rows = _transposed(text, size).replace(" ", ".")
    lead = rows.count("rb"[first]) - rows.count("br"[first])
    return rows, 1 - first if lead > 0 else first


def _parse_rows(text: str, size: int) -> tuple[str, int]:
    board, _, side = text.strip().rpartition(" ")
    if side not in ("r", "b"):
        raise PositionError("whose turn is it? expected r or b after the rows and a space, as in '.../.r./... b'")
    rows = board.split("/")
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise PositionError(f"row {number} has {len(row)} cells; this board has {size} in a row")
    if len(rows) != size:
        raise PositionError(f"there are {len(rows)} rows; this board has {size}")
    return "".join(rows), "rb".index(side)


def _transposed(cells: str, size: int) -> str:
    if len(cells) != size * size:
        raise PositionError(
            f"{quoted(cells)} is no Hex position of size {size}; expected rows and side ('.../.r./... b'), "
            f"{size * size} cells column by column, or moves ('c3d4')"
        )
    return "".join(cells[start::size] for start in range(size))
