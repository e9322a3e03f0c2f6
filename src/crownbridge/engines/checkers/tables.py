"""Endgame tables: the game-theoretic value of every checkers position with few pieces.

The package ships the tables for up to 5 pieces. Larger ones are built into a folder of the user, which is searched
after the package: `$CROWNBRIDGE_TABLES`, or else `crownbridge/tables` in `$XDG_DATA_HOME`, by default `~/.local/share`.
"""

import os
import re
import shutil
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
    "COSTS",
    "COUNTER",
    "MAX_PIECES",
    "MAX_PIECES_WITH_NEED",
    "MIN_PIECES",
    "BuildCost",
    "TableFile",
    "TableValue",
    "Tables",
    "build",
    "is_built",
    "name_folder_in_remedy",
    "packaged_folder",
    "table_files",
    "user_folder",
]

MIN_PIECES = _core.CHECKERS_TABLES_FEWEST_PIECES
MAX_PIECES = _core.CHECKERS_TABLES_MOST_PIECES
MAX_PIECES_WITH_NEED = _core.CHECKERS_TABLES_MOST_WITH_NEEDS
"""Maximum number of pieces for which needs are exact; above it, they are rounded up."""
NEED_STEP = _core.CHECKERS_TABLES_NEED_STEP
"""Rounded needs of lost positions are multiples of this."""
COUNTER = _core.CHECKERS_TABLES_COUNTER
"""Draw counter that needs refer to: that of the KTH rules."""

Report = Callable[[int, str, float], None]
"""Called with the number of pieces, the current step and the completed fraction, a few dozen times a second."""


class BuildCost(NamedTuple):
    """The cost of building a table and those with fewer pieces."""

    minutes: float
    """Time on one core."""
    memory: float
    """Memory in GB."""
    disk: float
    """Disk space in GB during the build."""


COSTS = {5: BuildCost(2, 0.3, 0.1), 6: BuildCost(24, 1.2, 0.8), 7: BuildCost(360, 10, 12)}
"""Costs of building the tables for that many pieces; those for 7 are extrapolated."""


class TableValue(NamedTuple):
    """The result of perfect play from a position."""

    result: int
    """1 if the side to move wins, -1 if it loses, 0 for a draw, in a game without a draw counter."""
    need: int
    """Value of the KTH draw counter with which the result stands; 0 for a draw.

    If it is above 50, the game is always drawn under the KTH rules.
    """
    rounding: int = 0
    """By how much the need may be rounded up; 0 with up to 4 pieces, where it is exact."""

    @property
    def min_need(self) -> int:
        """Value of the KTH draw counter below which the game is drawn."""
        return self.need - self.rounding

    def under_counter(self, counter: int) -> int | None:
        """Return the result for the side to move at a value of the KTH counter; None if it is not known."""
        return self.result if counter >= self.need else 0 if counter < self.min_need else None


class Tables:
    """Open endgame tables. Thread-safe."""

    def __init__(self, native: CheckersTables, folder: Path | None = None) -> None:
        self.native = native
        self._folder = folder

    @classmethod
    def open(cls, folder: Path | None = None, most_pieces: int = MAX_PIECES) -> "Tables":
        """Open the tables of a folder, by default the package's and the user's; raise TableError if one is damaged."""
        folders = _search_path() if folder is None else [folder]
        with name_folder_in_remedy(folder):
            return cls(CheckersTables.open([os.fspath(path) for path in folders], most_pieces), folder)

    @property
    def pieces(self) -> int:
        """The maximum number of pieces of a position in the tables."""
        return self.native.pieces

    @property
    def files(self) -> list[TableFile]:
        """The files, sorted by number of pieces."""
        return self.native.files

    def probe(self, position: Position) -> TableValue:
        """Return the value without regard to counter and history; raise PositionError if there are too many pieces."""
        try:
            return TableValue(*self.native.probe(position))
        except PositionError as error:  # `name_folder_in_remedy` would take longer than the probe
            raise PositionError(_remedy(error, self._folder)) from None

    def certain(self, position: Position) -> int | None:
        """Return 1, 0 or -1 for the side to move if that is proven under the rules of the game, else None."""
        rules = position.rules
        if len(position.pieces()) > self.pieces:
            return None
        value = self.probe(position)
        if value.result == 0:
            return 0  # additional draw rules never turn a draw into a win
        if rules.repetition or rules.move_limit:
            return None
        if not rules.counter:
            return value.result
        return self._under_another_counter(value, position)

    @staticmethod
    def _under_another_counter(value: TableValue, position: Position) -> int | None:
        # Needs refer to a counter that captures reset to COUNTER and moves of men do not change. A win stays a win if
        # the counter allows more moves; a draw by the counter stays a draw if it does not.
        rules = position.rules
        result = value.under_counter(min(COUNTER, position.counter))
        if result == 0:
            return 0 if rules.counter <= COUNTER and not rules.men_progress else None
        return result if rules.counter >= COUNTER else None

    def verify(self, pieces: int, *, every: int = 1, threads: int = 1, report: Report | None = None) -> int:
        """Recompute every n-th value of a table from its successors and return their number; raise TableError."""
        with name_folder_in_remedy(self._folder):
            return checkers_verify_tables(self.native, pieces, every, threads, report or _silent)


