"""The agent's side of the reblexis protocol, for the built-in engine. Pure, like the host's side.

The protocol contains neither the draw counter nor the history, nor whether the time is for the game or for a move. The
agent infers them: a board that follows from the last one continues its game, and a constant time is one per move.
"""

from crownbridge.errors import InputError, PositionError, quoted
from crownbridge.games import Termination
from crownbridge.games.checkers import Checkers, Move, Position, Side
from crownbridge.protocols.reblexis import COLOURS, SIZE, format_path, parse_board

LINES_TO_BEGIN = 2
LINES_OF_A_TURN = 1 + SIZE
_LONG = 12  # maximum number of digits of a time


class ReblexisClient:
    """Parse boards and format the engine's moves."""

    def __init__(self) -> None:
        self._game = Checkers()
        self._side = Side.RED
        self._times: list[int] = []
        self.position: Position = self._game.initial()
        """The current position, with the known history."""

    @property
    def milliseconds(self) -> int:
        """Time left in milliseconds."""
        return self._times[-1]

    @property
    def timed_by_moves(self) -> bool:
        """True if the time left is for one move: it has not decreased so far."""
        return len(self._times) > LINES_TO_BEGIN and len(set(self._times)) == 1

    def begin(self, lines: list[bytes]) -> None:
        """Read the time and the colour. Raise InputError."""
        time, colour = lines
        self._times = [parse_time(time)]
        sides = {word: side for side, word in COLOURS.items()}
        if colour.strip() not in sides:
            raise InputError(f"the colour is {quoted(colour.strip())}; expected black or white")
        self._side = sides[colour.strip()]

    def read(self, lines: list[bytes]) -> None:
        """Read the time left, and the board in eight lines. Raise InputError."""
        self._times.append(parse_time(lines[0]))
        squares = parse_board(lines[1:])
        before = self.position.outcome()
        self.position = self._follow(squares)
        outcome = self.position.outcome()
        if Termination.COUNTER in (end.termination for end in (before, outcome) if end is not None):
            self._game = Checkers(counter=0)  # the game continues, so the host has no draw counter
            self.position = self._without_history(squares)
            outcome = self.position.outcome()
        if outcome is not None:
            raise InputError(f"the game is over: {outcome}")

    def _follow(self, squares: str) -> Position:
        """Return the position of a board, with the history if a legal move leads to it."""
        if self.position.side_index != self._side:
            for move in self.position.legal_moves():
                after = self.position.play(move)
                if after.squares == squares:
                    return after
        elif self.position.squares == squares:
            return self.position
        return self._without_history(squares)

    def _without_history(self, squares: str) -> Position:
        try:
            return Position(self._game.rules, squares, self._side, self._game.counter)
        except PositionError as error:
            raise InputError(f"the board is invalid: {error}") from error

    def play(self, move: Move) -> str:
        """Play a move of the engine; return its line."""
        self.position = self.position.play(move)
        return format_path(move)


def parse_time(line: bytes) -> int:
    """Parse a time in milliseconds. Raise InputError."""
    text = line.strip()
    if not text.isdigit() or len(text) > _LONG:
        raise InputError(f"the time is {quoted(text)}; expected milliseconds, a whole number")
    return int(text)
