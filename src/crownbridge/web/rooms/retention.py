"""How long rooms are kept, and how many."""

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
    """When it was written last."""
    size: int
    """In bytes."""

    @property
    def name(self) -> str:
        """That of the room."""
        return self.path.stem


@dataclass(frozen=True)
class Retention:
    """The age limit of rooms and the size limit of all together; 0 means no limit."""

    days: float = DEFAULT_DAYS
    megabytes: float = DEFAULT_MEGABYTES

    def __str__(self) -> str:
        return f"kept are {self.days:g} days and {self.megabytes:g} MB, which --keep-days and --keep-megabytes change"

    def surplus(self, rooms: Iterable[StoredRoom], kept: frozenset[str], now: float) -> list[StoredRoom]:
        """The rooms to be deleted, the oldest first: of all but those that are to be kept in any case."""
        oldest_first = sorted(rooms, key=lambda room: room.at)
        total = sum(room.size for room in oldest_first)
        found = []
        for room in oldest_first:
            too_old = 0 < self.days < (now - room.at) / DAY
            too_much = 0 < self.megabytes < total / MEGABYTE
            if room.name not in kept and (too_old or too_much):
                found.append(room)
                total -= room.size
        return found
