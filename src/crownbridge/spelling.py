"""What a user meant by a name that is not known."""

from collections.abc import Iterable

UNKNOWN_KEY = "this key is not known and has no effect"


def similar_name(name: str, names: Iterable[str], likeness: float = 0.75) -> str | None:
    """Return the one of the names of which this is probably a misspelling: the most alike, from 0 to 1 as given."""
    from difflib import get_close_matches  # noqa: PLC0415 (needed only where something is wrong)

    return next(iter(get_close_matches(name, names, 1, likeness)), None)
