"""The scale: a difference in Elo, and the share of the points that is expected from it."""

import math
from typing import NamedTuple

SCALE = 400 / math.log(10)
"""Elo in a unit of the logistic function."""
NORMALIZED_SCALE = 800 / math.log(10)
"""Normalized Elo in a standard deviation of one game, so that without draws, between equals, both scales agree."""
WIDTH = 1.959964
"""Standard deviations to each side of a 95 % interval."""


class Estimate(NamedTuple):
    """A figure in Elo, and its 95 % interval, whose ends may be infinite."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.elo:+.1f} Elo, 95 % interval {self.low:+.1f} to {self.high:+.1f}"


def expected_score(elo: float) -> float:
    """The share of the points that one expects who is so much stronger."""
    return 0.5 * (1 + math.tanh(elo / SCALE / 2))


def elo_at(score: float) -> float:
    """The difference at which that share of the points is expected; infinite where all or none were won."""
    if 0 < score < 1:
        return SCALE * math.log(score / (1 - score))
    return math.copysign(math.inf, score - 0.5)


def normal_probability(deviations: float) -> float:
    """That a normal variable stays below its mean and so many standard deviations."""
    return 0.5 * (1 + math.erf(deviations / math.sqrt(2)))
