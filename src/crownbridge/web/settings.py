"""Server settings and their validation."""

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path

from crownbridge.errors import OptionError, quoted
from crownbridge.players.process import Sandbox
from crownbridge.web.retention import Retention
from crownbridge.web.rooms.player_factory import PlayerFactory, ProgramPolicy

PORT = 8000
SHORTEST_TOKEN = 8


def is_loopback(host: str) -> bool:
    """Return True if only this machine can reach a host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Settings:
    """Settings of a server. Raise OptionError if they would leave it open to others."""

    data: Path
    host: str = "127.0.0.1"
    token: str | None = None
    allow_programs: bool = False
    programs: dict[str, str] = field(default_factory=dict)
    sandbox: Sandbox = Sandbox.NONE
    store: str | None = None
    """The file or database URL of the tournaments; by default a file in the data folder."""
    retention: Retention = field(default_factory=Retention)
    """Age and size limits of rooms."""

    def __post_init__(self) -> None:
        if self.token is not None and len(self.token) < SHORTEST_TOKEN:
            raise OptionError(f"the token is too short; give at least {SHORTEST_TOKEN} characters")
        if self.token is None and not is_loopback(self.host):
            raise OptionError(
                f"{quoted(self.host)} can be reached by others; protect it with --token SECRET, "
                "or with the environment variable CROWNBRIDGE_TOKEN"
            )
        is_open = self.allow_programs and not is_loopback(self.host)
        if is_open and self.sandbox is Sandbox.AUTO and self.sandbox.gaps():
            raise OptionError(
                "others could start the listed programs, and the sandbox of this system has gaps: "
                f"{self.sandbox.described()}; accept this with --sandbox {self.sandbox.resolved()}"
            )

    def player_factory(self) -> PlayerFactory:
        """Return the factory of players. Raise OptionError if a listed program cannot be used."""
        policy = ProgramPolicy.LISTED if self.allow_programs else ProgramPolicy.NONE
        if is_loopback(self.host):
            policy = ProgramPolicy.ANY
        factory = PlayerFactory(policy, self.programs, self.sandbox.resolved())
        factory.games_of_listed  # noqa: B018 (checks the listed programs, and caches the result)
        return factory
