"""The tournament formats, one module each; built-in formats and those of other packages are found as plug-ins."""

from collections.abc import Sequence

from crownbridge.errors import OptionError, quoted
from crownbridge.plugins import plugins
from crownbridge.tournaments.scheduler import DEFAULT_TERMS, Scheduler, Terms


def available_formats() -> tuple[str, ...]:
    """Return the names of all installed formats."""
    return tuple(plugins("formats"))


def make_scheduler(name: str, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> Scheduler:
    """Return a scheduler of a format; raise OptionError if it is unknown or does not suit the agents and terms."""
    entries = plugins("formats")
    if name not in entries:
        raise OptionError(f"there is no format called {quoted(name)}; there are: {', '.join(entries)}")
    kind: type[Scheduler] = entries[name].load()
    return kind(agents, terms)
