"""The FastAPI application: routes, services, error responses."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.requests import ClientDisconnect

from crownbridge import __version__
from crownbridge.errors import (
    ConfigurationError,
    ConflictError,
    CrownbridgeError,
    FileError,
    ForbiddenError,
    InputError,
    NotFoundError,
)
from crownbridge.web.dependencies import Services
from crownbridge.web.engine_pool import EnginePool
from crownbridge.web.examinations.service import ExaminationService
from crownbridge.web.explorer.service import ExplorerService
from crownbridge.web.feed import EventStream
from crownbridge.web.live_analysis.analysis_cache import AnalysisCache
from crownbridge.web.live_analysis.answers import AnswerPool
from crownbridge.web.live_analysis.game_analysis import AnalysisRegistry
from crownbridge.web.live_analysis.position_analysis import AnalysisPool
from crownbridge.web.puzzles.service import PuzzleService
from crownbridge.web.rooms.registry import RoomRegistry
from crownbridge.web.routes import BINARY_BODIES, LARGER_BODIES, ROUTERS
from crownbridge.web.schemas import ErrorDetail
from crownbridge.web.security import SecurityMiddleware
from crownbridge.web.settings import Settings
from crownbridge.web.static_files import serve_static
from crownbridge.web.studies.registry import StudyRegistry
from crownbridge.web.tournaments.configuration import problems_of
from crownbridge.web.tournaments.registry import TournamentRegistry
from crownbridge.web.workers import WorkerPool

_STATUSES: tuple[tuple[type[CrownbridgeError], HTTPStatus], ...] = (
    (NotFoundError, HTTPStatus.NOT_FOUND),
    (ConflictError, HTTPStatus.CONFLICT),
    (ForbiddenError, HTTPStatus.FORBIDDEN),
    (FileError, HTTPStatus.INTERNAL_SERVER_ERROR),
    (InputError, HTTPStatus.UNPROCESSABLE_ENTITY),
)

_ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {"default": {"model": ErrorDetail, "description": "the error"}}
_MOST_ERRORS = 5
"""Number of validation errors that a response lists."""


class _Application(FastAPI):
    """A FastAPI application whose schema describes the data of server-sent events, and errors as JSON."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI schema."""
        schema = super().openapi()
        stream = EventStream.media_type
        for operation in (one for path in schema["paths"].values() for one in path.values()):
            responses = operation["responses"]
            if stream in (errors := responses["default"]["content"]):
                errors["application/json"] = {"schema": {"$ref": errors.pop(stream)["schema"]["$ref"]}}
                data = responses["200"]["content"][stream]["schema"]
                if data.get("type") == "string":  # FastAPI adds it to every response that is not JSON
                    del data["type"]
        return schema


def create_app(settings: Settings) -> FastAPI:
    """Return the application. Raise InputError if the settings cannot be used."""
    rooms = RoomRegistry(settings.data, settings.player_factory(), settings.retention)
    try:
        studies = StudyRegistry(settings.data, settings.retention)
        finished = AnalysisCache(settings.data)
        tournaments = TournamentRegistry(settings.data, settings.store or settings.data / "tournaments.db", rooms)
    except BaseException:
        rooms.close()
        raise
    explorer = ExplorerService(settings.data, rooms, tournaments.store)
    services = Services(
        settings.data,
        rooms,
        tournaments,
        AnalysisPool(),
        AnalysisRegistry(tournaments.store, finished),
        EnginePool(),
        studies,
        explorer,
        AnswerPool(tournaments.store),
        PuzzleService(settings.data, explorer.random_records),
        ExaminationService(rooms.player_factory),
        WorkerPool(),
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await run_in_threadpool(services.resume)
        yield
        await run_in_threadpool(services.close)

    app = _Application(
        title="Crownbridge",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # it would load scripts from another host
        redoc_url=None,
    )
    app.state.services = services
    _add_routes(app)
    serve_static(app)
    app.add_middleware(
        SecurityMiddleware, host=settings.host, token=settings.token, larger=LARGER_BODIES, binary=BINARY_BODIES
    )
    return app


@cache
def worker_app() -> FastAPI:
    """Return the application that answers the requests that are passed on to a worker process."""
    app = FastAPI(openapi_url=None)
    _add_routes(app)
    return app


def _add_routes(app: FastAPI) -> None:
    for router in ROUTERS:
        app.include_router(router, prefix="/api", responses=_ERROR_RESPONSES)
    app.add_exception_handler(CrownbridgeError, _error_response)
    app.add_exception_handler(RequestValidationError, _validation_response)
    app.add_exception_handler(ClientDisconnect, _incomplete_response)


async def _error_response(_: Request, error: Exception) -> JSONResponse:
    """Return a CrownbridgeError with its HTTP status."""
    status = next((status for kind, status in _STATUSES if isinstance(error, kind)), HTTPStatus.INTERNAL_SERVER_ERROR)
    content: dict[str, Any] = {"detail": _encodable(str(error))}
    if isinstance(error, ConfigurationError):
        content["problems"] = [problem.model_dump() for problem in problems_of(error)]
    return JSONResponse(content, status)


async def _validation_response(_: Request, error: Exception) -> JSONResponse:
    """Return the validation errors of a request, without echoing the input."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 (it is registered for these)
    messages = list(map(_validation_message, error.errors()))
    more = [f"and {len(messages) - _MOST_ERRORS} more"] if len(messages) > _MOST_ERRORS else []
    detail = "; ".join([*messages[:_MOST_ERRORS], *more])
    return JSONResponse({"detail": _encodable(detail)}, HTTPStatus.UNPROCESSABLE_ENTITY)


async def _incomplete_response(_: Request, __: Exception) -> JSONResponse:
    """Return the error of a request whose body ended early or was too large."""
    return JSONResponse({"detail": "the body is incomplete or too large"}, HTTPStatus.BAD_REQUEST)


def _validation_message(error: dict[str, Any]) -> str:
    """Return an error of pydantic as text: `players[1]: Input should be a valid string`."""
    if error["type"] == "json_invalid":
        return f"the body is not valid JSON: {error['ctx']['error']} at character {error['loc'][-1]}"
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part[:60]}" for part in error["loc"][1:])
    return f"{place.removeprefix('.') or 'the body'}: {error['msg']}"


def _encodable(text: str) -> str:
    """Return a text with lone surrogates escaped: UTF-8 cannot encode them."""
    return text.encode("utf-8", "backslashreplace").decode()


def services_of(app: Any) -> Services:
    """Return the services of an application."""
    services: Services = app.state.services
    return services
