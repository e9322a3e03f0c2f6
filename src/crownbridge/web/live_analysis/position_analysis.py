"""Live analysis of positions: a limited number of searches, each for as long as its client is connected."""

import asyncio
import os
from collections import deque
from collections.abc import AsyncIterator
from threading import Lock, Semaphore, Thread
from typing import Any

from fastapi.concurrency import run_in_threadpool

from crownbridge._core import StopFlag
from crownbridge.engines.live import Analysis, LiveAnalyser, Report
from crownbridge.engines.provider import provider_of
from crownbridge.games import Position
from crownbridge.web.feed import ALIVE, HEARTBEAT_SECONDS
from crownbridge.web.live_analysis.schemas import Thought
from crownbridge.web.log import print_traceback
from crownbridge.web.workers import lower_priority

MOST_BUSY = 4
"""Maximum number of searches at a time, unless there are fewer processors."""
_MOST_IDLE = 2
"""Maximum number of idle analysers that are kept per game; each holds much memory."""
_MESSAGE_INTERVAL = 0.1
"""Minimum number of seconds between two messages."""


class AnalysisPool:
    """Runs one search per client, and a limited number in all: a new search ends the oldest."""

    def __init__(self) -> None:
        self._most = min(MOST_BUSY, len(os.sched_getaffinity(0)))
        self._slots = Semaphore(self._most)
        self._busy: dict[str, StopFlag] = {}
        self._idle: dict[str, deque[LiveAnalyser]] = {}
        self._lock = Lock()

    def end_all(self) -> None:
        """End all searches."""
        with self._lock:
            for stop in self._busy.values():
                stop.set()

    async def follow(self, client: str, position: Position[Any], lines: int, seconds: float) -> AsyncIterator[bytes]:
        """Search a position, and yield thoughts as server-sent events; the last one is marked `done`."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        latest, is_done = Analysis(()), False
        stop = self._begin(client)

        def publish(analysis: Analysis) -> None:
            nonlocal latest
            latest = analysis
            loop.call_soon_threadsafe(news.set)

        def think() -> None:
            nonlocal is_done
            try:
                lower_priority()
                with self._slots:  # held until the search returns, even if it was ended: analysers need much memory
                    if not stop.is_set:
                        self._think(position, lines, stop, publish)
            finally:
                is_done = True
                if not loop.is_closed():
                    publish(latest)

        thread = Thread(target=think, daemon=True)
        timer = loop.call_later(seconds, stop.set)
        try:
            yield b"retry: 10000\n\n"
            thread.start()
            while True:
                try:
                    await asyncio.wait_for(news.wait(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield ALIVE
                    continue
                news.clear()
                is_last, analysis = is_done, latest
                yield await run_in_threadpool(_message, position, analysis, is_last)
                if is_last:
                    return
                await asyncio.sleep(_MESSAGE_INTERVAL)
        finally:
            timer.cancel()
            stop.set()
            self._end(client, stop)

    def _think(self, position: Position[Any], lines: int, stop: StopFlag, publish: Report) -> None:
        idle = self._idle.setdefault(position.game.name, deque(maxlen=_MOST_IDLE))
        try:
            try:
                analyser = idle.pop()
            except IndexError:
                analyser = provider_of(position.game.name).analyser()
            analyser.analyse(position, lines, stop, publish)
        except Exception:  # noqa: BLE001 (an internal error must not stop the server)
            print_traceback()
            return
        idle.append(analyser)

    def _begin(self, client: str) -> StopFlag:
        stop = StopFlag()
        with self._lock:
            replaced = (
                [client] if client in self._busy else list(self._busy)[: max(len(self._busy) - self._most + 1, 0)]
            )
            for other in replaced:
                self._busy.pop(other).set()
            self._busy[client] = stop
        return stop

    def _end(self, client: str, stop: StopFlag) -> None:
        with self._lock:
            if self._busy.get(client) is stop:
                del self._busy[client]


def _message(position: Position[Any], analysis: Analysis, is_last: bool) -> bytes:  # noqa: FBT001 (positional in a thread)
    thought = Thought.of(position, analysis).model_copy(update={"done": is_last})
    return b"event: thought\ndata: %b\n\n" % thought.model_dump_json().encode()
