"""The game of English draughts and its options.

- Squares are numbered 1 to 32 from the top left. Red starts on 1 to 12 and moves first, white on 21 to 32.
- A man steps and jumps diagonally forwards, a king in all four directions.
- A capture is mandatory, by any piece that can; the jump sequence that is chosen must be finished.
- A man that comes to the last row is crowned, and its move ends there.
- Whoever has no move loses.

Draws are options. The counter falls by one on every move that is no progress, and starts again on one that is; at 0 the
game is drawn, even if the side to move could not move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from crownbridge._core import CheckersBatch, CheckersRules, checkers_perft, checkers_random_games
from crownbridge.errors import OptionError
from crownbridge.games import game, outcome
from crownbridge.games.checkers import geometry, notation
from crownbridge.games.checkers.position import Position
from crownbridge.games.checkers.side import Side
from crownbridge.games.geometry import Geometry
from crownbridge.games.options import Option, whole_number
from crownbridge.games.position import Piece

__all__ = ["Checkers", "Side"]

KTH = {"counter": 50, "men_progress": False, "repetition": 0, "move_limit": 0}
"""The KTH course's rules: 25 moves each without a capture are a draw."""

TOURNAMENT = {"counter": 80, "men_progress": True, "repetition": 3, "move_limit": 0}
"""Draughts federations' rules: 40 moves each by kings alone, or the third occurrence of a position, are a draw."""

RULE_CHECKS = (
    game.RuleCheck("mandatory capture", "W:W18,32:B9,1", "18-14", "a capture must be played when there is one"),
    game.RuleCheck("capture of two pieces", "W:W18,22:B9", "18-14", "a jump goes on as long as the piece can jump"),
    game.RuleCheck("a king jumps backwards", "W:W22,19:BK23", "22-18", "a king captures in all four directions"),
    game.RuleCheck("crowning ends the move", "W:W30,27:B22", "30-26", "a man that is crowned may not jump on"),
    game.RuleCheck("crowning by a step", "W:W25:B28", "25-21", "a man that reaches the last row becomes a king"),
)


@dataclass(frozen=True)
class Checkers(game.Game[Position]):
    """English draughts, by default with the draw rules of the `kth` preset; 0 switches a rule off."""

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
    rule_checks: ClassVar[Sequence[game.RuleCheck]] = RULE_CHECKS

    counter: int = 50
    """Moves without progress, of both sides together, after which the game is drawn."""
    men_progress: bool = False
    """Whether a man's move counts as progress; a capture always does."""
    repetition: int = 0
    """The occurrence of a position at which the game is drawn."""
    move_limit: int = 0
    """Moves, of both sides together, after which the game is drawn."""

    def __post_init__(self) -> None:
        for option in self.described:
            object.__setattr__(self, option.name, option.checked(getattr(self, option.name)))
        if self.repetition == 1:
            raise OptionError("the option repetition is 1; a position repeats at its 2nd occurrence or later")

    @cached_property
    def rules(self) -> CheckersRules:
        """The options as the native core takes them."""
        return CheckersRules(self.counter, self.men_progress, self.repetition, self.move_limit)

    @property
    def geometry(self) -> Geometry:
        """The board as shapes."""
        return geometry.board()

    def initial(self) -> Position:
        """The position a game starts from."""
        return Position(self.rules)

    def parse(self, text: str) -> Position:
        """The position of a PDN FEN (`B:W21,22,K30:B1-12`) or a KTH board or message. Raises PositionError."""
        return Position(self.rules, *notation.parse(text, self.counter))

    def placed(self, pieces: Mapping[int, Piece], side_to_move: outcome.Side) -> Position:
        """Return the position with these pieces on squares 1 to 32, numbered from 0. Raise PositionError."""
        squares = ["."] * 32
        for cell, piece in pieces.items():
            letter = str(piece.side)[0]
            squares[cell] = letter.upper() if piece.crowned else letter
        return self.parse(f"{''.join(squares)} {str(side_to_move)[0]}")

    def batch(self, count: int) -> CheckersBatch:
        """So many games from the start, to be stepped at once."""
        return CheckersBatch(self.initial(), whole_number("count", count, 0, game.MOST_ROWS))

    def perft(self, position: Position, depth: int) -> int:
        """The number of move sequences of that length, draw rules aside."""
        return checkers_perft(position, depth)

    def random_games(self, position: Position, count: int, seed: int = 0) -> game.Tally:
        """Plays so many games of random moves from a position to their end."""
        return game.Tally(
            *checkers_random_games(position, whole_number("count", count, 0, game.MOST_GAMES), seed % 2**64)
        )
