"""The Elo scale: rating differences and expected scores."""

import math
from typing import NamedTuple

SCALE = 400 / math.log(10)
"""Elo per unit of the logistic function."""
NORMALIZED_SCALE = 800 / math.log(10)
"""Normalized Elo per standard deviation of one game; without draws, both scales agree between equals."""
WIDTH = 1.959964
"""Half the width of a 95 % interval in standard deviations."""


class Estimate(NamedTuple):
    """A value in Elo with its 95 % interval, whose ends may be infinite."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.elo:+.1f} Elo, 95 % interval {self.low:+.1f} to {self.high:+.1f}"


def expected_score(elo: float) -> float:
    """Return the expected share of the points of a player who is stronger by `elo`."""
    return 0.5 * (1 + math.tanh(elo / SCALE / 2))


def elo_at(score: float) -> float:
    """Return the rating difference at which `score` is expected; infinite for a score of 0 or 1."""
    if 0 < score < 1:
        return SCALE * math.log(score / (1 - score))
    return math.copysign(math.inf, score - 0.5)


def normal_probability(deviations: float) -> float:
    """Return the cumulative distribution function of the standard normal distribution."""
    return 0.5 * (1 + math.erf(deviations / math.sqrt(2)))
