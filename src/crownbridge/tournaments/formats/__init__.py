"""The tournament formats, one file each, and how they are found: ours and other packages' by the same door."""

from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points

from crownbridge.errors import OptionError, quoted
from crownbridge.tournaments.scheduler import USUAL, Scheduler, Terms

GROUP = "crownbridge.formats"
"""The entry points that name a class derived from `Scheduler`."""


def available_formats() -> tuple[str, ...]:
    """The names of every installed format."""
    return tuple(_entries())


def make_scheduler(name: str, agents: Sequence[str], terms: Terms = USUAL) -> Scheduler:
    """The format of that name for these agents. Raises OptionError where it is unknown, or not for them."""
    entries = _entries()
    if name not in entries:
        raise OptionError(f"there is no format called {quoted(name)}; there are: {', '.join(entries)}")
    kind: type[Scheduler] = entries[name].load()
    return kind(agents, terms)


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}
