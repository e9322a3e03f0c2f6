"""What a position and a move can do, whatever the game."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from crownbridge.games.outcome import Outcome, Side


class Move(Protocol):
    """A frozen value. Moves are equal when all of them is: for a capture, its whole path."""

    def __str__(self) -> str:
        """The whole move as text without spaces, which the position's `parse_move` reads."""

    def __hash__(self) -> int: ...

    def __lt__(self, other: Any, /) -> bool: ...


M = TypeVar("M", bound=Move)


class Piece(NamedTuple):
    """What stands on a cell."""

    side: Side
    crowned: bool = False


class Position(Protocol[M]):
    """A position of a game. Immutable and hashable; may be shared between threads.

    Two positions are equal when what is on the table is: rules, pieces, side to move and, in games that have one, the
    draw counter. How the game came there is carried along where a rule needs it, but does not count: where repetitions
    or a number of moves draw, equal positions may have different outcomes.
    """

    @property
    def game(self) -> Any:
        """The game that is played."""

    @property
    def key(self) -> int:
        """A 64-bit hash of pieces and side to move; the same however the position was reached."""

    @property
    def side_to_move(self) -> Side:
        """Whose turn it is."""

    def legal_moves(self) -> list[M]:
        """The legal moves, ascending, each once; empty only when the game is over."""

    def play(self, move: M | str, /) -> Self:
        """The position after a move; this one stays as it is. Raises MoveError, which says why."""

    def outcome(self) -> Outcome | None:
        """The result, or `None` while the game goes on."""

    def parse_move(self, text: str, /) -> M:
        """The legal move that a text names. Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError."""

    def format_move(self, move: M, /) -> str:
        """The text that names a legal move; `parse_move` gives the move back."""

    def pieces(self) -> Mapping[int, Piece]:
        """What stands on which cell of the game's geometry."""

    def cells_of(self, move: M, /) -> tuple[int, ...]:
        """The cells of the game's geometry that a move visits."""

    def captures_of(self, move: M, /) -> tuple[int, ...]:
        """The cells of the game's geometry from which a move takes pieces of the other side."""

    def text_forms(self) -> Mapping[str, str]:
        """The position in each of the game's notations, by the notation's name; `parse` reads them all."""

    def __str__(self) -> str:
        """One line from which the game's `parse` gives an equal position."""