@contextmanager
def name_folder_in_remedy(folder: Path | None) -> Iterator[None]:
    """Add the folder to the command that a TableError recommends; a file of the package has another remedy."""
    try:
        yield
    except TableError as error:
        raise TableError(_remedy(error, folder)) from None


def _remedy(error: Exception, folder: Path | None) -> str:
    if str(error).startswith(os.fspath(packaged_folder() / "checkers-")):
        return re.sub(r"rebuild it with: .*", "install crownbridge again", str(error))
    if folder is None:
        return str(error)
    from shlex import quote  # noqa: PLC0415 (only needed on errors)

    place = f" --folder {quote(os.fspath(folder))}"
    return re.sub(r"crownbridge tables build --pieces \w+", lambda match: match[0] + place, str(error))


def user_folder() -> Path:
    """Return the folder in which tables are built; raise FileError if the user has no home directory."""
    if folder := os.environ.get("CROWNBRIDGE_TABLES"):
        return Path(folder)
    return user_data_folder("set CROWNBRIDGE_TABLES to a folder for tables") / "tables"


def packaged_folder() -> Path:
    """Return the folder of the tables that the package ships."""
    return Path(_core.__file__).parent / "tables"


def _search_path() -> list[Path]:
    """Return the folders that are searched for tables, in this order."""
    try:
        return [packaged_folder(), user_folder()]
    except FileError:
        return [packaged_folder()]


def table_files(folder: Path | None = None) -> list[Path]:
    """Return the table files of a folder, by default those that `Tables.open` uses, valid or not."""
    folders = _search_path() if folder is None else [folder]
    paths = [[path for place in folders if path_exists(path := place / name)] for name in _names(MAX_PIECES)]
    return [candidates[0] for candidates in paths if candidates]


def _names(most_pieces: int) -> list[str]:
    """Return the names of the files with the tables for up to that many pieces."""
    return [f"checkers-{pieces}.table" for pieces in range(MIN_PIECES, most_pieces + 1)]


def is_built(pieces: int, folder: Path) -> bool:
    """Return whether a folder has all tables for up to `pieces` pieces, so that `build` would change nothing."""
    return all(_is_sound(folder / name) for name in _names(pieces))


def _is_sound(path: Path) -> bool:
    """Return whether a table is complete and undamaged, and has needs."""
    try:
        return TableFile(os.fspath(path)).has_needs
    except TableError:
        return False


def build(pieces: int, folder: Path | None = None, *, threads: int = 1, report: Report | None = None) -> None:
    """Build the missing tables for up to `pieces` pieces; resume an interrupted build.

    Tables that are damaged or have no needs are replaced. Those with fewer pieces are copied from the package if it has
    them. Raise OptionError, TableError or FileError.
    """
    folder = folder or user_folder()
    if MIN_PIECES <= pieces <= MAX_PIECES:
        _copy_packaged(folder, pieces - 1)
    checkers_build_tables(os.fspath(folder), pieces, threads, report or _silent)


def _copy_packaged(folder: Path, most_pieces: int) -> None:
    """Copy the tables for up to that many pieces that a folder lacks, if the package has them. Raise FileError."""
    for name in _names(most_pieces):
        source, target = packaged_folder() / name, folder / name
        if _is_sound(target) or not path_exists(source):
            continue
        unfinished = target.with_name(f"{target.name}.{os.getpid()}")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            try:
                shutil.copyfile(source, unfinished)
                unfinished.replace(target)
            finally:
                unfinished.unlink(missing_ok=True)
        except OSError as error:
            raise FileError(f"{target} cannot be written: {error.strerror}") from error


def _silent(_pieces: int, _step: str, _fraction: float) -> None:
    """Ignore the progress."""
