"""A position of checkers."""

from functools import cache
from itertools import pairwise

from crownbridge._core import CheckersMove, CheckersPosition
from crownbridge.games.checkers.notation import fen
from crownbridge.games.checkers.side import Side
from crownbridge.games.outcome import Outcome, Termination
from crownbridge.games.position import Piece
from crownbridge.games.svg import svg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crownbridge.games.checkers.rules import Checkers

# In the order of the native core's verdicts.
_OUTCOMES = (
    None,
    Outcome(Side.RED, Termination.NORMAL),
    Outcome(Side.WHITE, Termination.NORMAL),
    Outcome(None, Termination.COUNTER),
    Outcome(None, Termination.REPETITION),
    Outcome(None, Termination.MOVE_LIMIT),
)
_SIDES = tuple(Side)
_PIECES = {"r": Piece(Side.RED), "R": Piece(Side.RED, True), "w": Piece(Side.WHITE), "W": Piece(Side.WHITE, True)}  # noqa: FBT003 (crowned)


@cache
def _game(*options: int) -> "Checkers":
    from crownbridge.games.checkers.rules import Checkers  # noqa: PLC0415 (circular import)

    return Checkers(*options)  # type: ignore[arg-type]  # one of them is a bool


def _between(start: int, end: int) -> int:
    """Return the cell that a jump passes. A row has four cells; even rows are shifted to the right by half a cell."""
    row = (start // 4 + end // 4) // 2
    return 4 * row + (start % 4 + end % 4 + (start // 4 + 1) % 2) // 2


class Position(CheckersPosition):
    """A position of checkers; see `crownbridge.games.Position` for the interface."""

    __slots__ = ()

    @property
    def game(self) -> "Checkers":
        """The game."""
        rules = self.rules
        return _game(rules.counter, rules.men_progress, rules.repetition, rules.move_limit)

    @property
    def side_to_move(self) -> Side:
        """The side to move."""
        return _SIDES[self.side_index]

    def outcome(self) -> Outcome | None:
        """Return the result, or `None` if the game is not over."""
        return _OUTCOMES[self.verdict]

    def pieces(self) -> dict[int, Piece]:
        """Return the pieces by cell; a cell is the number of its square minus one."""
        return {cell: _PIECES[letter] for cell, letter in enumerate(self.squares) if letter != "."}

    def cells_of(self, move: CheckersMove) -> tuple[int, ...]:
        """Return the cells that a move visits."""
        return tuple(square - 1 for square in move.path)

    def captures_of(self, move: CheckersMove) -> tuple[int, ...]:
        """Return the cells that a move jumps over."""
        if not move.is_capture:
            return ()
        return tuple(_between(start - 1, end - 1) for start, end in pairwise(move.path))

    def text_forms(self) -> dict[str, str]:
        """Return the position as a KTH message, or a KTH board if the rules have no counter, and as a PDN FEN."""
        board, *state = str(self).split()
        return {"KTH": " ".join([board, "-1", *state] if self.rules.counter else [board, *state]), "FEN": fen(self)}

    def __str__(self) -> str:
        side = "w" if self.side_index else "r"
        return f"{self.squares} {side} {self.counter}" if self.rules.counter else f"{self.squares} {side}"

    def __repr__(self) -> str:
        return f"<checkers {self}>"

    def _repr_svg_(self) -> str:
        return svg(self)
