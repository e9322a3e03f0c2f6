"""Where engines think for those who look: a few at a time, each only as long as somebody listens."""

import asyncio
import os
from collections.abc import AsyncIterator
from threading import Lock, Semaphore, Thread
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.engines.live import Analysis, LiveAnalyser
from crownbridge.engines.provider import provider_of
from crownbridge.games import Position
from crownbridge.web.feed import HEARTBEAT_SECONDS
from crownbridge.web.live_analysis.schemas import Thought
from crownbridge.web.log import print_traceback

MOST_BUSY = 4
"""Thoughts at a time, unless there are fewer processors."""
_MOST_IDLE = 2
"""Analysers of a game that are kept for the next ones; each holds much memory."""
_PACE = 0.1
"""Seconds between two messages."""


class AnalysisPool:
    """Has one thought a client, and a few at a time: a new one ends the oldest."""

    def __init__(self) -> None:
        self._most = min(MOST_BUSY, len(os.sched_getaffinity(0)))
        self._chairs = Semaphore(self._most)
        self._busy: dict[str, StopFlag] = {}
        self._idle: dict[str, list[LiveAnalyser]] = {}
        self._lock = Lock()

    def end_all(self) -> None:
        """Ends all thoughts."""
        with self._lock:
            for stop in self._busy.values():
                stop.set()

    async def follow(self, client: str, position: Position[Any], lines: int, seconds: float) -> AsyncIterator[bytes]:
        """Server-sent events of thoughts; the last one is done."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        latest = Thought()
        stop = self._begin(client)

        def tell(thought: Thought) -> None:
            nonlocal latest
            latest = thought
            loop.call_soon_threadsafe(news.set)

        def think() -> None:
            try:
                with self._chairs:  # of those who were ended, too: each analyser holds much memory
                    if not stop.is_set:
                        self._think(position, lines, stop, tell)
            finally:
                if not loop.is_closed():
                    tell(latest.model_copy(update={"done": True}))

        thread = Thread(target=think, daemon=True)
        timer = loop.call_later(seconds, stop.set)
        try:
            yield b"retry: 10000\n\n"
            thread.start()
            while True:
                try:
                    await asyncio.wait_for(news.wait(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield b": alive\n\n"
                    continue
                news.clear()
                thought = latest
                yield b"event: thought\ndata: %b\n\n" % thought.model_dump_json().encode()
                if thought.done:
                    return
                await asyncio.sleep(_PACE)
        finally:
            timer.cancel()
            stop.set()
            self._end(client, stop)

    def _think(self, position: Position[Any], lines: int, stop: StopFlag, tell: Any) -> None:
        name = position.game.name
        with self._lock:
            idle = self._idle.setdefault(name, [])
            analyser = idle.pop() if idle else None
        try:
            analyser = analyser or provider_of(name).analyser()

            def report(found: Analysis) -> None:
                tell(Thought.of(position, found))

            analyser.analyse(position, lines, stop, report)
        except Exception:  # noqa: BLE001 (our own fault: the server goes on)
            print_traceback()
            return
        with self._lock:
            if len(idle) < _MOST_IDLE:
                idle.append(analyser)

    def _begin(self, client: str) -> StopFlag:
        stop = StopFlag()
        with self._lock:
            ended = [client] if client in self._busy else list(self._busy)[: max(len(self._busy) - self._most + 1, 0)]
            for other in ended:
                self._busy.pop(other).set()
            self._busy[client] = stop
        return stop

    def _end(self, client: str, stop: StopFlag) -> None:
        with self._lock:
            if self._busy.get(client) is stop:
                del self._busy[client]
