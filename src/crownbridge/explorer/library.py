"""The imported files: each in a folder with a copy of its games and their index, written atomically."""

import io
import json
import os
import secrets
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from crownbridge._core import StopFlag
from crownbridge.errors import FileError, InputError, NotFoundError
from crownbridge.explorer.finding import Part
from crownbridge.explorer.importing import Import
from crownbridge.explorer.segment import Segment
from crownbridge.files import write_atomically
from crownbridge.records import GameRecord, Problem, format_named

MOST_FILES = 1000
MOST_BYTES = 2_000_000_000
"""Maximum size of all imported files together, not counting their index."""
_FACTS = "file.json"
_ABANDONED = 3600.0  # age in seconds after which the writer of an unfinished folder is no longer running
_UNFINISHED = "."


class ImportedFile(NamedTuple):
    """An imported file."""

    id: str
    name: str
    format: str
    """Format of the copy, by its extension without the dot."""
    games: int
    positions: int
    size: int
    """Size of the file in bytes."""
    skipped: int
    """Number of games that could not be read."""
    problems: tuple[str, ...]
    """The first reasons why games were skipped."""
    at: float
    """POSIX time of the import."""


class Library:
    """All imported files of a folder. Thread-safe; several processes may import and read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened: dict[str, tuple[ImportedFile, list[Segment]]] = {}
        self._lock = RLock()

    def files(self) -> list[ImportedFile]:
        """Return the imported files, the newest first."""
        return sorted((facts for facts, _ in self._open().values()), key=lambda facts: -facts.at)

    def parts(self) -> list[Part]:
        """Return the segments of all files, for `find`, the newest last."""
        parts = []
        for facts, segments in sorted(self._open().values(), key=lambda one: one[0].at):
            first = 0
            for segment in segments:
                parts.append(Part(facts.id, segment, first))
                first += segment.games
        return parts

    def add(
        self,
        path: Path,
        name: str | None = None,
        progress: Callable[[int, int], None] | None = None,
        stop: StopFlag | None = None,
    ) -> ImportedFile:
        """Import a file; `progress` is called with the number of bytes done and of games.

        Raise FileError or InputError; KeyboardInterrupt if `stop` is set. Then nothing is left behind.
        """
        self.clean_up()
        if len(self._open()) >= MOST_FILES:
            raise InputError(f"there are {MOST_FILES:,} imported files, the maximum; delete some first")
        number = f"{int(time.time() * 1000):012x}{secrets.token_hex(2)}"
        unfinished = self._folder / f"{_UNFINISHED}{number}"
        try:
            if sum(file.size for file in self.files()) + path.stat().st_size > MOST_BYTES:
                raise InputError(f"the imported files would exceed {MOST_BYTES / 1e9:g} GB; delete some first")
            unfinished.mkdir(parents=True)
            result = Import(path, unfinished, progress, stop).run()
            facts = ImportedFile(number, name or path.name, *result, time.time())
            write_atomically(unfinished / _FACTS, json.dumps(facts._asdict()))
            unfinished.rename(self._folder / number)
        except OSError as error:
            raise FileError(f"{path} cannot be imported into {self._folder}: {error.strerror}") from error
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
        return facts

    def delete(self, number: str) -> None:
        """Delete an imported file. Raise NotFoundError or FileError."""
        with self._lock:
            self._facts(number)
            gone = self._folder / f"{_UNFINISHED}{number}"
            try:
                (self._folder / number).rename(gone)
            except OSError as error:
                raise FileError(f"{self._folder / number} cannot be deleted: {error.strerror}") from error
            shutil.rmtree(gone, ignore_errors=True)
            self._opened.pop(number, None)

    def game(self, number: str, game: int) -> GameRecord:
        """Return a game of a file by its number from 0. Raise NotFoundError or FileError."""
        facts, segments = self._facts(number)
        rest = game
        for segment in segments:
            if 0 <= rest < segment.games:
                return self._read(facts, *segment.place(rest))
            rest -= segment.games
        raise NotFoundError(f"there is no game {game + 1} in {facts.name}")

    def clean_up(self) -> None:
        """Remove what killed imports have left behind."""
        with suppress(OSError):
            for path in self._folder.glob(f"{_UNFINISHED}*"):
                newest = max((one.lstat().st_mtime for one in (path, *path.iterdir())), default=0.0)
                if time.time() - newest > _ABANDONED:
                    shutil.rmtree(path, ignore_errors=True)

    def _read(self, facts: ImportedFile, begin: int, length: int) -> GameRecord:
        form = format_named(facts.format)
        path = self._folder / facts.id / f"games{form.ending}"
        try:
            with path.open("rb") as file:
                file.seek(begin)
                data = file.read(length)
        except OSError as error:
            raise FileError(f"{path} cannot be read: {error.strerror}") from error
        entry = next(iter(form.read(io.BytesIO(data))), None)
        if entry is None or isinstance(entry, Problem):
            raise FileError(f"{path} is damaged at byte {begin:,}; import {facts.name} again")
        return entry.record

    def _facts(self, number: str) -> tuple[ImportedFile, list[Segment]]:
        opened = self._open()
        if number not in opened:
            raise NotFoundError(f"there is no imported file {number[:20]!r}")
        return opened[number]

    def _open(self) -> dict[str, tuple[ImportedFile, list[Segment]]]:
        """Open the files that other processes have imported meanwhile, and forget those that they have deleted."""
        with self._lock:
            try:
                names = {entry.name for entry in os.scandir(self._folder) if not entry.name.startswith(_UNFINISHED)}
            except FileNotFoundError:
                names = set()
            except OSError as error:
                raise FileError(f"{self._folder} cannot be read: {error.strerror}") from error
            for name in set(self._opened) - names:
                del self._opened[name]
            for name in names - set(self._opened):
                with suppress(OSError, FileError, ValueError, TypeError, KeyError):  # it is damaged or not an import
                    self._opened[name] = self._load(name)
            return dict(self._opened)

    def _load(self, name: str) -> tuple[ImportedFile, list[Segment]]:
        folder = self._folder / name
        values: dict[str, Any] = json.loads((folder / _FACTS).read_text(encoding="utf-8"))
        facts = ImportedFile(**{**values, "id": name, "problems": tuple(values["problems"])})
        return facts, [Segment(path) for path in sorted(folder.glob("*.segment"))]
