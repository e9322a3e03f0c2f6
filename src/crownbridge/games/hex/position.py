"""A position of Hex."""

from functools import cache

from crownbridge._core import HexMove, HexPosition
from crownbridge.games.hex.notation import columns
from crownbridge.games.hex.side import Side
from crownbridge.games.outcome import Outcome, Termination
from crownbridge.games.position import Piece
from crownbridge.games.svg import svg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crownbridge.games.hex.rules import Hex

_SIDES = tuple(Side)
_OUTCOMES = (Outcome(Side.RED, Termination.NORMAL), Outcome(Side.BLUE, Termination.NORMAL), None)  # [-1] is None
_PIECES = {"r": Piece(Side.RED), "b": Piece(Side.BLUE)}


@cache
def _game(size: int, first: int, swap: bool) -> "Hex":  # noqa: FBT001 (as in the native rules)
    from crownbridge.games.hex.rules import Hex  # noqa: PLC0415 (circular import)

    return Hex(size, _SIDES[first], swap)


class Position(HexPosition):
    """A position of Hex; see `crownbridge.games.Position` for the interface."""

    __slots__ = ()

    @property
    def game(self) -> "Hex":
        """The game."""
        rules = self.rules
        return _game(rules.size, rules.first, rules.swap)

    @property
    def side_to_move(self) -> Side:
        """The side to move."""
        return _SIDES[self.side_index]

    def outcome(self) -> Outcome | None:
        """Return the result, or `None` if the game is not over."""
        return _OUTCOMES[self.winner_index]

    def pieces(self) -> dict[int, Piece]:
        """Return the stones by cell; cells are numbered row by row."""
        return {cell: _PIECES[letter] for cell, letter in enumerate(self.rows) if letter != "."}

    def cells_of(self, move: HexMove) -> tuple[int, ...]:
        """Return the cell of a move; none for a swap."""
        return () if move.is_swap else (move.row * self.rules.size + move.column,)

    def captures_of(self, move: HexMove) -> tuple[int, ...]:  # noqa: ARG002 (part of the interface)
        """Return no cells: Hex has no captures."""
        return ()

    def text_forms(self) -> dict[str, str]:
        """Return the position by rows with the side to move, and by columns without it."""
        return {"rows": str(self), "columns": columns(self)}

    def __str__(self) -> str:
        rows, size = self.rows, self.rules.size
        lines = "/".join(rows[start : start + size] for start in range(0, len(rows), size))
        return f"{lines} {'b' if self.side_index else 'r'}"

    def __repr__(self) -> str:
        return f"<hex {self}>"

    def _repr_svg_(self) -> str:
        return svg(self)
