"""Cells that win at once, under the rules of Hex or under rules that a faulty bot may follow."""

from functools import cache
from typing import NamedTuple

Offsets = tuple[tuple[int, int], ...]

ACROSS: Offsets = ((0, -1), (0, 1))
DOWN: Offsets = ((-1, 0), (1, 0))
DIAGONAL: Offsets = ((-1, 1), (1, -1))
"""The neighbours of a cell by direction, as rows and columns."""


class Rules(NamedTuple):
    """The neighbours of a cell and the edges of each side."""

    offsets: Offsets = ACROSS + DOWN + DIAGONAL
    axes: tuple[int, int] = (0, 1)
    """For each side, the axis whose ends it connects: 0 is top to bottom."""
    margin: int = 0
    """Rows that are missing at the far ends of the axes."""
    ends: int = 2
    """Number of its edges that a chain must reach."""


HEX = Rules()


@cache
def neighbours(size: int, offsets: Offsets = HEX.offsets) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours of each cell."""
    return tuple(
        tuple(
            (row + down) * size + column + right
            for down, right in offsets
            if 0 <= row + down < size and 0 <= column + right < size
        )
        for row in range(size)
        for column in range(size)
    )


@cache
def edges(size: int, axis: int, margin: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells at both ends of an axis."""
    last = size - 1 - margin
    near = range(size) if axis == 0 else range(0, size * size, size)
    far = range(last * size, last * size + size) if axis == 0 else range(last, size * size, size)
    return tuple(near), tuple(far)


def winning_cells(rows: str, size: int, side: int, rules: Rules = HEX) -> frozenset[int]:
    """Return the empty cells that complete a chain of a side at once; cells are numbered row by row."""
    stone = "rb"[side]
    adjacent = neighbours(size, rules.offsets)
    reached = []
    for edge in edges(size, rules.axes[side], rules.margin):
        touched = set(edge)
        frontier = [cell for cell in edge if rows[cell] == stone]
        while frontier:
            for cell in adjacent[frontier.pop()]:
                if cell not in touched:
                    touched.add(cell)
                    if rows[cell] == stone:
                        frontier.append(cell)
        reached.append(touched)
    if rules.ends == 1:
        return frozenset(cell for cell in reached[0] | reached[1] if rows[cell] == ".")
    both = reached[0] & reached[1]
    if any(rows[cell] == stone for cell in both):
        return frozenset()
    return frozenset(cell for cell in both if rows[cell] == ".")
