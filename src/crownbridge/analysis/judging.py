"""Judges of positions, and the keys of cached judgements."""

from typing import Any, Protocol

from crownbridge.engines import Limit
from crownbridge.engines.judging import Judge
from crownbridge.engines.provider import provider_of
from crownbridge.games import Game, Position

VERSION = 6
"""Version of the judgements; increment when they change for any reason other than a new network."""


class Cache(Protocol):
    """A thread-safe cache of judgements, such as a `Store`."""

    def judgement(self, key: str) -> str | None:
        """Return the text for a key, or None."""

    def keep_judgement(self, key: str, text: str) -> None:
        """Store a text for a key."""


def usual_effort(game: Game[Any]) -> Limit:
    """Return the default limit of analysis per position, some tenths of a second."""
    return provider_of(game.name).usual_effort


def version_of(game: Game[Any]) -> str:
    """Return the version of a game's judgements."""
    version = provider_of(game.name).version
    return f"{VERSION}: {version}" if version else f"{VERSION}"


def key_of(position: Position[Any], effort: Limit, version: str) -> str:
    """Return the key of a judgement in the cache."""
    options = " ".join(f"{name}={value}" for name, value in position.game.options.items())
    spent = " ".join(f"{name}={value}" for name, value in effort._asdict().items() if value)
    return f"{version}: {position.game.name} {options}: {position}: {spent}"


def judge_of(game: Game[Any], effort: Limit) -> Judge:
    """Return a judge of a game's positions."""
    return provider_of(game.name).judge(effort)
