"""Virtual connections of a Hex position."""

from typing import NamedTuple

from crownbridge._core import HexMove, hex_connections
from crownbridge.games.hex import Position, Side

EDGES = {Side.RED: ("top", "bottom"), Side.BLUE: ("left", "right")}

End = HexMove | str
"""A cell, which stands for its whole chain, or an edge: top, bottom, left or right."""


class Connection(NamedTuple):
    """A virtual connection, which its side can keep even if the opponent moves first.

    With a key, it is a semi-connection: the side must play the key first.
    """

    side: Side
    ends: tuple[End, End]
    carrier: tuple[HexMove, ...]
    """Empty cells that the connection depends on."""
    key: HexMove | None = None

    @property
    def joins_edges(self) -> bool:
        """Whether the connection wins the game."""
        return all(isinstance(end, str) for end in self.ends)


def connections(position: Position, *, cells: bool = False) -> list[Connection]:
    """Return the virtual connections of both sides between chains and edges; with `cells`, also of empty cells."""
    size = position.rules.size

    def end(side: Side, number: int) -> End:
        return HexMove(*divmod(number, size)) if number < size * size else EDGES[side][number - size * size]

    return [
        Connection(side, (end(side, one), end(side, other)), tuple(carrier), key)
        for side in Side
        for one, other, carrier, key in hex_connections(position, side, cells)
    ]
