"""First stones that are fair under the swap rule: neither to be taken over nor to be left is better."""

import random
from functools import cache
from pathlib import Path
from typing import Any

from crownbridge._core import HexMove
from crownbridge.games import Position

OPENINGS = Path(__file__).with_name("openings.txt")
"""Made by training/hex/openings.py: a line a size, with the fair first stones of red."""

NOT_SMALL = 8
OUTER = 2


@cache
def fair_openings() -> dict[int, tuple[HexMove, ...]]:
    """Red's fair first stones, by the size of the board."""
    lines = OPENINGS.read_text(encoding="ascii").splitlines()
    found = {int(size): map(HexMove, cells) for size, *cells in map(str.split, lines)}
    return {size: tuple(move for move in cells if not is_strong(move, size)) for size, cells in found.items()}


def openings_for(size: int) -> tuple[HexMove, ...]:
    """Red's fair first stones on a board of that size; on those larger than any listed, as far from the edges."""
    known = fair_openings()
    largest = max(known)
    if size <= largest:
        return known[size]

    def spread(place: int) -> int:
        return place if place < largest / 2 else place + size - largest

    return tuple(HexMove(spread(move.row), spread(move.column)) for move in known[largest])


def is_strong(stone: HexMove, size: int) -> bool:
    """Whether a first stone is taken to win, by experience rather than by search, whose playouts think little of it.

    On boards that are not small, all that stand off the two outer lines are.
    """
    return size >= NOT_SMALL and all(OUTER <= place < size - OUTER for place in (stone.row, stone.column))


class Openings:
    """Draws fair first stones by lot."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def draw(self, position: Position[Any]) -> HexMove:
        """One for the side to move, which begins."""
        move = self._chance.choice(openings_for(position.game.size))
        return move if position.side_to_move == position.game.sides[0] else HexMove(move.column, move.row)
