"""What the routes work with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Header, Query, Request

from crownbridge.web.rooms.lobby import Lobby
from crownbridge.web.thinking.analyses import Analyses
from crownbridge.web.thinking.desk import Desk
from crownbridge.web.thinking.engine_pool import EnginePool
from crownbridge.web.tournaments.hall import Hall


@dataclass(frozen=True)
class Services:
    """What lives as long as the server; a router's own belongs here."""

    data: Path
    lobby: Lobby
    hall: Hall
    desk: Desk
    analyses: Analyses
    engines: EnginePool

    def go_on(self) -> None:
        """Takes up what was being played when the last server ended."""
        self.lobby.go_on()

    def end_streams(self) -> None:
        """Lets all watchers go."""
        self.lobby.end_streams()
        self.hall.end_streams()
        self.desk.end_all()
        self.analyses.end_all()

    def close(self) -> None:
        """Ends everything; the next server takes it up."""
        self.hall.close()
        self.lobby.close()


def _services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


Served = Annotated[Services, Depends(_services)]
"""The parameter of a route that needs them."""


def _last_seen(
    after: Annotated[int, Query(ge=0)] = 0, last_event_id: Annotated[int | None, Header(ge=0)] = None
) -> int:
    return after if last_event_id is None else last_event_id


LastSeen = Annotated[int, Depends(_last_seen)]
"""The parameter of a route that tells a log: the event after which to go on, as browsers and scripts say it."""
