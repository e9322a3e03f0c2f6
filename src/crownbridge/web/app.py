"""The application: routes, what they work with, and how errors are answered."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
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
from crownbridge.web.rooms.lobby import Lobby
from crownbridge.web.routes import LARGER_BODIES, ROUTERS
from crownbridge.web.routes.services import Services
from crownbridge.web.safety import Safety
from crownbridge.web.settings import Settings
from crownbridge.web.static_files import serve_static
from crownbridge.web.thinking.analyses import Analyses
from crownbridge.web.thinking.desk import Desk
from crownbridge.web.tournaments.configuration import problems_of
from crownbridge.web.tournaments.hall import Hall

_STATUSES: tuple[tuple[type[CrownbridgeError], HTTPStatus], ...] = (
    (UnknownRoomError, HTTPStatus.NOT_FOUND),
    (RoomError, HTTPStatus.CONFLICT),
    (ForbiddenError, HTTPStatus.FORBIDDEN),
    (FileError, HTTPStatus.INTERNAL_SERVER_ERROR),
    (InputError, HTTPStatus.UNPROCESSABLE_ENTITY),
)


def create_app(settings: Settings) -> FastAPI:
    """The whole application. Raises InputError where the settings cannot be used."""
    lobby = Lobby(settings.data, settings.seating())
    hall = Hall(settings.data, settings.store or settings.data / "tournaments.db", lobby)
    services = Services(settings.data, lobby, hall, Desk(), Analyses(hall.store))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await run_in_threadpool(services.go_on)
        yield
        await run_in_threadpool(services.close)

    app = FastAPI(
        title="Crownbridge",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
    )
    app.state.services = services
    for router in ROUTERS:
        app.include_router(router, prefix="/api")
    serve_static(app)
    app.add_exception_handler(CrownbridgeError, _told)
    app.add_middleware(Safety, host=settings.host, token=settings.token, larger=LARGER_BODIES)
    return app


async def _told(_: Request, error: Exception) -> JSONResponse:
    """An error of ours in one clear sentence."""
    status = next((status for kind, status in _STATUSES if isinstance(error, kind)), HTTPStatus.INTERNAL_SERVER_ERROR)
    told: dict[str, Any] = {"detail": str(error)}
    if isinstance(error, ConfigurationError):
        told["problems"] = [problem.model_dump() for problem in problems_of(error)]
    return JSONResponse(told, status)


def services_of(app: Any) -> Services:
    """What an application works with."""
    found: Services = app.state.services
    return found
