"""Analyse a position live, and return proven facts about it."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from crownbridge.engines.insight import VERDICTS
from crownbridge.engines.provider import provider_of
from crownbridge.errors import InputError
from crownbridge.games import Position
from crownbridge.web import frames
from crownbridge.web.concurrency import ConcurrencyLimit
from crownbridge.web.dependencies import ServicesDep
from crownbridge.web.feed import EventStream, event_stream, streamed
from crownbridge.web.live_analysis.schemas import Insight, Thought
from crownbridge.web.routes.catalogue import game_from_options
from crownbridge.web.schemas import Text

MOST_LINES = 10
MOST_SECONDS = 600
_insights = ConcurrencyLimit(4, 2.0, "insight")  # a large board takes seconds

router = APIRouter(tags=["analysis"])

_Game = Annotated[Text, Query()]
_Position = Annotated[Text | None, Query(description="In any text form; by default, the initial position")]
_Options = Annotated[Text, Query(description="Options of the game, written as a query: size=7&swap=true")]


@router.get("/think", responses=streamed(Thought), response_class=EventStream)
async def think(  # noqa: PLR0913 (the parameters of the query)
    services: ServicesDep,
    request: Request,
    *,
    game: _Game,
    position: _Position = None,
    options: _Options = "",
    lines: Annotated[int, Query(ge=1, le=MOST_LINES)] = 3,
    seconds: Annotated[float, Query(gt=0, le=MOST_SECONDS)] = 30,
    client: Annotated[str, Query(max_length=100, description="Name of the client; its previous request ends")] = "",
) -> EventStream:
    """Stream the best moves and their evaluations: messages `thought`, the last one with `done`."""
    root = _position(game, options, position)
    if root.outcome() is not None:
        raise InputError("the game is over in this position; there is nothing to analyse")
    name = f"{client} {request.client.host if request.client else ''}"
    return event_stream(services.analysis_pool.follow(name, root, lines, seconds))


@router.get("/insight", responses={409: {"description": "Too many concurrent requests"}})
def insight(game: _Game, position: _Position = None, options: _Options = "") -> Insight:
    """Return the verdict of endgame tables or a proof, and connections, must-play region, dead and captured cells."""
    root = _position(game, options, position)
    if (outcome := root.outcome()) is not None:
        result = 0 if outcome.winner is None else 1 if outcome.winner is root.side_to_move else -1
        return Insight(verdict=VERDICTS[result], detail=str(outcome))
    with _insights.slot():
        return Insight.of(provider_of(game).insight(root))


def _position(game: str, options: str, position: str | None) -> Position[Any]:
    return frames.start_position(game_from_options(game, options), position)
