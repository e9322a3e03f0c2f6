"""What the routes work with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Header, Query, Request

from crownbridge.web.live_analysis.engine_pool import EnginePool
from crownbridge.web.live_analysis.game_analysis import AnalysisRegistry
from crownbridge.web.live_analysis.pool import AnalysisPool
from crownbridge.web.rooms.registry import RoomRegistry
from crownbridge.web.tournaments.registry import TournamentRegistry


@dataclass(frozen=True)
class Services:
    """What lives as long as the server; a router's own belongs here."""

    data: Path
    rooms: RoomRegistry
    tournaments: TournamentRegistry
    analysis_pool: AnalysisPool
    analyses: AnalysisRegistry
    engines: EnginePool

    def resume(self) -> None:
        """Resume the games that were being played when the last server ended."""
        self.rooms.resume_all()

    def end_streams(self) -> None:
        """Lets all watchers go."""
        self.rooms.end_streams()
        self.tournaments.end_streams()
        self.analysis_pool.end_all()
        self.analyses.end_all()

    def close(self) -> None:
        """Ends everything; the next server takes it up."""
        self.tournaments.close()
        self.rooms.close()


def _services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


ServicesDep = Annotated[Services, Depends(_services)]
"""The parameter of a route that needs them."""


def _last_seen(
    after: Annotated[int, Query(ge=0)] = 0, last_event_id: Annotated[int | None, Header(ge=0)] = None
) -> int:
    return after if last_event_id is None else last_event_id


LastSeen = Annotated[int, Depends(_last_seen)]
"""The parameter of a route that tells a log: the event after which to go on, as browsers and scripts say it."""
