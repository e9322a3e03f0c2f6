"""Analyse a position live."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from crownbridge.errors import InputError
from crownbridge.games import Position
from crownbridge.web import frames
from crownbridge.web.dependencies import ServicesDep
from crownbridge.web.feed import EventStream, event_stream, streamed
from crownbridge.web.live_analysis.schemas import Thought
from crownbridge.web.routes.catalogue import game_from_options
from crownbridge.web.schemas import Text

MOST_LINES = 10
MOST_SECONDS = 600

router = APIRouter(tags=["analysis"])

GameQuery = Annotated[Text, Query()]
PositionQuery = Annotated[Text | None, Query(description="In any text form; by default, the initial position")]
OptionsQuery = Annotated[Text, Query(description="Options of the game, written as a query: size=7&swap=true")]


@router.get("/think", responses=streamed(Thought), response_class=EventStream)
async def think(  # noqa: PLR0913 (the parameters of the query)
    services: ServicesDep,
    request: Request,
    *,
    game: GameQuery,
    position: PositionQuery = None,
    options: OptionsQuery = "",
    lines: Annotated[int, Query(ge=1, le=MOST_LINES)] = 3,
    seconds: Annotated[float, Query(gt=0, le=MOST_SECONDS)] = 30,
    client: Annotated[str, Query(max_length=100, description="Name of the client; its previous request ends")] = "",
) -> EventStream:
    """Stream the best moves and their evaluations: messages `thought`, the last one with `done`."""
    root = queried_position(game, options, position)
    if root.outcome() is not None:
        raise InputError("the game is over in this position; there is nothing to analyse")
    name = f"{client} {request.client.host if request.client else ''}"
    return event_stream(services.analysis_pool.follow(name, root, lines, seconds))


def queried_position(game: str, options: str, position: str | None) -> Position[Any]:
    """Return the position that a query describes. Raise InputError."""
    return frames.start_position(game_from_options(game, options), position)
