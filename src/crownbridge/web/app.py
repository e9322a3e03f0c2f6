"""The application: routes, what they work with, and how errors are answered."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from crownbridge import __version__
from crownbridge.errors import (
    ConfigurationError,
    CrownbridgeError,
    FileError,
    ForbiddenError,
    InputError,
    RoomError,
    UnknownRoomError,
)
from crownbridge.web.feed import EventStream
from crownbridge.web.live_analysis.engine_pool import EnginePool
from crownbridge.web.live_analysis.game_analysis import AnalysisRegistry
from crownbridge.web.live_analysis.pool import AnalysisPool
from crownbridge.web.rooms.registry import RoomRegistry
from crownbridge.web.routes import LARGER_BODIES, ROUTERS
from crownbridge.web.routes.services import Services
from crownbridge.web.schemas import ErrorDetail
from crownbridge.web.security import SecurityMiddleware
from crownbridge.web.settings import Settings
from crownbridge.web.static_files import serve_static
from crownbridge.web.tournaments.configuration import problems_of
from crownbridge.web.tournaments.registry import TournamentRegistry

_STATUSES: tuple[tuple[type[CrownbridgeError], HTTPStatus], ...] = (
    (UnknownRoomError, HTTPStatus.NOT_FOUND),
    (RoomError, HTTPStatus.CONFLICT),
    (ForbiddenError, HTTPStatus.FORBIDDEN),
    (FileError, HTTPStatus.INTERNAL_SERVER_ERROR),
    (InputError, HTTPStatus.UNPROCESSABLE_ENTITY),
)

_REFUSED: dict[int | str, dict[str, Any]] = {"default": {"model": ErrorDetail, "description": "why it was not done"}}
_MOST_MISTAKES = 5
"""Of a request, that are told."""


class _Application(FastAPI):
    """Describes event streams as they are: each event has JSON as its data, and a refusal is JSON alone."""

    def openapi(self) -> dict[str, Any]:
        """Return the schema of all requests."""
        schema = super().openapi()
        stream = EventStream.media_type
        for operation in (one for path in schema["paths"].values() for one in path.values()):
            responses = operation["responses"]
            if stream in (refused := responses["default"]["content"]):
                refused["application/json"] = {"schema": {"$ref": refused.pop(stream)["schema"]["$ref"]}}
                told = responses["200"]["content"][stream]["schema"]
                if told.get("type") == "string":  # FastAPI's word for whatever is not JSON
                    del told["type"]
        return schema


def create_app(settings: Settings) -> FastAPI:
    """The whole application. Raises InputError where the settings cannot be used."""
    rooms = RoomRegistry(settings.data, settings.player_factory(), settings.retention)
    try:
        tournaments = TournamentRegistry(settings.data, settings.store or settings.data / "tournaments.db", rooms)
    except BaseException:
        rooms.close()
        raise
    services = Services(
        settings.data, rooms, tournaments, AnalysisPool(), AnalysisRegistry(tournaments.store), EnginePool()
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await run_in_threadpool(services.go_on)
        yield
        await run_in_threadpool(services.close)

    app = _Application(
        title="Crownbridge",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
    )
    app.state.services = services
    for router in ROUTERS:
        app.include_router(router, prefix="/api", responses=_REFUSED)
    serve_static(app)
    app.add_exception_handler(CrownbridgeError, _told)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_middleware(SecurityMiddleware, host=settings.host, token=settings.token, larger=LARGER_BODIES)
    return app


async def _told(_: Request, error: Exception) -> JSONResponse:
    """An error of ours in one clear sentence."""
    status = next((status for kind, status in _STATUSES if isinstance(error, kind)), HTTPStatus.INTERNAL_SERVER_ERROR)
    told: dict[str, Any] = {"detail": _proper(str(error))}
    if isinstance(error, ConfigurationError):
        told["problems"] = [problem.model_dump() for problem in problems_of(error)]
    return JSONResponse(told, status)


async def _malformed(_: Request, error: Exception) -> JSONResponse:
    """What is wrong with a request that has not the shape that was expected; what was sent is not sent back."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 (it is registered for these)
    mistakes = list(map(_mistake, error.errors()))
    more = [f"and {len(mistakes) - _MOST_MISTAKES} more"] if len(mistakes) > _MOST_MISTAKES else []
    told = "; ".join([*mistakes[:_MOST_MISTAKES], *more])
    return JSONResponse({"detail": _proper(told)}, HTTPStatus.UNPROCESSABLE_ENTITY)


def _mistake(found: dict[str, Any]) -> str:
    """`players[1]: expected a string`, as pydantic says it."""
    if found["type"] == "json_invalid":
        return f"the body is no JSON: {found['ctx']['error']} at character {found['loc'][-1]}"
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part[:60]}" for part in found["loc"][1:])
    return f"{place.removeprefix('.') or 'the body'}: {found['msg']}"


def _proper(text: str) -> str:
    """The same without what no answer can have: halves of characters."""
    return text.encode("utf-8", "backslashreplace").decode()


def services_of(app: Any) -> Services:
    """What an application works with."""
    found: Services = app.state.services
    return found
