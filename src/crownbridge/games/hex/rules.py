"""The game of Hex and its options.

- The players take turns to put a stone on an empty cell; a cell touches six others, fewer at the edge.
- Red wins by connecting top and bottom, blue by connecting left and right. One of them always does.
- With the swap rule, the second player may answer the first stone by taking it over: it is mirrored on the long
  diagonal, so that it means for the second player what it meant for the first, and changes its colour.

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
from crownbridge.games.hex import geometry, notation
from crownbridge.games.hex.position import Position
from crownbridge.games.hex.side import Side
from crownbridge.games.options import Option, whole_number
from crownbridge.games.position import Piece

__all__ = ["LARGEST", "Hex", "Side"]

LARGEST = 26
"""Boards have a side of 1 to that: columns are letters."""


@dataclass(frozen=True)
class Hex(game.Game[Position]):
    """Hex; without arguments on 11x11, red first, no swap."""

    name: ClassVar[str] = "hex"
    goal: ClassVar[str] = "red connects top and bottom, blue left and right"
    sides: ClassVar[tuple[outcome.Side, outcome.Side]] = (Side.RED, Side.BLUE)
    described: ClassVar[tuple[Option, ...]] = (
        Option("size", 11, "Board size", f"Size of the board, 1 to {LARGEST}.", 1, LARGEST),
        Option("first", "red", "Moves first", "Who moves first: red or blue.", choices=("red", "blue")),
        Option("swap", False, "Swap rule", "The second player may take over the first stone."),  # noqa: FBT003 (a default)
    )
    piece_names: ClassVar[tuple[str, ...]] = ("stone",)

    size: int = 11
    """The length of a side of the board, 1 to 26."""
    first: Side | str = Side.RED
    """Who begins: a `Side`, or its name."""
    swap: bool = False
    """Whether the second player may take over the first stone."""

    def __post_init__(self) -> None:
        given = {**vars(self), "first": str(self.first) if isinstance(self.first, Side) else self.first}
        for option in self.described:
            object.__setattr__(self, option.name, option.checked(given[option.name]))
        object.__setattr__(self, "first", next(side for side in Side if str(side) == self.first))

    @cached_property
    def rules(self) -> HexRules:
        """The options as the native core takes them."""
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
        """The position a game starts from."""
        return Position(self.rules)

    def parse(self, text: str) -> Position:
        """The position of its own text (`.../.r./... b`), a string of columns, or moves (`a2:sd10`).

        Raises PositionError.
        """
        if notation.are_moves(text):
            position = self.initial()
            try:
                for move in notation.parse_moves(text):
                    position = position.play(move)
            except MoveError as error:
                raise PositionError(f"the moves lead to no position: {error}") from error
            return position
        return Position(self.rules, *notation.parse(text, self.size, int(self.first)))

    def start_text(self, start: position.Position[Any]) -> str:
        """Return the text of a position; one of a board of another size as far as its stones fit on this one."""
        if start.game.name != self.name or start.game.size == self.size:
            return str(start)
        own = start.game.size
        stones = {divmod(cell, own): piece for cell, piece in start.pieces().items()}
        if any(max(place) >= self.size for place in stones):
            return str(start)  # which `parse` will refuse
        placed = {row * self.size + column: piece for (row, column), piece in stones.items()}
        return self._rows(placed, start.side_to_move)

    def placed(self, pieces: Mapping[int, Piece], side_to_move: outcome.Side) -> Position:
        """Return the position with these stones, cells numbered row by row. Raise PositionError."""
        return self.parse(self._rows(pieces, side_to_move))

    def _rows(self, pieces: Mapping[int, Piece], side_to_move: outcome.Side) -> str:
        cells = "".join(str(pieces[cell].side)[0] if cell in pieces else "." for cell in range(self.size**2))
        rows = "/".join(cells[at : at + self.size] for at in range(0, len(cells), self.size))
        return f"{rows} {str(side_to_move)[0]}"

    def batch(self, count: int) -> HexBatch:
        """So many games from the start, to be stepped at once."""
        return HexBatch(self.initial(), whole_number("count", count, 0, game.MOST_ROWS))

    def perft(self, position: Position, depth: int) -> int:
        """The number of move sequences of that length."""
        return hex_perft(position, depth)

    def random_games(self, position: Position, count: int, seed: int = 0) -> game.Tally:
        """Plays so many games of random cells from a position to their end; nobody swaps."""
        return game.Tally(*hex_random_games(position, whole_number("count", count, 0, game.MOST_GAMES), seed % 2**64))
