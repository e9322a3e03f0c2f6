"""Server-sent events of a journal: live, in batches, resumable after a lost connection."""

import asyncio
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from threading import RLock
from typing import Any

from fastapi import HTTPException
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from crownbridge.errors import FileError
from crownbridge.web.journal import Journal

HEARTBEAT_SECONDS = 15.0
MOST_BYTES = 64 * 1024
"""Size limit of a batch; a single line may be longer."""
ALIVE = b": alive\n\n"
"""The comment that is sent if nothing else is for `HEARTBEAT_SECONDS`."""
IDLE = b": idle\n\n"
"""The comment of a journal that has been sent and is not expected to grow."""
_PACE = 0.02
_PACE_EACH = 0.0002
_SLOWEST_PACE = 0.5
_MOST_CACHED = 64

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class EventStream(StreamingResponse):
    """A response of server-sent events, whose data is JSON."""

    media_type = "text/event-stream"


def event_stream(parts: AsyncIterator[bytes]) -> EventStream:
    """Return a response that streams server-sent events."""
    return EventStream(parts, headers=_HEADERS)


def streamed(message: Any) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of a stream: the type of each event's data."""
    return {200: {"model": message, "description": "server-sent events"}}


class Feed:
    """Streams a journal to all watchers at the same pace, so that each batch is encoded once for all of them.

    Nothing is buffered for a slow watcher: it continues to read the file from its own place. All methods but `notify`
    and `close` must be called in the event loop.
    """

    def __init__(
        self, journal: Journal, may_grow: Callable[[], bool] = lambda: True, lock: "RLock | None" = None
    ) -> None:
        """Stream a journal that is written under a lock; while `may_grow`, the streams are not idle."""
        self._journal = journal
        self._may_grow = may_grow
        self._lock = lock or RLock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._watchers = 0
        self._published = 0
        self._last_tick = 0.0
        self._waiting = False
        self._closed = False
        self._batches: dict[int, asyncio.Future[tuple[int, bytes]]] = {}

    def response(self, after: int) -> EventStream:
        """Return an event stream of all lines after a line number."""
        if after > len(self._journal):
            raise HTTPException(HTTPStatus.CONFLICT, f"there are only {len(self._journal)} events; restart from 0")
        return event_stream(self._follow(after))

    @property
    def is_watched(self) -> bool:
        """Whether a client is connected."""
        return self._watchers > 0

    def notify(self) -> None:
        """Announce that the journal has grown; from any thread."""
        if self._watchers and not self._waiting and self._loop is not None:
            self._waiting = True
            self._loop.call_soon_threadsafe(self._schedule)

    def close(self) -> None:
        """End all streams; from any thread."""
        self._closed = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    async def _follow(self, after: int) -> AsyncIterator[bytes]:
        self._loop = asyncio.get_running_loop()
        self._watchers += 1
        try:
            self._publish()
            yield b"retry: 1000\n\n"
            while not self._closed:
                news = self._news
                if after < self._published:
                    after, batch = await self._batch(after)
                    yield batch
                    continue
                if self._is_idle(after):
                    yield IDLE
                try:
                    await asyncio.wait_for(news.wait(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield ALIVE
        finally:
            self._watchers -= 1

    def _is_idle(self, after: int) -> bool:
        """Return True if the journal has no lines after a number and is not expected to grow."""
        if not self._lock.acquire(blocking=False):  # the event loop never waits; something is happening
            return False
        try:
            return after == len(self._journal) and not self._may_grow()
        finally:
            self._lock.release()

    def _schedule(self) -> None:
        """Schedule the next batch: the more watchers there are, the rarer and larger the batches."""
        assert self._loop is not None  # noqa: S101 (it runs this)
        pace = min(_PACE + _PACE_EACH * self._watchers, _SLOWEST_PACE)
        self._loop.call_at(max(self._loop.time(), self._last_tick + pace), self._tick)

    def _tick(self) -> None:
        assert self._loop is not None  # noqa: S101 (it runs this)
        self._waiting = False
        self._last_tick = self._loop.time()
        self._publish()
        self._wake()

    def _publish(self) -> None:
        if self._published != len(self._journal):
            self._published = len(self._journal)
            self._batches.clear()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def _batch(self, after: int) -> tuple[int, bytes]:
        """Return the batch after a line number, which is read once for all watchers that need it."""
        batch = self._batches.get(after)
        if batch is None:
            if len(self._batches) >= _MOST_CACHED:
                self._batches.clear()
            batch = asyncio.ensure_future(run_in_threadpool(self._read, after, self._published))
            self._batches[after] = batch
        try:
            return await asyncio.shield(batch)  # a watcher that disconnects must not cancel the read of the others
        except FileError:
            if self._batches.get(after) is batch:
                del self._batches[after]  # the next watcher tries again
            raise

    def _read(self, after: int, last: int) -> tuple[int, bytes]:
        lines = self._journal.read(after, last, MOST_BYTES)
        last = after + len(lines)
        return last, b"id: %d\nevent: log\ndata: [%b]\n\n" % (last, b",".join(lines))
