"""The tournament formats, one file each, and how they are found: ours and other packages' by the same door."""

from collections.abc import Sequence

from crownbridge.errors import OptionError, quoted
from crownbridge.plugins import plugins
from crownbridge.tournaments.scheduler import DEFAULT_TERMS, Scheduler, Terms


def available_formats() -> tuple[str, ...]:
    """The names of every installed format."""
    return tuple(plugins("formats"))


def make_scheduler(name: str, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> Scheduler:
    """The format of that name for these agents. Raises OptionError where it is unknown, or not for them."""
    entries = plugins("formats")
    if name not in entries:
        raise OptionError(f"there is no format called {quoted(name)}; there are: {', '.join(entries)}")
    kind: type[Scheduler] = entries[name].load()
    return kind(agents, terms)
