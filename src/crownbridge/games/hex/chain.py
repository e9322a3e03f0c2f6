"""The winning chain of a game of Hex."""

from collections import deque

from crownbridge.games.hex.position import Position
from crownbridge.games.hex.side import Side

_STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


def winning_chain(position: Position) -> tuple[int, ...]:
    """Return the cells of a shortest chain that connects the winner's edges, from edge to edge; empty before a win."""
    outcome = position.outcome()
    if outcome is None:
        return ()
    size, axis = position.game.size, 0 if outcome.winner == Side.RED else 1
    letter = "r" if outcome.winner == Side.RED else "b"
    own = {divmod(cell, size) for cell, stone in enumerate(position.rows) if stone == letter}
    previous: dict[tuple[int, int], tuple[int, int] | None] = {cell: None for cell in sorted(own) if cell[axis] == 0}
    frontier = deque(previous)
    while frontier:
        cell = frontier.popleft()
        if cell[axis] == size - 1:
            chain = [cell]
            while (before := previous[chain[-1]]) is not None:
                chain.append(before)
            return tuple(row * size + column for row, column in reversed(chain))
        for down, right in _STEPS:
            neighbour = cell[0] + down, cell[1] + right
            if neighbour in own and neighbour not in previous:
                previous[neighbour] = cell
                frontier.append(neighbour)
    return ()
