"""What a side of Hex has for certain, for pages and people to see."""

from typing import NamedTuple

from crownbridge._core import HexMove, hex_connections
from crownbridge.games.hex import Position, Side

EDGES = {Side.RED: ("top", "bottom"), Side.BLUE: ("left", "right")}

End = HexMove | str
"""A cell, which stands for its whole chain, or an edge: top, bottom, left or right."""


class Connection(NamedTuple):
    """Two ends that a side can join, whoever moves first; with a key, if the side itself does, and plays there."""

    side: Side
    ends: tuple[End, End]
    carrier: tuple[HexMove, ...]
    """The empty cells that this needs; what happens elsewhere does not matter."""
    key: HexMove | None = None

    @property
    def joins_edges(self) -> bool:
        """Whether it wins the game."""
        return all(isinstance(end, str) for end in self.ends)


def connections(position: Position, *, cells: bool = False) -> list[Connection]:
    """The connections and semi-connections of both sides between chains and edges; with `cells`, of empty cells too."""
    size = position.rules.size

    def end(side: Side, number: int) -> End:
        return HexMove(*divmod(number, size)) if number < size * size else EDGES[side][number - size * size]

    return [
        Connection(side, (end(side, one), end(side, other)), tuple(carrier), key)
        for side in Side
        for one, other, carrier, key in hex_connections(position, side, cells)
    ]
