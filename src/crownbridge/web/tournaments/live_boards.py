"""The boards of the games in progress of a tournament, as an event stream."""

import asyncio
import time
from collections.abc import AsyncIterator
from threading import Lock

from pydantic import TypeAdapter

from crownbridge.tournaments.executor import GameSnapshot
from crownbridge.tournaments.workers import SNAPSHOT_EVERY
from crownbridge.web import frames
from crownbridge.web.feed import ALIVE, HEARTBEAT_SECONDS, EventStream, event_stream
from crownbridge.web.schemas import Frame
from crownbridge.web.tournaments.schemas import LiveBoard

MOST_BOARDS = 64
_BOARDS = TypeAdapter(list[LiveBoard])


class LiveBoards:
    """The latest board of each game in progress. Boards are collected only while a client is connected."""

    def __init__(self) -> None:
        self._boards: dict[str, LiveBoard] = {}
        self._version = 0
        self._watchers = 0
        self._left_at = 0.0
        """The time when the last client left."""
        self._closed = False
        self._lock = Lock()

    @property
    def is_watching(self) -> bool:
        """Whether a client is connected."""
        return self._watchers > 0

    def see(self, snapshot: GameSnapshot) -> None:
        """Update the board of a game."""
        board = LiveBoard(identity=snapshot.identity, players=snapshot.players, frame=_frame(snapshot))
        with self._lock:
            if snapshot.identity in self._boards or len(self._boards) < MOST_BOARDS:
                self._boards[snapshot.identity] = board
                self._version += 1

    def take_down(self, identity: str) -> None:
        """Remove the board of a game."""
        with self._lock:
            if self._boards.pop(identity, None) is not None:
                self._version += 1

    def clear(self) -> None:
        """Remove all boards."""
        with self._lock:
            self._boards.clear()
            self._version += 1

    def response(self) -> EventStream:
        """Return an event stream that sends all boards whenever one has changed."""
        return event_stream(self._follow())

    def close(self) -> None:
        """End all streams."""
        self._closed = True

    async def _follow(self) -> AsyncIterator[bytes]:
        if not self._watchers and time.monotonic() > self._left_at + HEARTBEAT_SECONDS:
            self.clear()  # the boards are outdated
        self._watchers += 1
        version, last = -1, time.monotonic()
        try:
            yield b"retry: 1000\n\n"
            while not self._closed:
                if version != self._version:
                    with self._lock:
                        version, boards = self._version, list(self._boards.values())
                    last = time.monotonic()
                    yield b"event: boards\ndata: %b\n\n" % _BOARDS.dump_json(boards)
                elif time.monotonic() > last + HEARTBEAT_SECONDS:
                    last = time.monotonic()
                    yield ALIVE
                await asyncio.sleep(SNAPSHOT_EVERY)
        finally:
            self._watchers -= 1
            self._left_at = time.monotonic()


def _frame(snapshot: GameSnapshot) -> Frame:
    if snapshot.before is None:
        return frames.first_frame(snapshot.position, snapshot.ply)
    return frames.next_frame(snapshot.ply, snapshot.before, snapshot.move, snapshot.position)
