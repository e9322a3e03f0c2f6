"""What reading a file of games gives, and what all readers share."""

import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

from crownbridge.errors import quoted
from crownbridge.games import Outcome, Position, Termination
from crownbridge.records.record import Decision, GameRecord

CHUNK = 1 << 20
SMALL = 1 << 16
"""Of a game that is read again whenever a pipe has more of it."""
MOST_BYTES = 1 << 26
"""No game is as long; what seems to be is no game."""
MOST_MOVES = 10_000
"""Of a game. Where repetition draws, a move costs as much as the moves before it."""
MOST_NOTICES = 100
"""Kept of one game."""
_WORD = re.compile(rb"\S{1,21}")
_MARK = b"\xef\xbb\xbf"

UNFINISHED = Outcome(None, Termination.INTERRUPTED)


class Place(NamedTuple):
    """Where in a file something stands; both count from 1, columns in bytes."""

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
    """Something about a game that was read which its reader should know."""

    place: Place
    message: str
    false_claim: bool = False
    """Whether the file, or a program in it, says something of the game that the board refutes."""

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class ReadGame(NamedTuple):
    """A game of a file."""

    record: GameRecord
    line: int
    """Where it begins, from 1."""
    notices: tuple[Notice, ...] = ()


class Notices:
    """Collect the notices about a game; of many, only the first and how many more there were."""

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
        """Return them by their places."""
        found = sorted(self._kept)
        if self._more:
            found.append(Notice(found[-1].place, f"there are {self._more:,} more such notices about this game"))
        return tuple(found)


Entry = ReadGame | Problem
"""What stands in a file, one after another: games, and in the place of those that cannot be read, what is wrong."""


class More(Exception):  # noqa: N818 (no error: a wish)
    """The game goes on beyond what has been read of its file."""


class Text:
    """A part of a file from the beginning of a game on."""

    __slots__ = ("_begin", "_counted", "_lines", "_tail", "data", "whole")

    def __init__(self, data: bytes, line: int, column: int, *, whole: bool) -> None:
        self.data = data
        self.whole = whole
        """Whether the file ends here."""
        self._lines = line
        self._counted = 0
        self._begin = 0  # of the line that has been counted to
        self._tail = column - 1

    def line(self, at: int) -> int:
        """The line of an offset. Offsets that ascend are found quickly."""
        if at < self._counted:
            return self._lines - self.data.count(b"\n", at, self._counted)
        if passed := self.data.count(b"\n", self._counted, at):
            self._lines += passed
            self._begin = self.data.rfind(b"\n", self._counted, at) + 1
        self._counted = at
        return self._lines

    def place(self, at: int) -> Place:
        """Line and column of an offset."""
        line = self.line(at)
        begin = self._begin if at >= self._begin else self.data.rfind(b"\n", 0, at) + 1
        return Place(line, at - begin + 1 + (0 if begin else self._tail))

    def word(self, at: int) -> str:
        """What stands there up to the next space, as it is told in a message. Raises More."""
        found = _WORD.match(self.data, at)
        if found is None:
            return "nothing"
        self.check(found.end())
        return quoted(found[0], 20)

    def check(self, end: int) -> None:
        """Raises More where what ends there may go on in the rest of the file."""
        if end >= len(self.data) and not self.whole:
            raise More


Step = Callable[[Text, int], tuple[Entry | None, int]]
"""Reads the game that begins at an offset: it, or `None` where nothing more comes, and where it ends. Raises More."""


def stream(source: BinaryIO, step: Step) -> Iterator[Entry]:
    """The games of a file, of which only a part is in memory."""
    # What a pipe has, rather than all that was asked for: a long wait inside of one call would not notice Ctrl-C.
    take: Callable[[int], bytes] = getattr(source, "read1", source.read)
    head = b""
    while len(head) < len(_MARK) and (more := take(CHUNK)):
        head += more
    text = Text(head.removeprefix(_MARK), 1, 1, whole=False)
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
        except More:
            if len(text.data) - at > MOST_BYTES:
                yield Problem(text.place(at), f"no game ends within {MOST_BYTES:,} bytes; this is no such file")
                return
            size = CHUNK if at else 2 * size
            rest = take(size)
            # A long game is not read again for each small piece that a pipe has.
            while len(text.data) - at >= SMALL and len(rest) < len(text.data) - at and (more := take(size)):
                rest += more
            text = Text(text.data[at:] + rest, *text.place(at), whole=not rest)
            at = 0


def decided(end: Position[Any], claim: Outcome | None) -> tuple[Outcome, str]:
    """How a game of a file ended, and, where the file says otherwise, that.

    Where the game is over, the board has the word, whatever is claimed; where it is not, the claim has.
    """
    board = end.outcome()
    if board is None:
        if claim is not None and claim.termination is Termination.NORMAL:
            return UNFINISHED, f"the result is given as {_said(claim)}, but on the board the game goes on"
        return claim or UNFINISHED, ""
    if claim is None or claim.termination is Termination.INTERRUPTED:
        return board, ""
    if (claim.winner, claim.is_draw) == (board.winner, board.is_draw):
        return (claim, "") if claim.termination is board.termination else (board, "")
    return board, f"the result is given as {_said(claim)}, but on the board it is: {board}"


def _said(claim: Outcome) -> str:
    return str(Outcome(claim.winner, claim.termination)) if claim.winner is None else f"{claim.winner} wins"


def as_written(winner: Any) -> Outcome:
    """A result that a file gives without saying why."""
    return Outcome(winner, Termination.ADJUDICATION, "as the file says")


def untimed(move: Any) -> Decision:
    """The decision of which only the move is known."""
    return Decision(move, 0.0)


def as_text(data: bytes) -> str:
    """What bytes of a file say: UTF-8, or else Latin-1, which old programs wrote."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")
