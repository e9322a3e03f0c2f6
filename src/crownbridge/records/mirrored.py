"""The moves of a Hex game as files have them: with a swap of sides, which is kept as one of pieces."""

from crownbridge.errors import IllegalMoveError
from crownbridge.games import Side
from crownbridge.games.hex import Hex, Move, Position
from crownbridge.records.reading import untimed
from crownbridge.records.record import Decision

SWAP = Move("swap-pieces")
_EXCHANGED = str.maketrans("rb", "br")
MIRRORED = "the swap of sides is kept as one of pieces: the cells after it are mirrored"
PASSED = "the game begins after this pass: the stones before it are set up, as the rules have no pass"
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

    def side_of(self, colour: Side) -> Side:
        """Return the side that plays a colour of the file."""
        return colour.other if self.mirrored else colour

    def as_in_file(self) -> Position:
        """Return the position with the cells and colours of the file."""
        if not self.mirrored:
            return self.position
        rows, size = self.position.rows, self.game.size
        columns = "".join(rows[start::size] for start in range(size))
        return Position(self.position.rules, columns.translate(_EXCHANGED), self.position.side_to_move.other)

    def extend(self, decisions: tuple[Decision, ...], position: Position) -> None:
        """Goes on with moves that lead to a position."""
        self.decisions = self.decisions + decisions if self.decisions else decisions
        self.position = position

    def play(self, word: str, side: Side | None = None) -> None:
        """Plays a cell or a swap, of a side as the file names it or of the one whose turn it is. Raises MoveError."""
        if side is not None and self.side_of(side) != self.position.side_to_move:
            raise IllegalMoveError(f"it is not {side}'s turn")
        move = SWAP if word in ("swap-pieces", "swap-sides", "swap") else Move(word)
        if move.is_swap:
            self._allow_swap()
        elif self.mirrored:
            move = Move(move.column, move.row)
        self.position = self.position.play(move)
        self.decisions = (*self.decisions, untimed(move))
        self.mirrored = self.mirrored or word == "swap-sides"

    def pass_turn(self) -> None:
        """Let the other side move, from what stands on the board as the start of the game."""
        turn = self.position.side_to_move.other
        if self.position.pieces():
            self.start = Position(self.position.rules, self.position.rows, turn)
        else:
            self.game = Hex(self.game.size, str(turn), self.game.swap)
            self.start = self.game.initial()
        self.position = self.start
        self.decisions = ()

    def _allow_swap(self) -> None:
        """A file need not say that there is a swap rule before there is a swap."""
        if not self.game.swap:
            self.game = Hex(self.game.size, self.game.first, swap=True)
            self.start = self.position = self.game.parse(str(self.start))
            for decision in self.decisions:
                self.position = self.position.play(decision.move)
