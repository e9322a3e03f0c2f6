"""Opening stones for Hex programs that keep their own board."""

from itertools import zip_longest
from typing import Any

from crownbridge.games import Position, Side
from crownbridge.games.hex import Move
from crownbridge.protocols.dialogue import LastMove


def opening_stones(position: Position[Any], last: LastMove | None) -> list[tuple[Side, Move]]:
    """Return the stones that were on the board before the opponent's last move, alternating between the sides.

    These are the stones of the opening if the program has not moved yet.
    """
    size: int = position.game.options["size"]
    stones = {divmod(cell, size): piece.side for cell, piece in position.pieces().items()}
    if last is not None and last.move.is_swap:  # undo the swap of the only stone
        stones = {(column, row): side.other for (row, column), side in stones.items()}
    elif last is not None:
        del stones[last.move.row, last.move.column]
    first = position.game.initial().side_to_move
    by_side = [
        [(side, Move(*cell)) for cell, whose in stones.items() if whose == side] for side in (first, first.other)
    ]
    return [stone for pair in zip_longest(*by_side) for stone in pair if stone is not None]
