"""Endgame tables: the perfect value of every checkers position with few pieces.

The package brings the tables for up to 4 pieces. Larger ones are built into a folder of the user's, which is searched
first: `$CROWNBRIDGE_TABLES`, or else `crownbridge/tables` in `$XDG_DATA_HOME`, by default `~/.local/share`.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from crownbridge import _core
from crownbridge._core import CheckersTableFile as TableFile
from crownbridge._core import CheckersTables, checkers_build_tables, checkers_verify_tables
from crownbridge.errors import FileError, PositionError, TableError
from crownbridge.files import path_exists, user_data_folder
from crownbridge.games.checkers import Position

__all__ = [
    "COUNTER",
    "FEWEST_PIECES",
    "MOST_PIECES",
    "MOST_WITH_NEEDS",
    "TableFile",
    "TableValue",
    "Tables",
    "build",
    "found",
    "packaged_folder",
    "remedies_in",
    "user_folder",
]

FEWEST_PIECES = _core.CHECKERS_TABLES_FEWEST_PIECES
MOST_PIECES = _core.CHECKERS_TABLES_MOST_PIECES
MOST_WITH_NEEDS = _core.CHECKERS_TABLES_MOST_WITH_NEEDS
"""Up to so many pieces every need is known, beyond that only whether it is above the counter."""
COUNTER = _core.CHECKERS_TABLES_COUNTER
"""The draw counter that needs refer to: that of the KTH rules."""

Report = Callable[[int, str, float], None]
"""Told the piece count, the step in work and the done fraction, a few dozen times a second."""


class TableValue(NamedTuple):
    """What perfect play leads to from a position."""

    result: int
    """+1 when the side to move wins, -1 when it loses, 0 for a draw, all in a game without a draw counter."""
    need: int
    """The result is the same under the KTH rules if the counter stands at this or more, else a draw.

    Above 50 it is therefore always a draw there. 0 in a draw, and with more than 4 pieces, where it is not known unless
    above 50.
    """

    def under_counter(self, counter: int) -> int:
        """The result for the side to move when the KTH counter stands there, as far as the need is known."""
        return self.result if counter >= self.need else 0


class Tables:
    """Tables that are open; threads may share them."""

    def __init__(self, native: CheckersTables, folder: Path | None = None) -> None:
        self.native = native
        self._folder = folder

    @classmethod
    def open(cls, folder: Path | None = None, most_pieces: int = MOST_PIECES) -> "Tables":
        """The tables of a folder, by default the user's and the package's. Raises TableError when one is damaged."""
        folders = _searched() if folder is None else [folder]
        with remedies_in(folder):
            return cls(CheckersTables.open([os.fspath(path) for path in folders], most_pieces), folder)

    @property
    def pieces(self) -> int:
        """How many pieces a position may have to be known."""
        return self.native.pieces

    @property
    def files(self) -> list[TableFile]:
        """The files, that for the fewest pieces first."""
        return self.native.files

    def probe(self, position: Position) -> TableValue:
        """The value of a position, its counter and history aside. Raises PositionError when it has too many pieces."""
        try:
            return TableValue(*self.native.probe(position))
        except PositionError as error:  # not `remedies_in`, which takes longer than a probe
            raise PositionError(_remedied(error, self._folder)) from None

    def certain(self, position: Position) -> int | None:
        """1, 0 or -1 for the side to move of a game that is not over, where that is certain under its rules."""
        rules = position.rules
        if len(position.pieces()) > self.pieces:
            return None
        value = self.probe(position)
        if value.result == 0:
            return 0  # further draw rules never help a side to win
        if rules.repetition or rules.move_limit:
            return None
        if not rules.counter:
            return value.result
        return self._under_another_counter(value, position) if value.need else None  # 0: the need is unknown

    @staticmethod
    def _under_another_counter(value: TableValue, position: Position) -> int | None:
        # Needs refer to a counter that captures set to COUNTER and moves of men leave alone. A win keeps its value
        # where the counter lasts longer, a draw by the counter where it does not.
        rules = position.rules
        if value.need <= min(COUNTER, position.counter):
            return value.result if rules.counter >= COUNTER else None
        return 0 if rules.counter <= COUNTER and not rules.men_progress else None

    def verify(self, pieces: int, *, every: int = 1, threads: int = 1, report: Report | None = None) -> int:
        """Works out every n-th value of a table anew from its successors, and counts them. Raises TableError."""
        with remedies_in(self._folder):
            return checkers_verify_tables(self.native, pieces, every, threads, report or _silent)


@contextmanager
def remedies_in(folder: Path | None) -> Iterator[None]:
    """Has the command that an error recommends name the folder, where one was chosen."""
    try:
        yield
    except TableError as error:
        raise TableError(_remedied(error, folder)) from None


def _remedied(error: Exception, folder: Path | None) -> str:
    if folder is None:
        return str(error)
    from shlex import quote  # noqa: PLC0415 (all is well without it)

    place = f" --folder {quote(os.fspath(folder))}"
    return re.sub(r"crownbridge tables build --pieces \w+", lambda found: found[0] + place, str(error))


def user_folder() -> Path:
    """Where tables are built. Raises FileError for a user who has no home."""
    if chosen := os.environ.get("CROWNBRIDGE_TABLES"):
        return Path(chosen)
    return user_data_folder("set CROWNBRIDGE_TABLES to a folder for tables") / "tables"


def packaged_folder() -> Path:
    """Where the tables lie that the package brings."""
    return Path(_core.__file__).parent / "tables"


def _searched() -> list[Path]:
    """Where tables are looked for, the first place first."""
    try:
        return [user_folder(), packaged_folder()]
    except FileError:
        return [packaged_folder()]


def found(folder: Path | None = None) -> list[Path]:
    """The table files of a folder, by default those that `Tables.open` takes, sound or not; the fewest pieces first."""
    folders = _searched() if folder is None else [folder]
    names = [f"checkers-{pieces}.table" for pieces in range(FEWEST_PIECES, MOST_PIECES + 1)]
    paths = [[path for place in folders if path_exists(path := place / name)] for name in names]
    return [candidates[0] for candidates in paths if candidates]


def build(pieces: int, folder: Path | None = None, *, threads: int = 1, report: Report | None = None) -> None:
    """Makes the tables for up to so many pieces, sound ones aside; goes on where a build was interrupted.

    Raises OptionError, TableError or FileError.
    """
    checkers_build_tables(os.fspath(folder or user_folder()), pieces, threads, report or _silent)


def _silent(_pieces: int, _step: str, _fraction: float) -> None:
    """Reports to nobody."""
