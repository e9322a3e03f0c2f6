"""How a host and a program talk: one file a protocol. Pure: lines in, replies out; no process, no clock."""

from crownbridge.errors import OptionError
from crownbridge.protocols.dialogue import Dialogue, Nonsense, Played, Reply, Resigned, Stopped, Turn
from crownbridge.protocols.hexai import Hexai
from crownbridge.protocols.hexmon import Hexmon
from crownbridge.protocols.htp import Htp
from crownbridge.protocols.kth import Kth
from crownbridge.protocols.reblexis import Reblexis

__all__ = ["PROTOCOLS", "Dialogue", "Nonsense", "Played", "Reply", "Resigned", "Stopped", "Turn", "dialogue_class"]

PROTOCOLS: dict[str, type[Dialogue]] = {kind.protocol: kind for kind in (Kth, Reblexis, Hexai, Hexmon, Htp)}
"""Every protocol by name."""


def dialogue_class(name: str) -> type[Dialogue]:
    """The protocol of that name. Raises OptionError."""
    if name not in PROTOCOLS:
        raise OptionError(f"there is no protocol called {name!r}; there are: {', '.join(PROTOCOLS)}")
    return PROTOCOLS[name]
