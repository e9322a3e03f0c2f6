"""Empty cells of Hex that do not matter any more, found by looking at their neighbours, for pages and people to see.

A cell is dead when no side can ever need it: whatever way leads over it, there is one without it. A cell is captured
when its owner could answer any stone there so that the stone is dead: it is as good as filled.
"""

from collections.abc import Iterator
from itertools import combinations, product

from crownbridge.games.hex import Position, Side

_AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))
"""The neighbours of a cell, one after the other around it: rows and columns."""
_EMPTY = None
_Board = dict[tuple[int, int], Side | None]


def dead_cells(position: Position) -> list[int]:
    """The empty cells that neither side can ever need, as far as their neighbours tell; in order."""
    size, board = position.rules.size, _board(position)
    return [row * size + column for row, column in _empty(board, size) if _is_dead(board, (row, column))]


def captured_cells(position: Position) -> dict[Side, list[int]]:
    """The empty cells that are as good as filled by a side, in pairs that answer each other; each in order.

    No cell is in two pairs, so that all answers can be given.
    """
    size, board = position.rules.size, _board(position)
    free = list(_empty(board, size))
    found: dict[Side, list[int]] = {side: [] for side in Side}
    for one, side in product(free.copy(), Side):
        other = next((cell for cell in _neighbours(one) if cell in free and _answer(board, one, cell, side)), None)
        if one in free and other is not None:
            found[side] += [row * size + column for row, column in (one, other)]
            free.remove(one)
            free.remove(other)
    return {side: sorted(cells) for side, cells in found.items()}


def _neighbours(cell: tuple[int, int]) -> Iterator[tuple[int, int]]:
    return ((cell[0] + down, cell[1] + right) for down, right in _AROUND)


def _answer(board: _Board, one: tuple[int, int], other: tuple[int, int], side: Side) -> bool:
    """Whether each cell, taken by the side, makes a stone on the other one dead."""
    return all(_is_dead({**board, reply: side}, stone) for stone, reply in ((one, other), (other, one)))


def _board(position: Position) -> _Board:
    """Who has each cell; beyond an edge stand stones of the side that it belongs to."""
    size, pieces = position.rules.size, position.pieces()
    board: _Board = {}
    for row in range(-1, size + 1):
        for column in range(-1, size + 1):
            if 0 <= row < size and 0 <= column < size:
                piece = pieces.get(row * size + column)
                board[row, column] = None if piece is None else Side(piece.side)
            else:
                board[row, column] = Side.BLUE if 0 <= row < size else Side.RED
    return board


def _empty(board: _Board, size: int) -> Iterator[tuple[int, int]]:
    return ((row, column) for row in range(size) for column in range(size) if board[row, column] is _EMPTY)


def _is_dead(board: _Board, cell: tuple[int, int]) -> bool:
    """Whether neither side needs the cell to join two of its neighbours."""
    around = [board[neighbour] for neighbour in _neighbours(cell)]
    return not any(_joins(around, side) for side in Side)


def _joins(around: list[Side | None], side: Side) -> bool:
    """Whether a way of the side may lead over a cell with these neighbours, and not around it as well."""
    count = len(around)
    open_ = [place for place in range(count) if around[place] in (side, _EMPTY)]
    groups = _groups(around, side)

    def near(place: int) -> set[int]:
        """The places beside it, through stones of the side that stand there."""
        own = groups.get(place, {place})
        return own | {(member + step) % count for member in own for step in (-1, 1)}

    def meet(one: int, other: int) -> bool:
        """Whether both are joined without the cell: directly, or by a stone of the side beside both."""
        shared = near(one) & near(other)
        return other in near(one) or any(around[place] is side for place in shared)

    return any(not meet(one, other) for one, other in combinations(open_, 2))


def _groups(around: list[Side | None], side: Side) -> dict[int, set[int]]:
    """The stones of a side in a ring, each with those that it touches there, directly or not."""
    count = len(around)
    found: dict[int, set[int]] = {}
    for start in (place for place, owner in enumerate(around) if owner is side):
        group = {start}
        for step in (-1, 1):
            place = start
            while around[place] is side and len(group) < count:
                group.add(place)
                place = (place + step) % count
        found[start] = group
    return found
