"""Several event streams in one response, because browsers open at most six connections to a server."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import unquote

from fastapi import APIRouter, Query, Request

from crownbridge.errors import InputError, quoted
from crownbridge.web.feed import IDLE, EventStream, event_stream, streamed
from crownbridge.web.log import print_traceback
from crownbridge.web.schemas import Text

MOST_STREAMS = 64
"""Maximum number of streams in a response."""
_STREAM = re.compile(r"/(rooms|tournaments|analyses)/[^/]+/(events|wall)")
_END = b"event: end\n"

router = APIRouter(tags=["events"])

_Part = tuple[int, bytes]
_Follow = Annotated[
    list[Text],
    Query(
        min_length=1,
        max_length=MOST_STREAMS,
        description="Streams, as paths below `/api` with their queries: /rooms/NAME/events?after=17",
    ),
]


@router.get("/events", responses=streamed(str), response_class=EventStream)
async def events(request: Request, follow: _Follow) -> EventStream:
    """Stream several logs as one: the data of each message is the number of its stream in the request, and a new line.

    Then follows the message of that stream. A stream begins with `start` and ends with `end`: `status` and `detail`.
    The last message is `idle`: nothing will happen in any of the streams without a command.
    """
    for path in follow:
        if not _STREAM.fullmatch(unquote(path.partition("?")[0])):
            raise InputError(f"{quoted(path)} is not a stream; expected a path such as /rooms/NAME/events?after=0")
    return event_stream(_merged(request, follow))


async def _merged(request: Request, paths: list[str]) -> AsyncIterator[bytes]:
    """Yield the parts of all streams as they come, until each has ended or is idle."""
    parts: asyncio.Queue[_Part] = asyncio.Queue(1)  # nothing is buffered for a slow client
    tasks = [asyncio.create_task(_forward(request, path, number, parts)) for number, path in enumerate(paths)]
    idle, ended = set[int](), set[int]()
    try:
        while len(idle) + len(ended) < len(paths) or not parts.empty():
            number, part = await parts.get()
            idle.discard(number)
            if part == IDLE:
                idle.add(number)
            elif part.startswith(_END):
                ended.add(number)
            yield b"data: %d\n%b" % (number, part) if part.startswith((b"id:", b"event:")) else part
        if idle:
            yield b"event: idle\ndata: {}\n\n"
    finally:
        for task in tasks:
            task.cancel()


async def _forward(request: Request, path: str, number: int, parts: asyncio.Queue[_Part]) -> None:
    """Request a stream in the same way as if it were requested alone, with all checks, and queue its parts."""
    status, error = int(HTTPStatus.OK), b""

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, error
        if message["type"] == "http.response.start":
            status = message["status"]
            if status == HTTPStatus.OK:
                await parts.put((number, b"event: start\ndata: {}\n\n"))
        elif status != HTTPStatus.OK:
            error += message["body"]
        elif message["body"]:
            await parts.put((number, message["body"]))

    path, _, query = path.partition("?")
    scope = {
        **request.scope,
        "path": f"/api{unquote(path)}",
        "raw_path": f"/api{path}".encode(),
        "query_string": query.encode(),
        "headers": [(name, value) for name, value in request.scope["headers"] if name != b"last-event-id"],
    }
    try:
        never = asyncio.get_running_loop().create_future  # the client's disconnection cancels this task
        await request.app(scope, never, send)
    except Exception:  # noqa: BLE001 (an internal error must not end the other streams)
        print_traceback()
        status, error = int(HTTPStatus.INTERNAL_SERVER_ERROR), b""
    detail = json.loads(error)["detail"] if error else ""
    end = json.dumps({"status": status, "detail": detail}).encode()
    await parts.put((number, b"%bdata: %b\n\n" % (_END, end)))
