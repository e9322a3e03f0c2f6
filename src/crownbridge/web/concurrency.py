"""A few at a time, where each takes a processor."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

from crownbridge.errors import RoomError


class ConcurrencyLimit:
    """Lets a few through at a time. Others wait a moment and are then refused, else they would take all threads."""

    def __init__(self, most: int, patience: float, what: str) -> None:
        self._places = Semaphore(most)
        self._patience = patience
        self._what = what

    @contextmanager
    def passed(self) -> Iterator[None]:
        """For as long as it takes. Raises RoomError where too many are before."""
        if not self._places.acquire(timeout=self._patience):
            raise RoomError(f"too many ask for {self._what} at once; ask again")
        try:
            yield
        finally:
            self._places.release()
