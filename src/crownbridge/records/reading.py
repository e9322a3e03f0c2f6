"""The results of reading a file of games, and code that all readers share."""

import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

from crownbridge.errors import quoted
from crownbridge.games import Outcome, Position, Termination
from crownbridge.records.record import GameRecord

CHUNK = 1 << 20
SMALL = 1 << 16
"""Maximum size of a game that is parsed again whenever a pipe delivers more data."""
MOST_BYTES = 1 << 26
"""Maximum size of a game."""
MOST_MOVES = 10_000
"""Maximum number of moves of a game. With draws by repetition, the cost of a move grows with the number of moves."""
MOST_NOTICES = 100
"""Maximum number of notices per game."""
_WORD = re.compile(rb"\S{1,21}")
MARK = b"\xef\xbb\xbf"

UNFINISHED = Outcome(None, Termination.INTERRUPTED)


class Place(NamedTuple):
    """A place in a file; lines and columns count from 1, columns in bytes."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class Problem(NamedTuple):
    """A game that cannot be read."""

    place: Place
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class Notice(NamedTuple):
    """A warning about a game that was read."""

    place: Place
    message: str
    false_claim: bool = False
    """True if the file, or a program in it, makes a claim about the game that the board refutes."""

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class ReadGame(NamedTuple):
    """A game from a file."""

    record: GameRecord
    line: int
    """Line on which the game begins, from 1."""
    notices: tuple[Notice, ...] = ()
    display_ply: int = 0
    """Number of moves before the position that the file displays first."""


class Notices:
    """Collect the notices about a game: the first ones, and the number of the others."""

    def __init__(self) -> None:
        self._kept: list[Notice] = []
        self._more = 0

    def add(self, place: Place, message: str, *, false_claim: bool = False) -> None:
        """Add a notice."""
        if len(self._kept) < MOST_NOTICES:
            self._kept.append(Notice(place, message, false_claim))
        else:
            self._more += 1

    def in_order(self) -> tuple[Notice, ...]:
        """Return the notices in order of their places."""
        notices = sorted(self._kept)
        if self._more:
            notices.append(Notice(notices[-1].place, f"{self._more:,} more notices about this game"))
        return tuple(notices)


Entry = ReadGame | Problem
"""An entry of a file: a game, or a problem in place of a game that cannot be read."""


class NeedMoreData(Exception):  # noqa: N818 (a signal, not an error)
    """The game continues beyond the part of its file that has been read."""


class Text:
    """A part of a file that begins with a game."""

    __slots__ = ("_begin", "_counted", "_lines", "_tail", "data", "whole")

    def __init__(self, data: bytes, line: int, column: int, *, whole: bool) -> None:
        self.data = data
        self.whole = whole
        """True if the data extends to the end of the file."""
        self._lines = line
        self._counted = 0
        self._begin = 0  # offset of the start of the line that has been counted to
        self._tail = column - 1

    def line(self, at: int) -> int:
        """Return the line of an offset. Fast if offsets ascend."""
        if at < self._counted:
            return self._lines - self.data.count(b"\n", at, self._counted)
        if passed := self.data.count(b"\n", self._counted, at):
            self._lines += passed
            self._begin = self.data.rfind(b"\n", self._counted, at) + 1
        self._counted = at
        return self._lines

    def place(self, at: int) -> Place:
        """Return line and column of an offset."""
        line = self.line(at)
        begin = self._begin if at >= self._begin else self.data.rfind(b"\n", 0, at) + 1
        return Place(line, at - begin + 1 + (0 if begin else self._tail))

    def word(self, at: int) -> str:
        """Return the word at an offset, quoted for a message. Raise NeedMoreData."""
        match = _WORD.match(self.data, at)
        if match is None:
            return "nothing"
        self.check(match.end())
        return quoted(match[0], 20)

    def check(self, end: int) -> None:
        """Raise NeedMoreData if a token that ends at an offset may continue in the rest of the file."""
        if end >= len(self.data) and not self.whole:
            raise NeedMoreData


Step = Callable[[Text, int], tuple[Entry | None, int]]
"""Function that returns the game at an offset, or `None` at the end of the file, and its end. Raises NeedMoreData."""


def stream(source: BinaryIO, step: Step) -> Iterator[Entry]:
    """Yield the games of a file without reading it whole."""
    # `read1` returns what a pipe has; `read` would block until the size is reached, and ignore Ctrl-C meanwhile.
    take: Callable[[int], bytes] = getattr(source, "read1", source.read)
    head = b""
    while len(head) < len(MARK) and (more := take(CHUNK)):
        head += more
    text = Text(head.removeprefix(MARK), 1, 1, whole=False)
    at, size = 0, CHUNK
    while True:
        try:
            while True:
                entry, end = step(text, at)
                if entry is None:
                    text.check(end)
                    return
                at = end
                yield entry
        except NeedMoreData:
            if len(text.data) - at > MOST_BYTES:
                yield Problem(
                    text.place(at), f"no game ends within {MOST_BYTES:,} bytes; the file is probably in another format"
                )
                return
            size = CHUNK if at else 2 * size
            rest = take(size)
            # Do not parse a long game again for each small piece that a pipe delivers.
            while len(text.data) - at >= SMALL and len(rest) < len(text.data) - at and (more := take(size)):
                rest += more
            text = Text(text.data[at:] + rest, *text.place(at), whole=not rest)
            at = 0


def decided(end: Position[Any], claim: Outcome | None) -> tuple[Outcome, str]:
    """Return the outcome of a game from a file and, if the file's claim is wrong, a message about that.

    The board decides if the game is over, else the claim.
    """
    board = end.outcome()
    if board is None:
        if claim is not None and claim.termination is Termination.NORMAL:
            return UNFINISHED, f"the result is given as {_claim_text(claim)}, but the game is not over on the board"
        return claim or UNFINISHED, ""
    if claim is None or claim.termination is Termination.INTERRUPTED:
        return board, ""
    if (claim.winner, claim.is_draw) == (board.winner, board.is_draw):
        return (claim, "") if claim.termination is board.termination else (board, "")
    return board, f"the result is given as {_claim_text(claim)}, but on the board it is: {board}"


def _claim_text(claim: Outcome) -> str:
    return str(Outcome(claim.winner, claim.termination)) if claim.winner is None else f"{claim.winner} wins"


def as_written(winner: Any) -> Outcome:
    """Return the outcome of a game whose file states a result without a reason."""
    return Outcome(winner, Termination.ADJUDICATION, "as the file says")


def as_text(data: bytes) -> str:
    """Decode bytes of a file as UTF-8 or, if they are invalid, as Latin-1, which old programs wrote."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")
