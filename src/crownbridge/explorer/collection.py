"""A collection of games that are stored elsewhere, such as a tournament: an index that grows with it."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from crownbridge._core import LineIndex
from crownbridge.errors import FileError, NotFoundError
from crownbridge.explorer.finding import Part
from crownbridge.explorer.keys import index_record, seed_of
from crownbridge.explorer.segment import MOST_POSITIONS, Segment, write_segment
from crownbridge.files import write_atomically
from crownbridge.records import GameRecord


class Collection:
    """An index of games by their identities, in a folder. For one writer; damaged files are replaced."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self._folder = folder
        self._parts: list[tuple[Segment, list[str]]] = []
        self._gone: set[str] = set()
        for path in sorted(folder.glob("*.segment")):
            try:
                segment = Segment(path)
                identities = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            except (FileError, OSError, ValueError):
                path.unlink(missing_ok=True)
                continue
            if len(identities) == segment.games:
                self._parts.append((segment, identities))

    @property
    def identities(self) -> set[str]:
        """The identities of all games."""
        return {identity for _, identities in self._parts for identity in identities} - self._gone

    def add(self, games: Iterable[tuple[str, GameRecord]], most: int = MOST_POSITIONS) -> int:
        """Add games with their identities; return their number. Raise FileError."""
        index, identities, added = LineIndex(), list[str](), 0
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for identity, record in games:
                index_record(index, record, len(identities), 0, seed_of(record.game))
                identities.append(identity)
                added += 1
                if index.is_full(most):
                    self._write(index, identities)
                    identities = []
            if identities:
                self._write(index, identities)
        except OSError as error:
            raise FileError(f"{self._folder} cannot be written: {error.strerror}") from error
        return added

    def clear(self) -> None:
        """Remove all games. Raise FileError."""
        try:
            for segment, _ in self._parts:
                segment.path.unlink(missing_ok=True)
                segment.path.with_suffix(".json").unlink(missing_ok=True)
        except OSError as error:
            raise FileError(f"{self._folder} cannot be cleared: {error.strerror}") from error
        self._parts, self._gone = [], set()

    def keep(self, identities: set[str]) -> None:
        """Hide the games that no longer exist."""
        self._gone = {one for _, known in self._parts for one in known} - identities

    def parts(self) -> list[Part]:
        """Return the segments, for `find`."""
        parts, first = [], 0
        for segment, identities in self._parts:
            alive: Any = None
            if self._gone:
                alive = np.array([identity not in self._gone for identity in identities])
            parts.append(Part(self.name, segment, first, alive))
            first += segment.games
        return parts

    def identity(self, number: int) -> str:
        """Return the identity of a game. Raise NotFoundError."""
        for segment, identities in self._parts:
            if number < segment.games:
                return identities[number]
            number -= segment.games
        raise NotFoundError(f"there is no game {number} in {self.name}")

    def _write(self, index: LineIndex, identities: list[str]) -> None:
        number = len(self._parts)
        path = self._folder / f"{number:06}.segment"
        while path.exists():
            number += 1
            path = self._folder / f"{number:06}.segment"
        # The identities are first: a segment without them is ignored.
        write_atomically(path.with_suffix(".json"), json.dumps(identities))
        unfinished = path.with_suffix(".unfinished")
        unfinished.unlink(missing_ok=True)
        write_segment(unfinished, index)
        unfinished.replace(path)
        self._parts.append((Segment(path), identities))
