"""Limits on connections: the time to send a request, and the number of connections of a client and in all."""

import asyncio
import resource
from itertools import chain
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0
"""Time to send the header of a request, after the connection was opened or the last response was sent."""
BODY_SECONDS = 10.0
"""Time to send the body of a request, besides that for its length."""
BODY_RATE = 10_000
"""Bytes of a body per second, at least."""
STALL_SECONDS = 120.0
"""Time in which a client has to read something of a response."""
BACKLOG = 64
"""Maximum number of connections that are accepted at once."""
MOST_CONNECTIONS = 10_000
_MOST_DESCRIPTORS = 1 << 16  # some programs, which inherit the limit, close all descriptors up to it
_RESERVED = 1000
"""Descriptors for games, journals and the store; half of the descriptors, if there are few."""


def raise_descriptor_limit() -> int:
    """Raise the limit of descriptors of this process as far as it may, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return soft if soft != resource.RLIM_INFINITY else _MOST_DESCRIPTORS


class ConnectionLimits:
    """Limits the connections of a server; one too many replaces the oldest that waits for a request."""

    def __init__(self, descriptors: int) -> None:
        self.most = min(descriptors - min(_RESERVED, descriptors // 2), MOST_CONNECTIONS)
        self.most_each = self.most // 2
        """Maximum number of connections of a client: many pages may share one address."""
        self._by_client: dict[str, dict[Connection, None]] = {}
        self._count = 0

    def connection(self, **arguments: Any) -> "Connection":
        """Return the protocol of a new connection."""
        return Connection(self, **arguments)

    def add(self, connection: "Connection") -> None:
        """Count a connection, and close one if there are too many."""
        own = self._by_client.setdefault(connection.address, {})
        own[connection] = None
        self._count += 1
        if len(own) > self.most_each or self._count > self.most:
            largest_first = sorted(self._by_client.values(), key=len, reverse=True)
            crowd = own if len(own) > self.most_each else chain.from_iterable(largest_first)
            next((other for other in crowd if other.is_waiting), connection).abort()

    def remove(self, connection: "Connection") -> None:
        """Forget a connection that is closed."""
        own = self._by_client.get(connection.address, {})
        if connection in own:
            del own[connection]
            self._count -= 1
            if not own:
                del self._by_client[connection.address]


class Connection(H11Protocol):
    """A connection that is closed if the client takes too long to send a request or to read a response."""

    def __init__(self, limits: ConnectionLimits, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._limits = limits
        self._expected: Any = None
        """The client's state since the timer was started, such as `h11.IDLE`: it has to send a header next."""
        self._began = 0.0
        self._received = 0
        """Bytes of the request."""
        self._timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """The address of the client."""
        return self.client[0] if self.client else ""

    @property
    def is_waiting(self) -> bool:
        """True if the client has not yet sent the header of its next request."""
        return self.conn.their_state is h11.IDLE and not self.transport.is_closing()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request."""
        super().connection_made(transport)
        self._limits.add(self)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        super().connection_lost(exc)
        self._limits.remove(self)
        for timer in (self._timer, self._stalled):
            if timer is not None:
                timer.cancel()

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request."""
        self._received += len(data)
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._expect()

    def pause_writing(self) -> None:
        """Wait until the client has read more of a response."""
        super().pause_writing()
        self._watch_reading()

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _watch_reading(self, before: int | None = None) -> None:
        """Close the connection if the client has read nothing since there were `before` bytes to send."""
        size = self.transport.get_write_buffer_size()
        if before is None or size < before:
            self._stalled = self.loop.call_later(STALL_SECONDS, self._watch_reading, size)
        else:
            self.abort()

    def abort(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def _expect(self) -> None:
        """Start the timer of what the client has to send next, unless it runs."""
        state = self.conn.their_state
        if state is self._expected or self.transport.is_closing():
            return
        self._expected = state
        self._began = self.loop.time()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if state is h11.IDLE:
            self._received = 0
            self._timer = self.loop.call_later(HEADER_SECONDS, self.abort)
        elif state is h11.SEND_BODY:
            self._timer = self.loop.call_later(BODY_SECONDS, self._check_body)

    def _check_body(self) -> None:
        """Close the connection if the body arrives too slowly."""
        left = self._began + BODY_SECONDS + self._received / BODY_RATE - self.loop.time()
        if left > 0:
            self._timer = self.loop.call_later(left, self._check_body)
        else:
            self.abort()
