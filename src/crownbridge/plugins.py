"""Entry points, through which games, engines, protocols and formats are found: ours and those of other packages."""

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def plugins(kind: str) -> "dict[str, EntryPoint]":
    """Return the entry points of the group `crownbridge.KIND` by name, in the order of their names.

    They are those of the packages that were installed at the first call: reading them takes long.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415 (costs 30 ms that most programs need not pay)

    return {entry.name: entry for entry in sorted(entry_points(group=f"crownbridge.{kind}"), key=lambda e: e.name)}
