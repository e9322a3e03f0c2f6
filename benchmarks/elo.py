"""Ratings and their error bars from the results of matches."""

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

SCALE = 400 / math.log(10)
"""Elo in a unit of the logistic function."""
WIDTH = 1.96
"""Standard deviations to each side of a 95 % interval."""


class Difference(NamedTuple):
    """How far a player is ahead of another, in Elo, and the 95 % interval."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.elo:+.0f} Elo, 95 % interval {self.low:+.0f} to {self.high:+.0f}"


def elo(score: float) -> float:
    """The difference at which that share of the points is expected; infinite where all or none were won."""
    return SCALE * math.log(score / (1 - score)) if 0 < score < 1 else math.copysign(math.inf, score - 0.5)


def difference(pairs: Sequence[float]) -> Difference:
    """From the points, 0 to 2, of two games each from one opening.

    A pair is one observation, so that what an opening gives to one colour is no part of the error.
    """
    score = statistics.fmean(pairs) / 2
    error = statistics.stdev(pairs) / 2 / math.sqrt(len(pairs))
    return Difference(elo(score), *(elo(min(max(score + side * WIDTH * error, 0), 1)) for side in (-1, 1)))


def ratings(count: int, results: dict[tuple[int, int], list[float]]) -> tuple[list[float], list[float]]:
    """Elo of the most likely ratings, and the half-width of each one's 95 % interval.

    A game's result is 0, a half or 1 point; the expected one is a logistic function of the difference.
    """
    strength = np.zeros(count)
    for _ in range(100):
        gradient, information = np.zeros(count), np.zeros((count, count))
        for (one, other), points in results.items():
            expected = 1 / (1 + math.exp(strength[other] - strength[one]))
            surprise = sum(points) - 2 * len(points) * expected
            gradient[one] += surprise
            gradient[other] -= surprise
            weight = 2 * len(points) * expected * (1 - expected)
            for a, b in ((one, other), (other, one)):
                information[a, a] += weight
                information[a, b] -= weight
        step = np.linalg.pinv(information, hermitian=True) @ gradient
        strength += np.clip(step, -1, 1)
    spread = np.sqrt(np.diag(np.linalg.pinv(information, hermitian=True)))
    return list(SCALE * (strength - strength.mean())), list(WIDTH * SCALE * spread)
