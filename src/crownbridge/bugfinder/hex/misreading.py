"""Misreadings: how a faulty bot may see the board, and which cells it would play."""

from collections.abc import Callable
from typing import NamedTuple

from crownbridge.bugfinder.finding import Cause
from crownbridge.bugfinder.hex.cells import ACROSS, DIAGONAL, DOWN, HEX, Rules, winning_cells

Turn = Callable[[int, int, int], tuple[int, int]]
"""Moves a cell: takes the size of the board, row and column, and returns row and column."""


def _same(size: int, row: int, column: int) -> tuple[int, int]:  # noqa: ARG001 (a Turn)
    return row, column


def transposed(size: int, row: int, column: int) -> tuple[int, int]:  # noqa: ARG001 (a Turn)
    """Return the cell with row and column exchanged."""
    return column, row


def _upside_down(size: int, row: int, column: int) -> tuple[int, int]:
    return size - 1 - row, column


def mirrored(size: int, row: int, column: int) -> tuple[int, int]:
    """Return the cell with left and right exchanged."""
    return row, size - 1 - column


def _turned(size: int, row: int, column: int) -> tuple[int, int]:
    return size - 1 - row, size - 1 - column


class Misreading(NamedTuple):
    """A wrong view of the board."""

    symptom: str
    """The behaviour, after the name of the bot."""
    causes: tuple[Cause, ...]
    rules: Rules = HEX
    read: Turn = _same
    """Moves stones from the cells where they are to where the bot sees them."""
    write: Turn = _same
    """Moves the bot's cell to the one that it names."""
    in_order: bool = False
    """It plays the first of the cells that it could play."""

    def cells(self, rows: str, size: int, side: int) -> frozenset[int]:
        """Return the cells that the bot plays: those that win or else prevent a win in its view; empty if it sees none.

        A cell may be occupied.
        """
        seen = ["."] * len(rows)
        for cell, stone in enumerate(rows):
            row, column = self.read(size, *divmod(cell, size))
            seen[row * size + column] = stone
        board = "".join(seen)
        urgent = winning_cells(board, size, side, self.rules) or winning_cells(board, size, 1 - side, self.rules)
        moved = (self.write(size, *divmod(cell, size)) for cell in (sorted(urgent)[:1] if self.in_order else urgent))
        return frozenset(row * size + column for row, column in moved)


_EDGES = Cause("edges", "check which edges each colour connects: red top and bottom, blue left and right")
_TRANSPOSED = Cause("transposed board", "check where rows and columns are exchanged when the board or a move is read")
_TEXT = Cause(
    "transposed board", "check the conversion between cells and text: the letter is the column, from the left"
)
_ORIENTATION = Cause("orientation", "check where the first row and column of the board are: a1 is at the top left")
_NEIGHBOURS = Cause(
    "orientation", "check the table of neighbours: left, right, up, down, up-right and down-left, not up-left"
)
_SIDE = Cause("side to move", "check that the colour of the bot and the side to move are not confused")
_OTHER = Cause("other", "compare the code that detects a win with the rules")
_BOTH = Cause("edges", "check the condition for a win: the same chain must reach both edges of its side")
_WINS = Cause("win in one", "check that the cell that is taken to win connects both edges")
_ONE_EDGE_SYMPTOM = "plays as if a chain that reaches one of its edges was complete"
_ONE_EDGE_CAUSES = (_BOTH, _WINS, _OTHER)

MISREADINGS: dict[str, Misreading] = {
    "edges": Misreading(
        "plays as if red connected left and right and blue top and bottom",
        (_EDGES, _TRANSPOSED, _SIDE),
        Rules(axes=(1, 0)),
    ),
    "red edges": Misreading(
        "plays as if both colours connected top and bottom", (_EDGES, _SIDE, _TRANSPOSED), Rules(axes=(0, 0))
    ),
    "blue edges": Misreading(
        "plays as if both colours connected left and right", (_EDGES, _SIDE, _TRANSPOSED), Rules(axes=(1, 1))
    ),
    "short board": Misreading(
        "plays as if a chain was complete one row or column before the last",
        (_EDGES, _ORIENTATION, _OTHER),
        Rules(margin=1),
    ),
    "one edge": Misreading(_ONE_EDGE_SYMPTOM, _ONE_EDGE_CAUSES, Rules(ends=1)),
    "one edge, in order": Misreading(_ONE_EDGE_SYMPTOM, _ONE_EDGE_CAUSES, Rules(ends=1), in_order=True),
    "transposed stones": Misreading(
        "plays as if the board was transposed: rows read as columns",
        (_TRANSPOSED, _EDGES, _ORIENTATION),
        read=transposed,
    ),
    "transposed moves": Misreading(
        "plays the transpose of the right cell: row and column exchanged",
        (_TEXT, _ORIENTATION, _EDGES),
        write=transposed,
    ),
    "upside down": Misreading(
        "plays as if the stones were upside down", (_ORIENTATION, _TRANSPOSED, _EDGES), read=_upside_down
    ),
    "upside-down moves": Misreading(
        "plays the right cell upside down", (_ORIENTATION, _TEXT, _EDGES), write=_upside_down
    ),
    "mirrored": Misreading(
        "plays as if left and right were exchanged", (_ORIENTATION, _TRANSPOSED, _EDGES), read=mirrored
    ),
    "mirrored moves": Misreading(
        "plays the mirror image of the right cell", (_ORIENTATION, _TEXT, _EDGES), write=mirrored
    ),
    "turned": Misreading(
        "plays as if the stones were turned by 180 degrees", (_ORIENTATION, _TRANSPOSED, _EDGES), read=_turned
    ),
    "wrong diagonal": Misreading(
        "plays as if cells touched along the other diagonal (a1 and b2 instead of a2 and b1)",
        (_NEIGHBOURS, _OTHER, _EDGES),
        Rules(ACROSS + DOWN + ((-1, -1), (1, 1))),
    ),
    "all neighbours": Misreading(
        "plays as if a cell had eight neighbours",
        (_NEIGHBOURS, _OTHER, _EDGES),
        Rules(ACROSS + DOWN + DIAGONAL + ((-1, -1), (1, 1))),
    ),
    "no diagonal": Misreading(
        "does not see connections along the diagonal (such as a2 and b1)",
        (_NEIGHBOURS, _OTHER, _EDGES),
        Rules(ACROSS + DOWN),
    ),
    "no row": Misreading(
        "does not see connections within a row", (_NEIGHBOURS, _OTHER, _EDGES), Rules(DOWN + DIAGONAL)
    ),
    "no column": Misreading(
        "does not see connections within a column", (_NEIGHBOURS, _OTHER, _EDGES), Rules(ACROSS + DIAGONAL)
    ),
    "one diagonal": Misreading(
        "does not see the neighbour to the lower left",
        (_NEIGHBOURS, _OTHER, _EDGES),
        Rules(ACROSS + DOWN + DIAGONAL[:1]),
    ),
}
"""Misreadings by name."""
