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


class StudyRegistry:
    """Creates, changes, lists and deletes studies. Thread-safe."""

    def __init__(self, folder: Path, retention: Retention) -> None:
        """Use a folder. Raise FileError."""
        self.retention = retention
        self._folder = folder / "studies"
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

    def create(self, name: str, record: GameRecord) -> StudySummary:
        """Store a new study. Raise ConflictError if there are too many, InputError if it is too large, or FileError."""
        with self._lock:
            if len(self.stored()) >= MOST_STUDIES:
                raise ConflictError(f"the limit of {MOST_STUDIES:,} studies is reached; delete one first")
            study = new_name()
            summary = self._write(study, name, 1, record)
        self.clean_up(spare=study)
        return summary

    def change(self, study: str, revision: int, name: str, record: GameRecord) -> StudySummary:
        """Store a new revision. Raise ConflictError if `revision` is not the latest, NotFoundError or FileError."""
        with self._lock:
            latest = self._summary(study)
            if revision != latest.revision:
                raise ConflictError(
                    f"the study was changed elsewhere: its revision is {latest.revision}, not {revision}; reload it"
                )
            return self._write(study, name, revision + 1, record)

    def study(self, study: str) -> StoredStudy:
        """Return a study. Raise NotFoundError, or FileError if its file is damaged."""
        summary, record = self._read(study, MOST_BYTES)
        try:
            return StoredStudy(self._parsed(study, summary), json_lines.loads(record))
        except InputError as error:
            raise FileError(f"{self._path(study)} is damaged: {error}") from error

    def newest(self) -> list[StudySummary]:
        """Return the studies that were changed last, the newest first; damaged ones are omitted."""
        newest_first = sorted(self.stored(), key=lambda stored: stored.at, reverse=True)
        summaries = []
        for stored in newest_first[:MOST_SHOWN]:
            at, summary = self._summaries.get(stored.name, (0.0, None))
            if summary is None or at != stored.at:
                try:
                    summary = self._summary(stored.name)
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

    def _write(self, study: str, name: str, revision: int, record: GameRecord) -> StudySummary:
        summary = StudySummary(
            id=study,
            name=name,
            revision=revision,
            game=record.game.name,
            players=record.players,
            outcome=frames.outcome_schema(record.outcome),
            moves=len(record.decisions),
            nodes=len(record.tree),
            changed_at=round(time.time(), 3),
        )
        text = f"{json.dumps({'version': _VERSION, **summary.model_dump(mode='json')})}\n{json_lines.dumps(record)}\n"
        if len(text) > MOST_BYTES:
            raise InputError(f"the study has more than {MOST_BYTES:,} bytes, the maximum")
        write_atomically(self._path(study), text)
        return summary

    def _summary(self, study: str) -> StudySummary:
        return self._parsed(study, self._read(study, _LONGEST_SUMMARY)[0])

    def _parsed(self, study: str, line: str) -> StudySummary:
        try:
            return StudySummary.model_validate_json(line)
        except ValidationError:
            raise FileError(f"{self._path(study)} is damaged in its first line; delete it") from None

    def _read(self, study: str, most: int) -> tuple[str, str]:
        """Return the first line of a study's file, and the rest up to a number of bytes."""
        self._check(study)
        path = self._path(study)
        try:
            with os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
                first, _, rest = file.read(most).partition(b"\n")
            return first.decode(), rest.decode("utf-8", "replace")
        except FileNotFoundError:
            raise NotFoundError(f"there is no study {study!r}") from None
        except OSError as error:
            raise FileError(f"{path} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError:
            raise FileError(f"{path} is damaged in its first line; delete it") from None

    def _check(self, study: str) -> None:
        if not is_name(study) or not os.path.lexists(self._path(study)):
            raise NotFoundError(f"there is no study {study[:20]!r}")

    def _path(self, study: str) -> Path:
        return self._folder / f"{study}{_ENDING}"
