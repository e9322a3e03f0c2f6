"""The rules of Breakthrough, and its board."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from crownbridge.errors import PositionError, quoted
from crownbridge.games import Game, Geometry, Option, Piece, outcome
from crownbridge.games.geometry import Cell, Label, Point
from crownbridge.games.guide import Picture, Section
from crownbridge_breakthrough.position import EMPTY, LETTERS, Position, Side

_PALETTE = {"dark": "#8a6f4d", "light": "#e8d9b8", "side0": "#fdfaf2", "side1": "#4d5566", "label": "#7a6a52"}
_MARGIN = 0.7


@dataclass(frozen=True)
class Breakthrough(Game[Position]):
    """Breakthrough, by default on 8x8."""

    name: ClassVar[str] = "breakthrough"
    goal: ClassVar[str] = "reach the other side's first row"
    sides: ClassVar[tuple[outcome.Side, outcome.Side]] = (Side.WHITE, Side.BLACK)
    described: ClassVar[tuple[Option, ...]] = (Option("size", 8, "Board size", "Size of the board, 4 to 12.", 4, 12),)

    guide: ClassVar[tuple[Section, ...]] = (
        Section(
            "Goal",
            ("Bring a piece to the other side's first row, or capture all of its pieces.",),
            (Picture("The start"),),
        ),
        Section(
            "Moves",
            ("A piece steps one square forwards, straight or diagonally. It captures diagonally.",),
            (Picture("White captures", "b..b/.b../w.../w..w w", "a2-b3", {"size": 4}),),
        ),
    )

    size: int = 8

    def __post_init__(self) -> None:
        (size,) = self.described
        object.__setattr__(self, "size", size.checked(self.size))

    @property
    def geometry(self) -> Geometry:
        """The board, white at the bottom."""
        return _board(self.size)

    def initial(self) -> Position:
        """Return the initial position: two rows of pieces on each side."""
        empty = EMPTY * (self.size * (self.size - 4))
        return Position(self, "w" * (2 * self.size) + empty + "b" * (2 * self.size), Side.WHITE)

    def parse(self, text: str) -> Position:
        """Return the position given by rows from the top and the side to move: `bb.b/..../..../wwww w`.

        Raise PositionError.
        """
        board, _, mover = text.strip().partition(" ")
        rows = board.split("/")
        if mover not in tuple(LETTERS) or [len(row) for row in rows] != [self.size] * self.size:
            raise PositionError(f"{quoted(text)} is not {self.size} rows of {self.size} cells and w or b")
        cells = "".join(reversed(rows))
        if set(cells) - {EMPTY, *LETTERS}:
            raise PositionError(f"{quoted(text)} has other characters than w, b and {EMPTY}")
        first, last = cells[: self.size], cells[-self.size :]
        if ("w" in last) + ("b" in first) + (not set("wb") <= set(cells)) > 1:
            raise PositionError(f"{quoted(text)} has two winners")
        side = Side(LETTERS.index(mover))
        if LETTERS[side] in (last if side is Side.WHITE else first) or LETTERS[side.other] not in cells:
            raise PositionError(f"{quoted(text)} is over, and it would be the winner's turn")
        return Position(self, cells, side)

    def placed(self, pieces: Mapping[int, Piece], side_to_move: outcome.Side) -> Position:
        """Return the position with these pieces. Raise PositionError."""
        cells = "".join(LETTERS[pieces[cell].side] if cell in pieces else EMPTY for cell in range(self.size**2))
        rows = [cells[at : at + self.size] for at in range(0, len(cells), self.size)]
        return self.parse(f"{'/'.join(reversed(rows))} {LETTERS[side_to_move]}")


@cache
def _board(size: int) -> Geometry:
    cells, labels = [], []
    for row in range(size):
        top = size - 1 - row
        labels.append(Label(str(row + 1), Point(_MARGIN / 2, top + 0.5), "label"))
        labels.append(Label(chr(97 + row), Point(_MARGIN + row + 0.5, size + _MARGIN / 2), "label"))
        for column in range(size):
            x = _MARGIN + column
            square = tuple(Point(x + dx, top + dy) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1)))
            tone = "light" if (row + column) % 2 else "dark"
            cells.append(Cell(f"{chr(97 + column)}{row + 1}", Point(x + 0.5, top + 0.5), square, tone))
    extent = size + _MARGIN
    return Geometry(extent, extent, tuple(cells), (), tuple(labels), _PALETTE, names_on_cells=False)
