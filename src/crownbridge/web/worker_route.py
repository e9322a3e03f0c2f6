"""Routes that run in a worker process: they read, validate, compute and encode large bodies."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

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

_IN_SERVER = "crownbridge.in_server"


class _Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes


class _Call(NamedTuple):
    function: Callable[..., Response]
    arguments: tuple[Any, ...]


class InServer(Response):
    """The answer that a function of a module computes in the server, where it is called with the services."""

    def __init__(self, function: Callable[..., Response], *arguments: Any) -> None:
        super().__init__()
        self._call = _Call(function, arguments)

    async def __call__(self, _: Scope, __: Receive, send: Send) -> None:
        """Send the call in place of an answer."""
        await send({"type": _IN_SERVER, "call": self._call})


def _data_folder(request: Request) -> Path:
    folder: Path = request.scope["data"]
    return folder


DataFolder = Annotated[Path, Depends(_data_folder)]
"""Parameter type of worker routes that read files of the server's data folder."""


class WorkerRoute(APIRoute):
    """A route whose function runs in another process, so that it uses no services of the server but by `InServer`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return a function that lets a worker answer a request; in the worker, one that answers it."""
        answer_here = super().get_route_handler()

        async def answer(request: Request) -> Response:
            services = getattr(request.app.state, "services", None)
            if services is None:
                return await answer_here(request)
            scope = {key: request.scope[key] for key in _SCOPE} | {"data": services.data}
            async with _body(services.workers, request) as body:
                answer: _Answer | _Call = await services.compute(request, answer_in_worker, scope, body)
            if isinstance(answer, _Call):
                return await run_in_threadpool(answer.function, services, *answer.arguments)
            response = Response(answer.content, answer.status)
            response.raw_headers = answer.headers
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


def answer_in_worker(scope: MutableMapping[str, Any], body: bytearray) -> _Answer | _Call:
    """Return the answer to a request, or the call that computes it; in a worker process."""
    from crownbridge.web.app import worker_app  # noqa: PLC0415 (its routes import this module)

    return asyncio.run(_answer(worker_app(), scope, body))


async def _answer(app: Any, scope: MutableMapping[str, Any], body: bytearray) -> _Answer | _Call:
    messages: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body}

    async def send(message: MutableMapping[str, Any]) -> None:
        messages.append(message)

    await app(scope, receive, send)
    start, *parts = messages
    if start["type"] == _IN_SERVER:
        call: _Call = start["call"]
        return call
    return _Answer(start["status"], start["headers"], b"".join(part.get("body", b"") for part in parts))
