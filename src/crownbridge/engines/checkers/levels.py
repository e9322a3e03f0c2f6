"""Ten strengths of play, from a beginner who blunders to all that the engine has."""

from typing import NamedTuple


class Level(NamedTuple):
    """What a level may see, and how it errs."""

    name: str
    nodes: int | None
    """Positions that it looks at for a move; `None` is as many as time allows."""
    noise: int = 0
    """How far its judgement is off, at random, in hundredths of a man."""
    blunders: float = 0.0
    """How often it plays any move at all."""


# Measured by benchmarks/levels.py, which prints how far they are apart.
LEVELS = (
    Level("newcomer", 10, 200, 0.5),
    Level("beginner", 20, 150, 0.3),
    Level("casual", 40, 100, 0.15),
    Level("learner", 80, 80, 0.08),
    Level("hobbyist", 200, 60, 0.04),
    Level("club player", 500, 40, 0.02),
    Level("strong club player", 1_500, 25),
    Level("expert", 6_000, 15),
    Level("master", 40_000, 8),
    Level("full strength", None),
)
"""Level n is `LEVELS[n - 1]`."""
