"""Where `match --sprt` keeps its games until the test has ended, so that the same command resumes it."""

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
"""How long an interrupted match can be resumed."""


class MatchFile(NamedTuple):
    """The database of a match."""

    path: Path
    is_kept: bool
    """Whether the same command will find it again."""

    def delete(self) -> None:
        """Delete it, and the files that SQLite writes beside it."""
        for path in self.path.parent.glob(f"{self.path.name}*"):
            path.unlink(missing_ok=True)


@contextmanager
def match_file(config: Tournament, *, restart: bool) -> Iterator[MatchFile]:
    """Yield the database of a match, of which no other process plays the games.

    It is the one of an earlier run if players, options, folder, program files and engines are the same, unless
    `restart` is set. Without a folder to keep it in, or while another process plays the same match, it is temporary.
    """
    told = [canonical(config), str(Path.cwd()), program_stamps(config), __version__, file_stamp(Path(_core.__file__))]
    name = sha256(json.dumps(told).encode()).hexdigest()[:32]
    with ExitStack() as stack:
        try:
            folder = user_data_folder("") / "matches"
            folder.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context((folder / f"{name}.lock").open("wb"))  # it stays: others may wait for it
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _delete_old(folder)
            found = MatchFile(folder / f"{name}.db", is_kept=True)
        except (OSError, FileError):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crownbridge-")))
            found = MatchFile(folder / f"{name}.db", is_kept=False)
        if restart:
            found.delete()
        yield found


def _delete_old(folder: Path) -> None:
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # of another match, which may have ended
            if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
                path.unlink()
