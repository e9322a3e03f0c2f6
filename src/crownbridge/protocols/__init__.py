"""The host's side of the protocols, one module each. Pure functions of lines, without processes or clocks."""

from crownbridge.errors import OptionError
from crownbridge.plugins import plugins
from crownbridge.protocols.dialogue import (
    Abort,
    Dialogue,
    LastMove,
    MoveReply,
    ProtocolViolation,
    RelayedLine,
    Reply,
    Resignation,
)

__all__ = [
    "Abort",
    "Dialogue",
    "LastMove",
    "MoveReply",
    "ProtocolViolation",
    "RelayedLine",
    "Reply",
    "Resignation",
    "available_protocols",
    "default_protocol",
    "dialogue_class",
    "protocols_for",
]


def available_protocols() -> tuple[str, ...]:
    """Return the names of all installed protocols: built-in ones and those of `crownbridge.protocols` entry points."""
    return tuple(plugins("protocols"))


def dialogue_class(name: str) -> type[Dialogue]:
    """Return the dialogue class of a protocol. Raise OptionError if the protocol is unknown."""
    entries = plugins("protocols")
    if name not in entries:
        raise OptionError(f"there is no protocol called {name!r}; there are: {', '.join(entries)}")
    kind: type[Dialogue] = entries[name].load()
    return kind


def protocols_for(game_name: str) -> list[type[Dialogue]]:
    """Return the dialogue classes of the protocols that support a game."""
    return [kind for kind in map(dialogue_class, available_protocols()) if kind.plays(game_name)]


def default_protocol(game_name: str) -> str | None:
    """Return the default protocol of executables in tournaments of a game, or None if they must name one."""
    return next((kind.protocol for kind in protocols_for(game_name) if kind.is_default), None)
