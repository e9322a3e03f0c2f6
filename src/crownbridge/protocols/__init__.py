"""The host's side of how programs talk: one file a protocol. Pure: lines in, replies out; no process, no clock."""

from crownbridge.errors import OptionError
from crownbridge.plugins import plugins
from crownbridge.protocols.dialogue import Dialogue, Nonsense, Overheard, Played, Reply, Resigned, Stopped, Turn

__all__ = [
    "Dialogue",
    "Nonsense",
    "Overheard",
    "Played",
    "Reply",
    "Resigned",
    "Stopped",
    "Turn",
    "available_protocols",
    "default_protocol",
    "dialogue_class",
    "protocols_for",
]


def available_protocols() -> tuple[str, ...]:
    """Return the names of every installed protocol: ours, and those of `crownbridge.protocols` entry points."""
    return tuple(plugins("protocols"))


def dialogue_class(name: str) -> type[Dialogue]:
    """Return the protocol of that name. Raise OptionError if there is none."""
    entries = plugins("protocols")
    if name not in entries:
        raise OptionError(f"there is no protocol called {name!r}; there are: {', '.join(entries)}")
    kind: type[Dialogue] = entries[name].load()
    return kind


def protocols_for(game_name: str) -> list[type[Dialogue]]:
    """Return the protocols that programs for a game can speak."""
    return [kind for kind in map(dialogue_class, available_protocols()) if kind.plays(game_name)]


def default_protocol(game_name: str) -> str | None:
    """Return what executables in tournaments of a game speak if they name no protocol; None if they must name one."""
    return next((kind.protocol for kind in protocols_for(game_name) if kind.is_default), None)
