"""Limit concurrent CPU-bound requests."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

from crownbridge.errors import ConflictError


class ConcurrencyLimit:
    """Limits how many requests of a kind run at once. Others wait for a short time, and are then rejected."""

    def __init__(self, limit: int, timeout: float, kind: str) -> None:
        self._slots = Semaphore(limit)
        self._timeout = timeout
        self._kind = kind

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Hold a slot. Raise ConflictError if none becomes free in time."""
        if not self._slots.acquire(timeout=self._timeout):
            raise ConflictError(f"too many concurrent {self._kind} requests; try again")
        try:
            yield
        finally:
            self._slots.release()
