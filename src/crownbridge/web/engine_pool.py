"""A pool of full-strength engines, reused from one request to the next."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from crownbridge.engines import Engine
from crownbridge.engines.provider import provider_of
from crownbridge.players import EnginePlayer, Player
from crownbridge.web.concurrency import ConcurrencyLimit

MOST_LENT = 2
"""Maximum number of engines in use at a time."""
TIMEOUT = 1.0
"""Seconds to wait for an engine."""
MEGABYTES = 64
"""Size of an engine's hash table; a solver takes another quarter of that."""


class EnginePool:
    """Lends a limited number of engines, and keeps one idle engine per game. Thread-safe."""

    def __init__(self, timeout: float = TIMEOUT) -> None:
        """Reject requests that have waited for an engine for `timeout` seconds."""
        self._limit = ConcurrencyLimit(MOST_LENT, timeout, "hint")
        self._idle = dict[str, Engine]()
        self._lock = Lock()

    @contextmanager
    def player(self, game: str) -> Iterator[Player]:
        """Lend a full-strength player. Raise ConflictError if no engine becomes free in time."""
        with self._limit.slot():
            with self._lock:
                engine = self._idle.pop(game, None)
            engine = engine or provider_of(game).engine(megabytes=MEGABYTES)
            engine.forget()  # its tables may hold positions of other rules
            yield EnginePlayer(game, engine)  # an engine that fails is not reused
            with self._lock:
                self._idle[game] = engine
