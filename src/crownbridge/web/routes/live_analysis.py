"""What an engine thinks of a position while somebody looks, and what is certain of it."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from crownbridge.engines.insight import VERDICTS
from crownbridge.engines.provider import provider_of
from crownbridge.errors import InputError
from crownbridge.games import Position
from crownbridge.web import frames
from crownbridge.web.concurrency import ConcurrencyLimit
from crownbridge.web.feed import EventStream, event_stream, streamed
from crownbridge.web.live_analysis.schemas import Insight, Thought
from crownbridge.web.routes.catalogue import game_from_options
from crownbridge.web.routes.services import ServicesDep
from crownbridge.web.schemas import Text

MOST_LINES = 10
MOST_SECONDS = 600
_insights = ConcurrencyLimit(4, 2.0, "insight")  # those of a large board take seconds

router = APIRouter(tags=["analysis"])

_Game = Annotated[Text, Query()]
_Position = Annotated[Text | None, Query(description="in any text form; the start by default")]
_Options = Annotated[Text, Query(description="as in a query: size=7&swap=true")]


@router.get("/think", responses=streamed(Thought), response_class=EventStream)
async def think(  # noqa: PLR0913 (each is a part of the query)
    services: ServicesDep,
    request: Request,
    *,
    game: _Game,
    position: _Position = None,
    options: _Options = "",
    lines: Annotated[int, Query(ge=1, le=MOST_LINES)] = 3,
    seconds: Annotated[float, Query(gt=0, le=MOST_SECONDS)] = 30,
    client: Annotated[str, Query(max_length=100, description="whose earlier request this one ends")] = "",
) -> EventStream:
    """The best moves with what they are worth, better and better: messages `thought`, the last with `done`."""
    found = _position(game, options, position)
    if found.outcome() is not None:
        raise InputError("the game is over in this position; there is nothing to think about")
    name = f"{client} {request.client.host if request.client else ''}"
    return event_stream(services.analysis_pool.follow(name, found, lines, seconds))


@router.get("/insight", responses={409: {"description": "too many ask at once"}})
def insight(game: _Game, position: _Position = None, options: _Options = "") -> Insight:
    """The verdict of tables or of a proof, connections, and cells that matter most or not at all."""
    found = _position(game, options, position)
    if (outcome := found.outcome()) is not None:
        result = 0 if outcome.winner is None else 1 if outcome.winner is found.side_to_move else -1
        return Insight(verdict=VERDICTS[result], detail=str(outcome))
    with _insights.slot():
        return Insight.of(provider_of(game).insight(found))


def _position(game: str, options: str, position: str | None) -> Position[Any]:
    return frames.start_position(game_from_options(game, options), position)
