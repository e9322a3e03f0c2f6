"""The rules of Hex in plain, slow Python: what the native core is tested against, and the page to read first.

Nothing here is shared with the native core. Cells are (row, column) from the top left; a win is found by flood fill.
"""

from dataclasses import dataclass, replace

from crownbridge.games.hex.side import Side
from crownbridge.games.outcome import Outcome, Termination

Cell = tuple[int, int]
SWAP = "swap"


@dataclass(frozen=True)
class ReferencePosition:
    """A position: stones by cell as `r` or `b`, who moves, and how the game is played."""

    size: int
    stones: dict[Cell, str]
    turn: str
    first: str = "r"
    swap: bool = False

    @classmethod
    def from_rows(cls, rows: str, size: int, turn: str, first: str = "r", *, swap: bool = False) -> "ReferencePosition":
        """From the cells row by row as `.rb`."""
        stones = {divmod(index, size): letter for index, letter in enumerate(rows) if letter != "."}
        return cls(size, stones, turn, first, swap)

    def rows(self) -> str:
        """The cells row by row."""
        return "".join(self.stones.get((row, column), ".") for row in range(self.size) for column in range(self.size))

    def legal_cells(self) -> list[Cell | str]:
        """The empty cells in order and, where it is allowed, the swap; nothing when the game is over."""
        if self.outcome() is not None:
            return []
        places = [(row, column) for row in range(self.size) for column in range(self.size)]
        swap = self.swap and self.turn != self.first and list(self.stones.values()) == [self.first]
        return [place for place in places if place not in self.stones] + ([SWAP] if swap else [])

    def play(self, cell: Cell | str) -> "ReferencePosition":
        """The position after a legal move."""
        if isinstance(cell, str):
            [(row, column)] = self.stones
            stones = {(column, row): self.turn}
        else:
            stones = {**self.stones, cell: self.turn}
        return replace(self, stones=stones, turn="b" if self.turn == "r" else "r")

    def outcome(self) -> Outcome | None:
        """The result, or `None` while the game goes on."""
        if self._connects("r", 0):
            return Outcome(Side.RED, Termination.NORMAL)
        if self._connects("b", 1):
            return Outcome(Side.BLUE, Termination.NORMAL)
        return None

    def _connects(self, colour: str, axis: int) -> bool:
        """Whether a chain reaches from one end of that axis (0: rows, 1: columns) to the other."""
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
