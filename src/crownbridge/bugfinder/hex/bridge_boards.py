"""Positions in which a chain of bridges connects a side's edges and the opponent has just entered one of them."""

import random
from collections.abc import Iterator
from typing import Any

from crownbridge.games import Game
from crownbridge.games.hex import Position

BRIDGE = "bridge"
"""Group of the questions."""
_STEPS = (
    (2, -1, (1, -1), (1, 0)),
    (1, 1, (0, 1), (1, 0)),
    (1, -2, (0, -1), (1, -1)),
    (1, 0, None, None),
    (1, -1, None, None),
)
"""Steps towards the far edge: rows, columns, and the two cells of a bridge."""
_WEIGHTS = (5, 3, 3, 1, 1)
TRIES = 40

Cell = tuple[int, int]


def bridge_chain(size: int, chance: random.Random) -> tuple[list[Cell], list[tuple[Cell, Cell]]] | None:
    """Return a chain from the first to the last row, and the cells of its bridges; None if it leaves the board."""
    cells, bridges = [(0, chance.randrange(size))], []
    while cells[-1][0] < size - 1:
        row, column = cells[-1]
        down, right, one, other = chance.choices(_STEPS, _WEIGHTS)[0]
        nearby = [(row + down, column + right)]
        if one is not None and other is not None:
            nearby += [(row + one[0], column + one[1]), (row + other[0], column + other[1])]
            bridges.append((nearby[1], nearby[2]))
        if any(not (0 <= one_row < size and 0 <= one_column < size) for one_row, one_column in nearby):
            return None
        cells.append(nearby[0])
    taken = set(cells)
    carrier = [cell for bridge in bridges for cell in bridge]
    return (cells, bridges) if len(set(carrier)) == len(carrier) and not taken & set(carrier) else None


def bridge_boards(
    game: Game[Any], side: int, empty_share: float, chance: random.Random
) -> Iterator[tuple[Position, str]]:
    """Yield positions with an entered bridge, and the cell that saves it; other cells may win, too."""
    size, first = game.size, int(game.first)  # type: ignore[attr-defined]  # Hex
    for _ in range(TRIES):
        chain = bridge_chain(size, chance)
        if chain is None or len(chain[1]) < _FEWEST:
            continue
        own, bridges = chain
        entered, saving = chance.sample(chance.choice(bridges), 2)
        free = {cell for bridge in bridges for cell in bridge} - {entered}
        rest = [(row, column) for row in range(size) for column in range(size)]
        rest = [cell for cell in rest if cell not in free and cell not in own and cell != entered]
        chance.shuffle(rest)
        stones = round((1 - empty_share) * size * size)
        count = stones - (stones % 2 != (side != first))  # the side to move has as many stones, or one less if second
        mine = count // 2
        more_own, more_their = mine - len(own), count - mine - 1
        if more_own < 0 or more_own + more_their > len(rest):
            continue
        letters = dict.fromkeys((*own, *rest[:more_own]), "rb"[side])
        letters |= dict.fromkeys((entered, *rest[more_own : more_own + more_their]), "rb"[1 - side])
        if side == 1:  # blue's board is red's board transposed
            letters = {(column, row): letter for (row, column), letter in letters.items()}
            saving = saving[::-1]
        rows = "".join(letters.get((row, column), ".") for row in range(size) for column in range(size))
        position = Position(game.rules, rows, side)  # type: ignore[attr-defined]  # Hex
        if position.outcome() is None:
            yield position, f"{chr(ord('a') + saving[1])}{saving[0] + 1}"


_FEWEST = 2
"""Bridges of a chain: with one, saving it wins at once."""
