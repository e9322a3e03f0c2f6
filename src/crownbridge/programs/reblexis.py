"""The agent's side of the reblexis protocol, spoken by our own engine. Pure, like the host's side.

The protocol tells neither the draw counter nor the past, nor whether the time is for the game or for a move. All is
inferred: a board that follows from the last one continues its game, and a time that never falls is one for a move.
"""

from crownbridge.errors import InputError, PositionError, quoted
from crownbridge.games import Termination
from crownbridge.games.checkers import Checkers, Move, Position, Side
from crownbridge.protocols.reblexis import COLOURS, SIZE, format_path, parse_board

LINES_TO_BEGIN = 2
LINES_OF_A_TURN = 1 + SIZE
_LONG = 12  # digits of milliseconds that nobody has


class ReblexisClient:
    """Reads boards, and tells moves."""

    def __init__(self) -> None:
        self._game = Checkers()
        self._side = Side.RED
        self._times: list[int] = []
        self.position: Position = self._game.initial()
        """Where the game stands, with what is known of its past."""

    @property
    def milliseconds(self) -> int:
        """The time left."""
        return self._times[-1]

    @property
    def timed_by_moves(self) -> bool:
        """Whether the time left is for this move alone: it is as much as before the last one."""
        return len(self._times) > LINES_TO_BEGIN and len(set(self._times)) == 1

    def begin(self, lines: list[bytes]) -> None:
        """Hears the time and the colour. Raises InputError."""
        time, colour = lines
        self._times = [parse_time(time)]
        sides = {word: side for side, word in COLOURS.items()}
        if colour.strip() not in sides:
            raise InputError(f"the colour is {quoted(colour.strip())}; expected black or white")
        self._side = sides[colour.strip()]

    def read(self, lines: list[bytes]) -> None:
        """Hears the time left, and the board in eight lines. Raises InputError."""
        self._times.append(parse_time(lines[0]))
        squares = parse_board(lines[1:])
        before = self.position.outcome()
        self.position = self._follow(squares)
        outcome = self.position.outcome()
        if Termination.COUNTER in (end.termination for end in (before, outcome) if end is not None):
            self._game = Checkers(counter=0)  # the game goes on: nobody counts
            self.position = self._alone(squares)
            outcome = self.position.outcome()
        if outcome is not None:
            raise InputError(f"there is no move left to play: {outcome}")

    def _follow(self, squares: str) -> Position:
        """The position of a board: with its past, where it follows from the last one."""
        if self.position.side_index != self._side:
            for move in self.position.legal_moves():
                after = self.position.play(move)
                if after.squares == squares:
                    return after
        elif self.position.squares == squares:
            return self.position
        return self._alone(squares)

    def _alone(self, squares: str) -> Position:
        try:
            return Position(self._game.rules, squares, self._side, self._game.counter)
        except PositionError as error:
            raise InputError(f"there is no such board: {error}") from error

    def play(self, move: Move) -> str:
        """The line that tells a move of ours."""
        self.position = self.position.play(move)
        return format_path(move)


def parse_time(line: bytes) -> int:
    """The milliseconds that a line tells. Raises InputError."""
    text = line.strip()
    if not text.isdigit() or len(text) > _LONG:
        raise InputError(f"the time is {quoted(text)}; expected milliseconds, a whole number")
    return int(text)
