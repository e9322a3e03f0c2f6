"""Engines of full strength that the server lends, so that none is made for a single question."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from crownbridge.engines import Engine
from crownbridge.engines.provider import provider_of
from crownbridge.players import EnginePlayer, Player
from crownbridge.web.concurrency import ConcurrencyLimit

MOST_LENT = 2
"""Engines at work at a time."""
PATIENCE = 1.0
"""Seconds to wait for an engine."""
MEGABYTES = 64
"""Of an engine's tables; a solver takes a quarter as much again."""


class EnginePool:
    """Lends a few engines at a time, and keeps one of each game that is not in use. For any thread."""

    def __init__(self, patience: float = PATIENCE) -> None:
        """`patience` is how many seconds a request waits for an engine before it is refused."""
        self._limit = ConcurrencyLimit(MOST_LENT, patience, "hint")
        self._idle = dict[str, Engine]()
        self._lock = Lock()

    @contextmanager
    def player(self, game: str) -> Iterator[Player]:
        """Lend a player of full strength. Raise RoomError if too many ask."""
        with self._limit.slot():
            with self._lock:
                engine = self._idle.pop(game, None)
            engine = engine or provider_of(game).engine(megabytes=MEGABYTES)
            engine.forget()  # what it learned by other rules
            yield EnginePlayer(game, engine)  # one that fails is not kept
            with self._lock:
                self._idle[game] = engine
