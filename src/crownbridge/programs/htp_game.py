"""A game under the Hex Text Protocol: either side may move at any time, and every move can be undone."""

from typing import NamedTuple

from crownbridge.errors import InputError, MoveError
from crownbridge.games.hex import Hex, Move, Position, Side
from crownbridge.games.outcome import Side as AnySide

COLOURS: dict[AnySide, str] = {Side.RED: "black", Side.BLUE: "white"}
"""Colour names by side; black moves first and connects top and bottom."""
SWAP_PIECES, SWAP_SIDES, RESIGN = "swap-pieces", "swap-sides", "resign"


class _State(NamedTuple):
    """The state of a game after a move."""

    position: Position
    resigned: Side | None = None


class HtpGame:
    """A board with its history."""

    def __init__(self, size: int = 11) -> None:
        """Start with an empty board. Raise OptionError if the size is invalid."""
        self.size = size
        self.offers_swap = False
        """True if the swap is among white's legal moves; a `play` of the swap is always accepted."""
        self._states = [_State(Hex(size).initial())]

    @property
    def position(self) -> Position:
        """The current position, under rules without the swap."""
        return self._states[-1].position

    @property
    def winner(self) -> AnySide | None:
        """The winner, or None."""
        position, resigned = self._states[-1]
        if resigned is not None:
            return resigned.other
        outcome = position.outcome()
        return None if outcome is None else outcome.winner

    def position_for(self, side: AnySide) -> Position:
        """Return the position with that side to move, regardless of turn. Raise InputError if the game is over."""
        if self.winner is not None:
            raise InputError(f"the game is over: {COLOURS[self.winner]} has won")
        is_first = side is Side.RED and len(self._states) == 1
        return self._with_side_to_move(side, swap=self.offers_swap and (is_first or self._may_swap(side)))

    def legal_moves(self) -> list[Move]:
        """Return the legal moves of the side to move; none if the game is over."""
        return [] if self.winner is not None else self.position_for(self.position.side_to_move).legal_moves()

    def play(self, side: Side, move: str) -> None:
        """Play a move, regardless of turn. Raise InputError and leave the game unchanged if it is illegal."""
        try:
            self._states.append(self._after(side, move.lower()))
        except InputError as error:
            raise InputError(f"illegal move: {error}") from error

    def undo(self) -> None:
        """Undo the last move. Raise InputError if there is none."""
        if len(self._states) == 1:
            raise InputError("cannot undo: no move has been played")
        self._states.pop()

    def _after(self, side: Side, move: str) -> _State:
        """Return the state after a move. Raise InputError."""
        position = self.position_for(side)
        if move == RESIGN:
            return _State(position, side)
        if move not in (SWAP_PIECES, SWAP_SIDES):
            if move.startswith("swap"):
                raise MoveError(f"expected {SWAP_PIECES} or {SWAP_SIDES}")
            return _State(self._put(side, Move(move)))
        if not self._may_swap(side):
            raise MoveError(f"{move} is only legal in reply to black's first stone")
        if move == SWAP_SIDES:  # the players exchange colours, so white is to move again
            return _State(self._with_side_to_move(side))
        after = self._with_side_to_move(side, swap=True).play(Move(move))
        return _State(Position(self.position.rules, after.rows, after.side_index))

    def _put(self, side: Side, stone: Move) -> Position:
        """Return the position with one more stone. Raise MoveError."""
        on_board = max(stone.row, stone.column) < self.size
        if on_board and self.position.rows[stone.row * self.size + stone.column] != ".":
            raise MoveError(f"{stone} is taken")  # the position's own message would say red and blue
        return self._with_side_to_move(side).play(stone)

    def _may_swap(self, side: AnySide) -> bool:
        """Return True if the side is white and the only move so far was a black stone."""
        return side is Side.BLUE and len(self._states) == 2 and self.position.rows.count("r") == 1  # noqa: PLR2004 (the initial state and one move)

    def _with_side_to_move(self, side: AnySide, *, swap: bool = False) -> Position:
        """Return the position with that side to move."""
        return Position(Hex(self.size, swap=swap).rules, self.position.rows, int(side))
