"""Positions and moves of Breakthrough."""

import re
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from crownbridge.errors import IllegalMoveError, InvalidMoveError, quoted
from crownbridge.games import Outcome, Piece, Termination, outcome

if TYPE_CHECKING:
    from crownbridge_breakthrough.game import Breakthrough

EMPTY = "."
LETTERS = "wb"
_MOVE = re.compile(r"\s*([a-z])([0-9]{1,2})\s*[-x]?\s*([a-z])([0-9]{1,2})\s*")


class Side(outcome.Side):
    """White starts at the bottom and moves first."""

    WHITE = 0
    BLACK = 1


class Move(NamedTuple):
    """A step from one cell to another; columns count from a, rows from 1 at the bottom."""

    column: int
    row: int
    to_column: int
    to_row: int

    def __str__(self) -> str:
        return f"{chr(97 + self.column)}{self.row}-{chr(97 + self.to_column)}{self.to_row}"


class Position:
    """The pieces, row by row from the bottom, and the side to move. Immutable."""

    def __init__(self, game: "Breakthrough", cells: str, side_to_move: Side) -> None:
        self.game = game
        self.side_to_move = side_to_move
        self._cells = cells

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    @property
    def _identity(self) -> tuple[int, str, int]:
        return self.game.size, self._cells, self.side_to_move

    @cached_property
    def key(self) -> int:
        """A 64-bit hash of pieces and side to move."""
        return int.from_bytes(blake2b(repr(self._identity).encode(), digest_size=8).digest())

    def legal_moves(self) -> list[Move]:
        """Return the legal moves in ascending order; the list is empty only if the game is over."""
        return [] if self.outcome() is not None else self._moves.copy()

    @cached_property
    def _moves(self) -> list[Move]:
        size, cells = self.game.size, self._cells
        own, enemy = LETTERS[self.side_to_move], LETTERS[self.side_to_move.other]
        ahead = 1 if self.side_to_move is Side.WHITE else -1
        moves = []
        for cell, piece in enumerate(cells):
            if piece != own:
                continue
            row, column = divmod(cell, size)
            if not 0 <= row + ahead < size:
                continue
            for to_column in range(max(column - 1, 0), min(column + 2, size)):
                there = cells[(row + ahead) * size + to_column]
                if there == EMPTY or (there == enemy and to_column != column):
                    moves.append(Move(column, row + 1, to_column, row + ahead + 1))
        return sorted(moves)

    def play(self, move: Move | str) -> "Position":
        """Return the position after a move. Raise MoveError."""
        if isinstance(move, str):
            move = self.parse_move(move)
        if move not in self.legal_moves():
            raise IllegalMoveError(f"{move} is illegal: {self._refusal(move)}")
        cells = list(self._cells)
        start, end = self.cells_of(move)
        cells[start], cells[end] = EMPTY, LETTERS[self.side_to_move]
        return Position(self.game, "".join(cells), self.side_to_move.other)  # type: ignore[arg-type]  # a Side

    def _refusal(self, move: Move) -> str:
        if self.outcome() is not None:
            return "the game is over"
        size = self.game.size
        if not (move.column < size and 1 <= move.row <= size):
            return "it is not on the board"
        if self._cells[self.cells_of(move)[0]] != LETTERS[self.side_to_move]:
            return f"{self.side_to_move} has no piece there"
        return "a piece moves one step forward, and captures diagonally"

    @cached_property
    def _outcome(self) -> Outcome | None:
        size = self.game.size
        mover, waiting = self.side_to_move, self.side_to_move.other
        goal = self._cells[-size:] if waiting is Side.WHITE else self._cells[:size]
        if LETTERS[waiting] in goal or LETTERS[mover] not in self._cells or not self._moves:
            return Outcome(waiting, Termination.NORMAL)
        return None

    def outcome(self) -> Outcome | None:
        """Return the result: a side wins by reaching the last row or capturing every piece."""
        return self._outcome

    def parse_move(self, text: str) -> Move:
        """Return the legal move of a text such as e2-e3 or e2xd3. Raise MoveError."""
        if (match := _MOVE.fullmatch(text)) is None:
            raise InvalidMoveError(f"{quoted(text)} is not a move; expected two cells, as in e2-e3")
        column, row, to_column, to_row = match.groups()
        move = Move(ord(column) - 97, int(row), ord(to_column) - 97, int(to_row))
        if move not in self.legal_moves():
            raise IllegalMoveError(f"{move} is illegal: {self._refusal(move)}")
        return move

    def format_move(self, move: Move) -> str:
        """Return the text of a legal move, with x for a capture."""
        return str(move).replace("-", "x") if self.captures_of(move) else str(move)

    def pieces(self) -> Mapping[int, Piece]:
        """Return the pieces by cell."""
        return {cell: Piece(Side(LETTERS.index(one))) for cell, one in enumerate(self._cells) if one != EMPTY}

    def cells_of(self, move: Move) -> tuple[int, int]:
        """Return the start and the end of a move."""
        size = self.game.size
        return (move.row - 1) * size + move.column, (move.to_row - 1) * size + move.to_column

    def captures_of(self, move: Move) -> tuple[int, ...]:
        """Return the cell of the captured piece, if any."""
        end = self.cells_of(move)[1]
        return (end,) if self._cells[end] != EMPTY else ()

    def text_forms(self) -> Mapping[str, str]:
        """Return the position in the game's only notation."""
        return {"rows": str(self)}

    def __str__(self) -> str:
        size = self.game.size
        rows = [self._cells[at : at + size] for at in range(0, size * size, size)]
        return f"{'/'.join(reversed(rows))} {LETTERS[self.side_to_move]}"
