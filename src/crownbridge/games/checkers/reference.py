"""The rules of checkers in plain, slow Python: the reference for tests of the native core, and a readable definition.

This module shares no code with the native core. Squares are (row, column) from the top left; a path is a tuple of them.
"""

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from crownbridge.games.checkers.side import Side
from crownbridge.games.outcome import Outcome, Termination

Square = tuple[int, int]
Path = tuple[Square, ...]

FORWARD = {"r": +1, "w": -1}
CROWNING_ROW = {"r": 7, "w": 0}


def square_of(number: int) -> Square:
    """Return the row and column of a square 1 to 32."""
    row, place = divmod(number - 1, 4)
    return row, 2 * place + (1 if row % 2 == 0 else 0)


def number_of(square: Square) -> int:
    """Return the number of a dark square."""
    row, column = square
    return 4 * row + column // 2 + 1


@dataclass(frozen=True)
class ReferencePosition:
    """A position: pieces by square as `r R w W`, the side to move, and the state of the draw rules."""

    pieces: dict[Square, str]
    turn: str = "r"
    counter: int = 50
    start_counter: int = 50
    men_progress: bool = False
    repetition: int = 0
    move_limit: int = 0
    moves_played: int = 0
    seen: tuple[tuple[frozenset[tuple[Square, str]], str], ...] = field(default=())

    @classmethod
    def from_squares(cls, squares: str, turn: str, **rules: Any) -> "ReferencePosition":
        """Make a position from 32 characters, squares 1 to 32."""
        pieces = {square_of(number): letter for number, letter in enumerate(squares, 1) if letter != "."}
        return cls(pieces, turn, **rules)

    def squares(self) -> str:
        """Return the 32 squares as characters."""
        return "".join(self.pieces.get(square_of(number), ".") for number in range(1, 33))

    def legal_paths(self) -> list[tuple[int, ...]]:
        """Return the paths of the legal moves as square numbers, sorted."""
        if self.outcome() is not None:
            return []
        return sorted(tuple(map(number_of, path)) for path in self._paths())

    def play(self, numbers: tuple[int, ...]) -> "ReferencePosition":
        """Return the position after a legal path."""
        path = tuple(map(square_of, numbers))
        pieces = dict(self.pieces)
        piece = pieces.pop(path[0])
        captured = 0
        for (row, column), (next_row, next_column) in pairwise(path):
            if abs(next_row - row) == 2:  # noqa: PLR2004 (a jump)
                del pieces[(row + next_row) // 2, (column + next_column) // 2]
                captured += 1
        crowned = piece.upper() if path[-1][0] == CROWNING_ROW[self.turn] else piece
        pieces[path[-1]] = crowned
        progress = captured > 0 or (self.men_progress and piece.islower())
        return replace(
            self,
            pieces=pieces,
            turn="w" if self.turn == "r" else "r",
            counter=self.start_counter if progress else max(self.counter - 1, 0),
            moves_played=self.moves_played + 1,
            seen=(*self.seen, self._facts()),
        )

    def outcome(self) -> Outcome | None:
        """Return the result, or `None` if the game is not over."""
        if self.start_counter and self.counter == 0:
            return Outcome(None, Termination.COUNTER)
        if self.repetition and self.seen.count(self._facts()) + 1 >= self.repetition:
            return Outcome(None, Termination.REPETITION)
        if not self._paths():
            return Outcome(Side.WHITE if self.turn == "r" else Side.RED, Termination.NORMAL)
        if self.move_limit and self.moves_played >= self.move_limit:
            return Outcome(None, Termination.MOVE_LIMIT)
        return None

    def _facts(self) -> tuple[frozenset[tuple[Square, str]], str]:
        return frozenset(self.pieces.items()), self.turn

    def _paths(self) -> list[Path]:
        own = [square for square, piece in self.pieces.items() if piece.lower() == self.turn]
        jumps = [path for square in own for path in self._jumps((square,), frozenset())]
        return jumps or [path for square in own for path in self._steps(square)]

    def _directions(self, start: Square) -> list[tuple[int, int]]:
        piece = self.pieces[start]
        rows = (-1, 1) if piece.isupper() else (FORWARD[piece],)
        return [(row, column) for row in rows for column in (-1, 1)]

    def _is_empty(self, square: Square, start: Square) -> bool:
        row, column = square
        return 0 <= row < 8 and 0 <= column < 8 and (square not in self.pieces or square == start)  # noqa: PLR2004 (the board)

    def _steps(self, start: Square) -> list[Path]:
        row, column = start
        ends = [(row + down, column + right) for down, right in self._directions(start)]
        return [(start, end) for end in ends if self._is_empty(end, start)]

    def _jumps(self, path: Path, taken: frozenset[Square]) -> list[Path]:
        """Return all complete captures that begin with this path."""
        row, column = path[-1]
        finished = []
        for down, right in self._directions(path[0]):
            over, end = (row + down, column + right), (row + 2 * down, column + 2 * right)
            enemy = self.pieces.get(over, self.turn).lower() != self.turn
            if enemy and over not in taken and self._is_empty(end, path[0]):
                finished += self._jumps((*path, end), taken | {over})
        return finished or ([path] if taken else [])
