"""An opponent that threatens to win, so that a bot must block."""

import random
from heapq import heappop, heappush

from crownbridge.bugfinder.hex.cells import HEX, edges, neighbours, winning_cells
from crownbridge.bugfinder.hex.trial import cell_name
from crownbridge.games.hex import Position


def shortest_path(rows: str, size: int, side: int, chance: random.Random) -> list[int]:
    """Return the empty cells of a shortest path between a side's edges; random among those of equal length."""
    own = "rb"[side]
    starts, ends = edges(size, HEX.axes[side])
    costs = {cell: (stone != own) + chance.random() / 1000 for cell, stone in enumerate(rows) if stone in (own, ".")}
    best: dict[int, float] = {}
    queue: list[tuple[float, int, int]] = []
    for cell in starts:
        if cell in costs:
            heappush(queue, (costs[cell], cell, -1))
    before: dict[int, int] = {}
    while queue:
        cost, cell, previous = heappop(queue)
        if cell in best:
            continue
        best[cell], before[cell] = cost, previous
        if cell in ends:
            path = []
            while cell >= 0:
                path.append(cell)
                cell = before[cell]
            return [cell for cell in path if rows[cell] == "."]
        for other in neighbours(size)[cell]:
            if other in costs and other not in best:
                heappush(queue, (cost + costs[other], other, cell))
    return []


def threatening_move(position: Position, chance: random.Random) -> str:
    """Return a move that wins, or else one on a shortest path that leaves the bot a cell to block."""
    rows, size, side = position.rows, position.rules.size, position.side_index
    wins = winning_cells(rows, size, side)
    if wins:
        return cell_name(min(wins), size)
    block = winning_cells(rows, size, 1 - side)
    if len(block) == 1:
        return cell_name(min(block), size)
    path = shortest_path(rows, size, side, chance)
    chance.shuffle(path)
    moves = [cell_name(cell, size) for cell in path]
    return next((move for move in moves if _threats(position, move) == 1), moves[0])


def _threats(position: Position, move: str) -> int:
    after = position.play(move)
    return len(winning_cells(after.rows, position.rules.size, position.side_index)) if after.outcome() is None else 0
