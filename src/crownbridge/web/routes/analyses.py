"""Games that are gone through move by move."""

from http import HTTPStatus
from typing import Any

from fastapi import APIRouter
from pydantic import ConfigDict, Field

from crownbridge.web import frames
from crownbridge.web.documents import record_of
from crownbridge.web.feed import EventStream, event_stream, streamed
from crownbridge.web.live_analysis.schemas import AnalysisSummary, MoveAnnotation
from crownbridge.web.routes.rooms import Created
from crownbridge.web.routes.services import LastSeen, ServicesDep
from crownbridge.web.schemas import Message, Options, Text

MOST_SECONDS = 60

router = APIRouter(prefix="/analyses", tags=["analysis"])

_UNKNOWN: dict[int | str, dict[str, Any]] = {404: {"description": "there is no such analysis any more"}}


class AnalysisRequest(Message):
    """A game by its moves."""

    model_config = ConfigDict(extra="forbid")

    game: Text
    options: Options = Field(default={})
    start: Text | None = None
    moves: list[Text] = Field(max_length=2000)
    seconds: float | None = Field(default=None, gt=0, le=MOST_SECONDS, description="for each position")


@router.post("", status_code=HTTPStatus.CREATED)
def create(services: ServicesDep, asked: AnalysisRequest) -> Created:
    """Go through a game."""
    game = frames.load_game(asked.game, asked.options)
    record = record_of(game, frames.start_position(game, asked.start), asked.moves, ("", ""))
    return Created(id=services.analyses.create(record, asked.seconds))


@router.get(
    "/{name}/events",
    responses={
        404: {"description": "there is no such analysis any more"},
        **streamed(MoveAnnotation | AnalysisSummary),
    },
    response_class=EventStream,
)
async def events(services: ServicesDep, name: str, after: LastSeen) -> EventStream:
    """What is said of each move: messages `annotation`, in order, and at last `summary`."""
    return event_stream(services.analyses.analysis(name).follow(after))


@router.delete(
    "/{name}",
    status_code=HTTPStatus.NO_CONTENT,
    responses=_UNKNOWN,
)
def end(services: ServicesDep, name: str) -> None:
    """End one early; what was said of it can still be read."""
    services.analyses.analysis(name).end()
