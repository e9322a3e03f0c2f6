"""How Hex programs that keep a board of their own are told of a game that does not begin with an empty one."""

from itertools import zip_longest
from typing import Any

from crownbridge.games import Position, Side
from crownbridge.games.hex import Move
from crownbridge.protocols.dialogue import Turn


def opening_stones(position: Position[Any], last: Turn | None) -> list[tuple[Side, Move]]:
    """The stones before the opponent's turn that led to a position, the sides in turn: what the game began with.

    For a program that is asked for its first move; any other knows its own stones.
    """
    size: int = position.game.options["size"]
    stones = {divmod(cell, size): piece.side for cell, piece in position.pieces().items()}
    if last is not None and last.move.is_swap:  # it has mirrored the only stone
        stones = {(column, row): side.other for (row, column), side in stones.items()}
    elif last is not None:
        del stones[last.move.row, last.move.column]
    first = position.game.initial().side_to_move
    by_side = [
        [(side, Move(*cell)) for cell, whose in stones.items() if whose == side] for side in (first, first.other)
    ]
    return [stone for pair in zip_longest(*by_side) for stone in pair if stone is not None]
