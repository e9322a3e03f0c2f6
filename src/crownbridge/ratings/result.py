"""The result of a game as input of ratings."""

from typing import NamedTuple


class Result(NamedTuple):
    """The result of a game."""

    agents: tuple[str, str]
    """The agent that moved first, and the other."""
    points: float
    """Points of the first agent: 1, 0.5 or 0."""
    pair: str = ""
    """Games with the same (non-empty) pair were played from one opening with the colours changed."""
