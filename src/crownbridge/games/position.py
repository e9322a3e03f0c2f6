"""The interfaces of positions and moves, common to all games."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from crownbridge.games.outcome import Outcome, Side


class Move(Protocol):
    """A move. Immutable; two captures are equal only if their whole paths are equal."""

    def __str__(self) -> str:
        """Return the complete move as text without spaces, which the position's `parse_move` accepts."""

    def __hash__(self) -> int: ...

    def __lt__(self, other: Any, /) -> bool: ...


M = TypeVar("M", bound=Move)


class Piece(NamedTuple):
    """A piece on a cell."""

    side: Side
    crowned: bool = False


class Position(Protocol[M]):
    """A position of a game. Immutable and hashable; may be shared between threads.

    Two positions are equal if their rules, pieces, sides to move and, in games that have one, draw counters are equal.
    A position also holds as much of the game's history as its rules need, which equality ignores: if repetitions or a
    number of moves draw the game, equal positions may have different outcomes.
    """

    @property
    def game(self) -> Any:
        """The game."""

    @property
    def key(self) -> int:
        """A 64-bit hash of pieces and side to move; independent of the game's history."""

    @property
    def side_to_move(self) -> Side:
        """The side to move."""

    def legal_moves(self) -> list[M]:
        """Return the legal moves in ascending order, each once; empty only if the game is over."""

    def play(self, move: M | str, /) -> Self:
        """Return the position after a move; this position does not change. Raise MoveError with the reason."""

    def outcome(self) -> Outcome | None:
        """Return the result, or `None` if the game is not over."""

    def parse_move(self, text: str, /) -> M:
        """Return the legal move that a text names. Raise InvalidMoveError, IllegalMoveError or AmbiguousMoveError."""

    def format_move(self, move: M, /) -> str:
        """Return the text of a legal move, which `parse_move` accepts."""

    def pieces(self) -> Mapping[int, Piece]:
        """Return the pieces by their cells in the game's geometry."""

    def cells_of(self, move: M, /) -> tuple[int, ...]:
        """Return the cells of the game's geometry that a move visits."""

    def captures_of(self, move: M, /) -> tuple[int, ...]:
        """Return the cells of the game's geometry whose pieces a move captures."""

    def text_forms(self) -> Mapping[str, str]:
        """Return the position in each of the game's notations, by name; the game's `parse` accepts all of them."""

    def __str__(self) -> str:
        """Return one line from which the game's `parse` makes an equal position."""
