"""What judgements of positions are kept by, and the judges of a game."""

from typing import Any, Protocol

from crownbridge.engines import Limit
from crownbridge.engines.judging import Judge
from crownbridge.engines.provider import provider_of
from crownbridge.games import Game, Position

VERSION = 5
"""To be raised when judgements change for any reason but a new network, so that no older ones are found in a cache."""


class Cache(Protocol):
    """Where judgements are kept; a `Store` is one. For several threads at once."""

    def judgement(self, key: str) -> str | None:
        """The text that is kept for a key, if there is one."""

    def keep_judgement(self, key: str, text: str) -> None:
        """Keeps a text for a key."""


def usual_effort(game: Game[Any]) -> Limit:
    """Return what analysis may use for a position if nobody says: some tenths of a second."""
    return provider_of(game.name).usual_effort


def version_of(game: Game[Any]) -> str:
    """Return what changes whenever judgements of a game may do."""
    version = provider_of(game.name).version
    return f"{VERSION}: {version}" if version else f"{VERSION}"


def key_of(position: Position[Any], effort: Limit, version: str) -> str:
    """Return what a judgement is kept by."""
    options = " ".join(f"{name}={value}" for name, value in position.game.options.items())
    spent = " ".join(f"{name}={value}" for name, value in effort._asdict().items() if value)
    return f"{version}: {position.game.name} {options}: {position}: {spent}"


def judge_of(game: Game[Any], effort: Limit) -> Judge:
    """Return a judge of a game's positions."""
    return provider_of(game.name).judge(effort)
