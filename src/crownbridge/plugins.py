"""Entry points that register games, engines, protocols and formats, built-in ones and those of other packages."""

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def plugins(kind: str) -> "dict[str, EntryPoint]":
    """Return the entry points of the group `crownbridge.KIND` by name, sorted by name.

    Cached, because reading them is slow: packages installed after the first call are not included.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415 (takes 30 ms, which most programs do not need)

    return {entry.name: entry for entry in sorted(entry_points(group=f"crownbridge.{kind}"), key=lambda e: e.name)}
