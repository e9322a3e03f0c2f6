"""Routes that run in a worker process: they read, validate, compute and encode large bodies."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from crownbridge.web.dependencies import address_of
from crownbridge.web.workers import WorkerPool

_SCOPE = (
    "type",
    "asgi",
    "http_version",
    "method",
    "scheme",
    "root_path",
    "path",
    "raw_path",
    "query_string",
    "headers",
)
"""The parts of a request's scope that are sent to the worker."""

_Answer = tuple[int, list[tuple[bytes, bytes]], bytes]
"""Status, headers and body."""


class WorkerRoute(APIRoute):
    """A route whose function uses no services of the server, so that it can run in another process."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return a function that lets a worker answer a request; in the worker, one that answers it."""
        answer_here = super().get_route_handler()

        async def answer(request: Request) -> Response:
            services = getattr(request.app.state, "services", None)
            if services is None:
                return await answer_here(request)
            scope = {key: request.scope[key] for key in _SCOPE}
            async with _body(services.workers, request) as body:
                status, headers, content = await services.compute(request, answer_in_worker, scope, body)
            response = Response(content, status)
            response.raw_headers = headers
            return response

        return answer


@asynccontextmanager
async def _body(workers: WorkerPool, request: Request) -> AsyncIterator[bytearray]:
    """Receive the body of a request, which counts as one of its client until the end."""
    client, body = address_of(request), bytearray()
    try:
        async for part in request.stream():
            workers.reserve(client, len(part))
            body += part
        yield body
    finally:
        workers.release(client, len(body))


def answer_in_worker(scope: MutableMapping[str, Any], body: bytearray) -> _Answer:
    """Return the answer to a request; in a worker process."""
    from crownbridge.web.app import worker_app  # noqa: PLC0415 (its routes import this module)

    return asyncio.run(_answer(worker_app(), scope, body))


async def _answer(app: Any, scope: MutableMapping[str, Any], body: bytearray) -> _Answer:
    start: MutableMapping[str, Any] = {}
    parts: list[bytes] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return start["status"], start["headers"], b"".join(parts)
