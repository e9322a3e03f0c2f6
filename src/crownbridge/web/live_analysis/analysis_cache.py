"""Finished analyses of games on disk, one file each, named by a digest of the game and the effort."""

import hashlib
import json
import os
import time
from contextlib import suppress
from pathlib import Path

from crownbridge import __version__
from crownbridge.analysis.judging import version_of
from crownbridge.engines import Limit
from crownbridge.errors import FileError
from crownbridge.files import remove_unfinished, write_atomically
from crownbridge.records import GameRecord
from crownbridge.web.journal import make_folder, open_regular
from crownbridge.web.log import warn
from crownbridge.web.retention import Retention
from crownbridge.web.stored_files import stored_files

MOST_MEGABYTES = 200.0
"""Maximum total size; beyond it, the analyses that were used least recently are deleted."""
MOST_BYTES = 32_000_000
"""Maximum size of one analysis."""
_ENDING = ".analysis"


class AnalysisCache:
    """Stores the messages of finished analyses. Thread-safe; an error of the disk only means that one is not stored."""

    def __init__(self, folder: Path) -> None:
        """Use a folder. Raise FileError."""
        self._folder = folder / "analyses"
        try:
            make_folder(self._folder)
        except OSError as error:
            raise FileError(f"{self._folder} cannot be used for analyses: {error.strerror}") from error
        remove_unfinished(self._folder)

    def load(self, key: str) -> list[bytes] | None:
        """Return the messages of an analysis, or None."""
        path = self._path(key)
        try:
            with os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
                messages = json.loads(file.read(MOST_BYTES + 1))
            os.utime(path)
            return [message.encode() for message in messages]
        except (OSError, ValueError, AttributeError, TypeError):
            return None

    def store(self, key: str, messages: list[bytes]) -> None:
        """Store the messages of an analysis."""
        text = json.dumps([message.decode() for message in messages])
        if len(text) > MOST_BYTES:
            return
        try:
            write_atomically(self._path(key), text)
        except FileError as error:
            warn(f"an analysis was not stored: {error}")
        for stored in Retention(0, MOST_MEGABYTES).surplus(
            stored_files(self._folder, _ENDING), frozenset({key}), time.time()
        ):
            with suppress(OSError):
                stored.path.unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}{_ENDING}"


def key_of(record: GameRecord, effort: Limit) -> str:
    """Return the digest of everything that an analysis depends on."""
    parts = [
        __version__,
        version_of(record.game),
        record.game.name,
        dict(record.game.options),
        str(record.start),
        [str(decision.move) for decision in record.decisions],
        effort._asdict(),
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
