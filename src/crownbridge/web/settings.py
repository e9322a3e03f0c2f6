"""How a server is set up, and what is refused."""

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path

from crownbridge.errors import OptionError, quoted
from crownbridge.players.process import Sandbox
from crownbridge.web.rooms.players import PlayerFactory, ProgramPolicy
from crownbridge.web.rooms.retention import Retention

PORT = 8000
SHORTEST_TOKEN = 8


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Settings:
    """All that a server is told. Raises OptionError where it would be open to strangers."""

    data: Path
    host: str = "127.0.0.1"
    token: str | None = None
    allow_programs: bool = False
    programs: dict[str, str] = field(default_factory=dict)
    sandbox: Sandbox = Sandbox.NONE
    store: str | None = None
    """Where tournaments are kept: a file or a database's URL; by default a file in the folder."""
    retention: Retention = field(default_factory=Retention)
    """How long rooms are kept."""

    def __post_init__(self) -> None:
        if self.token is not None and len(self.token) < SHORTEST_TOKEN:
            raise OptionError(f"the token is too short; give at least {SHORTEST_TOKEN} characters")
        if self.token is None and not is_loopback(self.host):
            raise OptionError(
                f"{quoted(self.host)} can be reached by others; protect it with --token SECRET, "
                "or with the environment variable CROWNBRIDGE_TOKEN"
            )

    def player_factory(self) -> PlayerFactory:
        """Who may sit at the tables. Raises OptionError where a listed program cannot be used."""
        allowed = ProgramPolicy.LISTED if self.allow_programs else ProgramPolicy.NONE
        found = PlayerFactory(
            ProgramPolicy.ANY if is_loopback(self.host) else allowed, self.programs, self.sandbox.resolved()
        )
        found.games_of_listed  # noqa: B018 (it is looked up once, and told at once where one cannot be used)
        return found
