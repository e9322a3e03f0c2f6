"""Background search: thinking in the opponent's time."""

import atexit
import math
import time
from threading import Event, Thread
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.engines.engine import Engine, Limit, SearchRequest, Thought
from crownbridge.engines.timing import allot
from crownbridge.engines.wrapper import EngineWrapper
from crownbridge.games import Position


class Pondering(EngineWrapper):
    """An engine that also thinks while the opponent does: about the position after the reply that it expects."""

    def __init__(self, engine: Engine, seconds: float | None = None) -> None:
        """`seconds` are for a move of its own; a limit of the engine itself would end its pondering, too."""
        super().__init__(engine)
        self._own = Limit(seconds)
        self._last = Thought(None)
        self._background: _Background | None = None

    def think(self, request: SearchRequest) -> Thought:
        """Return the result of the background search if it was about this position, else that of a new search."""
        request = request.within(self._own)
        self._last = self._found(request) or super().think(request)
        return self._last

    def _found(self, request: SearchRequest) -> Thought | None:
        """What the background came to about this position, given the move's time; whatever happens, it is over then.

        It has counted neither depth nor nodes: where these are limited there is nothing, but for what it has learned.
        """
        background = self._background
        if background is None:
            return None
        limit = request.limit
        hit = request.position == background.position and limit.depth is None and limit.nodes is None
        try:
            if hit:
                background.wait(allot(limit).enough, request.stop)
        finally:
            self.rest()
        return background.thought if hit else None

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
        """End the background search, and the engine's own."""
        if self._background is not None:
            self._background.end()
            self._background = None
        super().rest()

    def forget(self) -> None:
        """End the background search, and clear what the engine has learned."""
        self.rest()
        self._last = Thought(None)
        super().forget()


class _Background:
    """Thinking about one position in a thread of its own."""

    def __init__(self, engine: Engine, position: Position[Any]) -> None:
        self.position = position
        self.thought: Thought | None = None
        """What it came to, once it has ended."""
        self._stop = StopFlag()
        self._ended = Event()  # before Python 3.13, an interrupted `join` takes the thread for ended
        self._began = time.monotonic()

        def think() -> None:
            try:
                self.thought = engine.think(SearchRequest(position, Limit(), self._stop))
            finally:
                self._ended.set()

        self._thread = Thread(target=think, daemon=True)
        self._thread.start()
        # Native code must not meet a dying interpreter. A thread that is no daemon would be waited for before anything
        # could end it; what is registered here runs after that wait, while daemons still do.
        atexit.register(self.end)

    def wait(self, seconds: float | None, stop: StopFlag | None) -> None:
        """Returns when it has ended or `stop` is set, or so long after its beginning."""
        deadline = math.inf if seconds is None else self._began + seconds
        while not self._ended.is_set() and not (stop is not None and stop.is_set):
            left = deadline - time.monotonic()
            if left <= 0:
                break
            self._ended.wait(min(left, 0.05))

    def end(self) -> None:
        """Ends it."""
        self._stop.set()
        self._ended.wait()
        self._thread.join()
        atexit.unregister(self.end)
