"""The database of a running `match --sprt`, from which the same command resumes it."""

import fcntl
import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from crownbridge import __version__, _core
from crownbridge.errors import FileError
from crownbridge.files import user_data_folder
from crownbridge.tournaments import Tournament, canonical
from crownbridge.tournaments.identity import file_stamp, program_stamps

_KEPT_SECONDS = 30 * 24 * 3600.0
"""Time for which an interrupted match can be resumed."""


class MatchFile(NamedTuple):
    """The database of a match."""

    path: Path
    is_kept: bool
    """True if the same command can resume the match."""

    def delete(self) -> None:
        """Delete the database and SQLite's auxiliary files."""
        for path in self.path.parent.glob(f"{self.path.name}*"):
            path.unlink(missing_ok=True)


@contextmanager
def match_file(config: Tournament, *, restart: bool) -> Iterator[MatchFile]:
    """Yield the database of a match, locked against other processes.

    The database of an earlier run is used if players, options, folder, program files and engines are the same, unless
    `restart` is set. If there is no writable folder, or another process plays the same match, it is temporary.
    """
    key = [canonical(config), str(Path.cwd()), program_stamps(config), __version__, file_stamp(Path(_core.__file__))]
    name = sha256(json.dumps(key).encode()).hexdigest()[:32]
    with ExitStack() as stack:
        try:
            folder = user_data_folder("") / "matches"
            folder.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context(
                (folder / f"{name}.lock").open("wb")
            )  # never deleted, because others may wait for it
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _delete_old(folder)
            file = MatchFile(folder / f"{name}.db", is_kept=True)
        except (OSError, FileError):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crownbridge-")))
            file = MatchFile(folder / f"{name}.db", is_kept=False)
        if restart:
            file.delete()
        yield file


def _delete_old(folder: Path) -> None:
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # another match may have ended
            if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
                path.unlink()
