"""The moves of a Hex game as files have them: with a swap of sides, which is kept as one of pieces."""

from crownbridge.errors import IllegalMoveError
from crownbridge.games import Side
from crownbridge.games.hex import Hex, Move, Position
from crownbridge.records.reading import untimed
from crownbridge.records.record import Decision

SWAP = Move("swap-pieces")
MIRRORED = "the swap of sides is kept as one of pieces: the cells after it are mirrored"
"""To be noticed."""


class Moves:
    """A game as far as it has been read.

    Where the players change sides, the stone stays, and its owner goes on with the other colour. Seen in the long
    diagonal's mirror with colours exchanged, that is a swap of pieces: then all that follows is mirrored.
    """

    def __init__(self, game: Hex, start: Position) -> None:
        self.game = game
        self.start = start
        self.position = start
        self.decisions: tuple[Decision, ...] = ()
        self.mirrored = False

    @property
    def plain(self) -> bool:
        """Whether cells mean what they say."""
        return not self.mirrored

    def extend(self, decisions: tuple[Decision, ...], position: Position) -> None:
        """Goes on with moves that lead to a position."""
        self.decisions = self.decisions + decisions if self.decisions else decisions
        self.position = position

    def play(self, word: str, side: Side | None = None) -> None:
        """Plays a cell or a swap, of a side as the file names it or of the one whose turn it is. Raises MoveError."""
        if side is not None and (side.other if self.mirrored else side) != self.position.side_to_move:
            raise IllegalMoveError(f"it is not {side}'s turn")
        move = SWAP if word in ("swap-pieces", "swap-sides", "swap") else Move(word)
        if move.is_swap:
            self._allow_swap()
        elif self.mirrored:
            move = Move(move.column, move.row)
        self.position = self.position.play(move)
        self.decisions = (*self.decisions, untimed(move))
        self.mirrored = self.mirrored or word == "swap-sides"

    def _allow_swap(self) -> None:
        """A file need not say that there is a swap rule before there is a swap."""
        if not self.game.swap:
            self.game = Hex(self.game.size, self.game.first, swap=True)
            self.start = self.position = self.game.parse(str(self.start))
            for decision in self.decisions:
                self.position = self.position.play(decision.move)
