"""All studies of a server, one file each: a line with a summary and a line with the record."""

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from pydantic import ValidationError

from crownbridge.errors import ConflictError, FileError, InputError, NotFoundError
from crownbridge.files import remove_unfinished, write_atomically
from crownbridge.records import GameRecord, json_lines
from crownbridge.web import frames
from crownbridge.web.journal import make_folder, open_regular
from crownbridge.web.log import warn
from crownbridge.web.retention import Retention
from crownbridge.web.schemas import Message, Outcome
from crownbridge.web.stored_files import StoredFile, is_name, new_name, stored_files

MOST_STUDIES = 10_000
"""Maximum number of studies."""
MOST_SHOWN = 500
"""Number of studies that a list shows, the newest first."""
MOST_BYTES = 16_000_000
"""Maximum size of the file of a study."""
_LONGEST_SUMMARY = 1 << 16
_VERSION = 1
_FOLDER = "studies"
_ENDING = ".study"


class StudySummary(Message):
    """A study, as listed."""

    id: str
    name: str
    revision: int
    game: str
    players: tuple[str, str]
    outcome: Outcome
    moves: int
    nodes: int
    changed_at: float


class StoredStudy(NamedTuple):
    """A study with its record."""

    summary: StudySummary
    record: GameRecord


class WrittenStudy(NamedTuple):
    """A study to store, whose summary does not yet have `id`, `revision` and `changed_at`."""

    summary: StudySummary
    record: str
    """The record as it is stored."""


class StudyRegistry:
    """Creates, changes, lists and deletes studies. Thread-safe."""

    def __init__(self, folder: Path, retention: Retention) -> None:
        """Use a data folder. Raise FileError."""
        self.retention = retention
        self._data = folder
        self._folder = folder / _FOLDER
        self._lock = Lock()
        self._summaries: dict[str, tuple[float, StudySummary]] = {}
        """Summaries by name, with the times of the last writes."""
        try:
            make_folder(self._folder)
        except OSError as error:
            raise FileError(f"{self._folder} cannot be used for studies: {error.strerror}") from error

    def start(self) -> None:
        """Delete unfinished files and the studies beyond the limits of age and size."""
        remove_unfinished(self._folder)
        if deleted := self.clean_up():
            warn(f"{deleted:,} old studies were deleted; {self.retention}")

    def create(self, written: WrittenStudy) -> StudySummary:
        """Store a new study. Raise ConflictError if there are too many, InputError if it is too large, or FileError."""
        with self._lock:
            if len(self.stored()) >= MOST_STUDIES:
                raise ConflictError(f"the limit of {MOST_STUDIES:,} studies is reached; delete one first")
            study = new_name()
            summary = self._write(study, 1, written)
        self.clean_up(spare=study)
        return summary

    def change(self, study: str, revision: int, written: WrittenStudy) -> StudySummary:
        """Store a new revision. Raise ConflictError if `revision` is not the latest, NotFoundError or FileError."""
        with self._lock:
            latest = self.summary(study)
            if revision != latest.revision:
                raise ConflictError(
                    f"the study was changed elsewhere: its revision is {latest.revision}, not {revision}; reload it"
                )
            return self._write(study, revision + 1, written)

    def summary(self, study: str) -> StudySummary:
        """Return the summary of a study. Raise NotFoundError, or FileError if its file is damaged."""
        path = self._path(study)
        return _parsed(path, _read(path, _LONGEST_SUMMARY)[0])

    def newest(self) -> list[StudySummary]:
        """Return the studies that were changed last, the newest first; damaged ones are omitted."""
        newest_first = sorted(self.stored(), key=lambda stored: stored.at, reverse=True)
        summaries = []
        for stored in newest_first[:MOST_SHOWN]:
            at, summary = self._summaries.get(stored.name, (0.0, None))
            if summary is None or at != stored.at:
                try:
                    summary = self.summary(stored.name)
                except (FileError, NotFoundError):
                    continue
                self._summaries[stored.name] = (stored.at, summary)
            summaries.append(summary)
        return summaries

    def delete(self, study: str) -> None:
        """Delete a study, damaged or not. Raise NotFoundError or FileError."""
        with self._lock:
            self._check(study)
            try:
                self._path(study).unlink(missing_ok=True)
            except OSError as error:
                raise FileError(f"{self._path(study)} cannot be deleted: {error.strerror}") from error
            self._summaries.pop(study, None)

    def stored(self) -> list[StoredFile]:
        """Return the files of all studies."""
        return [stored for stored in stored_files(self._folder, _ENDING) if is_name(stored.name)]

    def clean_up(self, now: float | None = None, spare: str = "") -> int:
        """Delete the studies beyond the limits of age and size, and return their number."""
        surplus = self.retention.surplus(self.stored(), frozenset({spare}), time.time() if now is None else now)
        deleted = 0
        for stored in surplus:
            with suppress(NotFoundError, FileError):
                self.delete(stored.name)
                deleted += 1
        return deleted

    def _write(self, study: str, revision: int, written: WrittenStudy) -> StudySummary:
        now = round(time.time(), 3)
        summary = written.summary.model_copy(update={"id": study, "revision": revision, "changed_at": now})
        text = f"{json.dumps({'version': _VERSION, **summary.model_dump(mode='json')})}\n{written.record}\n"
        if len(text) > MOST_BYTES:
            raise InputError(f"the study has more than {MOST_BYTES:,} bytes, the maximum")
        write_atomically(self._path(study), text)
        return summary

    def _check(self, study: str) -> None:
        if not os.path.lexists(self._path(study)):
            raise _not_found(study)

    def _path(self, study: str) -> Path:
        return _path_of(self._data, study)


def written_study(name: str, record: GameRecord) -> WrittenStudy:
    """Return a study to store."""
    summary = StudySummary(
        id="",
        name=name,
        revision=0,
        game=record.game.name,
        players=record.players,
        outcome=frames.outcome_schema(record.outcome),
        moves=len(record.decisions),
        nodes=len(record.tree),
        changed_at=0,
    )
    return WrittenStudy(summary, json_lines.dumps(record))


def stored_study(data: Path, study: str) -> StoredStudy:
    """Return a study of a data folder. Raise NotFoundError, or FileError if its file is damaged."""
    path = _path_of(data, study)
    summary, record = _read(path, MOST_BYTES)
    try:
        return StoredStudy(_parsed(path, summary), json_lines.loads(record))
    except InputError as error:
        raise FileError(f"{path} is damaged: {error}") from error


def _path_of(data: Path, study: str) -> Path:
    if not is_name(study):
        raise _not_found(study)
    return data / _FOLDER / f"{study}{_ENDING}"


def _not_found(study: str) -> NotFoundError:
    return NotFoundError(f"there is no study {study[:20]!r}")


def _read(path: Path, most: int) -> tuple[str, str]:
    """Return the first line of a study's file, and the rest up to a number of bytes."""
    try:
        with os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
            first, _, rest = file.read(most).partition(b"\n")
        return first.decode(), rest.decode("utf-8", "replace")
    except FileNotFoundError:
        raise _not_found(path.stem) from None
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise FileError(f"{path} is damaged in its first line; delete it") from None


def _parsed(path: Path, line: str) -> StudySummary:
    try:
        return StudySummary.model_validate_json(line)
    except ValidationError:
        raise FileError(f"{path} is damaged in its first line; delete it") from None
