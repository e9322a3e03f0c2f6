"""Pondering: background search on the opponent's time."""

import atexit
import math
import time
from threading import Event, Thread
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.engines.engine import Engine, Limit, SearchRequest, Thought
from crownbridge.engines.timing import time_budget
from crownbridge.engines.wrapper import EngineWrapper
from crownbridge.games import Position


class Pondering(EngineWrapper):
    """An engine that ponders: it searches the position after the expected reply while the opponent thinks."""

    def __init__(self, engine: Engine, seconds: float | None = None) -> None:
        """Limit each move to `seconds`; a time limit inside `engine` would end its pondering, too."""
        super().__init__(engine)
        self._own_limit = Limit(seconds)
        self._last = Thought(None)
        self._background: _Background | None = None

    def think(self, request: SearchRequest) -> Thought:
        """Return the result of the background search on a ponder hit, else that of a new search."""
        request = request.within(self._own_limit)
        self._last = self._ponder_hit(request) or super().think(request)
        return self._last

    def _ponder_hit(self, request: SearchRequest) -> Thought | None:
        """Return the background result on a ponder hit, within the time for the move; end the background search.

        The background search ignores limits of depth and nodes; with such a limit, only its hash entries are of use.
        """
        background = self._background
        if background is None:
            return None
        limit = request.limit
        hit = request.position == background.position and limit.depth is None and limit.nodes is None
        try:
            if hit:
                background.wait(time_budget(limit).soft, request.stop)
        finally:
            self.rest()
        return background.thought if hit else None

    def ponder(self, position: Position[Any]) -> None:
        """Start a background search of the position after the expected reply; without one, of this position."""
        self.rest()
        line = self._last.line
        if len(line) > 1 and line[1] in position.legal_moves():
            expected = position.play(line[1])
            if expected.outcome() is None:
                position = expected
        self._background = _Background(self._engine, position)

    def rest(self) -> None:
        """Stop the background search, and the wrapped engine's pondering."""
        if self._background is not None:
            self._background.end()
            self._background = None
        super().rest()

    def forget(self) -> None:
        """Stop the background search and clear the wrapped engine's search state."""
        self.rest()
        self._last = Thought(None)
        super().forget()


class _Background:
    """A search of one position in its own thread."""

    def __init__(self, engine: Engine, position: Position[Any]) -> None:
        self.position = position
        self.thought: Thought | None = None
        """Result of the search once it has ended."""
        self._stop = StopFlag()
        self._ended = Event()  # before Python 3.13, an interrupted `join` marks the thread as ended
        self._began = time.monotonic()

        def think() -> None:
            try:
                self.thought = engine.think(SearchRequest(position, Limit(), self._stop))
            finally:
                self._ended.set()

        self._thread = Thread(target=think, daemon=True)
        self._thread.start()
        # Native code must not run while the interpreter shuts down. Python joins non-daemon threads before it calls
        # exit handlers, so that nothing could stop the search; daemon threads still run when this handler is called.
        atexit.register(self.end)

    def wait(self, seconds: float | None, stop: StopFlag | None) -> None:
        """Wait until the search has ended, `stop` is set, or `seconds` have passed since its start."""
        deadline = math.inf if seconds is None else self._began + seconds
        while not self._ended.is_set() and not (stop is not None and stop.is_set):
            left = deadline - time.monotonic()
            if left <= 0:
                break
            self._ended.wait(min(left, 0.05))

    def end(self) -> None:
        """Stop the search and join its thread."""
        self._stop.set()
        self._ended.wait()
        self._thread.join()
        atexit.unregister(self.end)
