"""A collection of games that are stored elsewhere, such as a tournament: an index that grows with it."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from crownbridge._core import LineIndex
from crownbridge.errors import FileError
from crownbridge.explorer.finding import Part
from crownbridge.explorer.keys import index_record, seed_of
from crownbridge.explorer.segment import MOST_GAMES, MOST_POSITIONS, Segment, merged, write_segment
from crownbridge.files import write_atomically
from crownbridge.records import GameRecord

MOST_SEGMENTS = 16
"""Number of small segments beyond which they are merged."""


class Collection:
    """An index of games by their identities, in a folder. For one writer; damaged files are replaced."""

    def __init__(self, name: str, folder: Path) -> None:
        """Open a collection. Raise FileError if it cannot be read."""
        self.name = name
        self._folder = folder
        self._parts: list[tuple[Segment, list[str]]] = []
        self._gone: set[str] = set()
        known = set[str]()
        # The newest are first: if a merge was killed, the segments that it merged are also there.
        for path in sorted(folder.glob("*.segment"), reverse=True):
            part = _read(path)
            if part is not None and not known.issuperset(part[1]):
                self._parts.insert(0, part)
                known.update(part[1])
                continue
            try:
                _remove(path)
            except OSError as error:
                raise FileError(f"{path} cannot be removed: {error.strerror}") from error

    @property
    def games(self) -> int:
        """Number of games, including those that are hidden."""
        return sum(segment.games for segment, _ in self._parts)

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
                    self._parts.append(self._written(index.take(), identities))
                    identities = []
            if identities:
                self._parts.append(self._written(index.take(), identities))
        except OSError as error:
            raise FileError(f"{self._folder} cannot be written: {error.strerror}") from error
        return added

    def merge(self, most: int = MOST_POSITIONS) -> None:
        """Merge small segments if there are many, without their hidden games. Raise FileError."""
        small = [part for part in self._parts if _is_below_half(part[0].positions, part[0].games, most)]
        if len(small) <= MOST_SEGMENTS:
            return
        try:
            group: list[tuple[Segment, list[str]]] = []
            for part in small:
                group.append(part)
                sizes = (sum(one.positions for one, _ in group), sum(one.games for one, _ in group))
                if part is small[-1] or not _is_below_half(*sizes, most):
                    self._merge(group)
                    group = []
        except OSError as error:
            raise FileError(f"{self._folder} cannot be written: {error.strerror}") from error

    def _merge(self, group: list[tuple[Segment, list[str]]]) -> None:
        alive = [np.array([identity not in self._gone for identity in identities]) for _, identities in group]
        kept = [one for _, identities in group for one in identities if one not in self._gone]
        others = [part for part in self._parts if part not in group]
        if kept:
            others.append(self._written(merged([segment for segment, _ in group], alive), kept))
        self._parts = others
        for segment, _ in group:
            _remove(segment.path)

    def keep(self, identities: set[str]) -> None:
        """Hide the games that no longer exist."""
        self._gone = {one for _, known in self._parts for one in known} - identities

    def parts(self) -> list[Part]:
        """Return the segments, for `find`."""
        parts, first, gone = [], 0, self._gone
        for segment, identities in self._parts:
            alive: Any = None
            if gone:
                alive = np.array([identity not in gone for identity in identities])
            parts.append(Part(self.name, segment, first, alive, identities))
            first += segment.games
        return parts

    def _written(self, columns: dict[str, Any], identities: list[str]) -> tuple[Segment, list[str]]:
        """Write a segment, and return it. Its number is the highest: see `__init__`."""
        number = 1 + max((int(path.stem) for path in self._folder.glob("*.segment")), default=-1)
        path = self._folder / f"{number:06}.segment"
        # The identities are first: a segment without them is damaged.
        write_atomically(path.with_suffix(".json"), json.dumps(identities))
        unfinished = path.with_suffix(".unfinished")
        unfinished.unlink(missing_ok=True)
        write_segment(unfinished, columns)
        unfinished.replace(path)
        return Segment(path), identities


def _is_below_half(positions: int, games: int, most: int) -> bool:
    return 2 * positions < most and 2 * games < MOST_GAMES


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.with_suffix(".json").unlink(missing_ok=True)


def _read(path: Path) -> tuple[Segment, list[str]] | None:
    """Return a segment and its identities, or None if it is damaged. Raise FileError if it cannot be read."""
    try:
        segment = Segment(path)
        identities = json.loads(path.with_suffix(".json").read_bytes())
    except FileError as error:
        if isinstance(error.__cause__, OSError):
            raise
        return None
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FileError(f"{path.with_suffix('.json')} cannot be read: {error.strerror}") from error
    except ValueError:
        return None
    return (segment, identities) if isinstance(identities, list) and len(identities) == segment.games else None
