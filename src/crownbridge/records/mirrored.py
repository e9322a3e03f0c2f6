"""The moves of a Hex game from a file: a swap of sides is converted to a swap of pieces."""

from crownbridge.errors import IllegalMoveError
from crownbridge.games import Side
from crownbridge.games.hex import Hex, Move, Position
from crownbridge.records.decision import Decision

SWAP = Move("swap-pieces")
SWAP_WORDS = ("swap-pieces", "swap-sides", "swap")
_EXCHANGED = str.maketrans("rb", "br")
MIRRORED = "the swap of sides was converted to a swap of pieces: the cells after it are mirrored"
"""Notice about a swap of sides."""
PASSED = "the game starts after this pass, with the stones before it set up: the rules have no pass"
"""Notice about a pass."""


class Moves:
    """A game, built move by move.

    In a swap of sides the stone stays and the players exchange colours. Mirrored on the long diagonal and with colours
    exchanged, that is a swap of pieces: so all moves after it are mirrored.
    """

    def __init__(self, game: Hex, start: Position) -> None:
        self.game = game
        self.start = start
        self.position = start
        self.decisions: tuple[Decision, ...] = ()
        self.mirrored = False

    @property
    def plain(self) -> bool:
        """True if the cells are those of the file."""
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
        """Append moves that lead to a position."""
        self.decisions = self.decisions + decisions if self.decisions else decisions
        self.position = position

    def play(self, word: str, side: Side | None = None) -> None:
        """Play a cell or a swap, by a colour of the file or by the side to move. Raise MoveError."""
        if side is not None and self.side_of(side) != self.position.side_to_move:
            raise IllegalMoveError(f"it is not {side}'s turn")
        move = SWAP if word in SWAP_WORDS else Move(word)
        if move.is_swap:
            self._allow_swap()
        elif self.mirrored:
            move = Move(move.column, move.row)
        self.position = self.position.play(move)
        self.decisions = (*self.decisions, Decision(move))
        self.mirrored = self.mirrored or word == "swap-sides"

    def pass_turn(self) -> None:
        """Pass: make the present stones the start of the game, with the other side to move."""
        turn = self.position.side_to_move.other
        if self.position.pieces():
            self.start = Position(self.position.rules, self.position.rows, turn)
        else:
            self.game = Hex(self.game.size, str(turn), self.game.swap)
            self.start = self.game.initial()
        self.position = self.start
        self.decisions = ()

    def _allow_swap(self) -> None:
        """Enable the swap rule, which a file need not declare."""
        if not self.game.swap:
            self.game = Hex(self.game.size, self.game.first, swap=True)
            self.start = self.position = self.game.parse(str(self.start))
            for decision in self.decisions:
                self.position = self.position.play(decision.move)
