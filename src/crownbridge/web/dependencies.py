"""The services that routes depend on."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, Header, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from crownbridge.web.engine_pool import EnginePool
from crownbridge.web.examinations.service import ExaminationService
from crownbridge.web.explorer.service import ExplorerService
from crownbridge.web.live_analysis.answers import AnswerPool
from crownbridge.web.live_analysis.game_analysis import AnalysisRegistry
from crownbridge.web.live_analysis.position_analysis import AnalysisPool
from crownbridge.web.puzzles.service import PuzzleService
from crownbridge.web.rooms.registry import RoomRegistry
from crownbridge.web.studies.registry import StudyRegistry
from crownbridge.web.tournaments.registry import TournamentRegistry
from crownbridge.web.workers import WorkerPool

_MOST_POSITIONS = 200
"""Number of positions up to which an answer is computed in the server, which takes milliseconds."""


@dataclass(frozen=True)
class Services:
    """The state of the server that its routes share."""

    data: Path
    rooms: RoomRegistry
    tournaments: TournamentRegistry
    analysis_pool: AnalysisPool
    analyses: AnalysisRegistry
    engines: EnginePool
    studies: StudyRegistry
    explorer: ExplorerService
    answers: AnswerPool
    puzzles: PuzzleService
    examinations: ExaminationService
    workers: WorkerPool

    async def compute(self, request: Request, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a function of a module, which a worker process calls; the clients take turns.

        If the client disconnects, end the call and raise ClientDisconnect.
        """
        work = asyncio.ensure_future(self.workers.run(address_of(request), function, *arguments))
        disconnection = asyncio.ensure_future(_disconnection(request))
        try:
            await asyncio.wait((work, disconnection), return_when=asyncio.FIRST_COMPLETED)
        finally:
            disconnection.cancel()
            if not work.done():
                work.cancel()
                await asyncio.wait((work,))
        if work.cancelled():
            raise ClientDisconnect
        return work.result()

    async def answer(self, request: Request, size: int, function: Callable[..., Response], *arguments: Any) -> Response:
        """Return the answer that a function of a module computes; it runs here if `size`, its positions, are few."""
        if size <= _MOST_POSITIONS:
            return await run_in_threadpool(function, *arguments)
        answer: Response = await self.compute(request, function, *arguments)
        return answer

    def resume(self) -> None:
        """Resume the games that were in progress when the last server stopped, and delete old studies."""
        self.rooms.resume_all()
        self.studies.start()

    def end_streams(self) -> None:
        """End all event streams."""
        self.rooms.end_streams()
        self.tournaments.end_streams()
        self.analysis_pool.end_all()
        self.analyses.end_all()

    def close(self) -> None:
        """Stop all tournaments and games; the next server can resume them."""
        self.workers.close()
        self.examinations.close()
        self.puzzles.stop()
        self.explorer.close()
        self.tournaments.close()
        self.rooms.close()


def address_of(request: Request) -> str:
    """Return the address of the client, by which clients take turns."""
    return request.client.host if request.client else ""


async def _disconnection(request: Request) -> None:
    """Wait until the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(_services)]
"""Parameter type of routes that use services."""


def _last_seen(
    after: Annotated[int, Query(ge=0)] = 0, last_event_id: Annotated[int | None, Header(ge=0)] = None
) -> int:
    return after if last_event_id is None else last_event_id


LastSeen = Annotated[int, Depends(_last_seen)]
"""Parameter type of routes that stream a log: the last event received, by query or by the `Last-Event-ID` header."""
