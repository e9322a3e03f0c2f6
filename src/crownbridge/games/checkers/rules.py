"""The game of English draughts and its options.

- Squares are numbered 1 to 32 from the top left. Red starts on 1 to 12 and moves first, white on 21 to 32.
- A man steps and jumps diagonally forwards, a king in all four directions.
- Captures are mandatory; any of them may be chosen, and its jump sequence must be completed.
- A man that reaches the last row is crowned, and its move ends there.
- A side without a legal move loses.

Draw rules are options. The counter decreases by one on every move without progress, and progress resets it; at 0 the
game is drawn, even if the side to move has no move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from crownbridge._core import CheckersBatch, CheckersRules, checkers_perft, checkers_random_games
from crownbridge.errors import OptionError
from crownbridge.games import game, outcome
from crownbridge.games.checkers import geometry, notation
from crownbridge.games.checkers.guide import GUIDE
from crownbridge.games.checkers.position import Position
from crownbridge.games.checkers.side import Side
from crownbridge.games.geometry import Geometry
from crownbridge.games.guide import Section
from crownbridge.games.options import Option, whole_number
from crownbridge.games.position import Piece

__all__ = ["Checkers", "Side"]

KTH = {"counter": 50, "men_progress": False, "repetition": 0, "move_limit": 0}
"""Rules of the KTH course: 25 moves of each side without a capture are a draw."""

TOURNAMENT = {"counter": 80, "men_progress": True, "repetition": 3, "move_limit": 0}
"""Rules of draughts federations: 40 king moves of each side without a capture, or threefold repetition, are a draw."""

RULE_CHECKS = (
    game.RuleCheck("mandatory capture", "W:W18,32:B9,1", "18-14", "a capture must be played when there is one"),
    game.RuleCheck(
        "capture of two pieces", "W:W18,22:B9", "18-14", "a capture continues as long as the piece can jump"
    ),
    game.RuleCheck("a king jumps backwards", "W:W22,19:BK23", "22-18", "a king captures in all four directions"),
    game.RuleCheck("crowning ends the move", "W:W30,27:B22", "30-26", "a man that is crowned may not jump on"),
    game.RuleCheck("crowning by a step", "W:W25:B28", "25-21", "a man that reaches the last row becomes a king"),
)


@dataclass(frozen=True)
class Checkers(game.Game[Position]):
    """English draughts, by default with the draw rules of the `kth` preset; 0 disables a rule."""

    name: ClassVar[str] = "checkers"
    goal: ClassVar[str] = "leave the opponent without a move; captures are mandatory"
    sides: ClassVar[tuple[outcome.Side, outcome.Side]] = (Side.RED, Side.WHITE)
    described: ClassVar[tuple[Option, ...]] = (
        Option(
            "counter",
            50,
            "Draw counter",
            "Number of moves by both sides without progress that draws the game; 0 for no limit.",
        ),
        Option("men_progress", False, "Man moves are progress", "Whether a man's move counts as progress."),  # noqa: FBT003 (a default)
        Option(
            "repetition",
            0,
            "Draw by repetition",
            "Number of occurrences of a position that draws the game; 0 for none.",
        ),
        Option("move_limit", 0, "Move limit", "Number of moves by both sides that draws the game; 0 for no limit."),
    )
    piece_names: ClassVar[tuple[str, ...]] = ("man", "king")
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"kth": KTH, "tournament": TOURNAMENT}
    preset_labels: ClassVar[Mapping[str, str]] = {"kth": "KTH course"}
    guide: ClassVar[tuple[Section, ...]] = GUIDE
    rule_checks: ClassVar[Sequence[game.RuleCheck]] = RULE_CHECKS

    counter: int = 50
    """Number of moves of both sides without progress after which the game is drawn."""
    men_progress: bool = False
    """True if a man's move counts as progress; a capture always does."""
    repetition: int = 0
    """Number of occurrences of a position that draw the game."""
    move_limit: int = 0
    """Number of moves of both sides after which the game is drawn."""

    def __post_init__(self) -> None:
        for option in self.described:
            object.__setattr__(self, option.name, option.checked(getattr(self, option.name)))
        if self.repetition == 1:
            raise OptionError(
                "the option repetition is 1; expected 0 (no draw by repetition), or 2 or more occurrences"
            )

    @cached_property
    def rules(self) -> CheckersRules:
        """The options for the native core."""
        return CheckersRules(self.counter, self.men_progress, self.repetition, self.move_limit)

    @property
    def geometry(self) -> Geometry:
        """The board as shapes."""
        return geometry.board()

    def initial(self) -> Position:
        """Return the initial position."""
        return Position(self.rules)

    def parse(self, text: str) -> Position:
        """Parse a PDN FEN (`B:W21,22,K30:B1-12`), a KTH board or a KTH message. Raise PositionError."""
        return Position(self.rules, *notation.parse(text, self.counter))

    def placed(self, pieces: Mapping[int, Piece], side_to_move: outcome.Side) -> Position:
        """Return the position with these pieces; cell 0 is square 1. Raise PositionError."""
        squares = ["."] * 32
        for cell, piece in pieces.items():
            letter = str(piece.side)[0]
            squares[cell] = letter.upper() if piece.crowned else letter
        return self.parse(f"{''.join(squares)} {str(side_to_move)[0]}")

    def batch(self, count: int) -> CheckersBatch:
        """Return a batch of `count` games at the initial position."""
        return CheckersBatch(self.initial(), whole_number("count", count, 0, game.MOST_ROWS))

    def perft(self, position: Position, depth: int) -> int:
        """Return the number of move sequences of that length, ignoring the draw rules."""
        return checkers_perft(position, depth)

    def random_games(self, position: Position, count: int, seed: int = 0) -> game.RandomGamesResult:
        """Play `count` games of random moves from a position to the end."""
        return game.RandomGamesResult(
            *checkers_random_games(position, whole_number("count", count, 0, game.MOST_GAMES), seed % 2**64)
        )
