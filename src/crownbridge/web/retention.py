"""Deletion of old rooms and studies."""

from collections.abc import Iterable
from dataclasses import dataclass

from crownbridge.web.stored_files import StoredFile

DAY = 86_400.0
MEGABYTE = 1_000_000
DEFAULT_DAYS = 365.0
DEFAULT_MEGABYTES = 1000


@dataclass(frozen=True)
class Retention:
    """Limits of the age of rooms or studies and of their total size; 0 means no limit."""

    days: float = DEFAULT_DAYS
    megabytes: float = DEFAULT_MEGABYTES

    def __str__(self) -> str:
        return f"limits: {self.days:g} days (--keep-days) and {self.megabytes:g} MB (--keep-megabytes)"

    def surplus(self, files: Iterable[StoredFile], kept: frozenset[str], now: float) -> list[StoredFile]:
        """Return the files to delete, the oldest first; those in `kept` stay."""
        oldest_first = sorted(files, key=lambda file: file.at)
        total = sum(file.size for file in oldest_first)
        surplus = []
        for file in oldest_first:
            too_old = 0 < self.days < (now - file.at) / DAY
            too_much = 0 < self.megabytes < total / MEGABYTE
            if file.name not in kept and (too_old or too_much):
                surplus.append(file)
                total -= file.size
        return surplus
