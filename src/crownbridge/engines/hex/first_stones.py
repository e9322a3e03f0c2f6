"""First stones under the swap rule: how good they are, which are fair to begin with, and which to take over."""

import random
from functools import cache
from pathlib import Path
from typing import Any

from crownbridge._core import HexMove
from crownbridge.games import Position

TABLE = Path(__file__).with_name("first_stones.txt")
"""Made by training/hex/first_stones.py: a line a size, and in it, for every cell up to the middle one, how likely red
wins who begins there, in percent. From the other end the board looks the same."""
EVEN = 0.5
PAIRS = 3
"""So many first stones are fair, and those that take their places when the board is turned."""


@cache
def _tables() -> dict[int, tuple[float, ...]]:
    lines = TABLE.read_text(encoding="ascii").splitlines()
    return {int(size): tuple(int(percent) / 100 for percent in percents) for size, *percents in map(str.split, lines)}


def chance(row: int, column: int, size: int) -> float:
    """How likely red wins who begins there; a board larger than the largest known is taken to be as that is."""
    largest = max(_tables())
    known = min(size, largest)

    def place(of: int) -> int:
        from_the_nearer_end = min(of, size - 1 - of, known // 2)
        return from_the_nearer_end if 2 * of < size else known - 1 - from_the_nearer_end

    cell = place(row) * known + place(column)
    return _tables()[known][min(cell, known * known - 1 - cell)]


@cache
def fair_stones(size: int) -> tuple[HexMove, ...]:
    """Red's first stones that are nearest to even."""
    half = [divmod(cell, size) for cell in range((size * size + 1) // 2)]
    half.sort(key=lambda place: abs(chance(place[0], place[1], size) - EVEN))
    both = {place for row, column in half[:PAIRS] for place in ((row, column), (size - 1 - row, size - 1 - column))}
    return tuple(HexMove(*place) for place in sorted(both))


def chance_of_first(position: Position[Any]) -> float:
    """How likely the side that has made the first move wins, if it is not taken over."""
    (cell,) = position.pieces()
    row, column = divmod(cell, position.game.size)
    began_red = position.side_to_move != position.game.sides[0]
    return chance(row, column, position.game.size) if began_red else chance(column, row, position.game.size)


def is_before_the_swap(position: Position[Any]) -> bool:
    """Return True if the side to move places a first stone that the other side may take over."""
    return bool(position.game.swap) and not position.pieces()


def chances_under_swap(position: Position[Any]) -> dict[HexMove, float]:
    """How likely the side to move wins with each first stone, if the other side takes it over when it is strong."""
    size, begins_red = position.game.size, position.side_to_move == position.game.sides[0]
    unswapped = {
        move: chance(move.row, move.column, size) if begins_red else chance(move.column, move.row, size)
        for move in position.legal_moves()
    }
    return {move: min(worth, 1 - worth) for move, worth in unswapped.items()}


class FirstStones:
    """Draws fair ones by lot."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def draw(self, position: Position[Any]) -> HexMove:
        """One for the side to move, which begins."""
        move = self._chance.choice(fair_stones(position.game.size))
        return move if position.side_to_move == position.game.sides[0] else HexMove(move.column, move.row)
