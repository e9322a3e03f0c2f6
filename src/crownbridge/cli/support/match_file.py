"""Where `match --sprt` keeps its games until the test has ended, so that the same command resumes it."""

import fcntl
import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

from crownbridge.errors import FileError
from crownbridge.files import user_data_folder
from crownbridge.tournaments import Tournament, canonical
from crownbridge.tournaments.identity import program_stamps

_KEPT_SECONDS = 30 * 24 * 3600.0
"""How long an interrupted match can be resumed."""


@contextmanager
def match_file(config: Tournament, *, restart: bool) -> Iterator[Path]:
    """Yield the database of a match, of which no other process plays the games.

    It is the one of an earlier run if players, options, folder and program files are the same, unless `restart` is
    set. Without a folder to keep it in, or while another process plays the same match, it is a temporary file.
    """
    told = [canonical(config), str(Path.cwd()), program_stamps(config)]
    name = sha256(json.dumps(told).encode()).hexdigest()[:32]
    with ExitStack() as stack:
        try:
            folder = user_data_folder("") / "matches"
            folder.mkdir(parents=True, exist_ok=True)
            _delete_old(folder)
            lock = stack.enter_context((folder / f"{name}.lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (OSError, FileError):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crownbridge-")))
        file = folder / f"{name}.db"
        if restart:
            delete_match(file)
        yield file


def delete_match(file: Path) -> None:
    """Delete the database of a match, and the files that SQLite writes beside it."""
    for path in file.parent.glob(f"{file.name}*"):
        path.unlink(missing_ok=True)
    file.with_suffix(".lock").unlink(missing_ok=True)


def _delete_old(folder: Path) -> None:
    for path in folder.iterdir():
        if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
            path.unlink(missing_ok=True)
