"""What the ratings are made from."""

from typing import NamedTuple


class Result(NamedTuple):
    """A game that counts."""

    agents: tuple[str, str]
    """The one who moved first, and the other."""
    points: float
    """Of the first: 1, 0.5 or 0."""
    pair: str = ""
    """Games with the same (non-empty) pair were played from one opening with the colours changed."""
