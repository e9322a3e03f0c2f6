"""All exceptions of Crownbridge.

    CrownbridgeError                  exit status 1
    ├── ConflictError                 a request that is not valid in the current state of the server
    │   └── NotFoundError             a room, tournament, analysis or game does not exist
    ├── ForbiddenError                a request that the server's owner does not allow
    └── InputError (ValueError)       exit status 2: invalid input by the user or in a file
        ├── UnknownGameError          no game has that name
        ├── OptionError               an unknown option of a game, or an invalid value
        ├── ConfigurationError        an invalid tournament file, with all its problems
        ├── FileError                 a file cannot be read or written
        │   ├── ShortageError         a file cannot be used for now, such as while the disk is full
        │   ├── TableError            an endgame table is missing, damaged or wrong
        │   └── StoreError            a game store cannot be opened, read or written
        │       └── FullStoreError    a game store cannot grow for now; also a ShortageError
        ├── ConfigurationChangedError a tournament cannot resume with a different configuration
        ├── PositionError             a text that does not describe a position
        └── MoveError
            ├── InvalidMoveError      a text that is not a move in any position
            ├── IllegalMoveError      a move that is not legal in the position
            └── AmbiguousMoveError    a text that matches several legal moves

A message states what is wrong and what is expected. A player's mistake in a game is an `Outcome`, not an exception.
"""

import warnings
from collections.abc import Sequence
from typing import ClassVar


def quoted(text: str | bytes, most: int = 60) -> str:
    """Return untrusted text for a message: in quotes, shortened to `most` characters, and printable."""
    start = text[:most] if isinstance(text, str) else text[:most].decode("utf-8", "replace")
    return repr(start if len(text) <= most else f"{start}...")


def printable(text: str, keep: str = "") -> str:
    """Escape the control and format characters of a text, except those in `keep`, so that it is safe to print."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in keep else letter.encode("unicode_escape").decode()
        for letter in text
    )


def show_plain_warnings() -> None:
    """Show warnings in this process without the source line that issued them."""
    warnings.formatwarning = lambda message, *_, **__: f"crownbridge: warning: {printable(str(message))}\n"


class CrownbridgeError(Exception):
    """Base class of all exceptions of Crownbridge."""

    exit_status: ClassVar[int] = 1


class ConflictError(CrownbridgeError):
    """The request is not valid in the current state of the server, or too many run at once."""


class NotFoundError(ConflictError):
    """The room, tournament, analysis or game does not exist."""


class ForbiddenError(CrownbridgeError):
    """The server's owner does not allow the request."""


class InputError(CrownbridgeError, ValueError):
    """The user's input or the content of a file is invalid."""

    exit_status = 2


class UnknownGameError(InputError):
    """No game has that name."""


class OptionError(InputError):
    """A game has no option of that name, or the value is invalid."""


class ConfigurationError(InputError):
    """A tournament file is invalid; lists all problems."""

    most_problems: ClassVar[int] = 100
    """Maximum number of problems to list; of the rest, only the number is given."""

    def __init__(self, source: str, problems: Sequence[str]) -> None:
        count = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
        more = len(problems) - self.most_problems
        self.source = source
        self.problems = (*problems[: self.most_problems], *([f"and {more:,} more"] if more > 0 else []))
        """Problems, each with its place in the file: `agents[2].path: ...`."""
        super().__init__("\n  ".join([f"{source} has {count}:", *self.problems]))

    def __reduce__(self) -> tuple[type, tuple[str, tuple[str, ...]]]:
        return type(self), (self.source, self.problems)


class ConfigurationWarning(UserWarning):
    """A tournament or agent file is valid but contains something suspicious."""


class SandboxWarning(UserWarning):
    """A program that failed may need a file that its sandbox hides."""


class FileError(InputError):
    """A file cannot be read or written."""


class ShortageError(FileError):
    """A file cannot be opened, read or written for now: the disk is full, or too many files are open."""


class TableError(FileError):
    """An endgame table is missing, damaged or wrong."""


class StoreError(FileError):
    """A game store cannot be opened, read or written."""


class FullStoreError(StoreError, ShortageError):
    """A game store cannot grow because the disk is full."""


class ConfigurationChangedError(InputError):
    """A tournament cannot resume with a different configuration."""

    def __init__(self, message: str, differences: str) -> None:
        super().__init__(message)
        self.differences = differences
        """Old and new values: `timeLimit was 1000 and is 2000`."""


class PositionError(InputError):
    """The text does not describe a position."""


class MoveError(InputError):
    """The text or move cannot be played."""


class InvalidMoveError(MoveError):
    """The text is not a move in any position."""


class IllegalMoveError(MoveError):
    """The move is not legal in the position."""


class AmbiguousMoveError(MoveError):
    """The text matches several legal moves."""
