"""Import a file of games: copy it and index the positions of all its games."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from crownbridge._core import LineIndex, StopFlag
from crownbridge.errors import FileError, InputError
from crownbridge.explorer.keys import index_record, seed_of
from crownbridge.explorer.segment import MOST_POSITIONS, write_segment
from crownbridge.records import Entry, Format, Problem, format_named, json_lines
from crownbridge.records.formats import file_format
from crownbridge.records.scanning import can_scan, scan

MOST_PROBLEMS = 20
"""Number of reasons for skipped games that are kept."""
_CONVERTED = format_named("jsonl")
"""The format of copies of files whose own format has no scanner."""


class Result(NamedTuple):
    """The result of an import."""

    format: str
    games: int
    positions: int
    size: int
    skipped: int
    problems: tuple[str, ...]


class Import:
    """One import of a file into a folder."""

    def __init__(
        self, path: Path, folder: Path, progress: Callable[[int, int], None] | None, stop: StopFlag | None
    ) -> None:
        self._path = path
        self._folder = folder
        self._progress = progress
        self._stop = stop
        self._index = LineIndex()
        self._segments = 0
        self._games = 0
        self._positions = 0
        self._skipped = 0
        self._problems: list[str] = []

    def run(self) -> Result:
        """Copy and index the file. Raise FileError, InputError if it has no games, or KeyboardInterrupt if stopped."""
        try:
            form = file_format(self._path)
            if can_scan(form):
                copy = self._folder / f"games{form.ending}"
                shutil.copyfile(self._path, copy)
                with copy.open("rb") as file:
                    self._scan(file, form)
            else:
                self._convert(form)
                form = _CONVERTED
        except OSError as error:
            raise FileError(f"{self._path} cannot be imported: {error.strerror}") from error
        self._write()
        if not self._games:
            reason = f": {self._problems[0]}" if self._problems else ""
            raise InputError(f"there are no games in {self._path} that can be imported{reason}")
        size = self._path.stat().st_size
        return Result(form.ending[1:], self._games, self._positions, size, self._skipped, tuple(self._problems))

    def _scan(self, file: BinaryIO, form: Format) -> None:
        seeds: dict[Any, int] = {}

        def seed(game: Any) -> int:
            return seeds.setdefault(game, seed_of(game))

        for begin, end, entry in scan(file, form, self._index, MOST_POSITIONS, seed):
            if entry is not None:
                self._add(entry, begin, end - begin)
            self._advance(end)

    def _convert(self, form: Format) -> None:
        """Import a file whose format has no scanner as JSON lines."""
        at = 0
        with self._path.open("rb") as source, (self._folder / f"games{_CONVERTED.ending}").open("xb") as target:
            for entry in form.read(source):
                line = b"" if isinstance(entry, Problem) else json_lines.dumps_line(entry.record).encode()
                self._add(entry, at, len(line))
                at += target.write(line)
                self._advance(source.tell() if source.seekable() else at)

    def _add(self, entry: Entry, begin: int, length: int) -> None:
        if isinstance(entry, Problem):
            self._skip(str(entry))
        elif not entry.record.decisions:
            self._skip(f"line {entry.line}: the game has no moves")
        else:
            index_record(self._index, entry.record, begin, length, seed_of(entry.record.game))

    def _skip(self, problem: str) -> None:
        self._skipped += 1
        if len(self._problems) < MOST_PROBLEMS:
            self._problems.append(problem)

    def _advance(self, done: int) -> None:
        if self._stop is not None and self._stop.is_set:
            raise KeyboardInterrupt
        if self._index.is_full(MOST_POSITIONS):
            self._write()
        if self._progress is not None:
            self._progress(done, self._games + self._index.games)

    def _write(self) -> None:
        if not self._index.games:
            return
        self._games += self._index.games
        self._positions += self._index.positions
        write_segment(self._folder / f"{self._segments:06}.segment", self._index.take())
        self._segments += 1
