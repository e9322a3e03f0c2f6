"""Squares, counted from 0, and the pieces on them."""

from typing import Any

from crownbridge.games.checkers import Side

CENTRE = frozenset({9, 10, 13, 14, 17, 18, 21, 22})


def column_of(square: int) -> int:
    """Return the column of a square, 0 to 7."""
    return square % 4 * 2 + (square // 4 % 2 == 0)


def row_of(square: int, side: Side) -> int:
    """Return the number of rows that a man of a side has advanced to a square."""
    return square // 4 if side is Side.RED else 7 - square // 4


def distance(one: int, other: int) -> int:
    """Return the number of moves that a king needs from one square to another."""
    return max(abs(one // 4 - other // 4), abs(column_of(one) - column_of(other)))


def men_and_kings(position: Any, side: Side) -> tuple[list[int], list[int]]:
    """Return the squares of a side's men and of its kings."""
    own = {square: piece for square, piece in position.pieces().items() if piece.side is side}
    return [square for square in own if not own[square].crowned], [square for square in own if own[square].crowned]


def moves_king(position: Any, move: Any) -> bool:
    """Return True if a move is one of a king."""
    return bool(position.pieces()[move.start - 1].crowned)
