"""Analyse games move by move."""

from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Response
from pydantic import ConfigDict, Field

from crownbridge.errors import NotFoundError
from crownbridge.web import frames
from crownbridge.web.dependencies import LastSeen, ServicesDep
from crownbridge.web.documents import record_of
from crownbridge.web.feed import EventStream, event_stream, streamed
from crownbridge.web.live_analysis.schemas import AnalysisSummary, MoveAnnotation
from crownbridge.web.routes.rooms import Created
from crownbridge.web.schemas import Message, Options, Text

MOST_SECONDS = 60
"""Maximum time per position."""

router = APIRouter(prefix="/analyses", tags=["analysis"])

_UNKNOWN: dict[int | str, dict[str, Any]] = {404: {"description": "The analysis does not exist"}}


class AnalysisRequest(Message):
    """A game to analyse, as a list of moves."""

    model_config = ConfigDict(extra="forbid")

    game: Text
    options: Options = Field(default={})
    start: Text | None = None
    moves: list[Text] = Field(max_length=2000)
    seconds: float | None = Field(
        default=None,
        gt=0,
        le=MOST_SECONDS,
        description="Seconds per position; by default, the usual search limit of the game",
    )
    cached: bool = Field(default=False, description="Whether to return only a finished analysis, and start none")


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    response_model=Created,
    responses={204: {"description": "With `cached`: no finished analysis is stored"}},
)
def create(services: ServicesDep, body: AnalysisRequest) -> Created | Response:
    """Start the analysis of a game, or return a finished one that is stored."""
    game = frames.load_game(body.game, body.options)
    record = record_of(game, frames.start_position(game, body.start), body.moves, ("", ""))
    if not body.cached:
        return Created(id=services.analyses.create(record, body.seconds))
    try:
        return Created(id=services.analyses.finished(record, body.seconds))
    except NotFoundError:
        return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get(
    "/{name}/events",
    responses=_UNKNOWN | streamed(MoveAnnotation | AnalysisSummary),
    response_class=EventStream,
)
async def events(services: ServicesDep, name: str, after: LastSeen) -> EventStream:
    """Stream the analysis: one message `annotation` per move, in order, and finally a `summary`."""
    return event_stream(services.analyses.analysis(name).follow(after))


@router.delete(
    "/{name}",
    status_code=HTTPStatus.NO_CONTENT,
    responses=_UNKNOWN,
)
def end(services: ServicesDep, name: str) -> None:
    """End an analysis early; its messages can still be read."""
    services.analyses.analysis(name).end()
