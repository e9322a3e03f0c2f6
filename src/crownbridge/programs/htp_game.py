"""A game as the Hex Text Protocol has it: either side may move at any time, and every move can be taken back."""

from typing import NamedTuple

from crownbridge.errors import InputError, MoveError
from crownbridge.games.hex import Hex, Move, Position, Side
from crownbridge.games.outcome import Side as AnySide

COLOURS: dict[AnySide, str] = {Side.RED: "black", Side.BLUE: "white"}
"""Black begins, and connects top and bottom."""
SWAP_PIECES, SWAP_SIDES, RESIGN = "swap-pieces", "swap-sides", "resign"


class _Moment(NamedTuple):
    """Where a game stands after a move."""

    position: Position
    resigned: Side | None = None


class HtpGame:
    """A board with its history."""

    def __init__(self, size: int = 11) -> None:
        """An empty board. Raises OptionError."""
        self.size = size
        self.offers_swap = False
        """Whether the swap is among white's answers to the first stone; one that is played is always understood."""
        self._moments = [_Moment(Hex(size).initial())]

    @property
    def position(self) -> Position:
        """Where the game stands, without the swap."""
        return self._moments[-1].position

    @property
    def winner(self) -> AnySide | None:
        """Who has won, if somebody has."""
        position, resigned = self._moments[-1]
        if resigned is not None:
            return resigned.other
        outcome = position.outcome()
        return None if outcome is None else outcome.winner

    def position_for(self, side: AnySide) -> Position:
        """The position with that side to move, whoever's turn it is. Raises InputError when the game is over."""
        if self.winner is not None:
            raise InputError(f"the game is over: {COLOURS[self.winner]} has won")
        begins = side is Side.RED and len(self._moments) == 1
        return self._turned(side, swap=self.offers_swap and (begins or self._may_swap(side)))

    def legal_moves(self) -> list[Move]:
        """Those of the side whose turn it is; none when the game is over."""
        return [] if self.winner is not None else self.position_for(self.position.side_to_move).legal_moves()

    def play(self, side: Side, move: str) -> None:
        """Makes a move, whoever's turn it is; on error, the game is unchanged. Raises InputError."""
        try:
            self._moments.append(self._after(side, move.lower()))
        except InputError as error:
            raise InputError(f"illegal move: {error}") from error

    def undo(self) -> None:
        """Takes the last move back. Raises InputError."""
        if len(self._moments) == 1:
            raise InputError("cannot undo: there is no move to take back")
        self._moments.pop()

    def _after(self, side: Side, move: str) -> _Moment:
        """The game after a move. Raises InputError."""
        position = self.position_for(side)
        if move == RESIGN:
            return _Moment(position, side)
        if move not in (SWAP_PIECES, SWAP_SIDES):
            if move.startswith("swap"):
                raise MoveError(f"expected {SWAP_PIECES} or {SWAP_SIDES}")
            return _Moment(self._put(side, Move(move)))
        if not self._may_swap(side):
            raise MoveError(f"{move} answers black's first stone, and nothing else")
        if move == SWAP_SIDES:  # the players change seats: white, who is the other one now, goes on
            return _Moment(self._turned(side))
        after = self._turned(side, swap=True).play(Move(move))
        return _Moment(Position(self.position.rules, after.rows, after.side_index))

    def _put(self, side: Side, stone: Move) -> Position:
        """The position with one more stone. Raises MoveError."""
        on_board = max(stone.row, stone.column) < self.size
        if on_board and self.position.rows[stone.row * self.size + stone.column] != ".":
            raise MoveError(f"{stone} is taken")  # the position would name its own colours, red and blue
        return self._turned(side).play(stone)

    def _may_swap(self, side: AnySide) -> bool:
        """Whether one stone, black's, has been played, and nothing else happened."""
        return side is Side.BLUE and len(self._moments) == 2 and self.position.rows.count("r") == 1  # noqa: PLR2004 (the empty board, and this)

    def _turned(self, side: AnySide, *, swap: bool = False) -> Position:
        """The position with that side to move."""
        return Position(Hex(self.size, swap=swap).rules, self.position.rows, int(side))
