"""The game of Hex and its options.

- The players take turns to place a stone on an empty cell; a cell has six neighbours, fewer at the edge.
- Red wins by connecting top and bottom, blue by connecting left and right. There are no draws.
- With the swap rule, the second player may reply to the first stone by taking it over: the stone is mirrored on the
  long diagonal, which gives it the same value for the second player, and changes its colour.

Cells are named by column letter and row number from the top left: a1, k11.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from crownbridge._core import HexBatch, HexRules, hex_perft, hex_random_games
from crownbridge.errors import MoveError, PositionError
from crownbridge.games import game, outcome, position
from crownbridge.games.geometry import Geometry
from crownbridge.games.guide import Section
from crownbridge.games.hex import geometry, notation
from crownbridge.games.hex.chain import winning_chain
from crownbridge.games.hex.guide import GUIDE
from crownbridge.games.hex.position import Position
from crownbridge.games.hex.side import Side
from crownbridge.games.options import Option, whole_number
from crownbridge.games.position import Piece

__all__ = ["LARGEST", "Hex", "Side"]

LARGEST = 26
"""Maximum size of a board; columns are letters."""


@dataclass(frozen=True)
class Hex(game.Game[Position]):
    """Hex; without arguments on 11x11, red first, no swap."""

    name: ClassVar[str] = "hex"
    goal: ClassVar[str] = "red connects top and bottom, blue left and right"
    sides: ClassVar[tuple[outcome.Side, outcome.Side]] = (Side.RED, Side.BLUE)
    described: ClassVar[tuple[Option, ...]] = (
        Option("size", 11, "Board size", f"Size of the board, 1 to {LARGEST}.", 1, LARGEST),
        Option("first", "red", "Moves first", "Side that moves first: red or blue.", choices=("red", "blue")),
        Option("swap", False, "Swap rule", "The second player may take over the first stone.", suggested=True),  # noqa: FBT003 (a default)
    )
    piece_names: ClassVar[tuple[str, ...]] = ("stone",)
    guide: ClassVar[tuple[Section, ...]] = GUIDE

    size: int = 11
    """Size of the board, 1 to 26."""
    first: Side | str = Side.RED
    """Side that moves first: a `Side`, or its name."""
    swap: bool = False
    """True if the second player may take over the first stone."""

    def __post_init__(self) -> None:
        values = {**vars(self), "first": str(self.first) if isinstance(self.first, Side) else self.first}
        for option in self.described:
            object.__setattr__(self, option.name, option.checked(values[option.name]))
        object.__setattr__(self, "first", next(side for side in Side if str(side) == self.first))

    @cached_property
    def rules(self) -> HexRules:
        """The options for the native core."""
        return HexRules(self.size, int(self.first), self.swap)

    @property
    def options(self) -> Mapping[str, Any]:
        """The options by name."""
        return {"size": self.size, "first": str(self.first), "swap": self.swap}

    @property
    def geometry(self) -> Geometry:
        """The board as shapes."""
        return geometry.board(self.size)

    def initial(self) -> Position:
        """Return the initial position."""
        return Position(self.rules)

    def parse(self, text: str) -> Position:
        """Parse rows and side (`.../.r./... b`), a string of columns, or moves (`a2:sd10`). Raise PositionError."""
        if notation.are_moves(text):
            position = self.initial()
            try:
                for move in notation.parse_moves(text):
                    position = position.play(move)
            except MoveError as error:
                raise PositionError(f"the moves cannot be played: {error}") from error
            return position
        return Position(self.rules, *notation.parse(text, self.size, int(self.first)))

    def start_text(self, start: position.Position[Any]) -> str:
        """Return the text of a position; move it to a board of this size if all its stones fit."""
        if start.game.name != self.name or start.game.size == self.size:
            return str(start)
        own = start.game.size
        stones = {divmod(cell, own): piece for cell, piece in start.pieces().items()}
        if any(max(place) >= self.size for place in stones):
            return str(start)  # `parse` will reject it
        placed = {row * self.size + column: piece for (row, column), piece in stones.items()}
        return self._rows(placed, start.side_to_move)

    def placed(self, pieces: Mapping[int, Piece], side_to_move: outcome.Side) -> Position:
        """Return the position with these stones, cells numbered row by row. Raise PositionError."""
        return self.parse(self._rows(pieces, side_to_move))

    def _rows(self, pieces: Mapping[int, Piece], side_to_move: outcome.Side) -> str:
        cells = "".join(str(pieces[cell].side)[0] if cell in pieces else "." for cell in range(self.size**2))
        rows = "/".join(cells[at : at + self.size] for at in range(0, len(cells), self.size))
        return f"{rows} {str(side_to_move)[0]}"

    def winning_cells(self, position: Position) -> tuple[int, ...]:
        """Return the cells of a shortest chain that connects the winner's edges, from edge to edge."""
        return winning_chain(position)

    def batch(self, count: int) -> HexBatch:
        """Return a batch of `count` games at the initial position."""
        return HexBatch(self.initial(), whole_number("count", count, 0, game.MOST_ROWS))

    def perft(self, position: Position, depth: int) -> int:
        """Return the number of move sequences of that length."""
        return hex_perft(position, depth)

    def random_games(self, position: Position, count: int, seed: int = 0) -> game.RandomGamesResult:
        """Play `count` games of random cells, without swaps, from a position to the end."""
        return game.RandomGamesResult(
            *hex_random_games(position, whole_number("count", count, 0, game.MOST_GAMES), seed % 2**64)
        )
