"""Return proven facts about a position."""

from fastapi import APIRouter

from crownbridge.engines.insight import VERDICTS
from crownbridge.engines.provider import provider_of
from crownbridge.web.live_analysis.schemas import Insight
from crownbridge.web.routes.live_analysis import GameQuery, OptionsQuery, PositionQuery, queried_position
from crownbridge.web.worker_route import WorkerRoute

router = APIRouter(tags=["analysis"], route_class=WorkerRoute)


@router.get("/insight")
def insight(game: GameQuery, position: PositionQuery = None, options: OptionsQuery = "") -> Insight:
    """Return the verdict of endgame tables or a proof, and connections, must-play region, dead and captured cells."""
    root = queried_position(game, options, position)
    if (outcome := root.outcome()) is not None:
        result = 0 if outcome.winner is None else 1 if outcome.winner is root.side_to_move else -1
        return Insight(verdict=VERDICTS[result], detail=str(outcome))
    return Insight.of(provider_of(game).insight(root))
