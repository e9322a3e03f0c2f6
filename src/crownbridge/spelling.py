"""Suggestions for misspelled names."""

from collections.abc import Iterable

UNKNOWN_KEY = "unknown key; it has no effect"


def similar_name(name: str, names: Iterable[str], likeness: float = 0.75) -> str | None:
    """Return the most similar of the names, or None if none has at least the given likeness (0 to 1)."""
    from difflib import get_close_matches  # noqa: PLC0415 (needed only for error messages)

    return next(iter(get_close_matches(name, names, 1, likeness)), None)
