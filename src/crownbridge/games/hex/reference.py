"""The rules of Hex in plain, slow Python: the reference for tests of the native core, and a readable definition.

This module shares no code with the native core. Cells are (row, column) from the top left; flood fill detects a win.
"""

from dataclasses import dataclass, replace

from crownbridge.games.hex.side import Side
from crownbridge.games.outcome import Outcome, Termination

Cell = tuple[int, int]
SWAP = "swap"


@dataclass(frozen=True)
class ReferencePosition:
    """A position: stones by cell as `r` or `b`, the side to move, and the options of the game."""

    size: int
    stones: dict[Cell, str]
    turn: str
    first: str = "r"
    swap: bool = False

    @classmethod
    def from_rows(cls, rows: str, size: int, turn: str, first: str = "r", *, swap: bool = False) -> "ReferencePosition":
        """Make a position from the cells row by row as `.rb`."""
        stones = {divmod(index, size): letter for index, letter in enumerate(rows) if letter != "."}
        return cls(size, stones, turn, first, swap)

    def rows(self) -> str:
        """Return the cells row by row."""
        return "".join(self.stones.get((row, column), ".") for row in range(self.size) for column in range(self.size))

    def legal_cells(self) -> list[Cell | str]:
        """Return the empty cells in order and, if it is legal, the swap; none if the game is over."""
        if self.outcome() is not None:
            return []
        places = [(row, column) for row in range(self.size) for column in range(self.size)]
        swap = self.swap and self.turn != self.first and list(self.stones.values()) == [self.first]
        return [place for place in places if place not in self.stones] + ([SWAP] if swap else [])

    def play(self, cell: Cell | str) -> "ReferencePosition":
        """Return the position after a legal move."""
        if isinstance(cell, str):
            [(row, column)] = self.stones
            stones = {(column, row): self.turn}
        else:
            stones = {**self.stones, cell: self.turn}
        return replace(self, stones=stones, turn="b" if self.turn == "r" else "r")

    def outcome(self) -> Outcome | None:
        """Return the result, or `None` if the game is not over."""
        if self._connects("r", 0):
            return Outcome(Side.RED, Termination.NORMAL)
        if self._connects("b", 1):
            return Outcome(Side.BLUE, Termination.NORMAL)
        return None

    def _connects(self, colour: str, axis: int) -> bool:
        """Return True if a chain connects both ends of an axis (0: rows, 1: columns)."""
        own = {cell for cell, stone in self.stones.items() if stone == colour}
        reached = {cell for cell in own if cell[axis] == 0}
        frontier = list(reached)
        while frontier:
            row, column = frontier.pop()
            for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
                neighbour = (row + down, column + right)
                if neighbour in own and neighbour not in reached:
                    reached.add(neighbour)
                    frontier.append(neighbour)
        return any(cell[axis] == self.size - 1 for cell in reached)
