"""Statistics of a match between two agents: difference in strength, its interval, and likelihood of superiority.

Intervals and probabilities are based on the likelihood ratio, not on a normal approximation of the score. They agree
with the usual figures after many games, and remain sensible after few games or if all games were won.
"""

import math

import numpy as np

from crownbridge.ratings import multinomial
from crownbridge.ratings.counts import Counts
from crownbridge.ratings.elo import NORMALIZED_SCALE, WIDTH, Estimate, elo_at, normal_probability


def elo_difference(counts: Counts) -> Estimate:
    """Return the difference in Elo; infinite, with one finite end, if the agent won or lost all games."""
    if not counts.games:
        return Estimate(0, -math.inf, math.inf)
    low, high = multinomial.mean_interval(multinomial.regularized(counts.steps))
    return Estimate(elo_at(counts.score), elo_at(float(low)), elo_at(float(high)))


def normalized_elo(counts: Counts) -> Estimate:
    """Return the normalized Elo difference: the advantage per game in standard deviations of a game, on Elo's scale.

    The number of games that a test needs depends on it alone, regardless of the draw rate. It is unknown if all
    results are equal, because the deviation is 0. Its error is that of the studentized mean including skewness and
    kurtosis, and so grows with the advantage; fishtest and fastchess print the error near 0.
    """
    if sum(count > 0 for count in counts.steps) <= 1:
        middle = 0.0 if counts.score == 0.5 else math.copysign(math.inf, counts.score - 0.5)  # noqa: PLR2004 - a half
        return Estimate(middle, -math.inf, math.inf)
    share = multinomial.shares(np.asarray(counts.steps, float))
    deviation = math.sqrt(float(multinomial.variance(share)))
    away = (multinomial.steps(share) - counts.score) / deviation
    skewness, kurtosis = (float(share @ away**power) for power in (3, 4))
    advantage = (counts.score - 0.5) / deviation
    spread = 1 - skewness * advantage + (kurtosis - 1) * advantage**2 / 4
    error = WIDTH * math.sqrt(max(spread, 0) / sum(counts.steps))
    # A pair's mean score has half the variance of a game's.
    scale = NORMALIZED_SCALE / (math.sqrt(2) if counts.are_pairs else 1)
    return Estimate(*(scale * (advantage + side * error) for side in (0, -1, 1)))


def superiority(counts: Counts) -> float:
    """Return the likelihood of superiority (LOS) of the agent; 0.5 without games."""
    if not counts.games:
        return 0.5
    lost = float(multinomial.deviance(multinomial.regularized(counts.steps), 0.5))
    return normal_probability(math.copysign(math.sqrt(max(lost, 0)), counts.score - 0.5))
