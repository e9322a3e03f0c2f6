"""Nearly full boards on which the game is not decided yet."""

import random
from collections.abc import Iterator
from typing import Any

from crownbridge.bugfinder.hex.cells import neighbours, winning_cells
from crownbridge.games import Game
from crownbridge.games.hex import Position


def random_boards(game: Game[Any], empty: frozenset[int], side: int, chance: random.Random) -> Iterator[Position]:
    """Yield `TRIES` positions with these empty cells and a side to move; the game may be over.

    An extra cell is empty if the number of stones requires it.
    """
    size, first = game.size, int(game.first)  # type: ignore[attr-defined]  # Hex
    cells = size * size
    if (cells - len(empty)) % 2 != (side != first):
        empty |= {chance.choice([cell for cell in range(cells) if cell not in empty])}
    count = cells - len(empty)
    stones = [("rb"[first])] * ((count + 1) // 2) + ["rb"[1 - first]] * (count // 2)
    for _ in range(TRIES):
        chance.shuffle(stones)
        source = iter(stones)
        rows = "".join("." if cell in empty else next(source) for cell in range(cells))
        yield Position(game.rules, rows, side)  # type: ignore[attr-defined]  # Hex


TRIES = 30


def key_boards(game: Game[Any], empty: frozenset[int], side: int, chance: random.Random) -> Iterator[Position]:
    """Yield those of `random_boards` on which one cell wins at once for both sides."""
    for position in random_boards(game, empty, side, chance):
        own, their = (winning_cells(position.rows, position.rules.size, mover) for mover in (side, 1 - side))
        if len(own) == 1 and own == their:
            yield position


def quiet_boards(game: Game[Any], empty: frozenset[int], side: int, chance: random.Random) -> Iterator[Position]:
    """Yield those of `random_boards` on which no cell wins at once and the game is not over."""
    for position in random_boards(game, empty, side, chance):
        wins = (winning_cells(position.rows, position.rules.size, mover) for mover in (0, 1))
        if position.outcome() is None and not any(wins):
            yield position


def cluster(size: int, count: int, chance: random.Random) -> frozenset[int]:
    """Return adjacent cells."""
    chosen = {chance.randrange(size * size)}
    while len(chosen) < count:
        chosen.add(chance.choice(neighbours(size)[chance.choice(sorted(chosen))]))
    return frozenset(chosen)


def symmetric_cells(size: int, count: int, chance: random.Random) -> frozenset[int]:
    """Return at least `count` cells that are the same set when the board is turned, mirrored or transposed.

    A bot that misreads the board then still names empty cells.
    """
    chosen: set[int] = set()
    last = size - 1
    while len(chosen) < min(count, size * size // 2):
        row, column = chance.randrange(size), chance.randrange(size)
        for one, other in ((row, column), (column, row)):
            for down in (one, last - one):
                chosen.update(down * size + right for right in (other, last - other))
    return frozenset(chosen)
