"""What the routes work with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

from crownbridge.web.rooms.lobby import Lobby


@dataclass(frozen=True)
class Services:
    """What lives as long as the server; a router's own belongs here."""

    data: Path
    lobby: Lobby


def _services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


Served = Annotated[Services, Depends(_services)]
"""The parameter of a route that needs them."""
