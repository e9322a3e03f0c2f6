"""Every exception that Crownbridge raises on purpose.

    CrownbridgeError                  exit status 1
    ├── RoomError                     a room or a tournament of the browser's cannot do that now
    │   └── UnknownRoomError          there is no such room or tournament, or no such game in it
    ├── ForbiddenError                the server's owner does not allow it
    └── InputError (ValueError)       exit status 2: what was typed, or stands in a file, is not usable
        ├── UnknownGameError          no game has that name
        ├── OptionError               a game has no such option, or not with that value
        ├── ConfigurationError        a tournament's file, with everything that is wrong in it
        ├── FileError                 a file cannot be read or written
        │   ├── TableError            an endgame table is missing, damaged or wrong
        │   └── StoreError            a store of games cannot be opened, read or written
        ├── ConfigurationChangedError a tournament goes on with another configuration than it began with
        ├── PositionError             a text describes no position
        └── MoveError
            ├── InvalidMoveError      a text names no move in any position
            ├── IllegalMoveError      a move, but not one that can be played here
            └── AmbiguousMoveError    a text fits several legal moves

A message says what is wrong and what is expected. A player's mistake in a game is an `Outcome`, not an exception.
"""

import warnings
from collections.abc import Sequence
from typing import ClassVar


def quoted(text: str | bytes, most: int = 60) -> str:
    """How a stranger's text stands in a message: in quotes, short, and printable."""
    shown = text[:most] if isinstance(text, str) else text[:most].decode("utf-8", "replace")
    return repr(shown if len(text) <= most else f"{shown}...")


def printable(text: str, keep: str = "") -> str:
    """Return a text that a terminal shows and does not obey: with escapes for control and format characters.

    Those of `keep` stay as they are.
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in keep else letter.encode("unicode_escape").decode()
        for letter in text
    )


def format_warning(message: str) -> str:
    """Return the line that shows a warning to users."""
    return f"crownbridge: warning: {printable(message)}\n"


def show_plain_warnings() -> None:
    """Have this process show warnings without the line of code that gives them."""
    warnings.formatwarning = lambda message, *_, **__: format_warning(str(message))


class CrownbridgeError(Exception):
    """The base of all of them."""

    exit_status: ClassVar[int] = 1


class RoomError(CrownbridgeError):
    """A room or a tournament of the browser's cannot do that now."""


class UnknownRoomError(RoomError):
    """There is no such room or tournament, or no such game in it."""


class ForbiddenError(CrownbridgeError):
    """The server's owner does not allow it."""


class InputError(CrownbridgeError, ValueError):
    """What was typed, or stands in a file, is not usable."""

    exit_status = 2


class UnknownGameError(InputError):
    """No game has that name."""


class OptionError(InputError):
    """A game has no such option, or not with that value."""


class ConfigurationError(InputError):
    """A tournament's file, with everything that is wrong in it."""

    most_problems: ClassVar[int] = 100
    """Told of one file; of more, their number."""

    def __init__(self, source: str, problems: Sequence[str]) -> None:
        count = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
        more = len(problems) - self.most_problems
        self.source = source
        self.problems = (*problems[: self.most_problems], *([f"and {more:,} more"] if more > 0 else []))
        super().__init__("\n  ".join([f"{source} has {count}:", *self.problems]))
        """Each with its place in the file: `agents[2].path: ...`."""

    def __reduce__(self) -> tuple[type, tuple[str, tuple[str, ...]]]:
        return type(self), (self.source, self.problems)


class ConfigurationWarning(UserWarning):
    """A tournament's or an agent's file can be used, but something about it should be known."""


class FileError(InputError):
    """A file cannot be read or written."""


class TableError(FileError):
    """An endgame table is missing, damaged or wrong."""


class StoreError(FileError):
    """A store of games cannot be opened, read or written."""


class ConfigurationChangedError(InputError):
    """A tournament is to go on with another configuration than it began with."""

    def __init__(self, message: str, differences: str) -> None:
        super().__init__(message)
        self.differences = differences
        """What was, and what is: `timeLimit was 1000 and is 2000`."""


class PositionError(InputError):
    """A text describes no position."""


class MoveError(InputError):
    """A text or a move cannot be played."""


class InvalidMoveError(MoveError):
    """A text names no move in any position."""


class IllegalMoveError(MoveError):
    """A move, but not one that can be played here."""


class AmbiguousMoveError(MoveError):
    """A text fits several legal moves."""
