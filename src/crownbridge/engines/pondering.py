"""Background search: thinking in the opponent's time."""

import math
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.engines.engine import Engine, Limit, Thought
from crownbridge.engines.timing import allot
from crownbridge.games import Position


class Pondering(Engine):
    """An engine that also thinks while the opponent does: about the position after the reply that it expects."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._last = Thought(None)
        self._background: _Background | None = None

    def think(
        self,
        position: Position[Any],
        limit: Limit,
        stop: StopFlag | None = None,
        progress: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """The thought that the background came to, if it was about this position; otherwise a new one."""
        background, self._background = self._background, None
        thought = None if background is None else background.take(position, limit, stop)
        self._last = thought or self._engine.think(position, limit, stop, progress)
        return self._last

    def ponder(self, position: Position[Any]) -> None:
        """Begins to think about the position after the expected reply, or, expecting none, about this one."""
        self.rest()
        line = self._last.line
        if len(line) > 1 and line[1] in position.legal_moves():
            expected = position.play(line[1])
            if expected.outcome() is None:
                position = expected
        self._background = _Background(self._engine, position)

    def rest(self) -> None:
        """Ends the background search."""
        background, self._background = self._background, None
        if background is not None:
            background.end()

    def forget(self) -> None:
        """Forgets what it has learned."""
        self.rest()
        self._last = Thought(None)
        self._engine.forget()


class _Background:
    """Thinking about one position in a thread of its own."""

    def __init__(self, engine: Engine, position: Position[Any]) -> None:
        self._position = position
        self._stop = StopFlag()
        self._thought: Thought | None = None
        self._began = time.monotonic()

        def think() -> None:
            self._thought = engine.think(position, Limit(), self._stop)

        self._thread = Thread(target=think, daemon=True)
        self._thread.start()

    def take(self, position: Position[Any], limit: Limit, stop: StopFlag | None) -> Thought | None:
        """The thought, once it has had the time that the move would be given; `None` if it is about something else."""
        if position != self._position:
            self.end()
            return None
        enough = allot(limit).enough
        deadline = math.inf if enough is None else self._began + enough
        while self._thread.is_alive() and not (stop is not None and stop.is_set):
            left = deadline - time.monotonic()
            if left <= 0:
                break
            self._thread.join(min(left, 0.05))
        self.end()
        return self._thought

    def end(self) -> None:
        """Ends it."""
        self._stop.set()
        self._thread.join()
