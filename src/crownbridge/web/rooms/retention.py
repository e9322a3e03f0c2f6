"""Deletion of old rooms."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

DAY = 86_400.0
MEGABYTE = 1_000_000
DEFAULT_DAYS = 365.0
DEFAULT_MEGABYTES = 1000


class StoredRoom(NamedTuple):
    """The file of a room."""

    path: Path
    at: float
    """The time of the last write."""
    size: int
    """Size in bytes."""

    @property
    def name(self) -> str:
        """The name of the room."""
        return self.path.stem


@dataclass(frozen=True)
class Retention:
    """Limits of the age of rooms and of their total size; 0 means no limit."""

    days: float = DEFAULT_DAYS
    megabytes: float = DEFAULT_MEGABYTES

    def __str__(self) -> str:
        return f"limits: {self.days:g} days (--keep-days) and {self.megabytes:g} MB (--keep-megabytes)"

    def surplus(self, rooms: Iterable[StoredRoom], kept: frozenset[str], now: float) -> list[StoredRoom]:
        """Return the rooms to delete, the oldest first; those in `kept` stay."""
        oldest_first = sorted(rooms, key=lambda room: room.at)
        total = sum(room.size for room in oldest_first)
        surplus = []
        for room in oldest_first:
            too_old = 0 < self.days < (now - room.at) / DAY
            too_much = 0 < self.megabytes < total / MEGABYTE
            if room.name not in kept and (too_old or too_much):
                surplus.append(room)
                total -= room.size
        return surplus
